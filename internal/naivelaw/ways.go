package naivelaw

import (
	"fmt"
	"slices"
	"strings"
)

// A way is what a piece can do by a mode: it ends on a square, and these are captured.
type way struct {
	to      square
	victims []*piece // in order
	kind    string   // "move", "capture", "swap", "own"
	in      string   // of a capture: the declared kind in which it is made, if it is
	carried *piece
	carryTo square
	row     []step // those of a row between the piece and the last
	ahead   bool   // the row is ahead of it
}

func (w way) String() string {
	var ids []string
	for _, p := range w.victims {
		ids = append(ids, p.id)
	}
	return fmt.Sprint(w.kind, " ", strings.Join(ids, "+"), "-", w.to)
}

// ways lists what a piece can do by its definition.
func (g *game) ways(p *piece) (list []way) {
	for _, mode := range g.modes(p.typ) {
		list = append(list, g.byMode(p, mode)...)
	}
	return list
}

// byMode lists what a piece can do by one of the modes of its definition.
func (g *game) byMode(p *piece, mode section) (all []way) {
	itself := *g
	itself.copied, itself.copier = nil, ""
	g = &itself
	if as := sub(mode, "as"); as != nil {
		return g.copies(p, mode, as)
	}
	if slices.ContainsFunc(g.modes(p.typ), func(m section) bool { return sub(m, "as")["instead"] == true && g.copiedBy(p, sub(m, "as")) != nil }) {
		return nil
	}
	return g.plainly(p, mode)
}

// copiedBy is the piece that another one moves as.
func (g *game) copiedBy(p *piece, as section) *piece {
	if x := g.about(p).piece(parse(word(as, "piece"))); x != nil && x.at != (square{}) {
		return x
	}
	return nil
}

// copies lists the moves and captures of a piece by the modes of the one that it copies, and that are none itself by copying.
func (g *game) copies(p *piece, mode, as section) (all []way) {
	if word(as, "who") == "victim" {
		if !takes(mode) || !g.about(p).holds(mode, "when") {
			return nil
		}
		for _, x := range g.onBoard() {
			if x.side != p.side && allowed(mode, x) {
				all = append(all, g.asVictim(p, x, nil)...)
			}
		}
		return all
	}
	x := g.copiedBy(p, as)
	if x == nil || !g.about(p).holds(mode, "when") {
		return nil
	}
	g.copied, g.copier = x, p.id
	f := words(mode, "for")
	for _, m := range g.modes(x.typ) {
		if inner := sub(m, "as"); word(inner, "who") == "victim" && takes(m) && (f == nil || slices.Contains(f, "capture")) && g.about(p).holds(m, "when") {
			for _, y := range g.onBoard() {
				if y.side != p.side && allowed(m, y) && y.typ != x.typ {
					all = append(all, g.asVictim(p, y, []string{x.typ})...)
				}
			}
		}
		if m["as"] != nil || m["carries"] != nil || g.taking && !takes(m) {
			continue
		}
		for _, w := range g.plainly(p, m) {
			if (w.kind == "move" || w.kind == "capture") && (f == nil || slices.Contains(f, w.kind)) {
				all = append(all, w)
			}
		}
	}
	return all
}

// asVictim lists the captures of a piece that its own type could make from a square and for a side; what it copies in turn comes to each
// type once. Whatever else is captured with it is of the same type.
func (g *game) asVictim(p, x *piece, been []string) (all []way) {
	if slices.Contains(been, x.typ) {
		return nil
	}
	as := *g
	as.copied, as.copier = x, p.id
	for _, m := range g.modes(x.typ) {
		if inner := sub(m, "as"); inner != nil {
			continue // it copies its victim, which is of its own type, or a further piece
		}
		if m["carries"] != nil || !takes(m) {
			continue
		}
		for _, w := range as.plainly(p, m) {
			others := slices.ContainsFunc(w.victims, func(y *piece) bool { return y.typ != x.typ })
			if w.kind == "capture" && slices.Contains(w.victims, x) && !others && (g.wide(p.typ) || len(w.victims) == 1) {
				all = append(all, w)
			}
		}
	}
	return all
}

