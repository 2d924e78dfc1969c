package amendment

import (
	"fmt"
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
)

// Foresight is what a change of the rules would bring about, without its being made.
type Foresight struct {
	Accepted bool           `json:"accepted"`
	Faults   []events.Fault `json:"faults"` // why it would be refused
	Facts    []events.Fact  `json:"facts"`
	Before   string         `json:"rulebook_before"` // hashes
	After    string         `json:"rulebook_after"`
	Changes  []Change       `json:"changes"`

	BecomeInvalid []Definition     `json:"become_invalid"`
	BecomeValid   []Definition     `json:"become_valid"`
	Leaving       []Leaving        `json:"leaving"`
	Destroyed     []Excess         `json:"destroyed"`
	Checks        []CheckChange    `json:"checks"`
	Weights       []WeightChange   `json:"weights"`
	Shapes        []ShapeChange    `json:"shapes"`
	Plays         []PlayChange     `json:"plays"`
	Prices        []PriceChange    `json:"prices"`
	Other         []events.Payload `json:"-"` // what else would happen, such as another side's turn
}

// Definition is a piece definition with the rule it stands in.
type Definition struct {
	Clause string `json:"clause"` // "12.5/5"
	Type   string `json:"type"`
	Why    string `json:"why,omitempty"` // it is not valid
}

// Leaving is a piece that leaves the board for its owner's holding.
type Leaving struct {
	Piece string `json:"piece"`
	Type  string `json:"type"`
	Side  string `json:"side"`
	From  string `json:"from"`
}

// Excess is pieces of one type that a side loses because they exceed its instance limit.
// Drawn says that a lot decides which; the pieces are then those that it would draw now.
type Excess struct {
	Side   string   `json:"side"`
	Type   string   `json:"type"`
	Limit  int      `json:"limit"`
	Pieces []string `json:"pieces"`
	Drawn  bool     `json:"drawn"`
}

// CheckChange is a side whose checks differ.
type CheckChange struct {
	Side   string   `json:"side"`
	Before []string `json:"before"` // the pieces that give check
	After  []string `json:"after"`
}

// WeightChange is a side's Weight. All sides are listed.
type WeightChange struct {
	Side   string      `json:"side"`
	Before events.Half `json:"before"`
	After  events.Half `json:"after"`
}

// ShapeChange is a side that may compose its plays otherwise.
type ShapeChange struct {
	Side   string   `json:"side"`
	Before []string `json:"before"`
	After  []string `json:"after"`
}

// PlayChange is a side's legal atomic plays. All sides are listed.
type PlayChange struct {
	Side   string `json:"side"`
	Before int    `json:"before"` // how many
	After  int    `json:"after"`
	Gained []Play `json:"gained"`
	Lost   []Play `json:"lost"`
}

// PriceChange is a type whose price or terms differ. A nil price is none: it is not sold or
// not defined, or, if there are terms, hangs on sides and there is none. The terms begin with the formula of a price that asks of
// more than the value, and with the side for which it is told.
type PriceChange struct {
	Type        string       `json:"type"`
	Before      *events.Half `json:"before"`
	After       *events.Half `json:"after"`
	TermsBefore string       `json:"terms_before,omitempty"`
	TermsAfter  string       `json:"terms_after,omitempty"`
}

// Foresee says what inputs that change the rules would bring about, one after the other. The
// first that would be refused ends it. The state is not changed.
func Foresee(s *aggregate.State, engine string, inputs []aggregate.Input) (*Foresight, error) {
	base, err := judgeOf(s, engine)
	if err != nil {
		return nil, err
	}
	work, err := judgeOf(s, engine)
	if err != nil {
		return nil, err
	}
	before, err := standingOf(base)
	if err != nil {
		return nil, err
	}
	f := &Foresight{Accepted: true, Faults: []events.Fault{}, Facts: []events.Fact{}}
	var outcomes []events.Payload
	for _, in := range inputs {
		d := work.Decide(in)
		f.Facts = append(f.Facts, d.Ruling.Facts...)
		if d.Ruling.Verdict != aggregate.Accepted {
			f.Accepted, f.Faults = false, d.Ruling.Faults
			break
		}
		for _, o := range d.Outcomes[1:] {
			outcomes = append(outcomes, o.Payload)
		}
		work.Commit(d)
	}
	if !f.Accepted {
		// Nothing would be written of any of them.
		work, outcomes = base, nil
	}
	after, err := standingOf(work)
	if err != nil {
		return nil, err
	}
	f.compare(before, after)
	f.happens(before, after, outcomes)
	return f, nil
}

