package aggregate

import (
	"slices"
	"sync"
)

// A recent keeps the values that were asked for lately, for judges to come: whoever rules on a history again, or compares two, makes many
// judges that meet the same rules. It is safe for concurrent use.
type recent[V any] struct {
	most int

	sync.Mutex
	list []keyed[V] // the one used last comes first
}

type keyed[V any] struct {
	key   lawKey
	value V
}

// get returns what is kept under a key.
func (r *recent[V]) get(key lawKey) (v V, ok bool) {
	r.Lock()
	defer r.Unlock()
	i := slices.IndexFunc(r.list, func(k keyed[V]) bool { return k.key == key })
	if i < 0 {
		return v, false
	}
	kept := r.list[i]
	copy(r.list[1:i+1], r.list[:i])
	r.list[0] = kept
	return kept.value, true
}

// put keeps a value, unless one is kept under its key.
func (r *recent[V]) put(key lawKey, v V) {
	r.Lock()
	defer r.Unlock()
	if slices.ContainsFunc(r.list, func(k keyed[V]) bool { return k.key == key }) {
		return
	}
	r.list = slices.Insert(r.list[:min(len(r.list), r.most-1)], 0, keyed[V]{key, v})
}
