package naivelaw

import (
	"fmt"
	"slices"
)

// An act is what a side does with one piece.
type act struct {
	side    string
	p       *piece // nil of a pass
	kind    string // "move", "capture", "placement", "pass", or a declared kind of move; a capture of a friend is one, and a swap a move
	in      string // of a capture: the declared kind in which it is made, if it is
	becomes string // the type that a promotion on arrival makes of the piece
	from    square
	to      square
	victims []*piece
	other   *piece // with which it changes places, or which goes along
	onto    square // where that goes
	along   square // from where it goes along; none of a piece that changes places
	pack    []step // what goes along
	pushed  []step // what of a row does, but for its last
	crowd   bool   // the first victim shares its square, and is named by its glyph
	glyph   string
	broad   []square            // that a piece covers after it, if there are several
	over    map[*piece][]square // what its victims cover
	chosen  []choice            // with it
}

// A moment is something that happens to a piece.
type moment struct {
	on     string
	actor  *piece
	owner  string // the side that the actor belongs to, or did before it was taken
	at     square
	captor *piece
	victim *piece
	left   square // that the actor left
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
	drawn    []string            // by its effects so far
	throws   bool                // lots
	sidesOf  map[*piece]string   // of those captured: whose they were
}

// mayPass reports whether the rules let a side pass.
func (g *game) mayPass(side string) bool {
	return g.passing != nil && g.env().with("mover", sideName(side)).holds(g.passing, "when")
}

// acts lists what the pieces of a side can do by their ways, where those off the board can be placed, and a pass if there are some; each with
// what can be chosen with it.
func (g *game) acts(side string) (list []act) {
	for _, a := range g.undecided(side) {
		list = append(list, g.chooses(a)...)
	}
	return list
}

// undecided lists the acts of a side without what is chosen with them.
func (g *game) undecided(side string) (list []act) {
	if g.mayPass(side) {
		list = append(list, act{side: side, kind: "pass"})
	}
	for _, p := range g.pieces {
		switch {
		case p.side != side || g.types[p.typ] == nil:
		case p.at == square{}:
			for _, sq := range g.squares() {
				if g.room(p, sq, nil) {
					list = append(list, act{side: side, p: p, kind: "placement", to: sq})
				}
			}
		default:
			for _, w := range append(g.ways(p), g.declared(p)...) {
				a := act{side: side, p: p, kind: w.kind, in: w.in, from: p.at, to: w.to, victims: w.victims}
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
					a.kind, a.other, a.onto, a.victims = "move", w.victims[0], p.at, nil
				case "own":
					a.kind = "capture"
				}
				switch {
				case w.ahead && w.carryTo == square{}: // it is pushed off
					a.victims, a.over[w.carried] = []*piece{w.carried}, g.covered(w.carried, w.carried.at)
				case w.carried != nil:
					a.other, a.onto, a.along = w.carried, w.carryTo, w.carried.at
				}
				if a.pushed = w.row; w.ahead { // the player has no choice
					a.along = square{}
				}
				a.becomes = g.promoted(a)
				list = append(list, a)
			}
		}
	}
	return list
}

// called is what stages and shapes of plays call an act: one in a declared kind by that.
func (a act) called() string {
	if a.in != "" {
		return a.in
	}
	return a.kind
}

// text writes an act as a play, with what was chosen.
func (a act) text() string {
	return a.plain() + a.choice()
}