// plainly lists what a piece can do by a mode with legs, of its own or one that it copies.
func (g *game) plainly(p *piece, mode section) (all []way) {
	e := g.env().with("self", p).with("mover", sideName(p.side)).with("from", p.at)
	if !e.holds(mode, "when") {
		return nil
	}
	if carry := sub(mode, "carries"); carry != nil {
		if g.denied(p, "move") {
			return nil
		}
		switch {
		case carry["row"] != nil:
			return g.marches(p, mode, carry, e)
		case carry["piece"] == nil:
			return g.takesAlong(p, mode, carry, e)
		}
		return g.carries(p, mode, carry, e)
	}
	fors := words(mode, "for")
	does := func(what string) bool {
		if kind := word(mode, "called"); kind != "" {
			return slices.Contains(fors, what) && !g.denied(p, kind) && (what == "move" || !g.denied(p, "capture"))
		}
		if g.denied(p, map[string]string{"move": "move", "swap": "move", "capture": "capture", "shot": "capture", "own": "capture"}[what]) {
			return false
		}
		return fors == nil && (what == "move" || what == "capture") || slices.Contains(fors, what)
	}
	w := &walker{been: map[string]bool{}, g: g, p: p, mode: mode, legs: list(mode["legs"])}
	add := func(kind string, to, landing square, victims ...*piece) {
		var victim *piece
		if len(victims) > 0 {
			victim = victims[len(victims)-1]
		}
		if kind == "capture" && g.disarmed(p, to, victims) {
			return
		}
		e := e
		if w.firing != nil {
			e = w.firing
		}
		if kind == "swap" || e.with("to", landing).with("landing", true).with("victim", victim).holds(mode, "land") {
			all = append(all, way{to: to, victims: victims, kind: kind})
		}
	}
	if splits(mode) {
		return g.beams(w, does)
	}
	if g.wide(p.typ) {
		g.broad(w, does, add)
		return all
	}
	w.paths()
	for _, n := range w.ends {
		if g.shut[n.to] {
			continue
		}
		x := g.on(n.to)
		if x == p && (len(n.victims) > 0) {
			x = nil // what it left
		}
		if x == p {
			continue
		}
		if there := g.all(n.to); len(there) > 1 || len(there) == 1 && g.shares(p.typ) > 1 {
			g.shared(w, n.to, does, add)
			continue
		}
		if mode["victims"] != nil {
			if x == nil {
				g.byCondition(w, n.to, e, does, add)
			}
			continue
		}
		switch word(mode, "takes") {
		case "behind":
			if v := g.on(n.behind); x == nil && does("capture") && v != nil && v != p && w.mayTake(v) {
				add("capture", n.to, n.to, v)
			}
			if x == nil && does("move") {
				add("move", n.to, n.to)
			}
			continue
		case "hopped":
			switch {
			case x != nil: // a last leg that does not hop lands as any other
				if w.legs[len(w.legs)-1]["hop"] == nil && len(n.victims) > 0 && !slices.Contains(n.victims, x) && w.mayTake(x) && does("capture") && !(mode["full"] == true && n.further) {
					add("capture", n.to, n.to, append(slices.Clip(n.victims), x)...)
				}
			case len(n.victims) > 0:
				if does("capture") && !(mode["full"] == true && n.further) {
					add("capture", n.to, n.to, n.victims...)
				}
			default:
				if n.hopped != nil && does("capture") && w.mayTake(n.hopped) {
					add("capture", n.to, n.to, n.hopped)
				}
				if does("move") {
					add("move", n.to, n.to)
				}
			}
			continue
		}
		taken := x != nil && slices.Contains(n.victims, x)
		switch {
		case len(n.victims) > 0 && mode["full"] == true && n.further:
		case len(n.victims) > 0 && (x == nil || taken):
			if does("capture") {
				add("capture", n.to, n.to, n.victims...)
			}
		case x == nil:
			if does("move") {
				add("move", n.to, n.to)
			}
		case x.side == p.side:
			if does("swap") && allowed(mode, x) {
				all = append(all, way{to: n.to, victims: []*piece{x}, kind: "swap"})
			}
			if does("own") && allowed(mode, x) && !g.royal(x.typ) && !g.immune(x, p) {
				add("own", n.to, n.to, x)
			}
		case w.mayTake(x):
			if does("capture") {
				add("capture", n.to, n.to, append(slices.Clip(n.victims), x)...)
			}
			if does("shot") {
				add("capture", p.at, n.to, x)
			}
		}
	}
	return all
}

func allowed(mode section, x *piece) bool {
	victim := words(mode, "victim")
	return (victim == nil || slices.Contains(victim, x.typ)) && !slices.Contains(words(mode, "spares"), x.typ)
}

// byCondition is a way to an empty square that captures each opposing piece of which a condition holds, once the piece stands there.
func (g *game) byCondition(w *walker, to square, e *env, does func(string) bool, add func(string, square, square, ...*piece)) {
	after := g.clone()
	self := after.find(w.p.id)
	self.at = to
	asked := after.env().with("self", self).with("mover", sideName(self.side)).with("from", w.p.at).with("to", to)
	var victims []*piece
	for _, x := range g.onBoard() {
		if w.enemy(x) && allowed(w.mode, x) && !after.immune(after.find(x.id), self) && asked.with("victim", after.find(x.id)).truth(parse(word(w.mode, "victims"))) {
			victims = append(victims, x)
		}
	}
	if len(victims) > 0 {
		if does("capture") {
			add("capture", to, to, victims...)
		}
	} else if does("move") {
		add("move", to, to)
	}
}

// carries is a play in which another piece goes along: both go straight, over squares empty but for the two.
func (g *game) carries(p *piece, mode, carry section, e *env) (all []way) {
	other := e.piece(parse(word(carry, "piece")))
	if other == nil || other.at == (square{}) || other == p {
		return nil
	}
	free := func(q *piece, to square) bool {
		if to == q.at {
			return true
		}
		if q.at.file != to.file && q.at.rank != to.rank {
			return false
		}
		return slices.ContainsFunc(g.lines(q.at, to), func(line []square) bool {
			return !slices.ContainsFunc(append(line, to), func(s square) bool { x := g.on(s); return x != nil && x != p && x != other || g.shut[s] || g.closed[s] })
		})
	}
	for _, to := range g.named(words(carry, "to"), p.side) {
		for _, onto := range g.named(words(carry, "onto"), p.side) {
			if onto != to && (onto.file == other.at.file || onto.rank == other.at.rank) { // the first of them
				if free(p, to) && free(other, onto) {
					all = append(all, way{to: to, kind: "move", carried: other, carryTo: onto})
				}
				break
			}
		}
	}
	return all
}

func ids(list []*piece) string {
	var texts []string
	for _, p := range list {
		texts = append(texts, p.id)
	}
	slices.Sort(texts)
	return strings.Join(texts, "+")
}

// named lists squares of texts, in which names of regions may stand.
func (g *game) named(texts []string, side string) (all []square) {
	for _, t := range texts {
		if g.regions[t] == nil {
			all = append(all, g.area([]string{t})...)
			continue
		}
		for _, sq := range g.squares() {
			if g.in(sq, t, side) {
				all = append(all, sq)
			}
		}
	}
	return all
}
