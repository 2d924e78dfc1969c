package salvage

import (
	"bytes"
	"fmt"
	"iter"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/idset"
	"adjudicate/store"
)

// Prefix is the beginning of a game that holds together.
type Prefix struct {
	Name        string // of the stream
	Events      int    // from event 1; the last input has all its outcomes
	Inputs      int
	LeftOut     *LeftOut     // nil if nothing is known to be missing
	Differences []Difference // inputs that stand as recorded, but are ruled on otherwise today
	Streams     int          // others in the file: a ledger holds one game, they were left alone

	source *Source
}

// All reads the events from the source, which must not be closed.
func (p *Prefix) All() iter.Seq2[store.Event, error] {
	return func(yield func(store.Event, error) bool) {
		for n := 1; n <= p.Events; n++ {
			if e, err := p.source.event(n); !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// LeftOut says where the prefix ends and why.
type LeftOut struct {
	From     int    `json:"from"`     // the first event that is not in it
	Why      string `json:"why"`      // a sentence
	Readable int    `json:"readable"` // events from there on that can be read
	Known    int    `json:"known"`    // events that the ledger had, by all that can be seen; 0 if nothing tells
}

// Difference is an input that this engine rules on otherwise than is recorded.
type Difference struct {
	Sequence uint64 `json:"sequence"`
	Text     string `json:"text"`
}

// Prefix returns the longest beginning of the source that holds together. Engine is the
// version that this program's rulings name. progress, if not nil, hears how many events have been
// looked at. The error is a *NothingError.
func (s *Source) Prefix(engine string, progress func(done int)) (*Prefix, error) {
	b := &builder{source: s, engine: engine, progress: progress, out: &Prefix{Streams: s.streams, Differences: []Difference{}, source: s}}
	review, err := ledger.NewReviewer(engine, b.taken)
	if err != nil {
		return nil, err
	}
	b.review = review
	if b.again, err = s.repeated(); err != nil {
		return nil, err
	}
	why := b.take()
	switch {
	case why == "":
		why = s.end
	case s.end != "" && b.out.Events+b.act.Len() == s.count:
		why = s.end + "; so " + why
	}
	n := b.out.Events
	if n == 0 {
		if why == "" {
			why = "no events"
		}
		return nil, &NothingError{why}
	}
	if why != "" {
		b.out.LeftOut = &LeftOut{From: n + 1, Why: why, Readable: s.count - n + s.behind, Known: s.known}
	}
	return b.out, nil
}

// builder grows a prefix input by input.
type builder struct {
	source   *Source
	engine   string
	progress func(int)
	review   *ledger.Reviewer
	out      *Prefix
	again    int // the first event that has the id of an earlier one; 0 for none
	dec      events.Decoder
	act      events.Act      // an input and its outcomes so far
	last     events.Envelope // the input before
}

// take goes through the events of the source. It returns why it stopped before their end.
func (b *builder) take() string {
	for n := 1; n <= b.source.count; n++ {
		e, err := b.read(n)
		if err != nil {
			here := fmt.Sprintf("event %d: %v", n, err)
			if why := b.close(false); why != "" {
				return here + "; so " + why
			}
			return here
		}
		if events.IsInput(e.Payload.Kind()) {
			if why := b.close(true); why != "" {
				return why
			}
		}
		b.act.Add(e)
		if b.progress != nil && n%256 == 0 {
			b.progress(n)
		}
	}
	return b.close(false)
}

// read decodes an event and holds it against those before it.
func (b *builder) read(n int) (events.Envelope, error) {
	stored, err := b.source.event(n)
	if err != nil {
		return events.Envelope{}, err
	}
	e, err := b.dec.Decode(stored.Data)
	if err != nil {
		return e, err
	}
	again, err := events.Encode(&e)
	name := b.out.Name
	if name == "" {
		name = e.Ledger
	}
	switch {
	case err != nil:
		return e, err
	case e.Type == stored.Type && !bytes.Equal(again, stored.Data):
		return e, fmt.Errorf("not in canonical form")
	case e.Sequence != uint64(n):
		return e, fmt.Errorf("its sequence is %d", e.Sequence)
	case e.ID != stored.ID:
		return e, fmt.Errorf("stored with id %s, but says %s", stored.ID, e.ID)
	case e.Ledger != name:
		return e, fmt.Errorf("belongs to %q, but the events before it to %q", e.Ledger, name)
	case n == b.again:
		return e, fmt.Errorf("id %s repeats that of an earlier event", e.ID)
	}
	if events.IsInput(e.Payload.Kind()) {
		before := &b.last
		if b.act.Len() > 0 {
			before = &b.act.Input
		}
		if e.Recorded.Before(before.Recorded) && !ledger.SetsBack(&e) {
			return e, fmt.Errorf("recorded at %s, before the preceding input", e.Recorded)
		}
	} else if !b.causes(&e) {
		return e, fmt.Errorf("its cause is %s, not the preceding input", e.Causation)
	}
	b.out.Name = name
	return e, nil
}

// repeated returns the first event that has the id of an earlier one, 0 for none. Ids are those by which the events are stored.
func (s *Source) repeated() (int, error) {
	ids := idset.New()
	defer ids.Close()
	for n := 1; n <= s.count; n++ {
		if stored, err := s.event(n); err == nil {
			ids.Add(stored.ID, uint64(n))
		}
	}
	twice, all, err := ids.Twice(1)
	if all == 0 || err != nil {
		return 0, err
	}
	return int(twice[0].At), nil
}

// causes reports whether the input before an outcome is its cause. Of what an adoption
// restates the causes are earlier inputs: ruling on it again tells which.
func (b *builder) causes(e *events.Envelope) bool {
	if b.act.Len() == 0 {
		return false
	}
	_, adopts := b.act.Input.Payload.(events.EditionAdopted)
	return e.Causation == b.act.Input.ID || adopts && e.Effective < e.Sequence
}

// taken yields the prefix so far from a sequence on.
func (b *builder) taken(from uint64) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		for n := int(max(from, 1)); n <= b.out.Events; n++ {
			if e, err := b.source.event(n); !yield(store.Recorded{Event: e, Revision: store.Revision(n)}, err) || err != nil {
				return
			}
		}
	}
}

// close rules on the act again and takes it into the prefix if it is whole; followed says
// that the next input stands behind it. It returns why not.
func (b *builder) close(followed bool) (why string) {
	if b.act.Len() == 0 {
		return ""
	}
	in, recorded := &b.act.Input, b.act.Outcomes
	again, err := b.review.Again(&b.act)
	same, by := b.alike(recorded, again)
	if _, adopts := in.Payload.(events.EditionAdopted); adopts && err == nil && same == len(again) && same == len(recorded) {
		err = b.digest()
	}
	cause, otherwise := fmt.Sprintf("input %d", in.Sequence), fmt.Sprintf("ruled on differently by %s", by)
	if err != nil {
		otherwise = fmt.Sprintf("ruled on by %s; now %v", by, err)
	}
	switch {
	case len(recorded) == 0:
		return fmt.Sprintf("%s has no ruling, and inputs are never split", cause)
	case err == nil && same == len(recorded) && same == len(again):
	case same == len(recorded) && same < len(again) && !followed && (by == b.engine || !b.clean()):
		return fmt.Sprintf("%s has only %d of its %d outcomes, and inputs are never split", cause, same, len(again))
	case !b.source.checked && by == b.engine && err != nil:
		return fmt.Sprintf("%s cannot be ruled on again: it or an earlier event has been altered: %v", cause, err)
	case !b.source.checked && by == b.engine:
		return fmt.Sprintf("%s is ruled on differently: event %d or an earlier event has been altered", cause, in.Sequence+uint64(min(same, len(recorded)-1))+1)
	case !followed && !b.clean():
		return fmt.Sprintf("%s was ruled on differently by %s: its outcomes may be incomplete", cause, by)
	default:
		b.out.Differences = append(b.out.Differences, Difference{in.Sequence, otherwise})
	}
	if err := b.review.Take(&b.act); err != nil { // what was recorded, whatever is judged now
		return fmt.Sprintf("%s: %v", cause, err)
	}
	b.out.Events += b.act.Len()
	b.out.Inputs++
	b.last = *in
	b.act.Clear()
	return ""
}

// digest checks the digest of the act, an adoption.
func (b *builder) digest() error {
	group := make([]store.Event, b.act.Len())
	for i := range group {
		var err error
		if group[i], err = b.source.event(b.out.Events + i + 1); err != nil {
			return err
		}
	}
	return ledger.CheckDigest(group)
}

// clean reports whether the source ends where its ledger ended: only a file tells that.
func (b *builder) clean() bool { return b.source.checked && b.source.end == "" }

// alike counts the outcomes that are recorded as they are ruled again, and returns the
// engine that the recorded ruling names.
func (b *builder) alike(recorded, again []events.Envelope) (same int, by string) {
	by = "another engine"
	for i := range recorded {
		ruled, isRuling := recorded[i].Payload.(events.Ruled)
		if isRuling && i == 0 {
			by = ruled.Engine
		}
		if i >= len(again) {
			return i, by
		}
		got := again[i]
		got.ID = recorded[i].ID
		if r, ok := got.Payload.(events.Ruled); ok && isRuling {
			r.Engine = ruled.Engine
			got.Payload = r
		}
		one, err := events.Encode(&recorded[i])
		two, err2 := events.Encode(&got)
		if err != nil || err2 != nil || !bytes.Equal(one, two) {
			return i, by
		}
	}
	return len(recorded), by
}
