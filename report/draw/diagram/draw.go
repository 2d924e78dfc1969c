package diagram

import (
	"cmp"
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// Of draws a type of a rulebook under readings (entry → reading, complete). A type that the
// rulebook does not define is a *TypeError.
func Of(book *rules.Rulebook, readings map[string]string, name string, o Options) (*Diagram, error) {
	w, err := newWorld(book, readings, name)
	if err != nil {
		return nil, err
	}
	if err := w.known(); err != nil {
		return nil, err
	}
	if o.As != "" {
		if _, ok := w.rs.Type(o.As); !ok {
			return nil, &TypeError{Type: o.As}
		}
	}
	d := &Diagram{Type: name, Glyph: w.def.Glyph, Clause: w.clause, Notes: w.notes()}
	for _, s := range w.settings(o) {
		d.Panels = append(d.Panels, w.panel(&s, w.picture(&s), nil))
	}
	return d, nil
}

// Compare draws a type under two rulebooks: in every setting that either definition calls
// for, with what the second one gains and loses. A rulebook in which the type is not
// defined shows nothing; if neither defines it, the error is a *TypeError.
func Compare(before, after *rules.Rulebook, readings map[string]string, name string) (*Diagram, error) {
	a, err := newWorld(before, readings, name)
	if err != nil {
		return nil, err
	}
	b, err := newWorld(after, readings, name)
	if err != nil {
		return nil, err
	}
	shown := b
	if b.def == nil {
		shown = a
	}
	if err := shown.known(); err != nil {
		return nil, err
	}
	d := &Diagram{Type: name, Glyph: shown.def.Glyph, Clause: shown.clause, Notes: []string{}}
	var list []setting
	for _, w := range []*world{a, b} {
		for _, s := range w.settings(Options{}) {
			if !slices.ContainsFunc(list, func(t setting) bool { return same(&s, &t) }) {
				list = append(list, s)
			}
		}
	}
	for i := range list {
		old, now := a.picture(&list[i]), b.picture(&list[i])
		if old == nil {
			old = picture{}
		}
		p := shown.panel(&list[i], now, old)
		d.Panels = append(d.Panels, p)
	}
	return d, nil
}

// same reports whether two settings put the same things on the board.
func same(a, b *setting) bool {
	if a.at != b.at || a.last != b.last || a.victim != b.victim || a.lent != b.lent || len(a.counters) != len(b.counters) || !slices.Equal(a.stones, b.stones) {
		return false
	}
	for name, v := range a.counters {
		if b.counters[name] != v {
			return false
		}
	}
	return true
}

// panel makes a panel of a picture, with the changes since another one unless that is nil.
func (w *world) panel(s *setting, now, before picture) Panel {
	p := Panel{Title: s.title, Pieces: []Piece{}, Marks: []Mark{}}
	glyph := func(typ string) string {
		if t, ok := w.rs.Type(typ); ok && typ != "" {
			return w.rs.Glyph(t)
		}
		return ""
	}
	view := window{low: s.at, high: s.at}
	p.Pieces = append(p.Pieces, Piece{Square: s.at.String(), Type: w.name, Glyph: w.def.Glyph, Role: "self"})
	for _, st := range s.stones {
		role := "friend"
		if st.enemy {
			role = "enemy"
		}
		p.Pieces = append(p.Pieces, Piece{Square: st.at.String(), Type: st.typ, Glyph: glyph(st.typ), Role: role})
		if !st.far {
			view.take(st.at)
		}
	}
	var at []point
	for q := range now {
		at = append(at, q)
	}
	for q := range before {
		if _, ok := now[q]; !ok {
			at = append(at, q)
		}
	}
	slices.SortFunc(at, func(a, b point) int { return cmp.Or(a.file-b.file, a.rank-b.rank) })
	for _, q := range at {
		m := Mark{Square: q.String(), Kinds: now[q]}
		if before != nil {
			m.Gained, m.Lost = now[q]&^before[q], before[q]&^now[q]
		}
		p.Marks = append(p.Marks, m)
		view.take(q)
	}
	if sc, ok := w.lay(s); ok && w.rs.Wide() {
		for i := range p.Pieces {
			sc.covers(&p.Pieces[i], &view)
		}
	}
	p.File, p.Rank, p.Files, p.Ranks = view.cut(s.at, w.rs)
	return p
}

// covers lists the further squares of a piece, which a window is to show if it shows the piece.
func (sc *scene) covers(piece *Piece, view *window) {
	sq, _ := sc.w.rs.Square(piece.Square)
	id := sc.pos.At(sq)
	if id == movement.NoPiece {
		return
	}
	for _, other := range sc.pos.SquaresOf(id) {
		if other == sq {
			continue
		}
		piece.Covers = append(piece.Covers, sc.w.rs.SquareName(other))
		if view.shows(sc.point(sq)) {
			view.take(sc.point(other))
		}
	}
}

// window is the part of the board that a panel shows.
type window struct{ low, high point }

func (v *window) shows(p point) bool {
	return p.file >= v.low.file && p.file <= v.high.file && p.rank >= v.low.rank && p.rank <= v.high.rank
}

func (v *window) take(p point) {
	v.low = point{min(v.low.file, p.file), min(v.low.rank, p.rank)}
	v.high = point{max(v.high.file, p.file), max(v.high.rank, p.rank)}
}

// cut widens the window by a margin, makes it reach as far to either side of the piece
// where the board allows it, and returns its lower left corner and its size.
func (v *window) cut(at point, rs *movement.Ruleset) (file, rank, files, ranks int) {
	reach := max(2, at.file-v.low.file, v.high.file-at.file, at.rank-v.low.rank, v.high.rank-at.rank) + 1
	low := point{max(0, at.file-reach), max(0, at.rank-reach)}
	high := point{min(rs.Files()-1, at.file+reach), min(rs.Ranks()-1, at.rank+reach)}
	return low.file, low.rank, high.file - low.file + 1, high.rank - low.rank + 1
}
