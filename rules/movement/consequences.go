package movement

import (
	"fmt"
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// What follows of an act: the consequences that definitions and procedures state. A trial and
// whoever plays an act ask the same function, so that both find the same.

// consequence is the compiled form of rules.Consequence.
type consequence struct {
	on     string
	friend bool // of others
	enemy  bool
	when   *formula.Formula
	do     []doing
	clause string

	counters []rules.Counter // of the definition that it stands in, in the order of its formulas
	waits    bool            // until the play has been judged: a lot decides what it does, or a side surrenders
}

// doing is the compiled form of rules.Doing.
type doing struct {
	kind    ChangeKind
	whom    string
	when    *formula.Formula // nil: it is always made
	where   *formula.Formula
	typ     TypeID           // NoType: none in force, or typeOf yields it
	typeOf  *formula.Formula // of Created and Became; nil: typ
	set     int              // of a mark: its text
	name    string           // of a counter
	to      *formula.Formula
	along   bool
	crown   bool             // of Became: to a royal type
	uncrown bool             // of Became: from one
	on      *formula.Formula // the square
	side    *formula.Formula // nil: that of self, or the one that acts
	other   *formula.Formula // of OfSides: the other side that it concerns
	holder  *formula.Formula // of OfSides: the player who gets an office or a side
	src     *rules.Doing
	verb    string
	lot     *formula.Formula // how many of the targets it is done to; nil: to all
	first   *formula.Formula // to which of them first: the one with the least number; nil: the oldest
	draw    []string         // of Drawn
	payer   *formula.Formula // a side or a player; nil: what src says is no formula
	payee   *formula.Formula
	owed    *formula.Formula
}

// ChangeKind is what becomes of a piece.
type ChangeKind uint8

// The kinds of changes.
const (
	Destroyed ChangeKind = iota
	Captured
	Lifted
	Converted
	Became
	Moved
	CounterSet
	Created
	Closed   // of the square To
	Opened   // the same, which was closed
	drawn    // one of some names is drawn: nothing changes by that
	Marked   // of the square To: it has the state Mark
	Unmarked // and has it no longer
	Paid     // of an asset: no piece is changed
	OfSides  // an effect on sides alone: no piece is changed
	Placed   // from its holding
	pushed
	swapped
)

// Change is one thing that follows: what becomes of which piece.
type Change struct {
	Kind   ChangeKind
	Piece  PieceID
	From   Square // where it stood
	To     Square // of Moved and Created: where it stands
	Side   SideID // of Captured, Converted and Created: whose it is; of Marked: whose the state is, NoSide if nobody's
	By     PieceID
	Type   TypeID // of Became and Created
	Set    int    // of CounterSet: which counter of its type
	Value  int    // of CounterSet; of Marked: the number of the state
	Mark   string // of Marked and Unmarked
	Clause string // which says so
	Pay    *Payment
	Sides  *SideEffect
}

// Holder is a side or a player.
type Holder struct {
	Side   SideID // -1: none
	Player int    // if there is no side; -1: none
}

// Nobody is none.
var Nobody = Holder{-1, -1}

// SideEffect is an effect on sides alone, which whoever knows them makes.
type SideEffect struct {
	Doing  *rules.Doing
	Verb   string
	Side   SideID // that it concerns
	Other  SideID // the other one, -1 if there is none
	Holder Holder // of appoint and entrust
}

// Payment is an amount that goes from one account to another.
type Payment struct {
	Doing  *rules.Doing // which says of what, from whom and to whom
	Amount float64
	Owed   float64 // of which whoever pays less gets one of what the doing says
	Mover  SideID  // that acts
	Owner  SideID  // whose the actor is, or was
	Payer  Holder  // if a formula says who pays; else Nobody
	Payee  Holder
}

// Act is an act of a piece that has been made, as far as something can follow of it. The position is
// that after it: what it captured is off-board and belongs to the captor's side.
type Act struct {
	Play     Play // Move, Capture, Placement, Declared or Become
	Piece    PieceID
	From, To Square // Off: it came from its holding, or left the board
	Victims  []Fallen
	Other    PieceID  // with which it changed places, or NoPiece;
	Left     Square   // and where that stood
	Attacked []Fallen // of a capture that pieces have resisted: all that it was made on; Victims are those that it took
	Burst    []Fallen // what the definitions of the captor and of its victims have destroyed
	Targets  []Fallen // of an action: whom it was done to, as they were
	Fell     bool     // the piece has been captured in the act itself,
	Of       SideID   // and was this side's
}

// Fallen is a captured piece as it was.
type Fallen struct {
	Piece PieceID
	At    Square
	Side  SideID
}

// Consequent reports whether something may follow of an act under these rules.
func (rs *Ruleset) Consequent() bool { return rs.consequent }

// consequences compiles those of procedures, and notes whether there are any at all.
func (c *compiler) consequences() error {
	for _, r := range c.rb.Rules() {
		if r.Procedure == nil {
			continue
		}
		c.number, c.clause = r.Number, r.Clause("")
		if err := c.follows(nil, nil, "consequences", r.Procedure.Consequences, &c.rs.follows); err != nil {
			return err
		}
	}
	c.rs.consequent = len(c.rs.follows) > 0
	for i := range c.rs.types {
		c.rs.consequent = c.rs.consequent || len(c.rs.types[i].follows) > 0
	}
	return nil
}

// follows compiles a list of consequences, of a type or of a procedure.
func (c *compiler) follows(k *kind, counters []rules.Counter, field string, list []rules.Consequence, into *[]consequence) error {
	if len(list) == 0 {
		return nil
	}
	if !slices.ContainsFunc(list, func(e rules.Consequence) bool { return !e.Occasion() }) {
		return nil // whoever knows the game answers them
	}
	v := rules.ConsequenceVocabulary(pad(counters), c.resolver())
	for i := range list {
		src := &list[i]
		if src.Occasion() {
			continue // whoever knows the game answers it
		}
		out := consequence{on: src.On, clause: c.clause, counters: counters, waits: src.Waits()}
		c.rs.asksPassed = c.rs.asksPassed || src.On == "passed"
		if src.Cite != "" {
			out.clause += " " + src.Cite
		}
		if src.Of != "" && src.Of != "self" {
			out.enemy, out.friend = sides(src.Of)
		}
		at := numbered(field, i)
		var err error
		if out.when, err = c.truth(at+".when", src.When, v); err != nil {
			return err
		}
		for j := range src.Do {
			d, err := c.doing(numbered(at+".do", j), &src.Do[j], counters, v)
			if err != nil {
				return err
			}
			out.do = append(out.do, d)
		}
		*into = append(*into, out)
	}
	return nil
}

func (c *compiler) truth(field string, src rules.Expr, v *formula.Vocabulary) (*formula.Formula, error) {
	if src == "" {
		return nil, nil
	}
	f, err := formula.Compile(string(src), v, formula.Bool)
	if err != nil {
		return nil, c.fail(field, err)
	}
	return f, nil
}

func (c *compiler) doing(field string, src *rules.Doing, counters []rules.Counter, v *formula.Vocabulary) (d doing, err error) {
	verb, whom := src.Effect()
	d = doing{typ: NoType, along: src.On == rules.Along, draw: src.Draw, src: src, verb: verb, whom: whom}
	if d.when, err = c.truth(field+".when", src.When, v); err != nil {
		return d, err
	}
	kinds := map[string]ChangeKind{"destroy": Destroyed, "capture": Captured, "lift": Lifted, "convert": Converted,
		"become": Became, "move": Moved, "push": pushed, "swap": swapped, "set": CounterSet, "create": Created, "close": Closed, "open": Opened, "mark": Marked, "unmark": Unmarked,
		"crown": Became, "uncrown": Became, "place": Placed, "pay": Paid, "draw": drawn}
	var ok bool
	if d.kind, ok = kinds[verb]; !ok {
		d.kind = OfSides
	}
	d.crown, d.uncrown = verb == "crown", verb == "uncrown"
	if d.where, err = c.truth(field+".where", src.Where, v); err != nil {
		return d, err
	}
	thing := func(name string, from rules.Expr, into **formula.Formula, kind formula.Kind) {
		if err != nil || from == "" {
			return
		}
		f, bad := formula.Compile(string(from), v, kind)
		if *into = f; bad != nil {
			err = c.fail(field+"."+name, bad)
		}
	}
	holding := func(word string) rules.Expr {
		if rules.Reckoned(word) {
			return rules.Expr(word)
		}
		return ""
	}
	thing("lot", src.Lot, &d.lot, formula.Number)
	thing("first", src.First, &d.first, formula.Number)
	thing("side", rules.Called(src.Side, rules.SortSide), &d.side, formula.Thing)
	thing("other", rules.Called(src.Other, rules.SortSide), &d.other, formula.Thing)
	thing("holder", src.Holder, &d.holder, formula.Thing)
	thing("payer", holding(src.Payer), &d.payer, formula.Thing)
	thing("payee", holding(src.Payee), &d.payee, formula.Thing)
	if !d.along {
		thing("on", rules.Called(src.On, rules.SortSquare), &d.on, formula.Thing)
	}
	named := src.Type
	switch d.kind {
	case Paid:
		thing("pay", src.Pay, &d.to, formula.Number)
		thing("owed", src.Owed, &d.owed, formula.Number)
	case Closed, Opened:
		if whom != rules.EverySquare {
			thing(verb, rules.Called(rules.Expr(whom), rules.SortSquare), &d.on, formula.Thing)
		}
	case Created:
		named = whom
	case Marked, Unmarked:
		thing("to", src.To, &d.to, formula.Number)
		if err == nil {
			d.set, err = c.text(whom)
		}
	case CounterSet:
		d.name, d.whom = whom, "self"
		if src.Where != "" {
			d.whom = "pieces"
		}
		is := func(n rules.Counter) bool { return n.Name == whom }
		if src.Where == "" && !slices.ContainsFunc(counters, is) && !slices.ContainsFunc(c.proc.Counters, is) {
			return d, c.fail(field+".set", fmt.Errorf("the type has no counter %q", whom))
		}
		thing("to", src.To, &d.to, formula.Number)
	case OfSides:
		if verb == "appoint" && src.Holder == "" {
			thing("holder", "mover", &d.holder, formula.Thing)
		}
	}
	if d.kind == Created || d.kind == Became {
		d.typeOf = rules.TypeAsked(named, func(name string) bool { t, ok := c.typeNamed(name); d.typ = t; return ok }, v)
	}
	return d, err
}

// moment is something that happens to a piece.
type moment struct {
	on             string
	actor          PieceID
	at             Square // where the actor stands, or stood if it is gone
	side           SideID // whose the actor is, or was
	captor, victim PieceID
	left           Square // that the actor left, Off if none
}
