package naivelaw

import (
	"fmt"
	"slices"
)

// An act is what a side does with one piece.
type act struct {
	side    string
	p       *piece // nil of a pass
	kind    string // "move", "capture", "placement", "pass"; a capture of a friend is one, and a swap a move
	from    square
	to      square
	victims []*piece
	other   *piece // with which it changes places
	crowd   bool   // the first victim shares its square, and is named by its glyph
	glyph   string
	broad   []square            // that a piece covers after it, if there are several
	over    map[*piece][]square // what its victims cover
}

// A moment is something that happens to a piece.
type moment struct {
	on     string
	actor  *piece
	owner  string // the side that the actor belongs to, or did before it was taken
	at     square
	captor *piece
	victim *piece
}

// follower works out what follows of an act.
type follower struct {
	g        *game
	a        act
	mover    string
	queue    []moment
	answered map[string]bool
	led      map[*piece][]string // to pieces that were created: which entries
	entry    string              // that answers now
	sidesOf  map[*piece]string   // of those captured: whose they were
}

// acts lists what the pieces of a side can do by their ways, where those off the board can be placed, and a pass if there are some.
func (g *game) acts(side string) (list []act) {
	if g.passing != nil && g.env().with("mover", sideName(side)).holds(g.passing, "when") {
		list = append(list, act{side: side, kind: "pass"})
	}
	for _, p := range g.pieces {
		switch {
		case p.side != side:
		case p.at == square{}:
			for _, sq := range g.squares() {
				if g.room(p, sq, nil) {
					list = append(list, act{side: side, p: p, kind: "placement", to: sq})
				}
			}
		default:
			for _, w := range g.ways(p) {
				a := act{side: side, p: p, kind: w.kind, from: p.at, to: w.to, victims: w.victims}
				a.over = map[*piece][]square{}
				for _, v := range w.victims {
					a.over[v] = g.covered(v, v.at)
				}
				if len(w.victims) > 0 && len(g.all(w.victims[0].at)) > 1 {
					a.crowd, a.glyph = true, word(g.types[w.victims[0].typ], "glyph")
				}
				if g.wide(p.typ) {
					a.broad = g.covered(p, w.to)
				}
				switch w.kind {
				case "swap":
					a.kind, a.other, a.victims = "move", w.victims[0], nil
				case "own":
					a.kind = "capture"
				}
				list = append(list, a)
			}
		}
	}
	return list
}

// text writes an act as a play.
func (a act) text() string {
	if a.kind == "pass" {
		return "pass"
	}
	text := fmt.Sprintf("#%s %v", a.p.id, a.from)
	switch a.kind {
	case "placement":
		return fmt.Sprintf("#%s@%v", a.p.id, a.to)
	case "move":
		return fmt.Sprintf("%s-%v", text, a.to)
	}
	for i, v := range a.victims {
		name := ""
		if a.crowd {
			if name = a.glyph; i > 0 {
				break // the square is named, and what else stands there
			}
		}
		text += fmt.Sprintf("x%s%v", name, a.meets(v))
	}
	if a.to == a.from {
		return text + " (shot)"
	}
	return fmt.Sprintf("%s-%v", text, a.to)
}

// meets is the square of a victim that a play names: where the captor lands, if the victim covers it.
func (a act) meets(v *piece) square {
	for _, sq := range a.broad {
		if slices.Contains(a.over[v], sq) {
			return sq
		}
	}
	if slices.Contains(a.over[v], a.to) {
		return a.to
	}
	return v.at
}

// on is the act on another board.
func (a act) on(g *game) act {
	b := a
	b.victims = nil
	if a.p != nil {
		b.p = g.find(a.p.id)
	}
	for _, v := range a.victims {
		b.victims = append(b.victims, g.find(v.id))
	}
	if a.other != nil {
		b.other = g.find(a.other.id)
	}
	return b
}

func (g *game) destroy(p *piece) {
	g.gone = true
	p.at = square{}
	g.pieces = slices.DeleteFunc(g.pieces, func(q *piece) bool { return q == p })
}

func (g *game) lift(p *piece) {
	p.at = square{}
	g.arrived(p, square{})
}

// arrived notes that a piece has come to where it is.
func (g *game) arrived(p *piece, stood square) { p.came, p.stood = g.turns, stood }

