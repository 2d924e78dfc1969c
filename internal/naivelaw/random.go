package naivelaw

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Random writes rules and positions. The same seed writes the same.
type Random struct {
	*rand.Rand
	Sides    []string
	Files    int
	Ranks    int
	types    []string
	counter  bool        // the type that is being written has the counter heat
	slant    bool        // a side is headed along a diagonal
	round    bool        // the files go around
	closes   bool        // squares are closed by effects
	plague   bool        // all pieces have the counter plague
	shapes   bool        // a play may be of several acts
	past     bool        // formulas ask what pieces have been through
	body     bool        // some types cover several squares
	deep     bool        // formulas ask what pieces attack
	quiet    bool        // few pieces that take nothing
	rich     bool        // effects are written by richly
	every    bool        // effects of all kinds follow at moments of pieces
	calls    bool        // effects say who plays next
	lotless  bool        // no effect draws lots
	array    bool        // the game begins with an array
	purse    bool        // players begin with something to pay with
	rows     bool        // pieces move in rows
	fires    bool        // pieces fire shots that split
	proposes bool        // players change the rules
	kinds    []string    // of moves that the rules declare
	choices  [][2]string // by name, and of what
	plays    int         // of a game
	nouns    []string
	depth    int
}

// NewRandom writes by a seed.
func NewRandom(seed uint64) *Random {
	r := &Random{Rand: rand.New(rand.NewPCG(seed, 20)), Sides: []string{"Red", "Blue", "Green"}, types: []string{"Ant", "Bee", "Cat", "Dog"}, plays: 12}
	r.Files, r.Ranks = 5+r.IntN(4), 5+r.IntN(4)
	return r
}

func (r *Random) chance(percent int) bool { return r.IntN(100) < percent }

func (r *Random) one(list ...string) string { return list[r.IntN(len(list))] }

func (r *Random) square() string { return square{1 + r.IntN(r.Files), 1 + r.IntN(r.Ranks)}.String() }

func (r *Random) rectangle() string {
	f, k := 1+r.IntN(r.Files), 1+r.IntN(r.Ranks)
	return fmt.Sprint(square{f, k}, "-", square{f + r.IntN(r.Files-f+1), k + r.IntN(r.Ranks-k+1)})
}

// board is the section of the board.
func (r *Random) board() string {
	var b strings.Builder
	fmt.Fprintf(&b, "      board:\n        files: %d\n        ranks: %d\n", r.Files, r.Ranks)
	if r.chance(25) {
		r.round = true
		b.WriteString("        wrap: files\n")
	}
	if r.chance(25) {
		fmt.Fprintf(&b, "        closed: [%s, %s]\n", r.square(), r.square())
	}
	heading := r.one("south", "east", "northwest")
	r.slant = heading == "northwest"
	fmt.Fprintf(&b, "        heading: {Red: north, Blue: %s}\n", heading)
	fmt.Fprintf(&b, "        regions: [{name: zone, squares: [%s, %s]}, {name: home, squares: [%s], of: {Red: [rank 1], Blue: [%s]}}]\n",
		r.rectangle(), r.square(), r.square(), r.rectangle())
	return b.String()
}

