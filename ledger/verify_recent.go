package ledger

import (
	"iter"
	"slices"

	"adjudicate/store"
)

// mostRecent is how many bytes of the events read last are remembered while a ledger is verified: an edition mostly concerns what was recorded
// lately.
const mostRecent = 4 << 20

// mostEdition is how many bytes of the events read last are remembered once an edition has been adopted.
const mostEdition = 16 << 20

// recent are the events read last, so that editions need not read them from the store again.
type recent struct {
	list  []store.Recorded // one after the other; only ever appended to
	bytes int
}

// add takes the next event, and forgets the older half where they are more than most bytes.
func (r *recent) add(rec store.Recorded, most int) {
	if n := len(r.list); n > 0 && r.list[n-1].Revision+1 != rec.Revision {
		r.list, r.bytes = nil, 0
	}
	r.list = append(r.list, rec)
	if r.bytes += len(rec.Data); r.bytes <= most {
		return
	}
	r.list, r.bytes = slices.Clone(r.list[len(r.list)/2:]), 0
	for i := range r.list {
		r.bytes += len(r.list[i].Data)
	}
}

// again reads what has been added so far once more, beside whoever goes on adding, and what was forgotten from elsewhere.
func (r *recent) again(elsewhere func(from uint64) iter.Seq2[store.Recorded, error]) func(from uint64) iter.Seq2[store.Recorded, error] {
	list := r.list
	return func(from uint64) iter.Seq2[store.Recorded, error] {
		if len(list) == 0 || from < uint64(list[0].Revision) {
			return elsewhere(from)
		}
		return func(yield func(store.Recorded, error) bool) {
			for _, rec := range list[min(from-uint64(list[0].Revision), uint64(len(list))):] {
				if !yield(rec, nil) {
					return
				}
			}
		}
	}
}
