package played

import (
	"time"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
)

// A Bench is a judge of the board and a docket together, for a game that is kept in no
// ledger: a season being tried out, a test. It decides every kind of input.
type Bench struct {
	judge  *aggregate.Judge
	docket dispute.Docket
	engine string
	head   uint64
	last   aggregate.Input // decided last
}

// NewBench returns the bench of a game before its first event. Engine is the version that
// rulings name.
func NewBench(engine string) (*Bench, error) {
	j, err := aggregate.NewJudge(aggregate.NewState(), engine)
	return &Bench{judge: j, engine: engine}, err
}

// Decide judges an input and never writes.
func (b *Bench) Decide(in aggregate.Input) aggregate.Decision {
	b.last = in
	if !dispute.Handles(in.Payload.Kind()) {
		return b.judge.Decide(in)
	}
	d, err := b.docket.Decide(in, dispute.Setting{State: b.judge.State(), Engine: b.engine, Head: b.head})
	if err != nil {
		d.Ruling = events.Ruled{Verdict: aggregate.Rejected, Subject: in.Payload.Kind(), Engine: b.engine,
			Faults: []events.Fault{{Code: aggregate.FaultRulebook, Message: err.Error()}}}
		d.Outcomes = []events.Outcome{{Payload: d.Ruling}}
	}
	return d
}

// BringAbout brings about what comes before an input, as aggregate.Judge does.
func (b *Bench) BringAbout(in aggregate.Input, last time.Time, told func(aggregate.Input, aggregate.Decision)) {
	b.judge.BringAbout(in, last, func(own aggregate.Input, d aggregate.Decision) {
		if told != nil {
			told(own, d)
		}
		b.last = own
		b.hear(d)
	})
}

// Commit folds what was decided last.
func (b *Bench) Commit(d aggregate.Decision) {
	b.judge.Commit(d)
	b.hear(d)
}

func (b *Bench) hear(d aggregate.Decision) {
	b.apply(b.last.Payload)
	for _, o := range d.Outcomes {
		b.apply(o.Payload)
	}
}

func (b *Bench) apply(p events.Payload) {
	b.head++
	b.docket.Apply(&events.Envelope{Sequence: b.head, Effective: b.head, Recorded: b.last.At, Actor: b.last.Actor, Payload: p})
}

// Head returns the sequence of the last event that was committed.
func (b *Bench) Head() uint64 { return b.head }

// State returns the state of the board. It is read only.
func (b *Bench) State() *aggregate.State { return b.judge.State() }

// Docket returns the disputes. It is read only.
func (b *Bench) Docket() *dispute.Docket { return &b.docket }
