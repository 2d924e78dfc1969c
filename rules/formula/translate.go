package formula

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"adjudicate/rules/names"
)

// node is a node of our own tree.
type node struct {
	op   op
	kind Kind
	num  float64 // of an opConst; of an opAttr what it is of an absent thing
	idx  int     // of an opVar, opCall, opAttr or loop: index in the vocabulary
	kids []*node
	text string // of a Text, or the one that a Thing was written as
	from *origin
	sort Sort  // of a Thing
	bare bool  // a Text that was written as a word
	loop *node // of an opLocal: the quantifier whose member it is

	name   string   // of an opLocal; of an opVar, opCall, opAttr or loop once the formula is assembled
	texts  []string // of an opCall or opAttr
	span   Range    // of an opAttr, opCall or opVar, if known
	column int      // where it is written, from 1; 0 within a quantity that is written out
	most   int      // of a loop: members of its set
	costs  int64    // of what is asked of the vocabulary, once
}

// origin is the call that a static text came from.
type origin struct {
	name string
	args []string
}

// local is a name for the member of a set, inside a quantifier.
type local struct {
	name string
	loop *node
	sort Sort
	used bool
}

// translator turns what was written into our tree and checks kinds on the way.
type translator struct {
	v      *Vocabulary
	typed  bool // as people type conditions: a word that names nothing is a text
	nodes  int
	locals []local
	inside *within // the quantity that is written out; nil: none
}

func fail(n *syntax, hint, format string, args ...any) error {
	return &Error{Column: n.first(), Message: fmt.Sprintf(format, args...), Hint: hint}
}

