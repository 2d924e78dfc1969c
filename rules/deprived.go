package rules

import "slices"

// Deprived are the faults that other rules than one, which has been changed, have in b and did not have before, where it gives a power, a kind of moves or a counter of all
// pieces no longer: a duty, an end, a consent or the order of pieces that share a square names that, and could not be enacted any more.
func (b *Rulebook) Deprived(before *Rulebook, register *Register, but string) (faults []Problem) {
	had, _ := before.Rule(but)
	if lost := had.gives(); len(lost) == 0 || !b.lacks(lost) {
		return nil
	}
	for _, r := range b.Rules() {
		if r.Number == but {
			continue
		}
		was := map[string]bool{}
		if old, ok := before.Rule(r.Number); ok {
			_, problems := CheckInto(&old, before.Without(r.Number), register)
			for _, p := range problems {
				was[p.Field] = was[p.Field] || p.Severity != Doubt
			}
		}
		_, problems := CheckInto(&r, b.Without(r.Number), register)
		for _, p := range problems {
			if p.Severity != Doubt && !was[p.Field] {
				faults = append(faults, p)
			}
		}
	}
	return faults
}

// lacks reports whether no rule gives one of some names any more.
func (b *Rulebook) lacks(names []string) bool {
	var given []string
	for _, r := range b.Rules() {
		given = append(given, r.gives()...)
	}
	return slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(given, name) })
}

// gives lists the powers, the kinds of moves and the counters of all pieces that a rule declares.
func (r *Rule) gives() (names []string) {
	if r.Procedure == nil {
		return nil
	}
	for i := range r.Procedure.Powers {
		names = append(names, r.Procedure.Powers[i].Name)
	}
	for i := range r.Procedure.Kinds {
		names = append(names, r.Procedure.Kinds[i].Name)
	}
	for i := range r.Procedure.Counters {
		names = append(names, "counter "+r.Procedure.Counters[i].Name)
	}
	return names
}
