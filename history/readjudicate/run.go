package readjudicate

import (
	"context"
	"slices"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
)

// Step is one input before and after. What it holds belongs to the watcher; the two states
// do not: they are those just before the input, read only, until the watcher returns.
type Step struct {
	// The entry of the base with what it has become after: the input as it stands then, or of a withdrawn one as it
	// stood; Standing Recorded, Inserted, Corrected or Withdrawn. Of one that the base does not have it is the candidate's.
	history.Entry
	Change   string           // the change that concerns this very input
	Withdrew string           // a change of the base that concerned it, and no longer holds
	Follows  uint64           // under Rewind: the input with whose fall this one never happened; 0: none
	Before   []events.Outcome // nil of an entry that the base does not have
	After    []events.Outcome // nil of one that has been withdrawn

	StateBefore *aggregate.State // the base edition's
	StateAfter  *aggregate.State // the candidate's
	Judge       *aggregate.Judge // the candidate's, standing at StateAfter

	Labels *aggregate.Labels // that the ledger has given, for whoever rules on the input once more
	Alone  *LawAlone         // StateBefore under the law of StateAfter

	asked aggregate.Input // the input with its play as it was read, once somebody has asked
}

// Asked returns the input as the judge sees it. A play is read once for all who ask.
func (s *Step) Asked() aggregate.Input {
	s.asked = aggregate.Input{ID: s.Input.ID.String(), Address: s.Place.Address(), Payload: s.Input.Payload, At: s.Input.Recorded, Actor: s.Input.Actor, Happened: s.First == aggregate.Accepted && s.Standing == history.Recorded, Play: s.asked.Play}
	s.asked.Reading()
	return s.asked
}

// Ruled returns the rulings before and after; a missing one has the verdict "".
func (s *Step) Ruled() (before, after events.Ruled) { return ruled(s.Before), ruled(s.After) }

// Algebraic returns the play of the input in both histories as aggregate.Judge.Algebraic writes it: "" where it is no legal turn, and in games that are not
// written so. It costs the legal turns of two positions.
func (s *Step) Algebraic() (before, after string) {
	a, b := s.Ruled()
	return s.StateBefore.Algebraic(&a), s.StateAfter.Algebraic(&b)
}

func ruled(list []events.Outcome) events.Ruled {
	if len(list) > 0 {
		if r, ok := list[0].Payload.(events.Ruled); ok {
			return r
		}
	}
	return events.Ruled{}
}

// Flipped reports whether the verdict is another: of an input that stands in both histories.
func (s *Step) Flipped() bool {
	before, after := s.Ruled()
	return before.Verdict != "" && after.Verdict != "" && before.Verdict != after.Verdict
}

// Candidate is what a history becomes.
type Candidate struct {
	Number   int             // of the edition that it would be
	Base     int             // the edition it is made from
	Policy   string          //
	Changes  []events.Change // all that hold in it
	Head     uint64          // the last event that it takes into account
	From     uint64          // the first input that differs, 0 if none does
	Inputs   int             // of the history from the first change on, as far as they were looked at
	Judged   int             // how many of them were judged anew
	Passed   int             // events passed over in stretches that nothing concerned
	Restated int             // how many differ
	Flipped  int             // how many of them have another verdict
	Inserted int             // how many are new
	Gone     int             // how many are withdrawn
	Last     time.Time       // the moment of the last entry, zero if nothing was ruled on
	Rulebook string          // the hash of the one in force at the end of the candidate
	Ends                     // the states at the end
	At       *Ends           // those after Options.Point, nil if none was asked for
}

// Ends are the states that the base edition and the candidate come to.
type Ends struct{ Before, After *aggregate.State }

// Watch is called with every input that differs, in effective order. An error ends the run.
type Watch func(*Step) error

// Options qualify how a run is done.
type Options struct {
	Watch    Watch
	All      bool                  // Watch is called with every input judged, also where nothing differs
	Point    uint64                // the states after the input that this sequence belongs to are kept, 0: none
	Until    uint64                // the run ends before what follows that input, 0: at the end
	Beside   *Course               // of another run from the same base under the same policy, these changes and more
	Progress func(sequence uint64) // told now and then where the run is
}

