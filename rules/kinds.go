package rules

import (
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"

	"adjudicate/rules/formula"
	"adjudicate/rules/names"
)

// Moves and captures are what every piece does. Rules may declare kinds of moves besides: a charge, a leap that is paid for. A procedure says
// what a kind is called, what it costs and what it may not threaten; a definition gives, by that name, the modes of its piece: modes as any others,
// but for a name. Such a move is made only by a play that names its kind, as in "Ra1-b3 (charge)". A mode that does not say what it is for goes to
// empty squares, and neither attacks nor mobility nor Weights know of it. One that is for captures attacks what it captures, and its
// captures, "Ra1xb3 (charge)", are captures of that kind. Duties, stages and denials call both by the name of the kind, as they do a move or a
// capture, and captures by their own name too.

// A Kind is a kind of move that rules declare.
type Kind struct {
	Name      string `json:"name"`                 // how plays, definitions and duties call it, in small letters: "charge"
	Asset     string `json:"asset,omitempty"`      // the asset in which it is paid; without it, it costs nothing
	Cost      Expr   `json:"cost,omitempty"`       // with `asset`: how much: "1"
	MayAttack Expr   `json:"may_attack,omitempty"` // condition on readings: the piece may attack a royal piece of another side from where it goes; default: always
	MayCheck  Expr   `json:"may_check,omitempty"`  // condition on readings: another side may newly be in check after it; default: always
	Helps     bool   `json:"helps,omitempty"`      // the piece stays where it is: an order, among simultaneous plays with a strength, that names a square and the piece which is helped there
	Cite      string `json:"cite,omitempty"`

	In *Rule `json:"-"` // the rule in which it stands, in a merged procedure
}

// OlderKind is what a section set that knew one kind of move only.
type OlderKind struct {
	Asset string `json:"asset"` // the asset in which it is paid
	Cost  Expr   `json:"cost"`  // how much: "1"
	Cite  string `json:"cite,omitempty"`
}

// UndeclaredKind is a kind that a definition names and no rule declares.
func UndeclaredKind(name string) *Kind {
	if name == older.Kind.Name {
		return &older.Kind
	}
	return &Kind{Name: name}
}

// Kind is the declared kind of a name, nil if there is none.
func (p *Procedure) Kind(name string) *Kind {
	for i := range p.Kinds {
		if p.Kinds[i].Name == name {
			return &p.Kinds[i]
		}
	}
	return nil
}

// KindNames are the names of the declared kinds, in their order.
func (p *Procedure) KindNames() []string {
	list := make([]string, len(p.Kinds))
	for i := range p.Kinds {
		list[i] = p.Kinds[i].Name
	}
	return list
}

// Terms are the formulas that say when a kind may threaten what, as they stand in its rule.
func (k *Kind) Terms() []Expr { return []Expr{k.MayAttack, k.MayCheck} }

// Moves are the modes of a definition's moves of a declared kind.
type Moves struct {
	Kind  string `json:"kind"`            // the name of a kind in a section `kinds`
	Modes []Mode `json:"modes,omitempty"` // its modes: each is a move to an empty square, or what its `for` says: move, capture, shot, own
}

// olderKindField is where a definition in the earlier form has the modes of its one kind.
var olderKindField = "piece." + older.Kind.Name

// ByKind returns the modes of a definition's moves of declared kinds, in the order in which it gives them.
func (p *Piece) ByKind() []Moves {
	if len(p.OlderKind) == 0 {
		return p.Kinds
	}
	return append(slices.Clip(p.Kinds), Moves{older.Kind.Name, p.OlderKind})
}

// ModesOf are the modes of a definition's moves of a kind, none if it has none.
func (p *Piece) ModesOf(kind string) (list []Mode) {
	for _, m := range p.ByKind() {
		if m.Kind == kind {
			list = append(list, m.Modes...)
		}
	}
	return list
}

// AllModes are the modes of a definition, of its ordinary moves first.
func (p *Piece) AllModes() []Mode {
	list := slices.Clip(p.Modes)
	for _, m := range p.ByKind() {
		list = append(list, m.Modes...)
	}
	return list
}

