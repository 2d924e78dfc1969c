package history

import (
	"cmp"
	"context"
	"iter"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/maypok86/otter/v2"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/store"
)

// Whoever shows any point of many histories, as an office does, asks for states of all sequences in no order. A Memory keeps what
// such questions have in common: the catalogue of each game, along each history a state every 64 events, and the events of the stream between two of them, decoded.
// A state at any sequence is then the nearest one before it, and the few events behind that.

// A Memory holds what looks at the histories of one store have in common, in bounded room. A view made by its Look answers as one of Look does. It is
// safe for concurrent use; its views are not.
type Memory struct {
	games  bounded[string, *opened]
	states bounded[stretch, *held]
	runs   bounded[stretch, *run]
	every  uint64 // how many events lie between two states
}

// A bounded cache is one of otter by its methods alone. A type of otter would be compiled anew in each package that imports this one, for two seconds.
type bounded[K comparable, V any] interface {
	GetIfPresent(K) (V, bool)
	Set(K, V) (V, bool)
	Invalidate(K) (V, bool)
	Keys() iter.Seq[K]
	WeightedSize() uint64
}

// heldEvery is how many events lie between two states that a Memory holds.
const heldEvery = 64

// runsPart is which part of the room of the states the runs of events have besides.
const runsPart = 4

// NewMemory returns a memory of at most so many games, of states of about so many bytes in all, and of events of a quarter of that.
func NewMemory(games int, bytes uint64) *Memory {
	return &Memory{
		every:  heldEvery,
		games:  otter.Must(&otter.Options[string, *opened]{MaximumSize: games}),
		states: otter.Must(&otter.Options[stretch, *held]{MaximumWeight: bytes, Weigher: func(k stretch, r *held) uint32 { return uint32(len(k.game) + r.state.Size()) }}),
		runs:   otter.Must(&otter.Options[stretch, *run]{MaximumWeight: bytes / runsPart, Weigher: func(k stretch, r *run) uint32 { return uint32(len(k.game) + r.size) }}),
	}
}

// Bytes is about how much room the states take.
func (m *Memory) Bytes() uint64 { return m.states.WeightedSize() }

// A stretch is a run of sequences of a history: an edition's, or 0 for the stream as it was recorded.
type stretch struct {
	game    string
	edition int
	number  uint64
}

// A held state is that before an input: after everything effective up to a sequence. Nobody writes to it.
type held struct {
	at    uint64
	last  time.Time // of an edition: the time that an input inserted there would have
	state *aggregate.State
}

// An onlooker is shown the state before each input of a history that is folded, and after which sequence that is.
type onlooker func(at uint64, last time.Time, s *aggregate.State)

func nobody(uint64, time.Time, *aggregate.State) {}

// holds returns who holds states of a history in the memory of the catalogue, if it has one.
func (c *Catalogue) holds(edition int) onlooker {
	if c.opened == nil {
		return nobody
	}
	m, before := c.opened.memory, uint64(0)
	return func(at uint64, last time.Time, s *aggregate.State) {
		if at < m.every || at == before { // of the inputs at one place only what lies before all of them
			return
		}
		before = at
		key := stretch{c.name, edition, at / m.every}
		if _, have := m.states.GetIfPresent(key); !have {
			m.states.Set(key, &held{at, last, s.Clone()})
		}
	}
}

// nearest returns the state held last of a history up to a sequence and not before another one, nil if there is none.
func (m *Memory) nearest(game string, edition int, upTo, from uint64) *held {
	for n := upTo / m.every; n > 0 && n >= from/m.every; n-- {
		if r, ok := m.states.GetIfPresent(stretch{game, edition, n}); ok && r.at <= upTo {
			return r
		}
	}
	return nil
}

// recordedBefore returns a state of the stream at or before a sequence, which the caller may write to, and where it is.
func (c *Catalogue) recordedBefore(ctx context.Context, upTo uint64) (*aggregate.State, uint64) {
	if c.opened != nil {
		if r := c.opened.memory.nearest(c.name, 0, upTo, upTo-min(upTo, StateEvery)); r != nil {
			return r.state.Clone(), r.at
		}
	}
	return KeptState(ctx, c.st, c.name, upTo)
}

