package history

import (
	"context"
	"fmt"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
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
	if err := c.label(ctx, labels, c.labeled+1); err != nil {
		return nil, err
	}
	c.labels, c.labeled = labels, c.known
	return labels, nil
}

// labelsFar is up to how many events it is no dearer to look for all labels than to read the state at the end.
var labelsFar uint64 = 2 * StateEvery

// LabelsFrom is Labels for whoever rules again on inputs from a sequence on, in their order. What inputs before it have brought about is not
// looked for: the state at the end knows how far the labels go. Nor is anything else where the ledger has one edition: there learn is true, and each input
// is to be learned, with what it brought about when it was recorded, before it is ruled on again.
func (c *Catalogue) LabelsFrom(ctx context.Context, from uint64) (labels *aggregate.Labels, learn bool, err error) {
	if c.grows || c.labels != nil || c.known <= labelsFar || from <= labelsFar && len(c.list) > 1 {
		labels, err = c.Labels(ctx)
		return labels, false, err
	}
	end, err := c.StateAt(ctx, c.Current(), 0)
	if err != nil {
		return nil, false, err
	}
	labels = new(aggregate.Labels)
	labels.Reach(end)
	if len(c.list) == 1 {
		return labels, true, nil
	}
	return labels, false, c.label(ctx, labels, from)
}

// label adds the labels that events from a sequence on give.
func (c *Catalogue) label(ctx context.Context, labels *aggregate.Labels, from uint64) error {
	var dec events.Decoder
	for rec, err := range c.records(ctx, from) {
		if err != nil {
			return err
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
		env, err := c.decode(&dec, &rec)
		if err != nil {
			return fmt.Errorf("event %d: %w", seq, err)
		}
		if p, ok := env.Payload.(events.InputRestated); ok {
			labels.Begin(Restates(p).Address())
			continue
		}
		labels.Add(env.Payload)
	}
	return nil
}
