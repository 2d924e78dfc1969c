package dispute

import (
	"fmt"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
)

// Within reports whether something that happened at one moment can be disputed or changed at
// another, under the rulebook in force then. A *ReachError says that it stands as attempted. A
// rulebook without a reach reaches back to the beginning.
func Within(book *rules.Rulebook, happened, now time.Time) error {
	r := book.Procedure().Reach
	if r == nil || !now.After(happened.Add(days(r.Days))) {
		return nil
	}
	clause := book.Source("reach")
	if r.Cite != "" {
		clause += " " + r.Cite
	}
	return &ReachError{At: happened, Now: now, Days: r.Days, Clause: clause}
}

// Reaches reports whether changes reach no further back than a rulebook allows at a moment.
// One that a verdict has brought counts from when its dispute was opened: what was disputed in
// time is in time. The error is a *ReachError.
func (d *Docket) Reaches(book *rules.Rulebook, changes []events.Change, now time.Time) error {
	for i := range changes {
		found, ok := d.Entry(changes[i].Input, changes[i].Address)
		if !ok {
			continue
		}
		from := now
		if c := d.find(changes[i].Dispute); c != nil && c.Verdict != nil {
			from = c.Opened.At
		}
		if err := Within(book, found.At, from); err != nil {
			return fmt.Errorf("%s: %w", found.Name(), err)
		}
	}
	return nil
}
