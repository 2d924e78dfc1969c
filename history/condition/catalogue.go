package condition

import (
	"fmt"
	"iter"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/names"
	speech "adjudicate/rules/words"
)

// Catalogue is every name that a history has known: sides that have left, pieces that were destroyed
// and rules that were repealed are in it.
type Catalogue struct {
	law          *aggregate.State // the opening, the register and the rules, and nothing else
	files, ranks int              // of the largest board
	register     *rules.Register

	sides, players, accounts, assets nameSet
	pieces, types, counters, rules   nameSet
	stages, attributes, kinds        nameSet           // that rules declare
	holders                          map[string]string // side → its last player; never iterated
}

// nameSet is a set of names in the order of their appearance.
type nameSet struct {
	list []string
	has  map[string]bool // never iterated
}

func (n *nameSet) add(name string) {
	if name == "" || n.has[name] {
		return
	}
	if n.has == nil {
		n.has = map[string]bool{}
	}
	n.has[name] = true
	n.list = append(n.list, name)
}

// find returns the name that is meant: as written, or the only one that differs in case alone.
func (n *nameSet) find(text string) (string, bool) {
	if n.has[text] {
		return text, true
	}
	found := ""
	for _, name := range n.list {
		if strings.EqualFold(name, text) {
			if found != "" {
				return "", false
			}
			found = name
		}
	}
	return found, found != ""
}

// NewCatalogue returns the names of a history before its first event.
func NewCatalogue() *Catalogue {
	c := &Catalogue{law: aggregate.NewState(), holders: map[string]string{}}
	c.accounts.add("Treasury")
	return c
}

// Collect returns the names of a whole history.
func Collect(history iter.Seq2[events.Envelope, error]) (*Catalogue, error) {
	c := NewCatalogue()
	for e, err := range history {
		if err != nil {
			return nil, fmt.Errorf("collect names: %w", err)
		}
		c.Note(e.Payload)
	}
	return c, nil
}

// Note takes the names from an outcome. Inputs bring none: what they ask for may never come
// about; nor do rulings, disputes and editions, which speak of what there is.
func (c *Catalogue) Note(payload events.Payload) {
	if events.About(payload)&noted == 0 || events.IsInput(payload.Kind()) {
		return
	}
	for n := range events.Names(payload) {
		switch n.Role {
		case events.RoleSide:
			c.sides.add(n.Value)
		case events.RolePlayer:
			c.players.add(n.Value)
		case events.RoleAccount:
			c.accounts.add(n.Value)
		case events.RoleAsset:
			c.assets.add(n.Value)
		case events.RolePiece:
			c.pieces.add(n.Value)
		case events.RoleType:
			c.types.add(n.Value)
		case events.RoleCounter:
			c.counters.add(n.Value)
		case events.RoleRule:
			c.rules.add(n.Value)
		}
	}
	if side, player := events.NamedFirst(payload, events.RoleSide), events.NamedFirst(payload, events.RolePlayer); side != "" && player != "" {
		c.holders[side] = player
	}
	switch p := payload.(type) {
	case events.RulePutInForce:
		r, err := rules.FromCanonical(p.Rule)
		c.law.Apply(p)
		if err == nil && r.Piece != nil {
			c.types.add(r.Piece.Name)
		}
		if err == nil && r.Procedure != nil && r.Procedure.Board != nil {
			c.files, c.ranks = max(c.files, r.Procedure.Board.Files), max(c.ranks, r.Procedure.Board.Ranks)
		}
		if err == nil && r.Procedure != nil {
			p := r.Procedure.Declared()
			for _, a := range p.Attributes {
				c.attributes.add(a.Name)
			}
			for _, g := range p.Stages {
				c.stages.add(g.Name)
			}
			for _, name := range p.KindNames() {
				c.kinds.add(name)
			}
		}
	case events.RuleOutOfForce:
		c.law.Apply(p)
	case events.LedgerOpened, events.EntryRegistered:
		c.law.Apply(p)
		if register, err := c.law.Register(); err == nil {
			c.register = register
		}
	}
}

// Speaker says things as the game does at the end of the history.
func (c *Catalogue) Speaker() *speech.Speaker { return c.law.Speaker() }

// noted are the parts of a game whose outcomes bring names into it.
const noted = events.PartPieces | events.PartSides | events.PartPlayers | events.PartOffice | events.PartAccounts | events.PartHands | events.PartLaw

// Side returns the side that is meant by a word; the error lists a near one.
func (c *Catalogue) Side(word string) (string, error) { return c.find(SortSide, word) }

// Player returns the player that is meant by a word.
func (c *Catalogue) Player(word string) (string, error) { return c.find(SortPlayer, word) }

