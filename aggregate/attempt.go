package aggregate

import (
	"fmt"
	"slices"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules/movement"
)

// An Attempt is a decision with the way that led to it, for whoever explains rulings: the
// stages of the play with the board as it stood at each. Of a rejected play it holds what
// was tried before, between and after its faults.
type Attempt struct {
	Decision Decision
	Before   Stage // what was asked before the first stage: whether there may be a play at all, and its shape
	Stages   []Stage
	Tried    []events.Outcome // all outcomes of the play, the ruling apart, even if it was rejected
	Rests    *events.Basis    // what the ruling rests on whatever it says

	told bool // Stages and Tried are complete: what comes now is not the play's own
}

// Stages of a play.
const (
	StageShape  = "shape"  // which atomic plays are combined; the items are in the order of execution
	StageAtomic = "atomic" // one atomic play, on the board before it
	StageEnd    = "end"    // what comes at the end of the play, before the own check is asked
	StageCheck  = "check"  // a board on which the own check is asked
	StageAfter  = "after"  // what follows once the play has been judged
)

// Stage is one stage of a play.
type Stage struct {
	Kind  string
	At    int             // of StageAtomic: which atomic play as written, from 1
	Items []notation.Item // of StageShape: the atomic plays; of StageAtomic: it and the promotions announced after it
	Judge *Judge          // stands at the board of the stage
	Whole bool            // of StageAtomic: it is a whole turn,
	Alone bool            // in which choices are made instead of an act
	Order bool            // of StageAtomic: it is an order, on the board without what stands where it leads

	// What came of the stage.
	Outcomes []events.Outcome
	Faults   []events.Fault
	Facts    []events.Fact
	Kept     []Kept           // what rules besides those of movement asked that holds
	Made     []events.Outcome // the atomic play before its promotions, even if the play was thrown away then; nil if they were not asked
	Promoted []events.Outcome // the same with its promotions, before what follows of it

	outcomes, faults, facts int  // where they begin
	closed                  bool // nothing more comes of it
}

// Kept is something that the rules asked of a play, besides where its pieces go, and that holds.
type Kept struct{ Text, Clause string }

// Attempt judges an input as DecideUnder does and tells how. It changes nothing and is slow.
func (j *Judge) Attempt(in Input, o *Order) Attempt {
	a := new(Attempt)
	j.watch = a
	a.Decision = j.DecideUnder(in, o)
	j.watch = nil
	return *a
}

// stage tells whoever watches that a stage of a play begins.
func (d *decision) stage(kind string, at int, items ...notation.Item) {
	w := d.judge.watch
	if w == nil || w.told {
		return
	}
	d.endStage()
	d.opening(w)
	w.Stages = append(w.Stages, Stage{
		Kind: kind, At: at, Items: slices.Clone(items), Judge: d.now.standing(d.judge.engine),
		outcomes: len(d.out), faults: len(d.ruling.Faults), facts: len(d.ruling.Facts),
	})
}

// opening notes what came before the first stage.
func (d *decision) opening(w *Attempt) {
	if len(w.Stages) == 0 && !w.told {
		w.Before = Stage{Judge: d.judge, Faults: slices.Clone(d.ruling.Faults), Facts: slices.Clone(d.ruling.Facts)}
	}
}

// endStage notes what came of the stage begun last.
func (d *decision) endStage() {
	w := d.judge.watch
	if len(w.Stages) == 0 || w.told || w.Stages[len(w.Stages)-1].closed {
		return
	}
	s := &w.Stages[len(w.Stages)-1]
	if !d.undone { // else what was tried has been thrown away
		s.Outcomes = slices.Clone(d.out[s.outcomes:])
		if i := slices.IndexFunc(s.Outcomes, func(o events.Outcome) bool { _, ended := o.Payload.(events.PlayEnded); return ended }); i >= 0 {
			s.Outcomes = s.Outcomes[:i] // what comes after the play is told with the turn
		}
	}
	s.Faults = slices.Clone(d.ruling.Faults[s.faults:])
	s.Facts = slices.Clone(d.ruling.Facts[s.facts:])
}

// atomic tells of an atomic play that is about to be judged.
func (p *play) atomic(s *step) {
	if p.d.judge.watch != nil {
		p.d.stage(StageAtomic, s.at, append([]notation.Item{s.item}, s.names...)...)
	}
}

// wholly tells that the atomic play that is being judged is a whole turn, perhaps of choices alone.
func (p *play) wholly(alone bool) {
	if p.d.watched() {
		s := &p.d.judge.watch.Stages[len(p.d.judge.watch.Stages)-1]
		s.Whole, s.Alone = true, alone
	}
}

// ordered tells that the atomic play that is being judged is an order, to be weighed.
func (p *play) ordered() {
	if p.d.watched() {
		p.d.judge.watch.Stages[len(p.d.judge.watch.Stages)-1].Order = true
	}
}