// leg is one leg; turning says that one came before it, with how many degrees between its directions.
func (r *Random) leg(turning int, takes string) string {
	dir := r.one("orthogonal", "diagonal", "all", "vertical", "horizontal", "northeast", "[forward, left]", "[forward-right, backward, west]")
	var f []string
	leap := false
	switch {
	case turning > 0 && r.chance(70):
		f = append(f, "dir: "+r.one("same", "turn90", "right90", "left90", fmt.Sprintf("turn%d", turning), fmt.Sprintf("right%d", turning), "turn180"))
		leap = turning == 1
	case r.chance(25) && takes != "hopped" && takes != "behind":
		leap = true
		f = append(f, "leap: ["+r.one("1, 2", "0, 2", "2, 2", "1, 3", "1, 1")+"]")
	default:
		f = append(f, "dir: "+dir)
	}
	switch k := r.IntN(100); {
	case takes == "hopped":
		f = append(f, "n: "+r.one("2", "2", "2..5"), "hop: "+r.one("over", "over", "next", "1..2"))
	case leap && k < 75:
	case k < 20:
	case k < 50:
		f = append(f, fmt.Sprintf("n: 1..%d", 1+r.IntN(6)))
	case k < 60:
		f = append(f, fmt.Sprintf("n: %d", 1+r.IntN(3)))
	case k < 68:
		f = append(f, "n: edge")
	case k < 76:
		f = append(f, "n: [1, 3]")
	case k < 90:
		f = append(f, fmt.Sprintf("n: '1..1 + %s'", r.small()))
	default:
		f = append(f, fmt.Sprintf("n: 2..%d", 3+r.IntN(4)), "hop: "+r.one("over", "next", "2", "1..2"))
		if r.chance(30) {
			f = append(f, r.one("over", "not_over")+": ["+r.one(r.types...)+"]")
		}
		return strings.Join(f, ", ")
	}
	if takes == "" && !leap && turning == 0 && strings.Contains(strings.Join(f, " "), "n: ") && !strings.Contains(f[len(f)-1], "edge") {
		switch r.IntN(8) {
		case 0:
			f = append(f, "pass: any")
		case 1:
			f = append(f, "through: [zone]")
		}
	}
	if !strings.Contains(strings.Join(f, " "), "pass") && takes == "" && r.chance(12) {
		f = append(f, "slides: [ice]")
	}
	return strings.Join(f, ", ")
}

// small is a formula for a small whole number about the piece and the board.
func (r *Random) small() string {
	list := []string{"count(mover.pieces, distance(it, self) == 1)", "min(3, count(pieces, it.type == self.type))", "(self.in(\"zone\") ? 2 : 1)", "min(2, self.rank)"}
	if r.counter {
		list = append(list, "heat")
	}
	if r.past {
		list = append(list, "min(3, self.captures)", "min(2, self.rested)")
	}
	return r.one(list...)
}

