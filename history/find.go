package history

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/store"
)

// Found is an event that somebody has named, and the entry it belongs to.
type Found struct {
	Event   uint64   // its sequence; 0 of an entry that an edition has put in
	Place   Place    // of the entry
	Outcome bool     // it is an outcome of the entry beside the ruling
	Edition *Edition // in which it holds: the one looked at if it was named, else the one that states it
}

// Find looks up what a word names: the sequence of an input or of any outcome of it, its id, or
// the address of an entry that the edition has put in. An empty word is the last ruling in
// view. It refuses what there is not by an *EventError or *AddressError.
func (v *View) Find(ctx context.Context, word string) (Found, error) {
	if id, err := uuid.Parse(word); err == nil && len(word) >= 32 {
		return v.scan(ctx, func(rec *store.Recorded) bool { return rec.ID == id }, fmt.Sprintf("no event %s in the ledger", id))
	}
	n, address, err := v.Number(ctx, word)
	switch {
	case err != nil:
		return Found{}, err
	case address != "":
		place, err := v.Catalogue.Inserted(v.Edition, address)
		return Found{Place: place, Edition: v.Edition}, err
	}
	return v.scan(ctx, func(rec *store.Recorded) bool { return uint64(rec.Revision) == n }, fmt.Sprintf("no event %d in the ledger", n))
}

// Number reads what names an event, without looking whether it is there: its sequence, or the
// address of an entry put in. For an empty word it is the last in view, or the adoption that
// the last belongs to.
func (v *View) Number(ctx context.Context, word string) (uint64, string, error) {
	n, address, err := ParseAddress(word)
	switch {
	case err != nil || address != "":
		return 0, address, err
	case n != 0 && v.where.At != 0 && n > v.where.At:
		return 0, "", &EventError{Text: fmt.Sprintf("event %d is after event %d, the last one read", n, v.where.At)}
	case n != 0:
		return n, "", nil
	}
	n = v.Catalogue.Known()
	if v.where.Named() && v.where.At == 0 {
		last, err := v.LastAct(ctx)
		if err == nil && last == nil {
			err = &EventError{Text: "no ruling found"}
		}
		if err != nil {
			return 0, "", err
		}
		n = last.Input.Sequence
	}
	for e, err := range Stream(ctx, v.Catalogue.st, v.Catalogue.name, n) {
		if err != nil {
			return 0, "", err
		}
		if e.Effective < e.Sequence {
			n = v.Catalogue.holding(n).Adopted
		}
		break
	}
	return n, "", nil
}

// scan looks through the stream for an event and the entry it belongs to.
func (v *View) scan(ctx context.Context, is func(*store.Recorded) bool, none string) (Found, error) {
	var dec events.Decoder
	var input uint64
	var group int
	var adoption *Edition
	var put Place
	for rec, err := range v.Catalogue.records(ctx, 1) {
		if err != nil {
			return Found{}, err
		}
		at := uint64(rec.Revision)
		if events.IsInput(rec.Type) {
			input, group, adoption = at, 0, nil
			if e := v.Catalogue.holding(at); e.Adopted == at {
				adoption = e
			}
		} else {
			group++
		}
		stated := adoption != nil && group > 1 && isRestating(rec.Type)
		if !stated && !is(&rec) {
			continue
		}
		e, err := v.Catalogue.decode(&dec, &rec)
		if err != nil {
			return Found{}, fmt.Errorf("event %d: %w", at, err)
		}
		if p, ok := e.Payload.(events.InputRestated); ok {
			put = Restates(p)
		} else if stated {
			put = Place{}
		}
		if !is(&rec) {
			continue
		}
		f := Found{Event: at, Place: Place{Input: input}, Outcome: group > 1}
		switch {
		case v.where.Edition != 0:
			f.Edition = v.Edition
		case f.Outcome:
			f.Edition = v.Catalogue.holding(at)
		default:
			f.Edition = v.Catalogue.Current()
		}
		if adoption != nil && e.Effective != 0 && e.Effective != at {
			f.Place = Place{Input: e.Effective, Change: put.Change}
			if v.where.Edition == 0 {
				f.Edition = adoption
			}
		}
		return f, nil
	}
	return Found{}, &EventError{Text: none}
}

