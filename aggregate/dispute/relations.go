package dispute

import (
	"fmt"
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
)

// How disputes bear on each other.
const (
	RelSame      = "same"      // they are about the same, and at least one is open
	RelConflict  = "conflict"  // their verdicts cannot both hold
	RelPrecedent = "precedent" // a verdict rests on the other's
	RelDepends   = "depends"   // it is about what the other's outcome has brought about, or would change
)

// Relation is how one dispute bears on another.
type Relation struct {
	From string `json:"from"` // that bears on the other: it is older, or comes first in effect
	To   string `json:"to"`
	Kind string `json:"kind"`
	Why  string `json:"why"`
}

// Moot says why nothing hangs on an open dispute any more, "" if something does: the current edition has ruled on
// the entry otherwise than when it was disputed, or no longer has it.
func (d *Docket) Moot(c *Dispute) string {
	if c.Status != Open || c.About != AboutRuling || len(d.Held(c.ID)) > 0 {
		return ""
	}
	return d.otherwise(c, "ruled "+c.Ruling+" when it was disputed")
}

// Superseded says what has become of a ruling that a verdict has sustained, "" if it stands: the current edition has it otherwise, for
// another reason than this dispute.
func (d *Docket) Superseded(c *Dispute) string {
	if c.Status != Ruled || c.About != AboutRuling || c.Verdict.Verdict != Sustained || len(c.Verdict.Changes) > 0 || len(d.Held(c.ID)) > 0 {
		return ""
	}
	return d.otherwise(c, "sustained as "+c.Ruling)
}

// otherwise says how the current edition has the entry of a dispute otherwise than as it was then ruled, "" if it does not.
func (d *Docket) otherwise(c *Dispute, was string) string {
	now, ok := d.Entry(c.Input, c.Address)
	switch {
	case !ok:
		return ""
	case now.Gone:
		return fmt.Sprintf("%s no longer stands in edition %d", now.Name(), d.editions)
	case took(now.Verdict) != took(c.Ruling):
		return fmt.Sprintf("%s was %s, and is %s in edition %d", now.Name(), was, now.Verdict, d.editions)
	}
	return ""
}

// Sustains reports whether a verdict in a dispute is that the ruling on an entry stays, which another verdict on it contradicts.
func (c *Dispute) Sustains(another string) bool {
	return c.Status == Ruled && c.About == AboutRuling && c.Verdict.Verdict == Sustained && took(another) != took(c.Ruling)
}

// alike says how far two disputes about the same have come, of which at least one is open.
func alike(a, b *Dispute) string {
	for _, c := range []*Dispute{a, b} {
		if c.Status == Ruled {
			return fmt.Sprintf("%s was %s, about the same", c.ID, c.Verdict.Verdict)
		}
	}
	return "both are open, about the same"
}

// about reports whether two disputes are about the same.
func about(a, b *Dispute) bool {
	return a.About == b.About && a.Input == b.Input && a.Address == b.Address && a.Entry == b.Entry && (a.About != AboutClause || a.Clause == b.Clause)
}

// clash says how two lists of changes cannot both hold, "" if they can.
func clash(a, b []events.Change) string {
	for i := range a {
		for j := range b {
			x, y := &a[i], &b[j]
			if x.Input != y.Input || x.Address != y.Address {
				continue
			}
			one := fmt.Sprintf("#%d", x.Input)
			if x.Address != "" {
				one = "entry " + x.Address
			}
			switch insert := x.What == "insert"; {
			case insert != (y.What == "insert"):
			case insert && reads(x) != reads(y) && entryOf(x) != "" && entryOf(x) == entryOf(y):
				return fmt.Sprintf("from %s, one reads %s, the other %s", one, reads(x), reads(y))
			case !insert && (x.What != y.What || x.Remedy != y.Remedy):
				return fmt.Sprintf("one holds %s %s, the other %s", one, heldAs(x), heldAs(y))
			}
		}
	}
	return ""
}

func entryOf(c *events.Change) string {
	p, err := events.DecodePayload(c.Type, c.Payload)
	if a, ok := p.(events.InterpretationAdopted); err == nil && ok {
		return a.Entry
	}
	return ""
}

