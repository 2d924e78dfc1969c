package formula

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/rules/names"
)

// Absent is the id of a thing that is not there: the piece on an empty square. Numbers of it are 0,
// conditions false, its things absent, its sets empty.
const Absent = -1

// Attr is what a thing of a sort can be asked for: a number, a condition or another thing. It stands
// after the thing and a point, with arguments in brackets if it has any. Arguments are as those
// of a Func.
type Attr struct {
	Of      Sort
	Name    string
	Args    []Kind
	Sorts   []Sort
	Resolve func(i int, text string) (int, error)
	Result  Kind // Number, Bool or Thing
	Sort    Sort // of a Result that is a Thing

	Span Range // what the result can be, of a thing that is there; zero if nothing is known
	Cost int   // how many steps it takes to answer, at most; 0 is 1

	// Implied lets the thing stand where one of the sort of Result is needed, and be asked for the
	// attributes of that one: a piece for its square.
	Implied bool
}

// Set is a set of things that quantifiers range over: a word, or, if it is Owned, what a thing of a
// sort has, after the thing and a point.
type Set struct {
	Name   string
	Owned  bool
	Of     Sort // of the owner
	Arg    bool // it takes a number in brackets: around(2)
	Reach  bool // it takes a condition in brackets, about members: what is connected with the owner. Next then lists those one step from a member
	Member Sort
	Most   int // members
	Cost   int // steps to find a member, at most; 0 is 1

	// Within is how many members there are at most for a number in brackets that is known; nil: Most.
	Within func(arg float64) int
}

// Things is an Env of a vocabulary with attributes or sets. Things are ids from 0. It is never asked
// about an absent thing.
type Things interface {
	Env

	// Attr answers an attribute; args are as those of Call.
	Attr(i int, of float64, args []float64) float64

	// Next returns the first member of a set above after, or Absent. of is the owner, arg the
	// argument, if the set has them. The first call has Absent for after.
	Next(set int, of, arg, after float64) float64
}

// nothing is an Env that knows no things.
type nothing struct{ Env }

// Attr implements Things.
func (nothing) Attr(int, float64, []float64) float64 { return 0 }

// Next implements Things.
func (nothing) Next(int, float64, float64, float64) float64 { return Absent }

// quantifier is a function over a set: what it asks of each member, in this order.
type quantifier struct {
	name   string
	op     op
	result Kind
	takes  []Kind // after the set: a condition or a number
	least  int    // how many of them must be there
	says   string // what it takes, for messages
}

var quantifiers = []quantifier{
	{"count", opCount, Number, []Kind{Bool}, 0, "a set and a condition"},
	{"any", opAny, Bool, []Kind{Bool}, 1, "a set and a condition"},
	{"all", opAll, Bool, []Kind{Bool}, 1, "a set and a condition"},
	{"sum", opSum, Number, []Kind{Number, Bool}, 1, "a set, a number and perhaps a condition"},
	{"least", opLeast, Number, []Kind{Number, Bool}, 1, "a set, a number and perhaps a condition"},
	{"greatest", opGreatest, Number, []Kind{Number, Bool}, 1, "a set, a number and perhaps a condition"},
	{"first", opFirst, Thing, []Kind{Bool, Number}, 1, "a set, a condition and perhaps a number"},
}

// things reports whether the vocabulary has attributes or sets.
func (v *Vocabulary) things() bool { return len(v.Attrs)+len(v.Sets) > 0 }

// set returns the index of a set of the owner's sort, of nobody with nil.
func (v *Vocabulary) set(name string, owner *Sort) int {
	return slices.IndexFunc(v.Sets, func(s Set) bool {
		return s.Name == name && s.Owned == (owner != nil) && (owner == nil || s.Of == *owner)
	})
}

func (v *Vocabulary) attr(name string, of Sort) int {
	return slices.IndexFunc(v.Attrs, func(a Attr) bool { return a.Name == name && a.Of == of })
}

// attributed returns the sorts that have an attribute or a set of that name.
func (v *Vocabulary) attributed(name string) (sorts []Sort) {
	for _, a := range v.Attrs {
		if a.Name == name {
			sorts = append(sorts, a.Of)
		}
	}
	for _, s := range v.Sets {
		if s.Name == name && s.Owned {
			sorts = append(sorts, s.Of)
		}
	}
	return sorts
}

// implied returns the attribute by which a thing of one sort stands for one of another, or -1.
func (v *Vocabulary) implied(from, to Sort) int {
	return slices.IndexFunc(v.Attrs, func(a Attr) bool { return a.Implied && a.Of == from && a.Result == Thing && a.Sort == to })
}

// attributesLeading suggests what to write after a thing of one sort to have one of another.
func (t *translator) attributesLeading(from, to Sort) string {
	for _, a := range t.v.Attrs {
		if a.Of == from && a.Result == Thing && a.Sort == to && len(a.Args) == 0 {
			return fmt.Sprintf("use its %s: x.%s", a.Name, a.Name)
		}
	}
	return ""
}

