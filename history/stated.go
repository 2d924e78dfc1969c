package history

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"adjudicate/events"
	"adjudicate/store"
)

// An edition restates an input in one of two ways. It states the outcomes that the input has in it, behind an event that says of which input they are; or, where
// these are what the input has had before, it refers to where they are stated: behind the input itself, as first recorded, or in an earlier edition that states
// them. A change made and withdrawn by turns so costs an event each time, and not all the outcomes that follow from it.
//
//	edition 2   input 1894: outcomes …   input 1903: outcomes …
//	edition 3   inputs 1894 and 1903 as in edition 1
//	edition 4   input 1894 as in edition 2, input 1903: other outcomes …
//
// Whoever asks a catalogue does not see the difference: entries have the same outcomes either way, which say that they are of the edition that restates
// them. Only their sequences and ids are those under which the ledger holds them.
//
// A reference leads to outcomes and never to another reference, so one step ends it, and it leads back: to an edition of a smaller number. Anything else is a
// broken ledger, which a BrokenError says where it is met. That what a reference leads to is what the input comes to is for a verifier to find out, which rules
// on the input again.

// MostTogether is how many inputs one event refers to at most.
const MostTogether = 1024

// isRestating reports whether an event of a type says which inputs an adoption restates.
func isRestating(wire string) bool {
	return strings.HasPrefix(wire, restated) || strings.HasPrefix(wire, together)
}

var together = events.InputsRestated{}.Kind() + "."

// CheckStated says what is wrong with the inputs that an event of the adoption of an edition refers to; nil for nothing.
func CheckStated(p events.InputsRestated, adopted uint64, edition int) error {
	switch n := len(p.Inputs); {
	case n == 0:
		return fmt.Errorf("refers to no input")
	case n > MostTogether:
		return fmt.Errorf("refers to %d inputs: expected %d at most", n, MostTogether)
	}
	var before uint64
	for _, in := range p.Inputs {
		switch {
		case in.Input <= before:
			return fmt.Errorf("refers to input %d after input %d: expected ascending inputs", in.Input, before)
		case in.Input >= adopted:
			return fmt.Errorf("refers to input %d: expected one before the adoption at event %d", in.Input, adopted)
		case in.As < 1 || in.As >= edition:
			return fmt.Errorf("refers for input %d to edition %d: expected one before edition %d", in.Input, in.As, edition)
		}
		before = in.Input
	}
	return nil
}

// refer adds the spans of an event that refers to what is stated elsewhere. Where that is in an edition is found out by resolve.
func (e *Edition) refer(p events.InputsRestated, sequence uint64) error {
	if err := CheckStated(p, e.Adopted, e.Number); err != nil {
		return &BrokenError{sequence, err.Error()}
	}
	for _, in := range p.Inputs {
		e.spans = append(e.spans, span{place: Place{Input: in.Input}, standing: Recorded, edition: e.Number, at: sequence, as: in.As, from: in.Input + 1})
	}
	return nil
}

// resolve finds the outcomes that an edition refers to in others.
func (c *Catalogue) resolve(ctx context.Context, e *Edition) error {
	for i := range e.spans {
		s := &e.spans[i]
		if s.as < 2 {
			continue
		}
		from, err := c.stating(ctx, s.as, s.place)
		if err != nil {
			return err
		}
		if from == nil {
			return &BrokenError{s.at, fmt.Sprintf("refers for input %d to edition %d, which does not state its outcomes", s.place.Input, s.as)}
		}
		s.from, s.to = from.from, from.to
	}
	e.resolved = true
	return nil
}

// stating returns where an edition itself states the outcomes of an entry, nil if it does not.
func (c *Catalogue) stating(ctx context.Context, edition int, at Place) (*span, error) {
	e := &c.list[edition-1]
	if err := c.readSpans(ctx, e); err != nil {
		return nil, err
	}
	if e.states == nil {
		e.states = map[Place]int{}
		for i := range e.spans {
			if s := &e.spans[i]; s.at == 0 {
				e.states[s.place] = i
			}
		}
	}
	if i, ok := e.states[at]; ok {
		return &e.spans[i], nil
	}
	return nil, nil
}

// first reports whether the outcomes are those that the input was first recorded with, which stand behind it.
func (s *span) first() bool { return s.as == 1 }