// Seen is an entry of a history between the states before and after it.
type Seen struct {
	events.Act
	Edition       *Edition
	Address       string
	Marks         []Mark
	Before, After *aggregate.State
}

// Entry reads the entry that an event belongs to, nil if the history does not have it: the
// input or outcome of that sequence, or the entry of that address put in before the input.
func (v *View) Entry(ctx context.Context, at Place) (*Seen, error) {
	state, from, last := v.before(ctx, at.Input)
	addresses := v.Addresses()
	for act, err := range events.Acts(v.events(ctx, from+1, last)) {
		if err != nil {
			return nil, err
		}
		change := addresses[act.Input.ID]
		found := act.Input.Sequence == at.Input && change == at.Change
		for i := range act.Outcomes {
			found = found || act.Outcomes[i].Sequence == at.Input && at.Change == ""
		}
		if found {
			return v.seen(ctx, act, Place{Input: act.Input.Sequence, Change: change}, state)
		}
		for i := range act.Outcomes {
			state.Apply(act.Outcomes[i].Payload)
		}
	}
	return nil, nil
}

// seen is an entry in the state before it.
func (v *View) seen(ctx context.Context, act *events.Act, place Place, before *aggregate.State) (*Seen, error) {
	after := before.Clone()
	for i := range act.Outcomes {
		after.Apply(act.Outcomes[i].Payload)
	}
	marks, err := v.marksOf(ctx, place)
	return &Seen{Act: *act, Edition: v.Edition, Address: place.Address(), Marks: marks, Before: before, After: after}, err
}

// Ruling reads the entry that an event belongs to where the view looks, or else in the edition
// that states it. Its error is an *EventError if neither has it.
func (v *View) Ruling(ctx context.Context, at Place) (*Seen, error) {
	seen, err := v.Entry(ctx, at)
	if seen != nil || err != nil {
		return seen, err
	}
	if at.Change != "" {
		return nil, &EventError{Text: fmt.Sprintf("edition %d has no entry %s up to this point", v.Edition.Number, at.Change)}
	}
	none := &EventError{Text: fmt.Sprintf("no event %d in the ledger", at.Input)}
	if at.Input > v.Catalogue.Known() {
		return nil, none
	}
	f, err := v.scan(ctx, func(rec *store.Recorded) bool { return uint64(rec.Revision) == at.Input }, none.Text)
	if err != nil {
		return nil, err
	}
	if v.where.Named() && f.Edition.Number != v.Edition.Number || f.Place.Input > v.Catalogue.End(f.Edition) {
		return nil, &EventError{Text: fmt.Sprintf("event %d is not part of edition %d", at.Input, v.Edition.Number)}
	}
	other := v.In(f.Edition)
	if seen, err = other.Entry(ctx, at); seen == nil && err == nil {
		seen, err = other.Entry(ctx, f.Place)
	}
	if seen == nil && err == nil {
		err = none
	}
	return seen, err
}

// RulingThen reads the entry of an input as it was ruled on when it was recorded.
func (v *View) RulingThen(ctx context.Context, input uint64) (*Seen, error) {
	seen, err := v.In(v.Catalogue.holding(input)).Entry(ctx, Place{Input: input})
	if seen == nil && err == nil {
		err = &EventError{Text: fmt.Sprintf("no event %d in the ledger", input)}
	}
	return seen, err
}

// Named returns the place that a word names, as Number does, without looking whether it is there: an
// event's sequence, or that of an entry that the edition has put in.
func (v *View) Named(ctx context.Context, word string) (Place, error) {
	n, address, err := v.Number(ctx, word)
	if err != nil || address == "" {
		return Place{Input: n}, err
	}
	return v.Catalogue.Inserted(v.Edition, address)
}
