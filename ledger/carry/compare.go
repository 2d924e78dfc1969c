package carry

import (
	"fmt"
	"iter"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
)

// pairs walks an edition in both ledgers, as the old one is known at a sequence, and calls
// told with every entry: with nil for what the new ledger has alone, or for what it lacks.
func (c *carrier) pairs(edition int, known uint64, told func(old, is *history.Entry) error) error {
	was, err := history.Load(c.ctx, c.from, c.name, known)
	if err != nil {
		return err
	}
	now, err := history.Load(c.ctx, c.to, c.name, 0)
	if err != nil {
		return err
	}
	old, err := was.Edition(edition)
	if err != nil {
		return err
	}
	is, err := now.Edition(edition)
	if err != nil {
		return err
	}
	next, stop := iter.Pull2(now.History(c.ctx, is, history.Range{}))
	defer stop()
	for e, err := range was.History(c.ctx, old, history.Range{}) {
		if err != nil {
			return err
		}
		if e.Place.Change == "" && !c.carried(e.Place.Input) {
			if err := told(e, nil); err != nil {
				return err
			}
			continue
		}
		for {
			o, err, ok := next()
			if err != nil {
				return err
			}
			if !ok {
				return fmt.Errorf("edition %d: entry %s has no counterpart in the new ledger", edition, e.Place.Address())
			}
			if c.same(e.Place, o.Place) {
				if err := told(e, o); err != nil {
					return err
				}
				break
			}
			if err := told(nil, o); err != nil {
				return err
			}
		}
	}
	return nil
}

// carried reports whether an input of the old ledger has one of its own in the new.
func (c *carrier) carried(input uint64) bool {
	list := c.entries(input)
	return len(list) > 0 && c.after[list[len(list)-1].sequence] == input
}

// same reports whether an entry of the new ledger is that of the old one.
func (c *carrier) same(old, is history.Place) bool {
	if old.Change != "" || is.Change != "" {
		return old.Change == is.Change
	}
	return c.after[is.Input] == old.Input
}

// compare holds the two ledgers against each other, edition by edition. An entry is compared in
// the edition that states it.
func (c *carrier) compare() error {
	was, err := history.Load(c.ctx, c.from, c.name, 0)
	if err != nil {
		return err
	}
	told := map[Label]bool{}
	for _, e := range was.Editions() {
		labels := map[string]string{}
		err := c.pairs(e.Number, 0, func(old, is *history.Entry) error {
			if old == nil {
				if is.Edition == e.Number {
					c.report.Due = append(c.report.Due, Due{Edition: e.Number, Entry: is.Place.Address(), At: is.Input.Recorded})
				}
				return nil
			}
			if is == nil {
				return nil
			}
			for _, l := range pairLabels(old.Outcomes, is.Outcomes, labels) {
				l.Edition, l.Entry = e.Number, is.Place.Address()
				if key := (Label{Was: l.Was, Is: l.Is, Entry: l.Entry}); !told[key] {
					told[key] = true
					c.report.Labels = append(c.report.Labels, l)
				}
			}
			if old.Edition == e.Number || is.Edition == e.Number {
				c.report.hold(e.Number, old, is, labels)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// hold enters how one entry comes out in the two ledgers.
func (r *Report) hold(edition int, old, is *history.Entry, labels map[string]string) {
	if _, opened := is.Input.Payload.(events.GameOpened); opened {
		return
	}
	before, after := old.Ruled(), is.Ruled()
	how := readjudicate.Verdict
	switch {
	case before.Verdict != after.Verdict:
	case !old.Judged:
		return // what adoptions and disputes bring about is compared where it holds
	default:
		list := old.Payloads()
		for i := range list {
			list[i].Payload, _ = relabel(list[i].Payload, labels)
			if p, ok := list[i].Payload.(events.PlayerKnown); ok {
				p.Addresses = nil // they stand beside the new ledger
				list[i].Payload = p
			}
		}
		how = readjudicate.Compare(list, is.Payloads())
	}
	switch how {
	case readjudicate.Citations:
		r.Citations++
	case readjudicate.Verdict, readjudicate.Effects:
		o := Otherwise{Edition: edition, Was: old.Place.Address(), Is: is.Place.Address(), What: how.String(), Before: before.Verdict, After: after.Verdict, Input: is.Input.Payload}
		for _, f := range before.Faults {
			o.WhyBefore = append(o.WhyBefore, f.Message)
		}
		for _, f := range after.Faults {
			o.WhyAfter = append(o.WhyAfter, f.Message)
		}
		r.Otherwise = append(r.Otherwise, o)
	}
}
