package naivelaw

import (
	"fmt"
	"slices"
	"strings"
)

// Choosing writes rules by which sides choose something by a name with their acts, and others that speak of it.
func (r *Random) Choosing() string {
	list := [][2]string{{"favoured", "side"}, {"gift", "number"}, {"turned", "piece"}, {"face", "type"}, {"spot", "square"}}
	for range 1 + r.IntN(3) {
		if c := list[r.IntN(len(list))]; !slices.Contains(r.choices, c) {
			r.choices = append(r.choices, c)
		}
	}
	var b strings.Builder
	b.WriteString("      choices:\n")
	for i, c := range r.choices {
		f := []string{"name: " + c[0], "of: " + c[1]}
		if r.chance(60) {
			f = append(f, "after: ["+r.one("move", "capture", "capture, placement", "move, capture", "pass, capture", "placement, move")+"]")
		}
		if r.chance(35) {
			f = append(f, "when: '"+r.one("to.rank > 2", "self.value >= 3", "victim != none", "count(mover.pieces) > 2", "distance(from, to) == 1", "self != none", `mover != "Blue"`)+"'")
		}
		if c[1] == "number" {
			f = append(f, "most: '"+r.one("2", "3", "victim.value", "count(mover.pieces) / 2", "to.rank - 2", "1")+"'")
			if r.chance(50) {
				f = append(f, "least: '"+r.one("1", "-1", "victim.value - 1", "self.value / 2")+"'")
			}
		}
		if where := r.chooses(c[1], r.choices[:i]); where != "" {
			f = append(f, "where: '"+where+"'")
		}
		if r.chance(25) {
			f = append(f, "optional: true")
		}
		fmt.Fprintf(&b, "        - {%s, cite: \"§%d\"}\n", strings.Join(f, ", "), 40+i)
	}
	write := []func(*Random) string{(*Random).Laws, (*Random).Laws, (*Random).Effects, (*Random).Every, (*Random).Declared, (*Random).Consents, (*Random).Terms, (*Random).Odd}
	return strings.Replace(write[r.IntN(len(write))](r), "      placing: {", b.String()+"      placing: {", 1)
}

// chooses is a condition on what can be chosen, which may ask for what was chosen before it.
func (r *Random) chooses(of string, before [][2]string) string {
	list := map[string][]string{
		"side":   {"it != mover", "count(it.pieces) > 2", "it != mover", "it == victim.side or it == mover", ""},
		"number": {"it != 1", "it < 3 or to.rank > 2", "", ""},
		"piece":  {"it.side == mover and it != self", "it.side != mover and it.rank > 3", "it == victim", "distance(it, to) <= 1 and it != self", "it.value >= 4", "it == mover.royal"},
		"type":   {"it != self.type", "it.value < 4", `it == "Ant" or it == victim.type`, "any(it.pieces, p, p.side == mover)"},
		"square": {"distance(it, to) == 1", "it.empty and distance(it, from) == 1", `it.marked("ice")`, `it.in("home")`, "it == from or it == to", "it.rank == it.file"},
	}[of]
	for _, c := range before {
		name := c[0]
		switch of + " " + c[1] {
		case "side piece":
			list = append(list, "it != "+name+".side")
		case "number number":
			list = append(list, "it > "+name)
		case "number side":
			list = append(list, "it < count("+name+".pieces)")
		case "piece type":
			list = append(list, "it.type == "+name)
		case "piece side":
			list = append(list, "it.side == "+name)
		case "piece number":
			list = append(list, "it.rank == "+name+" + 1")
		case "type piece":
			list = append(list, "it != "+name+".type")
		case "square piece":
			list = append(list, "distance(it, "+name+") == 1")
		case "square square":
			list = append(list, "distance(it, "+name+") == 1")
		}
	}
	return r.one(list...)
}

// chosen is a condition that asks for what was chosen; "" where nothing is.
func (r *Random) chosen() string {
	if len(r.choices) == 0 || r.chance(40) {
		return ""
	}
	c := r.choices[r.IntN(len(r.choices))]
	return strings.ReplaceAll(map[string]func() string{
		"side": func() string {
			return r.one("it == mover", "it != none", "count(it.pieces) > 2", `it == "Blue"`, "it != none and it == victim.side")
		},
		"number": func() string { return r.one("it > 1", "it == 0", "it >= to.rank - 1", "count(mover.pieces) > it") },
		"piece": func() string {
			return r.one("it.value > 2", "it.side == mover", "it == none", "distance(it, to) < 3", "it.rank > 2 or it.moved", "it != none and it.type == self.type")
		},
		"type": func() string {
			return r.one("it == self.type", "it.value > 2", `it == "Ant"`, "any(it.pieces, p, p.side == mover)", "it == none")
		},
		"square": func() string {
			return r.one("it.empty", "it == to", "distance(it, to) <= 2", `it.marked("ice")`, "it.piece.side == mover", "it != none and it.file < 4")
		},
	}[c[1]](), "it", c[0])
}

// byChoice is an effect that is about what was chosen; "" for another one.
func (r *Random) byChoice(gone bool) string {
	if len(r.choices) == 0 || r.chance(50) {
		return ""
	}
	c := r.choices[r.IntN(len(r.choices))]
	switch name := c[0]; c[1] {
	case "side":
		return r.one("convert: pieces, where: 'distance(it, at) == 1', side: "+name, "pay: 2, asset: gems, payee: ("+name+")", "create: Bee, on: from, side: "+name, "pay: 1, asset: gems, payer: mover, payee: ("+name+")", "mark: ice, on: to, side: "+name,
			"lift: pieces, where: 'it.side == "+name+" and it.rank == 2'")
	case "number":
		return r.one("pay: "+name+", asset: gems, payee: mover", "destroy: pieces, where: 'it.rank == "+name+"'", "mark: ice, on: at, to: "+name, "lift: pieces, where: 'it.file == "+name+" + 1'")
	case "piece":
		return r.one("destroy: pieces, where: 'it == "+name+"'", "lift: pieces, where: 'it == "+name+"'", "convert: pieces, where: 'it == "+name+"', side: mover", "move: pieces, where: 'it == "+name+"', on: '"+name+".next(\"north\")'",
			"become: pieces, where: 'it == "+name+"', type: "+r.one(r.types...), "mark: ice, on: "+name+".square", "swap: pieces, where: 'it == "+name+"', on: to", "move: pieces, where: 'it != "+name+" and it.rank == "+name+".rank', on: 'it.next(\"east\")'")
	case "type":
		if gone {
			return "create: (" + name + "), on: from"
		}
		return r.one("create: ("+name+"), on: from", "become: actor, type: ("+name+")", "become: pieces, where: 'distance(it, to) == 1', type: ("+name+")", "destroy: pieces, where: 'it.type == "+name+" and it.side != mover'")
	default:
		if r.closes && r.chance(30) {
			return "close: " + name
		}
		return r.one("mark: ice, on: "+name, "create: Bee, on: "+name, "move: pieces, where: 'distance(it, at) == 1', on: "+name, "mark: ice, where: 'distance(place, "+name+") == 1'", "destroy: pieces, where: 'it.square == "+name+" and it != actor'")
	}
}
