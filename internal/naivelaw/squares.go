package naivelaw

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// covered lists the squares that a piece covers from a place: the zero square for each that is not on the board.
func (g *game) covered(p *piece, place square) (squares []square) {
	if place == (square{}) {
		return nil
	}
	pairs, ok := g.types[p.typ]["covers"].([]any)
	if !ok {
		return []square{place}
	}
	for _, pair := range pairs {
		xy := words(section{"xy": pair}, "xy")
		v := vector{number(section{"n": xy[0]}, "n"), number(section{"n": xy[1]}, "n")}
		for range g.faces(p) {
			v = vector{v.y, -v.x}
		}
		squares = append(squares, g.next(place, v))
	}
	return squares
}

// faces is how many quarters to the right of north a piece's ahead is, 0 to 3.
func (g *game) faces(p *piece) (quarters int) {
	for _, word := range words(g.types[p.typ], "faces") {
		if h := g.heading(p.side); word == "heading" && h >= 0 {
			quarters += h / 2
		} else if word != "heading" {
			quarters += p.counters[word]
		}
	}
	return (quarters%4 + 4) % 4
}

// as is a piece as it would be as another type, or another side's.
func (g *game) as(p *piece, typ, side string) *piece {
	other := *p
	other.side, other.counters = side, maps.Clone(p.counters)
	if other.typ != typ {
		other.typ = typ
		g.fresh(&other)
	}
	return &other
}

func (g *game) wide(typ string) bool { return g.types[typ]["covers"] != nil }

// all lists what stands on a square, the oldest first.
func (g *game) all(sq square) (list []*piece) {
	for _, p := range g.pieces {
		if !slices.Contains(g.setOut, p.id) && sq != (square{}) && p.at != (square{}) && (p.at == sq || slices.Contains(g.covered(p, p.at), sq)) {
			list = append(list, p)
		}
	}
	return list
}

// room asks whether each square that a piece covers from a place is on the board, open and empty but for a piece.
func (g *game) room(p *piece, place square, but *piece) bool {
	return place != (square{}) && !slices.ContainsFunc(g.covered(p, place), func(sq square) bool {
		x := g.all(sq)
		return sq == (square{}) || g.shut[sq] || len(x) > 1 || len(x) == 1 && x[0] != but
	})
}

// shares is the most pieces on a square where a type stands.
func (g *game) shares(typ string) int { return max(1, number(g.types[typ], "shares")) }

// joins asks whether a piece may stand on a square beside those that are there.
func (g *game) joins(typ string, sq square, but ...*piece) bool {
	most, loners, there := g.shares(typ), 0, 1
	if most == 1 {
		loners, most = 1, 2
	}
	for _, x := range g.all(sq) {
		if slices.Contains(but, x) {
			continue
		}
		there++
		if n := g.shares(x.typ); n > 1 {
			most = max(most, n)
		} else {
			loners++
		}
	}
	return !g.shut[sq] && loners < 2 && there <= most
}

// enters asks whether an effect brings a piece to a square on which others stand: it says so, and the piece may stand there with them.
func (g *game) enters(d section, typ string, from, sq square) bool {
	return d["join"] == true && sq != (square{}) && sq != from && !g.closed[sq] && len(g.all(sq)) > 0 && !g.wide(typ) && g.joins(typ, sq)
}

// higher asks whether of two pieces on a square the first is on top, or else stands for it.
func (g *game) higher(a, b *piece) bool {
	if by := word(g.sharing, "order"); by != "" && a.counters[by] != b.counters[by] {
		return a.counters[by] > b.counters[by]
	}
	return g.shares(a.typ) == 1 && g.shares(b.typ) > 1
}

// beneath asks whether another piece is on top of one.
func (g *game) beneath(p *piece) bool {
	return word(g.sharing, "order") != "" && slices.ContainsFunc(g.all(p.at), func(x *piece) bool { return x != p && g.on(p.at) != p })
}