// foldedBefore returns a state of an edition at or before a sequence, which the caller may write to, where it is, and the time that an input
// inserted there would have. That time is known only with a memory.
func (c *Catalogue) foldedBefore(ctx context.Context, e *Edition, upTo uint64) (s *aggregate.State, at uint64, last time.Time) {
	if near := c.stoodBefore(e, upTo, upTo-min(upTo, farBack)); near != nil {
		return near.state.Clone(), near.point, last
	}
	if c.opened == nil {
		s, at = c.nearest(ctx, e, upTo)
		return s, at, last
	}
	if r := c.opened.memory.nearest(c.name, e.Number, upTo, 0); r != nil {
		return r.state.Clone(), r.at, r.last
	}
	if !Dated(e.Changes) { // else the time may be that of any input before
		s, at = c.nearest(ctx, e, upTo)
		if ev, err := eventAt(ctx, c.st, c.name, at); at == 0 || err == nil {
			return s, at, ev.Recorded
		}
	}
	return aggregate.NewState(), 0, last
}

// eventAt reads an event, the zero one for 0.
func eventAt(ctx context.Context, st store.Store, name string, at uint64) (e events.Envelope, err error) {
	if at == 0 {
		return e, nil
	}
	rec, found, err := store.EventAt(ctx, st, name, store.Revision(at))
	if err == nil && !found {
		err = &PointError{Asked: at, What: "event"}
	}
	if err != nil {
		return e, err
	}
	return new(events.Decoder).Decode(rec.Data)
}

// before returns a state of the view before an input from which its events lead there, after which sequence it is, and the time that an input
// inserted there would have.
func (v *View) before(ctx context.Context, input uint64) (s *aggregate.State, at uint64, last time.Time) {
	c, e := v.Catalogue, v.Edition
	switch {
	case input == 0:
	case v.plain:
		s, at = c.recordedBefore(ctx, input-1)
		return s, at, last
	case c.opened != nil:
		if e.closed != 0 && input > e.closed { // the adoption has closed with the state that it led to
			if s, at = c.recordedBefore(ctx, input-1); at >= e.closed {
				return s, at, last
			}
		}
		return c.foldedBefore(ctx, e, input-1)
	}
	return aggregate.NewState(), 0, last
}

// An opened game is what its catalogues share.
type opened struct {
	memory *Memory
	id     uuid.UUID // of the last event known

	mu   sync.Mutex
	cat  *Catalogue // as far as the game has been read; its editions have their spans
	over map[int]map[Place]span
}

// Look is the function Look; it forgets a game whose stream has been replaced once it has grown.
func (m *Memory) Look(ctx context.Context, st store.Store, name string, w Where) (*View, error) {
	c, err := m.catalogue(ctx, st, name, w)
	if err != nil {
		return nil, err
	}
	return c.look(ctx, w)
}

// Last is Look with the last entry in view, nil if there is none, and so with the state that the view leads to. What is asked for of the stream as it was
// recorded costs one read of the store.
func (m *Memory) Last(ctx context.Context, st store.Store, name string, w Where) (*View, *Seen, error) {
	c, err := m.catalogue(ctx, st, name, w)
	if err != nil {
		return nil, nil, err
	}
	whole := w
	whole.AsOf = ""
	v, err := c.look(ctx, whole)
	if err != nil {
		return nil, nil, err
	}
	point, address, err := ParseAddress(w.AsOf)
	if point == 0 {
		point = v.UpTo
	}
	if err == nil && address == "" && point <= v.UpTo && (v.plain || v.Edition.closed != 0 && point > v.Edition.closed) {
		v.where = w
		seen, err := v.ending(ctx, point)
		return v, seen, err
	}
	if v, err = c.look(ctx, w); err != nil {
		return nil, nil, err
	}
	seen, err := v.Entry(ctx, v.Place())
	return v, seen, err
}