// play makes acts as a turn.
func (g *game) play(acts ...act) {
	side := acts[0].side
	var played []string // as what the pieces played
	for _, a := range acts {
		switch {
		case a.kind == "capture":
			played = append(played, "x")
		case a.p == nil:
			played = append(played, "")
		default:
			played = append(played, g.find(a.p.id).typ)
		}
		g.do(a.on(g))
	}
	g.excess()
	for _, e := range g.ends { // of the position in which the next side is to play
		after := g.clone()
		after.turns++
		after.reorder(side)
		after.occurs(played)
		if after.env().with("mover", sideName(side)).holds(e, "when") {
			g.over = true
			return
		}
	}
	g.turns++
	g.reorder(side)
	g.occurs(played)
}

// occurs notes the position after a play, and what has played since the last capture.
func (g *game) occurs(played []string) {
	for _, typ := range played {
		if typ == "x" {
			g.quiet = nil
		} else {
			g.quiet = append(g.quiet, typ)
		}
	}
	if g.gone {
		g.been, g.since, g.gone = nil, nil, false
	}
	key := g.position()
	first := g.turns
	if i := slices.Index(g.been, key); i >= 0 {
		first = g.since[i]
	}
	g.been, g.since = append(g.been, key), append(g.since, first)
}

// do makes an act and what follows of it.
func (g *game) do(a act) {
	if a.p == nil {
		return
	}
	x := &follower{g: g, a: a, mover: a.side, answered: map[string]bool{}, led: map[*piece][]string{}, sidesOf: map[*piece]string{}}
	var first *piece
	if len(a.victims) > 0 {
		first = a.victims[0]
	}
	add := func(m moment) { x.queue = append(x.queue, m) }
	if a.kind == "capture" {
		add(moment{"attacks", a.p, x.mover, a.to, a.p, first})
	}
	var fallen []moment
	for _, v := range a.victims {
		fallen = append(fallen, moment{"captured", v, v.side, v.at, a.p, v}, moment{"removed", v, v.side, v.at, a.p, v})
		x.sidesOf[v] = v.side
		g.take(a.p, v, x.mover)
	}
	if a.to != a.from {
		a.p.at = a.to
		g.arrived(a.p, a.from)
	}
	if a.p.moved = a.kind != "placement"; !a.p.moved {
		a.p.placed = true
	}
	if a.other != nil {
		a.other.at, a.other.moved = a.from, true
		g.arrived(a.other, a.to)
	}
	add(moment{map[string]string{"move": "moved", "capture": "captures", "placement": "placed"}[a.kind], a.p, x.mover, a.to, a.p, first})
	for _, f := range fallen {
		add(f)
	}
	if a.from != (square{}) {
		for _, sq := range g.straight(a.from, a.to) {
			if g.closed[sq] || slices.Contains(a.broad, sq) {
				continue
			}
			add(moment{"passed", a.p, x.mover, sq, a.p, first})
		}
	}
	if a.to != a.from {
		add(moment{"landed", a.p, x.mover, a.to, a.p, first})
	}
	if a.other != nil {
		add(moment{"landed", a.other, a.other.side, a.from, nil, nil})
	}
	for len(x.queue) > 0 {
		m := x.queue[0]
		x.queue = x.queue[1:]
		x.moment(m)
	}
}

// straight is the squares between the ends of an act that went straight; the shorter way around.
func (g *game) straight(a, b square) (squares []square) {
	for i, line := range g.lines(a, b) {
		if i == 0 || len(line) < len(squares) {
			squares = line
		}
	}
	return squares
}

// take moves a captured piece into the holding of a side.
func (g *game) take(captor, v *piece, side string) {
	v.side = side
	v.moved, v.placed = false, false
	g.lift(v)
	if captor != nil {
		captor.captures = append(captor.captures, v.typ)
		g.last = captor.id
	}
}

// moment asks all entries that may answer it.
func (x *follower) moment(m moment) {
	for _, e := range x.g.consequencesOf(m.actor.typ) {
		if of := word(e.section, "of"); of == "" || of == "self" {
			x.ask(e, m.actor, m)
		}
	}
	for _, p := range slices.Clone(x.g.pieces) {
		if p == m.actor || p.at == (square{}) {
			continue
		}
		for _, e := range x.g.consequencesOf(p.typ) {
			if of := word(e.section, "of"); of == "all" || of == "friend" && p.side == m.owner || of == "enemy" && p.side != m.owner {
				x.ask(e, p, m)
			}
		}
	}
	for _, e := range x.g.consequences {
		x.ask(e, m.actor, m)
	}
}

func (g *game) consequencesOf(typ string) []law {
	return laws(g.types[typ]["consequences"], typ, g.numbers[typ])
}

