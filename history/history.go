package history

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/store"
)

// Entry is one input of a history with its outcomes in that history.
type Entry struct {
	Place      Place
	events.Act        // as it stands; the sequence of an inserted input is that of the one it precedes
	Standing   string // Recorded, Inserted or Corrected
	Changed    string // the change that inserted or corrected it, or ruled on it
	Edition    int    // that states the outcomes; 1 if they are those first recorded
	Judged     bool   // by the rules of the game: adoptions and disputes are not
	First      string // the verdict when the input was recorded; "" of an inserted one
}

// Range selects a part of a history. The zero Range is all of it.
type Range struct {
	From uint64 // from this effective point on; 0 from the beginning
	To   uint64 // up to this effective point, inclusive; 0 to the edition's end

	// Extended adds the inputs recorded after the edition ended, with the outcomes that they
	// were recorded with: what a history made from an earlier edition goes on with.
	Extended bool

	// Brief leaves out what the stream has of adoptions but their moment: entries for them hold nothing else, and of several in a row there is
	// one, for the last.
	Brief bool
}

// InsertedID returns the id of an inserted input. It depends only on the ledger and the change.
func InsertedID(ledger, change string) uuid.UUID {
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte(ledger+"\x00"+change))
}

// InsertedInput returns the envelope of an inserted input. Its time is that of its change, but not earlier than
// before, the time of the input it follows.
func InsertedInput(ledger string, c *events.Change, before time.Time) (events.Envelope, error) {
	p, err := events.DecodePayload(c.Type, c.Payload)
	if err != nil {
		return events.Envelope{}, fmt.Errorf("change %s: %w", c.ID, err)
	}
	at := before
	if c.At != nil && c.At.After(at) {
		at = *c.At
	}
	return events.Envelope{ID: InsertedID(ledger, c.ID), Ledger: ledger, Sequence: c.Input, Effective: c.Input, Type: c.Type,
		Recorded: at, Actor: c.Actor, Payload: p}, nil
}

// What a Change does.
const (
	Insert  = "insert"
	Correct = "correct"
	Void    = "void"
	Rule    = "rule"
)

// History yields the entries of an edition in effective order. An error ends the iteration. The caller may keep
// the entries.
func (c *Catalogue) History(ctx context.Context, e *Edition, r Range) iter.Seq2[*Entry, error] {
	return c.history(ctx, e, r, new(time.Time))
}

// history is History where the input before the first entry had the time last, which becomes the time that an input inserted behind the
// entry yielded would have.
func (c *Catalogue) history(ctx context.Context, e *Edition, r Range, last *time.Time) iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		over, err := c.overrides(ctx, e)
		if err != nil {
			yield(nil, err)
			return
		}
		end := c.End(e)
		if r.Extended {
			end = c.known
		}
		if r.To == 0 || r.To > end {
			r.To = end
		}
		w := &walk{ctx: ctx, c: c, e: e, r: r, over: over, yield: yield, last: *last, told: last}
		for i := range e.Changes {
			if ch := &e.Changes[i]; ch.What == Insert && ch.Input >= r.From && ch.Input <= r.To {
				w.inserts = append(w.inserts, ch)
			}
		}
		defer w.tail.close()
		if err := w.run(); err != nil {
			yield(nil, err)
		}
	}
}

type walk struct {
	ctx       context.Context
	c         *Catalogue
	e         *Edition
	r         Range
	over      map[Place]span
	inserts   []*events.Change
	yield     func(*Entry, error) bool
	tail      cursor
	outcomes  []events.Envelope // of the entry that is being read, as recorded
	referred  *span             // the edition refers to those of that entry; nil: it does not
	last      time.Time         // of the input before
	told      *time.Time
	stopped   bool
	dated     bool // the edition corrects moments
	corrected map[Place]*events.Change
	void      map[Place]bool
}

// pass notes the moment of an entry for those that come after it. Where moments are corrected, what
// never happened and what the rules of the game do not judge has none.
func (w *walk) pass(e *Entry) {
	if w.dated && (!e.Judged || w.void[e.Place] || Unnoticed(&e.Input) && Voided(e.Outcomes)) {
		return
	}
	w.last = e.Input.Recorded
}

// Unnoticed reports whether an input is an expired limit that nobody submitted.
func Unnoticed(in *events.Envelope) bool {
	_, ok := in.Payload.(events.TimePassed)
	return ok && in.Actor == ""
}

