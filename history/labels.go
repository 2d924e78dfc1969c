package history

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/store"
)

// Address names an entry of a history: an input as recorded by its sequence ("194"), one that
// a change has put in by the change ("2.1"). It means the same entry in every edition.
func (p Place) Address() string {
	if p.Change != "" {
		return p.Change
	}
	return strconv.FormatUint(p.Input, 10)
}

// Labels returns the labels that the ledger has given, in any edition, as far as it is known.
func (c *Catalogue) Labels(ctx context.Context) (*aggregate.Labels, error) {
	if c.labels != nil {
		return c.labels, nil
	}
	labels := new(aggregate.Labels)
	var dec events.Decoder
	for rec, err := range c.st.Read(ctx, c.name, store.Revision(1)) {
		if err != nil {
			return nil, err
		}
		seq := uint64(rec.Revision)
		if seq > c.known {
			break
		}
		if events.IsInput(rec.Type) {
			labels.Begin(Place{Input: seq}.Address())
			continue
		}
		name, _, _ := strings.Cut(rec.Type, ".")
		if name+"." != restated && !aggregate.Names(name) {
			continue
		}
		env, err := dec.Decode(rec.Data)
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", seq, err)
		}
		if p, ok := env.Payload.(events.InputRestated); ok {
			labels.Begin(placeOf(p).Address())
			continue
		}
		labels.Add(env.Payload)
	}
	c.labels = labels
	return labels, nil
}

// placeOf is the place of what an adoption restates.
func placeOf(p events.InputRestated) Place {
	if p.Standing == Inserted || p.Standing == Withdrawn {
		return Place{Input: p.Input, Change: p.Change}
	}
	return Place{Input: p.Input}
}