// ask lets an entry answer a moment, once for each piece whose moment it is, and for each square that it passed; none of a piece that it led to.
func (x *follower) ask(e law, self *piece, m moment) {
	key := fmt.Sprint(e.place, "|", self.id, "|", m.actor.id)
	if m.on == "passed" {
		key += "|" + m.at.String()
	}
	if word(e.section, "on") != m.on || x.answered[key] || slices.Contains(x.led[m.actor], fmt.Sprint(e.place)) {
		return
	}
	if !x.env(self, m).holds(e.section, "when") {
		return
	}
	x.answered[key], x.entry = true, fmt.Sprint(e.place)
	for _, d := range list(e.section["do"]) {
		x.effect(d, self, m)
	}
}

func (x *follower) env(self *piece, m moment) *env {
	e := x.g.env()
	for name, v := range map[string]any{"self": self, "actor": m.actor, "mover": sideName(x.mover), "owner": sideName(m.owner),
		"from": x.a.from, "to": x.a.to, "at": m.at, "captor": m.captor, "victim": m.victim} {
		e.words[name] = v
	}
	return e
}

// side is self's side: if it was captured, the one it belonged to.
func (x *follower) side(self *piece) string {
	if side, ok := x.sidesOf[self]; ok {
		return side
	}
	return self.side
}

func (x *follower) effect(d section, self *piece, m moment) {
	g := x.g
	e := x.env(self, m)
	side := x.side(self)
	for _, verb := range []string{"destroy", "capture", "lift", "convert", "become", "push", "swap", "move"} {
		if d[verb] == nil {
			continue
		}
		whom := x.whom(word(d, verb), d, self, m)
		if verb == "move" && word(d, "on") == "along" {
			x.along(whom)
			return
		}
		for _, p := range whom {
			if g.find(p.id) == nil {
				continue
			}
			x.one(verb, d, p, self, side, m)
		}
		return
	}
	switch {
	case d["set"] != nil:
		if g.find(self.id) == nil {
			return
		}
		n := int(e.number(parse(word(d, "to"))))
		g.setCounter(self, word(d, "set"), n)
	case d["create"] != nil:
		made := g.as(&piece{}, word(d, "create"), side)
		if sq := e.words[word(d, "on")].(square); g.room(made, sq, nil) {
			glyph := word(g.types[word(d, "create")], "glyph")
			g.created[glyph]++
			p := g.make(fmt.Sprint(glyph, g.created[glyph]), word(d, "create"), side, sq)
			x.led[p] = append(slices.Clone(x.led[m.actor]), x.entry)
			x.queue = append(x.queue, moment{"landed", p, side, sq, nil, nil})
		}
	case d["close"] != nil:
		if sq := e.words[word(d, "close")].(square); g.empty(sq) {
			g.shut[sq] = true
		}
	case d["mark"] != nil, d["unmark"] != nil:
		name, on := word(d, "mark"), true
		if d["mark"] == nil {
			name, on = word(d, "unmark"), false
		}
		var squares []square
		if d["on"] != nil {
			squares = []square{e.words[word(d, "on")].(square)}
		} else {
			for _, sq := range g.squares() {
				if e.with("place", sq).holds(d, "where") {
					squares = append(squares, sq)
				}
			}
		}
		for _, sq := range squares {
			if sq == (square{}) {
				continue
			}
			if g.marks[sq] == nil {
				g.marks[sq] = map[string]bool{}
			}
			g.marks[sq][name] = on
		}
	case d["pay"] != nil:
		x.pay(d, e, m)
	default:
		panic(fmt.Sprint("effect ", d))
	}
}

func (g *game) setCounter(p *piece, name string, n int) {
	for _, c := range g.countersOf(p.typ) {
		if word(c, "name") != name {
			continue
		}
		if most := number(c, "most"); most > 0 && n > most {
			n = number(c, "over")
		}
		turned := g.as(p, p.typ, p.side)
		if turned.counters[name] = n; !g.wide(p.typ) || p.at == (square{}) || g.room(turned, p.at, p) {
			p.counters[name] = n
		}
	}
}

