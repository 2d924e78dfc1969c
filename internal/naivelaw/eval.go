package naivelaw

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Things that have a name, beside squares and pieces.
type (
	sideName   string
	typeName   string
	playerName string
)

// An env is what the words of a formula stand for.
type env struct {
	g     *game
	words map[string]any // self, to, mover, it, …: *piece, square, sideName
}

func (e *env) with(name string, v any) *env {
	c := *e
	c.words = map[string]any{name: v}
	for k, w := range e.words {
		if k != name {
			c.words[k] = w
		}
	}
	return &c
}

// holds asks a condition as it is written; one that is not there holds.
func (e *env) holds(s section, key string) bool {
	if s[key] == nil {
		return true
	}
	return e.truth(parse(word(s, key)))
}

func (e *env) number(n *node) float64 {
	switch v := e.eval(n).(type) {
	case float64:
		return max(-1e15, min(1e15, v))
	case bool:
		if v {
			return 1
		}
		return 0
	case nil:
		return 0
	default:
		panic(fmt.Sprintf("%T is no number", v))
	}
}

func (e *env) truth(n *node) bool {
	switch v := e.eval(n).(type) {
	case bool:
		return v
	case float64:
		return v != 0
	default:
		panic(fmt.Sprintf("%T is no truth", v))
	}
}

// piece is a thing as a piece: nil if it is none.
func (e *env) piece(n *node) *piece {
	p, _ := e.eval(n).(*piece)
	return p
}

// square is a thing as a square; a piece stands for its own.
func (e *env) square(n *node) square {
	if s := squareFor(e.eval(n)); !e.g.closed[s] {
		return s
	}
	return square{}
}

func squareFor(v any) square {
	switch v := v.(type) {
	case square:
		return v
	case *piece:
		if v != nil {
			return v.at
		}
	case string:
		return squareOf(v)
	}
	return square{}
}

func (e *env) eval(n *node) any {
	switch n.op {
	case "num":
		return n.num
	case "text":
		return n.text
	case "word":
		return e.word(n.text)
	case "attr":
		return e.attribute(e.eval(n.args[0]), n.text, n.args[1:])
	case "call":
		return e.call(n.text, n.args)
	case "quantifier":
		return e.quantifier(n)
	case "not":
		return !e.truth(n.args[0])
	case "neg":
		return -e.number(n.args[0])
	case "and":
		return e.truth(n.args[0]) && e.truth(n.args[1])
	case "or":
		return e.truth(n.args[0]) || e.truth(n.args[1])
	case "?":
		if e.truth(n.args[0]) {
			return e.eval(n.args[1])
		}
		return e.eval(n.args[2])
	case "==":
		return e.same(n.args[0], n.args[1])
	case "!=":
		return !e.same(n.args[0], n.args[1])
	}
	a, b := e.number(n.args[0]), e.number(n.args[1])
	switch n.op {
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	case "/":
		if b == 0 {
			return 0.0
		}
		return a / b
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	case ">=":
		return a >= b
	}
	panic("operation " + n.op)
}

// same compares numbers, truths, things, and things with their names.
func (e *env) same(m, n *node) bool {
	a, b := e.eval(m), e.eval(n)
	if t, ok := a.(string); ok {
		a, b = b, t
	}
	if t, ok := b.(string); ok {
		switch a := a.(type) {
		case square:
			return a == squareOf(t)
		case sideName:
			return string(a) == t
		case typeName:
			return string(a) == t
		}
		panic(fmt.Sprintf("a text beside %T", a))
	}
	if absent(a) || absent(b) {
		return absent(a) && absent(b)
	}
	if f, ok := a.(float64); ok {
		return f == e.number(n)
	}
	return a == b
}

func absent(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case *piece:
		return v == nil
	case square:
		return v == square{}
	case sideName:
		return v == ""
	case typeName:
		return v == ""
	case playerName:
		return v == ""
	}
	return false
}

