package ledger

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/store"
)

// A reading is the part of a stream that has been verified so far, with nothing beside it but what the verifier has come to itself: it
// trusts no notes.
type reading struct {
	*putAside // what the verifier has put aside itself
	name      string
	head      uint64
	read      func(from uint64) iter.Seq2[store.Recorded, error]
}

var errNothingBefore = errors.New("nothing precedes the adoption")

var errReadOnly = errors.New("cannot write to a ledger while it is being verified")

func (r *reading) Append(context.Context, string, store.Revision, []store.Event) (store.Revision, error) {
	return 0, errReadOnly
}

func (r *reading) Read(_ context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		if stream != r.name {
			return
		}
		for rec, err := range r.read(max(uint64(from), 1)) {
			if err == nil && uint64(rec.Revision) > r.head || !yield(rec, err) {
				return
			}
		}
	}
}

func (r *reading) Head(_ context.Context, stream string) (store.Revision, error) {
	if stream != r.name {
		return store.NoStream, nil
	}
	return store.Revision(r.head), nil
}

func (r *reading) Close() error { return nil }

// adoption prepares ruling again on the whole history that an edition changes. It is nil if no ruling is recorded.
func (v *verifier) adoption(in *events.Envelope, recorded []events.Envelope) *adoptionJob {
	v.out.Inputs++
	ruling, ok := v.ruling(in, recorded)
	if !ok {
		return nil
	}
	v.engine(ruling.Engine)
	return &adoptionJob{in: *in, recorded: slices.Clone(recorded), ruling: ruling, before: v.standing(), digest: v.restated.check(),
		read: v.read.again(v.reread), found: v.apart(shown{}), place: v.here(in.Sequence), states: v.states}
}

// again hands an adoption, of which the recorded state has been restored or not, to whoever rules on it again.
func (v *verifier) again(job *adoptionJob, restored bool) {
	if restored {
		job.after = v.standing()
	}
	job.place.found = &job.found
	v.places = append(v.places, job.place)
	v.beside.add(job, v.opts.Engine)
}

// standing is what was recorded comes to, for others to read.
func (v *verifier) standing() *aggregate.State {
	if s := v.restorer.Restored(); s != nil {
		return s
	}
	return v.state.Clone()
}

// make makes the edition again and compares what it restates, and the state that it closes with.
func (j *adoptionJob) make(eds *editions, past *reading) {
	defer func() {
		if fault := recover(); fault != nil {
			j.found.differ(j.in.Sequence, DiffersFold, "cannot make the edition again: %v", fault)
		}
	}()
	f, in, recorded, engine := &j.found, &j.in, j.recorded, j.ruling.Engine
	if past != nil {
		past.read = j.read
	}
	again, wrong, err := eds.adopt(past, in, recorded, j.before)
	if err != nil {
		f.ruledOtherwise(in, in.Sequence, engine, "", "cannot make the edition again: %v", err)
		return
	}
	if j.digest != nil {
		f.differ(in.Sequence, DiffersOutcomes, "%v", j.digest)
	}
	j.closesAsBefore(again)
	known := func() string { // asked for only where they differ
		if len(again) == 0 {
			return ""
		}
		return departsFrom(engine, j.before, recorded, again[1:], eds.cat.Statements())
	}
	for i := range recorded {
		if i+1 >= len(again) {
			f.ruledOtherwise(in, in.Sequence, engine, known(), "made again, the edition has %d events; the ledger has %d", len(again), len(recorded)+1)
			return
		}
		want, got := recorded[i], again[i+1]
		got.ID = want.ID
		if r, ok := got.Payload.(events.Ruled); ok {
			if s, ok := want.Payload.(events.Ruled); ok {
				r.Engine = s.Engine
				got.Payload = r
			}
		}
		if was, is, same := f.same(&want, &got); !same {
			if why := wrong[want.Sequence]; why != "" {
				f.ruledOtherwise(in, want.Sequence, engine, known(), "%s", why)
			} else if was != "" {
				f.ruledOtherwise(in, want.Sequence, engine, known(), "made again, the edition has a different %s:\nrecorded %s\n    made %s", want.Type, was, is)
			}
			return
		}
	}
	if len(again) > len(recorded)+1 {
		f.ruledOtherwise(in, in.Sequence, engine, known(), "made again, the edition has %d events; the ledger has %d", len(again), len(recorded)+1)
	}
}

// departsFrom returns why an edition is made otherwise by this engine, "" if that is not known. Every
// input that is restated as it was must have its verdict and its effects, or be one on which the
// engines are known to differ, and the edition must come to the same state.
func departsFrom(engine string, before *aggregate.State, recorded, again []events.Envelope, read *history.Statements) string {
	defer read.Close()
	theirs, errTheirs := restatements(recorded, read)
	ours, errOurs := restatements(again, read)
	if errTheirs != nil || errOurs != nil {
		return ""
	}
	reason := ""
	for place, was := range theirs {
		is, ok := ours[place]
		if !ok {
			return ""
		}
		if readjudicate.Compare(was, is) == readjudicate.Equal {
			continue
		}
		x := discrepancy{in: &events.Envelope{Payload: events.TimePassed{}}, before: before, recorded: was, judged: is}
		if reason = x.known(engine); reason == "" {
			return ""
		}
	}
	if len(theirs) == 0 || len(recorded) == 0 || len(again) == 0 {
		return ""
	}
	was, okA := recorded[len(recorded)-1].Payload.(events.StateRestated)
	is, okB := again[len(again)-1].Payload.(events.StateRestated)
	if !okA || !okB || !bytes.Equal(was.State, is.State) {
		return ""
	}
	if reason == "" { // it restates fewer inputs, of which only the grounds differ
		x := discrepancy{before: before}
		reason = x.known(engine)
	}
	return reason
}

// closesAsBefore puts the state that an adoption was recorded with in place of the one that this engine makes, if an engine of
// before would have written that so.
func (j *adoptionJob) closesAsBefore(again []events.Envelope) {
	recorded := j.recorded
	if len(recorded) == 0 || len(again) == 0 {
		return
	}
	last := &again[len(again)-1]
	was, okA := recorded[len(recorded)-1].Payload.(events.StateRestated)
	is, okB := last.Payload.(events.StateRestated)
	if okA && okB && !bytes.Equal(was.State, is.State) && j.before.StandsFor(was.State, j.after, is.State) {
		is.State = was.State
		last.Payload = is
	}
}

// restatements are the outcomes that an adoption states or refers to, by the entry that they answer.
func restatements(list []events.Envelope, read *history.Statements) (map[history.Place][]events.Outcome, error) {
	out := map[history.Place][]events.Outcome{}
	var at *history.Place
	for i := range list {
		if p, ok := list[i].Payload.(events.InputRestated); ok {
			place := history.Restates(p)
			at, out[place] = &place, nil
			continue
		}
		if p, ok := list[i].Payload.(events.InputsRestated); ok {
			at = nil
			for _, in := range p.Inputs {
				stated, err := read.At(context.Background(), in)
				if err != nil {
					return nil, err
				}
				out[history.Place{Input: in.Input}] = (&events.Act{Outcomes: stated}).Payloads()
			}
			continue
		}
		if _, closed := list[i].Payload.(events.StateRestated); closed {
			break
		}
		if at != nil {
			out[*at] = append(out[*at], events.Outcome{Payload: list[i].Payload, Basis: &list[i].Basis})
		}
	}
	return out, nil
}
