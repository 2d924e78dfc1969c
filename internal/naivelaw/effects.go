package naivelaw

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

func (x *follower) effect(d section, self *piece, m moment) {
	g := x.g
	e := x.env(self, m)
	if !e.holds(d, "when") {
		return
	}
	side := x.side(self)
	if onSides(d) {
		side = x.mover
	}
	if d["side"] != nil {
		if side = g.sideOf(e.eval(parse(word(d, "side")))); side == "" {
			return
		}
	}
	for _, verb := range []string{"destroy", "capture", "lift", "convert", "become", "crown", "uncrown", "place", "push", "swap", "move"} {
		if d[verb] == nil {
			continue
		}
		whom := x.whom(word(d, verb), d, self, m, side)
		var ids []string
		for _, p := range whom {
			if !g.spares(verb, p) {
				ids = append(ids, p.id)
			}
		}
		ids = g.lots(d, e, ids)
		whom = slices.DeleteFunc(whom, func(p *piece) bool { return !slices.Contains(ids, p.id) })
		if verb == "move" && word(d, "on") == "along" {
			x.along(d, whom)
			return
		}
		if d["at_once"] == true {
			for p, sq := range g.atOnce(whom, d, e) {
				x.goes(p, sq)
			}
			return
		}
		leastFirst(whom, d, e)
		for _, p := range whom {
			if g.find(p.id) == nil {
				continue
			}
			x.one(verb, d, p, self, side, m)
		}
		return
	}
	switch {
	case d["draw"] != nil:
		x.drawn = append(x.drawn, x.g.dice(words(d, "draw"), 1)...)
	case d["set"] != nil && d["where"] != nil:
		g.setAll(d, e)
	case d["set"] != nil:
		if g.find(self.id) == nil {
			return
		}
		n := int(e.number(parse(word(d, "to"))))
		g.setCounter(self, word(d, "set"), n)
	case d["create"] != nil:
		typ := e.typeFor(d, "create")
		if typ == "" {
			return
		}
		if d["on"] == nil {
			glyph := word(g.types[typ], "glyph")
			g.created[glyph]++
			g.make(fmt.Sprint(glyph, g.created[glyph]), typ, side, square{})
			return
		}
		if sq := e.place(d, "on"); g.room(g.as(&piece{}, typ, side), sq, nil) || g.enters(d, typ, square{}, sq) {
			glyph := word(g.types[typ], "glyph")
			g.created[glyph]++
			p := g.make(fmt.Sprint(glyph, g.created[glyph]), typ, side, sq)
			x.led[p] = append(slices.Clone(x.led[m.actor]), x.entry)
			x.queue = append(x.queue, moment{"landed", p, side, sq, nil, nil, square{}})
		}
	case d["close"] != nil, d["open"] != nil:
		g.shuts(d, e)
	case d["mark"] != nil, d["unmark"] != nil:
		g.mark(d, side, e)
	case d["pay"] != nil:
		g.pay(d, e, map[string]string{"mover": g.player(x.mover), "owner": g.player(m.owner)})
	case word(d, "next") == "mover", word(d, "next") == "owner":
		g.calls(map[string]string{"mover": x.mover, "owner": m.owner}[word(d, "next")])
	case d["surrender"] != nil:
		for _, p := range g.onBoard() {
			if p.side == side {
				x.queue = append(x.queue, moment{"removed", p, p.side, p.at, self, p, p.at})
				g.lift(p)
			}
		}
	default:
		if !g.onSide(d, e, side, "") {
			panic(fmt.Sprint("effect ", d))
		}
	}
}

// leastFirst puts the pieces first to which an effect gives the least numbers.
func leastFirst(list []*piece, d section, e *env) {
	if d["first"] == nil {
		return
	}
	of := map[*piece]float64{}
	for _, p := range list {
		of[p] = e.with("it", p).number(parse(word(d, "first")))
	}
	slices.SortStableFunc(list, func(p, q *piece) int { return cmp.Compare(of[p], of[q]) })
}

