package projections

import (
	"slices"

	"adjudicate/events"
)

// Known collects every name that a history has used, including names of what is gone.
type Known struct{ names map[events.Role][]string }

// NewKnown returns a projection that has folded nothing.
func NewKnown() *Known { return &Known{names: map[events.Role][]string{}} }

// Fold implements [Projection].
func (k *Known) Fold(a *events.Act) {
	k.add(a.Input.Payload)
	for i := range a.Outcomes {
		k.add(a.Outcomes[i].Payload)
	}
}

// add takes what outcomes name, and of inputs what they are the only ones to name: rules.
func (k *Known) add(p events.Payload) {
	if p == nil {
		return
	}
	input := events.IsInput(p.Kind())
	for n := range events.Names(p) {
		if input && n.Role != events.RoleRule || slices.Contains(k.names[n.Role], n.Value) {
			continue
		}
		k.names[n.Role] = append(k.names[n.Role], n.Value)
	}
}

// Names returns the names of a role in the order in which they became known.
func (k *Known) Names(role events.Role) []string { return k.names[role] }