// Do rules on the history again. The error is a *HaltError if the policy ends it, a
// *ChangeError if a change cannot be made at its point.
func (r *Run) Do(ctx context.Context, o Options) (*Candidate, error) {
	x := &execution{Run: r, ctx: ctx, o: o, out: &Candidate{Number: r.Number, Base: r.Base.Number, Policy: r.Policy, Changes: r.Changes, Head: r.Head}}
	if o.Point > r.cat.Known() {
		return nil, &history.PointError{Asked: o.Point, Last: r.cat.Known(), What: "effective point"}
	}
	if r.From == 0 {
		return x.unchanged()
	}
	if end := r.cat.End(r.Base); r.From > end+1 {
		r.From = end + 1 // what the base lacks begins where it ended
	}
	beside := r.follows(o.Beside)
	if beside {
		r.From = min(r.From, o.Beside.from)
	}
	if known, err := r.recall(ctx, &o); known != nil || err != nil {
		return known, err
	}
	if r.timeless { // it is not recalled after all
		if err := r.begin(ctx); err != nil {
			return nil, err
		}
	}
	if o.Point != 0 && o.Point < r.From {
		if err := x.alike(o.Point); err != nil {
			return nil, err
		}
	}
	start, err := r.cat.Before(ctx, r.Base, r.From)
	if err != nil {
		return nil, err
	}
	x.base = start.Clone()
	if start.Format() > 1 {
		if x.labels, x.learn, err = r.cat.LabelsFrom(ctx, r.From); err != nil {
			return nil, err
		}
	}
	if x.judge, err = r.tree.judge(start, r.engine); err != nil {
		return nil, err
	}
	x.judge.Know(x.labels)
	x.labels.Reserve(x.base)
	if x.last, err = r.lastMoment(ctx); err != nil {
		return nil, err
	}
	for i := range r.Changes {
		if c := &r.Changes[i]; c.What == history.Insert && c.Input >= r.From && !c.Due {
			x.inserts = append(x.inserts, c)
		}
	}
	if beside {
		x.along(o.Beside)
	}
	x.grow(r.tree)
	x.records()
	if err := x.walk(); err != nil {
		return nil, err
	}
	x.out.Last = x.last
	x.out.Before, x.out.After, x.out.Changes = x.base, x.judge.State(), withDue(r.Changes, x.came)
	x.out.Rulebook = x.judge.Law().Rulebook().Hash()
	if o.Point != 0 && x.out.At == nil {
		x.out.At = &x.out.Ends
	}
	x.remember()
	return x.out, nil
}

// alike keeps the state at a point up to which nothing has changed.
func (x *execution) alike(point uint64) error {
	s, err := x.cat.StateAt(x.ctx, x.Base, point)
	if err == nil {
		x.out.At = &Ends{s, s.Clone()}
	}
	return err
}

type execution struct {
	*Run
	ctx     context.Context
	o       Options
	out     *Candidate
	base    *aggregate.State
	judge   *aggregate.Judge
	inserts []*events.Change // yet to come
	parted  bool             // board or books are no longer those of the base
	delta   delta            // between the laws of the two, while they are not parted
	characters
	alone  LawAlone  // asked by whoever watches
	beside *beside   // another run that this one is done beside; nil: none, or they are parted
	grown  *grown    // what runs before came to; nil: nothing is remembered
	last   time.Time // of the entry before

	recording *recording // of what differs, for a tree; nil: none

	labels *aggregate.Labels // given in any edition; nil: in each on its own
	learn  bool              // those of an entry are learned as it comes

	pending   []*history.Entry           // that time had made due in the base, not compared yet
	came      []came                     // that time has made due here
	open      *reopened                  // the turn that is open again; nil: none
	back      *reopened                  // where the game went back to; nil: nowhere
	stretches map[uint64]history.Stretch // by the event before them; nil until asked for
}

func (x *execution) unchanged() (*Candidate, error) {
	s, err := x.cat.StateAt(x.ctx, x.Base, 0)
	if err != nil {
		return nil, err
	}
	x.out.Before, x.out.After = s, s.Clone()
	judge, err := aggregate.NewJudge(s, x.engine)
	if err != nil {
		return nil, err
	}
	x.out.Rulebook = judge.Law().Rulebook().Hash()
	if x.o.Point != 0 {
		err = x.alike(min(x.o.Point, x.cat.End(x.Base)))
	}
	return x.out, err
}

// walk takes the base's entries from the first change on.
func (x *execution) walk() error {
	from := x.From
	for {
		jumped, err := x.stretch(&from)
		if err != nil || !jumped {
			return err
		}
	}
}

// stretch walks until the end or until something can be passed over; from is then where to
// go on.
func (x *execution) stretch(from *uint64) (jumped bool, err error) {
	for e, err := range x.cat.History(x.ctx, x.Base, history.Range{From: *from, Extended: true, Brief: true}) {
		if err != nil {
			return false, err
		}
		if to, ok := x.skip(e); ok {
			*from = to + 1
			return true, nil
		}
		if x.o.Until != 0 && e.Place.Input > x.o.Until {
			return false, nil
		}
		if err := x.entry(e); err != nil {
			return false, err
		}
		if x.out.Inputs%64 == 0 && x.o.Progress != nil {
			x.o.Progress(e.Place.Input)
		}
	}
	return false, x.withdrawDue(len(x.pending))
}

