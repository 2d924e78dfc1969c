package events

import (
	"iter"
	"reflect"
)

// A Role is what somebody or something is to an event that names it.
type Role uint8

// The roles. What an event names in a text for people is not among them, nor what the text of
// a play names: that is for package notation to read.
const (
	RoleSide    Role = iota + 1
	RolePlayer       // also an umpire, a judge, whoever opens a dispute
	RoleAccount      // a player, a side, an organisation or "Treasury"
	RoleAsset        // what an account is of: money, gems
	RolePiece        // a piece's id, "R1"
	RoleType         // of pieces
	RoleCounter      // of pieces, "Hn"
	RoleSquare
	RoleRule    // its number
	RoleEntry   // of the interpretation register
	RoleReading // of an entry
	RoleDraw    // "order:start"
	RoleDispute // "D1"
	RolePrecedent
	RoleOffice    // as the rules call it
	RoleAttribute // of sides, as the rules call it
	RoleStage     // as the rules call it
	RoleMatter    // "matter-1"
	RolePower     // as the rules call it
)

// words gives the role of what stands in a field by the field's word in the written form: one
// word means the same in every event, but for the exceptions below. A field that is no text
// and no list of texts names nothing.
var words = map[string]Role{
	"side": RoleSide, "sides": RoleSide, "with": RoleSide, "order": RoleSide, "skipped": RoleSide, "objections": RoleSide,
	"player": RolePlayer, "inventor": RolePlayer, "players": RolePlayer, "umpire": RolePlayer, "by": RolePlayer, "judge": RolePlayer, "left": RolePlayer, "answer": RolePlayer,
	"account": RoleAccount, "buyer": RoleAccount,
	"asset": RoleAsset, "replaces": RoleAsset,
	"piece": RolePiece, "pieces": RolePiece, "passer": RolePiece, "victim": RolePiece,
	"type": RoleType, "types": RoleType, "as": RoleType, "base": RoleType,
	"name": RoleCounter,
	"at":   RoleSquare, "from": RoleSquare, "to": RoleSquare, "squares": RoleSquare, "closed": RoleSquare, "passed": RoleSquare,
	"number": RoleRule,
	"entry":  RoleEntry, "reading": RoleReading, "default": RoleReading, "in_force": RoleReading,
	"office": RoleOffice, "attribute": RoleAttribute, "attributes": RoleAttribute, "stage": RoleStage,
	"draw":    RoleDraw,
	"matter":  RoleMatter,
	"power":   RolePower,
	"square":  RoleSquare,
	"dispute": RoleDispute, "precedent": RolePrecedent, "precedents": RolePrecedent,
}

// exceptions are the fields, by kind and word, in which the word means something else; 0 is
// for what names nothing. What stands in a list is named by the kind and both words.
var exceptions = map[string]Role{
	"array-set.first":                 RoleSide,
	"array-set.passer":                RoleSquare,
	"atomic-played.with":              RolePiece,
	"piece-captured.by":               RolePiece,
	"checks-changed.checks.by":        RolePiece,
	"edition-adopted.changes.type":    0, // of an event
	"verdict-entered.changes.type":    0,
	"edition-adopted.changes.dispute": RoleDispute,
}

// creates are the fields that name what their event brings into being.
var creates = map[string]bool{
	"side-created.side": true, "array-set.sides.side": true, "player-registered.player": true, "rule-enacted.number": true,
	"side-entered.side": true, "piece-created.piece": true, "dispute-entered.dispute": true, "matter-opened.matter": true, "precedent-set.precedent": true,
	"interpretation-added.entry": true, "entry-registered.entry": true,
}

// made are the inputs that a side makes by its player's will. All others an umpire enters, or
// a player for nobody's side.
var made = map[string]bool{
	"play-submitted": true, "pieces-chosen": true, "purchase-requested": true, "destruction-requested": true, "stage-objected": true,
}

// A Name is one thing that an event names.
type Name struct {
	Role  Role
	Field string // the word of the field that names it, "side"; within a list "checks.side"
	Value string // never empty
	New   bool   // the event brings it into being
}

// A place is where in a payload names stand.
type place struct {
	index  int
	name   Name // but for the value
	many   bool // a list of texts
	within []place
}

// placesOf compiles where payloads of a kind name things.
func placesOf(kind, prefix string, t reflect.Type, s *shape) []place {
	var list []place
	for _, f := range s.fields {
		word := prefix + f.name
		switch f.shape.form {
		case formString, formStrings:
			role, odd := exceptions[kind+"."+word]
			if !odd {
				role = words[f.name]
			}
			if role != 0 {
				list = append(list, place{index: f.index, many: f.shape.form == formStrings,
					name: Name{Role: role, Field: word, New: creates[kind+"."+word]}})
			}
		case formList:
			if within := placesOf(kind, word+".", t.Field(f.index).Type.Elem(), f.shape.elem); len(within) > 0 {
				list = append(list, place{index: f.index, within: within})
			}
		}
	}
	return list
}

// rolesOf returns the roles of places, a bit each.
func rolesOf(places []place) (roles uint64) {
	for i := range places {
		roles |= rolesOf(places[i].within) | 1<<places[i].name.Role
	}
	return roles
}

// Names yields what an event names, in the order of its fields: sides, players, pieces, rules,
// squares and the like, each with its role. What is named twice is yielded twice.
func Names(p Payload) iter.Seq[Name] {
	return func(yield func(Name) bool) {
		if k := standard.roll.find(p.Kind()); k != nil && len(k.names) > 0 {
			yieldNames(k.names, reflect.ValueOf(p), yield)
		}
	}
}