func (a act) plain() string {
	if a.kind == "pass" {
		return "pass"
	}
	if a.kind == "surrender" {
		return "surrender"
	}
	text := fmt.Sprintf("#%s %v", a.p.id, a.from)
	switch a.kind {
	case "placement":
		return fmt.Sprintf("#%s@%v", a.p.id, a.to)
	case "move":
		if a.along != (square{}) {
			return fmt.Sprintf("%s-%v + %v-%v", text, a.to, a.along, a.onto)
		}
		return fmt.Sprintf("%s-%v", text, a.to) + a.promotion()
	case "capture":
	default:
		return fmt.Sprintf("%s-%v", text, a.to) + a.promotion() + " (" + a.kind + ")"
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
	in := ""
	if a.in != "" {
		in = " (" + a.in + ")"
	}
	if a.to == a.from {
		return text + in + " (shot)"
	}
	return fmt.Sprintf("%s-%v", text, a.to) + a.promotion() + in
}

func (a act) promotion() string {
	if a.becomes == "" {
		return ""
	}
	return "=" + a.becomes
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
	b.pack, b.pushed = nil, nil
	for _, s := range a.pack {
		b.pack = append(b.pack, step{g.find(s.p.id), s.to})
	}
	for _, s := range a.pushed {
		b.pushed = append(b.pushed, step{g.find(s.p.id), s.to})
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
func (g *game) arrived(p *piece, stood square) {
	p.came, p.stood = g.turns, stood
	g.noted(p, p.at)
}

// noted notes where a piece has come to, or that it is another now than it was.
func (g *game) noted(p *piece, at square) {
	if g.trail != nil {
		g.trail[p.id] = append(g.trail[p.id], at)
	}
}

// play makes acts as a turn.
func (g *game) play(acts ...act) {
	g.remembers()
	g.makes([][]act{acts})
	g.finishes()
	g.ruled()
}

// makes makes the acts of several sides that play at once, or of one that plays alone.
func (g *game) makes(turns [][]act) {
	var played, sides []string // as what the pieces played
	resigned := false
	for _, acts := range turns {
		if acts[0].kind == "surrender" && (resigned || g.endsAt("surrender", acts[0].side)) { // and the pieces stay
			resigned = true
			continue
		}
		for _, a := range acts {
			typ := ""
			if a.p != nil {
				typ = g.find(a.p.id).typ
			}
			made, took := g.comesOf(a.on(g))
			if took {
				typ = "x"
			}
			if played = append(played, typ); !made {
				break
			}
		}
		if g.round == nil {
			g.judged()
		} else if !idle(acts) {
			g.excess()
		}
		if moment := map[string]string{"pass": "passes", "surrender": "surrenders"}[acts[0].kind]; moment != "" {
			g.atSide(moment, acts[0].side)
		}
	}
	if len(g.late) > 0 { // of plays that are made together: once all have been judged
		g.judged()
	}
	for _, side := range g.inOrderOfPlay(turns) {
		sides = append(sides, side)
		g.turns++
		g.atSide("turn-ends", side)
	}
	g.excess()
	if resigned {
		g.over = true
		return
	}
	for _, side := range sides {
		for _, e := range g.ends { // of the position in which the next side is to play
			after := g.clone()
			after.round = nil
			after.reorder(sides...)
			after.occurs(played)
			if e["on"] == nil && after.env().with("mover", sideName(side)).holds(e, "when") && (e["unless"] == nil || !g.answered(side, e, "unless", true)) {
				g.over = true
				return
			}
		}
	}
	g.round = nil
	g.stagesEnd(sides[0])
	g.reorder(sides...)
	g.occurs(played)
	g.farewells(g.table(sides[0]))
}

// endsAt says whether an end that is asked at another moment than after plays ends the game now.
func (g *game) endsAt(on, side string) bool {
	return slices.ContainsFunc(g.ends, func(e section) bool {
		return word(e, "on") == on && g.env().with("mover", sideName(side)).holds(e, "when")
	})
}

// judged makes what comes once a play has been judged: what limits let go, and what waited for a lot or because somebody surrenders.
func (g *game) judged() {
	g.excess()
	for late := g.late; len(late) > 0; late = late[1:] {
		late[0].comes()
	}
	if len(g.late) > 0 {
		g.late = nil
		g.excess()
	}
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
	if a.kind == "surrender" {
		for _, p := range g.onBoard() {
			if p.side == a.side {
				g.lift(p)
			}
		}
	}
	if a.p == nil {
		return
	}
	g.pays(a)
	x := &follower{g: g, a: a, mover: a.side, answered: map[string]bool{}, led: map[*piece][]string{}, sidesOf: map[*piece]string{}}
	var first *piece
	if len(a.victims) > 0 {
		first = a.victims[0]
	}
	add := func(m moment) { x.queue = append(x.queue, m) }
	var left, stood square
	if a.to != a.from {
		left = a.from
	}
	var fallen []moment
	if a.kind == "capture" { // and no move of a row that takes what it meets
		for _, v := range a.victims {
			add(moment{"attacks", a.p, x.mover, v.at, a.p, v, left})
		}
	}
	for _, v := range a.victims {
		fallen = append(fallen, moment{"captured", v, v.side, v.at, a.p, v, v.at}, moment{"removed", v, v.side, v.at, a.p, v, v.at})
		x.sidesOf[v] = v.side
		g.take(a.p, v, x.mover)
	}
	if a.to != a.from {
		a.p.at = a.to
		g.arrived(a.p, a.from)
	}
	for _, s := range a.pushed {
		from := s.p.at
		s.p.at = s.to
		g.arrived(s.p, from)
	}
	for _, s := range a.pack {
		from := s.p.at
		s.p.at, s.p.moved = s.to, true
		g.arrived(s.p, from)
	}
	if a.p.moved = a.kind != "placement"; !a.p.moved {
		a.p.placed = true
	}
	if a.other != nil {
		stood = a.other.at
		a.other.at, a.other.moved = a.onto, true
		g.arrived(a.other, stood)
	}
	if p := a.p; a.becomes != "" {
		p.typ = a.becomes
		g.fresh(p)
		g.noted(p, square{})
	}
	done := map[string]string{"capture": "captures", "placement": "placed"}[a.kind]
	if done == "" {
		done = "moved"
	}
	add(moment{done, a.p, x.mover, a.to, a.p, first, left})
	for _, f := range fallen {
		add(f)
	}
	if a.from != (square{}) {
		for _, sq := range g.straight(a.from, a.to) {
			if g.closed[sq] || slices.Contains(a.broad, sq) {
				continue
			}
			add(moment{"passed", a.p, x.mover, sq, a.p, first, left})
		}
	}
	if a.to != a.from {
		add(moment{"landed", a.p, x.mover, a.to, a.p, first, left})
	}
	if a.other != nil {
		add(moment{"landed", a.other, a.other.side, a.onto, nil, nil, stood})
	}
	x.run()
}

func (x *follower) run() {
	for len(x.queue) > 0 {
		m := x.queue[0]
		x.queue = x.queue[1:]
		x.moment(m)
	}
}

// A fate is an entry that has answered a moment, and waits until the play has been judged, for a lot or because somebody surrenders.
type fate struct {
	x    *follower
	e    law
	self *piece
	m    moment
}

// comes makes the effects of a fate, and what follows of them, with lots that are drawn at once.
func (f fate) comes() {
	x := &follower{g: f.x.g, a: f.x.a, mover: f.x.mover, answered: map[string]bool{}, led: map[*piece][]string{}, sidesOf: map[*piece]string{}, throws: true}
	if side, ok := f.x.sidesOf[f.self]; ok {
		x.sidesOf[f.self] = side
	}
	x.answer(f.e, f.self, f.m)
	x.run()
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
		g.noted(captor, square{})
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

// ask lets an entry answer a moment, once for each piece whose moment it is, and for each square that it passed and each piece that it attacked; none
// of a piece that it led to.
func (x *follower) ask(e law, self *piece, m moment) {
	key := fmt.Sprint(e.place, "|", self.id, "|", m.actor.id)
	if m.on == "passed" {
		key += "|" + m.at.String()
	}
	if m.on == "attacks" {
		key += "|" + m.victim.id
	}
	if word(e.section, "on") != m.on || x.answered[key] || slices.Contains(x.led[m.actor], fmt.Sprint(e.place)) {
		return
	}
	if !x.env(self, m).holds(e.section, "when") {
		return
	}
	x.answered[key] = true
	for _, d := range list(e.section["do"]) {
		if (d["lot"] != nil || d["draw"] != nil || d["surrender"] != nil) && !x.throws {
			x.g.late = append(x.g.late, fate{x, e, self, m})
			return
		}
	}
	x.answer(e, self, m)
}

func (x *follower) answer(e law, self *piece, m moment) {
	x.entry, x.drawn = fmt.Sprint(e.place), nil
	for _, d := range list(e.section["do"]) {
		x.effect(d, self, m)
	}
}

// lots are those of some names that are drawn for an effect; all if it draws none.
func (g *game) lots(d section, e *env, among []string) []string {
	if d["lot"] == nil {
		return among
	}
	n := int(max(0, e.number(parse(word(d, "lot")))))
	if n == 0 || n >= len(among) {
		return among[:min(n, len(among))]
	}
	return g.dice(among, n)
}

func (x *follower) env(self *piece, m moment) *env {
	if x.g.before != nil {
		x.g.recalls(x.g.before)
	}
	e := x.g.env()
	for name, v := range map[string]any{"self": self, "actor": m.actor, "mover": sideName(x.mover), "owner": sideName(m.owner),
		"from": x.a.from, "to": x.a.to, "at": m.at, "left": m.left, "captor": m.captor, "victim": m.victim, "drawn": x.drawn} {
		e.words[name] = v
	}
	return x.a.choose(x.g, e)
}

// side is self's side: if it was captured, the one it belonged to.
func (x *follower) side(self *piece) string {
	if side, ok := x.sidesOf[self]; ok {
		return side
	}
	return self.side
}
