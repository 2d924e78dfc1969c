package history

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/store"
)

// Where selects a View. Each zero field means the end: the current edition, all of it, as known now.
type Where struct {
	At      uint64 // the ledger as it stood after this event
	Known   uint64 // as it was known after this event
	Edition int
	AsOf    string // up to this effective point: an input's sequence, or the address of an entry put in
}

// Named reports whether more is said than At.
func (w Where) Named() bool { return w.Known != 0 || w.Edition != 0 || w.AsOf != "" }

// A View is a read-only window on a history: an edition up to an effective point, as the ledger was known at a
// sequence. Later events do not affect it.
type View struct {
	Catalogue *Catalogue
	Edition   *Edition
	UpTo      uint64 // an effective point
	Last      string // of an entry put in just before the input at UpTo: the last one that is wanted; "" for all

	where Where
	plain bool // the edition is the stream as it was recorded
}

// Look makes a view; of At and Known the later one counts. It refuses what does not lie in the ledger by a *PointError, *UnknownError,
// *AddressError or *EventError.
func Look(ctx context.Context, st store.Store, name string, w Where) (*View, error) {
	cat, err := Load(ctx, st, name, max(w.Known, w.At))
	if err != nil {
		return nil, err
	}
	return cat.look(ctx, w)
}

// look makes a view of what the catalogue knows.
func (c *Catalogue) look(ctx context.Context, w Where) (*View, error) {
	e, err := c.Edition(w.Edition)
	if err != nil {
		return nil, err
	}
	v := &View{Catalogue: c, Edition: e, UpTo: c.End(e), where: w, plain: e.Number == 1}
	asOf, address, err := ParseAddress(w.AsOf)
	switch {
	case err != nil || asOf == 0 && address == "":
	case address != "":
		var place Place
		if place, err = c.Inserted(e, address); err == nil {
			v.UpTo, v.Last = place.Input, address
		}
	case asOf > v.UpTo:
		err = &PointError{Asked: asOf, Last: v.UpTo, What: "effective point"}
	default:
		v.UpTo, err = c.groupEnd(ctx, asOf, v.UpTo)
	}
	return v, err
}

// In is the whole of another edition, as far as the ledger is known.
func (v *View) In(e *Edition) *View {
	w := v.where
	w.AsOf, w.Edition = "", e.Number
	return &View{Catalogue: v.Catalogue, Edition: e, UpTo: v.Catalogue.End(e), where: w, plain: e.Number == 1}
}

// Place is where the view ends.
func (v *View) Place() Place { return Place{Input: v.UpTo, Change: v.Last} }

// Events yields the events of the history from a sequence on, in effective order: of what an
// adoption restates, those that hold in the edition, with the sequences that they have.
func (v *View) Events(ctx context.Context, from uint64) iter.Seq2[events.Envelope, error] {
	return v.events(ctx, from, time.Time{})
}

// events is Events; last is the time of the input before.
func (v *View) events(ctx context.Context, from uint64, last time.Time) iter.Seq2[events.Envelope, error] {
	if v.plain {
		return v.recorded(ctx, from)
	}
	return func(yield func(events.Envelope, error) bool) {
		before := last
		for entry, err := range v.Catalogue.history(ctx, v.Edition, Range{From: from, To: v.UpTo}, &before) {
			if err != nil {
				yield(events.Envelope{}, err)
				return
			}
			if !yield(entry.Input, nil) {
				return
			}
			for i := range entry.Outcomes {
				if entry.Place.Change != "" {
					entry.Outcomes[i].Causation = entry.Input.ID // recorded is the adoption, as it does not stand in the stream
				}
				if !yield(entry.Outcomes[i], nil) {
					return
				}
			}
			if v.Last != "" && entry.Place.Change == v.Last {
				return
			}
		}
	}
}

