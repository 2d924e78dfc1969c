package history

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/store"
)

// A fold of a long stream is put aside now and then: the state after an event, as a note of
// kind StateNote beside the stream. It begins with that event's id, so that a note on a
// stream that has been replaced is found out.

// StateNote is the kind of the notes that hold states.
const StateNote = "state"

// StateEvery is how many events lie between two states that are kept.
const StateEvery = 8192

// HeadNote is the kind of the note that holds the state at the end of a stream as it was read last, where much lay behind the last of those: a
// reader that comes after folds only what has come since. There is one a stream.
const HeadNote = "head"

// KeepState stores the state after an event as a note. If the store keeps no notes it does nothing.
func KeepState(ctx context.Context, st store.Store, name string, sequence uint64, id uuid.UUID, s *aggregate.State) {
	keeper, ok := st.(store.Keeper)
	if !ok {
		return
	}
	n, err := NoteOf(name, sequence, id, s)
	if err != nil {
		return
	}
	_ = keeper.Keep(ctx, n) // losing it costs time
}

// A StateKeeper keeps states beside its notes as they are, for those who ask while it lives: what a note says has to be read each time.
type StateKeeper interface {
	// StateKept returns the latest state that is kept at or before a sequence, which nobody may write to, with the sequence and the id
	// of its event: nil if there is none.
	StateKept(stream string, upTo uint64) (*aggregate.State, uint64, uuid.UUID)
}

// NoteOf returns the note that holds the state after an event.
func NoteOf(name string, sequence uint64, id uuid.UUID, s *aggregate.State) (store.Note, error) {
	text, err := s.Snapshot(nil)
	return store.Note{Stream: name, Kind: StateNote, At: store.Revision(sequence), Data: append(id[:], text...)}, err
}

// KeptState returns the latest stored state at or before a sequence, and the sequence of its event: a new state
// and 0 if there is none.
func KeptState(ctx context.Context, st store.Store, name string, upTo uint64) (*aggregate.State, uint64) {
	return keptState(ctx, st, name, upTo, true)
}

// KeptStateBack is KeptState but for the head: for whoever goes on to what has just been read behind the state.
func KeptStateBack(ctx context.Context, st store.Store, name string, upTo uint64) (*aggregate.State, uint64) {
	return keptState(ctx, st, name, upTo, false)
}

func keptState(ctx context.Context, st store.Store, name string, upTo uint64, heads bool) (*aggregate.State, uint64) {
	if keeper, ok := st.(StateKeeper); ok {
		s, at, id := keeper.StateKept(name, upTo)
		if is, err := idAt(ctx, st, name, at); s == nil || err != nil || is != id {
			return aggregate.NewState(), 0
		}
		return s.Clone(), at
	}
	keeper, ok := st.(store.Keeper)
	if !ok {
		return aggregate.NewState(), 0
	}
	note, ok, err := keeper.Kept(ctx, name, StateNote, store.Revision(upTo))
	if err == nil && heads {
		if head, found, err := keeper.Kept(ctx, name, HeadNote, store.Revision(upTo)); err == nil && found && head.At > note.At {
			note, ok = head, true
		}
	}
	if err != nil || !ok || len(note.Data) < len(uuid.UUID{}) {
		return aggregate.NewState(), 0
	}
	id, err := idAt(ctx, st, name, uint64(note.At))
	if err != nil || !bytes.Equal(id[:], note.Data[:len(id)]) {
		return aggregate.NewState(), 0
	}
	s := aggregate.NewState()
	if err := s.Restore(note.Data[len(id):]); err != nil {
		return aggregate.NewState(), 0
	}
	return s, uint64(note.At)
}

// StateAt folds an edition up to an effective point, inclusive; 0 is its end. An input and
// its outcomes are one step: a point among them is that after all of them, as far as they
// are known.
func (c *Catalogue) StateAt(ctx context.Context, e *Edition, point uint64) (*aggregate.State, error) {
	end := c.End(e)
	if point == 0 {
		point = end
	}
	if point > end {
		return nil, &PointError{Asked: point, Last: end, What: "effective point"}
	}
	if point == c.known && e.Ended == 0 && c.end != nil {
		return c.end.Clone(), nil
	}
	if e.Adopted == 0 || point > e.Adopted {
		// The adoption has closed with the state that it led to.
		last, err := c.groupEnd(ctx, point, end)
		if err != nil {
			return nil, err
		}
		s, at := c.recordedBefore(ctx, last)
		return s, c.fold(ctx, s, at, last, c.holds(0))
	}
	if s := c.stoodAt(e, point); s != nil {
		return s, nil
	}
	s, at, before := c.foldedBefore(ctx, e, point)
	hold, moment := c.holds(e.Number), before
	for entry, err := range c.history(ctx, e, Range{From: at + 1, To: point}, &moment) {
		if err != nil {
			return nil, err
		}
		hold(entry.Place.Input-1, before, s)
		before = moment
		if !entry.Judged {
			continue
		}
		for i := range entry.Outcomes {
			s.Apply(entry.Outcomes[i].Payload)
		}
	}
	c.keepStanding(e, point, s)
	return s, nil
}

// StateAfter is StateAt, or the state just after an entry that the edition has put in.
func (c *Catalogue) StateAfter(ctx context.Context, e *Edition, at Place) (*aggregate.State, error) {
	if at.Change == "" {
		return c.StateAt(ctx, e, at.Input)
	}
	s, err := c.Before(ctx, e, at.Input)
	if err != nil {
		return nil, err
	}
	for entry, err := range c.History(ctx, e, Range{From: at.Input, To: at.Input}) {
		if err != nil {
			return nil, err
		}
		if entry.Place.Change == "" {
			break
		}
		for i := range entry.Outcomes {
			s.Apply(entry.Outcomes[i].Payload)
		}
		if entry.Place == at {
			return s, nil
		}
	}
	return nil, &AddressError{Address: at.Change, Edition: e.Number}
}