// pay moves so much as a player who pays has.
func (x *follower) pay(d section, e *env, m moment) {
	amount := e.number(parse(word(d, "pay")))
	account := func(key string) string {
		switch w := word(d, key); w {
		case "mover":
			return playerOf(x.mover)
		case "owner":
			return playerOf(m.owner)
		default:
			return w
		}
	}
	asset := word(d, "asset")
	payer, payee := account("payer"), account("payee")
	change := func(name string, by float64) {
		if x.g.money[name] == nil {
			x.g.money[name] = map[string]float64{}
		}
		x.g.money[name][asset] += by
	}
	if amount < 0 {
		amount = 0
	}
	if payer != "" {
		if word(d, "payer") == "mover" || word(d, "payer") == "owner" {
			amount = min(amount, x.g.money[payer][asset])
		}
		change(payer, -amount)
	}
	if payee != "" {
		change(payee, amount)
	}
}

// whom lists those that an effect is done to, before it touches the first of them.
func (x *follower) whom(who string, d section, self *piece, m moment) (list []*piece) {
	e := x.env(self, m)
	pick := func(p *piece) {
		if p != nil && x.g.find(p.id) != nil && p.at != (square{}) && e.with("it", p).holds(d, "where") {
			list = append(list, p)
		}
	}
	switch who {
	case "self":
		pick(self)
	case "actor":
		pick(m.actor)
	case "captor":
		pick(m.captor)
	case "pieces":
		for _, p := range x.g.pieces {
			pick(p)
		}
	}
	return list
}

// one does an effect to one piece.
func (x *follower) one(verb string, d section, p, self *piece, side string, m moment) {
	g := x.g
	gone := func(on ...string) {
		for _, on := range on {
			x.queue = append(x.queue, moment{on, p, p.side, p.at, self, p})
		}
	}
	if g.royal(p.typ) && verb != "swap" && verb != "move" {
		return
	}
	switch verb {
	case "destroy":
		gone("removed")
		g.destroy(p)
	case "lift":
		gone("removed")
		g.lift(p)
	case "capture":
		if p.side == side {
			return
		}
		gone("captured", "removed")
		x.sidesOf[p] = p.side
		g.take(self, p, side)
	case "convert":
		if !g.wide(p.typ) || p.at == (square{}) || g.room(g.as(p, p.typ, side), p.at, p) {
			p.side = side
		}
	case "become":
		typ := word(d, "type")
		if typ == "victim" {
			if m.victim == nil {
				return
			}
			typ = m.victim.typ
		}
		if p.typ != typ && (p.at == (square{}) || g.wide(typ) && g.room(g.as(p, typ, p.side), p.at, p) || !g.wide(typ) && g.joins(typ, p.at, p)) {
			p.typ = typ
			g.fresh(p)
		}
	case "move":
		sq := x.env(self, m).words[word(d, "on")].(square)
		if sq != p.at && g.room(p, sq, p) {
			x.goes(p, sq)
		}
	case "push":
		line := g.straightFrom(self.at, p.at)
		if line == (vector{}) {
			return
		}
		if sq := g.next(p.at, line); g.room(p, sq, p) {
			x.goes(p, sq)
		}
	case "swap":
		if p == self || self.at == (square{}) || g.wide(p.typ) || g.wide(self.typ) || !g.joins(p.typ, self.at, self, p) || !g.joins(self.typ, p.at, p, self) {
			return
		}
		a, b := self.at, p.at
		self.at, p.at = b, a
		g.arrived(self, a)
		g.arrived(p, b)
		x.queue = append(x.queue, moment{"landed", self, self.side, b, nil, nil}, moment{"landed", p, p.side, a, nil, nil})
	}
}

// straightFrom is the direction from one square to another on a line with it, the shorter way around.
func (g *game) straightFrom(a, b square) (best vector) {
	least := 1000
	for _, v := range compass {
		n := 1
		for at := g.plus(a, v); at != (square{}) && at != a; at = g.plus(at, v) {
			if at == b && n < least {
				best, least = v, n
			}
			n++
		}
	}
	return best
}

func (x *follower) goes(p *piece, to square) {
	from := p.at
	p.at = to
	x.g.arrived(p, from)
	x.queue = append(x.queue, moment{"landed", p, p.side, to, nil, nil})
}

// along takes pieces as far as the act went, whoever is in front first.
func (x *follower) along(whom []*piece) {
	dx, dy := x.a.to.file-x.a.from.file, x.a.to.rank-x.a.from.rank
	front := func(p *piece) int { return p.at.file*sign(dx) + p.at.rank*sign(dy) }
	slices.SortStableFunc(whom, func(a, b *piece) int { return front(b) - front(a) })
	for _, p := range whom {
		if sq := x.g.next(p.at, vector{dx, dy}); sq != p.at && x.g.room(p, sq, p) { // of a shot its own square, which is not empty
			x.goes(p, sq)
		}
	}
}
