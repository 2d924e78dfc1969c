package ledger

import (
	"bytes"
	"errors"
	"time"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
)

// chain checks how an event follows those before it, and remembers inputs.
func (v *verifier) chain(e *events.Envelope) {
	outcome := events.IsOutcome(e.Payload.Kind())
	if outcome && v.input.ID == uuid.Nil && v.out.Stopped > 0 {
		return // its input could not be read
	}
	if err := follows(e, &v.input); err != nil {
		v.differ(e.Sequence, DiffersOrder, "%v", err)
		return
	}
	if !outcome {
		if e.Causation != uuid.Nil {
			v.differ(e.Sequence, DiffersEnvelope, "an input must not have a cause: found %s", e.Causation)
		}
		if e.Effective != e.Sequence {
			v.differ(e.Sequence, DiffersEnvelope, "an input must take effect at its own sequence: found %d", e.Effective)
		}
		return
	}
	v.shares(e)
}

// shares checks what an outcome has in common with its input. An adopted edition's outcomes
// hold from the inputs on that they restate.
func (v *verifier) shares(e *events.Envelope) {
	in := &v.input
	restating := adopts(in)
	switch {
	case !e.Recorded.Equal(in.Recorded):
		v.differ(e.Sequence, DiffersEnvelope, "time differs from that of its input %d", in.Sequence)
	case e.Actor != in.Actor:
		v.differ(e.Sequence, DiffersEnvelope, "actor is %q, but that of its input %d is %q", e.Actor, in.Sequence, in.Actor)
	case e.Correlation != in.Correlation:
		v.differ(e.Sequence, DiffersEnvelope, "correlation differs from that of its input %d", in.Sequence)
	case e.Effective != e.Sequence && (!restating || e.Effective > e.Sequence):
		v.differ(e.Sequence, DiffersEnvelope, "must take effect at its own sequence: found %d", e.Effective)
	}
}

// adopts reports whether an input's outcomes restate those of others.
func adopts(in *events.Envelope) bool {
	_, ok := in.Payload.(events.EditionAdopted)
	return ok
}

// rule is done with an act.
func (v *verifier) rule() {
	in, recorded := &v.act.Input, v.act.Outcomes
	if in.Payload == nil {
		v.differ(recorded[0].Sequence, DiffersOrder, "outcome before the first input")
		v.fold()
		return
	}
	state := v.state
	if !v.against.Quick {
		state = v.review.judge.State()
	}
	if err := v.signing.take(&v.act, state); err != nil {
		v.differ(in.Sequence, DiffersSignature, "%v", err)
	}
	switch {
	case v.against.Quick:
		v.quick(in, recorded)
	case adopts(in) && v.cut:
	case adopts(in):
		v.adoption(in, recorded)
		v.review.hear(&v.act)
	default:
		v.judgeAgain(in, recorded)
		v.review.hear(&v.act)
	}
	v.fold()
}

// quick looks at the outcomes of an input without judging it.
func (v *verifier) quick(in *events.Envelope, recorded []events.Envelope) {
	if r, ok := v.ruling(in, recorded); ok {
		v.engine(r.Engine)
	}
}

// ruling returns the ruling that is to be the first outcome of an input.
func (v *verifier) ruling(in *events.Envelope, recorded []events.Envelope) (r events.Ruled, ok bool) {
	if len(recorded) == 0 {
		if !v.cut {
			v.differ(in.Sequence, DiffersOutcomes, "input without a ruling")
		}
		return r, false
	}
	if r, ok = recorded[0].Payload.(events.Ruled); !ok {
		v.differ(recorded[0].Sequence, DiffersOutcomes, "the first outcome of an input must be its ruling: found %s", recorded[0].Type)
	}
	return r, ok
}

// judgeAgain judges an input under the rules recorded until then and compares.
func (v *verifier) judgeAgain(in *events.Envelope, recorded []events.Envelope) {
	v.out.Inputs++
	if at, due := v.review.judge.Due(aggregate.Input{Payload: in.Payload, At: in.Recorded, Actor: in.Actor}); due {
		v.differ(in.Sequence, DiffersDue, "a limit or event due at %s is not recorded before this entry", at.UTC().Format(time.RFC3339))
	}
	d, err := v.review.decide(in)
	if err != nil {
		v.differ(in.Sequence, DiffersOutcomes, "%v", err)
	}
	v.compare(in, recorded, d.Outcomes)
}

func (v *verifier) compare(in *events.Envelope, recorded []events.Envelope, again []events.Outcome) {
	ruled, ok := v.ruling(in, recorded)
	switch {
	case len(recorded) == 0:
		return
	case ok:
		v.engine(ruled.Engine)
	}
	x := discrepancy{in: in, before: v.review.judge.State(), recorded: (&events.Act{Outcomes: recorded}).Payloads(), judged: again}
	for i := range recorded {
		if i >= len(again) {
			v.ruledOtherwise(in, in.Sequence, ruled.Engine, x.known(ruled.Engine), "judged again, input %d has %d outcomes; the ledger has %d", in.Sequence, len(again), len(recorded))
			return
		}
		want := recorded[i]
		got := want
		got.Payload, got.Basis, got.Type = again[i].Payload, events.Basis{}, ""
		if again[i].Basis != nil {
			got.Basis = *again[i].Basis
		}
		if r, same := got.Payload.(events.Ruled); same && ok {
			r.Engine = ruled.Engine
			got.Payload = r
		}
		if was, is, same := v.same(&want, &got); !same {
			if was != "" {
				v.ruledOtherwise(in, want.Sequence, ruled.Engine, x.known(ruled.Engine), "judged again, input %d yields a different %s:\nrecorded %s\n  judged %s", in.Sequence, want.Type, was, is)
			}
			return
		}
	}
	if len(again) > len(recorded) && !v.cut {
		v.ruledOtherwise(in, in.Sequence, ruled.Engine, x.known(ruled.Engine), "judged again, it has %d outcomes; the ledger has %d", len(again), len(recorded))
	}
}

// same reports whether an event that is made again is the one recorded, byte by byte, else what of each differs. Both are empty if
// one of them cannot be written, which is told.
func (v *verifier) same(want, got *events.Envelope) (was, is string, same bool) {
	if want.Alike(got) {
		return "", "", true
	}
	a, errA := events.Encode(want)
	b, errB := events.Encode(got)
	if err := errors.Join(errA, errB); err != nil {
		v.differ(want.Sequence, DiffersOutcomes, "%v", err)
		return "", "", false
	}
	if bytes.Equal(a, b) {
		return "", "", true
	}
	return part(a, b), part(b, a), false
}

// part is what of a differs from b, with some of what stands around it.
func part(a, b []byte) string {
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	from = max(0, from-40)
	to := min(len(a), from+160)
	return "…" + string(a[from:to]) + "…"
}

func (v *verifier) engine(name string) {
	for _, e := range v.out.Engines {
		if e == name {
			return
		}
	}
	v.out.Engines = append(v.out.Engines, name)
}

// fold folds what was recorded, whatever was judged.
func (v *verifier) fold() {
	if !v.against.Quick {
		v.review.fold(&v.act)
		return
	}
	for i := range v.act.Outcomes {
		if o := &v.act.Outcomes[i]; history.Folds(o) {
			v.state.Apply(o.Payload)
		}
	}
}
