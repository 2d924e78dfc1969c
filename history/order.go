package history

import (
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// Ordered is what a change of one entry orders, where a policy decides what takes the place of a play that falls by it; nil if the change says nothing of
// what becomes of the entry. A policy is named as the remedy that it has for every play that falls.
func Ordered(c *events.Change, policy string) *aggregate.Order {
	o := &aggregate.Order{Remedy: aggregate.RemedyVoid, Clause: c.Clause, Reason: c.Reason}
	switch {
	case c.What == Rule && reopens(c.Remedy):
		o.Otherwise = aggregate.RemedyReopen
		return o
	case c.What == Rule:
		o.Remedy = c.Remedy
	case c.What != Void:
		return nil
	}
	switch {
	case policy == aggregate.RemedyDefault:
		o.Otherwise = aggregate.RemedyDefault
	case reopens(policy) && (o.Remedy == aggregate.RemedyIllegal || o.Remedy == aggregate.RemedyVoid):
		o.Otherwise = aggregate.RemedyReopen
	}
	return o
}

// reopens reports whether a remedy gives a side whose play falls its turn again.
func reopens(remedy string) bool {
	return remedy == aggregate.RemedyReopen || remedy == aggregate.RemedyRewind
}

// OrderOn is what the edition has decided of an entry: by a change of its own, or by its policy
// for what lost its legality; nil if nothing. The policy's part is told by the ruling that it led to.
func (e *Edition) OrderOn(entry *Entry) *aggregate.Order {
	for i := range e.Changes {
		if c := &e.Changes[i]; c.ID == entry.Changed {
			if o := Ordered(c, e.Policy); o != nil {
				o.Effects = entry.Payloads()
				return o
			}
		}
	}
	ruled := entry.Ruled()
	has := func(code string) bool {
		return slices.ContainsFunc(ruled.Facts, func(f events.Fact) bool { return f.Code == code })
	}
	_, announced := entry.Input.Payload.(events.StateAnnounced)
	switch {
	case ruled.Verdict == aggregate.Replaced:
		return &aggregate.Order{Remedy: aggregate.RemedyDefault}
	case ruled.Verdict == aggregate.Stands:
		return &aggregate.Order{Remedy: aggregate.RemedyStands, Effects: entry.Payloads()}
	case ruled.Verdict == aggregate.Voided && has(aggregate.FactVoided):
		return &aggregate.Order{Remedy: aggregate.RemedyVoid}
	case ruled.Verdict == aggregate.Voided, announced && has(aggregate.FactReopened):
		return &aggregate.Order{Remedy: aggregate.RemedyReopen}
	}
	return nil
}

// Happened reports whether the edition was ruled on with an entry already recorded and accepted: what it tells of the world outside the game stands then.
func (e *Edition) Happened(entry *Entry) bool {
	return entry.First == aggregate.Accepted && entry.Standing == Recorded && entry.Place.Input < e.Adopted
}