// groupEnd returns the last event of the input that a point belongs to, at most end.
func (c *Catalogue) groupEnd(ctx context.Context, point, end uint64) (uint64, error) {
	if point == end {
		return end, nil
	}
	for rec, err := range c.records(ctx, point+1) {
		if err != nil {
			return 0, err
		}
		if uint64(rec.Revision) > end || events.IsInput(rec.Type) {
			break
		}
		point = uint64(rec.Revision)
	}
	return point, nil
}

// Before returns the state just before an input, in effective order, without the entries inserted at it.
func (c *Catalogue) Before(ctx context.Context, e *Edition, input uint64) (*aggregate.State, error) {
	if input <= 1 {
		return aggregate.NewState(), nil
	}
	return c.StateAt(ctx, e, input-1)
}

// JustBefore returns the state just before an entry, also one that the edition has put in.
func (c *Catalogue) JustBefore(ctx context.Context, e *Edition, at Place) (*aggregate.State, error) {
	s, err := c.Before(ctx, e, at.Input)
	if err != nil {
		return nil, err
	}
	for entry, err := range c.History(ctx, e, Range{From: at.Input, To: at.Input}) {
		if err != nil {
			return nil, err
		}
		if entry.Place == at {
			return s, nil
		}
		for i := range entry.Outcomes {
			s.Apply(entry.Outcomes[i].Payload)
		}
	}
	return nil, &AddressError{Address: at.Address(), Edition: e.Number}
}

// nearest returns a state that was put aside and is one of the edition's own.
func (c *Catalogue) nearest(ctx context.Context, e *Edition, point uint64) (*aggregate.State, uint64) {
	line := c.Lineage(e)
	for {
		s, at := KeptState(ctx, c.st, c.name, point)
		if at == 0 {
			return s, 0
		}
		holder := c.holding(at)
		i := slices.Index(line, holder)
		own := i >= 0
		for _, newer := range line[:max(i, 0)] {
			own = own && (newer.From == 0 || newer.From > at)
		}
		if own {
			return s, at
		}
		point = c.earlier(line, at)
		if point == 0 {
			return aggregate.NewState(), 0
		}
	}
}

// holding returns the edition that was current after an event.
func (c *Catalogue) holding(at uint64) *Edition {
	for i := range slices.Backward(c.list) {
		if c.list[i].Adopted <= at {
			return &c.list[i]
		}
	}
	return &c.list[0]
}

// earlier returns the next point before at where a kept state may fit a lineage.
func (c *Catalogue) earlier(line []*Edition, at uint64) uint64 {
	next := at - 1
	for _, e := range line {
		if e.From != 0 && e.From <= at {
			next = min(next, e.From-1)
		}
	}
	if h := c.holding(at); !slices.Contains(line, h) {
		next = min(next, h.Adopted-1)
	}
	return next
}

// FoldStream advances a state from just after sequence at to point, as the stream was recorded. An adoption is
// always folded to its end.
func FoldStream(ctx context.Context, st store.Store, name string, s *aggregate.State, at, point uint64) error {
	return (&stream{st: st, name: name}).fold(ctx, s, at, point, nobody)
}

// fold is FoldStream that shows the state before each input to an onlooker. Where an event refers to more than a state that was kept remembers, it
// folds all of the stream instead.
func (from *stream) fold(ctx context.Context, s *aggregate.State, at, point uint64, hold onlooker) error {
	err := from.foldOn(ctx, s, at, point, hold)
	if at > 0 && errors.Is(err, aggregate.ErrForgotten) {
		*s = *aggregate.NewState()
		return from.foldOn(ctx, s, 0, point, hold)
	}
	return err
}

func (from *stream) foldOn(ctx context.Context, s *aggregate.State, at, point uint64, hold onlooker) error {
	var dec events.Decoder
	adopting := false
	for rec, err := range from.records(ctx, at+1) {
		if err != nil {
			return err
		}
		if events.IsInput(rec.Type) {
			hold(uint64(rec.Revision)-1, time.Time{}, s)
			adopting = strings.HasPrefix(rec.Type, adopted+".") && uint64(rec.Revision) <= point
		}
		if uint64(rec.Revision) > point && !adopting {
			break
		}
		if !events.IsOutcome(rec.Type) || adopting && !strings.HasPrefix(rec.Type, closing) {
			continue
		}
		env := from.lastly(uint64(rec.Revision))
		if env == nil {
			e, err := dec.Decode(rec.Data)
			if err != nil {
				return fmt.Errorf("event %d: %w", rec.Revision, err)
			}
			env = &e
		}
		if err := Fold(s, env); err != nil {
			return err
		}
	}
	return nil
}

// Fold folds an event of the stream into the state that was current when it was recorded. Use it to read a
// stream from end to end.
func Fold(s *aggregate.State, e *events.Envelope) error {
	if !Folds(e) {
		return nil
	}
	if p, ok := e.Payload.(events.StateRestated); ok {
		if err := s.Restore(p.State); err != nil {
			return fmt.Errorf("event %d: %w", e.Sequence, err)
		}
		return nil
	}
	s.Apply(e.Payload)
	return nil
}

// Folds reports whether Fold applies an event: not what an adoption restates about earlier points, but the state
// it closes with.
func Folds(e *events.Envelope) bool {
	return e.Effective == e.Sequence && events.IsOutcome(e.Payload.Kind())
}