// atOnce is where pieces go that go all at once: those whose squares are open and free once they have left, and to none of which another one goes.
func (g *game) atOnce(list []*piece, d section, e *env) map[*piece]square {
	to := map[*piece]square{}
	for _, p := range list {
		if sq := e.with("it", p).place(d, "on"); sq != (square{}) && sq != p.at && !slices.ContainsFunc(g.covered(p, sq), func(sq square) bool { return sq == (square{}) || g.shut[sq] }) {
			to[p] = sq
		}
	}
	for again := true; again; {
		again = false
		stays := map[*piece]bool{}
		for p := range to {
			for _, sq := range g.covered(p, to[p]) {
				for q := range to {
					if p != q && slices.Contains(g.covered(q, to[q]), sq) {
						stays[p] = true
					}
				}
				for _, q := range g.all(sq) {
					if _, goes := to[q]; !goes {
						stays[p] = true
					}
				}
			}
		}
		for p := range stays {
			delete(to, p)
			again = true
		}
	}
	return to
}

// onSides says whether an effect is one on a side, and so on that which acts.
func onSides(d section) bool {
	for _, verb := range []string{"attribute", "strip", "appoint", "bind", "release", "entrust", "exchange", "next", "surrender"} {
		if d[verb] != nil {
			return true
		}
	}
	return false
}

// A mark is a state of a square: its number, and whose it is.
type mark struct {
	number int
	side   string
}

// mark gives squares a state or takes it away: what each of them gets is worked out on the board before.
func (g *game) mark(d section, side string, e *env) {
	squares := g.squares()
	if d["on"] != nil {
		squares = []square{e.place(d, "on")}
	}
	gets := map[square]mark{}
	name := word(d, "mark")
	if name == "" {
		name = word(d, "unmark")
	}
	for _, sq := range squares {
		here := e.with("place", sq)
		if sq == (square{}) || d["where"] != nil && !here.holds(d, "where") {
			continue
		}
		m := g.marks[sq][name]
		m.number = max(m.number, 1)
		if d["to"] != nil {
			m.number = int(max(here.number(parse(word(d, "to"))), 0))
		}
		if d["side"] != nil {
			m.side = side
		}
		if d["unmark"] != nil || m.number == 0 {
			m = mark{}
		}
		gets[sq] = m
	}
	var names []string
	for _, sq := range squares {
		if m, ok := gets[sq]; ok && m != g.marks[sq][name] {
			names = append(names, sq.String())
		}
	}
	names = g.lots(d, e, names)
	for sq, m := range gets {
		if !slices.Contains(names, sq.String()) {
			continue
		}
		if g.marks[sq] == nil {
			g.marks[sq] = map[string]mark{}
		}
		g.marks[sq][name] = m
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
			if p.counters[name] != n {
				g.noted(p, square{})
			}
			p.counters[name] = n
		}
	}
}

// place is the square that a field names: by a word for one of the act, or by any formula.
func (e *env) place(d section, key string) square { return e.square(parse(word(d, key))) }

// sideOf is the side of a value, if it plays.
func (g *game) sideOf(v any) string {
	if name, ok := v.(sideName); ok {
		v = string(name)
	}
	if name, ok := v.(string); ok && slices.Contains(g.sides, name) {
		return name
	}
	return ""
}

// pay moves so much as a player who pays has. Some words for accounts stand for players.
func (g *game) pay(d section, e *env, players map[string]string) {
	amount := e.number(parse(word(d, "pay")))
	account := func(key string) string {
		w := word(d, key)
		if p, ok := players[w]; ok {
			return p
		}
		if strings.ContainsAny(w, ".()") {
			return e.account(e.eval(parse(w)))
		}
		return w
	}
	asset := word(d, "asset")
	payer, payee := account("payer"), account("payee")
	if d["payer"] != nil && payer == "" || d["payee"] != nil && payee == "" {
		return // from nobody, or to nobody
	}
	change := func(name string, by float64) {
		if g.money[name] == nil {
			g.money[name] = map[string]float64{}
		}
		g.money[name][asset] += by
	}
	if amount < 0 {
		amount = 0
	}
	if payer != "" {
		if slices.Contains(g.everybody(), payer) {
			amount = min(amount, g.money[payer][asset])
		}
		change(payer, -amount)
	}
	if payee != "" {
		change(payee, amount)
	}
}

