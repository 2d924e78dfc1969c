package aggregate

// An index finds the position of a name in a slice that its owner keeps. It is a flat hash
// table rather than a map, because a judge copies its state before every decision and a
// flat table is copied as fast as memory allows.
type index struct {
	slots []int32 // position+1; 0 is free; the length is a power of two
	used  int
}

func hashName(s string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// hashPair hashes two names that are looked up together.
func hashPair(a, b string) uint32 {
	h := hashName(a)
	for i := 0; i < len(b); i++ {
		h = (h ^ uint32(b[i])) * 16777619
	}
	return h
}

// find walks the slots of a hash until same accepts a position or a slot is free.
func (x *index) find(hash uint32, same func(int) bool) (int, bool) {
	if len(x.slots) == 0 {
		return 0, false
	}
	mask := uint32(len(x.slots) - 1)
	for at := hash & mask; ; at = (at + 1) & mask {
		v := x.slots[at]
		if v == 0 {
			return 0, false
		}
		if same(int(v - 1)) {
			return int(v - 1), true
		}
	}
}

// add enters a position under a hash; hashOf gives the hash of a position already there.
func (x *index) add(hash uint32, position int, hashOf func(int) uint32) {
	if 2*(x.used+1) > len(x.slots) {
		old := x.slots
		x.slots = make([]int32, max(16, 2*len(old)))
		for _, v := range old {
			if v != 0 {
				x.put(hashOf(int(v-1)), v)
			}
		}
	}
	x.put(hash, int32(position+1))
	x.used++
}

func (x *index) put(hash uint32, v int32) {
	mask := uint32(len(x.slots) - 1)
	at := hash & mask
	for x.slots[at] != 0 {
		at = (at + 1) & mask
	}
	x.slots[at] = v
}

func (x *index) reset() {
	clear(x.slots)
	x.used = 0
}

func (x *index) copyFrom(y *index) {
	x.slots = append(x.slots[:0], y.slots...)
	x.used = y.used
}
