package proof

import (
	"bytes"
	"context"
	"slices"

	"adjudicate/store"

	"golang.org/x/mod/sumdb/tlog"
)

// Audit makes the hashes of a stream again and returns those of some notes that hold others.
// Notes of other kinds are left out.
func (l Log) Audit(ctx context.Context, notes []store.Note) (wrong []store.Note, err error) {
	var due []store.Note
	for _, n := range notes {
		if n.Kind == Kind || n.Kind == tailKind {
			due = append(due, n)
		}
	}
	if len(due) == 0 {
		return nil, nil
	}
	slices.SortStableFunc(due, func(a, b store.Note) int { return int(min(max(int64(a.At)-int64(b.At), -1), 1)) })
	var tree Tree
	stored, leaves := make([]tlog.Hash, 0, 2*tile+64), make([]tlog.Hash, 0, tile)
	for rec, err := range l.Store.Read(ctx, l.Stream, 1) {
		if err != nil {
			return nil, err
		}
		leaf := tree.leaf(rec.Data)
		stored, leaves = tree.grow(leaf, stored), append(leaves, leaf)
		full := tree.size%tile == 0
		for len(due) > 0 && int64(due[0].At) <= tree.size {
			n := due[0]
			due = due[1:]
			switch {
			case n.Kind == tailKind && !full && bytes.Equal(n.Data, flat(leaves)):
			case n.Kind == Kind && full && bytes.Equal(n.Data, flat(stored)):
			default:
				wrong = append(wrong, n)
			}
		}
		if full {
			stored, leaves = stored[:0], leaves[:0]
		}
		if len(due) == 0 {
			break
		}
	}
	return append(wrong, due...), nil
}