// entry deals with one entry of the base and with what is inserted before it.
func (x *execution) entry(e *history.Entry) error {
	if err := x.ctx.Err(); err != nil {
		return err
	}
	x.reach(e.Place.Input)
	x.leaves(e.Place.Input)
	if x.o.Point != 0 && x.out.At == nil && e.Place.Input > x.o.Point {
		x.out.At = &Ends{x.base.Clone(), x.judge.State().Clone()}
	}
	if e.Place.Change == "" {
		for len(x.inserts) > 0 && x.inserts[0].Input <= e.Place.Input {
			if err := x.insert(nil); err != nil {
				return err
			}
		}
	} else {
		if slices.ContainsFunc(x.due, func(c came) bool { return c.ID == e.Place.Change }) {
			x.pending = append(x.pending, e)
			return nil
		}
		if !slices.ContainsFunc(x.inserts, func(c *events.Change) bool { return c.ID == e.Place.Change }) {
			return x.withdraw(e)
		}
		for x.inserts[0].ID != e.Place.Change {
			if err := x.insert(nil); err != nil {
				return err
			}
		}
		return x.insert(e)
	}
	if !e.Judged {
		if !history.Dated(x.Changes) {
			x.last = e.Input.Recorded
		}
		return x.withdrawDue(len(x.pending))
	}
	if x.learn {
		x.labels.Begin(e.Place.Address())
		for i := range e.Outcomes {
			x.labels.Add(e.Outcomes[i].Payload)
		}
	}
	step := &Step{Entry: *e, Before: e.Payloads()}
	step.Standing = history.Recorded
	if x.reopened[e.Place] {
		step.Withdrew = e.Changed
	}
	c := x.about[e.Place]
	switch {
	case c != nil && c.What == history.Correct:
		p, err := events.DecodePayload(c.Type, c.Payload)
		if err != nil {
			return err
		}
		step.Standing, step.Change = history.Corrected, c.ID
		step.Input.Payload, step.Input.Type = p, c.Type
		if c.At != nil {
			step.Input.Recorded = c.At.UTC()
		}
	case e.Standing == history.Corrected:
		// A correction that has been withdrawn: the input is what was recorded.
		original, err := x.recorded(e.Place.Input)
		if err != nil {
			return err
		}
		step.Input = original
	}
	if c != nil {
		step.Change = c.ID
	}
	if err := x.time(step, c); err != nil {
		return err
	}
	return x.judgeStep(step, c)
}

// time brings about what is due by the moment of an entry, which is then that of the last one. What
// never happened brings nothing about.
func (x *execution) time(s *Step, c *events.Change) error {
	before := x.last
	if c != nil && c.What == history.Void || x.clock.gone(s.Place) {
		if !history.Dated(x.Changes) {
			x.last = s.Input.Recorded
		}
		return x.withdrawDue(len(x.pending))
	}
	if history.Dated(x.Changes) && s.Input.Recorded.Before(before) {
		return x.backwards(s, before)
	}
	x.last = s.Input.Recorded
	return x.overdue(s.Place, &s.Input, before)
}

func (x *execution) recorded(sequence uint64) (events.Envelope, error) {
	e, err := x.inputAt(x.ctx, sequence)
	if err != nil || e == nil {
		return events.Envelope{}, err
	}
	return *e, nil
}

// inserted begins the step of an entry that a change puts in.
func inserted(c *events.Change, input events.Envelope) *Step {
	return &Step{Entry: history.Entry{Place: history.Place{Input: c.Input, Change: c.ID}, Act: events.Act{Input: input}, Standing: history.Inserted}, Change: c.ID}
}

// insert judges the next insertion; e is the base's entry of the same, if it has one.
func (x *execution) insert(e *history.Entry) error {
	c := x.inserts[0]
	x.inserts = x.inserts[1:]
	input, err := history.InsertedInput(x.cat.Name(), c, x.last)
	if err != nil {
		return err
	}
	step := inserted(c, input)
	if e != nil {
		step.Outcomes, step.Before = e.Outcomes, e.Payloads()
		if x.reopened[step.Place] {
			step.Withdrew = e.Changed
		}
	}
	about := x.about[step.Place]
	if about != nil {
		step.Change = about.ID
	}
	if about != nil && about.What == history.Correct {
		step.Standing, step.Input.Type = history.Corrected, about.Type
		if step.Input.Payload, err = events.DecodePayload(about.Type, about.Payload); err != nil {
			return err
		}
		if about.At != nil {
			step.Input.Recorded = about.At.UTC()
		}
	}
	if err := x.time(step, about); err != nil {
		return err
	}
	return x.judgeStep(step, about)
}

// withdraw drops an insertion of the base.
func (x *execution) withdraw(e *history.Entry) error {
	step := &Step{Entry: *e, Change: e.Place.Change, Before: e.Payloads()}
	step.Standing = history.Withdrawn
	x.out.Gone++
	x.part(step)
	if err := x.tell(step, true); err != nil {
		return err
	}
	x.went(step, nil)
	x.fold(step.Before)
	x.alone.Fold(step.Before, nil)
	return nil
}

func (x *execution) fold(list []events.Outcome) {
	for i := range list {
		x.base.Apply(list[i].Payload)
	}
}
