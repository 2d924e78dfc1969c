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
	byLot    bool            // a lot decides what it does
}

// doing is the compiled form of rules.Doing.
type doing struct {
	kind    ChangeKind
	whom    string
	where   *formula.Formula
	typ     TypeID // NoType: that of the victim
	set     int    // of a mark: its text
	name    string // of a counter
	to      *formula.Formula
	along   bool
	crown   bool             // of Became: to a royal type
	uncrown bool             // of Became: from one
	victims bool             // of Created: the type is that of the victim
	on      *formula.Formula // the square
	side    *formula.Formula // nil: that of self
	pay     *rules.Doing     // of Paid; to is the amount
	lot     *formula.Formula // how many of the targets it is done to; nil: to all
	draw    []string         // of Drawn
	payer   *formula.Formula // a side; nil: what pay says is no formula
	payee   *formula.Formula
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
	PlaysNext // of a side: no piece is changed
	Closed    // of the square To
	drawn     // one of some names is drawn: nothing changes by that
	Marked    // of the square To: it has the state Mark
	Unmarked  // and has it no longer
	Dubbed    // the side has the attribute Text
	Paid      // of an asset: no piece is changed
	Placed    // from its holding
	Appointed // to the office Text: the side Side, or with Value the player of that id; -1 nobody
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
	Text   string // of Marked
	Pay    *Payment
}

// Payment is an amount that goes from one account to another.
type Payment struct {
	Doing  *rules.Doing // which says of what, from whom and to whom
	Amount float64
	Mover  SideID // that acts
	Owner  SideID // whose the actor is, or was
	Payer  SideID // if a formula says who pays; else -1
	Payee  SideID
}

// Act is an act of a piece that has been made, as far as something can follow of it. The position is
// that after it: what it captured is off-board and belongs to the captor's side.
type Act struct {
	Play     Play // Move, Capture, Placement or Special
	Piece    PieceID
	From, To Square // Off: it came from its holding, or left the board
	Victims  []Fallen
	Other    PieceID // with which it changed places, or NoPiece
	Resisted bool    // a capture that had no effect
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
		out := consequence{on: src.On, clause: c.clause, counters: counters, byLot: src.ByLot()}
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
	d = doing{typ: NoType, along: src.On == rules.Along, draw: src.Draw}
	if src.Draw != nil {
		d.kind = drawn
		return d, nil
	}
	if src.Lot != "" {
		if d.lot, err = formula.Compile(string(src.Lot), v, formula.Number); err != nil {
			return d, c.fail(field+".lot", err)
		}
	}
	if src.Pay != "" {
		d.kind, d.pay = Paid, src
		if d.to, err = formula.Compile(string(src.Pay), v, formula.Number); err != nil {
			return d, c.fail(field+".pay", err)
		}
		for _, f := range []struct {
			word string
			into **formula.Formula
		}{{src.Payer, &d.payer}, {src.Payee, &d.payee}} {
			if rules.Reckoned(f.word) {
				if *f.into, err = formula.Compile(f.word, v, formula.Thing); err != nil {
					return d, c.fail(field+".pay", err)
				}
			}
		}
		return d, nil
	}
	kinds := map[string]ChangeKind{"destroy": Destroyed, "capture": Captured, "lift": Lifted, "convert": Converted,
		"become": Became, "move": Moved, "push": pushed, "swap": swapped, "set": CounterSet, "create": Created, "next": PlaysNext, "close": Closed, "mark": Marked, "unmark": Unmarked, "attribute": Dubbed,
		"crown": Became, "uncrown": Became, "place": Placed, "appoint": Appointed, "dismiss": Appointed}
	verb, whom := src.Effect()
	d.kind, d.whom, d.crown, d.uncrown = kinds[verb], whom, verb == "crown", verb == "uncrown"
	if d.where, err = c.truth(field+".where", src.Where, v); err != nil {
		return d, err
	}
	for _, f := range []struct {
		name string
		src  rules.Expr
		into **formula.Formula
	}{{"on", rules.Called(src.On, rules.SortSquare), &d.on}, {"side", rules.Called(src.Side, rules.SortSide), &d.side}, {"close", rules.Called(rules.Expr(src.Close), rules.SortSquare), &d.on}, {"holder", src.Holder, &d.side}} {
		if f.src == "" || d.along {
			continue
		}
		if *f.into, err = formula.Compile(string(f.src), v, formula.Thing); err != nil {
			return d, c.fail(field+"."+f.name, err)
		}
	}
	named := src.Type
	switch d.kind {
	case Created:
		named, d.whom, d.victims = whom, "", whom == "victim"
	case Marked, Unmarked:
		if d.set, err = c.text(whom); err == nil && src.To != "" {
			d.to, err = formula.Compile(string(src.To), v, formula.Number)
		}
		return d, err
	case Appointed:
		if d.name = verb; verb == "appoint" && d.side == nil {
			d.side, err = formula.Compile("mover", v, formula.Thing)
		}
		return d, err
	case CounterSet:
		d.whom = "self"
		is := func(n rules.Counter) bool { return n.Name == whom }
		if d.name = whom; !slices.ContainsFunc(counters, is) && !slices.ContainsFunc(c.proc.Counters, is) {
			return d, c.fail(field+".set", fmt.Errorf("the type has no counter %q", whom))
		}
		if d.to, err = formula.Compile(string(src.To), v, formula.Number); err != nil {
			return d, c.fail(field+".to", err)
		}
	}
	if t, ok := c.typeNamed(named); ok {
		d.typ = t
	}
	return d, nil
}

// moment is something that happens to a piece.
type moment struct {
	on             string
	actor          PieceID
	at             Square // where the actor stands, or stood if it is gone
	side           SideID // whose the actor is, or was
	captor, victim PieceID
}
