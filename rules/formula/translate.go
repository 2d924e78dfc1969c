package formula

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
)

// node is a node of our own tree.
type node struct {
	op   op
	kind Kind
	num  float64 // of an opConst
	idx  int     // of an opVar or opCall: index in the vocabulary
	kids []*node
	text string // of a Text, or the one that a Name was written as
	from *origin
	sort Sort // of a Name
	bare bool // a Text that was written as a word

	name  string   // of an opVar or opCall, once the formula is assembled
	texts []string // of an opCall
}

// origin is the call that a static text came from.
type origin struct {
	name string
	args []string
}

// translator turns the parser's tree into ours and checks kinds on the way.
type translator struct {
	v     *Vocabulary
	nodes int
}

// inWord stands for the name "in" while the library parses: there "in" is an operator,
// here it is a function's name. Source text is ASCII, so the two cannot be confused.
const inWord = "ıɴ"

// trees remembers what short formulas parse to: a rulebook is checked and compiled time and
// again, and its formulas are the same few. Trees are only read once they are parsed.
var trees struct {
	sync.Mutex
	of map[string]ast.Node
}

// Bounds of trees.
const (
	mostTrees     = 2048
	longestInTree = 256
)

// parse parses a formula, or remembers its tree.
func parse(src string) (ast.Node, error) {
	if len(src) > longestInTree {
		return parseAnew(src)
	}
	trees.Lock()
	tree, ok := trees.of[src]
	trees.Unlock()
	if ok {
		return tree, nil
	}
	tree, err := parseAnew(src)
	if err != nil {
		return nil, err
	}
	trees.Lock()
	if trees.of == nil || len(trees.of) >= mostTrees {
		trees.of = make(map[string]ast.Node)
	}
	trees.of[src] = tree
	trees.Unlock()
	return tree, nil
}

// parseAnew runs the library's parser with all of its own functions out of the way.
func parseAnew(src string) (ast.Node, error) {
	if len(src) > MostBytes {
		return nil, &Error{Column: MostBytes + 1, Message: fmt.Sprintf("the formula is longer than %d bytes", MostBytes)}
	}
	for i := range len(src) {
		if c := src[i]; c > '~' || c < ' ' && c != '\n' && c != '\t' {
			return nil, &Error{Column: i + 1, Message: "a formula is written in printable ASCII"}
		}
	}
	if strings.TrimSpace(src) == "" {
		return nil, &Error{Column: 1, Message: "the formula is empty"}
	}
	if i := foreign(src); i >= 0 {
		return nil, &Error{Column: i + 1, Message: "this is not part of the formula language"}
	}
	tree, err := parser.ParseWithConfig(renameIn(src), &conf.Config{MaxNodes: 4 * MostNodes, Functions: plainCalls, DisableIfOperator: true})
	var bad *file.Error
	if errors.As(err, &bad) {
		return nil, &Error{Column: bad.From + 1, Message: "this cannot be read: " + strings.ReplaceAll(bad.Message, inWord, "in")}
	}
	if err != nil {
		return nil, &Error{Column: 1, Message: "this cannot be read: " + err.Error()}
	}
	return tree.Node, nil
}

// plainCalls makes every call a plain call, whatever the library knows by that name: the
// parser only looks names up in it.
var plainCalls = func() conf.FunctionsTable {
	t := conf.FunctionsTable{}
	for _, b := range builtin.Builtins {
		t[b.Name] = &builtin.Function{Name: b.Name}
	}
	return t
}()

// foreign returns where src holds what leaves no trace in the parser's tree: comments,
// pipes and qualified names. It returns -1 if there is nothing of the kind.
func foreign(src string) int {
	at := -1
	outsideQuotes(src, func(i int) {
		rest := src[i:]
		alone := rest[0] == '|' && !strings.HasPrefix(rest, "||") && (i == 0 || src[i-1] != '|')
		if at < 0 && (alone || strings.HasPrefix(rest, "::") || strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*") || rest[0] == '#') {
			at = i
		}
	})
	return at
}

// outsideQuotes calls f with the index of every byte outside quoted texts.
func outsideQuotes(src string, f func(i int)) {
	quote := byte(0)
	for i := 0; i < len(src); i++ {
		c := src[i]
		switch {
		case quote == 0 && (c == '"' || c == '\'' || c == '`'):
			quote = c
		case quote == 0:
			f(i)
		case c == '\\' && quote != '`':
			i++
		case c == quote:
			quote = 0
		}
	}
}

