package formula

import "strings"

// A Member is a thing that a quantifier has found.
type Member struct {
	Sort Sort
	ID   int
}

// Witness returns the first member of a set on which the result of a condition rests: the first that
// makes an "any" true or an "all" false, or that a compared quantity counts or picks out. Of several
// quantifiers it takes the first that decides. It is for explanations, and allocates.
func (f *Formula) Witness(env Env) (Member, bool) {
	if !f.loops {
		return Member{}, false
	}
	return f.witness(f.tree, env, f.Eval(env) != 0)
}

// witness looks for the member on which x, which is what is wanted, rests.
func (f *Formula) witness(x *node, env Env, want bool) (Member, bool) {
	switch x.op {
	case opNot:
		return f.witness(x.kids[0], env, !want)
	case opAnd, opOr:
		for _, k := range x.kids {
			if (x.op == opAnd) != want {
				if (f.part(k, env) != 0) == want {
					return f.witness(k, env, want) // it decides alone
				}
			} else if m, ok := f.witness(k, env, want); ok {
				return m, true
			}
		}
		return Member{}, false
	case opAny, opAll:
		if (x.op == opAny) != want {
			return Member{}, false // it rests on every member
		}
		return f.pick(x, env, x.op == opAll)
	case opCount, opSum:
		return f.pick(x, env, false)
	case opFirst:
		if id := f.part(x, env); id >= 0 {
			return Member{x.sort, int(id)}, true
		}
		return Member{}, false
	case opLeast, opGreatest:
		condition, amount := x.asked()
		if condition == nil {
			condition = constant(Bool, 1)
		}
		if x.op == opGreatest {
			amount = &node{op: opNeg, kind: Number, kids: []*node{amount}}
		}
		found := *x
		found.op, found.kind = opFirst, Thing
		found.kids = rebound(x, &found, x.kids[0], x.kids[1], condition, amount)
		return f.witness(&found, env, true)
	}
	for _, k := range x.kids {
		if m, ok := f.witness(k, env, f.part(k, env) != 0); ok {
			return m, true
		}
	}
	return Member{}, false
}

// pick returns the first member of which the condition of a quantifier holds, or does not.
func (f *Formula) pick(x *node, env Env, not bool) (Member, bool) {
	condition, _ := x.asked()
	if condition == nil {
		condition = constant(Bool, 1)
	}
	if not {
		condition = &node{op: opNot, kind: Bool, kids: []*node{condition}}
	}
	found := *x
	found.op, found.kind = opFirst, Thing
	found.kids = rebound(x, &found, x.kids[0], x.kids[1], condition)
	return f.witness(&found, env, true)
}

// rebound copies nodes so that the members of one quantifier are those of another.
func rebound(from, to *node, kids ...*node) []*node {
	list := make([]*node, len(kids))
	for i, k := range kids {
		c := *k
		if c.loop == from {
			c.loop = to
		}
		c.kids = rebound(from, to, k.kids...)
		for _, inner := range c.kids { // a quantifier that was copied has members of its own
			rebind(inner, k, &c)
		}
		list[i] = &c
	}
	return list
}

func rebind(x, from, to *node) {
	if x.loop == from {
		x.loop = to
	}
	for _, k := range x.kids {
		rebind(k, from, to)
	}
}

// part evaluates a part of the formula that is outside its quantifiers.
func (f *Formula) part(x *node, env Env) float64 {
	if x.op == opConst {
		return x.num
	}
	p := &Formula{things: f.things}
	e := emitter{f: p}
	e.emit(x)
	if e.most > stack {
		return 0
	}
	return p.Eval(env)
}

// Failing returns the first of the conditions joined by "and", as it is written, that does not hold; the whole text where that is no such
// condition, or cannot be told. It is for explanations, and allocates.
func (f *Formula) Failing(env Env) string {
	parts, kids := conjuncts(f.src), joined(f.tree, nil)
	if len(parts) != len(kids) { // a part that says nothing has been left out, or a range stands for two comparisons
		return f.src
	}
	for i, k := range kids {
		if f.part(k, env) == 0 {
			return parts[i]
		}
	}
	return f.src
}

// joined appends the conditions that a formula joins by "and".
func joined(x *node, list []*node) []*node {
	if x == nil || x.op != opAnd {
		return append(list, x)
	}
	for _, k := range x.kids {
		list = joined(k, list)
	}
	return list
}

// conjuncts splits a formula where "and" stands outside all brackets; it is one where an "or" or "?" stands there.
func conjuncts(src string) (parts []string) {
	tokens, err := lex(src, false)
	if err != nil {
		return []string{src}
	}
	text := []rune(src)
	depth, from := 0, 0
	for _, t := range tokens {
		switch {
		case t.kind == tokenSign && (t.text == "(" || t.text == "["):
			depth++
		case t.kind == tokenSign && (t.text == ")" || t.text == "]"):
			depth--
		case depth > 0:
		case t.kind == tokenWord && t.text == "or", t.kind == tokenSign && (t.text == "||" || t.text == "?"):
			return []string{src}
		case t.kind == tokenWord && t.text == "and", t.kind == tokenSign && t.text == "&&":
			parts = append(parts, strings.TrimSpace(string(text[from:t.column-1])))
			from = t.column - 1 + len(t.text)
		}
	}
	return append(parts, strings.TrimSpace(string(text[from:])))
}