// shared lists the ways to a square that several pieces share or could.
func (g *game) shared(w *walker, to square, does func(string) bool, add func(kind string, to, landing square, victims ...*piece)) {
	p := w.p
	says := func(what string) bool { return word(g.sharing, what) == "true" }
	if does("move") && to != p.at && g.shares(p.typ) > 1 && g.joins(p.typ, to, p) {
		add("move", to, to)
	}
	var friends, enemies, takable, named []*piece
	for _, x := range g.all(to) {
		switch {
		case x == p:
		case x.side == p.side:
			friends = append(friends, x)
		default:
			older := slices.ContainsFunc(enemies, func(y *piece) bool { return y.typ == x.typ })
			enemies = append(enemies, x)
			if w.mayTake(x) {
				if takable = append(takable, x); !older { // which a capture of that type would name
					named = append(named, x)
				}
			}
		}
	}
	if says("barred") && len(friends) > 0 {
		return
	}
	ground := slices.ContainsFunc(enemies, func(x *piece) bool { return g.shares(x.typ) == 1 })
	for _, x := range named {
		others := slices.DeleteFunc(slices.Clone(takable), func(y *piece) bool { return y == x })
		if word(g.sharing, "order") != "" { // and all that it is on top of
			others = slices.DeleteFunc(slices.Clone(enemies), func(y *piece) bool { return y == x })
		}
		if does("capture") {
			victims := []*piece{x}
			if says("landing") {
				victims = append(victims, others...)
			}
			if g.joins(p.typ, to, append(slices.Clone(victims), p)...) {
				add("capture", to, to, victims...)
			}
		}
		if does("shot") && (!says("ground") || !ground || g.shares(x.typ) == 1) {
			victims := []*piece{x}
			if says("all") {
				victims = append(victims, others...)
			}
			add("capture", p.at, to, victims...)
		}
	}
}

// position is what a position is for repetitions: which pieces stand where, and whose turn it is.
func (g *game) position() string {
	var on, held []string
	for _, p := range g.pieces {
		text := p.typ + " " + p.side + " " + p.at.String()
		for _, c := range list(g.types[p.typ]["counters"]) {
			text += " " + word(c, "name") + word(section{"n": p.counters[word(c, "name")]}, "n")
		}
		if p.at == (square{}) {
			held = append(held, text)
		} else {
			on = append(on, text)
		}
	}
	var marks []string
	for _, sq := range g.squares() {
		for name, m := range g.marks[sq] {
			if m.number > 0 && g.asksMarks {
				marks = append(marks, fmt.Sprint(sq, name, m.number, m.side))
			}
		}
		if g.shut[sq] {
			marks = append(marks, sq.String()+"*")
		}
	}
	slices.Sort(on)
	slices.Sort(held)
	slices.Sort(marks)
	return g.toPlay() + "|" + strings.Join(on, ",") + "|" + strings.Join(held, ",") + "|" + strings.Join(marks, ",")
}

// lines lists the squares between two of each straight line from one to the other, whether there are such squares or not.
func (g *game) lines(a, b square) (all [][]square) {
	if a == (square{}) || b == (square{}) {
		return nil
	}
	for _, v := range compass {
		var between []square
		for at := g.plus(a, v); at != (square{}) && at != a; at = g.plus(at, v) {
			if at == b {
				all = append(all, between)
				break
			}
			between = append(between, at)
		}
	}
	return all
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// neighbours lists the squares beside one along its file and rank.
func (g *game) neighbours(s square) (list []square) {
	for _, v := range []vector{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		if n := g.next(s, v); n != (square{}) {
			list = append(list, n)
		}
	}
	return list
}

// connected lists a square and what is found by going from neighbour to neighbour, as long as that finds anything.
func (e *env) connected(at square, condition *node) []square {
	found := []square{at}
	for more := true; more; {
		more = false
		for _, s := range e.g.squares() {
			beside := slices.ContainsFunc(e.g.neighbours(s), func(n square) bool { return slices.Contains(found, n) })
			if beside && !slices.Contains(found, s) && e.with("it", s).truth(condition) {
				found, more = append(found, s), true
			}
		}
	}
	return found
}
