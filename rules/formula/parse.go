package formula

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// syntax is a node of what was written, before names and kinds are looked at.
type syntax struct {
	kind   syntaxKind
	text   string // word, text, operator, attribute
	num    float64
	kids   []*syntax // of a member call the thing comes first
	column int
}

type syntaxKind uint8

const (
	aNumber syntaxKind = iota
	aText
	aWord
	aCall   // text(kids)
	aMember // kids[0].text
	aMethod // kids[0].text(kids[1:])
	aUnary
	aBinary
	aChoice // kids[0] ? kids[1] : kids[2]
	aRange  // kids[0]..kids[1]
	aList
)

// trees remembers what short formulas parse to: a rulebook is checked and compiled time and
// again, and its formulas are the same few. Trees are only read once they are parsed.
var trees struct {
	sync.Mutex
	of map[string]*syntax
}

// Bounds of trees.
const (
	mostTrees     = 2048 // trees of formulas that are built while one text is read
	longestInTree = 256
)

// parse parses a formula, or remembers its tree.
func parse(src string) (*syntax, error) {
	if len(src) > longestInTree {
		return parseAnew(src, false)
	}
	trees.Lock()
	tree, ok := trees.of[src]
	trees.Unlock()
	if ok {
		return tree, nil
	}
	tree, err := parseAnew(src, false)
	if err != nil {
		return nil, err
	}
	trees.Lock()
	if trees.of == nil || len(trees.of) >= mostTrees {
		trees.of = make(map[string]*syntax)
	}
	trees.of[src] = tree
	trees.Unlock()
	return tree, nil
}

// parseAnew parses a formula; typed as people type conditions.
func parseAnew(src string, typed bool) (*syntax, error) {
	if len(src) > MostBytes {
		return nil, &Error{Column: MostBytes + 1, Message: fmt.Sprintf("formula too long: at most %d bytes", MostBytes)}
	}
	if strings.TrimSpace(src) == "" {
		return nil, &Error{Column: 1, Message: "empty formula"}
	}
	tokens, err := lex(src, typed)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: tokens}
	tree, err := p.steps()
	if err != nil {
		return nil, err
	}
	if p.is(tokenSign, ")") {
		return nil, p.wrong("unmatched closing bracket", "")
	}
	if p.peek().kind != tokenEnd {
		return nil, p.unexpected("an operator")
	}
	return tree, nil
}

// parser reads tokens from left to right. It nests no deeper than a formula is long.
type parser struct {
	tokens []token
	at     int
	nodes  int
}

func (p *parser) peek() token { return p.tokens[p.at] }

func (p *parser) next() token {
	t := p.tokens[p.at]
	if p.at < len(p.tokens)-1 {
		p.at++
	}
	return t
}

// is reports whether the next token is one of these signs or words.
func (p *parser) is(kind tokenKind, texts ...string) bool {
	t := p.peek()
	return t.kind == kind && slices.Contains(texts, t.text)
}

func (p *parser) wrong(message, hint string) error {
	return &Error{Column: p.peek().column, Message: message, Hint: hint}
}

// conditional reports whether a token is a word with which other languages write one of two values.
func conditional(t token) bool {
	return t.kind == tokenWord && slices.ContainsFunc([]string{"if", "then", "else"}, func(w string) bool { return strings.EqualFold(t.text, w) })
}

// unexpected says what stands where something else is needed.
func (p *parser) unexpected(want string) error {
	t := p.peek()
	var before, after token
	if p.at > 0 {
		before = p.tokens[p.at-1]
	}
	if p.at+1 < len(p.tokens) {
		after = p.tokens[p.at+1]
	}
	hint := ""
	switch {
	case conditional(t) || conditional(before):
		hint = "write CONDITION ? VALUE : VALUE instead of if, then and else"
	case before.kind == tokenWord && strings.EqualFold(before.text, "not"):
		hint = "write not"
	case before.kind == tokenWord && strings.EqualFold(before.text, "unless"):
		hint = "write not (…)"
	case t.kind == tokenSign && t.text == "," && before.kind == tokenNumber && after.kind == tokenNumber && after.column == t.column+1:
		hint = fmt.Sprintf("write %s.%s: the decimal sign is a point", before, after)
	case t.kind == tokenSign && t.text == "," && want == "an operator":
		hint = "write and, or: a comma stands only between arguments"
	case t.kind == tokenWord && t.text == "is":
		hint = "write =="
	case t.kind == tokenWord && t.text == "in":
		hint = `not an operator here: it.in("region")`
	case t.kind == tokenWord && t.text == "mod":
		hint = "not an operator here: write mod(a, b)"
	case t.kind == tokenWord && (t.text == "xor" || t.text == "matches" || t.text == "contains"):
		hint = "not an operator here"
	case t.kind == tokenWord && (strings.EqualFold(t.text, "and") || strings.EqualFold(t.text, "or")):
		hint = "write " + strings.ToLower(t.text)
	case t.kind == tokenSign && t.text == ".." && want == "an operator":
		hint = "a range is allowed only in a number of steps, and only once"
	}
	return p.wrong(fmt.Sprintf("expected %s before %s", want, t), hint)
}

func (p *parser) node(kind syntaxKind, text string, column int, kids ...*syntax) (*syntax, error) {
	if p.nodes++; p.nodes > 2*MostNodes {
		return nil, &Error{Column: column, Message: fmt.Sprintf("formula too long: more than %d parts", MostNodes)}
	}
	return &syntax{kind: kind, text: text, column: column, kids: kids}, nil
}

