package history

import (
	"context"
	"fmt"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/store"
)

// Labels returns the labels that the ledger has given, in any edition, as far as it is known.
func (c *Catalogue) Labels(ctx context.Context) (*aggregate.Labels, error) {
	if c.labels != nil && c.labeled >= c.known {
		return c.labels, nil
	}
	labels := c.labels
	if labels == nil {
		labels = new(aggregate.Labels)
	}
	var dec events.Decoder
	for rec, err := range c.st.Read(ctx, c.name, store.Revision(c.labeled+1)) {
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
			labels.Begin(Restates(p).Address())
			continue
		}
		labels.Add(env.Payload)
	}
	c.labels, c.labeled = labels, c.known
	return labels, nil
}
