package naivelaw

import "slices"

// Acts of which a lot decides: whether they are made, and whether the captor falls.

// An outcome is what a lot has decided of an act.
type outcome struct{ made, falls bool }

// cast draws the lot of an act that is about to be made.
func (g *game) cast(a act) outcome {
	sure := outcome{made: true}
	if a.p == nil || a.kind == "placement" || a.other != nil && a.along == (square{}) && len(a.pushed) == 0 && a.onto == a.from || len(a.pack) > 0 {
		return sure
	}
	e := a.env(g)
	for _, c := range g.chances {
		of := words(c, "of")
		if of == nil {
			of = []string{"capture"}
		}
		if !slices.Contains(of, a.kind) && (a.in == "" || !slices.Contains(of, a.in)) || !e.holds(c, "when") {
			continue
		}
		names := words(c, "draw")
		drawn := g.dice(names, 1)
		e = e.with("drawn", drawn).with("rolled", float64(1+slices.Index(names, drawn[0])))
		return outcome{e.holds(c, "made"), a.kind == "capture" && c["falls"] != nil && e.holds(c, "falls")}
	}
	return sure
}

// comesOf makes of an act what a lot decides, and says whether it succeeds, and whether something is captured.
func (g *game) comesOf(a act) (made, took bool) {
	switch o := g.cast(a); {
	case o.falls:
		g.fight(a, o.made)
		return false, true
	case o.made:
		g.do(a)
		return true, a.kind == "capture"
	}
	return false, false
}

// fight is a capture in which the captor falls: its victim captures it, where it stands, and is captured itself if both fall. All have left the board
// when the moments come, those of the act before those of what its victim has done.
func (g *game) fight(a act, both bool) {
	foe, from := a.env(g).words["victim"].(*piece), a.p.at
	mover, owner, at := a.p.side, foe.side, foe.at
	sides := map[*piece]string{a.p: mover}
	var fallen []moment
	if both {
		for _, v := range a.victims {
			sides[v] = v.side
			fallen = append(fallen, moment{"captured", v, v.side, v.at, a.p, v, v.at}, moment{"removed", v, v.side, v.at, a.p, v, v.at})
			g.take(a.p, v, mover)
		}
	}
	g.take(foe, a.p, owner)
	tells := func(p, victim *piece, side string, at square, fallen ...moment) {
		b := a
		b.side, b.p, b.from, b.to, b.victims = side, p, at, at, []*piece{victim}
		x := &follower{g: g, a: b, mover: side, answered: map[string]bool{}, led: map[*piece][]string{}, sidesOf: sides}
		for _, f := range fallen {
			if f.on == "captured" {
				x.queue = append(x.queue, moment{"attacks", p, side, f.at, p, f.victim, square{}})
			}
		}
		x.queue = append(append(x.queue, moment{"captures", p, side, at, p, victim, square{}}), fallen...)
		x.run()
	}
	if both {
		tells(a.p, foe, mover, from, fallen...)
	}
	tells(foe, a.p, owner, at, moment{"captured", a.p, mover, from, foe, a.p, from}, moment{"removed", a.p, mover, from, foe, a.p, from})
}