// steps reads a number of steps: a list, a range or a formula.
func (p *parser) steps() (*syntax, error) {
	if p.is(tokenSign, "[") {
		open := p.next()
		kids, err := p.arguments("]")
		if err != nil {
			return nil, err
		}
		return p.node(aList, "", open.column, kids...)
	}
	low, err := p.formula()
	if err != nil || !p.is(tokenSign, "..") {
		return low, err
	}
	dots := p.next()
	high, err := p.formula()
	if err != nil {
		return nil, err
	}
	return p.node(aRange, "..", dots.column, low, high)
}

// arguments reads what stands between brackets, the opening of which has been read, and the closing one.
func (p *parser) arguments(closing string) (kids []*syntax, err error) {
	for !p.is(tokenSign, closing) {
		if len(kids) > 0 {
			if !p.is(tokenSign, ",") {
				return nil, p.unexpected(`"," or "` + closing + `"`)
			}
			p.next()
		}
		x, err := p.formula()
		if err != nil {
			return nil, err
		}
		kids = append(kids, x)
	}
	p.next()
	return kids, nil
}

func (p *parser) formula() (*syntax, error) {
	cond, err := p.binary(0)
	if err != nil || !p.is(tokenSign, "?") {
		return cond, err
	}
	p.next()
	yes, err := p.formula()
	if err != nil {
		return nil, err
	}
	if !p.is(tokenSign, ":") {
		return nil, p.unexpected(`":"`)
	}
	p.next()
	no, err := p.formula()
	if err != nil {
		return nil, err
	}
	return p.node(aChoice, "?", cond.first(), cond, yes, no)
}

// levels are the binary operators, those that bind less first.
var levels = [][]string{
	{"or", "||"}, {"and", "&&"}, {"==", "!=", "<", "<=", ">", ">="}, {"+", "-"}, {"*", "/"},
}

func (p *parser) operator(level int) bool {
	t := p.peek()
	return (t.kind == tokenSign || t.kind == tokenWord) && slices.Contains(levels[level], t.text)
}

const comparing = 2 // the level of comparisons

func (p *parser) binary(level int) (*syntax, error) {
	if level == len(levels) {
		return p.unary()
	}
	left, err := p.binary(level + 1)
	if err != nil {
		return nil, err
	}
	var chain *syntax // a < b < c is a < b and b < c
	for p.operator(level) {
		op := p.next()
		right, err := p.binary(level + 1)
		if err != nil {
			return nil, err
		}
		x, err := p.node(aBinary, op.text, op.column, left, right)
		if err != nil {
			return nil, err
		}
		ordered := level == comparing && op.text != "==" && op.text != "!="
		if ordered && chain != nil {
			x.kids[0] = chain.last()
			if x, err = p.node(aBinary, "and", op.column, chain, x); err != nil {
				return nil, err
			}
		}
		left, chain = x, nil
		if ordered {
			chain = x
		}
	}
	return left, nil
}

// last is the right side of a comparison, or of the last of a chain of them.
func (s *syntax) last() *syntax {
	if s.text == "and" {
		s = s.kids[1]
	}
	return s.kids[1]
}

func (p *parser) unary() (*syntax, error) {
	if p.is(tokenSign, "-", "!", "+") || p.is(tokenWord, "not") {
		op := p.next()
		x, err := p.unary()
		if err != nil {
			return nil, err
		}
		return p.node(aUnary, op.text, op.column, x)
	}
	x, err := p.primary()
	for err == nil && p.is(tokenSign, ".") {
		p.next()
		name := p.peek()
		if name.kind != tokenWord {
			return nil, p.unexpected("the name of an attribute")
		}
		p.next()
		if !p.is(tokenSign, "(") {
			x, err = p.node(aMember, name.text, name.column, x)
			continue
		}
		p.next()
		args, bad := p.arguments(")")
		if bad != nil {
			return nil, bad
		}
		x, err = p.node(aMethod, name.text, name.column, append([]*syntax{x}, args...)...)
	}
	if err == nil && p.is(tokenSign, "[") {
		return nil, p.wrong("[ is not part of the formula language", "write a dot and the name of an attribute: it.side")
	}
	return x, err
}

func (p *parser) primary() (*syntax, error) {
	switch t := p.peek(); t.kind {
	case tokenNumber:
		p.next()
		x, err := p.node(aNumber, "", t.column)
		if err == nil {
			x.num = t.num
		}
		return x, err
	case tokenText:
		p.next()
		return p.node(aText, t.text, t.column)
	case tokenWord:
		if t.text == "and" || t.text == "or" {
			return nil, p.wrong(fmt.Sprintf("expected an operand before %q", t.text), "")
		}
		p.next()
		if !p.is(tokenSign, "(") {
			return p.node(aWord, t.text, t.column)
		}
		p.next()
		args, err := p.arguments(")")
		if err != nil {
			return nil, err
		}
		return p.node(aCall, t.text, t.column, args...)
	case tokenSign:
		switch t.text {
		case "(":
			p.next()
			x, err := p.formula()
			if err != nil {
				return nil, err
			}
			if !p.is(tokenSign, ")") {
				return nil, p.unexpected(`")"`)
			}
			p.next()
			return x, nil
		case "[":
			return nil, p.wrong("a list is not part of the formula language", "lists are allowed only in numbers of steps, as [3, 5]")
		}
	}
	return nil, p.unexpected("a number, a name or a bracket")
}

// first is the column at which a node begins.
func (s *syntax) first() int {
	if (s.kind == aBinary || s.kind == aMember || s.kind == aMethod || s.kind == aRange) && len(s.kids) > 0 {
		return s.kids[0].first()
	}
	return s.column
}
