package aggregate

import (
	"slices"

	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// What a piece on the board can do. Whoever looks for plays asks here: obligations, whether a side has a legal play at all, the search
// for plays of a round that go together, offers to people. What each does with them differs: whether they may leave a side in
// check, and whether more than the definitions is asked, which only a judge knows who tries them.

// A doable is an act of a piece on the board as its definition has it, without what its maker may choose besides.
type doable struct {
	act   string // as duties name it
	kind  string // of a capture: the declared kind in which it is made
	id    movement.PieceID
	to    movement.Square  // where it ends: off the board for one that leaves it
	shown movement.Square  // where its victim or target stands, or else where it ends
	take  *movement.Taking // of a capture
	item  notation.Item    // as a play writes it, by the name of the piece
	quiet bool             // it is a move to an empty square, with no other piece
	tried bool             // what it does to the board is only known once it is tried
}

// doables calls yield with what a piece can do on the board as it stands, which may be one that somebody looks ahead on: moves, those with another piece, actions with one target each, ways off the board, captures, moves of declared kinds.
func (t *table) doables(id movement.PieceID, yield func(*doable) bool) {
	pos, rs := t.pos, t.law.ruleset
	here, name := pos.Where(id), rs.SquareName
	if here == movement.Off {
		return
	}
	do := func(act string, to, shown movement.Square, item notation.Item) doable {
		item.ID, item.From = t.pieceName(id), name(here)
		return doable{act: act, id: id, to: to, shown: shown, item: item}
	}
	for i, list := range [][]movement.Square{pos.MovesOf(id, nil), pos.SwapsOf(id, nil)} {
		for _, to := range list {
			d := do(rules.ActMove, to, to, notation.Item{Kind: notation.Move, To: name(to)})
			if d.quiet, d.tried = i == 0, i == 1; !yield(&d) {
				return
			}
		}
	}
	for _, ply := range pos.Along(id) {
		d := do(rules.ActMove, ply.To, ply.To, notation.Item{Kind: notation.Move, To: name(ply.To)})
		switch d.tried = true; {
		case ply.Swaps(): // as above
			continue
		case ply.Onto != movement.Off: // else it is pushed off the board
			d.item.With = []notation.With{{Name: rs.Glyph(pos.TypeOf(ply.Other)), From: name(ply.OtherFrom), To: name(ply.Onto)}}
		}
		if !yield(&d) {
			return
		}
	}
	def := rs.Def(pos.TypeOf(id))
	for k := range def.Actions {
		for _, x := range pos.ActionTargets(id, k, nil) {
			d := do(rules.ActMove, here, pos.Where(x), notation.Item{Kind: notation.Action, Targets: []string{name(pos.Where(x))}})
			if len(def.Actions) > 1 {
				d.item.Action = def.Actions[k].Name
			}
			d.tried = true
			if !yield(&d) {
				return
			}
		}
	}
	for _, by := range pos.ExitsOf(id, nil) {
		d := do(rules.ActMove, movement.Off, by, notation.Item{Kind: notation.Exit, Mark: rs.ExitMark(pos.TypeOf(id)), To: name(by)})
		if d.tried = true; !yield(&d) {
			return
		}
	}
	takings := pos.OwnTakingsOf(id, pos.TakingsOf(id, nil))
	for i, take := range takings {
		if rs.Shares() && slices.ContainsFunc(takings[:i], func(o movement.Taking) bool { return pos.Indistinct(&o, &take) }) {
			continue // no play means it
		}
		kinds, plain := pos.KindsOf(id, take), pos.Plainly(id, take)
		if len(kinds) < 2 { // where there is one way, it need not be told
			kinds = []string{""}
		}
		if !plain {
			kinds = nil
		}
		ordinary := len(kinds)
		for _, kind := range pos.InKinds(id, take) {
			kinds = append(kinds, rs.Kinds()[kind])
		}
		for i, kind := range kinds {
			d := do(rules.ActCapture, take.To, take.At, t.capturing(id, take))
			if d.item.Manner, d.take = kind, &take; i >= ordinary {
				d.kind = kind
			}
			if !yield(&d) {
				return
			}
		}
	}
	for i := range t.law.sections.declared {
		k := &t.law.sections.declared[i]
		if k.helps {
			continue
		}
		for _, to := range pos.MovesOfKind(id, k.id, nil) {
			d := do(k.name, to, to, notation.Item{Kind: notation.Kind(k.name), To: name(to)})
			if !yield(&d) {
				return
			}
		}
	}
}

// safe reports whether an act does not leave its side in check, as far as that is known before it is tried.
func (t *table) safe(d *doable) bool {
	switch {
	case d.take != nil:
		return t.pos.LegalTaking(d.id, *d.take)
	case d.quiet:
		return t.pos.LegalMove(d.id, d.to)
	case d.item.Kind.Declared():
		return t.pos.LegalOfKind(d.id, d.to)
	}
	return true
}

// capturing is a capture as a play writes it, the piece left out.
func (t *table) capturing(id movement.PieceID, w movement.Taking) notation.Item {
	rs := t.law.ruleset
	item := notation.Item{Kind: notation.Capture, From: rs.SquareName(t.pos.Where(id)), Victim: rs.SquareName(w.At)}
	for _, x := range w.Over() {
		item.Over = append(item.Over, rs.SquareName(t.pos.Where(x)))
	}
	switch {
	case w.To == t.pos.Where(id):
		item.Way = notation.Shot
	case w.To != w.At:
		item.To = rs.SquareName(w.To)
	}
	item.Named = t.victimNamed(&w)
	return item
}

// victimNamed is how a play names the last victim of a capture: by its type where several pieces stand on its square.
func (t *table) victimNamed(w *movement.Taking) string {
	if rs := t.law.ruleset; !rs.Shares() || rs.Ordered() || len(t.pos.AllAt(w.At, nil)) < 2 {
		return ""
	}
	return t.law.kinds[t.pos.TypeOf(w.Victim)].glyph
}

// typed names the piece of an item by its type where that tells it from all others.
func (t *table) typed(item notation.Item, id movement.PieceID) notation.Item {
	alike := func(x movement.PieceID) bool {
		return x != id && t.pos.TypeOf(x) == t.pos.TypeOf(id) && !t.pos.Above(id, x)
	}
	if !slices.ContainsFunc(t.pos.AllAt(t.pos.Where(id), nil), alike) {
		item.Name, item.ID = t.law.kinds[t.pos.TypeOf(id)].glyph, ""
	}
	return item
}