// office appoints who holds an office: whom a formula yields, or else who does it.
func (g *game) office(d section, e *env, who playerName) {
	if d["holder"] != nil {
		who = g.playerFor(e.eval(parse(word(d, "holder"))))
	}
	if who != "" {
		g.offices[word(d, "appoint")] = string(who)
	}
}

// playerFor is the player of a value, or of the side that it is.
func (g *game) playerFor(v any) playerName {
	switch v := v.(type) {
	case sideName:
		if slices.Contains(g.sides, string(v)) {
			return playerName(g.player(string(v)))
		}
	case playerName:
		return v
	}
	return ""
}

// whom lists those that an effect is done to, before it touches the first of them.
func (x *follower) whom(who string, d section, self *piece, m moment, side string) (list []*piece) {
	e := x.env(self, m)
	pick := func(p *piece) {
		if p != nil && x.g.find(p.id) != nil && x.g.types[p.typ] != nil && (p.at != (square{})) == (who != "holdings") && e.with("it", p).holds(d, "where") {
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
	case "holdings":
		for _, p := range x.g.pieces {
			if p.side == side {
				pick(p)
			}
		}
	}
	return list
}

// spares reports whether an effect is not done to a piece because it is royal, or is not.
func (g *game) spares(verb string, p *piece) bool {
	return g.royal(p.typ) != (verb == "uncrown") && verb != "swap" && verb != "move" && verb != "place"
}

// one does an effect to one piece.
func (x *follower) one(verb string, d section, p, self *piece, side string, m moment) {
	g := x.g
	gone := func(on ...string) {
		for _, on := range on {
			x.queue = append(x.queue, moment{on, p, p.side, p.at, self, p, p.at})
		}
	}
	if g.spares(verb, p) {
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
			if p.side != side {
				g.noted(p, square{})
			}
			p.side = side
		}
	case "become", "crown", "uncrown":
		typ := x.env(self, m).with("it", p).typeFor(d, "type")
		if typ == "" || g.royal(typ) != (verb == "crown") {
			return
		}
		if p.typ != typ && (p.at == (square{}) || g.wide(typ) && g.room(g.as(p, typ, p.side), p.at, p) || !g.wide(typ) && g.joins(typ, p.at, p)) {
			p.typ = typ
			g.fresh(p)
			g.noted(p, square{})
		}
	case "move":
		sq := x.env(self, m).with("it", p).place(d, "on")
		if sq != p.at && g.room(p, sq, p) || g.enters(d, p.typ, p.at, sq) {
			x.goes(p, sq)
		}
	case "place":
		if sq := x.env(self, m).with("it", p).place(d, "on"); g.room(p, sq, nil) || g.enters(d, p.typ, square{}, sq) {
			x.goes(p, sq)
		}
	case "push":
		line := g.straightFrom(self.at, p.at)
		if line == (vector{}) {
			return
		}
		if sq := g.next(p.at, line); g.room(p, sq, p) || g.enters(d, p.typ, p.at, sq) {
			x.goes(p, sq)
		}
	case "swap":
		one, other := self, p
		if d["on"] != nil {
			one, other = p, g.on(x.env(self, m).with("it", p).place(d, "on"))
		}
		if at, there, done := g.trades(one, other); done {
			x.queue = append(x.queue, moment{"landed", one, one.side, at, nil, nil, there}, moment{"landed", other, other.side, there, nil, nil, at})
		}
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
	x.queue = append(x.queue, moment{"landed", p, p.side, to, nil, nil, from})
}

// along takes pieces as far as the act went, whoever is in front first.
func (x *follower) along(d section, whom []*piece) {
	dx, dy := x.a.to.file-x.a.from.file, x.a.to.rank-x.a.from.rank
	front := func(p *piece) int { return p.at.file*dx + p.at.rank*dy } // along the line of the act
	slices.SortStableFunc(whom, func(a, b *piece) int { return front(b) - front(a) })
	for _, p := range whom {
		if sq := x.g.next(p.at, vector{dx, dy}); sq != p.at && x.g.room(p, sq, p) || x.g.enters(d, p.typ, p.at, sq) { // of a shot its own square, which is not empty
			x.goes(p, sq)
		}
	}
}
