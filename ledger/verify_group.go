package ledger

import (
	"bytes"
	"errors"

	"github.com/google/uuid"

	"adjudicate/aggregate/dispute"
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
	if outcome && e.Signature != nil {
		v.differ(e.Sequence, DiffersEnvelope, "an outcome must not have a signature")
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
		v.judges.hand()
		v.fold()
		return
	}
	if err := v.signing.take(&v.act, v.state); err != nil {
		v.differ(in.Sequence, DiffersSignature, "%v", err)
	}
	var edition *adoptionJob
	switch {
	case v.against.Quick:
		v.quick(in, recorded)
	case adopts(in):
		v.judges.hand() // what follows goes on from another state
		if !v.cut {
			edition = v.adoption(in, recorded)
		}
	default:
		v.judged(in, recorded)
	}
	restored := v.fold()
	if edition != nil {
		v.again(edition, restored)
	}
}

// judged has an input ruled on again.
func (v *verifier) judged(in *events.Envelope, recorded []events.Envelope) {
	v.out.Inputs++
	a := judged{cut: v.cut, docket: dispute.Handles(in.Payload.Kind())}
	if a.ruling, a.ruled = v.ruling(in, recorded); a.ruled {
		v.engine(a.ruling.Engine)
	}
	if a.docket {
		d, err := v.docket.Decide(inputOf(in), dispute.Setting{State: v.state, Engine: v.opts.Engine, Head: in.Sequence - 1})
		a.again, a.err = d.Outcomes, err
	}
	a.place = v.here(in.Sequence)
	v.judges.next(v.opts, v.apart(shown{}), v.state).add(&v.act, a)
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

// same reports whether an event that is made again is the one recorded, byte by byte, else what of each differs. Both are empty if
// one of them cannot be written, which is told.
func (f *findings) same(want, got *events.Envelope) (was, is string, same bool) {
	if want.Alike(got) {
		return "", "", true
	}
	a, errA := events.Encode(want)
	b, errB := events.Encode(got)
	if err := errors.Join(errA, errB); err != nil {
		f.differ(want.Sequence, DiffersOutcomes, "%v", err)
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

// fold folds what was recorded, whatever was judged, and reports whether the state that an edition closes with could be restored.
func (v *verifier) fold() (restored bool) {
	for i := range v.act.Outcomes {
		o := &v.act.Outcomes[i]
		if p, closes := o.Payload.(events.StateRestated); closes && history.Folds(o) {
			err := v.restorer.Restore(v.state, p.State)
			restored = err == nil
			if err != nil && v.against.Quick { // else what the edition closes with is found to differ
				v.differ(o.Sequence, DiffersFold, "%v", err)
			}
		} else if history.Folds(o) {
			v.state.Apply(o.Payload)
			v.restorer.Changed(o.Payload)
		}
	}
	v.state.Tidy()
	if v.against.Quick {
		return restored
	}
	for e := range v.act.All() {
		v.docket.Apply(e)
	}
	if v.states == nil {
		v.states = newPutAside()
	}
	if last := v.act.Last(); last.Sequence >= v.stated+max(reviewEvery, last.Sequence/256) {
		v.states.put(last, v.state)
		v.stated = last.Sequence
	}
	return restored
}
