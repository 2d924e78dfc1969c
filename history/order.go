package history

import (
	"adjudicate/aggregate"
)

// OrderOn is what the edition has decided of an entry: by a change of its own, or by its policy
// for plays that lost their legality; nil if nothing.
func (e *Edition) OrderOn(entry *Entry) *aggregate.Order {
	ruled := entry.Ruled()
	for i := range e.Changes {
		c := &e.Changes[i]
		if c.ID != entry.Changed {
			continue
		}
		switch c.What {
		case Void:
			return &aggregate.Order{Remedy: aggregate.RemedyVoid, Clause: c.Clause, Reason: c.Reason}
		case Rule:
			o := &aggregate.Order{Remedy: c.Remedy, Clause: c.Clause, Reason: c.Reason}
			if ruled.Verdict == aggregate.Replaced && o.Remedy == aggregate.RemedyIllegal {
				o.Otherwise = aggregate.RemedyDefault
			}
			return o
		}
	}
	switch ruled.Verdict {
	case aggregate.Replaced:
		return &aggregate.Order{Remedy: aggregate.RemedyDefault}
	case aggregate.Voided:
		return &aggregate.Order{Remedy: aggregate.RemedyVoid}
	}
	return nil
}
