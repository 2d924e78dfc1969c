package naivelaw

import (
	"fmt"
	"slices"
)

// A doing is what effects at moments of sides are about.
type doing struct {
	g      *game
	side   string // of the moment
	other  string // the target of a power that is a side
	player string // who uses a power
	actor  *piece // the target of a power that is a piece
	to     square // the target of a power that is a square
	amount int
	typ    string // what was bought
	rule   string // number of the rule that is enacted, amended or repealed
	drawn  []string

	reasons []string // of a refusal
}

func (x *doing) env() *env {
	e := x.g.env().with("side", sideName(x.side)).with("drawn", x.drawn).with("faults", x.reasons)
	for name, v := range map[string]any{"other": sideName(x.other), "player": playerName(x.player), "actor": x.g.known(x.actor), "to": x.to, "amount": float64(x.amount), "type": typeName(x.typ), "rule": x.rule} {
		e.words[name] = v
	}
	return e
}

// atSide lets the procedures answer a moment of a side.
func (g *game) atSide(on, side string) { g.atMoment(on, doing{side: side}) }

// mayBuy says whether a side may get a piece of a type: as its limits are with it, before anything follows.
func (g *game) mayBuy(side, typ string) bool {
	owned := 0
	for _, p := range g.pieces {
		if p.side == side {
			owned++
		}
	}
	after := g.clone()
	after.make("bought", typ, side, square{})
	return g.env().with("owned", float64(owned)).holds(g.buying, "when") && len(g.exceeds(side, after)) == 0
}

// buys gives a side a piece for nothing, and what follows of that.
func (g *game) buys(side, typ string) {
	glyph := word(g.types[typ], "glyph")
	g.created[glyph]++
	g.make(fmt.Sprint(glyph, g.created[glyph]), typ, side, square{})
	g.atMoment("buys", doing{side: side, player: g.player(side), typ: typ})
	g.completes()
}

func (g *game) atMoment(on string, about doing) {
	for _, e := range g.consequences {
		if word(e.section, "on") != on {
			continue
		}
		one := about
		one.g = g
		x := &one
		if x.env().holds(e.section, "when") && (e.section["unless"] == nil || !g.answered(about.side, e.section, "unless", true)) {
			x.do(list(e.section["do"]))
		}
	}
}

func (x *doing) do(effects []section) {
	x.drawn = nil
	for _, d := range effects {
		x.effect(d)
	}
}

func (x *doing) effect(d section) {
	g, e := x.g, x.env()
	if !e.holds(d, "when") {
		return
	}
	side := x.side
	if d["side"] != nil {
		if side = g.sideOf(e.eval(parse(word(d, "side")))); side == "" {
			return
		}
	}
	if side == "" && x.concerns(d) {
		return
	}
	for _, verb := range []string{"destroy", "lift", "convert", "become", "crown", "uncrown", "place", "move", "swap"} {
		if d[verb] != nil {
			whom := x.whom(verb, d, side)
			if d["at_once"] == true {
				for p, sq := range g.atOnce(whom, d, e) {
					stood := p.at
					p.at = sq
					g.arrived(p, stood)
				}
				return
			}
			leastFirst(whom, d, e)
			for _, p := range whom {
				x.one(verb, d, p, side)
			}
			return
		}
	}
	if c, ok := decreed(d); ok {
		g.decreeing = append(g.decreeing, c)
		return
	}
	switch {
	case d["draw"] != nil:
		x.drawn = append(x.drawn, g.dice(words(d, "draw"), 1)...)
	case d["set"] != nil:
		g.setAll(d, e)
	case d["lay"] != nil:
		g.lays(word(d, "lay") == "array")
	case d["create"] != nil && word(d, "on") == "squares":
		x.createAll(d, side)
	case d["create"] != nil:
		typ := e.typeFor(d, "create")
		if typ == "" {
			return
		}
		glyph := word(g.types[typ], "glyph")
		g.created[glyph]++
		p := g.make(fmt.Sprint(glyph, g.created[glyph]), typ, side, square{})
		if sq := x.room(d, p); sq != (square{}) {
			p.at = sq
		}
	case d["close"] != nil, d["open"] != nil:
		g.shuts(d, e)
	case d["mark"] != nil, d["unmark"] != nil:
		g.mark(d, side, e)
	case d["pay"] != nil:
		g.pay(d, e, map[string]string{"side": g.player(x.side), "other": g.player(x.other), "player": x.player})
	case d["takeback"] != nil:
		g.takesBack(int(e.number(parse(word(d, "takeback")))))
		if x.actor != nil {
			x.actor = g.find(x.actor.id)
		}
	case d["enter"] != nil:
		g.comesIn(d, e, side)
	case d["leave"] != nil:
		g.leaving = append(g.leaving, side)
	case d["play"] != nil, d["pass"] != nil:
		g.due = append(g.due, due{d, side})
	case d["surrender"] != nil:
		for _, p := range g.onBoard() {
			if p.side == side {
				g.lift(p)
			}
		}
	default:
		if !g.onSide(d, e, side, x.other) {
			panic(fmt.Sprint("effect ", d))
		}
	}
}