func heldAs(c *events.Change) string {
	if c.Remedy != "" {
		return c.Remedy
	}
	return c.What
}

// opposed says how two verdicts on the same contradict each other, "" if they do not.
func opposed(a, b *Dispute, va, vb *Verdict) string {
	if why := clash(va.Changes, vb.Changes); why != "" {
		return why
	}
	if about(a, b) && va.Verdict != vb.Verdict && va.Verdict != Undecided && vb.Verdict != Undecided {
		return fmt.Sprintf("%s says %s, %s says %s about the same", a.ID, va.Verdict, b.ID, vb.Verdict)
	}
	return ""
}

// foresee notes what a verdict that is about to be entered contradicts, and whether it still matters.
func (s *session) foresee(c *Dispute, in *events.DisputeRuled, changes []events.Change) {
	mine := &Verdict{Verdict: in.Verdict, Changes: changes}
	for i := range s.d.disputes {
		o := &s.d.disputes[i]
		if o.ID == c.ID || o.Verdict == nil || o.Status != Ruled {
			continue
		}
		if why := opposed(o, c, o.Verdict, mine); why != "" {
			s.note(FactConflict, "", "it contradicts the verdict in %s: %s", o.ID, why)
		}
	}
	if why := s.d.Moot(c); why != "" {
		s.note(FactMoot, "", "it is moot: %s", why)
	}
}

// Relations are how the disputes bear on each other, as far as the docket itself tells. What depends on what by its
// effects only ruling again shows.
func (d *Docket) Relations() []Relation {
	list := []Relation{}
	for i := range d.disputes {
		b := &d.disputes[i]
		for j := range i {
			a := &d.disputes[j]
			switch {
			case a.Status == Withdrawn || b.Status == Withdrawn:
				continue
			case about(a, b) && (a.Status == Open || b.Status == Open):
				list = append(list, Relation{a.ID, b.ID, RelSame, alike(a, b)})
			case a.Verdict != nil && b.Verdict != nil:
				if why := opposed(a, b, a.Verdict, b.Verdict); why != "" {
					list = append(list, Relation{a.ID, b.ID, RelConflict, why})
				}
			}
		}
		if b.Verdict != nil {
			for _, id := range b.Verdict.Precedents {
				if p, ok := d.Precedent(id); ok {
					why := "the verdict rests on " + p.Cite()
					if p.Retracted {
						why += ", which is no longer a precedent"
					}
					list = append(list, Relation{p.Dispute, b.ID, RelPrecedent, why})
				}
			}
		}
		for _, h := range d.held {
			if b.Address != "" && h.ID == b.Address && h.Dispute != "" && h.Dispute != b.ID {
				list = append(list, Relation{h.Dispute, b.ID, RelDepends, fmt.Sprintf("entry %s results from it", b.Address)})
			}
		}
	}
	return list
}

// Offers are the precedents that a judge of a dispute may look at: those for its clause, one that contains it
// or one within it, and those about a reading of the same entry of the register. Of a clause that the dispute does
// not name, that of its entry counts.
func (d *Docket) Offers(c *Dispute, register *rules.Register) []Precedent {
	clauses := []string{c.Clause}
	if register != nil && c.Entry != "" {
		if e, ok := register.Entry(c.Entry); ok {
			clauses = append(clauses, e.Clause)
		}
	}
	var list []Precedent
	for _, p := range d.precedents {
		from := d.find(p.Dispute)
		if p.Retracted || p.Dispute == c.ID || from == nil {
			continue
		}
		same := c.Entry != "" && (from.Entry == c.Entry || from.Verdict != nil && slices.ContainsFunc(from.Verdict.Changes, func(x events.Change) bool { return entryOf(&x) == c.Entry }))
		for _, mine := range clauses {
			same = same || mine != "" && slices.ContainsFunc(p.Clauses, func(o string) bool { return o == mine || events.Covers(o, mine) || events.Covers(mine, o) })
		}
		if same {
			list = append(list, p)
		}
	}
	return list
}