// Voided reports whether the outcomes of an input say that it never happened.
func Voided(outcomes []events.Envelope) bool {
	if len(outcomes) == 0 {
		return false
	}
	r, ok := outcomes[0].Payload.(events.Ruled)
	return ok && r.Verdict == Void
}

// Retimed reports whether changes may alter the times of entries, and so which limits expired.
func Retimed(changes []events.Change) bool {
	return Dated(changes) || slices.ContainsFunc(changes, func(c events.Change) bool { return c.What == Void })
}

// Dated reports whether changes correct the time of an entry.
func Dated(changes []events.Change) bool {
	return slices.ContainsFunc(changes, func(c events.Change) bool { return c.What == Correct && c.At != nil })
}

// run walks the stream from input to input.
func (w *walk) run() error {
	w.corrected, w.void = map[Place]*events.Change{}, map[Place]bool{}
	w.dated = Dated(w.e.Changes)
	for i := range w.e.Changes {
		switch ch := &w.e.Changes[i]; ch.What {
		case Correct:
			w.corrected[PlaceOf(ch)] = ch
		case Void:
			w.void[PlaceOf(ch)] = true
		}
	}
	for from := w.r.From; ; {
		next, err := w.part(from)
		if err == nil && w.r.Brief {
			next, err = w.adoptions(next)
		}
		if err != nil || next == 0 || w.stopped {
			return err
		}
		from = next
	}
}

// adoptions yields the last of those that stand at an event, one behind the other, as the catalogue has them, and any other before which an entry is
// put in. It returns where to go on.
func (w *walk) adoptions(at uint64) (next uint64, err error) {
	for at != 0 && at <= w.r.To && !w.stopped {
		closed, err := w.c.closed(w.ctx, at)
		if err != nil || closed == 0 {
			return at, err
		}
		adopted := w.c.adoptedAt(at)
		if next := adopted.Ended; next == closed+1 && next <= w.r.To && !w.dated && (len(w.inserts) == 0 || w.inserts[0].Input > at) {
			at = next
			continue
		}
		if err := w.insertions(at); err != nil || w.stopped {
			return 0, err
		}
		entry := &Entry{Place: Place{Input: at}, Standing: Recorded, Edition: 1}
		entry.Input = events.Envelope{Sequence: at, Effective: at, Ledger: w.c.name, Recorded: adopted.Recorded, Actor: adopted.Actor, Payload: events.EditionAdopted{Edition: adopted.Number}}
		w.pass(entry)
		w.put(entry)
		at = closed + 1
	}
	return at, nil
}

// part walks from an event on. It returns where to go on if what lies before that is not wanted, 0 at the end.
func (w *walk) part(from uint64) (next uint64, err error) {
	var dec events.Decoder
	var entry *Entry
	var pass bool // the outcomes that follow are not wanted
	for rec, err := range w.records(from) {
		if err != nil {
			return 0, err
		}
		seq := uint64(rec.Revision)
		input := events.IsInput(rec.Type)
		if input && entry != nil {
			if !w.put(entry) {
				return 0, nil
			}
			entry = nil
		}
		if input && seq > w.r.To {
			break
		}
		if input && w.r.Brief && strings.HasPrefix(rec.Type, adopted+".") {
			if closed, err := w.c.closed(w.ctx, seq); err != nil || closed != 0 {
				return seq, err
			}
		}
		if !input && pass && entry != nil && entry.Judged && entry.First == "" && strings.HasPrefix(rec.Type, ruled) {
			env, err := w.decode(&dec, rec)
			if err != nil {
				return 0, fmt.Errorf("event %d: %w", seq, err)
			}
			entry.First = env.Payload.(events.Ruled).Verdict
		}
		if !input && (pass || entry == nil || entry.Judged && seq > w.c.known) {
			continue
		}
		if !input && !entry.Judged && isRestating(rec.Type) {
			pass = true // the restatements of an adoption belong to other entries
			if closed, err := w.c.closed(w.ctx, entry.Place.Input); err != nil {
				return 0, err
			} else if closed > seq+skipMost {
				w.put(entry)
				return closed + 1, nil
			}
			continue
		}
		env, err := w.decode(&dec, rec)
		if err != nil {
			return 0, fmt.Errorf("event %d: %w", seq, err)
		}
		if !input {
			if r, ok := env.Payload.(events.Ruled); ok && len(w.outcomes) == 0 {
				entry.First = r.Verdict
			}
			w.outcomes = append(w.outcomes, env)
			continue
		}
		entry = &Entry{Place: Place{Input: seq}, Standing: Recorded, Edition: 1, Act: events.Act{Input: env}, Judged: aggregate.Judges(env.Payload)}
		pass, w.referred = false, nil
		if err := w.insertions(seq); err != nil || w.stopped {
			return 0, err
		}
		if s, ok := w.over[entry.Place]; ok && s.first() {
			entry.Edition, w.referred = s.edition, &s
		} else if ok {
			pass = true
			if err := w.restate(entry, s); err != nil {
				return 0, err
			}
		}
		if err := w.correct(entry); err != nil {
			return 0, err
		}
		w.pass(entry)
	}
	if entry != nil {
		w.put(entry)
	}
	return 0, nil
}

