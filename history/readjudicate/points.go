package readjudicate

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/store"
)

// How far back the input of an outcome is looked for at once: most inputs have few outcomes, an adoption may have any number.
const (
	groupFew  = 16
	groupMost = 1024
)

// farther is how far back to look where nothing was found so far back.
func farther(back uint64) uint64 { return min(4*back, groupMost) }

// entryOf finds the entry that a change is about, or before which it stands, and completes its
// address; before is the moment of the entry before it. The error is a *pointError or a
// *history.AddressError if there is none.
func (r *Run) entryOf(ctx context.Context, c *events.Change) (at *events.Envelope, before time.Time, err error) {
	switch {
	case c.Address != "":
	case c.Input > r.Head:
		return nil, before, &pointError{fmt.Sprintf("point %d is in the future: the last event is %d", c.Input, r.Head)}
	case c.Input < 2:
		return nil, before, &pointError{fmt.Sprintf("point %d is before the game: the ledger begins at 1", c.Input)}
	case c.What == history.Insert:
		at, before, err = r.nextInput(ctx, c.Input)
	default:
		at, err = r.inputAt(ctx, c.Input)
		var answers *insertedError
		if errors.As(err, &answers) {
			c.Address, err = answers.address, nil
		}
	}
	if err != nil {
		return nil, before, err
	}
	if c.Address != "" {
		return r.insertedEntry(ctx, c)
	}
	if at == nil {
		return nil, before, &pointError{fmt.Sprintf("no input at or after point %d", c.Input)}
	}
	c.Input = at.Sequence
	return at, before, nil
}

// insertedEntry finds an entry that another change puts in.
func (r *Run) insertedEntry(ctx context.Context, c *events.Change) (at *events.Envelope, before time.Time, err error) {
	i := r.inserted(c.Address)
	if i < 0 && slices.ContainsFunc(r.due, func(d came) bool { return d.ID == c.Address }) {
		return r.dueEntry(ctx, c)
	}
	if i < 0 {
		_, err := r.cat.Inserted(r.Base, c.Address)
		if err == nil { // the plan withdraws it
			err = &history.AddressError{Address: c.Address, Edition: r.Number}
		}
		return nil, before, err
	}
	target := &r.Changes[i]
	c.Input = target.Input
	if _, before, err = r.nextInput(ctx, c.Input); err != nil {
		return nil, before, err
	}
	for j := range i {
		if o := &r.Changes[j]; o.What == history.Insert && o.Input == c.Input && o.At != nil && o.At.After(before) {
			before = *o.At
		}
	}
	e, err := history.InsertedInput(r.cat.Name(), target, before)
	return &e, before, err
}

// dueEntry finds an entry that time has made due in the base. It comes about anew in every history
// unless something before it prevents it, so that a change can stand before it and cannot
// be of it.
func (r *Run) dueEntry(ctx context.Context, c *events.Change) (at *events.Envelope, before time.Time, err error) {
	if c.What != history.Insert {
		return nil, before, &pointError{fmt.Sprintf("entry %s was due by the clock and would recur: insert what prevents it before it, as in \"from %s extend 7 days\"", c.Address, c.Address)}
	}
	target := r.due[slices.IndexFunc(r.due, func(d came) bool { return d.ID == c.Address })]
	c.Input, c.Address = target.Input, ""
	if at, before, err = r.nextInput(ctx, c.Input); err != nil {
		return nil, before, err
	}
	for _, o := range r.Changes {
		if o.What == history.Insert && o.Input == c.Input && o.At != nil && o.At.After(before) && o.At.Before(*target.At) {
			before = *o.At
		}
	}
	return at, before, nil
}

type pointError struct{ text string }

func (e *pointError) Error() string { return e.text }

// inputAt returns the input that an event belongs to: the event itself, the one that caused
// it or, of an outcome that an adoption restates, the one that it answers. Nil means that
// there is none; of what answers an inserted entry the error is an *insertedError that names it.
func (r *Run) inputAt(ctx context.Context, sequence uint64) (*events.Envelope, error) {
	found := r.inputs[sequence] // changes are often about one input
	for from, back := sequence, uint64(groupFew); found == nil; back = farther(back) {
		from -= min(from-1, back)
		for e, err := range r.read(ctx, from, sequence) {
			if err != nil {
				return nil, err
			}
			if !events.IsInput(e.Type) {
				if e.Effective >= e.Sequence {
					continue
				}
				if answersInserted(e) {
					return nil, r.answered(ctx, sequence)
				}
				return r.inputAt(ctx, e.Effective)
			}
			found = e
		}
		if from == 1 {
			break
		}
	}
	if found != nil {
		r.inputs[sequence] = found
	}
	return found, nil
}

