package blame

import (
	"fmt"
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules/formula"
)

// Share is what one piece adds to its side's Weight.
type Share struct {
	Piece    aggregate.Piece
	Value    events.Half
	Mobility events.Half
	Attacks  []string // pieces that it attacks
	Defends  []string // friends that it defends
	Weight   events.Half
	Way      *Cause // how it came where it stands
}

// Change is the last change of a Weight, by the pieces that made it.
type Change struct {
	Was, Is events.Half
	Cause   Cause
	Shifts  []Shift // in the order of the pieces' creation
}

// Shift is how a piece's share changed.
type Shift struct {
	Piece aggregate.Piece // as it was; as it is if it is new to the board
	To    string          // its square now, "" if it is not on the board
	Was   events.Half
	Is    events.Half
	Why   string // "left the board", "came onto the board", "mobility 8 to 6", …
}

// weight explains a Weight: which pieces it is of, and the last posting that changed it.
func (r *Report) weight(history History) error {
	side := r.Subject.Name
	ways := map[string]Cause{}
	onWay := onWays(ways)
	var last *Cause
	var was, is events.Half
	var posted, before events.Envelope // the last posting, and the one before that which changed the Weight last
	var moment aggregate.Input         // of the last posting
	t, err := follow(history, r.changed, func(t *trace, e *events.Envelope) {
		onWay(t, e)
		p, ok := e.Payload.(events.WeightsPosted)
		if !ok {
			return
		}
		if had, has := t.st.Weight(side), weightOf(p.Weights, side); had != has {
			c := t.cause(e)
			last, was, is, before = &c, had, has, posted
		}
		posted, moment = *e, t.asked()
	})
	if err != nil {
		return err
	}
	r.Value = t.st.Weight(side)
	if r.Shares, err = shares(t.st, side, moment); err != nil {
		return err
	}
	for i := range r.Shares {
		if way, ok := ways[r.Shares[i].Piece.ID]; ok {
			r.Shares[i].Way = &way
		}
	}
	if last == nil {
		return nil
	}
	r.Change = &Change{Was: was, Is: is, Cause: *last}
	return r.shift(history, before)
}

func weightOf(list []events.Weight, side string) events.Half {
	for _, w := range list {
		if w.Side == side {
			return w.Weight
		}
	}
	return 0
}

