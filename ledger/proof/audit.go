package proof

import (
	"cmp"
	"crypto/sha256"
	"slices"

	"adjudicate/store"

	"golang.org/x/mod/sumdb/tlog"
)

// An Audit is a tree that makes the hashes of a stream again, and says which notes of this package
// hold others.
type Audit struct {
	Tree
	due            []Audited // by At
	wrong          []store.Note
	stored, leaves []tlog.Hash // since the last full tile
}

// Audited is a note that is to be audited. The hashes that it holds are not kept: there are as many as a stream is long.
type Audited struct {
	store.Note
	sum [sha256.Size]byte
}

// Auditable returns a note as it is to be audited; ok is false of kinds of other packages.
func Auditable(n store.Note) (d Audited, ok bool) {
	d = Audited{Note: n, sum: sha256.Sum256(n.Data)}
	d.Data = nil
	return d, n.Kind == Kind || n.Kind == tailKind
}

// NewAudit returns an empty tree that audits some notes on one stream.
func NewAudit(notes []Audited) *Audit {
	a := &Audit{due: notes}
	slices.SortStableFunc(a.due, func(x, y Audited) int { return cmp.Compare(x.At, y.At) })
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
		case n.Kind == tailKind && !full && n.holds(a.leaves):
		case n.Kind == Kind && full && n.holds(a.stored):
		default:
			a.wrong = append(a.wrong, n.Note)
		}
	}
	if full {
		a.stored, a.leaves = a.stored[:0], a.leaves[:0]
	}
}

// holds reports whether the note holds hashes one after the other, and nothing else.
func (n *Audited) holds(list []tlog.Hash) bool {
	h := sha256.New()
	for i := range list {
		h.Write(list[i][:])
	}
	return [sha256.Size]byte(h.Sum(nil)) == n.sum
}

// End returns the notes that do not hold what the records come to. Those beyond the end do not.
func (a *Audit) End() []store.Note {
	for i := range a.due {
		a.wrong = append(a.wrong, a.due[i].Note)
	}
	return a.wrong
}
