package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/store"
)

// Difference is one thing about a ledger that is not as it should be.
type Difference struct {
	Sequence uint64 `json:"sequence"`
	What     string `json:"what"` // "causation", "outcomes", "bytes", …
	Text     string `json:"text"`
}

// Verification is what Verify found.
type Verification struct {
	Name        string       `json:"name"`
	Events      int          `json:"events"`
	Inputs      int          `json:"inputs"`  // judged again
	Engines     []string     `json:"engines"` // that the rulings name
	Rulebook    string       `json:"rulebook"`
	Differences []Difference `json:"differences"`
}

// Verify reads a whole ledger again. It checks that the bytes of every event are those that
// encoding it yields, that sequences and times run on, that outcomes name the input before
// them, and that judging every input again, under the rules recorded until then, yields the
// outcomes recorded. An error means that the ledger cannot be read to its end; what is wrong
// otherwise is listed. Rulings of another engine are held to this one's outcomes, all but
// its name.
func Verify(ctx context.Context, st store.Store, name string, opts Options) (*Verification, error) {
	v := &verifier{opts: opts, out: &Verification{Name: name, Engines: []string{}, Differences: []Difference{}}}
	judge, err := aggregate.NewJudge(aggregate.NewState(), opts.Engine)
	if err != nil {
		return nil, err
	}
	v.judge = judge
	var dec events.Decoder
	for rec, err := range st.Read(ctx, name, 1) {
		if err != nil {
			return nil, err
		}
		if err := v.event(&dec, rec); err != nil {
			return nil, err
		}
		if v.out.Events++; opts.Progress != nil && v.out.Events%256 == 0 {
			opts.Progress(v.out.Events)
		}
	}
	v.close()
	if v.out.Events == 0 {
		return nil, ErrNoGame
	}
	var list []rules.Rule
	for _, r := range v.judge.State().Rules() {
		rule, err := rules.FromCanonical(r.Rule)
		if err != nil {
			return nil, fmt.Errorf("rule %s in force: %w", r.Number, err)
		}
		list = append(list, rule)
	}
	v.out.Rulebook = rules.NewRulebook(list...).Hash()
	return v.out, nil
}

type verifier struct {
	opts  Options
	out   *Verification
	judge *aggregate.Judge
	group []events.Envelope // an input and its outcomes so far
	input events.Envelope
}

func (v *verifier) differ(sequence uint64, what, format string, args ...any) {
	v.out.Differences = append(v.out.Differences, Difference{sequence, what, fmt.Sprintf(format, args...)})
}

func (v *verifier) event(dec *events.Decoder, rec store.Recorded) error {
	e, err := dec.Decode(rec.Data)
	if err != nil {
		return fmt.Errorf("event %d: %w", rec.Revision, err)
	}
	if e.Sequence != uint64(rec.Revision) {
		return &GapError{uint64(rec.Revision), e.Sequence}
	}
	again, err := events.Encode(&e)
	if err != nil || !bytes.Equal(again, rec.Data) {
		if _, _, upcast := newest(rec.Type); !upcast {
			v.differ(e.Sequence, "bytes", "encoding it again yields other bytes")
		}
	}
	switch {
	case e.ID != rec.ID:
		v.differ(e.Sequence, "id", "the store has it as %s, itself it says %s", rec.ID, e.ID)
	case e.Ledger != v.out.Name:
		v.differ(e.Sequence, "ledger", "it belongs to %q", e.Ledger)
	}
	if events.IsInput(e.Payload.Kind()) {
		v.close()
	}
	if err := follows(&e, &v.input); err != nil {
		v.differ(e.Sequence, "order", "%v", err)
	}
	v.group = append(v.group, e)
	return nil
}

// newest reports whether events of a stored type are brought to a newer version on reading,
// so that their bytes differ for a good reason.
func newest(stored string) (kind, wire string, upcast bool) {
	p, err := events.New(stored)
	if err != nil {
		return "", "", false
	}
	wire, err = events.Type(p)
	return p.Kind(), wire, err == nil && wire != stored
}

// close judges the input of the group again and compares.
func (v *verifier) close() {
	if len(v.group) == 0 {
		return
	}
	in := &v.group[0]
	recorded := v.group[1:]
	defer func() { v.group = v.group[:0] }()
	if !events.IsInput(in.Payload.Kind()) {
		v.differ(in.Sequence, "order", "an outcome stands before any input")
		v.commit(v.group)
		return
	}
	v.out.Inputs++
	d := v.judge.Decide(aggregate.Input{ID: in.ID.String(), Payload: in.Payload, At: in.Recorded, Actor: in.Actor})
	v.compare(in, recorded, d.Outcomes)
	v.commit(recorded)
}

func (v *verifier) compare(in *events.Envelope, recorded []events.Envelope, again []events.Outcome) {
	if len(recorded) == 0 {
		v.differ(in.Sequence, "outcomes", "the input has no ruling")
		return
	}
	ruled, ok := recorded[0].Payload.(events.Ruled)
	if !ok {
		v.differ(recorded[0].Sequence, "outcomes", "the first outcome of an input is to be its ruling, it is %s", recorded[0].Type)
	} else {
		v.engine(ruled.Engine)
	}
	for i := range recorded {
		if i >= len(again) {
			v.differ(recorded[i].Sequence, "outcomes", "judged again, input %d has %d outcomes, recorded are %d", in.Sequence, len(again), len(recorded))
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
		a, errA := events.Encode(&want)
		b, errB := events.Encode(&got)
		if err := errors.Join(errA, errB); err != nil {
			v.differ(want.Sequence, "outcomes", "%v", err)
			return
		}
		if !bytes.Equal(a, b) {
			v.differ(want.Sequence, "outcomes", "judged again, input %d yields another %s:\nrecorded %s\n  judged %s", in.Sequence, want.Type, part(a, b), part(b, a))
			return
		}
	}
	if len(again) > len(recorded) {
		v.differ(in.Sequence, "outcomes", "judged again, it has %d outcomes, recorded are %d", len(again), len(recorded))
	}
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

// commit folds what was recorded, whatever was judged.
func (v *verifier) commit(list []events.Envelope) {
	var d aggregate.Decision
	for i := range list {
		d.Outcomes = append(d.Outcomes, events.Outcome{Payload: list[i].Payload, Basis: &list[i].Basis})
	}
	v.judge.Commit(d)
}
