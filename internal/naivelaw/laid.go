package naivelaw

import (
	"fmt"
	"slices"
)

// Boards that effects empty, and set up anew.

// lays empties the board: all pieces cease to exist, and what was remembered of plays is forgotten. Whoever played first plays next. Those of the array
// come anew, if it is to be set up.
func (g *game) lays(array bool) {
	g.forgets()
	g.pieces, g.shut = nil, map[square]bool{}
	g.been, g.since, g.quiet, g.gone, g.last = nil, nil, nil, false, ""
	g.called, g.relaid = []string{g.sides[0]}, true
	for _, p := range g.array {
		if array && g.types[p.typ] != nil && (p.at == (square{}) || g.room(g.as(&piece{}, p.typ, p.side), p.at, nil)) {
			g.creates(p.typ, p.side, p.at)
		}
	}
}

// creates makes a piece with a label that none has had.
func (g *game) creates(typ, side string, at square) {
	glyph := word(g.types[typ], "glyph")
	g.created[glyph]++
	g.make(fmt.Sprint(glyph, g.created[glyph]), typ, side, at)
}

// createAll creates a piece on each empty square for which a condition holds, or on some of them by lot.
func (x *doing) createAll(d section, side string) {
	g, e := x.g, x.env()
	types := map[square]string{}
	var names []string
	for _, sq := range g.squares() {
		here := e.with("place", sq)
		if !g.empty(sq) || !here.holds(d, "where") {
			continue
		}
		if typ := here.typeFor(d, "create"); typ != "" {
			types[sq] = typ
			names = append(names, sq.String())
		}
	}
	drawn := map[string]bool{}
	for _, name := range g.lots(d, e, names) {
		drawn[name] = true
	}
	for _, sq := range g.squares() {
		if typ := types[sq]; drawn[sq.String()] {
			g.creates(typ, side, sq)
		}
	}
}

// begins begins the turn of whoever played first, if the board has been set up anew besides a play.
func (g *game) begins() {
	if !g.relaid {
		return
	}
	g.relaid = false
	if first := g.called[len(g.called)-1:]; g.order[0] != first[0] {
		g.order = append(slices.Clone(first), without(g.order, first)...)
	}
	g.called, g.answers = nil, nil
	g.turnBegins(g.order[0])
}
