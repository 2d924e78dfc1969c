package ledger

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/store"
)

// Plan prepares a plan against the ledger as it stands. Passing the run to Enact adopts it without reading the
// ledger again. The error is readjudicate.ErrNothing if the plan changes nothing.
func (l *Ledger) Plan(ctx context.Context, plan readjudicate.Plan) (*history.Catalogue, *readjudicate.Run, error) {
	cat, err := l.Catalogue(ctx)
	if err != nil {
		return nil, nil, err
	}
	run, err := l.Prepare(ctx, cat, plan)
	if err == nil && run.From == 0 {
		err = readjudicate.ErrNothing
	}
	return cat, run, err
}

// Prepare prepares a plan against a catalogue of the ledger already read. The text of a rule that the plan
// inserts gets a citation of its own.
func (l *Ledger) Prepare(ctx context.Context, cat *history.Catalogue, plan readjudicate.Plan) (*readjudicate.Run, error) {
	if cat.Known() == uint64(l.head) && !l.past {
		cat.EndsWith(l.judge.State())
	}
	run, err := readjudicate.Prepare(ctx, l.st, cat, plan, l.opts.Engine)
	if err == nil {
		err = run.Citations(ctx)
	}
	if err == nil {
		err = run.Standing(ctx)
	}
	if err != nil {
		return nil, err
	}
	return run, nil
}

// Adopt makes an edition of a plan and appends it, as Plan and Enact do.
func (l *Ledger) Adopt(ctx context.Context, plan readjudicate.Plan, reason, actor string, at time.Time, watch readjudicate.Watch) (Result, *readjudicate.Candidate, error) {
	_, run, err := l.Plan(ctx, plan)
	if err != nil {
		return Result{}, nil, err
	}
	return l.Enact(ctx, run, reason, actor, at, watch)
}

// Enact makes an edition of a plan held against the ledger and appends it: the adoption, its
// ruling, what it restates or where that was stated before (refer.go), and the state that it comes to, in one append. Every later input is
// ruled on in it. If the ledger has moved on since it was opened, nothing is written and the
// store's conflict is returned; a second adoption on the same ground is such a case. A plan under
// which nothing differs is adopted all the same: its changes hold from then on. What lies
// beyond the reach of changes that a rule in force sets is refused by a *dispute.ReachError.
// An edition that corrects moments may be adopted at any moment from that of its last entry on, and
// the clock goes on from there. Watch, if not nil, sees every input that differs.
func (l *Ledger) Enact(ctx context.Context, run *readjudicate.Run, reason, actor string, at time.Time, watch readjudicate.Watch) (Result, *readjudicate.Candidate, error) {
	at = at.UTC()
	switch {
	case l.past:
		return Result{}, nil, ErrPast
	case at.Before(l.last) && !history.Dated(run.Changes):
		return Result{}, nil, &TimeError{l.last, at}
	case run.Head != uint64(l.head):
		return Result{}, nil, &store.ConflictError{Stream: l.name, Wanted: store.Revision(run.Head), Found: l.head}
	}
	if err := l.withinReach(ctx, run.Asked, at); err != nil {
		return Result{}, nil, err
	}
	refers := newReferring(ctx, run)
	defer refers.read.Close()
	a := newAdoption(l.name, uint64(l.head)+1, at, actor, l.opts.Entropy, 64)
	if a.err != nil {
		return Result{}, nil, fmt.Errorf("generate an event id: %w", a.err)
	}
	c, err := run.Do(ctx, readjudicate.Options{Watch: func(s *readjudicate.Step) error {
		if watch != nil {
			if err := watch(s); err != nil {
				return err
			}
		}
		if referable(s) {
			if as, err := refers.as(s); err != nil || as != 0 {
				return cmp.Or(err, a.refer(events.InputStated{Input: s.Place.Input, As: as}, false))
			}
		}
		return a.restate(s)
	}, Progress: l.progressOf()})
	if err == nil {
		err = a.err
	}
	if err == nil && at.Before(c.Last) {
		err = &TimeError{c.Last, at}
	}
	if err != nil {
		return Result{}, nil, err
	}
	digest, err := digestOf(a.list[3:])
	if err == nil {
		err = a.close(l.judge.State(), c, digest, reason, l.opts.Engine)
	}
	if err != nil {
		return Result{}, nil, err
	}
	if err := l.write(ctx, a.list); err != nil {
		return Result{}, nil, err
	}
	res := Result{Act: events.Act{Input: a.list[0], Outcomes: a.list[1:]}}
	if err := l.follow(ctx, &res.Act); err != nil {
		return Result{}, nil, fmt.Errorf("the edition was adopted, but cannot be read: %w", err)
	}
	return res, c, nil
}