// judgeOf returns a judge of a copy of a state.
func judgeOf(s *aggregate.State, engine string) (*aggregate.Judge, error) {
	return aggregate.NewJudge(s.Clone(), engine)
}

// compare fills in what differs between two standings.
func (f *Foresight) compare(before, after *standing) {
	f.Before, f.After = before.book.Hash(), after.book.Hash()
	f.Changes = diffBooks(before.book, after.book)
	f.BecomeInvalid = newlyInvalid(before.book, after.book)
	f.BecomeValid = newlyValid(before.book, after.book)
	f.Checks, f.Weights, f.Shapes, f.Plays = []CheckChange{}, []WeightChange{}, []ShapeChange{}, []PlayChange{}
	for _, now := range after.sides {
		was := before.side(now.name)
		if !slices.Equal(was.checkedBy, now.checkedBy) {
			f.Checks = append(f.Checks, CheckChange{now.name, texts(was.checkedBy), texts(now.checkedBy)})
		}
		f.Weights = append(f.Weights, WeightChange{now.name, was.weight, now.weight})
		if !slices.Equal(was.shapes, now.shapes) {
			f.Shapes = append(f.Shapes, ShapeChange{now.name, texts(was.shapes), texts(now.shapes)})
		}
		c := PlayChange{Side: now.name, Before: len(was.plays), After: len(now.plays)}
		c.Gained, c.Lost = without(now.plays, was.plays), without(was.plays, now.plays)
		f.Plays = append(f.Plays, c)
	}
	f.Prices = priceChanges(before.prices, after.prices)
}

func texts(list []string) []string { return append([]string{}, list...) }

// without returns the plays of a that b has not. Both are sorted.
func without(a, b []Play) []Play {
	out := []Play{}
	for _, p := range a {
		if _, found := slices.BinarySearchFunc(b, p, comparePlays); !found {
			out = append(out, p)
		}
	}
	return out
}

// diffBooks lists the differences of all rules that differ.
func diffBooks(before, after *rules.Rulebook) []Change {
	out := []Change{}
	for _, r := range before.Rules() {
		now, ok := after.Rule(r.Number)
		switch {
		case !ok:
			out = append(out, Diff(&r, nil)...)
		case string(r.Canonical()) != string(now.Canonical()):
			out = append(out, Diff(&r, &now)...)
		}
	}
	for _, r := range after.Rules() {
		if _, ok := before.Rule(r.Number); !ok {
			out = append(out, Diff(nil, &r)...)
		}
	}
	return out
}

// newlyInvalid lists the definitions that were valid and are not, or are gone.
func newlyInvalid(before, after *rules.Rulebook) []Definition {
	out := []Definition{}
	why := map[string]string{}
	for _, bad := range after.Invalid() {
		why[bad.Rule.Number] = bad.Why
	}
	valid := map[string]bool{}
	for _, d := range after.Pieces() {
		valid[d.Piece.Name] = true
	}
	for _, d := range before.Pieces() {
		if valid[d.Piece.Name] {
			continue
		}
		reason := why[d.Rule.Number]
		if _, there := after.Rule(d.Rule.Number); !there {
			reason = "the rule is no longer in force"
		} else if reason == "" {
			reason = "the rule no longer defines it"
		}
		out = append(out, Definition{d.Rule.Clause(""), d.Piece.Name, reason})
	}
	return out
}

// newlyValid lists the definitions of types that no valid definition had.
func newlyValid(before, after *rules.Rulebook) []Definition {
	out := []Definition{}
	had := map[string]bool{}
	for _, d := range before.Pieces() {
		had[d.Piece.Name] = true
	}
	for _, d := range after.Pieces() {
		if !had[d.Piece.Name] {
			out = append(out, Definition{Clause: d.Rule.Clause(""), Type: d.Piece.Name})
		}
	}
	return out
}