// attributesOf suggests attributes of a kind.
func (t *translator) attributesOf(s Sort, kind Kind) string {
	var list []string
	for _, a := range t.v.Attrs {
		if a.Of == s && a.Result == kind && len(a.Args) == 0 {
			list = append(list, "x."+a.Name)
		}
	}
	if len(list) == 0 {
		return ""
	}
	if len(list) > 4 {
		list = append(list[:4], "…")
	}
	return "use an attribute: " + strings.Join(list, ", ")
}

// attr is the node of an attribute.
func (t *translator) attr(i int, of *node, args []*node, texts []string) *node {
	a := &t.v.Attrs[i]
	x := &node{op: opAttr, kind: a.Result, sort: a.Sort, idx: i, kids: append([]*node{of}, args...), texts: texts, span: a.Span, costs: int64(max(1, a.Cost))}
	if a.Result == Thing {
		x.num = Absent
	}
	return x
}

// attribute translates x.name and x.name(…).
func (t *translator) attribute(n *syntax, depth int) (*node, error) {
	if !t.v.things() {
		return nil, failAt(n, "", "not part of the formula language")
	}
	of, err := t.node(n.kids[0], depth+1)
	if err != nil {
		return nil, err
	}
	if of.kind != Thing {
		if of.bare {
			return nil, t.unknown(n.kids[0], of.text)
		}
		return nil, fail(n.kids[0], "", "only things have attributes: found %s", of.kind)
	}
	if q, owner := t.ofQuantity(n.text, of); q >= 0 {
		if n.kind == aMethod {
			return nil, failAt(n, fmt.Sprintf("write .%s without brackets", n.text), ".%s takes no arguments", n.text)
		}
		return t.expand(n, q, owner, depth)
	}
	i, of := t.find(n.text, of)
	if i < 0 {
		return nil, t.noAttribute(n, of)
	}
	a := &t.v.Attrs[i]
	args := n.kids[1:]
	if len(args) != len(a.Args) || n.kind == aMethod && len(args) == 0 {
		if len(a.Args) == 0 {
			return nil, failAt(n, fmt.Sprintf("write .%s without brackets", n.text), ".%s takes no arguments", n.text)
		}
		return nil, failAt(n, "", ".%s takes %s, not %d", n.text, counted(len(a.Args)), len(args))
	}
	kids, texts, err := t.arguments(args, n.text, a.Args, a.Sorts, false, a.Resolve, depth)
	if err != nil {
		return nil, err
	}
	return t.attr(i, of, kids, texts), nil
}

// find returns the attribute of a thing, or of what the thing stands for.
func (t *translator) find(name string, of *node) (int, *node) {
	if i := t.v.attr(name, of.sort); i >= 0 {
		return i, of
	}
	for j, a := range t.v.Attrs {
		if a.Implied && a.Of == of.sort {
			if i := t.v.attr(name, a.Sort); i >= 0 {
				return i, t.attr(j, of, nil, nil)
			}
		}
	}
	return -1, of
}

func (t *translator) noAttribute(n *syntax, of *node) error {
	if t.v.set(n.text, &of.sort) >= 0 {
		return failAt(n, fmt.Sprintf("write count(….%s), any(….%s, …)", n.text, n.text), ".%s is a set, allowed only in a quantifier", n.text)
	}
	if of.sort == anySort {
		return fail(n, "", "nothing has no attributes")
	}
	stands := func(s Sort) bool { // whether a thing is also asked as one of another sort, as a piece is as its square
		return slices.ContainsFunc(t.v.Attrs, func(a Attr) bool { return a.Implied && a.Of == of.sort && a.Sort == s })
	}
	var list []string
	for _, a := range t.v.Attrs {
		if (a.Of == of.sort || stands(a.Of)) && !slices.Contains(list, a.Name) {
			list = append(list, a.Name)
		}
	}
	for _, q := range t.v.Quantities {
		if q.Owned && q.Of == of.sort {
			list = append(list, q.Name)
		}
	}
	hint := ""
	if why := t.v.Elsewhere["."+n.text]; why != "" {
		return failAt(n, why, ".%s cannot be used here", n.text)
	}
	if near := t.near(n.text, list); near != "" {
		hint = fmt.Sprintf("did you mean .%s?", near)
	} else if n.text == "name" && t.v.Names != nil {
		hint = fmt.Sprintf("%s is compared with its name: x == \"…\"", t.calledSort(of.sort))
	} else if i := t.v.function(n.text); i >= 0 && len(t.v.Funcs[i].Args) > 0 {
		hint = fmt.Sprintf("a function: write %s(…)", n.text)
	} else if sorts := t.v.attributed(n.text); len(sorts) > 0 {
		hint = fmt.Sprintf("%s has one: %s", t.calledSort(sorts[0]), "."+n.text)
	} else if len(list) > 0 {
		hint = "it has ." + strings.Join(list, ", .")
	}
	return failAt(n, hint, "%s has no attribute %q", t.calledSort(of.sort), n.text)
}