// renameIn replaces the word "in" outside quotes by inWord, which has the same length in
// letters, so that columns stay.
func renameIn(src string) string {
	var b strings.Builder
	from := 0
	outsideQuotes(src, func(i int) {
		if strings.HasPrefix(src[i:], "in") && (i == 0 || !wordByte(src[i-1])) && (i+2 == len(src) || !wordByte(src[i+2])) {
			b.WriteString(src[from:i])
			b.WriteString(inWord)
			from = i + 2
		}
	})
	b.WriteString(src[from:])
	return b.String()
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func column(n ast.Node) int {
	if c, ok := n.(*ast.ConditionalNode); ok {
		return column(c.Cond)
	}
	return n.Location().From + 1
}

func fail(n ast.Node, hint, format string, args ...any) error {
	return &Error{Column: column(n), Message: fmt.Sprintf(format, args...), Hint: hint}
}

// wrong says that n, which is of kind got, stands where want is needed.
func wrong(n ast.Node, got, want Kind, where string) error {
	hint := ""
	switch {
	case want == Bool && got == Number:
		hint = "compare it with something, such as > 0"
	case want == Number && got == Bool:
		hint = "write (…) ? 1 : 0"
	case got == Text:
		hint = "a text stands only as an argument, or beside a static function in == and !="
	}
	return fail(n, hint, "%s is needed %s, and this is %s", want, where, got)
}

// value translates n and requires its kind.
func (t *translator) value(n ast.Node, want Kind, where string, depth int) (*node, error) {
	x, err := t.node(n, depth)
	if err != nil {
		return nil, err
	}
	if x.kind != want {
		if x.bare {
			return nil, t.unknown(n, x.text)
		}
		return nil, wrong(n, x.kind, want, where)
	}
	return x, nil
}

func (t *translator) node(n ast.Node, depth int) (*node, error) {
	if t.nodes++; t.nodes > MostNodes {
		return nil, fail(n, "", "the formula has more than %d parts", MostNodes)
	}
	if depth > MostDepth {
		return nil, fail(n, "", "the formula is nested more than %d deep", MostDepth)
	}
	switch n := n.(type) {
	case *ast.IntegerNode:
		return t.number(n, float64(n.Value))
	case *ast.FloatNode:
		return t.number(n, n.Value)
	case *ast.BoolNode:
		return constant(Bool, truth(n.Value)), nil
	case *ast.StringNode:
		return &node{op: opConst, kind: Text, text: n.Value}, nil
	case *ast.IdentifierNode:
		return t.identifier(n)
	case *ast.UnaryNode:
		return t.unary(n, depth)
	case *ast.BinaryNode:
		return t.binary(n, depth)
	case *ast.ConditionalNode:
		return t.conditional(n, depth)
	case *ast.CallNode:
		return t.call(n, depth)
	case *ast.BuiltinNode:
		return nil, t.unknown(n, n.Name)
	default:
		return nil, fail(n, "", "this is not part of the formula language")
	}
}

func (t *translator) number(n ast.Node, v float64) (*node, error) {
	if math.Abs(v) > 1e9 || v*2 != math.Trunc(v*2) {
		return nil, fail(n, "", "a number must be a multiple of one half, up to a thousand million")
	}
	return constant(Number, v), nil
}

func constant(k Kind, v float64) *node { return &node{op: opConst, kind: k, num: v} }

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func (t *translator) unknown(n ast.Node, name string) error {
	if t.v.function(name) >= 0 {
		return fail(n, fmt.Sprintf("write %s(…)", name), "%q is a function", name)
	}
	e := Unknown("variable or function", name, t.v.names())
	return fail(n, e.hint(), "%s", e.message())
}

func (t *translator) identifier(n *ast.IdentifierNode) (*node, error) {
	name := strings.ReplaceAll(n.Value, inWord, "in")
	if i := t.v.variable(name); i >= 0 {
		return &node{op: opVar, kind: t.v.Vars[i].Kind, sort: t.v.Vars[i].Sort, idx: i}, nil
	}
	if x, ok := t.bare(name); ok {
		return x, nil
	}
	return nil, t.unknown(n, name)
}

func (t *translator) unary(n *ast.UnaryNode, depth int) (*node, error) {
	switch n.Operator {
	case "-":
		x, err := t.value(n.Node, Number, "after -", depth+1)
		if err != nil {
			return nil, err
		}
		return fold(&node{op: opNeg, kind: Number, kids: []*node{x}}), nil
	case "not", "!":
		x, err := t.value(n.Node, Bool, "after "+n.Operator, depth+1)
		if err != nil {
			return nil, err
		}
		return fold(&node{op: opNot, kind: Bool, kids: []*node{x}}), nil
	default:
		return nil, fail(n, "", "the operator %s is not part of the formula language", n.Operator)
	}
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

func (t *translator) binary(n *ast.BinaryNode, depth int) (*node, error) {
	if n.Operator == "==" || n.Operator == "!=" {
		return t.equality(n, depth)
	}
	o, ok := operators[n.Operator]
	if !ok {
		hint := ""
		if n.Operator == ".." {
			hint = "a range stands only in a number of steps, and only once"
		}
		return nil, fail(n, hint, "the operator %s is not allowed here", strings.ReplaceAll(n.Operator, inWord, "in"))
	}
	left, err := t.value(n.Left, o.from, "before "+n.Operator, depth+1)
	if err != nil {
		return nil, err
	}
	right, err := t.value(n.Right, o.from, "after "+n.Operator, depth+1)
	if err != nil {
		return nil, err
	}
	return fold(&node{op: o.op, kind: o.result, kids: []*node{left, right}}), nil
}

func (t *translator) equality(n *ast.BinaryNode, depth int) (*node, error) {
	left, err := t.node(n.Left, depth+1)
	if err != nil {
		return nil, err
	}
	right, err := t.node(n.Right, depth+1)
	if err != nil {
		return nil, err
	}
	code := opEq
	if n.Operator == "!=" {
		code = opNe
	}
	if left.kind == Name || right.kind == Name {
		return t.sameNames(n, code, left, right)
	}
	if left.bare || right.bare {
		return nil, t.unknownWord(n, left, right)
	}
	if left.kind != right.kind {
		return nil, wrong(n.Right, right.kind, left.kind, "after "+n.Operator)
	}
	if left.kind != Text {
		return fold(&node{op: code, kind: Bool, kids: []*node{left, right}}), nil
	}
	if left.from == nil && right.from == nil {
		return nil, fail(n, "", "two texts as written are always the same or never")
	}
	if err := t.literal(n.Right, left, right); err != nil {
		return nil, err
	}
	if err := t.literal(n.Left, right, left); err != nil {
		return nil, err
	}
	return constant(Bool, truth((left.text == right.text) == (code == opEq))), nil
}

// literal asks whether the static text from may be compared with the literal at n.
func (t *translator) literal(n ast.Node, from, literal *node) error {
	if t.v.Literal == nil || from.from == nil || literal.from != nil {
		return nil
	}
	if err := t.v.Literal(from.from.name, from.from.args, literal.text); err != nil {
		return refused(n, err)
	}
	return nil
}

// refused wraps what a vocabulary says against a text.
func refused(n ast.Node, err error) error {
	if u, ok := errors.AsType[*UnknownError](err); ok {
		return fail(n, u.hint(), "%s", u.message())
	}
	return fail(n, "", "%s", err.Error())
}

func (t *translator) conditional(n *ast.ConditionalNode, depth int) (*node, error) {
	if !n.Ternary {
		return nil, fail(n, "write condition ? this : that", "if is not part of the formula language")
	}
	cond, err := t.value(n.Cond, Bool, "before ?", depth+1)
	if err != nil {
		return nil, err
	}
	yes, err := t.node(n.Exp1, depth+1)
	if err != nil {
		return nil, err
	}
	if yes.kind == Text || yes.kind == Name {
		return nil, wrong(n.Exp1, yes.kind, Number, "after ?")
	}
	no, err := t.value(n.Exp2, yes.kind, "after :", depth+1)
	if err != nil {
		return nil, err
	}
	return fold(&node{op: opCond, kind: yes.kind, kids: []*node{cond, yes, no}}), nil
}

func (t *translator) call(n *ast.CallNode, depth int) (*node, error) {
	callee, ok := n.Callee.(*ast.IdentifierNode)
	if !ok {
		return nil, fail(n, "", "only a name can be called")
	}
	name := strings.ReplaceAll(callee.Value, inWord, "in")
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
		return nil, t.unknown(n, name)
	}
	f := &t.v.Funcs[i]
	if len(n.Arguments) != len(f.Args) {
		return nil, fail(n, "", "%s takes %s, not %d", name, counted(len(f.Args)), len(n.Arguments))
	}
	x := &node{op: opCall, kind: f.Result, sort: f.Sort, idx: i}
	var texts []string
	for j, arg := range n.Arguments {
		if f.Args[j] == Name {
			a, err := t.nameArgument(arg, f.Sorts[j], name, depth+1)
			if err != nil {
				return nil, err
			}
			x.kids = append(x.kids, a)
			continue
		}
		a, err := t.value(arg, f.Args[j], "as argument of "+name, depth+1)
		if err != nil {
			return nil, err
		}
		if a.kind == Text {
			if a.from != nil {
				return nil, fail(arg, "", "%s takes a text as written", name)
			}
			texts = append(texts, a.text)
			id := 0
			if f.Resolve != nil {
				if id, err = f.Resolve(j, a.text); err != nil {
					return nil, refused(arg, err)
				}
			} else if f.Result != Text {
				return nil, fail(arg, "", "%s takes no text here", name)
			}
			a = constant(Number, float64(id))
			a.text = texts[len(texts)-1]
		}
		x.kids = append(x.kids, a)
	}
	if f.Result != Text {
		return x, nil
	}
	if t.v.Static == nil {
		return nil, fail(n, "", "%s is not known here", name)
	}
	text, ok := t.v.Static(name, texts)
	if !ok {
		return nil, fail(n, "", "%s(%s) is not known", name, strings.Join(texts, ", "))
	}
	return &node{op: opConst, kind: Text, text: text, from: &origin{name, texts}}, nil
}

func (t *translator) builtin(n *ast.CallNode, code op, name string, least, most, depth int) (*node, error) {
	if got := len(n.Arguments); got < least || got > most {
		want := counted(least)
		if most > least {
			want = fmt.Sprintf("%d to %d arguments", least, most)
		}
		return nil, fail(n, "", "%s takes %s, not %d", name, want, got)
	}
	var x *node
	for _, arg := range n.Arguments {
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