// modes is the list of the modes of a type.
func (r *Random) modes() string {
	var b strings.Builder
	b.WriteString("      modes:\n")
	for range 1 + r.IntN(3) {
		takes := ""
		var f, legs []string
		if r.chance(25) {
			takes = r.one("hopped", "behind")
		}
		on := ""
		switch k := r.IntN(100); {
		case takes != "":
			on = r.one("", "move, capture", "capture")
		case k < 50:
		case k < 60:
			on = "move"
		case k < 72:
			on = "capture"
		case k < 80:
			on = "shot"
		case r.body:
			on = r.one("", "move, shot", "capture")
		case k < 88:
			on = "move, swap"
		default:
			on = "move, own"
		}
		if on != "" {
			f = append(f, "for: ["+on+"]")
		}
		if takes != "" {
			f = append(f, "takes: "+takes)
		}
		first := r.leg(0, takes)
		repeat, full := false, false
		switch {
		case takes == "behind":
			first = strings.NewReplacer(", hop: over", "", ", hop: next", "", ", hop: 2", "", ", hop: 1..2", "", "n: edge", "n: 2").Replace(first)
			if i := strings.Index(first, ", not_over"); i >= 0 {
				first = first[:i]
			}
			if i := strings.Index(first, ", over"); i >= 0 {
				first = first[:i]
			}
			legs = []string{first}
		case takes == "hopped":
			if repeat = r.chance(60); repeat {
				first += fmt.Sprintf(", repeat: %d", 2+r.IntN(4))
				full = r.chance(50)
			}
			legs = []string{first}
		case r.chance(12):
			hurdle := fmt.Sprintf("dir: %s, n: 1..%d, hop: onto", r.one("all", "orthogonal", "diagonal", "[forward, left]"), 2+r.IntN(5))
			if r.chance(30) {
				hurdle += ", " + r.one("over", "not_over") + ": [" + r.one(r.types...) + "]"
			}
			if r.chance(20) && (on == "" || on == "capture") {
				hurdle += ", takes: true"
			} else if r.chance(25) && (on == "" || on == "capture") && len(f) < 2 {
				f = append(f, "takes: hopped")
			}
			legs = []string{hurdle, "dir: " + r.one("turn45", "turn90", "turn135", "[same, turn90]", "same", "right90") + r.one("", "", ", n: 1..2")}
			if r.chance(20) {
				legs = append([]string{"dir: orthogonal, n: 1..2"}, legs...)
			}
		case r.chance(35) && !strings.Contains(first, "pass: any") && on != "shot" && on != "move, swap" && on != "move, own":
			turning := 45
			if strings.Contains(first, "leap") {
				turning = 90
			}
			chain := r.chance(40) && (on == "" || on == "capture")
			if chain {
				first += ", takes: true"
			}
			second := r.leg(turning, "")
			if repeat = r.chance(35) && !strings.Contains(second, "slides"); repeat {
				most := 3 // a path of more than 200,000 steps is not looked at
				if strings.Contains(second, "n: ") {
					most = 1
				}
				second += fmt.Sprintf(", repeat: %d", 2+r.IntN(most))
				if chain && r.chance(50) {
					second += ", takes: true"
				}
			} else if r.chance(30) && !strings.Contains(second, "hop") && !strings.Contains(second, "edge") && !strings.Contains(second, "slides") {
				second += ", zero_ok: true"
				second = strings.Replace(strings.Replace(second, "n: 1..", "n: 0..", 1), "n: '1..", "n: '0..", 1)
			}
			legs = []string{strings.ReplaceAll(first, ", slides: [ice]", ""), second}
		default:
			legs = []string{first}
			if on == "" && r.chance(20) && !strings.Contains(first, "slides") {
				f = append(f, "victims: '"+r.shallow("victim")+"'")
			}
		}
		if repeat && r.chance(25) {
			f = append(f, "origin: allowed")
		}
		if full {
			f = append(f, "full: true")
		}
		f = append(f, "legs: [{"+strings.Join(legs, "}, {")+"}]")
		deep := r.deep
		r.deep = deep && strings.HasPrefix(on, "move") && !strings.Contains(on, "capture") // or attacks would rest on themselves
		if r.chance(25) {
			f = append(f, "when: '"+r.condition("self")+"'")
		}
		r.deep = deep
		if r.chance(25) && on != "move, swap" {
			f = append(f, "land: '"+r.landing()+"'")
		}
		if r.chance(20) {
			f = append(f, r.one("victim", "spares")+": ["+r.one(r.types...)+"]")
		}
		fmt.Fprintf(&b, "        - {%s}\n", strings.Join(f, ", "))
	}
	if r.chance(15) {
		who := r.one(`first(mover.pieces, it.square == self.next("backward"))`, `self.next("north").piece`, `first(pieces, it != self and distance(it, self) == 1, it.value)`,
			fmt.Sprintf(`first(mover.pieces, it.type == %q)`, r.one(r.types...)), `first(pieces, it.square == self.next("left") or it.square == self.next("southeast"))`)
		fmt.Fprintf(&b, "        - {%sas: {piece: '%s'%s}%s}\n", r.one("", "", "for: [move], ", "for: [capture], "), who, r.one("", ", instead: true"), r.one("", "", ", when: '"+r.shallow("self")+"'"))
	}
	if r.chance(12) && !r.deep {
		fmt.Fprintf(&b, "        - {for: [capture], as: {who: victim}%s%s}\n", r.one("", ", spares: ["+r.one(r.types...)+"]"), r.one("", "", ", when: '"+r.shallow("self")+"'"))
	}
	if r.chance(12) && !r.round && !r.body { // on a board that leads around it is the shorter way
		fmt.Fprintf(&b, "        - {for: [move], carries: {piece: 'first(mover.pieces, it != self and it.type == %q, distance(it, self))', to: [%s], onto: [%s]}}\n",
			r.one(r.types...), r.one("zone", "home", r.rectangle()), r.one("zone", r.rectangle()))
	}
	return b.String()
}

func (r *Random) landing() string {
	return r.one("to_centre <= from_centre", "not copied or dx > 0", `to.next("forward").empty`, "dx + dy != 3", "distance >= 2", `in("zone")`, `not in("home")`, "count(to.around(1), not it.empty) <= 3",
		`not any(mover.pieces, it != self and distance(it, to) == 1)`, "to.file != self.file", "(to.file + to.rank) / 2 == floor((to.file + to.rank) / 2)",
		`not to.marked("ice")`)
}

