package events

// A roll finds kinds by their names. Whoever follows a game asks of every event what kind it is of, some more than once, so it is
// a flat table: names of different kinds seldom have the same ends and length, and so one look mostly tells.
type roll struct {
	slots []*kind // by the hash of the name, or in the next free slot; the length is a power of two
}

// newRoll returns a roll of kinds with different names. At least half of its slots are free.
func newRoll(kinds []*kind) roll {
	n := 8
	for n < 2*len(kinds) {
		n *= 2
	}
	r := roll{slots: make([]*kind, n)}
	for _, k := range kinds {
		at := r.slot(k.name)
		for r.slots[at] != nil {
			at = (at + 1) & (n - 1)
		}
		r.slots[at] = k
	}
	return r
}

// find returns the kind of a name, nil if there is none.
func (r *roll) find(name string) *kind {
	for at := r.slot(name); ; at = (at + 1) & (len(r.slots) - 1) {
		if k := r.slots[at]; k == nil || k.name == name {
			return k
		}
	}
}

// slot returns where to look for a name first, by its first and last eight bytes.
func (r *roll) slot(name string) int {
	first, last := uint64(0), uint64(len(name))
	if n := len(name); n >= 8 {
		first, last = word(name[:8]), last^word(name[n-8:])
	} else {
		for i := range n {
			first = first<<8 | uint64(name[i])
		}
	}
	const odd1, odd2 = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93
	return int((first*odd1^last)*odd2>>40) & (len(r.slots) - 1)
}

func word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
