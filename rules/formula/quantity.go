package formula

import (
	"fmt"
	"slices"
	"strings"
)

// A Quantity is a formula with a name, which other formulas ask for: of a thing, after a point, or by itself. Its own formula speaks of
// that thing as self, of things, sets and functions, and of other quantities, but of no other variable than those in Shared. Whoever
// asks for it asks what it says: it is written out where its name stands. What it yields, a number, a truth or a thing of one sort, is known from its formula.
type Quantity struct {
	Name  string
	Owned bool
	Of    Sort // of the owner
	Src   string

	// Call is a function that says what it is, of the number Arg, instead of Src: what nothing written out says.
	Call string
	Arg  float64
}

// Shared are the variables that quantities may speak of where the vocabulary has them.
var Shared = []string{"files", "ranks", "year", "month", "day", "weekday", "turns", "hour", "minute"}

// circular begins the message about a quantity that asks for itself, which names all between: it is said once.
const circular = "circular quantity: "

// self is what a quantity calls the thing that it is of.
const self = "self"

// within is what a translator knows inside a quantity.
type within struct {
	name   string
	thing  *node // nil: it is of nothing
	locals []local
	before *within
}

// quantity returns the index of a quantity of the owner's sort, of nothing with nil.
func (v *Vocabulary) quantity(name string, owner *Sort) int {
	return slices.IndexFunc(v.Quantities, func(q Quantity) bool {
		return q.Name == name && q.Owned == (owner != nil) && (owner == nil || q.Of == *owner)
	})
}

// ofQuantity returns the quantity that a thing, or what the thing stands for, is asked for, and the one that is asked.
func (t *translator) ofQuantity(name string, of *node) (int, *node) {
	if i := t.v.quantity(name, &of.sort); i >= 0 {
		return i, of
	}
	for j, a := range t.v.Attrs {
		if a.Implied && a.Of == of.sort {
			if i := t.v.quantity(name, &a.Sort); i >= 0 {
				return i, t.attr(j, of, nil, nil)
			}
		}
	}
	return -1, of
}

// expand writes a quantity out. Of a thing that is not there it is 0, does not hold, or is not there either.
func (t *translator) expand(n *syntax, i int, of *node, depth int) (*node, error) {
	q := &t.v.Quantities[i]
	for w := t.inside; w != nil; w = w.before {
		if w.name == q.Name {
			return nil, failAt(n, "", circular+"%s", t.inside.chain(q.Name))
		}
	}
	if q.Call != "" {
		k := t.v.function(q.Call)
		f := &t.v.Funcs[k]
		return &node{op: opCall, kind: f.Result, sort: f.Sort, idx: k, costs: 1, span: f.Span, kids: []*node{constant(Number, q.Arg)}}, nil
	}
	tree, err := parse(q.Src)
	if err != nil {
		return nil, inQuantity(n, q, err)
	}
	t.inside = &within{q.Name, of, t.locals, t.inside}
	t.locals = nil
	x, err := t.node(tree, depth+1)
	t.locals, t.inside = t.inside.locals, t.inside.before
	switch {
	case err != nil && strings.Contains(err.Error(), circular):
		_, circle, _ := strings.Cut(err.Error(), circular)
		return nil, failAt(n, "", "%s%s", circular, circle)
	case err != nil:
		return nil, inQuantity(n, q, err)
	case !x.yields():
		return nil, failAt(n, "", "%s is a quantity: its formula must yield a number, a condition or a thing", q.Name)
	case of == nil || of.op == opLocal || x.op == opConst:
		return x, nil
	}
	none := constant(Thing, Absent)
	none.sort = anySort
	there := &node{op: opNe, kind: Bool, kids: []*node{of, none}}
	if x.kind == Thing {
		absent := constant(Thing, Absent)
		absent.sort = x.sort
		return fold(&node{op: opCond, kind: Thing, sort: x.sort, num: Absent, kids: []*node{there, x, absent}}), nil
	}
	return fold(&node{op: opCond, kind: x.kind, kids: []*node{there, x, constant(x.kind, 0)}}), nil
}

// yields reports whether a quantity may yield what a formula does: of a thing it is known of which sort.
func (x *node) yields() bool {
	return x.kind == Number || x.kind == Bool || x.kind == Thing && x.sort != anySort
}

// chain spells a circle of quantities out.
func (w *within) chain(name string) string {
	list := []string{name}
	for ; w != nil; w = w.before {
		list = append(list, w.name)
		if w.name == name {
			break
		}
	}
	slices.Reverse(list)
	return strings.Join(list, " ← ")
}

// inQuantity says that a quantity cannot be asked here, and why.
func inQuantity(n *syntax, q *Quantity, err error) error {
	message, hint := err.Error(), ""
	if bad, ok := err.(*Error); ok {
		message, hint = bad.Message, bad.Hint
	}
	return failAt(n, hint, "the quantity %s (%s) cannot be used here: %s", q.Name, q.Src, message)
}

// insideWord translates a word inside a quantity; ok is false if it is no name of things there.
func (t *translator) insideWord(n *syntax) (x *node, ok bool, err error) {
	w := t.inside
	switch {
	case n.text == self && w.thing != nil:
		return w.thing, true, nil
	case n.text == self:
		return nil, true, failAt(n, "", "the quantity %s has no of, and so no self", w.name)
	case t.v.variable(n.text) >= 0 && !slices.Contains(Shared, n.text):
		hint := fmt.Sprintf("make it of: piece or of: side, and write x.%s", w.name)
		if w.thing != nil {
			hint = fmt.Sprintf("what the quantity is of is self; write x.%s where it is used", w.name)
		}
		return nil, true, failAt(n, hint, "%q cannot be used in a quantity", n.text)
	}
	return nil, false, nil
}

// CheckQuantity compiles a quantity by itself, for whoever wants to know whether it says something.
func CheckQuantity(q Quantity, v *Vocabulary) (*Formula, error) {
	tree, err := parse(q.Src)
	if err != nil {
		return nil, err
	}
	t := translator{v: v, inside: &within{name: q.Name}}
	if q.Owned {
		t.inside.thing = &node{op: opConst, kind: Thing, sort: q.Of}
	}
	x, err := t.node(tree, 1)
	if err != nil {
		return nil, err
	}
	if x.kind == Thing && !x.yields() {
		return nil, failAt(tree, "", "%s is a quantity: its formula must yield a number, a condition or a thing", q.Name)
	}
	if !x.yields() {
		return nil, t.wrong(tree, x, Number, "here")
	}
	return assemble(q.Src, v, x)
}
