package aggregate

import (
	"iter"
	"slices"
)

// Two states of nearly the same history are compared often, and mostly differ in little: what does is found here
// without looking at the rest twice.

// PiecesUnlike yields the pieces that stand otherwise in t than in s, in the order of t, then those that t has not.
func (s *State) PiecesUnlike(t *State) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range t.pieces {
			if p := &t.pieces[i]; !p.gone && !s.hasAlike(i, t) && !yield(p.id) {
				return
			}
		}
		for i := range s.pieces {
			p := &s.pieces[i]
			if p.gone || i < len(t.pieces) && t.pieces[i].id == p.id && !t.pieces[i].gone {
				continue
			}
			if k, ok := t.findPiece(p.id); (!ok || t.pieces[k].gone) && !yield(p.id) {
				return
			}
		}
	}
}

// hasAlike reports whether s has a piece that stands as one of t does.
func (s *State) hasAlike(i int, t *State) bool {
	p, k := &t.pieces[i], i
	if k >= len(s.pieces) || s.pieces[k].id != p.id {
		var ok bool
		if k, ok = s.findPiece(p.id); !ok {
			return false
		}
	}
	q := &s.pieces[k]
	return !q.gone && q.typ == p.typ && q.at == p.at && slices.Equal(q.counters, p.counters) && s.sides[q.side].name == t.sides[p.side].name
}

// AccountsUnlike lists the accounts of which one state holds something otherwise than the other, sorted.
func (s *State) AccountsUnlike(t *State) (accounts []string) {
	for _, pair := range [][2]*State{{s, t}, {t, s}} {
		for i := range pair[0].balances {
			b := &pair[0].balances[i]
			if same := i < len(pair[1].balances) && pair[1].balances[i] == *b; !same && pair[1].Balance(b.account, b.asset) != b.amount {
				accounts = append(accounts, b.account)
			}
		}
	}
	slices.Sort(accounts)
	return slices.Compact(accounts)
}