// Account returns the account that is meant by a word.
func (c *Catalogue) Account(word string) (string, error) { return c.find(SortAccount, word) }

// Asset returns the asset of accounts that is meant by a word.
func (c *Catalogue) Asset(word string) (string, error) { return c.find(SortAsset, word) }

// Piece returns the piece that is meant by a word, its id.
func (c *Catalogue) Piece(word string) (string, error) { return c.find(SortPiece, word) }

// Rule returns the number of the rule that is meant by a word.
func (c *Catalogue) Rule(word string) (string, error) { return c.find(SortRule, word) }

// Entry returns the entry of the interpretation register that is meant by a word.
func (c *Catalogue) Entry(word string) (string, error) { return c.find(SortEntry, word) }

// Square returns the square that is meant by a word.
func (c *Catalogue) Square(word string) (string, error) { return c.find(SortSquare, word) }

// of returns the names of a sort.
func (c *Catalogue) of(sort formula.Sort) *nameSet {
	switch sort {
	case SortSide:
		return &c.sides
	case SortPlayer:
		return &c.players
	case SortAccount:
		all := &nameSet{}
		for _, list := range [][]string{c.players.list, c.accounts.list} {
			for _, name := range list {
				all.add(name)
			}
		}
		return all
	case SortAsset:
		u := events.Usual()
		return c.withUsual(&c.assets, rules.Money, u.Tokens, u.Points, u.Marks, u.Titles)
	case SortPiece:
		return &c.pieces
	case SortType:
		return &c.types
	case SortRule:
		return &c.rules
	case SortCounter:
		return &c.counters
	case SortPlay:
		return c.withUsual(&c.kinds, append([]string{rules.RecordedStay()}, playWords...)...)
	case SortEntry:
		if c.register != nil {
			return c.withUsual(&nameSet{}, c.register.IDs()...)
		}
	}
	return &nameSet{}
}

// withUsual adds names that every game has.
func (c *Catalogue) withUsual(some *nameSet, usual ...string) *nameSet {
	all := &nameSet{}
	for _, name := range some.list {
		all.add(name)
	}
	for _, name := range usual {
		all.add(name)
	}
	return all
}

// find returns the name of a sort that is meant by a text.
func (c *Catalogue) find(sort formula.Sort, text string) (string, error) {
	if sort == SortSquare {
		return c.square(text)
	}
	list := c.of(sort)
	if name, ok := list.find(text); ok {
		return name, nil
	}
	e := names.Unknown(noun(sort), text, list.list)
	if held := c.heldBy(text); sort == SortSide && held != "" {
		e.Near = held
	}
	return "", e
}

// noun is what a sort is called without its article.
func noun(sort formula.Sort) string {
	_, n, _ := strings.Cut(sorts[sort], " ")
	return n
}

// heldBy returns the first side that a player holds, "" if there is none.
func (c *Catalogue) heldBy(player string) string {
	for _, side := range c.sides.list {
		if strings.EqualFold(c.holders[side], player) {
			return side
		}
	}
	return ""
}

func (c *Catalogue) square(text string) (string, error) {
	files, ranks := c.files, c.ranks
	if files == 0 {
		files, ranks = c.law.Board()
	}
	if isSquare(text, files, ranks) {
		return text, nil
	}
	if files == 0 {
		return "", fmt.Errorf("no such square: %q: the ledger has no board", text)
	}
	if id, ok := c.pieces.find(text); ok {
		return "", fmt.Errorf("%q is a piece, not a square: use square(%q) for where it stands, side_of(%q) for its side", text, id, id)
	}
	if low := strings.ToLower(text); isSquare(low, files, ranks) {
		return "", &names.UnknownError{What: "square", Word: text, Near: low}
	}
	return "", fmt.Errorf("no such square: %q: the board is a1 to %s", text, rules.SquareName(files-1, ranks-1))
}

// isSquare reports whether a text is a square of a board of that size, as a1.
func isSquare(text string, files, ranks int) bool {
	file, rank, ok := rules.ParseSquare(text)
	return ok && file < files && rank < ranks
}

// readings returns the readings of an entry, nil if it is not known.
func (c *Catalogue) readings(entry string) []string {
	if c.register == nil {
		return nil
	}
	e, ok := c.register.Entry(entry)
	if !ok {
		return nil
	}
	var list []string
	for _, r := range e.Readings {
		list = append(list, r.Name)
	}
	return list
}

// byDefault returns the reading of an entry that holds while none is adopted.
func (c *Catalogue) byDefault(entry string) string {
	if c.register == nil {
		return ""
	}
	e, _ := c.register.Entry(entry)
	return e.Default
}