func (w *walk) put(e *Entry) bool {
	if len(w.outcomes) > 0 { // events are large: they are copied once, into what the caller may keep
		e.Outcomes, w.outcomes = slices.Clone(w.outcomes), w.outcomes[:0]
		if w.referred != nil {
			w.c.say(w.referred, e.Outcomes)
		}
	}
	*w.told = w.last
	if !w.stopped && !w.yield(e, nil) {
		w.stopped = true
	}
	return !w.stopped
}

// insertions yields what the edition has just before an input.
func (w *walk) insertions(at uint64) error {
	for len(w.inserts) > 0 && w.inserts[0].Input <= at {
		ch := w.inserts[0]
		w.inserts = w.inserts[1:]
		if ch.Input < at && ch.Input < w.r.From {
			continue
		}
		input, err := InsertedInput(w.c.name, ch, w.last)
		if err != nil {
			return err
		}
		before := w.last
		w.last = input.Recorded
		e := &Entry{Place: Place{Input: ch.Input, Change: ch.ID}, Standing: Inserted, Changed: ch.ID, Act: events.Act{Input: input}, Judged: true}
		s, ok := w.over[e.Place]
		if !ok {
			return &BrokenError{w.e.Adopted, fmt.Sprintf("edition %d inserts %s without outcomes", w.e.Number, ch.ID)}
		}
		if err := w.restate(e, s); err != nil {
			return err
		}
		if err := w.correct(e); err != nil {
			return err
		}
		if w.dated {
			w.last = before
			w.pass(e)
		}
		if !w.put(e) {
			return nil
		}
	}
	return nil
}

// correct makes of an entry what a change says that it ought to have been.
func (w *walk) correct(e *Entry) error {
	ch := w.corrected[e.Place]
	if ch == nil {
		return nil
	}
	p, err := events.DecodePayload(ch.Type, ch.Payload)
	if err != nil {
		return fmt.Errorf("change %s: %w", ch.ID, err)
	}
	e.Input.Payload, e.Input.Type = p, ch.Type
	if ch.At != nil {
		e.Input.Recorded = ch.At.UTC()
	}
	e.Standing, e.Changed = Corrected, ch.ID
	return nil
}

// restate gives an entry the outcomes of a span.
func (w *walk) restate(e *Entry, s span) error {
	e.Edition = s.edition
	if s.change != "" {
		e.Changed = s.change
	}
	var err error
	e.Outcomes, err = w.tail.fetch(w.ctx, w.c, s)
	w.c.say(&s, e.Outcomes)
	return err
}

// A cursor reads spans. Those of one adoption come one after the other in the stream, so it
// goes on where it is rather than looking for each.
type cursor struct {
	next func() (store.Recorded, error, bool)
	stop func()
	at   uint64 // the sequence that next yields
	dec  events.Decoder
}

// skipMost is how many unwanted events a cursor reads over before it looks anew.
const skipMost = 512

func (c *cursor) close() {
	if c.stop != nil {
		c.stop()
	}
	c.next, c.stop = nil, nil
}

func (c *cursor) fetch(ctx context.Context, cat *Catalogue, s span) ([]events.Envelope, error) {
	if s.from > s.to {
		return nil, nil
	}
	if list := cat.held(s.from, s.to); list != nil {
		return list, nil
	}
	if c.next == nil || c.at > s.from || s.from-c.at > skipMost {
		c.close()
		c.next, c.stop = iter.Pull2(cat.records(ctx, s.from))
		c.at = s.from
	}
	out := make([]events.Envelope, 0, s.to-s.from+1)
	for c.at <= s.to {
		rec, err, ok := c.next()
		switch {
		case err != nil:
			return nil, err
		case !ok:
			return nil, &BrokenError{s.to, "missing"}
		}
		c.at++
		if uint64(rec.Revision) < s.from {
			continue
		}
		env, err := cat.decode(&c.dec, &rec)
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", rec.Revision, err)
		}
		out = append(out, env)
	}
	return out, nil
}
