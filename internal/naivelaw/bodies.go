package naivelaw

import (
	"maps"
	"slices"
)

// A bodyWalk is a path so far of a piece that covers several squares. Its squares are those of its place.
type bodyWalk struct {
	at      square
	before  *course
	d1      int
	victims []*piece
	gone    []*piece // those that have left the board
	under   *piece   // what it has turned at, while it stands upon it
	hopped  []*piece
	stuck   bool
	ice     bool
}

// touch is what a piece would touch with its place on a square.
type touch struct {
	on     bool // all of its squares are on the board
	pieces []*piece
	shut   []square
}

func (t touch) free() bool { return len(t.pieces)+len(t.shut) == 0 }

func (w *walker) touches(k bodyWalk, place square) (t touch) {
	covered := w.g.covered(w.p, place)
	if t.on = place != (square{}) && !slices.Contains(covered, square{}); !t.on {
		return t
	}
	if i := slices.Index(covered, place); i >= 0 { // what stands at the place comes last
		covered = append(slices.Delete(slices.Clone(covered), i, i+1), place)
	}
	for _, sq := range covered {
		if w.g.shut[sq] {
			t.shut = append(t.shut, sq)
		}
		for _, x := range w.g.all(sq) {
			if x != w.p && !slices.Contains(t.pieces, x) && !slices.Contains(k.gone, x) {
				t.pieces = append(t.pieces, x)
			}
		}
	}
	if x := w.g.on(place); x != nil && slices.Contains(t.pieces, x) {
		t.pieces = append(slices.DeleteFunc(t.pieces, func(y *piece) bool { return y == x }), x)
	}
	if place == w.p.at && len(k.victims) == 0 && w.mode["origin"] == nil {
		t.pieces = append(t.pieces, w.p)
	}
	return t
}

// tread walks one leg, and calls then with each place where it ends.
func (w *walker) tread(k bodyWalk, leg section, first bool, then func(bodyWalk, touch)) {
	ok, edge := w.steps(leg, k.d1)
	if !first && leg["zero_ok"] == true && ok != nil && ok(0) {
		j := k
		j.hopped = nil
		then(j, w.touches(k, k.at))
	}
	if k.stuck {
		return
	}
	pass, hop := word(leg, "pass"), word(leg, "hop")
	for _, c := range w.courses(leg, k.before) {
		var between []touch
		at := k.at
		for n := 1; n <= 63; n++ {
			at = w.g.next(at, c.vector())
			t := w.touches(k, at)
			if !t.on {
				break
			}
			upon := slices.Contains(t.pieces, k.under)
			t.pieces = slices.DeleteFunc(t.pieces, func(x *piece) bool { return x == k.under })
			stops := edge && !w.touches(k, w.g.next(at, c.vector())).on || !edge && ok(n)
			if stops && !upon && (len(t.shut) == 0 || hop == "onto") {
				if hopped, fits := w.suits(k, leg, c, between, t); fits {
					j, t := k, t
					j.at, j.before, j.hopped, j.under = at, &c, hopped, nil
					if first {
						j.d1 = n
					}
					if words(leg, "slides") != nil && t.free() {
						j, t = w.skid(leg, j, c)
						j.ice = w.frozen(leg, j.at)
					}
					then(j, t)
				}
			}
			if pass == "" && hop == "" && !t.free() && !(len(t.shut) == 0 && w.clearing(k, leg, at)) {
				break
			}
			if len(t.shut) > 0 && pass == "" && hop == "" {
				break
			}
			between = append(between, t)
		}
	}
}

// frozen asks whether a leg is carried on from a place by ice: all of the squares are of it.
func (w *walker) frozen(leg section, place square) bool {
	return words(leg, "slides") != nil && !slices.ContainsFunc(w.g.covered(w.p, place), func(sq square) bool {
		return !slices.ContainsFunc(words(leg, "slides"), func(m string) bool { return w.g.marks[sq][m].number > 0 })
	})
}

func (w *walker) skid(leg section, k bodyWalk, c course) (bodyWalk, touch) {
	for {
		t := w.touches(k, k.at)
		if !t.free() || !w.frozen(leg, k.at) {
			return k, t
		}
		next := w.g.next(k.at, c.vector())
		u := w.touches(k, next)
		if !u.on || len(u.shut) > 0 || !u.free() && !(w.captures() && w.mayTakeAll(k, u.pieces)) {
			return k, t
		}
		k.at = next
	}
}