// say has outcomes that stand elsewhere say what they would if an edition stated them itself.
func (c *Catalogue) say(s *span, outcomes []events.Envelope) {
	if s.at == 0 || len(outcomes) == 0 {
		return
	}
	e := &c.list[s.edition-1]
	for i := range outcomes {
		o := &outcomes[i]
		o.Effective, o.Recorded, o.Actor, o.Correlation = s.place.Input, e.Recorded, e.Actor, e.id
	}
}

// Statements reads what the editions of a catalogue state. It reads on where it is, so it has to be closed.
type Statements struct {
	c    *Catalogue
	read cursor
	over map[int]map[Place]span // of editions that were asked for
}

// Statements returns a reader of the catalogue as it stands.
func (c *Catalogue) Statements() *Statements {
	return &Statements{c: c, over: map[int]map[Place]span{}}
}

// Close ends reading.
func (r *Statements) Close() { r.read.close() }

// Where says where the outcomes are stated that a recorded input has in an edition.
func (r *Statements) Where(ctx context.Context, e *Edition, input uint64) (events.InputStated, error) {
	over, ok := r.over[e.Number]
	if !ok {
		var err error
		if over, err = r.c.overrides(ctx, e); err != nil {
			return events.InputStated{}, err
		}
		r.over[e.Number] = over
	}
	in := events.InputStated{Input: input, As: 1}
	if s, ok := over[Place{Input: input}]; ok && s.at == 0 {
		in.As = s.edition
	} else if ok {
		in.As = s.as
	}
	return in, nil
}

// At returns the outcomes that a reference of an edition still to come leads to, as they stand there. The error is a *BrokenError or an *UnknownError where it
// leads nowhere.
func (r *Statements) At(ctx context.Context, in events.InputStated) ([]events.Envelope, error) {
	if in.As < 1 || in.As > len(r.c.list) {
		return nil, &UnknownError{Asked: in.As, Newest: len(r.c.list)}
	}
	if in.As > 1 {
		found, err := r.c.stating(ctx, in.As, Place{Input: in.Input})
		if err != nil {
			return nil, err
		}
		if found == nil {
			return nil, &BrokenError{r.c.list[in.As-1].Adopted, fmt.Sprintf("edition %d does not state the outcomes of input %d", in.As, in.Input)}
		}
		return r.read.fetch(ctx, r.c, *found)
	}
	var list []events.Envelope
	for at := in.Input + 1; at <= r.c.known; at++ {
		one, err := r.read.fetch(ctx, r.c, span{from: at, to: at})
		if err != nil {
			return nil, err
		}
		if events.IsInput(one[0].Payload.Kind()) {
			break
		}
		list = append(list, one[0])
	}
	return list, nil
}

// Restated yields events with what the editions among them refer to in place of the references, as if they stated it.
func Restated(ctx context.Context, st store.Store, name string, list iter.Seq2[events.Envelope, error]) iter.Seq2[events.Envelope, error] {
	return func(yield func(events.Envelope, error) bool) {
		var read *Statements
		defer func() {
			if read != nil {
				read.Close()
			}
		}()
		for e, err := range list {
			p, refers := e.Payload.(events.InputsRestated)
			if err != nil || !refers {
				if !yield(e, err) {
					return
				}
				continue
			}
			if read == nil {
				cat, err := Load(ctx, st, name, 0)
				if err != nil {
					yield(e, err)
					return
				}
				read = cat.Statements()
			}
			for stated, err := range read.stated(ctx, &e, p) {
				if !yield(stated, err) || err != nil {
					return
				}
			}
		}
	}
}

// stated yields what an event of an adoption refers to.
func (r *Statements) stated(ctx context.Context, e *events.Envelope, p events.InputsRestated) iter.Seq2[events.Envelope, error] {
	return func(yield func(events.Envelope, error) bool) {
		holder := r.c.holding(e.Sequence)
		if err := CheckStated(p, holder.Adopted, holder.Number); err != nil {
			yield(*e, &BrokenError{e.Sequence, err.Error()})
			return
		}
		for _, in := range p.Inputs {
			found, err := r.At(ctx, in)
			if err != nil {
				yield(*e, err)
				return
			}
			head := *e
			head.Effective, head.Payload = in.Input, events.InputRestated{Input: in.Input, Standing: Recorded}
			head.Type, _ = events.Type(head.Payload)
			r.c.say(&span{place: Place{Input: in.Input}, edition: holder.Number, at: e.Sequence}, found)
			for _, one := range append([]events.Envelope{head}, found...) {
				if !yield(one, nil) {
					return
				}
			}
		}
	}
}
