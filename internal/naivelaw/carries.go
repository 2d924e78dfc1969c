package naivelaw

import "slices"

// goesTo lists where the legs of a mode bring a piece, whatever stands there.
func (g *game) goesTo(p *piece, legs any, mode section) (ends []square) {
	m := section{"legs": legs}
	if mode["origin"] != nil {
		m["origin"] = mode["origin"]
	}
	w := &walker{been: map[string]bool{}, g: g, p: p, mode: m, legs: list(legs)}
	w.paths()
	for _, n := range w.ends {
		if n.to != p.at && !slices.Contains(ends, n.to) {
			ends = append(ends, n.to)
		}
	}
	return ends
}

// alone asks whether a piece stands on one square, which it does not share.
func (g *game) alone(p *piece) bool { return !g.wide(p.typ) && len(g.all(p.at)) == 1 }

// takesAlong lists the ways in which a piece pushes another one ahead of it, or draws one behind: both are asked before either moves.
func (g *game) takesAlong(p *piece, mode, carry section, e *env) (all []way) {
	may := func(x *piece, to square) bool {
		return x != p && g.alone(x) && e.with("to", to).with("victim", x).holds(carry, "any") && e.with("to", to).with("landing", true).holds(mode, "land")
	}
	for _, to := range g.goesTo(p, mode["legs"], mode) {
		if carry["ahead"] != nil {
			x := g.on(to)
			if x == nil || !may(x, to) {
				continue
			}
			for _, onto := range g.goesTo(x, carry["ahead"], section{}) {
				if g.empty(onto) {
					all = append(all, way{to: to, kind: "move", carried: x, carryTo: onto})
				}
			}
			continue
		}
		if !g.empty(to) {
			continue
		}
		for _, x := range g.onBoard() {
			if !may(x, to) {
				continue
			}
			after := g.clone()
			after.find(p.id).at = to
			if slices.Contains(after.goesTo(after.find(x.id), carry["behind"], section{}), p.at) {
				all = append(all, way{to: to, kind: "move", carried: x, carryTo: p.at})
			}
		}
	}
	return all
}

// marches lists the ways in which a row moves as one, by the step of the piece.
func (g *game) marches(p *piece, mode, carry section, e *env) (all []way) {
	if !g.alone(p) {
		return nil
	}
	w := &walker{g: g, p: p, mode: mode, legs: list(mode["legs"])}
	var lines []course
	if row := word(carry, "row"); row == "behind" {
		return g.columns(p, mode, carry, e)
	} else if row != "ahead" {
		lines = w.courses(section{"dir": carry["row"]}, nil)
	}
	holds := func(row []*piece, to square) bool {
		return e.with("row", row).holds(carry, "when") && e.with("to", to).with("landing", true).holds(mode, "land")
	}
	for _, c := range w.courses(w.legs[0], nil) {
		v := c.vector()
		to := g.next(p.at, v)
		if to == (square{}) {
			continue
		}
		if word(carry, "row") == "ahead" {
			row, at := []*piece{p}, to
			for x := g.on(at); x != nil && x != p && g.alone(x); x = g.on(at) {
				row, at = append(row, x), g.next(at, v)
			}
			last := row[len(row)-1]
			switch {
			case len(row) == 1:
			case at == (square{}): // nothing behind the last one
				if carry["off"] != nil && !g.royal(last.typ) && e.with("victim", last).holds(carry, "off") && holds(row, to) {
					all = append(all, way{to: to, kind: "move", carried: last, row: g.between(row, v), ahead: true})
				}
			case g.empty(at) && holds(row, to):
				all = append(all, way{to: to, kind: "move", carried: last, carryTo: at, row: g.between(row, v), ahead: true})
			}
			continue
		}
		if !g.empty(to) {
			continue
		}
		for _, line := range lines {
			u := line.vector()
			if u == v || u == (vector{-v.x, -v.y}) {
				continue
			}
			row := []*piece{p}
			for at := g.next(p.at, u); ; at = g.next(at, u) {
				x := g.on(at)
				if x == nil || x == p || !g.alone(x) || !g.empty(g.next(at, v)) {
					break
				}
				if row = append(row, x); holds(slices.Clone(row), to) {
					all = append(all, way{to: to, kind: "move", carried: x, carryTo: g.next(at, v), row: g.between(row, v)})
				}
			}
		}
	}
	return all
}

// columns lists the ways in which a piece leads those behind it, as far as its leg goes in each direction.
func (g *game) columns(p *piece, mode, carry section, e *env) (all []way) {
	w := &walker{g: g, p: p, mode: mode, legs: list(mode["legs"])}
	for _, c := range w.courses(w.legs[0], nil) {
		v := c.vector()
		leg := section{"dir": compassWords[slices.Index(compass, v)]}
		if w.legs[0]["n"] != nil {
			leg["n"] = w.legs[0]["n"]
		}
		for _, to := range g.goesTo(p, []any{leg}, section{}) {
			steps := 1
			for at := g.next(p.at, v); at != to; at = g.next(at, v) {
				steps++
			}
			met := g.on(to)
			if met == nil && !g.empty(to) || met != nil && (carry["meets"] == nil || g.royal(met.typ) || !g.alone(met)) {
				continue
			}
			row := []*piece{p}
			for at := g.next(p.at, vector{-v.x, -v.y}); at != to; at = g.next(at, vector{-v.x, -v.y}) {
				x := g.on(at)
				if x == nil || x == p || !g.alone(x) {
					break
				}
				row = append(row, x)
				about := e.with("row", slices.Clone(row)).with("to", to).with("landing", true)
				onto := at
				for range steps {
					onto = g.next(onto, v)
				}
				if about.holds(carry, "when") && about.holds(mode, "land") && (met == nil || about.with("victim", met).holds(carry, "meets")) {
					w := way{to: to, kind: "move", carried: x, carryTo: onto, row: g.between(row, slices.Repeat([]vector{v}, steps)...)}
					if met != nil {
						w.victims = []*piece{met}
					}
					all = append(all, w)
				}
			}
		}
	}
	return all
}

// between is how those of a row go who are neither its first nor its last.
func (g *game) between(row []*piece, steps ...vector) (list []step) {
	for _, x := range row[1 : len(row)-1] {
		to := x.at
		for _, v := range steps {
			to = g.next(to, v)
		}
		list = append(list, step{x, to})
	}
	return list
}
