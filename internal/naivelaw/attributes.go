package naivelaw

import (
	"fmt"
	"slices"
	"strings"
)

func (e *env) attribute(of any, name string, args []*node) any {
	g := e.g
	switch v := of.(type) {
	case nil: // none, of whatever sort
		switch name {
		case "player":
			return playerName("")
		case "royal", "piece":
			return (*piece)(nil)
		}
		return nothing(g, name)
	case sideName:
		switch name {
		case "royal":
			for _, p := range g.onBoard() {
				if p.side == string(v) && g.royal(p.typ) {
					return p
				}
			}
			return (*piece)(nil)
		case "is":
			return g.has[string(v)+" "+args[0].text]
		case "in_check":
			return g.inCheck(string(v))
		case "to_play":
			return v != "" && g.toPlayWith(string(v)) == string(v)
		case "player":
			if v == "" {
				return playerName("")
			}
			return playerName(g.player(string(v)))
		}
	case playerName:
		switch name {
		case "holds":
			return v != "" && g.offices[args[0].text] == string(v)
		case "sealed":
			return g.seals[args[0].text+" "+string(v)] != ""
		case "has":
			return g.money[string(v)][args[0].text]
		}
	case typeName:
		if v == "" {
			return nothing(g, name)
		}
		switch name {
		case "royal":
			return g.royal(string(v))
		case "value":
			return g.value(g.as(&piece{}, string(v), ""))
		}
	case square:
		switch name {
		case "file":
			return float64(v.file)
		case "rank":
			return float64(v.rank)
		case "piece":
			return g.on(v)
		case "empty":
			return g.empty(v)
		case "marked":
			return g.marks[v][args[0].text].number > 0
		case "mark":
			return float64(g.marks[v][args[0].text].number)
		case "mark_side":
			return sideName(g.marks[v][args[0].text].side)
		case "in":
			side := e.concerned()
			return v != (square{}) && g.in(v, args[0].text, side)
		case "next":
			if v == (square{}) {
				return v
			}
			side := e.concerned()
			i := slices.Index(compassWords, args[0].text)
			if i < 0 {
				h := g.heading(side)
				if h < 0 {
					return square{}
				}
				i = (slices.Index(headingWords, args[0].text) + h) % 8
			}
			return g.next(v, compass[i])
		case "nth":
			if slices.Contains(g.area(words(g.regions[args[0].text], "squares")), v) {
				return float64(1 + slices.Index(g.inOrder(args[0].text), v))
			}
			return 0.0
		}
	case *piece:
		switch name {
		case "file", "rank", "empty", "marked", "mark", "mark_side", "next":
			return e.attribute(squareFor(v), name, args)
		}
		if v == nil {
			return nothing(g, name)
		}
		switch name {
		case "type":
			return typeName(v.typ)
		case "side":
			return sideName(v.side)
		case "square":
			return v.at
		case "value":
			return g.value(v)
		case "royal":
			return g.royal(v.typ)
		case "counter":
			return float64(v.counters[args[0].text])
		case "in":
			return v.at != (square{}) && g.in(v.at, args[0].text, v.side)
		case "attacked":
			return g.attacked(v)
		case "attacks":
			p := e.piece(args[0])
			return p != nil && g.attacks(v, p)
		case "defended":
			return slices.ContainsFunc(g.onBoard(), func(p *piece) bool { return g.defends(p, v) })
		case "defends":
			p := e.piece(args[0])
			return p != nil && g.defends(v, p)
		case "age":
			return float64(g.turns - v.born)
		case "rested":
			return float64(g.turns - v.came)
		case "moved":
			return v.moved
		case "placed":
			return v.placed
		case "stood":
			return v.stood
		case "captures":
			return float64(len(v.captures))
		case "captures_of":
			n := 0.0
			for _, t := range v.captures {
				if t == args[0].text {
					n++
				}
			}
			return n
		case "last_victim":
			if len(v.captures) == 0 {
				return typeName("")
			}
			return typeName(v.captures[len(v.captures)-1])
		case "at_stake":
			return g.pending != nil && g.pending.stake == v.id
		case "captured_last":
			return g.last == v.id
		}
	}
	if q := g.quantities[name]; q != nil {
		if absent(of) {
			return missing(q)
		}
		return g.env().with("self", of).eval(parse(word(q, "is")))
	}
	panic(fmt.Sprintf("attribute %s of %T", name, of))
}

// concerned is the side whose regions and heading count.
func (e *env) concerned() string {
	for _, name := range []string{"mover", "self", "side"} {
		switch v := e.words[name].(type) {
		case sideName:
			return string(v)
		case *piece:
			if v != nil {
				return v.side
			}
		}
	}
	return ""
}

// nothing is an attribute of a piece that is not there.
func nothing(g *game, name string) any {
	switch name {
	case "type":
		return typeName("")
	case "side":
		return sideName("")
	case "square", "stood":
		return square{}
	case "last_victim":
		return typeName("")
	case "at_stake":
		return false
	case "value", "counter", "age", "rested", "captures", "captures_of":
		return 0.0
	}
	if q := g.quantities[name]; q != nil {
		return missing(q)
	}
	return false
}

// missing is a quantity of what is not there: nothing, where it is a thing.
func missing(q section) any {
	if strings.HasPrefix(word(q, "is"), "first(") {
		return nil
	}
	return 0.0
}

// inOrder lists the squares of a region in the order in which its text names them.
func (g *game) inOrder(region string) (all []square) {
	for _, text := range words(g.regions[region], "squares") {
		for _, sq := range g.area([]string{text}) {
			if !slices.Contains(all, sq) {
				all = append(all, sq)
			}
		}
	}
	return all
}