func priceChanges(before, after []price) []PriceChange {
	out := []PriceChange{}
	find := func(list []price, typ string) price {
		for _, p := range list {
			if p.typ == typ {
				return p
			}
		}
		return price{typ: typ}
	}
	var types []string
	for _, list := range [][]price{before, after} {
		for _, p := range list {
			if !slices.Contains(types, p.typ) {
				types = append(types, p.typ)
			}
		}
	}
	for _, typ := range types {
		a, b := find(before, typ), find(after, typ)
		if a.sold == b.sold && a.price == b.price && a.terms == b.terms {
			continue
		}
		c := PriceChange{Type: typ, TermsBefore: a.terms, TermsAfter: b.terms}
		if a.sold && !a.open {
			c.Before = &a.price
		}
		if b.sold && !b.open {
			c.After = &b.price
		}
		out = append(out, c)
	}
	return out
}

// happens sorts the outcomes: pieces that leave, pieces destroyed, and the rest.
func (f *Foresight) happens(before, after *standing, outcomes []events.Payload) {
	f.Leaving, f.Destroyed = []Leaving{}, []Excess{}
	state := before.judge.State()
	drawn := map[string]bool{}
	for _, o := range outcomes {
		switch o := o.(type) {
		case events.LotDrawn:
			for _, id := range o.Result {
				drawn[id] = true
			}
			f.Other = append(f.Other, o)
		case events.PieceLifted:
			pc, _ := state.Piece(o.Piece)
			f.Leaving = append(f.Leaving, Leaving{o.Piece, pc.Type, pc.Side, o.From})
		case events.PieceDestroyed:
			if o.Why != events.WhyExcess {
				f.Other = append(f.Other, o)
				continue
			}
			pc, _ := state.Piece(o.Piece)
			f.destroyed(pc, drawn[o.Piece], limitOf(after.book, pc.Type))
		case events.RulePutInForce, events.RuleOutOfForce, events.WeightsPosted, events.ChecksChanged:
			// told otherwise
		default:
			f.Other = append(f.Other, o)
		}
	}
}

func (f *Foresight) destroyed(pc aggregate.Piece, drawn bool, limit int) {
	for i := range f.Destroyed {
		if e := &f.Destroyed[i]; e.Side == pc.Side && e.Type == pc.Type {
			e.Pieces, e.Drawn = append(e.Pieces, pc.ID), e.Drawn || drawn
			return
		}
	}
	f.Destroyed = append(f.Destroyed, Excess{pc.Side, pc.Type, limit, []string{pc.ID}, drawn})
}

func limitOf(book *rules.Rulebook, typ string) int {
	for _, d := range book.Pieces() {
		if d.Piece.Name == typ {
			return d.Piece.Limit
		}
	}
	return 0
}

// Compare compares the game in s under two revisions of a rule, without asking whether
// either could be brought into force. A nil rule is out of force. Both are of one number.
func Compare(s *aggregate.State, engine string, before, after *rules.Rule) (*Foresight, error) {
	number := ""
	under := func(r *rules.Rule) (*standing, error) {
		st := s.Clone()
		if r == nil {
			st.Apply(events.RuleOutOfForce{Number: number})
		} else {
			st.Apply(events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
		}
		j, err := aggregate.NewJudge(st, engine)
		if err != nil {
			return nil, err
		}
		return standingOf(j)
	}
	for _, r := range []*rules.Rule{before, after} {
		if r == nil {
			continue
		}
		if number != "" && r.Number != number {
			return nil, fmt.Errorf("rules %s and %s are not revisions of one rule", number, r.Number)
		}
		number = r.Number
	}
	a, err := under(before)
	if err != nil {
		return nil, err
	}
	b, err := under(after)
	if err != nil {
		return nil, err
	}
	f := &Foresight{Accepted: true, Faults: []events.Fault{}, Facts: []events.Fact{}}
	f.compare(a, b)
	f.happens(a, b, nil)
	return f, nil
}