func failAt(n *syntax, hint, format string, args ...any) error {
	return &Error{Column: n.column, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// wrong says that n, which x was made of, stands where want is needed.
func (t *translator) wrong(n *syntax, x *node, want Kind, where string) error {
	hint := ""
	switch {
	case want == Bool && where == "after not" && (x.kind == Number || x.kind == Thing):
		hint = "not comes before a comparison: write not (… == …)"
	case want == Bool && x.kind == Number:
		hint = "compare it with something, such as > 0"
	case want == Number && x.kind == Bool:
		hint = "write (…) ? 1 : 0"
	case x.kind == Text:
		hint = "a text is allowed only as an argument, or in == and != beside what it can name"
	case x.kind == Thing && x.text != "":
	case x.kind == Thing:
		if hint = t.attributesOf(x.sort, want); want == Bool {
			hint = strings.TrimSuffix("compare it, as in x == …, or "+hint, ", or ")
		}
	}
	return fail(n, hint, "expected %s %s, found %s", want, where, t.called(x))
}

// called is what a node is called in messages.
func (t *translator) called(x *node) string {
	if x.kind == Thing {
		return t.calledSort(x.sort)
	}
	return x.kind.String()
}

// value translates n and requires its kind.
func (t *translator) value(n *syntax, want Kind, where string, depth int) (*node, error) {
	x, err := t.node(n, depth)
	if err != nil {
		return nil, err
	}
	if x.kind != want {
		if x.bare {
			return nil, t.unknown(n, x.text)
		}
		return nil, t.wrong(n, x, want, where)
	}
	return x, nil
}

func (t *translator) node(n *syntax, depth int) (*node, error) {
	x, err := t.made(n, depth)
	if err == nil && x.column == 0 && t.inside == nil {
		x.column = n.first()
	}
	return x, err
}

func (t *translator) made(n *syntax, depth int) (*node, error) {
	if t.nodes++; t.nodes > MostNodes {
		return nil, fail(n, "", "formula too long: more than %d parts", MostNodes)
	}
	if depth > MostDepth {
		return nil, fail(n, "", "the formula is nested more than %d deep", MostDepth)
	}
	switch n.kind {
	case aNumber:
		if v := n.num; math.Abs(v) > 1e9 || v*2 != math.Trunc(v*2) {
			hint := ""
			if v*2 != math.Trunc(v*2) {
				hint = "write another fraction as a division, such as 13 / 10"
			}
			return nil, fail(n, hint, "a number must be a multiple of one half, up to a thousand million")
		}
		return constant(Number, n.num), nil
	case aText:
		return &node{op: opConst, kind: Text, text: n.text}, nil
	case aWord:
		return t.word(n, depth)
	case aUnary:
		return t.unary(n, depth)
	case aBinary:
		return t.binary(n, depth)
	case aChoice:
		return t.conditional(n, depth)
	case aCall:
		return t.call(n, depth)
	case aMember, aMethod:
		return t.attribute(n, depth)
	case aRange:
		return nil, failAt(n, onlySteps(n), "the operator .. is not allowed here")
	case aList:
		return nil, fail(n, "conditions are joined by and, or by or; only numbers of steps are listed", "expected one formula, found a list")
	default:
		return nil, fail(n, "", "not part of the formula language")
	}
}

// onlySteps says where a range may stand, and of one between numbers how a condition says it.
func onlySteps(n *syntax) string {
	hint := "a range is allowed only in a number of steps, and only once"
	if least, most := n.kids[0], n.kids[1]; least.kind == aNumber && most.kind == aNumber {
		hint += fmt.Sprintf("; a condition compares: %v <= … <= %v", least.num, most.num)
	}
	return hint
}

func constant(k Kind, v float64) *node { return &node{op: opConst, kind: k, num: v} }

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// unknown says that a word names nothing here.
func (t *translator) unknown(n *syntax, name string) error {
	quantifies := slices.IndexFunc(quantifiers, func(q quantifier) bool { return q.name == name })
	switch {
	case quantifies >= 0 && t.v.things() && t.v.function(name) < 0:
		return failAt(n, "", "%q takes %s: %s(pieces, …)", name, quantifiers[quantifies].says, name)
	case t.v.function(name) >= 0 || slices.ContainsFunc(builtins, func(b builtin) bool { return b.name == name }):
		return failAt(n, fmt.Sprintf("write %s(…)", name), "%q is a function", name)
	case t.v.set(name, nil) >= 0:
		return failAt(n, fmt.Sprintf("write count(%s), any(%s, …)", name, name), "%q is a set, allowed only in a quantifier", name)
	case t.v.Elsewhere[name] != "":
		return failAt(n, t.v.Elsewhere[name], "%q cannot be used here", name)
	case name == "it":
		return failAt(n, "it is the member of a quantifier's set", "%q cannot be used here", name)
	}
	e := names.Unknown("variable or function", name, t.names())
	hint, sorts := "", t.v.attributed(name)
	if member := len(t.locals) - 1; member < 0 || !slices.Contains(sorts, t.locals[member].sort) {
		hint = t.ofSort(name)
	}
	if hint == "" {
		hint = names.Meant(t.near(name, e.Known), "")
	}
	if hint == "" && len(sorts) > 0 {
		hint = fmt.Sprintf("%s has it: write it after a dot, as in %s.%s", t.calledSort(sorts[0]), cmp.Or(t.one(sorts[0]), "it"), name)
	}
	if i := slices.Index(numberWords, strings.ToLower(name)); hint == "" && i >= 0 {
		hint = fmt.Sprintf("write %d", i)
	}
	if name == "edge" {
		hint = "edge stands alone, as a number of steps"
	}
	if day := calendar(name); hint == "" && day != "" && t.v.variable("weekday") >= 0 {
		hint = day
	}
	if hint == "" && t.v.Names != nil && !t.typed && named(name) {
		hint = fmt.Sprintf("names of types, sides and squares are written in quotes within the formula: '%s'", name)
	}
	return failAt(n, hint, "%s", e.Message())
}

// ofSort says what the things of a sort are called here by whose name somebody means one: "" if a word is not the name of a sort, or
// no variable is of that sort.
func (t *translator) ofSort(word string) string {
	if t.v.Names == nil {
		return ""
	}
	for i, called := range t.v.Names.Sorts {
		if _, bare, _ := strings.Cut(called, " "); bare != word {
			continue
		}
		var list []string
		for _, v := range t.v.Vars {
			if v.Kind == Thing && v.Sort == Sort(i) {
				list = append(list, v.Name)
			}
		}
		if len(list) > 0 {
			return called + " here is " + strings.Join(list, " or ")
		}
	}
	return ""
}

// one is what the thing of a sort is called here that a formula is most likely about: the member of the innermost set, else the first
// variable of that sort; "" if there is none.
func (t *translator) one(sort Sort) string {
	for i := len(t.locals) - 1; i >= 0; i-- {
		if t.locals[i].sort == sort {
			return t.locals[i].name
		}
	}
	for _, v := range t.v.Vars {
		if v.Kind == Thing && v.Sort == sort {
			return v.Name
		}
	}
	return ""
}

// near is the word among those that can stand somewhere which somebody may have meant: one that the vocabulary gives for it, the nearest by
// spelling, or one that is a part of it, as moved is of has_moved. It is "" if there is none.
func (t *translator) near(word string, known []string) string {
	for _, meant := range t.v.Meant[strings.ToLower(word)] {
		if slices.Contains(known, meant) {
			return meant
		}
	}
	if near := names.Near(word, known); near != "" {
		return near
	}
	for _, part := range strings.Split(word, "_") {
		if slices.Contains(known, part) {
			return part
		}
	}
	return ""
}

// named reports whether a word looks like the name of a thing: Red, e4.
func named(word string) bool {
	return word[0] >= 'A' && word[0] <= 'Z' || word[len(word)-1] >= '0' && word[len(word)-1] <= '9'
}

// names returns every word that could stand where a variable or a function does.
func (t *translator) names() []string {
	list := t.v.names()
	for _, l := range t.locals {
		list = append(list, l.name)
	}
	return list
}

func (t *translator) word(n *syntax, depth int) (*node, error) {
	name := n.text
	for i := len(t.locals) - 1; i >= 0; i-- {
		if l := &t.locals[i]; l.name == name {
			l.used = true
			return &node{op: opLocal, kind: Thing, sort: l.sort, loop: l.loop, name: name}, nil
		}
	}
	if t.inside != nil {
		if x, ok, err := t.insideWord(n); ok {
			return x, err
		}
	}
	if i := t.v.variable(name); i >= 0 {
		return &node{op: opVar, kind: t.v.Vars[i].Kind, sort: t.v.Vars[i].Sort, span: t.v.Vars[i].Span, idx: i, costs: 1}, nil
	}
	if i := t.v.quantity(name, nil); i >= 0 {
		return t.expand(n, i, nil, depth)
	}
	switch name {
	case "true", "false":
		return constant(Bool, truth(name == "true")), nil
	case "none":
		if t.v.things() {
			x := constant(Thing, Absent)
			x.sort, x.text = anySort, "none"
			return x, nil
		}
	}
	if t.typed && t.v.Names != nil {
		return &node{op: opConst, kind: Text, text: name, bare: true}, nil
	}
	return nil, t.unknown(n, name)
}

func (t *translator) unary(n *syntax, depth int) (*node, error) {
	code, kind := opNot, Bool
	switch n.text {
	case "-":
		code, kind = opNeg, Number
	case "+":
		return nil, fail(n, "leave it out", "the operator + takes two numbers")
	}
	x, err := t.value(n.kids[0], kind, "after "+n.text, depth+1)
	if err != nil {
		return nil, err
	}
	return fold(&node{op: code, kind: kind, kids: []*node{x}}), nil
}

// operators are the binary operators and what they combine.
var operators = map[string]struct {
	op           op
	from, result Kind
}{
	"+": {opAdd, Number, Number}, "-": {opSub, Number, Number},
	"*": {opMul, Number, Number}, "/": {opDiv, Number, Number},
	"<": {opLt, Number, Bool}, "<=": {opLe, Number, Bool},
	">": {opGt, Number, Bool}, ">=": {opGe, Number, Bool},
	"and": {opAnd, Bool, Bool}, "&&": {opAnd, Bool, Bool},
	"or": {opOr, Bool, Bool}, "||": {opOr, Bool, Bool},
}

func (t *translator) binary(n *syntax, depth int) (*node, error) {
	if n.text == "==" || n.text == "!=" {
		return t.equality(n, depth)
	}
	o := operators[n.text]
	left, err := t.value(n.kids[0], o.from, "before "+n.text, depth+1)
	if err != nil {
		return nil, err
	}
	right, err := t.value(n.kids[1], o.from, "after "+n.text, depth+1)
	if bad, ok := err.(*Error); ok && o.from == Bool {
		bad.Hint = cmp.Or(repeated(n), bad.Hint)
	}
	if err != nil {
		return nil, err
	}
	return fold(&node{op: o.op, kind: o.result, kids: []*node{left, right}}), nil
}

func (t *translator) equality(n *syntax, depth int) (*node, error) {
	left, err := t.node(n.kids[0], depth+1)
	if err != nil {
		return nil, err
	}
	right, err := t.node(n.kids[1], depth+1)
	if bad, ok := err.(*Error); ok && n.kids[1].kind == aWord && bad.Hint == "" && left.kind == Number {
		bad.Hint = numbered(n.kids[0], &node{kind: Text, text: n.kids[1].text})
	}
	if err != nil {
		return nil, err
	}
	code := opEq
	if n.text == "!=" {
		code = opNe
	}
	if left.kind == Thing || right.kind == Thing {
		return t.sameThings(n, code, left, right)
	}
	if left.bare || right.bare {
		return nil, t.unknownWord(n, left, right)
	}
	if left.kind != right.kind {
		if hint := numbered(n.kids[0], right); left.kind == Number && hint != "" {
			return nil, fail(n.kids[1], hint, "expected %s after %s, found %s", Number, n.text, t.called(right))
		}
		return nil, t.wrong(n.kids[1], right, left.kind, "after "+n.text)
	}
	if left.kind != Text {
		return fold(&node{op: code, kind: Bool, kids: []*node{left, right}}), nil
	}
	if left.from == nil && right.from == nil {
		return nil, failAt(n, "", "two literal texts are always equal or never")
	}
	if err := t.literal(n.kids[1], left, right); err != nil {
		return nil, err
	}
	if err := t.literal(n.kids[0], right, left); err != nil {
		return nil, err
	}
	return constant(Bool, truth((left.text == right.text) == (code == opEq))), nil
}

// literal asks whether the static text from may be compared with the literal at n.
func (t *translator) literal(n *syntax, from, literal *node) error {
	if t.v.Literal == nil || from.from == nil || literal.from != nil {
		return nil
	}
	if err := t.v.Literal(from.from.name, from.from.args, literal.text); err != nil {
		return refused(n, err)
	}
	return nil
}

// refused wraps what a vocabulary says against a text.
func refused(n *syntax, err error) error {
	if u, ok := err.(*names.UnknownError); ok && u.Near != "" {
		return fail(n, u.Hint(), "%s", u.Message())
	}
	return fail(n, "", "%s", err.Error())
}

func (t *translator) conditional(n *syntax, depth int) (*node, error) {
	cond, err := t.value(n.kids[0], Bool, "before ?", depth+1)
	if err != nil {
		return nil, err
	}
	yes, err := t.node(n.kids[1], depth+1)
	if err != nil {
		return nil, err
	}
	if yes.kind == Text || yes.kind == Thing {
		return t.eitherThing(n, cond, yes, depth)
	}
	no, err := t.value(n.kids[2], yes.kind, "after :", depth+1)
	if err != nil {
		return nil, err
	}
	return fold(&node{op: opCond, kind: yes.kind, kids: []*node{cond, yes, no}}), nil
}

// eitherThing is a conditional of two things of one sort, either of which may be a name, or none.
func (t *translator) eitherThing(n *syntax, cond, yes *node, depth int) (*node, error) {
	no, err := t.node(n.kids[2], depth+1)
	if err != nil {
		return nil, err
	}
	sort := yes.sort
	if yes.kind == Text || sort == anySort {
		if yes.kind == Text && no.kind == Text {
			return nil, failAt(n.kids[1], "only one of the two may be a name; of the other say what it is, such as first(squares, it == \"c3\")", "found a text both after ? and after :")
		}
		if no.kind != Thing {
			return nil, t.wrong(n.kids[1], yes, Number, "after ?")
		}
		sort = no.sort
		if yes, err = t.thing(n.kids[1], yes, sort, nil, "after ?"); err != nil {
			return nil, err
		}
	}
	if no, err = t.thing(n.kids[2], no, sort, nil, "after :"); err != nil {
		return nil, err
	}
	return fold(&node{op: opCond, kind: Thing, sort: sort, kids: []*node{cond, yes, no}}), nil
}

func (t *translator) call(n *syntax, depth int) (*node, error) {
	name := n.text
	if q := slices.IndexFunc(quantifiers, func(q quantifier) bool { return q.name == name }); q >= 0 && t.v.things() && t.quantifies(n) {
		return t.quantified(n, &quantifiers[q], depth)
	}
	for _, b := range builtins {
		if b.name == name {
			return t.builtin(n, b.op, name, b.least, b.most, depth)
		}
	}
	i := t.v.function(name)
	if i < 0 {
		if t.v.variable(name) >= 0 {
			return nil, fail(n, fmt.Sprintf("write %s without brackets", name), "%q is not a function", name)
		}
		if sorts := t.v.attributed(name); len(sorts) > 0 {
			return nil, fail(n, fmt.Sprintf("write it after a dot: x.%s", name), "%q is an attribute of %s", name, t.calledSort(sorts[0]))
		}
		return nil, t.unknown(n, name)
	}
	f := &t.v.Funcs[i]
	if len(n.kids) != len(f.Args) {
		return nil, fail(n, "", "%s takes %s, not %d", name, counted(len(f.Args)), len(n.kids))
	}
	x := &node{op: opCall, kind: f.Result, sort: f.Sort, idx: i, costs: int64(max(1, f.Cost)), span: f.Span}
	var err error
	if x.kids, x.texts, err = t.arguments(n.kids, name, f.Args, f.Sorts, f.Result == Text, f.Resolve, depth); err != nil {
		return nil, err
	}
	if f.Result != Text {
		return x, nil
	}
	if t.v.Static == nil {
		return nil, fail(n, "", "%s is not known here", name)
	}
	text, ok := t.v.Static(name, x.texts)
	if !ok {
		return nil, fail(n, "", "%s(%s) is not known", name, strings.Join(x.texts, ", "))
	}
	return &node{op: opConst, kind: Text, text: text, from: &origin{name, x.texts}}, nil
}

func (t *translator) builtin(n *syntax, code op, name string, least, most, depth int) (*node, error) {
	if got := len(n.kids); got < least || got > most {
		want := counted(least)
		if most > least {
			want = fmt.Sprintf("%d to %d arguments", least, most)
		}
		return nil, fail(n, "", "%s takes %s, not %d", name, want, got)
	}
	var x *node
	for _, arg := range n.kids {
		a, err := t.value(arg, Number, "as argument of "+name, depth+1)
		if err != nil {
			return nil, err
		}
		switch {
		case least == 1:
			x = fold(&node{op: code, kind: Number, kids: []*node{a}})
		case x == nil:
			x = a
		default:
			x = fold(&node{op: code, kind: Number, kids: []*node{x, a}})
		}
	}
	return x, nil
}

func counted(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}