// clearing asks whether all that a piece would touch stands on squares where nobody is in the way of a leg.
func (w *walker) clearing(k bodyWalk, leg section, place square) bool {
	if words(leg, "through") == nil || place == w.p.at && len(k.victims) == 0 && w.mode["origin"] == nil {
		return false
	}
	for _, sq := range w.g.covered(w.p, place) {
		for _, x := range w.g.all(sq) {
			if x != w.p && !slices.ContainsFunc(words(leg, "through"), func(r string) bool { return w.g.in(sq, r, w.p.side) }) {
				return false
			}
		}
	}
	return true
}

func (w *walker) mayTakeAll(k bodyWalk, list []*piece) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(x *piece) bool { return !w.mayTake(x) || slices.Contains(k.victims, x) })
}

// suits asks whether a leg may end on a place, by what it touches on the way there, and what it has left last.
func (w *walker) suits(k bodyWalk, leg section, c course, between []touch, end touch) (hopped []*piece, ok bool) {
	var pieces []*piece
	var shut []square
	add := func(t touch) {
		for _, x := range t.pieces {
			if !slices.Contains(pieces, x) {
				pieces = append(pieces, x)
			}
		}
		for _, sq := range t.shut {
			if !slices.Contains(shut, sq) {
				shut = append(shut, sq)
			}
		}
	}
	for _, t := range between {
		if add(t); len(t.pieces) > 0 {
			hopped = t.pieces
		}
	}
	again := slices.ContainsFunc(end.pieces, func(x *piece) bool { return slices.Contains(pieces, x) })
	number2 := func() (least, most int) {
		switch hop := word(leg, "hop"); hop {
		case "over", "next":
			return 1, 1
		case "1..2":
			return 1, 2
		default:
			n := number(section{"n": hop}, "n")
			return n, n
		}
	}
	types := func() bool {
		names := make([]string, 0, 4)
		for _, x := range pieces {
			names = append(names, x.typ)
		}
		if len(shut) > 0 {
			names = append(names, "")
		}
		for _, name := range names {
			if over := words(leg, "over"); over != nil && !slices.Contains(over, name) || slices.Contains(words(leg, "not_over"), name) {
				return false
			}
		}
		return true
	}
	switch hop, pass := word(leg, "hop"), word(leg, "pass"); {
	case hop == "onto":
		if len(pieces)+len(shut) > 0 {
			return nil, false
		}
		add(end)
		return end.pieces, len(pieces)+len(shut) == 1 && types()
	case hop != "":
		least, most := number2()
		if hop == "next" {
			touched := false
			for _, t := range between {
				if !t.free() {
					touched = true
				} else if touched {
					return nil, false
				}
			}
		}
		return hopped, !again && types() && least <= len(pieces)+len(shut) && len(pieces)+len(shut) <= most
	case pass == "half":
		i, j := 0, 0
		for n, t := range between {
			if !t.free() {
				if i == 0 {
					i = n + 1
				} else if j != n {
					return nil, false
				}
				j = n + 1
			}
		}
		return nil, !again && len(pieces)+len(shut) == 1 && len(between)+1 == i+j
	}
	for step, want := range sub(leg, "at") {
		at := k.at
		for range number(section{"n": step}, "n") {
			if at != (square{}) {
				at = w.g.next(at, c.vector())
			}
		}
		t := w.touches(k, at)
		if want == "occupied" && (!t.on || t.free()) || want == "empty" && (!t.on || !t.free()) {
			return nil, false
		}
	}
	return nil, true
}

// treads walks all legs of a path, and calls then where it may end.
func (w *walker) treads(then func(k bodyWalk, t touch, further bool), spares bool) {
	at, times := len(w.legs), 1
	for i, leg := range w.legs {
		if leg["repeat"] != nil {
			at, times = i, number(leg, "repeat")
		}
	}
	var from func(k bodyWalk, i, round int) bool
	from = func(k bodyWalk, i, round int) (took bool) {
		leg := w.legs[i]
		last := i == len(w.legs)-1
		w.tread(k, leg, i == 0 && round == 0, func(j bodyWalk, t touch) {
			before := len(j.victims)
			if word(w.mode, "takes") == "hopped" && leg["hop"] != nil {
				if word(leg, "hop") != "onto" && !t.free() || !spares && !w.mayTakeAll(j, j.hopped) {
					return
				}
				if !spares {
					j.victims = append(slices.Clip(j.victims), j.hopped...)
					if w.mode["clears"] == true {
						j.gone = append(slices.Clip(j.gone), j.hopped...)
					}
				}
				if word(leg, "hop") == "onto" && w.mode["clears"] != true && len(j.hopped) > 0 {
					j.under = j.hopped[0]
				}
				t = touch{on: true}
			}
			on := j
			takes := leg["takes"] == true && w.mayTakeAll(j, t.pieces) && !slices.ContainsFunc(t.pieces, func(x *piece) bool { return slices.Contains(words(leg, "spares"), x.typ) })
			if takes {
				on.victims = append(slices.Clip(on.victims), t.pieces...)
				on.gone = append(slices.Clip(on.gone), t.pieces...)
			} else if word(leg, "hop") == "onto" && len(t.pieces) > 0 {
				on.under = t.pieces[0]
			}
			goes := t.free() || takes || word(leg, "pass") == "any" || word(leg, "hop") == "onto" || w.clearing(j, leg, j.at)
			further := false
			switch {
			case j.ice:
			case !last:
				on.stuck = !goes
				further = from(on, i+1, round)
			case round+1 < times && goes:
				further = from(on, at, round+1)
			}
			if last {
				then(j, t, further)
			}
			if further || takes || len(j.victims) > before {
				took = true
			}
		})
		return took
	}
	from(bodyWalk{at: w.p.at}, 0, 0)
}

