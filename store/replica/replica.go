// Package replica brings a stream in one store up to date with the same stream in another.
//
// A replica holds a prefix of its source, byte for byte, and grows only by the source's next
// events. So an interrupted copy resumes where it stopped, and any checksum or signature that
// proves the source's events proves the copy's.
//
//	source ──Read──► compare with what the replica holds ──► append the rest ──► note the position
//
// An update begins by comparing. A replica that differs from its source, or extends beyond it,
// is refused with a *DifferenceError that names the first such event. The revision and event id
// up to which the replica is known to agree are kept as a note beside it, its [Position]. The
// next update compares only from there, unless asked to be thorough.
//
// The events of one input are appended together, so readers of a replica never see half of a
// ruling.
package replica

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"

	"adjudicate/store"

	"github.com/google/uuid"
)

// Replica is a stream in two stores.
type Replica struct {
	From, To store.Store
	Stream   string

	// Keeper keeps the position; nil if nothing does. Source is what it calls the source: a
	// position that names another is not believed.
	Keeper store.Keeper
	Source string

	// Begins reports whether an event of a type is the first of those that are appended together;
	// nil if each event stands alone.
	Begins func(eventType string) bool

	// Progress, if set, is told now and then how many events have been dealt with, of how
	// many.
	Progress func(done, of store.Revision)

	// Each, if set, is given every event that an update reads of the source, in order.
	Each func(*store.Recorded)
}

// Result is what an update did.
type Result struct {
	Compared store.Revision // how many events of the replica were held against the source
	Before   store.Revision // how many events the replica had
	After    store.Revision // how many it has

	read store.Revision // up to which Each has been given the source's events
}

// DifferenceError says that a replica is not the beginning of its source. Nothing was
// written after it was found.
type DifferenceError struct {
	Stream string
	At     store.Revision // of the first event that differs
	What   string         // "id", "type", "data", or "beyond": the source has no such event
	Source *store.Recorded
	Copy   *store.Recorded
}

func (e *DifferenceError) Error() string {
	place := "event " + at(e.At) + " of " + e.Stream
	if e.Source == nil {
		return place + " (" + told(e.Copy) + ") is in the copy but not in the source"
	}
	if e.What == "data" {
		return place + " (" + told(e.Source) + ") differs in the copy: other data than in the source"
	}
	return place + " is " + told(e.Source) + " in the source, " + told(e.Copy) + " in the copy"
}

// How much is appended at once: the end of an input is waited for after either.
const (
	pieceEvents = 2048
	pieceBytes  = 1 << 20
)

// Update brings the replica up to date. A thorough one compares all that the replica has,
// another only what follows the position kept. After an error what was appended stands, and
// another Update goes on behind it.
func (r *Replica) Update(ctx context.Context, thorough bool) (Result, error) {
	head, err := r.To.Head(ctx, r.Stream)
	if err != nil {
		return Result{}, err
	}
	res := Result{Before: head, After: head}
	from := store.Revision(1)
	if !thorough {
		from = r.trusted(ctx, head)
	}
	for {
		err := r.pass(ctx, from, &res)
		var conflict *store.ConflictError
		if errors.As(err, &conflict) && conflict.Found > res.After {
			// Another process copies as well: what it wrote is compared, and then it goes on.
			from, res.After = res.After+1, conflict.Found
			continue
		}
		var differs *DifferenceError
		if errors.As(err, &differs) && from > 1 {
			from = 1 // the first that differs may stand before the position
			continue
		}
		if err == nil || res.After > res.Before {
			r.note(context.WithoutCancel(ctx), res.After)
		}
		return res, err
	}
}

// pass compares the replica's events from a revision on up to res.After, and appends what
// the source has behind that.
func (r *Replica) pass(ctx context.Context, from store.Revision, res *Result) error {
	held, stop := iter.Pull2(r.To.Read(ctx, r.Stream, from))
	defer stop()
	var of store.Revision
	if r.Progress != nil {
		var err error
		if of, err = r.From.Head(ctx, r.Stream); err != nil {
			return err
		}
	}
	p := piece{}
	last := from - 1
	for rec, err := range r.From.Read(ctx, r.Stream, from) {
		if err != nil {
			return err
		}
		if last = rec.Revision; r.Each != nil && last > res.read {
			r.Each(&rec)
			res.read = last
		}
		if r.Progress != nil && last%1024 == 0 {
			r.Progress(last, of)
		}
		if last <= res.After {
			if err := r.same(&rec, held); err != nil {
				return err
			}
			res.Compared++
			continue
		}
		if p.full() && (r.Begins == nil || r.Begins(rec.Type)) {
			if err := r.append(ctx, &p, res); err != nil {
				return err
			}
		}
		p.add(rec.Event)
	}
	if last < res.After {
		return r.beyond(last+1, held)
	}
	return r.append(ctx, &p, res)
}

