package ledger

import (
	"runtime"
	"sync"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
)

// Whether an input was ruled on as it ought to be depends on what was recorded before it and on nothing that was judged. So whoever reads a
// ledger folds what was recorded, and hands stretches of it, each with the state before it, to judges that rule on them again side by side.

// mostActs is how many acts one judge takes at a time.
const mostActs = 256

// A judging is a stretch of acts that a judge rules on again, one after the other.
type judging struct {
	opts   Options
	all    findings         // without any: for what is found of this stretch
	state  *aggregate.State // before the first
	acts   []judged
	events []events.Envelope // outcomes, of one act after the other
	found  []place
}

// judged is one of its acts.
type judged struct {
	in     events.Envelope
	from   int // of its outcomes
	to     int
	ruling events.Ruled
	ruled  bool // the first outcome is the ruling
	cut    bool // some outcomes are not known

	docket bool // it is about a dispute, on which the docket has ruled
	again  []events.Outcome
	err    error
	place
}

// judges rule on stretches of a ledger again. The zero judges are ready.
type judges struct {
	open  *judging
	done  []place
	found shown // of what is done
	spare []*judging
	free  chan struct{}
	sync.WaitGroup
	sync.Mutex // guards done, found and spare
}

// next returns the stretch that takes the next act. State is that before it.
func (j *judges) next(opts Options, all findings, state *aggregate.State) *judging {
	if j.open != nil && len(j.open.acts) == mostActs {
		j.hand()
	}
	if j.open == nil {
		j.Lock()
		defer j.Unlock()
		if n := len(j.spare); n > 0 {
			j.open, j.spare = j.spare[n-1], j.spare[:n-1]
		} else {
			j.open = new(judging)
		}
		*j.open = judging{opts: opts, all: all, state: state.Clone(), acts: j.open.acts[:0], events: j.open.events[:0]}
	}
	return j.open
}

// hand hands the open stretch to a judge, and waits for one if all are at work.
func (j *judges) hand() {
	one := j.open
	if j.open = nil; one == nil {
		return
	}
	if j.free == nil {
		j.free = make(chan struct{}, runtime.GOMAXPROCS(0))
	}
	j.free <- struct{}{}
	j.Lock()
	one.all.before = j.found // all of these are before it
	j.Unlock()
	j.Go(func() {
		one.judge()
		j.Lock()
		j.done, j.spare = append(j.done, one.found...), append(j.spare, one)
		for i := range one.found {
			j.found.add(one.found[i].found.listed())
		}
		j.Unlock()
		<-j.free
	})
}

// add takes an act, with its place, as it is to be ruled on again.
func (one *judging) add(act *events.Act, a judged) {
	a.in, a.from = act.Input, len(one.events)
	one.events = append(one.events, act.Outcomes...)
	a.to = len(one.events)
	one.acts = append(one.acts, a)
}

// judge rules on the acts of a stretch again.
func (one *judging) judge() {
	f, now := one.all, &one.acts[0]
	before := one.all.before
	note := func() {
		p, found := now.place, f
		p.found = &found
		one.found = append(one.found, p)
		before.add(f.listed())
		f = f.apart(before)
	}
	defer func() {
		if fault := recover(); fault != nil {
			f.differ(now.at, DiffersFold, "cannot fold its outcomes: %v", fault)
		}
		if !f.none() {
			note()
		}
	}()
	judge, err := aggregate.NewJudge(one.state, one.opts.Engine)
	if err != nil {
		f.differ(now.at, DiffersFold, "%v", err)
		return
	}
	var d aggregate.Decision
	for i := range one.acts {
		now = &one.acts[i]
		outcomes := one.events[now.from:now.to]
		f.judgeAgain(judge, now, outcomes)
		if f.listed() != (shown{}) { // it has its place; what is counted waits
			note()
		}
		if i == len(one.acts)-1 {
			break
		}
		d.Outcomes = d.Outcomes[:0]
		for k := range outcomes {
			if o := &outcomes[k]; history.Folds(o) {
				d.Outcomes = append(d.Outcomes, events.Outcome{Payload: o.Payload})
			}
		}
		judge.Commit(d)
	}
}

// judgeAgain judges an input under the rules recorded until then and compares.
func (f *findings) judgeAgain(judge *aggregate.Judge, a *judged, recorded []events.Envelope) {
	in := &a.in
	if at, due := judge.Due(aggregate.Input{Payload: in.Payload, At: in.Recorded, Actor: in.Actor}); due {
		f.differ(in.Sequence, DiffersDue, "a limit or event due at %s is not recorded before this entry", at.UTC().Format(time.RFC3339))
	}
	if !a.docket {
		a.again = judge.Decide(inputOf(in)).Outcomes
	}
	if a.err != nil {
		f.differ(in.Sequence, DiffersOutcomes, "%v", a.err)
	}
	f.compare(judge.State(), a, recorded)
}

func (f *findings) compare(before *aggregate.State, a *judged, recorded []events.Envelope) {
	if len(recorded) == 0 {
		return
	}
	in, again, engine := &a.in, a.again, a.ruling.Engine
	x := discrepancy{in: in, before: before, recorded: (&events.Act{Outcomes: recorded}).Payloads(), judged: again}
	for i := range recorded {
		if i >= len(again) {
			f.ruledOtherwise(in, in.Sequence, engine, x.known(engine), "judged again, input %d has %d outcomes; the ledger has %d", in.Sequence, len(again), len(recorded))
			return
		}
		want := recorded[i]
		got := want
		got.Payload, got.Basis, got.Type = again[i].Payload, events.Basis{}, ""
		if again[i].Basis != nil {
			got.Basis = *again[i].Basis
		}
		if r, same := got.Payload.(events.Ruled); same && a.ruled {
			r.Engine = engine
			got.Payload = r
		}
		if was, is, same := f.same(&want, &got); !same {
			if was != "" {
				f.ruledOtherwise(in, want.Sequence, engine, x.known(engine), "judged again, input %d yields a different %s:\nrecorded %s\n  judged %s", in.Sequence, want.Type, was, is)
			}
			return
		}
	}
	if len(again) > len(recorded) && !a.cut {
		f.ruledOtherwise(in, in.Sequence, engine, x.known(engine), "judged again, it has %d outcomes; the ledger has %d", len(again), len(recorded))
	}
}

// join puts what judges and adoptions have come to among what was found meanwhile, where the acts stand.
func (v *verifier) join() {
	v.judges.hand()
	v.wait()
	v.insert(append(v.places, v.judges.done...))
	v.places, v.judges.done = nil, nil
}

// done ends the work on the ledger.
func (v *verifier) done() {
	v.wait()
	v.ids.Close() // what could not be removed lies in the folder for what does not last
}

// wait returns when nobody is at work on the ledger.
func (v *verifier) wait() {
	v.beside.wait()
	v.judges.Wait()
}