func yieldNames(places []place, v reflect.Value, yield func(Name) bool) bool {
	for i := range places {
		pl := &places[i]
		f := v.Field(pl.index)
		n := pl.name
		switch {
		case pl.within != nil:
			for j := range f.Len() {
				if !yieldNames(pl.within, f.Index(j), yield) {
					return false
				}
			}
		case pl.many:
			for j := range f.Len() {
				if n.Value = f.Index(j).String(); n.Value != "" && !yield(n) {
					return false
				}
			}
		default:
			if n.Value = f.String(); n.Value != "" && !yield(n) {
				return false
			}
		}
	}
	return true
}

// mayName reports whether events of a payload's kind name something in a role.
func mayName(p Payload, role Role) bool {
	k := standard.roll.find(p.Kind())
	return k != nil && k.roles&(1<<role) != 0
}

// Named returns what an event names in a role, in the order of its fields.
func Named(p Payload, role Role) []string {
	if !mayName(p, role) {
		return nil
	}
	var list []string
	for n := range Names(p) {
		if n.Role == role {
			list = append(list, n.Value)
		}
	}
	return list
}

// Rename returns an event in which every name is the one that to gives it, and p as it is if
// all are the same. What a play's text names it leaves alone, as Names does.
func Rename(p Payload, to func(Name) string) Payload {
	k := standard.roll.find(p.Kind())
	if k == nil || len(k.names) == 0 {
		return p
	}
	v := reflect.New(reflect.TypeOf(p)).Elem()
	v.Set(reflect.ValueOf(p))
	if !rename(k.names, v, to) {
		return p
	}
	return v.Interface().(Payload)
}

// rename writes into v, but never into a list that another event may share.
func rename(places []place, v reflect.Value, to func(Name) string) (changed bool) {
	for i := range places {
		pl := &places[i]
		f := v.Field(pl.index)
		if pl.within == nil && !pl.many {
			changed = renameText(pl.name, f, to) || changed
			continue
		}
		list := reflect.MakeSlice(f.Type(), f.Len(), f.Len())
		reflect.Copy(list, f)
		another := false
		for j := range list.Len() {
			if pl.within != nil {
				another = rename(pl.within, list.Index(j), to) || another
			} else {
				another = renameText(pl.name, list.Index(j), to) || another
			}
		}
		if another {
			f.Set(list)
			changed = true
		}
	}
	return changed
}

func renameText(n Name, f reflect.Value, to func(Name) string) bool {
	if n.Value = f.String(); n.Value == "" {
		return false
	}
	value := to(n)
	f.SetString(value)
	return value != n.Value
}

// NamedFirst returns the first that an event names in a role, "" if it names none.
func NamedFirst(p Payload, role Role) string {
	if !mayName(p, role) {
		return ""
	}
	for n := range Names(p) {
		if n.Role == role {
			return n.Value
		}
	}
	return ""
}

// Unsaid reports whether an event has a field for one name in a role, and leaves it out.
func Unsaid(p Payload, role Role) bool { return unsaid(p, role) != nil }

// Saying returns an event with a name in a field that it leaves out; see Unsaid.
func Saying(p Payload, role Role, name string) Payload {
	pl := unsaid(p, role)
	if pl == nil {
		return p
	}
	v := reflect.New(reflect.TypeOf(p)).Elem()
	v.Set(reflect.ValueOf(p))
	v.Field(pl.index).SetString(name)
	return v.Interface().(Payload)
}

func unsaid(p Payload, role Role) *place {
	if !mayName(p, role) {
		return nil
	}
	places := standard.roll.find(p.Kind()).names
	for i := range places {
		if pl := &places[i]; pl.within == nil && !pl.many && pl.name.Role == role && reflect.ValueOf(p).Field(pl.index).Len() == 0 {
			return pl
		}
	}
	return nil
}

// MadeBy returns the side that makes an input by its player's will, such as a play; "" of what
// an umpire enters.
func MadeBy(p Payload) string {
	if made[p.Kind()] {
		return NamedFirst(p, RoleSide)
	}
	return ""
}

// Law names the rule, or the entry of the interpretation register, that an event enacts,
// changes, repeals or adopts a reading of. Other events change no law, and the opening of a
// game, which brings all of it about, names none.
func Law(p Payload) (Name, bool) {
	if About(p) == PartLaw {
		for n := range Names(p) {
			if n.Role == RoleRule || n.Role == RoleEntry {
				return n, true
			}
		}
	}
	return Name{}, false
}

// Typed tells what type a piece has from an event on, if the event says so: its creation or a
// promotion.
func Typed(p Payload) (piece, typ string) {
	if k := standard.roll.find(p.Kind()); k != nil && k.roles&(1<<RoleType) != 0 && !k.input && k.about == PartPieces {
		if typ = NamedFirst(p, RoleType); typ != "" {
			return NamedFirst(p, RolePiece), typ
		}
	}
	return "", ""
}

// Opens reports whether an input may be among those that open a game: the opening itself, and
// the enactment of the first rules.
func Opens(p Payload) bool {
	_, opened := p.(GameOpened)
	_, enacted := p.(RuleEnacted)
	return opened || enacted
}

// Length returns the length of a limit or stage that an input sets, if it sets one.
func Length(p Payload) (int, bool) {
	if k := standard.roll.find(p.Kind()); k != nil && k.length >= 0 {
		return int(reflect.ValueOf(p).Field(k.length).Int()), true
	}
	return 0, false
}