// quantifies reports whether a call has a set for its first argument, so that it is a quantifier and
// not a function of the same name.
func (t *translator) quantifies(n *syntax) bool {
	if t.v.function(n.text) < 0 {
		return true
	}
	return len(n.kids) > 0 && n.kids[0].kind != aText
}

// theSet translates a set: its index, its owner and its argument.
func (t *translator) theSet(n *syntax, depth int) (i int, owner, arg *node, err error) {
	var args []*syntax
	switch n.kind {
	case aWord, aCall:
		i, args = t.v.set(n.text, nil), n.kids
		if i < 0 {
			return t.noSet(n)
		}
	case aMember, aMethod:
		if owner, err = t.node(n.kids[0], depth+1); err != nil {
			return
		}
		if owner.kind != Thing {
			err = fail(n.kids[0], "", "only things have sets: found %s", t.called(owner))
			return
		}
		i, args = t.v.set(n.text, &owner.sort), n.kids[1:]
		for j := range t.v.Attrs { // or of what it stands for
			if a := &t.v.Attrs[j]; i < 0 && a.Implied && a.Of == owner.sort {
				if i = t.v.set(n.text, &a.Sort); i >= 0 {
					owner = t.attr(j, owner, nil, nil)
				}
			}
		}
		if i < 0 {
			return t.noSet(n)
		}
	default:
		return t.noSet(n)
	}
	s := &t.v.Sets[i]
	need, hint := 0, ""
	if s.Arg || s.Reach {
		need = 1
	}
	if s.Reach {
		hint = fmt.Sprintf("write .%s(CONDITION), the condition being about each thing that it leads to", n.text)
	}
	switch {
	case len(args) != need:
		err = failAt(n, hint, "%s takes %s, not %d", n.text, counted(need), len(args))
	case s.Reach:
		arg, err = t.connected(s, i, args[0], depth)
	case s.Arg:
		arg, err = t.value(args[0], Number, "as argument of "+n.text, depth+1)
	}
	return
}

func (t *translator) noSet(n *syntax) (int, *node, *node, error) {
	var list []string
	for _, s := range t.v.Sets {
		name := s.Name
		if s.Owned {
			name = "." + name
		}
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	hint := "sets are " + strings.Join(list, ", ")
	if near := names.Near(n.text, t.setNames()); near != "" && n.text != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return -1, nil, nil, fail(n, hint, "expected a set")
}

func (t *translator) setNames() (names []string) {
	for _, s := range t.v.Sets {
		names = append(names, s.Name)
	}
	return names
}

// quantified translates a call of a quantifier.
func (t *translator) quantified(n *syntax, q *quantifier, depth int) (*node, error) {
	if len(n.kids) == 0 {
		return nil, fail(n, "", "%s takes %s", q.name, q.says)
	}
	i, owner, arg, err := t.theSet(n.kids[0], depth+1)
	if err != nil {
		return nil, err
	}
	s := &t.v.Sets[i]
	x := &node{op: q.op, kind: q.result, idx: i, sort: s.Member, most: s.Most, costs: int64(max(1, s.Cost))}
	if s.Within != nil && arg != nil && arg.op == opConst {
		x.most = min(x.most, s.Within(arg.num))
	}
	x.kids = []*node{orConstant(owner, Absent), orConstant(arg, 0)}
	member := local{name: "it", loop: x, sort: s.Member, used: true}
	asked := n.kids[1:]
	if name, ok := t.member(q, asked); ok {
		member.name, member.used, asked = name, false, asked[1:]
	}
	if len(asked) < q.least || len(asked) > len(q.takes) {
		return nil, fail(n, "", "%s takes %s: found %s", q.name, q.says, counted(len(n.kids)))
	}
	t.locals = append(t.locals, member)
	for j, ask := range asked {
		k, err := t.value(ask, q.takes[j], "as argument of "+q.name, depth+1)
		if err != nil {
			return nil, err
		}
		x.kids = append(x.kids, k)
	}
	end := len(t.locals) - 1
	l := t.locals[end]
	t.locals = t.locals[:end]
	switch {
	case l.used:
		return x, nil
	case names.Near(l.name, t.names()) != "":
		return nil, t.unknown(n.kids[1], l.name)
	}
	return nil, fail(n.kids[1], "", "%s names the members, but is not used", l.name)
}

func orConstant(x *node, v float64) *node {
	if x != nil {
		return x
	}
	return constant(Number, v)
}

// member returns the name that a quantifier gives its members, if its first argument is a word
// that names nothing and more follow than a quantifier needs.
func (t *translator) member(q *quantifier, asked []*syntax) (string, bool) {
	if len(asked) < 2 && q.least > 0 || len(asked) == 0 || asked[0].kind != aWord {
		return "", false
	}
	name := asked[0].text
	if len(asked) == 1 && q.least == 0 { // count(pieces, p) has no condition
		return "", false
	}
	if Reserved(name) || name == "none" || t.v.variable(name) >= 0 || t.v.quantity(name, nil) >= 0 || t.v.function(name) >= 0 || t.v.set(name, nil) >= 0 {
		return "", false
	}
	return name, true
}