// nextInput returns the first input that does not begin before a sequence, and the moment of
// the one before it. What an adoption restates stands where it holds.
func (r *Run) nextInput(ctx context.Context, sequence uint64) (found *events.Envelope, before time.Time, err error) {
	for e, err := range r.read(ctx, sequence, 0) {
		if err != nil {
			return nil, before, err
		}
		if events.IsInput(e.Type) {
			found = e
			break
		}
		if e.Effective < e.Sequence {
			return r.nextInput(ctx, e.Effective)
		}
	}
	if found == nil || found.Sequence == 1 {
		return found, before, nil
	}
	last, err := r.lastInput(ctx, found.Sequence-1)
	if err == nil && last != nil {
		before = r.dated(last).Recorded
	}
	return found, before, err
}

// lastInput returns the last input that was recorded at or before a sequence.
func (r *Run) lastInput(ctx context.Context, sequence uint64) (found *events.Envelope, err error) {
	for from, back := sequence, uint64(groupFew); found == nil && from >= 1; from, back = from-1, farther(back) {
		from -= min(from-1, back)
		for e, err := range r.read(ctx, from, sequence) {
			if err != nil {
				return nil, err
			}
			if events.IsInput(e.Type) {
				found = e
			}
		}
	}
	return found, nil
}

// read yields the inputs from a sequence on up to another, 0 for the last one known, and
// that event itself with which they begin or end, whatever it is.
func (r *Run) read(ctx context.Context, from, upTo uint64) iter.Seq2[*events.Envelope, error] {
	asked := from
	if upTo == 0 {
		upTo = r.Head
	} else {
		asked = upTo
	}
	return func(yield func(*events.Envelope, error) bool) {
		var dec events.Decoder
		for rec, err := range store.Lend(ctx, r.st, r.cat.Name(), store.Revision(from)) {
			if err != nil {
				yield(nil, err)
				return
			}
			seq := uint64(rec.Revision)
			if seq > upTo || seq > r.Head {
				return
			}
			if !events.IsInput(rec.Type) && seq != asked {
				continue
			}
			e, err := dec.Decode(rec.Data)
			if err != nil {
				yield(nil, fmt.Errorf("event %d: %w", seq, err))
				return
			}
			if !yield(&e, nil) {
				return
			}
		}
	}
}

// answersInserted reports whether an event of an adoption is about an entry that stands in
// the ledger as a change alone: no recorded input has caused it.
func answersInserted(e *events.Envelope) bool {
	if p, ok := e.Payload.(events.InputRestated); ok {
		return p.Standing == history.Inserted || p.Standing == history.Withdrawn
	}
	return e.Causation == e.Correlation
}

// answered finds the entry that an event of an adoption answers.
func (r *Run) answered(ctx context.Context, sequence uint64) error {
	var dec events.Decoder
	for from, back := sequence, uint64(groupFew); ; back = farther(back) {
		from -= min(from-1, back)
		address := ""
		for rec, err := range store.Lend(ctx, r.st, r.cat.Name(), store.Revision(from)) {
			if err != nil {
				return err
			}
			if uint64(rec.Revision) > sequence {
				break
			}
			if !strings.HasPrefix(rec.Type, restated) {
				continue
			}
			e, err := dec.Decode(rec.Data)
			if err != nil {
				return fmt.Errorf("event %d: %w", rec.Revision, err)
			}
			address = history.Restates(e.Payload.(events.InputRestated)).Address()
		}
		if address != "" {
			return &insertedError{address}
		}
		if from == 1 {
			return &history.BrokenError{Sequence: sequence, Text: "restates nothing"}
		}
	}
}

var restated = events.InputRestated{}.Kind() + "."

// insertedError says that an event answers an entry that an edition has put in.
type insertedError struct{ address string }

func (e *insertedError) Error() string { return "answers entry " + e.address }
