package formula

import "adjudicate/rules/names"

// Sort is what a Thing is: a piece, a side, a square. A vocabulary numbers its own from 0.
type Sort uint8

// anySort is the sort of nothing, which is of every sort.
const anySort Sort = 255

// Names lets a vocabulary speak of things that have names. A Thing is evaluated like a
// number, to an id. It can stand as an argument that takes a Thing of its sort and beside another of
// its sort in == and !=, and be asked for its attributes.
type Names struct {
	// Sorts is what a thing of each sort is called in messages: "a side".
	Sorts []string

	// Resolve says which thing a text stands for where one of a sort is needed. Beside is the
	// call or variable that it is compared with, empty for an argument.
	Resolve func(sort Sort, text string, beside Call) (Naming, error)
}

// Naming is the thing that a text stands for: an id, or, with Via set, what a function of the
// vocabulary makes of the id when the formula is evaluated. Via is 1 more than its index.
type Naming struct {
	ID  int
	Via int
}

// CompileCondition compiles a condition as people type it. Beside what Compile reads, "=" stands for
// "==", and with Vocabulary.Names a word that is no name of the vocabulary is a text: winner = Red.
// Its errors are *Error.
func CompileCondition(src string, v *Vocabulary) (*Formula, error) {
	return CompileValue(src, v, Bool)
}

// CompileValue compiles a number, condition or thing as CompileCondition does.
func CompileValue(src string, v *Vocabulary, want Kind) (*Formula, error) {
	tree, err := parseAnew(src, true)
	if err != nil {
		return nil, err
	}
	return compile(src, tree, v, want, true)
}

// calledSort is what a thing of a sort is called in messages.
func (t *translator) calledSort(s Sort) string {
	if s == anySort {
		return "none"
	}
	if names := t.v.Names; names != nil && int(s) < len(names.Sorts) {
		return names.Sorts[s]
	}
	return Thing.String()
}

// thing makes a thing of a sort of x, which is one already, a text as written, or a thing that stands
// for one of that sort. beside is what it is compared with, nil for an argument.
func (t *translator) thing(n *syntax, x *node, sort Sort, beside *node, where string) (*node, error) {
	switch {
	case x.kind == Thing && (x.sort == sort || x.sort == anySort || sort == anySort):
		return x, nil
	case x.kind == Thing:
		if a := t.v.implied(x.sort, sort); a >= 0 && beside == nil {
			return t.attr(a, x, nil, nil), nil
		}
		return nil, fail(n, t.attributesLeading(x.sort, sort), "expected %s %s, found %s", t.calledSort(sort), where, t.calledSort(x.sort))
	case x.kind != Text || x.from != nil || t.v.Names == nil || sort == anySort:
		return nil, fail(n, member(x), "expected %s %s, found %s", t.calledSort(sort), where, x.kind)
	}
	var call Call
	if beside != nil {
		call = t.callOf(beside)
	}
	naming, err := t.v.Names.Resolve(sort, x.text, call)
	if err != nil {
		return nil, refused(n, err)
	}
	c := constant(Thing, float64(naming.ID))
	c.sort, c.text = sort, x.text
	if naming.Via == 0 {
		return c, nil
	}
	return &node{op: opCall, kind: Thing, sort: sort, idx: naming.Via - 1, kids: []*node{c}, costs: 1}, nil
}

// member says how the member of a set is asked for whose number x is the least or greatest: "" if x is no such number.
func member(x *node) string {
	switch x.op {
	case opLeast:
		return "least yields the number; the member that has it is first(SET, CONDITION, NUMBER)"
	case opGreatest:
		return "greatest yields the number; the member that has it is first(SET, CONDITION, -NUMBER)"
	}
	return ""
}

// thingArgument translates an argument of a function that takes a thing there.
func (t *translator) thingArgument(n *syntax, sort Sort, function string, depth int) (*node, error) {
	where := "as argument of " + function
	switch n.kind {
	case aNumber, aBinary, aUnary:
		return nil, fail(n, "quote a name that is not a plain word", "expected %s %s", t.calledSort(sort), where)
	}
	x, err := t.node(n, depth)
	if err != nil {
		return nil, err
	}
	return t.thing(n, x, sort, nil, where)
}

// unknownWord refuses a comparison in which a word names nothing: the one that is nearer to
// something that there is.
func (t *translator) unknownWord(n *syntax, left, right *node) error {
	if !left.bare || right.bare && names.Near(left.text, t.names()) == "" && names.Near(right.text, t.names()) != "" {
		return t.unknown(n.kids[1], right.text)
	}
	return t.unknown(n.kids[0], left.text)
}

// callOf is the variable or call that a node asks for.
func (t *translator) callOf(x *node) Call {
	var c Call
	switch x.op {
	case opVar:
		c.Name = t.v.Vars[x.idx].Name
	case opCall:
		c.Name = t.v.Funcs[x.idx].Name
		for _, k := range x.kids {
			c.Texts = append(c.Texts, k.text)
		}
	case opAttr:
		c.Name = "." + t.v.Attrs[x.idx].Name
	}
	return c
}

// sameThings translates left == right where one of them is a thing.
func (t *translator) sameThings(n *syntax, code op, left, right *node) (*node, error) {
	var err error
	if left.kind == Thing && left.sort != anySort {
		right, err = t.thing(n.kids[1], right, left.sort, left, "after "+n.text)
	} else if right.kind == Thing {
		left, err = t.thing(n.kids[0], left, right.sort, right, "before "+n.text)
	} else {
		err = t.wrong(n.kids[1], right, Thing, "after "+n.text)
	}
	if err != nil {
		return nil, err
	}
	return fold(&node{op: code, kind: Bool, kids: []*node{left, right}}), nil
}
