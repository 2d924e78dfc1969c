package history

import (
	"context"
	"fmt"
	"slices"
	"time"

	"adjudicate/events"
	"adjudicate/store"
)

// Mark says what an edition has made of an entry that was recorded otherwise.
type Mark struct {
	What    string    `json:"what"`             // "inserted", "corrected", "voided", "ruled on" or, of what followed from changes of others, "ruled on again"
	Change  string    `json:"change,omitempty"` // the change that concerns it
	Edition int       `json:"edition"`          // since which
	Event   uint64    `json:"event"`            // the adoption
	On      time.Time `json:"on"`               // when that was
	By      string    `json:"by,omitempty"`     // who adopted it
	Reason  string    `json:"reason,omitempty"` // of the change
	Entered time.Time `json:"entered,omitzero"` // of a correction of the moment: when it was entered

	Was events.Payload `json:"-"` // of a correction: what was entered
}

var marks = map[string]string{Insert: "inserted", Correct: "corrected", Void: "voided", Rule: "ruled on"}

// Marks returns what the edition of a view has made of each entry that does not stand in it as it was recorded.
func (v *View) Marks(ctx context.Context) (map[Place][]Mark, error) {
	all := map[Place][]Mark{}
	if v.plain {
		return all, nil
	}
	for i := range v.Edition.Changes {
		c := &v.Edition.Changes[i]
		m, ok, err := v.mark(ctx, c)
		if err != nil {
			return nil, err
		}
		if ok {
			all[PlaceOf(c)] = append(all[PlaceOf(c)], m)
		}
	}
	over, err := v.Catalogue.overrides(ctx, v.Edition)
	if err != nil {
		return nil, err
	}
	for place, s := range over {
		if len(all[place]) == 0 {
			all[place] = v.again(s)
		}
	}
	return all, nil
}

// marksOf is what Marks has of one entry.
func (v *View) marksOf(ctx context.Context, at Place) (list []Mark, err error) {
	if v.plain {
		return nil, nil
	}
	for i := range v.Edition.Changes {
		c := &v.Edition.Changes[i]
		if PlaceOf(c) != at {
			continue
		}
		m, ok, err := v.mark(ctx, c)
		if err != nil {
			return nil, err
		}
		if ok {
			list = append(list, m)
		}
	}
	over, err := v.Catalogue.overrides(ctx, v.Edition)
	if s, ok := over[at]; ok && len(list) == 0 {
		list = v.again(s)
	}
	return list, err
}

// mark is what a change has made of its entry; ok is false if no edition brought it.
func (v *View) mark(ctx context.Context, c *events.Change) (m Mark, ok bool, err error) {
	if m, ok = v.since(c); !ok {
		return m, false, nil
	}
	m.What = marks[c.What]
	if c.What == Correct {
		var was events.Envelope
		was, err = v.entered(ctx, c)
		if m.Was = was.Payload; c.At != nil && !c.At.Equal(was.Recorded) {
			m.Entered = was.Recorded
		}
	}
	return m, true, err
}

// again is the mark of an entry that was ruled on again for changes of others.
func (v *View) again(s span) []Mark {
	e := &v.Catalogue.list[s.edition-1]
	return []Mark{{What: "ruled on again", Edition: e.Number, Event: e.Adopted, On: e.Recorded, By: e.Actor}}
}

// since finds the edition that brought a change.
func (v *View) since(c *events.Change) (Mark, bool) {
	for i := range v.Catalogue.list {
		e := &v.Catalogue.list[i]
		if slices.ContainsFunc(e.Changes, func(o events.Change) bool { return o.ID == c.ID }) {
			return Mark{Change: c.ID, Edition: e.Number, Event: e.Adopted, On: e.Recorded, By: e.Actor, Reason: c.Reason}, true
		}
	}
	return Mark{}, false
}

// entered is what was entered where a change puts something else.
func (v *View) entered(ctx context.Context, c *events.Change) (events.Envelope, error) {
	for i := range v.Edition.Changes {
		if o := &v.Edition.Changes[i]; o.What == Insert && o.ID == PlaceOf(c).Change {
			return InsertedInput(v.Catalogue.name, o, time.Time{})
		}
	}
	var dec events.Decoder
	for rec, err := range v.Catalogue.st.Read(ctx, v.Catalogue.name, store.Revision(c.Input)) {
		if err != nil {
			return events.Envelope{}, err
		}
		e, err := dec.Decode(rec.Data)
		if err != nil {
			err = fmt.Errorf("event %d: %w", rec.Revision, err)
		}
		return e, err
	}
	return events.Envelope{}, &EventError{Text: fmt.Sprintf("no event %d in the ledger", c.Input)}
}