// ending narrows a view of all of a history to what lies up to the entry of an event, and returns that entry. Up to there, or from the end of its adoption
// on, the history is the stream as it was recorded.
func (v *View) ending(ctx context.Context, point uint64) (*Seen, error) {
	c, hold := v.Catalogue, v.Catalogue.holds(0)
	state, at := c.recordedBefore(ctx, max(point, 1)-1)
	if closed := v.Edition.closed; !v.plain && at < closed {
		if err := c.fold(ctx, state, at, closed, hold); err != nil {
			return nil, err
		}
		at = closed
	}
	list := v.Events(ctx, at+1)
	if v.plain {
		list = c.recently(ctx, at+1, v.UpTo)
	}
	end := &events.Act{} // written over by the next one: what is shown is the last
	for e, err := range list {
		if err != nil {
			return nil, err
		}
		if begins := events.IsInput(e.Payload.Kind()); begins || end.Len() == 0 {
			if e.Sequence > point {
				break
			}
			for i := range end.Outcomes {
				state.Apply(end.Outcomes[i].Payload)
			}
			hold(e.Sequence-1, time.Time{}, state)
			end.Input, end.Outcomes = events.Envelope{}, end.Outcomes[:0]
		}
		end.Add(e)
	}
	if end.Len() == 0 {
		return nil, nil
	}
	v.UpTo = end.Last().Sequence
	return v.seen(ctx, end, Place{Input: end.Input.Sequence, Change: v.Change(&end.Input)}, state)
}

// catalogue returns that of a game as the point asks for it.
func (m *Memory) catalogue(ctx context.Context, st store.Store, name string, w Where) (*Catalogue, error) {
	known := max(w.Known, w.At)
	if game, ok := m.games.GetIfPresent(name); ok && known > 0 && known <= game.cat.known {
		return game.upTo(st, known), nil // the stream has come as far
	}
	head, err := st.Head(ctx, name)
	if err != nil {
		return nil, err
	}
	if known = cmp.Or(known, uint64(head)); known > uint64(head) {
		return nil, &PointError{Asked: known, Last: uint64(head), What: "event"}
	}
	game, ok := m.games.GetIfPresent(name)
	if !ok || game.cat.known < known {
		if game, err = m.open(ctx, st, name, known, game); err != nil {
			return nil, err
		}
	}
	return game.upTo(st, known), nil
}

// open reads which editions a game has; before, unless it is nil, is the game as it was opened earlier.
func (m *Memory) open(ctx context.Context, st store.Store, name string, known uint64, before *opened) (*opened, error) {
	id, err := idAt(ctx, st, name, known)
	if known == 0 {
		id, err = uuid.Nil, nil
	}
	if err != nil {
		return nil, err
	}
	game := &opened{memory: m, id: id, over: map[int]map[Place]span{}}
	if before != nil && before.cat.known > 0 {
		if was, err := idAt(ctx, st, name, before.cat.known); err == nil && was == before.id {
			game.cat = before.upTo(st, before.cat.known)
			if err := game.cat.Advance(ctx, known); err != nil {
				return nil, err
			}
		} else {
			m.forget(name)
		}
	}
	if game.cat == nil {
		if game.cat, err = Load(ctx, st, name, known); err != nil {
			return nil, err
		}
	}
	game.cat.opened, game.cat.grows, game.cat.read = nil, false, nil
	for i := range game.cat.list {
		if e := &game.cat.list[i]; e.closed == 0 { // it may have been read only in part
			e.read = false
		}
		if _, err := game.cat.spansOf(ctx, &game.cat.list[i]); err != nil {
			return nil, err
		}
	}
	m.games.Set(name, game)
	return game, nil
}

// forget drops the states of a game.
func (m *Memory) forget(name string) {
	for key := range m.states.Keys() {
		if key.game == name {
			m.states.Invalidate(key)
		}
	}
	for key := range m.runs.Keys() {
		if key.game == name {
			m.runs.Invalidate(key)
		}
	}
}

// upTo returns a catalogue of the game as it was known at a sequence, which the caller may change.
func (o *opened) upTo(st store.Store, known uint64) *Catalogue {
	c := &Catalogue{stream: stream{st: st, name: o.cat.name}, known: known, opened: o}
	for i := range o.cat.list {
		e := o.cat.list[i]
		if e.Adopted > known {
			break
		}
		if e.Ended > known {
			e.Ended = 0
		}
		c.list = append(c.list, e)
	}
	return c
}

// overrides is what the method of the catalogue returns; nobody writes to it.
func (o *opened) overrides(ctx context.Context, edition int) (map[Place]span, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if all := o.over[edition]; all != nil {
		return all, nil
	}
	all, err := o.cat.overrides(ctx, &o.cat.list[edition-1])
	if err == nil {
		o.over[edition] = all
	}
	return all, err
}