// same compares an event with the next one of the replica.
func (r *Replica) same(want *store.Recorded, held func() (store.Recorded, error, bool)) error {
	got, err, ok := held()
	if err != nil {
		return err
	}
	d := &DifferenceError{Stream: r.Stream, At: want.Revision, Source: want, Copy: &got}
	switch {
	case !ok:
		return &store.DamagedError{Place: "the copy of " + r.Stream, Found: "ends before event " + at(want.Revision)}
	case got.ID != want.ID:
		d.What = "id"
	case got.Type != want.Type:
		d.What = "type"
	case !bytes.Equal(got.Data, want.Data):
		d.What = "data"
	default:
		return nil
	}
	return d
}

// beyond tells of the replica's event at a revision that the source does not have.
func (r *Replica) beyond(revision store.Revision, held func() (store.Recorded, error, bool)) error {
	got, err, ok := held()
	if err != nil {
		return err
	}
	d := &DifferenceError{Stream: r.Stream, At: revision, What: "beyond"}
	if ok {
		d.Copy = &got
	}
	return d
}

// piece is events that are to be appended at once.
type piece struct {
	events []store.Event
	bytes  int
}

func (p *piece) full() bool { return len(p.events) >= pieceEvents || p.bytes >= pieceBytes }

func (p *piece) add(e store.Event) {
	p.events = append(p.events, e)
	p.bytes += len(e.Data)
}

func (r *Replica) append(ctx context.Context, p *piece, res *Result) error {
	if len(p.events) == 0 {
		return nil
	}
	head, err := r.To.Append(ctx, r.Stream, res.After, p.events)
	var twice *store.DuplicateError
	if errors.As(err, &twice) {
		return r.repeated(twice, p, res.After)
	}
	if err != nil {
		return err
	}
	res.After = head
	clear(p.events)
	p.events, p.bytes = p.events[:0], 0
	return nil
}

// repeated says which event of the source has the id of an earlier one, or of another stream's: a server takes that of
// somebody else, a ledger never has it.
func (r *Replica) repeated(twice *store.DuplicateError, p *piece, after store.Revision) error {
	for i, e := range slices.Backward(p.events) {
		if e.ID == twice.ID {
			found := fmt.Sprintf("%s of stream %q repeats the id %s of an earlier event: another program has written to the stream", after+store.Revision(i)+1, r.Stream, e.ID)
			return &store.DamagedError{Place: r.Source, Found: found}
		}
	}
	return twice
}

// Position is how far a replica is known to agree with its source: up to the event of an id.
type Position struct {
	Version  int            `json:"version"`
	Source   string         `json:"source"`
	Revision store.Revision `json:"revision"`
	ID       uuid.UUID      `json:"id"`
}

// Kind is the kind of the notes that hold positions.
const Kind = "replica"

const version = 1

// Position returns the position kept for the replica, if there is one.
func (r *Replica) Position(ctx context.Context) (Position, bool) {
	if r.Keeper == nil {
		return Position{}, false
	}
	n, found, err := r.Keeper.Kept(ctx, r.Stream, Kind, store.Any)
	var p Position
	if err != nil || !found || json.Unmarshal(n.Data, &p) != nil || p.Version != version || p.Source != r.Source || p.Revision != n.At {
		return Position{}, false
	}
	return p, true
}

// trusted returns the revision to compare from: that of the position, if the replica's event
// there is the one that it names, else the first.
func (r *Replica) trusted(ctx context.Context, head store.Revision) store.Revision {
	p, ok := r.Position(ctx)
	if !ok || p.Revision > head || p.Revision == 0 {
		return 1
	}
	for rec, err := range r.To.Read(ctx, r.Stream, p.Revision) {
		if err == nil && rec.ID == p.ID {
			return p.Revision
		}
		break
	}
	return 1
}

// note keeps the position after an update. That it cannot be kept is no error.
func (r *Replica) note(ctx context.Context, head store.Revision) {
	if r.Keeper == nil || head == 0 {
		return
	}
	if p, ok := r.Position(ctx); ok && p.Revision == head {
		return
	}
	for rec, err := range r.To.Read(ctx, r.Stream, head) {
		if err != nil {
			return
		}
		data, err := json.Marshal(Position{version, r.Source, head, rec.ID})
		if err == nil && r.Keeper.Drop(ctx, r.Stream, Kind, 0) == nil {
			_ = r.Keeper.Keep(ctx, store.Note{Stream: r.Stream, Kind: Kind, At: head, Data: data})
		}
		return
	}
}