func (l *Ledger) progressOf() func(uint64) {
	if l.opts.Progress == nil {
		return nil
	}
	return func(sequence uint64) { l.opts.Progress(int(sequence)) }
}

// adoption gathers the events of an adoption.
type adoption struct {
	ledger string
	first  uint64
	at     time.Time
	actor  string
	ids    *events.IDs
	list   []events.Envelope
	whole  bool                                 // the state that it closes with is written as earlier programs did, and not behind the one before
	closed map[*aggregate.State]json.RawMessage // what states are behind the one before, as far as that is known
	err    error
}

// newAdoption begins an adoption of about so many events.
func newAdoption(ledger string, first uint64, at time.Time, actor string, entropy io.Reader, room int) *adoption {
	a := &adoption{ledger: ledger, first: first, at: at, actor: actor, ids: events.NewIDs(at, entropy)}
	// The three events in front are known last; their places are kept.
	a.list = make([]events.Envelope, 3, max(3, room))
	a.list[0].ID, a.err = a.ids.Next()
	return a
}

func (a *adoption) put(i int, p events.Payload, effective uint64, cause uuid.UUID, b *events.Basis) error {
	if i == len(a.list) {
		a.list = append(a.list, events.Envelope{})
	}
	e := &a.list[i]
	if e.ID == uuid.Nil {
		if e.ID, a.err = a.ids.Next(); a.err != nil {
			return a.err
		}
	}
	wire, err := events.Type(p)
	if err != nil {
		return err
	}
	id, seq := e.ID, a.first+uint64(i)
	if effective == 0 {
		effective = seq
	}
	*e = events.Envelope{ID: id, Ledger: a.ledger, Sequence: seq, Type: wire, Recorded: a.at, Effective: effective,
		Actor: a.actor, Correlation: a.list[0].ID, Causation: cause, Payload: p}
	if b != nil {
		e.Basis = *b
	}
	return nil
}

// restate appends what an input has become, in full.
func (a *adoption) restate(s *readjudicate.Step) error {
	adopted := a.list[0].ID
	head := events.InputRestated{Input: s.Place.Input, Change: s.Change, Standing: s.Standing}
	if s.Place.Change != s.Change {
		head.Address = s.Place.Change
	}
	if err := a.put(len(a.list), head, s.Place.Input, adopted, nil); err != nil {
		return err
	}
	cause := adopted
	if s.Place.Change == "" {
		cause = s.Input.ID
	}
	for _, o := range s.After {
		if err := a.put(len(a.list), o.Payload, s.Place.Input, cause, o.Basis); err != nil {
			return err
		}
	}
	return nil
}

// close writes the events in front and the state behind. Digest is that of what is restated.
func (a *adoption) close(before *aggregate.State, c *readjudicate.Candidate, digest, reason, engine string) error {
	cause := a.list[0].ID
	in := events.EditionAdopted{Edition: c.Number, Base: c.Base, Changes: c.Changes, Policy: c.Policy, Head: c.Head, Digest: digest, Reason: reason}
	ruling := events.Ruled{Verdict: aggregate.Accepted, Subject: in.Kind(), Rulebook: c.Rulebook, Engine: engine}
	begun := events.EditionBegun{Edition: c.Number, Base: c.Base, From: c.From, Restated: c.Restated, Flipped: c.Flipped}
	text, err := a.state(c.After, before)
	if err != nil {
		return err
	}
	return errors.Join(
		a.put(0, in, 0, uuid.Nil, nil), a.put(1, ruling, 0, cause, nil), a.put(2, begun, 0, cause, nil),
		a.put(len(a.list), events.StateRestated{Edition: c.Number, State: text}, 0, cause, nil),
	)
}

// state writes down the state that an adoption closes with, behind the one before it.
func (a *adoption) state(s, before *aggregate.State) (text json.RawMessage, err error) {
	if text, known := a.closed[s]; known {
		return text, nil
	}
	if a.whole {
		text, err = s.Snapshot(before)
	} else {
		text, err = s.Behind(before)
	}
	if err == nil && a.closed != nil {
		a.closed[s] = text
	}
	return text, err
}

// follow folds what has been appended.
func (l *Ledger) follow(ctx context.Context, act *events.Act) error {
	state := l.judge.State()
	if err := history.Fold(state, act.Last()); err != nil {
		return err
	}
	judge, err := aggregate.NewJudge(state, l.opts.Engine)
	if err != nil {
		return err
	}
	l.judge, l.sighted = judge, sighted{}
	l.head += store.Revision(act.Len())
	l.last = act.Input.Recorded
	l.recorder.Add(act, aggregate.Input{}, state)
	if len(l.pending) == 0 {
		l.recorder.Keep(ctx, state)
	}
	return nil
}
