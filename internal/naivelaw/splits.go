package naivelaw

import (
	"slices"
)

// Shots that split: rays that are followed one by one, from piece to piece.

// A ray is where a branch of a shot has come to, before its next leg.
type ray struct {
	leg    int
	at     square
	from   square // where it turned last
	before *course
}

// splits asks whether a shot by a mode splits.
func splits(mode section) bool {
	return slices.ContainsFunc(list(mode["legs"]), func(l section) bool { return l["splits"] == true })
}

// beams lists the shots by a mode that splits. Directions before the leg that splits are each a shot of its own; each leg leads to the first piece in its way.
func (g *game) beams(w *walker, does func(string) bool) (all []way) {
	var shots [][]ray
	start := ray{at: w.p.at, from: w.p.at}
	for _, c := range w.courses(w.legs[0], nil) {
		shots = append(shots, g.meets(start, c))
	}
	if w.legs[0]["splits"] == true { // all directions are one
		shots = [][]ray{slices.Concat(shots...)}
	}
	for _, rays := range shots {
		victims := g.hits(w, rays, does)
		if len(victims) == 0 {
			continue
		}
		kind := "capture"
		if victims[len(victims)-1].side == w.p.side {
			kind = "own"
		}
		all = append(all, way{to: w.p.at, victims: victims, kind: kind})
	}
	return all
}

// hits lists what the branches of a shot capture: friends first, and of each the oldest.
func (g *game) hits(w *walker, rays []ray, does func(string) bool) []*piece {
	hit, been := map[*piece]bool{}, map[ray]bool{}
	for len(rays) > 0 {
		r := rays[0]
		rays = rays[1:]
		key := ray{leg: r.leg, at: r.at, from: square{r.before.vector().x, r.before.vector().y}} // where it comes from makes no difference
		if been[key] {
			continue
		}
		been[key] = true
		if on, turns := g.branches(w, r); turns {
			rays = append(rays, on...)
			continue
		}
		x := g.on(r.at)
		if x == w.p || !g.about(w.p).with("to", r.at).with("landing", true).with("victim", x).holds(w.mode, "land") {
			continue
		}
		if x.side != w.p.side {
			hit[x] = does("shot") && w.mayTake(x)
		} else {
			hit[x] = does("own") && allowed(w.mode, x) && !g.royal(x.typ) && !g.immune(x, w.p)
		}
	}
	var friends, foes []*piece
	for _, x := range g.pieces {
		switch {
		case !hit[x]:
		case x.side == w.p.side:
			friends = append(friends, x)
		default:
			foes = append(foes, x)
		}
	}
	return append(friends, foes...)
}

// branches are those into which a ray turns at the piece that it has met, and whether it turns at all.
func (g *game) branches(w *walker, r ray) (on []ray, turns bool) {
	if r.leg == len(w.legs) {
		if w.legs[len(w.legs)-1]["repeat"] == nil {
			return nil, false
		}
		r.leg--
	}
	for _, c := range w.courses(w.legs[r.leg], r.before) {
		e := g.about(w.p).with("via", r.at).with("victim", g.on(r.at)).with("from", r.from)
		if e.holds(w.legs[r.leg], "when") {
			turns = true
			on = append(on, g.meets(r, c)...)
		}
	}
	return on, turns
}

// meets is the ray at the first piece in a direction; none where it leads off the board or to a closed square.
func (g *game) meets(r ray, c course) []ray {
	at := r.at
	for range 63 {
		if at = g.next(at, c.vector()); at == (square{}) || g.shut[at] {
			return nil
		}
		if g.on(at) != nil {
			return []ray{{leg: r.leg + 1, at: at, from: r.at, before: &c}}
		}
	}
	return nil
}