func (e *env) word(w string) any {
	if v, ok := e.words[w]; ok {
		return v
	}
	self, _ := e.words["self"].(*piece)
	switch w {
	case "true", "false":
		return w == "true"
	case "none":
		return nil
	case "year":
		return float64(e.g.now.Year())
	case "month":
		return float64(e.g.now.Month())
	case "day":
		return float64(e.g.now.Day())
	case "turns":
		return float64(e.g.turns)
	case "takebacks":
		return float64(e.g.takebacks())
	case "repetitions":
		n := 0.0
		for _, key := range e.g.been {
			if key == e.g.been[len(e.g.been)-1] {
				n++
			}
		}
		return n
	case "recurrence":
		return float64(e.g.turns - e.g.since[len(e.g.since)-1])
	case "copied":
		return e.g.copied != nil && self.id == e.g.copier
	case "files":
		return float64(e.g.files)
	case "ranks":
		return float64(e.g.ranks)
	case "dx":
		return float64(abs(e.g.across(squareFor(e.words["from"]), squareFor(e.words["to"]))))
	case "dy":
		return math.Abs(float64(squareFor(e.words["from"]).rank - squareFor(e.words["to"]).rank))
	case "distance":
		return float64(e.g.distance(squareFor(e.words["from"]), squareFor(e.words["to"])))
	case "from_centre":
		if muzzle, ok := e.words["muzzle"]; ok { // of a shot by a piece on several squares: where it begins
			return float64(e.g.fromCentre(squareFor(muzzle)))
		}
		return float64(e.g.fromCentre(self.at))
	case "to_centre":
		return float64(e.g.fromCentre(squareFor(e.words["to"])))
	}
	if q := e.g.quantities[w]; q != nil {
		return e.g.env().eval(parse(word(q, "is")))
	}
	if self != nil {
		has := self.counters
		if e.g.copied != nil && self.id == e.g.copier {
			has = e.g.copied.counters
		}
		if n, ok := has[w]; ok {
			return float64(n)
		}
	}
	if v, ok := e.g.unchosen(w); ok {
		return v
	}
	for _, t := range e.g.types { // of the type that self was before an effect of this entry
		if slices.ContainsFunc(list(t["counters"]), func(c section) bool { return word(c, "name") == w }) {
			return 0.0
		}
	}
	panic("word " + w)
}

func (g *game) env() *env { return &env{g: g, words: map[string]any{}} }

// fromCentre is max(|2f − (F−1)|, |2r − (R−1)|), f and r counted from 0.
func (g *game) fromCentre(sq square) int {
	return max(abs(2*(sq.file-1)-(g.files-1)), abs(2*(sq.rank-1)-(g.ranks-1)))
}

func (e *env) call(f string, args []*node) any {
	self, _ := e.words["self"].(*piece)
	switch f {
	case "floor":
		return math.Floor(e.number(args[0]))
	case "ceil":
		return math.Ceil(e.number(args[0]))
	case "abs":
		return math.Abs(e.number(args[0]))
	case "mod":
		a, b := e.number(args[0]), e.number(args[1])
		if b == 0 {
			return 0.0
		}
		return a - b*math.Floor(a/b)
	case "min", "max":
		v := e.number(args[0])
		for _, a := range args[1:] {
			if f == "min" {
				v = min(v, e.number(a))
			} else {
				v = max(v, e.number(a))
			}
		}
		return v
	case "asset", "account":
		return e.words[f] == args[0].text
	case "rule": // or one below it
		return strings.HasPrefix(e.words["rule"].(string)+".", args[0].text+".")
	case "drawn":
		names, _ := e.words["drawn"].([]string)
		return slices.Contains(names, args[0].text)
	case "count": // pieces of a type on the board, anybody's
		n := 0.0
		for _, p := range e.g.onBoard() {
			if p.typ == args[0].text {
				n++
			}
		}
		return n
	case "near":
		for _, p := range e.g.onBoard() {
			if p != self && p.side == self.side && p.typ == args[0].text && float64(e.g.distance(p.at, self.at)) <= e.number(args[1]) {
				return true
			}
		}
		return false
	case "in":
		if to, ok := e.words["to"].(square); ok && e.words["landing"] == true {
			return e.g.in(to, args[0].text, self.side)
		}
		return e.g.in(self.at, args[0].text, self.side)
	case "distance":
		return float64(e.g.distance(e.square(args[0]), e.square(args[1])))
	case "aligned":
		return len(e.g.lines(e.square(args[0]), e.square(args[1]))) > 0
	case "clear":
		return slices.ContainsFunc(e.g.lines(e.square(args[0]), e.square(args[1])), func(line []square) bool {
			return !slices.ContainsFunc(line, func(s square) bool { return !e.g.empty(s) })
		})
	case "between":
		x := e.square(args[0])
		return slices.ContainsFunc(e.g.lines(e.square(args[1]), e.square(args[2])), func(line []square) bool { return slices.Contains(line, x) })
	case "shift":
		x, a, b := e.square(args[0]), e.square(args[1]), e.square(args[2])
		if x == (square{}) || a == (square{}) || b == (square{}) {
			return square{}
		}
		return e.g.next(x, vector{b.file - a.file, b.rank - a.rank})
	case "quiet":
		n := 0.0
		for _, typ := range slices.Backward(e.g.quiet) {
			if typ == args[0].text {
				break
			}
			n++
		}
		return n
	case "fault":
		return slices.Contains(e.words["faults"].([]string), args[0].text)
	case "reaches":
		return e.g.reaches(e.piece(args[0]), e.square(args[1]))
	case "plays":
		return slices.ContainsFunc(e.g.sides, func(s string) bool { return e.g.player(s) == args[0].text })
	case "bound":
		return e.g.bonds[bond(args[0].text, e.sideIs(args[1]), e.sideIs(args[2]))]
	case "assets":
		return e.g.money[e.account(e.eval(args[0]))][args[1].text]
	case "attacked":
		return e.g.attacked(self)
	case "defends":
		return slices.ContainsFunc(e.g.onBoard(), func(p *piece) bool { return e.g.defends(self, p) })
	case "attacks":
		return slices.ContainsFunc(e.g.onBoard(), func(p *piece) bool { return e.g.attacks(self, p) })
	}
	panic("function " + f)
}