// moving lists the fields in which a definition itself says how the piece moves.
func (p *Piece) moving() (fields []string) {
	for _, f := range []struct {
		field string
		has   bool
	}{{"modes", len(p.Modes) > 0}, {"kinds", len(p.Kinds) > 0}, {older.Kind.Name, len(p.OlderKind) > 0}, {"counters", len(p.Counters) > 0}, {"betza", p.Betza != ""}, {"immovable", p.Immovable}} {
		if f.has {
			fields = append(fields, "piece."+f.field)
		}
	}
	return fields
}

// Harmless returns a mode without what it says of captures: in a mode of a declared kind that is not for captures it means nothing, whether it stands
// there or is copied.
func (m Mode) Harmless() Mode {
	m.Victim, m.Spares, m.Victims, m.Takes, m.Kind = nil, nil, "", "", ""
	m.Full, m.Onward, m.Clears = false, false, false
	m.Legs = slices.Clone(m.Legs)
	for i := range m.Legs {
		m.Legs[i].Takes, m.Legs[i].Spares = false, nil
	}
	return m
}

// captureUses are what a mode of a declared kind may be for beside moves.
var captureUses = []string{"capture", "shot", "own"}

// InKind returns what a mode of a declared kind captures by as a mode of its own, whose captures are of that kind; ok is false if it only moves.
func (m Mode) InKind(kind string) (of Mode, ok bool) {
	m.For = slices.DeleteFunc(slices.Clone(m.For), func(f string) bool { return !slices.Contains(captureUses, f) })
	m.Kind, m.Exposed, m.Becomes = kind, false, nil
	return m, len(m.For) > 0
}

// CapturesInKind reports whether some mode of a definition captures in moves of a kind.
func (p *Piece) CapturesInKind(kind string) bool {
	return slices.ContainsFunc(p.ModesOf(kind), func(m Mode) bool {
		_, ok := m.InKind(kind)
		return ok
	})
}

// CapturesInKinds reports whether some mode of a definition captures in moves of any declared kind.
func (p *Piece) CapturesInKinds() bool {
	return slices.ContainsFunc(p.ByKind(), func(of Moves) bool { return p.CapturesInKind(of.Kind) })
}

// lists yields the lists of modes that a definition itself has, with their fields.
func (p *Piece) lists() iter.Seq2[string, []Mode] {
	return func(yield func(string, []Mode) bool) {
		if !yield("piece.modes", p.Modes) {
			return
		}
		for i, m := range p.ByKind() {
			if !yield(p.kindField(i), m.Modes) {
				return
			}
		}
	}
}

// kindField is where a definition has the modes that stand at an index of ByKind.
func (p *Piece) kindField(i int) string {
	if i == len(p.Kinds) {
		return olderKindField
	}
	return fmt.Sprintf("piece.kinds[%d].modes", i)
}

// isKindField reports whether a field is of the modes of declared kinds.
func isKindField(field string) bool {
	return strings.HasPrefix(field, olderKindField) || strings.HasPrefix(field, "piece.kinds[")
}

var kindWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z]{1,40}$`) })

// taken are words that plays have in brackets for something else, or by which duties and powers know another act.
func (c *checker) takenByActs() []string {
	list := append(slices.Clone(forbidden), c.merged.soughtWords()...)
	return append(list, "shot", "victim", "off", UseExit, older.Exit)
}

// kinds checks the declared kinds of moves.
func (c *checker) kinds(field string, list []Kind) {
	c.most(field, max(len(list), len(c.merged.Kinds)), MostKinds, "kinds of moves")
	taken := c.takenByActs()
	for _, o := range c.merged.Kinds {
		if o.In != nil && o.In.Number != c.rule.Number {
			taken = append(taken, o.Name)
		}
	}
	if c.rule.Procedure.OlderKinds != nil {
		if slices.Contains(taken, older.Kind.Name) {
			c.fault("procedure."+older.Kinds, "another rule declares moves of the kind %s", older.Kind.Name)
		}
		taken = append(taken, older.Kind.Name)
	}
	for i := range list {
		k, at := &list[i], fmt.Sprintf("%s[%d]", field, i)
		switch {
		case !kindWord().MatchString(k.Name):
			c.fault(at+".name", "invalid name %q: plays write it in brackets, so expected small letters, a to z", k.Name)
		case slices.Contains(taken, k.Name):
			c.fault(at+".name", "name %q is already in use", k.Name)
		}
		taken = append(taken, k.Name)
		switch {
		case k.Asset == "" && k.Cost != "":
			c.fault(at+".asset", "missing: the asset in which the cost is paid")
		case k.Asset != "" && k.Cost == "":
			c.fault(at+".cost", "missing formula")
		case k.Helps && (k.Asset != "" || k.MayAttack != "" || k.MayCheck != ""):
			c.fault(at+".helps", "not allowed with asset, cost, may_attack or may_check: the piece stays where it is")
		}
		for j, src := range k.Terms() {
			if src != "" {
				c.truth(at+[]string{".may_attack", ".may_check"}[j], src, c.readingWords(at))
			}
		}
	}
}

// readingWords are the words of a condition about readings alone, at a field.
func (c *checker) readingWords(field string) *formula.Vocabulary {
	return c.resolver(field, new(Piece)).reading(new(formula.Vocabulary))
}

// truth checks such a condition, if there is one.
func (c *checker) truth(field string, src Expr, readings *formula.Vocabulary) {
	if src != "" {
		c.formula(field, src, readings, formula.Bool)
	}
}

// Capitalised is the name of a kind of move as it stands among other kinds of plays in a sentence: "Charge".
func Capitalised(name string) string {
	if name == "" {
		return ""
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// ofKinds checks the modes of moves of declared kinds: they move or capture, and what they copy is known beforehand.
func (c *checker) ofKinds(p *Piece) {
	var had []string
	for i, of := range p.ByKind() {
		field := p.kindField(i)
		at := strings.TrimSuffix(field, ".modes")
		switch {
		case slices.Contains(had, of.Kind):
			c.fault(at, "the modes of this kind are given already: %s", of.Kind)
		case c.merged.Kind(of.Kind) == nil:
			c.undeclared(at, of.Kind)
		}
		had = append(had, of.Kind)
		if len(of.Modes) == 0 {
			c.fault(field, "missing modes: how the piece moves so")
		}
		c.modes(field, of.Modes, p)
		for j := range of.Modes {
			m, at := &of.Modes[j], fmt.Sprintf("%s[%d]", field, j)
			for k, f := range m.For {
				if f == "swap" || IsExit(f) {
					c.fault(fmt.Sprintf("%s.for[%d]", at, k), "not in a move of a declared kind: expected move, %s", strings.Join(captureUses, ", "))
				}
			}
			if _, takes := m.InKind(of.Kind); takes && m.Kind != "" && m.Kind != of.Kind {
				c.fault(at+".kind", "its captures are of the kind %s", of.Kind)
			}
			if m.As != nil && m.As.Type == "" {
				c.fault(at+".as", "a move of a declared kind can take the moves only of a named type")
			}
			for _, has := range []struct {
				field string
				yes   bool
			}{
				{".exposed", m.Exposed}, {".becomes", len(m.Becomes) > 0}, {".carries", m.Carries != nil},
			} {
				if has.yes {
					c.doubt(at+has.field, "no effect: in a move of a declared kind the piece moves or captures, and nothing else")
				}
			}
		}
	}
}

// act checks the word by which a duty, a denial or a stage calls an act: one of acts, a declared kind of move, or one of more. The kind that rules in
// an earlier form mean may be named where no rule declares it: there was a time when every game knew the word.
func (c *checker) act(field, word string, acts []string, more ...string) {
	known := slices.Concat(acts, c.merged.KindNames(), more)
	if word == older.Kind.Name && !slices.Contains(known, word) {
		c.undeclared(field, word)
		return
	}
	c.word(field, word, known...)
}

// undeclared doubts a kind that no rule declares.
func (c *checker) undeclared(field, kind string) {
	c.doubt(field, "no effect: no rule declares a kind of move called %q", kind)
	c.hint("%s", names.Suggest(kind, c.merged.KindNames(), "a procedure declares one in its section kinds"))
}

// moves reports whether an act of a duty is a move that captures nothing: a Move, or one of a declared kind.
func (c *checker) moves(act string) bool {
	return act == ActMove || slices.Contains(c.merged.KindNames(), act)
}
