package ledger

import (
	"context"
	"fmt"
	"iter"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/store"
)

// A Reviewer rules again on the inputs of a game, one after the other: plays by the judge,
// disputes by the docket, adoptions by ruling again on the whole history that they change. It
// trusts nothing but the events that it is given.
type Reviewer struct {
	judge  *aggregate.Judge
	docket dispute.Docket
	read   func(from uint64) iter.Seq2[store.Recorded, error]

	past   *reading // nil until something has been taken
	states *putAside
	kept   uint64 // the last event after which a state was put aside
	editions
}

// editions makes editions again from what stands before their adoptions, one after the other.
type editions struct {
	engine string
	cat    *history.Catalogue // nil until an adoption has come
	tree   *readjudicate.Tree // of the editions made so far; nil: nothing is remembered
	closed closings
	refers referred
}

// reviewEvery is how many events lie between two states that a reviewer puts aside for itself.
const reviewEvery = 128

// NewReviewer returns a reviewer positioned before the first event. Engine is the version that rulings name.
// Read yields the events of the game from a sequence on, at least those before the input being ruled on; it is
// called for adoptions.
func NewReviewer(engine string, read func(from uint64) iter.Seq2[store.Recorded, error]) (*Reviewer, error) {
	judge, err := aggregate.NewJudge(aggregate.NewState(), engine)
	if err != nil {
		return nil, err
	}
	return &Reviewer{editions: editions{engine: engine}, judge: judge, read: read}, nil
}

// Again rules on an input under what Take has received so far, and returns the outcomes as they would be
// recorded after it; their ids are meaningless. The error says why the input cannot be ruled on.
// An adoption refers to what was stated before where the recorded one does so rightly.
func (r *Reviewer) Again(act *events.Act) ([]events.Envelope, error) {
	in := &act.Input
	if adopts(in) {
		again, _, err := r.adopt(r.past, in, act.Outcomes, r.judge.State())
		if err != nil {
			return nil, err
		}
		return again[1:], nil
	}
	d, err := r.decide(in)
	if err != nil {
		return nil, err
	}
	decided, err := events.Decided(*in, d.Outcomes)
	if err != nil {
		return nil, err
	}
	return decided.Outcomes, nil
}

// Take folds an input with its outcomes as recorded, whatever Again would return. After an error, which says
// that they cannot be folded, the reviewer is unusable.
func (r *Reviewer) Take(act *events.Act) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("cannot fold its outcomes: %v", fault)
		}
	}()
	r.hear(act)
	r.fold(act)
	return nil
}

// keep puts aside what the game has come to, for adoptions to begin there.
func (r *Reviewer) keep(act *events.Act) {
	for e := range act.All() {
		if r.past == nil {
			r.states = newPutAside()
			r.past = &reading{putAside: r.states, name: e.Ledger, read: r.read}
		}
		r.past.head = e.Sequence
	}
	if last := act.Last(); last.Sequence >= r.kept+reviewEvery {
		r.states.put(last, r.judge.State())
		r.kept = last.Sequence
	}
}

// before are the editions of a ledger of which events are known up to an adoption.
func (r *editions) before(ctx context.Context, past *reading, in *events.Envelope) (*history.Catalogue, error) {
	if past == nil {
		return nil, errNothingBefore
	}
	past.head = in.Sequence - 1
	if r.cat == nil {
		cat, err := history.Load(ctx, past, in.Ledger, 0)
		r.cat = cat
		return cat, err
	}
	return r.cat, r.cat.Advance(ctx, in.Sequence-1)
}

// decide judges an input again, as Ledger.decide does.
func (r *Reviewer) decide(in *events.Envelope) (aggregate.Decision, error) {
	again := inputOf(in)
	if !dispute.Handles(in.Payload.Kind()) {
		return r.judge.Decide(again), nil
	}
	return r.docket.Decide(again, dispute.Setting{State: r.judge.State(), Engine: r.engine, Head: in.Sequence - 1})
}

// inputOf is an input as it was recorded, as a judge sees it.
func inputOf(in *events.Envelope) aggregate.Input {
	return aggregate.Input{ID: in.ID.String(), Payload: in.Payload, At: in.Recorded, Actor: in.Actor}
}

// hear takes an input and its outcomes into the docket.
func (r *Reviewer) hear(act *events.Act) {
	for e := range act.All() {
		r.docket.Apply(e)
	}
}

// fold folds what was recorded.
func (r *Reviewer) fold(act *events.Act) {
	var d aggregate.Decision
	for i := range act.Outcomes {
		if o := &act.Outcomes[i]; history.Folds(o) {
			d.Outcomes = append(d.Outcomes, events.Outcome{Payload: o.Payload, Basis: &o.Basis})
		}
	}
	r.judge.Commit(d)
	if act.Len() > 0 {
		r.keep(act)
	}
}

// adopt makes the events of an adoption again, with ids that mean nothing but its own, from a reading and the state before it. The digest
// is as it was recorded: CheckDigest compares it with what is stored. Of the recorded outcomes it takes only where they refer to what was stated before, if that is
// right; wrong says of the events that refer otherwise what is wrong with them.
func (r *editions) adopt(past *reading, in *events.Envelope, recorded []events.Envelope, before *aggregate.State) (again []events.Envelope, wrong map[uint64]string, err error) {
	p := in.Payload.(events.EditionAdopted)
	ctx := context.Background()
	cat, err := r.before(ctx, past, in)
	if err != nil {
		return nil, nil, err
	}
	plan := readjudicate.Plan{Base: p.Base, Changes: p.Changes, Withdraw: []string{"*"}, Policy: p.Policy, Thorough: true}
	run, err := r.tree.Prepare(ctx, past, cat, plan, r.engine)
	if err != nil {
		return nil, nil, err
	}
	a := newAdoption(in.Ledger, in.Sequence, in.Recorded, in.Actor, noEntropy{}, len(recorded)+1)
	a.list[0].ID, a.whole = in.ID, closesWhole(recorded)
	f := &following{ctx: ctx, read: cat.Statements(), edition: run.Number, adopted: in.Sequence, recorded: recorded, right: &r.refers, wrong: map[uint64]string{}}
	defer f.read.Close()
	c, err := run.Do(ctx, readjudicate.Options{Watch: func(s *readjudicate.Step) error {
		if followed, err := f.follow(a, s); err != nil || followed {
			return err
		}
		return a.restate(s)
	}})
	if err == nil && SetsBack(in) && in.Recorded.Before(c.Last) {
		err = &TimeError{c.Last, in.Recorded}
	}
	if err != nil {
		return nil, nil, err
	}
	if r.tree != nil {
		a.closed = r.closed.behind(in.Sequence, a.whole)
	}
	if err := a.close(before, c, p.Digest, p.Reason, r.engine); err != nil {
		return nil, nil, err
	}
	r.closed.made(a, c.After, recorded)
	for i := range a.list[1:] {
		a.list[i+1].ID = uuid.Nil
	}
	return a.list, f.wrong, nil
}

// closesWhole reports whether an adoption was recorded with its closing state as earlier programs wrote it.
func closesWhole(recorded []events.Envelope) bool {
	if len(recorded) == 0 {
		return false
	}
	p, ok := recorded[len(recorded)-1].Payload.(events.StateRestated)
	return ok && !aggregate.IsBehind(p.State)
}

// noEntropy is for ids that nobody sees.
type noEntropy struct{}

func (noEntropy) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
