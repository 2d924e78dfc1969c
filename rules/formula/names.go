package formula

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
)

// Sort is what a Name names: a side, a square. A vocabulary numbers its own from 0.
type Sort uint8

// Names lets a vocabulary speak of things that have names. A Name is evaluated like a
// number, to an id, and can do two things only: stand as an argument that takes a Name of its sort,
// and stand beside another of its sort in == and !=.
type Names struct {
	// Sorts is what a name of each sort is called in messages: "a side".
	Sorts []string

	// Resolve says which name a text stands for where one of a sort is needed. Beside is the
	// call or variable that it is compared with, empty for an argument.
	Resolve func(sort Sort, text string, beside Call) (Naming, error)
}

// Naming is the name that a text stands for: an id, or, with Via set, what a function of the
// vocabulary makes of the id when the formula is evaluated. Via is 1 more than its index.
type Naming struct {
	ID  int
	Via int
}

// CompileCondition compiles a condition as people type it. Beside what Compile reads, "=" stands for
// "==", quoted texts hold any letters, and with Vocabulary.Names a word that is no name of the
// vocabulary is a text: winner = Red. Its errors are *Error.
func CompileCondition(src string, v *Vocabulary) (*Formula, error) { return compileTyped(src, v, Bool) }

// CompileValue compiles a number, condition or name as CompileCondition does.
func CompileValue(src string, v *Vocabulary, want Kind) (*Formula, error) {
	return compileTyped(src, v, want)
}

func compileTyped(src string, v *Vocabulary, want Kind) (*Formula, error) {
	plain, columns, err := desugar(src)
	if err != nil {
		return nil, err
	}
	f, err := Compile(plain, v, want)
	var bad *Error
	if errors.As(err, &bad) {
		// The error may belong to somebody else who reads the same text.
		moved := *bad
		switch {
		case moved.Column > len(columns):
			moved.Column = utf8.RuneCountInString(src) + 1
		case moved.Column > 0:
			moved.Column = columns[moved.Column-1]
		}
		return nil, &moved
	}
	if err != nil {
		return nil, err
	}
	f.src = src
	return f, nil
}

// desugar writes a condition as the parser reads it, and says from which column of src each byte
// of the result came.
func desugar(src string) (plain string, columns []int, err error) {
	var b strings.Builder
	write := func(s string, column int) {
		b.WriteString(s)
		for range len(s) {
			columns = append(columns, column)
		}
	}
	quote, column, opened := rune(0), 0, 0
	before := rune(0)
	for i, r := range src {
		column++
		escaped := before == '\\' && quote != 0
		switch {
		case r == utf8.RuneError:
			return "", nil, &Error{Column: column, Message: "this is no text"}
		case quote != 0:
			switch {
			case r == quote && !escaped:
				quote = 0
				write(string(r), column)
			case r > '~':
				write(fmt.Sprintf(`\U%08x`, r), column)
			default:
				write(string(r), column)
			}
		case r == '"' || r == '\'':
			quote, opened = r, column
			write(string(r), column)
		case r == '=' && !strings.ContainsRune("=<>!", before) && !strings.HasPrefix(src[i+1:], "="):
			write("==", column)
		case r > '~':
			return "", nil, &Error{Column: column, Message: fmt.Sprintf("%q can only stand in a quoted name", r), Hint: `write "…" around the name`}
		default:
			write(string(r), column)
		}
		if before = r; escaped {
			before = 0 // a backslash that is itself escaped escapes nothing
		}
	}
	if quote != 0 {
		return "", nil, &Error{Column: opened, Message: "the quotation mark is not closed"}
	}
	return b.String(), columns, nil
}

// calledSort is what a name of a sort is called in messages.
func (t *translator) calledSort(s Sort) string {
	if names := t.v.Names; names != nil && int(s) < len(names.Sorts) {
		return names.Sorts[s]
	}
	return Name.String()
}

// bare reads a word that the vocabulary does not have as a text, if it speaks of names.
func (t *translator) bare(word string) (*node, bool) {
	if t.v.Names == nil {
		return nil, false
	}
	return &node{op: opConst, kind: Text, text: word, bare: true}, true
}

// named makes a name of a sort of x, which is a name already or a text as written. beside is what
// it is compared with, nil for an argument.
func (t *translator) named(n ast.Node, x *node, sort Sort, beside *node, where string) (*node, error) {
	switch {
	case x.kind == Name && x.sort == sort:
		return x, nil
	case x.kind == Name:
		return nil, fail(n, "", "%s is needed %s, and this is %s", t.calledSort(sort), where, t.calledSort(x.sort))
	case x.kind != Text || x.from != nil || t.v.Names == nil:
		return nil, fail(n, "", "%s is needed %s, and this is %s", t.calledSort(sort), where, x.kind)
	}
	var call Call
	if beside != nil {
		call = t.callOf(beside)
	}
	naming, err := t.v.Names.Resolve(sort, x.text, call)
	if err != nil {
		return nil, refused(n, err)
	}
	c := constant(Name, float64(naming.ID))
	c.sort, c.text = sort, x.text
	if naming.Via == 0 {
		return c, nil
	}
	return &node{op: opCall, kind: Name, sort: sort, idx: naming.Via - 1, kids: []*node{c}}, nil
}

// nameArgument translates an argument of a function that takes a name there.
func (t *translator) nameArgument(n ast.Node, sort Sort, function string, depth int) (*node, error) {
	where := "as argument of " + function
	switch n.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.BinaryNode, *ast.UnaryNode:
		return nil, fail(n, "a name that is not a plain word is written in quotation marks", "%s is needed %s", t.calledSort(sort), where)
	}
	x, err := t.node(n, depth)
	if err != nil {
		return nil, err
	}
	return t.named(n, x, sort, nil, where)
}

// unknownWord refuses a comparison in which a word names nothing: the one that is nearer to
// something that there is.
func (t *translator) unknownWord(n *ast.BinaryNode, left, right *node) error {
	if !left.bare || right.bare && Near(left.text, t.v.names()) == "" && Near(right.text, t.v.names()) != "" {
		return t.unknown(n.Right, right.text)
	}
	return t.unknown(n.Left, left.text)
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
	}
	return c
}

// sameNames translates left == right where one of them is a name.
func (t *translator) sameNames(n *ast.BinaryNode, code op, left, right *node) (*node, error) {
	var err error
	if left.kind == Name {
		right, err = t.named(n.Right, right, left.sort, left, "after "+n.Operator)
	} else {
		left, err = t.named(n.Left, left, right.sort, right, "before "+n.Operator)
	}
	if err != nil {
		return nil, err
	}
	return fold(&node{op: code, kind: Bool, kids: []*node{left, right}}), nil
}