// about is a condition about a piece, by the word for it.
func (r *Random) about(it string) string {
	list := []string{
		it + `.value >= 3`, fmt.Sprintf("%s.type == %q", it, r.one(r.types...)), it + ".type == self.type", it + `.in("zone")`, it + `.in("home")`, it + `.rank == self.rank`,
		fmt.Sprintf("distance(%s, self) <= %d", it, 1+r.IntN(3)), "aligned(" + it + ", self)", fmt.Sprintf("clear(%s, self)", it), it + `.in("edge")`,
		"any(pieces, z, between(z, " + it + ", self))", fmt.Sprintf("count(%s.around(1), not it.empty) >= 2", it), fmt.Sprintf("%s.side == %q", it, r.one(r.Sides...)),
		it + `.square.marked("ice")`, it + `.square.mark("ice") > 1`, it + `.square.mark_side("ice") == ` + it + ".side", "shift(" + it + `, self, "b3").empty`, it + ".royal",
		"count(" + it + ".connected(it.empty)) > 5", "any(" + it + ".connected(it.piece.side == self.side), s, any(s.neighbours, it.empty))",
		"count(" + it + ".side.pieces) > count(self.side.pieces)", "any(" + it + ".type.pieces, z, z.side != " + it + ".side)",
	}
	if r.past {
		list = append(list, it+".moved", it+".captures > 0", it+".rested >= 3", it+".captured_last", it+".stood.empty", it+".age > 6", it+".placed", it+`.captures_of("Bee") >= 1`, it+`.last_victim == "Ant"`)
	}
	if r.deep {
		list = append(list, it+".attacked", "any(pieces, z, z.attacks("+it+"))", "self.attacks("+it+")")
	}
	for _, n := range r.nouns {
		list = append(list, it+"."+n+" > 1")
	}
	return r.one(list...)
}

// shallow is about a piece, and not about what attacks it.
func (r *Random) shallow(it string) string {
	deep := r.deep
	r.deep = false
	defer func() { r.deep = deep }()
	return r.about(it)
}

// condition is a condition about a thing, perhaps made of several.
func (r *Random) condition(it string) string {
	if r.depth++; r.depth > 4 {
		r.depth = 0
		return r.about(it)
	}
	switch r.IntN(9) {
	case 0:
		return "(" + r.condition(it) + " or " + r.condition(it) + ")"
	case 1:
		return r.condition(it) + " and " + r.condition(it)
	case 2:
		return "not (" + r.condition(it) + ")"
	case 3:
		return fmt.Sprintf("count(pieces, %s) %s %d", strings.ReplaceAll(r.about("it"), "self", it), r.one("<", ">=", "==", "!="), 1+r.IntN(4))
	case 4:
		return fmt.Sprintf("%s(%s.side.pieces, q, %s)", r.one("any", "all"), it, r.about("q"))
	case 5:
		return fmt.Sprintf("%s(pieces, it.rank, it.side == self.side) %s 3", r.one("least", "greatest"), r.one("<=", ">", "=="))
	case 6:
		return fmt.Sprintf("sum(pieces, it.value, %s) / 2 %s %d", r.about("it"), r.one("<", ">", "<="), 1+r.IntN(6))
	case 7:
		return fmt.Sprintf("mod(%s.file - %s.rank, %d) %s 1", it, it, 2+r.IntN(2), r.one("==", "!=", "<"))
	}
	r.depth = 0
	return r.about(it)
}

// Types writes rules that define types.
func (r *Random) definitions(more func(name string) string) string {
	var b strings.Builder
	for i, name := range r.types {
		r.counter = i%2 == 0
		fmt.Fprintf(&b, "  - number: %d\n    title: The %s\n    piece:\n      name: %s\n      glyph: %s\n", 10+i, name, name, name[:1])
		switch {
		case r.past && r.chance(20):
			b.WriteString("      value: 2 + min(4, self.captures)\n")
		case r.counter && r.chance(50):
			b.WriteString("      value: 1 + heat\n")
		case r.chance(20):
			b.WriteString("      value: min(6, count(\"Bee\")) + 1\n")
		default:
			fmt.Fprintf(&b, "      value: %d\n", 1+r.IntN(6))
		}
		if r.counter {
			fmt.Fprintf(&b, "      counters: [{name: heat, initial: %d, most: 3, over: %d}]\n", 1+r.IntN(3), r.IntN(3))
		}
		b.WriteString(r.modes())
		b.WriteString(r.guards())
		if more != nil {
			b.WriteString(more(name))
		}
	}
	return b.String()
}

