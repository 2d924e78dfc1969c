package blame

import (
	"slices"

	"adjudicate/events"
)

// list finds for every side of the play list what last moved it past another.
func (r *Report) list() (func(*trace, *events.Envelope), func(*trace) error) {
	moved := map[string]Cause{}
	see := func(t *trace, e *events.Envelope) {
		p, ok := e.Payload.(events.PlayListChanged)
		if !ok {
			return
		}
		before := t.st.PlayList()
		why := func(side string) string { return t.whyMoved(side, before) }
		for _, side := range movers(before, p.Order, func(side string) bool { return why(side) != "" }) {
			c := t.cause(e)
			if c.Role = why(side); c.Role == "" {
				c.Role = "moved"
			}
			moved[side] = c
		}
	}
	return see, func(t *trace) error {
		for _, side := range t.st.PlayList() {
			place := Place{Side: side}
			if c, ok := moved[side]; ok {
				place.Cause = &c
			}
			r.Places = append(r.Places, place)
		}
		return nil
	}
}

// whyMoved says in words why the entry being told moves a side in the list, "" if there is no reason.
func (t *trace) whyMoved(side string, before []string) string {
	if !slices.Contains(before, side) {
		if len(before) == 0 {
			return "the first list"
		}
		return "entered at the bottom"
	}
	played, drawn := false, false
	for i := range t.entry {
		switch p := t.entry[i].event.Payload.(type) {
		case events.PlayEnded:
			played = played || p.Side == side
		case events.LotDrawn:
			drawn = true
		}
	}
	_, checked := t.checks[side]
	switch {
	case drawn:
		return "drawn by lot"
	case checked && played:
		return "had played, and is in check"
	case checked:
		return "in check, above those that are not"
	case played:
		return "had played"
	}
	return ""
}

// movers returns the sides that are not where they were in respect of the others: those outside
// a longest part of the list whose order is kept. Of several such parts it is the one that leaves
// out the fewest sides without a reason to move. New sides are among the movers.
func movers(before, after []string, reason func(side string) bool) []string {
	// kept[i] is the worth of the best kept order that ends with after[i], link[i] the one before it.
	kept, link := make([]int, len(after)), make([]int, len(after))
	was := make([]int, len(after))
	best := -1
	for i, side := range after {
		was[i], link[i] = slices.Index(before, side), -1
		if was[i] < 0 {
			continue
		}
		worth := 1
		if !reason(side) {
			worth += len(after)
		}
		kept[i] = worth
		for k := range i {
			if was[k] >= 0 && was[k] < was[i] && kept[k]+worth > kept[i] {
				kept[i], link[i] = kept[k]+worth, k
			}
		}
		if best < 0 || kept[i] > kept[best] {
			best = i
		}
	}
	stays := make([]bool, len(after))
	for i := best; i >= 0; i = link[i] {
		stays[i] = true
	}
	var list []string
	for i, side := range after {
		if !stays[i] {
			list = append(list, side)
		}
	}
	return list
}