// made tells that an atomic play has been made, and that its promotions come now.
func (p *play) made() {
	if w := p.d.judge.watch; w != nil && len(w.Stages) > 0 && !w.told {
		s := &w.Stages[len(w.Stages)-1]
		s.Made = slices.Clone(p.d.out[s.outcomes:])
	}
}

// grown tells that the promotions of an atomic play have been made, and that what follows comes now.
func (p *play) grown() {
	if w := p.d.judge.watch; w != nil && len(w.Stages) > 0 && !w.told {
		s := &w.Stages[len(w.Stages)-1]
		s.Promoted = slices.Clone(p.d.out[s.outcomes:])
	}
}

// shaped tells in which order the atomic plays are executed.
func (p *play) shaped() {
	if p.d.judge.watch != nil {
		p.d.stage(StageShape, 0, p.items()...)
	}
}

// tell gives whoever watches the outcomes of a decision that is about to be closed.
func (d *decision) tell() {
	if w := d.judge.watch; w != nil {
		d.endStage()
		d.opening(w)
		if !w.told {
			w.Tried = slices.Clone(d.out[1:])
		}
		w.Rests = d.rests
	}
}

// alone judges a play by itself that is kept until others have come, and returns what speaks against it. Who watches sees the
// stages of that.
func (d *decision) alone(k events.PlayKept) []events.Fault {
	w := d.judge.watch
	if w == nil {
		return d.trial(d.now, k, false).ruling.Faults
	}
	d.opening(w)
	seen := new(Attempt)
	t := d.trialBefore(seen, d.now, k, false)
	t.tell()
	w.take(seen)
	return t.ruling.Faults
}

// take lets the stages of a play that was judged by itself be those of this one.
func (a *Attempt) take(seen *Attempt) {
	a.Before.Faults = append(a.Before.Faults, seen.Before.Faults...)
	a.Stages, a.Tried, a.told = seen.Stages, seen.Tried, true
}

// foreseen is what try decides of a play that others must agree to. Who watches sees the stages of that.
func (d *decision) foreseen(p events.PlaySubmitted) Decision {
	w := d.judge.watch
	if w == nil {
		return d.try(p)
	}
	d.opening(w)
	seen := new(Attempt)
	t := d.foresee(p, seen)
	trial := t.close()
	w.take(seen)
	return trial
}

// standing returns a judge at the table as it is.
func (t *table) standing(engine string) *Judge {
	c := newTable(t.state.Clone())
	c.law, c.at = t.law, t.at
	c.copyBoard(t)
	return &Judge{engine: engine, base: c, work: c.beside()}
}

// catchUp brings the pieces of the state in step with a board on which acts have been made that no outcome tells of, as whoever looks
// ahead makes them: pieces have moved, changed hands, left or come to be. Those that came to be have names that no piece of a game has.
func (t *table) catchUp() {
	rs, s := t.law.ruleset, t.state
	t.tries = nil
	s.unequal.forget()
	for i := range t.pos.Pieces() {
		id := movement.PieceID(i)
		typ := t.pos.TypeOf(id)
		if i == len(s.pieces) {
			s.pieces = append(s.pieces, piece{id: fmt.Sprintf("~%d", i), typ: rs.TypeName(typ), past: past{made: int32(s.turns), came: int32(s.turns)}})
			s.pieceIdx.add(hashName(s.pieces[i].id), i, s.hashPiece)
		}
		pc := &s.pieces[i]
		if pc.at = ""; t.pos.Where(id) != movement.Off {
			pc.at = rs.SquareName(t.pos.Where(id))
		}
		if t.pos.Gone(id) != pc.gone {
			pc.gone = true
			s.gone++
		}
		if _, known := rs.Type(pc.typ); !known || pc.gone {
			continue
		}
		pc.side, pc.typ, pc.counters = int32(t.pos.Owner(id)), rs.TypeName(typ), nil
		values := t.pos.CountersOf(id)
		for k, name := range rs.CounterNames(typ) {
			pc.counters = append(pc.counters, events.Counter{Name: name, Value: int(values[k])})
		}
	}
}

// On returns a judge of another state of the same game under the law of j, of which nothing is compiled
// twice. The state takes that law and is the judge's own from then on.
func (j *Judge) On(s *State) *Judge {
	l := j.base.rulebook()
	s.TakeLaw(j.base.state)
	t := newTable(s)
	t.law = l
	return &Judge{engine: j.engine, base: t, work: t.beside(), labels: j.labels}
}

// After returns a judge that stands after outcomes, j staying where it is. Those that the
// rules in force cannot bring about are folded all the same.
func (j *Judge) After(outcomes []events.Outcome) *Judge {
	j.base.rulebook()
	next := j.base.standing(j.engine)
	for _, o := range outcomes {
		next.base.apply(o.Payload)
	}
	return next
}

// SideName returns the name of a side of the position.
func (j *Judge) SideName(id movement.SideID) string { return j.base.sideName(id) }
