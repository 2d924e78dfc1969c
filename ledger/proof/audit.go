package proof

import (
	"cmp"
	"slices"

	"adjudicate/store"

	"golang.org/x/mod/sumdb/tlog"
)

// An Audit is a tree that makes the hashes of a stream again, and says which notes of this package
// hold others.
type Audit struct {
	Tree
	due            []store.Note // by At
	wrong          []store.Note
	stored, leaves []tlog.Hash // since the last full tile
}

// NewAudit returns an empty tree that audits some notes on one stream. Those of other kinds are
// left out.
func NewAudit(notes []store.Note) *Audit {
	a := &Audit{}
	for _, n := range notes {
		if n.Kind == Kind || n.Kind == tailKind {
			a.due = append(a.due, n)
		}
	}
	slices.SortStableFunc(a.due, func(x, y store.Note) int { return cmp.Compare(x.At, y.At) })
	return a
}

// Add appends a record and returns its leaf hash.
func (a *Audit) Add(record []byte) tlog.Hash {
	h := a.Hash(record)
	a.AddHash(h)
	return h
}

// AddHash appends a record by its leaf hash.
func (a *Audit) AddHash(leaf tlog.Hash) {
	if len(a.due) == 0 {
		a.Tree.AddHash(leaf)
		return
	}
	if a.stored == nil {
		a.stored, a.leaves = make([]tlog.Hash, 0, 2*tile+64), make([]tlog.Hash, 0, tile)
	}
	a.stored, a.leaves = a.grow(leaf, a.stored), append(a.leaves, leaf)
	full := a.size%tile == 0
	for len(a.due) > 0 && int64(a.due[0].At) <= a.size {
		n := a.due[0]
		a.due = a.due[1:]
		switch {
		case n.Kind == tailKind && !full && holds(n.Data, a.leaves):
		case n.Kind == Kind && full && holds(n.Data, a.stored):
		default:
			a.wrong = append(a.wrong, n)
		}
	}
	if full {
		a.stored, a.leaves = a.stored[:0], a.leaves[:0]
	}
}

// holds reports whether a note holds hashes one after the other, and nothing else.
func holds(data []byte, list []tlog.Hash) bool {
	if len(data) != len(list)*tlog.HashSize {
		return false
	}
	for i := range list {
		if tlog.Hash(data[i*tlog.HashSize:]) != list[i] {
			return false
		}
	}
	return true
}

// End returns the notes that do not hold what the records come to. Those beyond the end do not.
func (a *Audit) End() []store.Note { return append(a.wrong, a.due...) }