// guards are what a piece denies to others, and whom it protects.
func (r *Random) guards() string {
	when := func() string {
		if r.chance(60) {
			return ""
		}
		return ", when: '" + r.shallow("self") + "'"
	}
	var b strings.Builder
	if r.chance(15) {
		fmt.Fprintf(&b, "      denies: [{to: %s, deny: [%s]%s%s%s}]\n", r.one("enemy", "friend", "all"), r.one(append([]string{"move", "capture", "move, capture"}, r.kinds...)...),
			r.one("", ", within: 2"), r.one("", "", ", types: ["+r.one(r.types...)+"]"), when())
	}
	if r.chance(15) {
		who := r.one("self", "friend")
		if who == "friend" {
			who += r.one("", ", beside: orthogonal", ", beside: diagonal", ", beside: all")
		}
		fmt.Fprintf(&b, "      immune: [{who: %s%s%s}]\n", who, r.one("", ", from: ["+r.one(r.types...)+"]", ", from: ["+r.one(r.types...)+", "+r.one(r.types...)+"]"), when())
	}
	return b.String()
}

// A Man is a piece of a position: its type, side, square ("" off the board) and its counter heat.
type Man struct {
	Type, Side, At string
	Heat           int
}

// heat gives a piece the counter of a man, if its type has it.
func (p *piece) heat(m Man) {
	if _, ok := p.counters["heat"]; ok && m.Heat > 0 {
		p.counters["heat"] = m.Heat
	}
}

// man is the piece of a man, off the board.
func (g *game) man(m Man) *piece {
	p := &piece{typ: m.Type, side: m.Side}
	g.fresh(p)
	p.heat(m)
	return p
}

// Men puts pieces on squares that are not closed.
func (r *Random) Men(g *rulebook, least, most int) (men []Man) {
	taken := map[string]bool{}
	for s := range g.closed {
		taken[s.String()] = true
	}
	for range least + r.IntN(most-least+1) {
		m := Man{Type: r.one(r.types...), Side: r.one(r.Sides...), At: r.square(), Heat: 1 + r.IntN(3)}
		if taken[m.At] {
			continue
		}
		taken[m.At] = true
		men = append(men, m)
	}
	board := &game{rulebook: g}
	return slices.DeleteFunc(men, func(m Man) bool { // those that cover several squares need room
		p := board.man(m)
		if !board.room(p, squareOf(m.At), nil) {
			return true
		}
		p.at = squareOf(m.At)
		board.pieces = append(board.pieces, p)
		return false
	})
}

// Bodies writes rules about the ways of pieces some of which cover several squares.
func (r *Random) Bodies() string {
	r.body = true
	shapes := []string{"[[0, 0], [1, 0]]", "[[0, 0], [0, 1]]", "[[0, 0], [1, 0], [0, 1]]", "[[0, 0], [1, 1]]", "[[0, 0], [2, 0]]", "[[-1, 0], [0, 0], [1, 0]]", "[[0, 0], [1, 0], [0, 1], [1, 1]]"}
	return "rules:\n  - number: 1\n    title: The board\n    procedure:\n" + r.board() + r.definitions(func(name string) string {
		if name == "Bee" || name == "Dog" && r.chance(50) {
			return ""
		}
		return "      covers: " + r.one(shapes...) + "\n" + r.faces()
	})
}

// faces says how a body lies.
func (r *Random) faces() string {
	switch {
	case r.counter && r.chance(50):
		if r.slant || r.chance(60) {
			return "      faces: heat\n"
		}
		return "      faces: [heading, heat]\n"
	case !r.slant && r.chance(40):
		return "      faces: heading\n"
	}
	return ""
}

// Ways writes rules about the ways of pieces, on a board.
func (r *Random) Ways() string {
	r.deep = r.chance(25)
	text := "rules:\n  - number: 1\n    title: The board\n    procedure:\n" + r.board() + r.definitions(nil)
	if r.chance(35) {
		text += "  - number: 20\n    title: Paralysis\n    procedure:\n      duties: [{forbid: " + r.one("capture", "any") + ", disarms: true, when: '" + r.paralysed() + "'}]\n"
	}
	return text
}

// paralysed is a condition under which a piece captures nothing.
func (r *Random) paralysed() string {
	r.deep, r.depth = true, 0
	return r.one("not self.attacked", "not self.defended", "any(self.type.pieces, it.side != mover and it.attacks(self))", "victim.defended", "floor(from.file / 2) == floor(to.file / 2)",
		"any(victim.side.pieces, it.defends(victim)) and distance(from, to) > 1", r.condition("self"), r.condition("victim"))
}
