package proof

import (
	"crypto/sha256"

	"golang.org/x/mod/sumdb/tlog"
)

// Tree is the Merkle tree of a growing list of records. It holds only the roots of its
// complete subtrees, at most one a level. The zero Tree is empty.
type Tree struct {
	Hasher
	size  int64
	peaks []tlog.Hash // the leftmost and largest first
}

// Size returns how many records the tree has.
func (t *Tree) Size() int64 { return t.size }

// Add appends a record and returns its leaf hash.
func (t *Tree) Add(record []byte) tlog.Hash {
	h := t.Hash(record)
	t.AddHash(h)
	return h
}

// AddHash appends a record by its leaf hash.
func (t *Tree) AddHash(leaf tlog.Hash) { t.grow(leaf, nil) }

// A Hasher makes leaf hashes, one after the other: tlog.RecordHash without its allocations. The zero Hasher is ready.
type Hasher struct{ buf []byte }

// Hash returns the leaf hash of a record.
func (h *Hasher) Hash(record []byte) tlog.Hash {
	h.buf = append(append(h.buf[:0], 0), record...)
	return sha256.Sum256(h.buf)
}

// grow appends a leaf, and to stored, if that is not nil, what the leaf adds to the hashes
// that tlog stores: its own and the root of every subtree that it completes, the smallest
// first.
func (t *Tree) grow(h tlog.Hash, stored []tlog.Hash) []tlog.Hash {
	keep := stored != nil
	if keep {
		stored = append(stored, h)
	}
	for n := t.size; n&1 == 1; n >>= 1 {
		last := len(t.peaks) - 1
		h = tlog.NodeHash(t.peaks[last], h)
		t.peaks = t.peaks[:last]
		if keep {
			stored = append(stored, h)
		}
	}
	t.peaks = append(t.peaks, h)
	t.size++
	return stored
}

// Root returns the root of the tree; that of an empty one is the hash of no bytes.
func (t *Tree) Root() tlog.Hash {
	last := len(t.peaks) - 1
	if last < 0 {
		return sha256.Sum256(nil)
	}
	h := t.peaks[last]
	for i := last - 1; i >= 0; i-- {
		h = tlog.NodeHash(t.peaks[i], h)
	}
	return h
}

// treeOf returns the tree of a size from its stored hashes.
func treeOf(size int64, r tlog.HashReader) (*Tree, error) {
	var indexes []int64
	for at, level := int64(0), 62; level >= 0; level-- {
		if size&(1<<level) != 0 {
			indexes = append(indexes, tlog.StoredHashIndex(level, at>>level))
			at += 1 << level
		}
	}
	peaks, err := r.ReadHashes(indexes)
	if err != nil {
		return nil, err
	}
	return &Tree{size: size, peaks: peaks}, nil
}