// recorded yields the events as the stream holds them.
func (v *View) recorded(ctx context.Context, from uint64) iter.Seq2[events.Envelope, error] {
	if c := v.Catalogue; c.opened != nil && v.UpTo < from+mostLately {
		return c.recently(ctx, from, v.UpTo)
	}
	return func(yield func(events.Envelope, error) bool) {
		for e, err := range Stream(ctx, v.Catalogue.st, v.Catalogue.name, from) {
			if err == nil && e.Sequence > v.UpTo || !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// Stream yields the events of a ledger from a sequence on, decoded. After an error, which
// names the event's place, the sequence ends.
func Stream(ctx context.Context, st store.Store, name string, from uint64) iter.Seq2[events.Envelope, error] {
	return func(yield func(events.Envelope, error) bool) {
		var dec events.Decoder
		for rec, err := range store.Lend(ctx, st, name, store.Revision(from)) {
			if err != nil {
				yield(events.Envelope{}, err)
				return
			}
			e, err := inStream(&dec, &rec)
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// inStream decodes an event of a stream, which says itself where it stands.
func inStream(dec *events.Decoder, rec *store.Recorded) (events.Envelope, error) {
	e, err := dec.Decode(rec.Data)
	switch {
	case err != nil:
		err = fmt.Errorf("event %d: %w", rec.Revision, err)
	case e.Sequence != uint64(rec.Revision):
		err = &GapError{uint64(rec.Revision), e.Sequence}
	}
	return e, err
}

// LastAct is the last entry of the history, nil if there is none.
func (v *View) LastAct(ctx context.Context) (*events.Act, error) {
	return events.LastAct(v.UpTo, func(from uint64) iter.Seq2[events.Envelope, error] {
		if !v.plain {
			from = 1 // what is latest may have been recorded at any time
		}
		return v.Events(ctx, from)
	})
}

// LastStanding is the place of the last entry of the history that somebody made and that stands: it was accepted, or was refused and
// something followed of that, and is not held void. It is a zero Place if there is none.
func (v *View) LastStanding(ctx context.Context) (at Place, err error) {
	put := v.Addresses()
	for act, err := range events.Acts(v.Events(ctx, 1)) {
		if err != nil {
			return at, err
		}
		in := &act.Input
		ruling, _, ok := act.Ruling()
		followed := ruling.Verdict == aggregate.Rejected && len(act.Outcomes) > 1
		if !ok || ruling.Verdict != aggregate.Accepted && !followed || Unnoticed(in) || !aggregate.Judges(in.Payload) {
			continue
		}
		at = Place{Input: in.Sequence, Change: put[in.ID]}
		if at.Change != "" {
			at.Input = in.Effective
		}
	}
	return at, nil
}

// State is the state that the history leads to.
func (v *View) State(ctx context.Context) (*aggregate.State, error) {
	return v.Catalogue.StateAfter(ctx, v.Edition, v.Place())
}

// Change is the address of an input that stands in the ledger only as a change of the edition,
// "" of any other: its sequence is that of the input it precedes.
func (v *View) Change(e *events.Envelope) string {
	if v.plain || !events.IsInput(e.Type) {
		return ""
	}
	return v.Addresses()[e.ID]
}

// Addresses gives, by the ids of their events, the addresses of what the edition has put in.
func (v *View) Addresses() map[uuid.UUID]string {
	list := map[uuid.UUID]string{}
	for i := range v.Edition.Changes {
		if c := &v.Edition.Changes[i]; c.What == Insert && !v.plain {
			list[InsertedID(v.Catalogue.name, c.ID)] = c.ID
		}
	}
	return list
}

// Changed tells what the edition has to do with an input, "" for one as it was recorded.
func (v *View) Changed(e *events.Envelope) string {
	place := Place{Input: e.Sequence, Change: v.Change(e)}
	var list []string
	for i := range v.Edition.Changes {
		if c := &v.Edition.Changes[i]; PlaceOf(c) == place {
			list = append(list, marks[c.What]+" by change "+c.ID)
		}
	}
	return strings.Join(list, ", ")
}

// ParseAddress reads "745" or "#745", the sequence of an event, or "2.1", the address of an entry
// that an edition has put in. An empty text is neither. Its error is an *EventError.
func ParseAddress(text string) (sequence uint64, address string, err error) {
	word := strings.TrimPrefix(text, "#")
	if word == "" || IsChange(word) {
		return 0, word, nil
	}
	n, err := strconv.ParseUint(word, 10, 63)
	if err != nil || n == 0 {
		return 0, "", &EventError{Text: fmt.Sprintf("invalid event %q: expected a sequence number, or the address of an entry inserted by an edition, such as 2.1", text)}
	}
	return n, "", nil
}
