package history

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"adjudicate/events"
	"adjudicate/store"
)

// Disputes yields what a docket is made of: what came of disputes, and the adoptions of editions.
func (c *Catalogue) Disputes(ctx context.Context) iter.Seq2[events.Envelope, error] {
	return c.indexed(ctx, disputes)
}

// How far back the input of an outcome is looked for at once: most have few outcomes.
const (
	backFew  = 16
	backMost = 1024
)

// EntryAt returns the entry that an event belongs to: as the input itself, as an outcome of it, or as what an edition restates of it. False means that
// there is no such event.
func (c *Catalogue) EntryAt(ctx context.Context, sequence uint64) (Place, bool, error) {
	if sequence == 0 || sequence > c.known {
		return Place{}, false, nil
	}
	if e := c.holding(sequence); e.Adopted != 0 {
		spans, err := c.spansOf(ctx, e)
		if err != nil {
			return Place{}, false, err
		}
		if i := slices.IndexFunc(spans, func(s span) bool { return s.at == 0 && s.from <= sequence+1 && sequence <= max(s.to, s.from-1) }); i >= 0 {
			return spans[i].place, true, nil
		}
		if sequence <= e.closed {
			return Place{Input: e.Adopted}, true, nil
		}
	}
	for from, back := sequence, uint64(backFew); ; back = min(4*back, backMost) {
		from -= min(from-1, back)
		var last uint64
		for rec, err := range c.records(ctx, from) {
			if err != nil {
				return Place{}, false, err
			}
			if uint64(rec.Revision) > sequence {
				break
			}
			if events.IsInput(rec.Type) {
				last = uint64(rec.Revision)
			}
		}
		if last != 0 || from == 1 {
			return Place{Input: last}, last != 0, nil
		}
	}
}

// Recorded returns an event as it was recorded.
func (c *Catalogue) Recorded(ctx context.Context, sequence uint64) (events.Envelope, error) {
	if e := c.lastly(sequence); e != nil {
		return *e, nil
	}
	rec, found, err := store.EventAt(ctx, c.st, c.name, store.Revision(sequence))
	if err == nil && !found {
		err = &PointError{Asked: sequence, What: "event"}
	}
	if err != nil {
		return events.Envelope{}, err
	}
	e, err := events.Decode(rec.Data)
	if err != nil {
		return e, fmt.Errorf("event %d: %w", sequence, err)
	}
	return e, nil
}

// VerdictAt returns the verdict on an entry in an edition, "" if there is none.
func (c *Catalogue) VerdictAt(ctx context.Context, e *Edition, at Place) (string, error) {
	over, err := c.overrides(ctx, e)
	if err != nil {
		return "", err
	}
	ruling := at.Input + 1
	if s, ok := over[at]; ok {
		ruling = s.from
	} else if at.Change != "" || ruling > c.known {
		return "", nil
	}
	ruled, err := c.Recorded(ctx, ruling)
	if p, ok := ruled.Payload.(events.Ruled); ok {
		return p.Verdict, err
	}
	return "", err
}