// broad lists the ways of a piece that covers several squares.
func (g *game) broad(w *walker, does func(string) bool, add func(kind string, to, landing square, victims ...*piece)) {
	p := w.p
	full := func(k bodyWalk, further bool) bool { return w.mode["full"] == true && further && len(k.victims) > 0 }
	end := func(k bodyWalk, t touch, further bool) {
		all := append(slices.Clone(k.victims), t.pieces...)
		if k.at == p.at && len(all) == 0 || slices.Contains(t.pieces, p) || len(t.shut) > 0 {
			return
		}
		switch {
		case len(all) == 0:
			if does("move") {
				add("move", k.at, k.at)
			}
		case full(k, further) || slices.ContainsFunc(t.pieces, func(x *piece) bool { return slices.Contains(k.victims, x) }):
		case does("capture") && !slices.ContainsFunc(all, func(x *piece) bool { return !w.mayTake(x) }):
			add("capture", k.at, k.at, all...)
		}
	}
	switch {
	case word(w.mode, "takes") == "behind":
		g.drawsAway(w, does, add)
	case w.mode["victims"] != nil:
		w.treads(func(k bodyWalk, t touch, _ bool) {
			if t.free() && k.at != p.at {
				g.byCondition(w, k.at, g.about(p), does, add)
			}
		}, false)
	default:
		if word(w.mode, "takes") == "hopped" && len(w.legs) == 1 && w.legs[0]["repeat"] == nil {
			w.treads(end, true)
		}
		w.treads(end, false)
	}
	if does("shot") {
		g.fires(w, add)
	}
}

// drawsAway is a capture of what stands next to the piece's squares, on the side that it leaves.
func (g *game) drawsAway(w *walker, does func(string) bool, add func(kind string, to, landing square, victims ...*piece)) {
	w.treads(func(k bodyWalk, t touch, _ bool) {
		if !t.free() {
			return
		}
		if does("move") {
			add("move", k.at, k.at)
		}
		v := k.before.vector()
		var behind []*piece
		for _, sq := range g.covered(w.p, w.p.at) {
			if x := g.on(g.next(sq, vector{-v.x, -v.y})); x != nil && x != w.p && w.mayTake(x) && !slices.Contains(behind, x) {
				behind = append(behind, x)
			}
		}
		if len(behind) > 0 && does("capture") {
			add("capture", k.at, k.at, behind...)
		}
	}, false)
}

// fires is a shot from each of the piece's squares, as of a piece that stands there alone: the others are where its lines end.
func (g *game) fires(w *walker, add func(kind string, to, landing square, victims ...*piece)) {
	squares := g.covered(w.p, w.p.at)
	for _, from := range squares {
		other := g.clone()
		other.types = maps.Clone(g.types)
		other.types["~gun"] = section{}
		gun := other.find(w.p.id)
		gun.at, gun.typ = from, "~gun"
		other.off = map[square]bool{}
		for _, sq := range squares {
			other.off[sq] = sq != from
		}
		x := &walker{been: map[string]bool{}, g: other, p: gun, mode: w.mode, legs: w.legs, asks: w}
		x.paths()
		for _, n := range x.ends {
			y := other.on(n.to)
			if y == nil || y == gun {
				continue
			}
			if y = g.find(y.id); w.mayTake(y) {
				w.firing = g.about(w.p).with("from", from).with("muzzle", from)
				add("capture", w.p.at, n.to, y)
				w.firing = nil
			}
		}
	}
}