func (g *game) empty(s square) bool {
	return s != (square{}) && !g.closed[s] && !g.shut[s] && g.on(s) == nil
}

func (e *env) account(v any) string {
	switch v := v.(type) {
	case sideName:
		if v == "" {
			return ""
		}
		return e.g.player(string(v))
	case playerName:
		return string(v)
	case string:
		if slices.Contains(e.g.sides, v) {
			return e.g.player(v)
		}
		return v
	}
	return ""
}

// playerOf is who holds a side at first.
func playerOf(side string) string { return side + "'s" }

// player is who holds a side.
func (g *game) player(side string) string {
	if p, ok := g.players[side]; ok {
		return p
	}
	return playerOf(side)
}

// everybody lists the players, whether they hold a side or not.
func (g *game) everybody() []string { return g.people }

// set lists the members of a set.
func (e *env) set(n *node) (list []any) {
	var of any
	name, args := n.text, n.args
	if n.op == "attr" {
		if of, args = e.eval(n.args[0]), n.args[1:]; of == nil {
			return nil
		}
	}
	pieces := func(keep func(p *piece) bool) {
		for _, p := range e.g.pieces {
			if e.g.types[p.typ] == nil {
				continue
			}
			if keep(p) {
				list = append(list, p)
			}
		}
	}
	switch v := of.(type) {
	case nil:
		switch name {
		case "pieces":
			pieces(func(p *piece) bool { return p.at != square{} })
			return list
		case "holdings":
			pieces(func(p *piece) bool { return p.at == square{} })
			return list
		case "squares":
			for _, s := range e.g.squares() {
				list = append(list, s)
			}
			return list
		case "players":
			for _, p := range e.g.everybody() {
				list = append(list, playerName(p))
			}
			return list
		case "sides":
			for _, s := range e.g.sides {
				list = append(list, sideName(s))
			}
			return list
		case "row":
			for _, p := range e.words["row"].([]*piece) {
				list = append(list, p)
			}
			return list
		case "victims":
			for _, p := range e.words["victims"].([]*piece) {
				list = append(list, p)
			}
			return list
		}
	case sideName:
		pieces(func(p *piece) bool { return p.side == string(v) && (p.at != square{}) == (name == "pieces") })
		return list
	case playerName:
		for _, s := range e.g.sides {
			if e.g.player(s) == string(v) {
				list = append(list, sideName(s))
			}
		}
		return list
	case typeName:
		pieces(func(p *piece) bool { return p.typ == string(v) && p.at != square{} })
		return list
	case square, *piece:
		at := squareFor(v)
		var in func(square) bool
		switch name {
		case "around":
			in = func(s square) bool { return s != at && float64(e.g.distance(s, at)) <= e.number(args[0]) }
		case "neighbours":
			in = func(s square) bool { return slices.Contains(e.g.neighbours(at), s) }
		case "connected":
			found := e.connected(at, args[0])
			in = func(s square) bool { return slices.Contains(found, s) }
		}
		for _, s := range e.g.squares() {
			if at != (square{}) && in(s) {
				list = append(list, s)
			}
		}
		return list
	}
	panic(fmt.Sprintf("set %s of %T", name, of))
}

func (e *env) quantifier(n *node) any {
	members := e.set(n.args[0])
	args := n.args[1:]
	at := func(i int) *env { return e.with(n.name, members[i]) }
	holds := func(i, arg int) bool { return arg >= len(args) || at(i).truth(args[arg]) }
	switch n.text {
	case "any", "all":
		for i := range members {
			if at(i).truth(args[0]) == (n.text == "any") {
				return n.text == "any"
			}
		}
		return n.text == "all"
	case "count":
		c := 0.0
		for i := range members {
			if holds(i, 0) {
				c++
			}
		}
		return c
	case "first":
		best, least := any(nil), 0.0
		for i := range members {
			if !holds(i, 0) {
				continue
			}
			v := 0.0
			if len(args) > 1 {
				v = at(i).number(args[1])
			}
			if best == nil || v < least {
				best, least = members[i], v
			}
		}
		return best
	}
	var result float64
	found := false
	for i := range members {
		if !holds(i, 1) {
			continue
		}
		v := at(i).number(args[0])
		switch {
		case n.text == "sum":
			result += v
		case !found || n.text == "least" && v < result || n.text == "greatest" && v > result:
			result = v
		}
		found = true
	}
	return result
}