// shift works out by pieces what has changed between two postings, that which changed the Weight last and the one before it, the zero value if
// there was none. What pieces add may also change between entries, as where a rule asks for the turn: then no posting says so until the next one.
func (r *Report) shift(history History, posted events.Envelope) error {
	side := r.Subject.Name
	var before, after []Share
	var failed error
	at := func(e, posting *events.Envelope) bool { return e.ID == posting.ID && e.Sequence == posting.Sequence }
	_, err := follow(until(history, r.Change.Cause.Event), nil, func(t *trace, e *events.Envelope) {
		switch {
		case failed != nil:
		case at(e, &r.Change.Cause.Event):
			after, failed = shares(t.st, side, t.asked())
		case at(e, &posted):
			before, failed = shares(t.st, side, t.asked())
		}
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return err
	}
	for i := range before {
		b := &before[i]
		k := slices.IndexFunc(after, func(a Share) bool { return a.Piece.ID == b.Piece.ID })
		if k < 0 {
			r.Change.Shifts = append(r.Change.Shifts, Shift{Piece: b.Piece, Was: b.Weight, Why: "left the board"})
			continue
		}
		if a := &after[k]; a.Weight != b.Weight {
			r.Change.Shifts = append(r.Change.Shifts, Shift{Piece: b.Piece, To: a.Piece.At, Was: b.Weight, Is: a.Weight, Why: b.became(a)})
		}
	}
	for i := range after {
		a := &after[i]
		if !slices.ContainsFunc(before, func(b Share) bool { return a.Piece.ID == b.Piece.ID }) {
			r.Change.Shifts = append(r.Change.Shifts, Shift{Piece: a.Piece, To: a.Piece.At, Is: a.Weight, Why: "came onto the board"})
		}
	}
	return nil
}

// until ends a history with an event.
func until(history History, last events.Envelope) History {
	return func(yield func(events.Envelope, error) bool) {
		for e, err := range history {
			if !yield(e, err) || err == nil && e.ID == last.ID && e.Sequence == last.Sequence {
				return
			}
		}
	}
}

// became says in words why a share changed.
func (s *Share) became(a *Share) string {
	text := ""
	add := func(format string, args ...any) {
		if text != "" {
			text += ", "
		}
		text += fmt.Sprintf(format, args...)
	}
	if s.Piece.Type != a.Piece.Type {
		add("is a %s now", a.Piece.Type)
	}
	if s.Value != a.Value {
		add("value %s to %s", s.Value, a.Value)
	}
	if s.Mobility != a.Mobility {
		add("mobility %s to %s", s.Mobility, a.Mobility)
	}
	verb := func(was, is []string, does string) {
		switch {
		case len(was) == 0 && len(is) > 0:
			add("now %s %s", does, listed(is))
		case len(was) > 0 && len(is) == 0:
			add("no longer %s %s", does, listed(was))
		}
	}
	verb(s.Attacks, a.Attacks, "attacks")
	verb(s.Defends, a.Defends, "defends")
	return text
}

func listed(list []string) string {
	text := ""
	for i, s := range list {
		if i > 0 {
			text += ", "
		}
		text += s
	}
	return text
}

// shares works out what each piece that a side has on the board adds to its Weight at the moment of an input, since ways may hang on the hour;
// nothing if the rules in force cannot be applied to a board.
func shares(st *aggregate.State, side string, moment aggregate.Input) ([]Share, error) {
	j, err := aggregate.NewJudge(st.Clone(), "")
	if err != nil {
		return nil, err
	}
	j.StandAt(moment)
	pos, a := j.Position(), j.Analysis()
	weigh, err := pieceWeight(st)
	if pos == nil || weigh == nil || err != nil {
		return nil, err
	}
	var list []Share
	for p := range st.PiecesOf(side) {
		id, ok := j.PieceID(p.ID)
		if !ok || p.At == "" {
			continue
		}
		s := Share{Piece: p, Value: a.Value(id), Mobility: a.Mobility(id)}
		for _, t := range a.Takings(id) {
			s.Attacks = once(s.Attacks, j.PieceName(t.Victim))
		}
		for _, x := range a.Defends(id) {
			s.Defends = append(s.Defends, j.PieceName(x))
		}
		v := amounts{float64(s.Value) / 2, float64(s.Mobility) / 2, truth(len(s.Attacks) > 0), truth(len(s.Defends) > 0)}
		s.Weight = events.Half(weigh.Eval(v) * 2)
		list = append(list, s)
	}
	return list, nil
}

// amounts are the variables of the formula for a piece's part of a Weight.
type amounts [4]float64

// Var implements formula.Env.
func (a amounts) Var(i int) float64 { return a[i] }

// Call implements formula.Env; the formula calls nothing.
func (a amounts) Call(int, []float64) float64 { return 0 }

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// pieceWeight compiles the formula for a piece's part of a Weight, nil if the rules in force have none.
func pieceWeight(st *aggregate.State) (*formula.Formula, error) {
	book, err := st.Rulebook()
	if err != nil {
		return nil, err
	}
	w := book.Procedure().Weights
	if w == nil || w.Piece == "" {
		return nil, nil
	}
	readings := map[string]string{}
	for _, r := range st.Readings() {
		readings[r.Entry] = r.Reading
	}
	if register, err := st.Register(); err == nil && register != nil {
		if readings, err = register.Complete(readings); err != nil {
			return nil, err
		}
	}
	v := &formula.Vocabulary{
		Vars:   []formula.Var{{Name: "value"}, {Name: "mobility"}, {Name: "attacks"}, {Name: "defends"}},
		Funcs:  []formula.Func{{Name: "reading", Args: []formula.Kind{formula.Text}, Result: formula.Text}},
		Static: func(_ string, args []string) (string, bool) { r, ok := readings[args[0]]; return r, ok },
	}
	return formula.Compile(string(w.Piece), v, formula.Number)
}