// concerns says whether nothing comes of an effect unless there is a side that it concerns.
func (x *doing) concerns(d section) bool {
	for _, verb := range []string{"convert", "create", "place", "attribute", "strip", "surrender", "next", "entrust", "bind", "release", "exchange", "play", "pass", "leave"} {
		if d[verb] != nil {
			return true
		}
	}
	return word(d, "payer") == "side" || word(d, "payee") == "side" || d["appoint"] != nil && d["holder"] == nil
}

// whom lists those that an effect is done to, before it touches the first of them.
func (x *doing) whom(verb string, d section, side string) (list []*piece) {
	e := x.env()
	var ids []string
	for _, p := range x.g.pieces {
		on := p.at != square{}
		switch word(d, verb) {
		case "pieces":
		case "actor":
			if on = p == x.actor; on && p.at == (square{}) && verb != "destroy" && verb != "convert" {
				on = false
			}
		case "holdings":
			on = !on && p.side == side && x.g.known(p) != nil
		}
		if on && (verb == "lift" || !x.g.spares(verb, p)) && e.with("it", x.g.known(p)).holds(d, "where") {
			list, ids = append(list, p), append(ids, p.id)
		}
	}
	ids = x.g.lots(d, e, ids)
	return slices.DeleteFunc(list, func(p *piece) bool { return !slices.Contains(ids, p.id) })
}

func (x *doing) one(verb string, d section, p *piece, side string) {
	g := x.g
	switch verb {
	case "destroy":
		g.destroy(p)
	case "lift":
		g.lift(p)
	case "convert":
		p.side = side
	case "become", "crown", "uncrown":
		if typ := x.env().with("it", p).typeFor(d, "type"); typ != "" && g.royal(typ) == (verb == "crown") && p.typ != typ {
			p.typ = typ
			g.fresh(p)
		}
	case "place", "move":
		if sq := x.env().with("it", p).place(d, "on"); g.empty(sq) {
			from := p.at
			p.at = sq
			g.arrived(p, from)
		}
	case "swap":
		g.trades(p, g.on(x.env().with("it", p).place(d, "on")))
	}
}

// room is where a new piece stands: on the first empty square of a region, or on the square that a formula yields.
func (x *doing) room(d section, p *piece) square {
	if d["on"] == nil {
		return square{}
	}
	squares := x.g.inOrder(word(d, "on"))
	if x.g.regions[word(d, "on")] == nil {
		squares = []square{x.env().place(d, "on")}
	}
	for _, sq := range squares {
		if x.g.empty(sq) {
			return sq
		}
	}
	return square{}
}

// sideIs is the side that a part of a formula yields.
func (e *env) sideIs(n *node) string { return e.g.sideOf(e.eval(n)) }

func bond(name, a, b string) string { return fmt.Sprint(name, " ", min(a, b), " ", max(a, b)) }

// A use is a power that a player uses.
type use struct {
	power        section
	player, side string
	on           string // what it is used on, as it is written
	sealed       bool   // only its seal is sent
	doing        *doing
}

// sealing says whether a power is used under a seal now.
func (g *game) sealing(u use) bool {
	return u.power["sealed"] != nil && u.doing.env().holds(u.power, "sealed")
}

// what is sealed of a use.
func (u use) what() string { return fmt.Sprint("on ", u.on, " amount ", u.doing.amount) }

func (u use) seal() string { return word(u.power, "name") + " " + u.player }

// refuses says what a use offends: who may use it, its condition, the limits.
func (g *game) refuses(u use) (clauses []string) {
	switch by := word(u.power, "by"); by {
	case "", "player":
	case "side":
		if g.player(u.side) != u.player {
			clauses = append(clauses, "not theirs")
		}
	default:
		if g.offices[by] != u.player {
			clauses = append(clauses, "no "+by)
		}
	}
	if kept := g.seals[u.seal()]; u.power["sealed"] != nil {
		switch sealing := g.sealing(u); {
		case sealing != u.sealed:
			return append(clauses, "sealed or not")
		case sealing && kept != "" || !sealing && kept != u.what():
			return append(clauses, "another seal")
		case sealing:
			return clauses
		}
	}
	if g.forbids(word(u.power, "name"), u.doing.env()) {
		clauses = append(clauses, byDuty)
	}
	if !u.doing.env().holds(u.power, "when") {
		return append(clauses, "when")
	}
	if a := u.power["amount"]; a != nil && float64(u.doing.amount) > u.doing.env().number(parse(word(u.power, "amount"))) {
		return append(clauses, "amount")
	}
	return clauses
}

// uses makes what a use brings about.
func (g *game) uses(u use) {
	if u.sealed {
		g.seals[u.seal()] = u.what()
		g.ruled()
		return
	}
	if u.power["sealed"] != nil {
		g.seals[u.seal()] = "opened"
	}
	u.doing.do(list(u.power["do"]))
	g.completes()
}
