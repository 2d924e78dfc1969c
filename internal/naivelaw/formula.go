package naivelaw

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// A node is a formula as it is written: an operation, word, number or text with its parts.
type node struct {
	op   string // "num", "text", "word", "attr" (parts[0].text(parts[1:])), "call", "quantifier", or the sign
	num  float64
	text string
	name string // of a quantifier's member
	args []*node
}

type parser struct {
	tokens []string
	at     int
}

var parsed = map[string]*node{}

// parse reads a formula by the grammar of formulas.md.
func parse(text string) *node {
	if n := parsed[text]; n != nil {
		return n
	}
	p := &parser{tokens: tokens(text)}
	n := p.formula()
	if p.at != len(p.tokens) {
		panic(fmt.Sprintf("formula %q goes on with %q", text, p.tokens[p.at]))
	}
	parsed[text] = n
	return n
}

func tokens(text string) (list []string) {
	for i := 0; i < len(text); {
		c := text[i]
		j := i + 1
		switch {
		case c == ' ' || c == '\n':
			i++
			continue
		case c == '"' || c == '\'':
			for text[j] != c {
				j++
			}
			j++
		case unicode.IsLetter(rune(c)) || c == '_':
			for j < len(text) && (unicode.IsLetter(rune(text[j])) || unicode.IsDigit(rune(text[j])) || text[j] == '_') {
				j++
			}
		case unicode.IsDigit(rune(c)):
			for j < len(text) && (unicode.IsDigit(rune(text[j])) || text[j] == '.' && j+1 < len(text) && text[j+1] != '.' && text[j-1] != '.') {
				j++
			}
		case strings.Contains("== != <= >= ..", text[i:min(i+2, len(text))]) && i+1 < len(text):
			j++
		}
		list = append(list, text[i:j])
		i = j
	}
	return list
}

func (p *parser) peek() string {
	if p.at < len(p.tokens) {
		return p.tokens[p.at]
	}
	return ""
}

// take moves over the next token if it is one of these.
func (p *parser) take(words ...string) string {
	for _, w := range words {
		if p.peek() == w {
			p.at++
			return w
		}
	}
	return ""
}

func (p *parser) need(word string) {
	if p.take(word) == "" {
		panic(fmt.Sprintf("%q instead of %q in %v", p.peek(), word, p.tokens))
	}
}

func (p *parser) formula() *node {
	n := p.or()
	if p.take("?") != "" {
		yes := p.formula()
		p.need(":")
		return &node{op: "?", args: []*node{n, yes, p.formula()}}
	}
	return n
}

func (p *parser) or() *node  { return p.left(p.and, "or") }
func (p *parser) and() *node { return p.left(p.comparison, "and") }

// comparison reads a < b < c as a < b and b < c.
func (p *parser) comparison() *node {
	var all *node
	left := p.sum()
	for {
		op := p.take("==", "!=", "<", "<=", ">", ">=")
		if op == "" {
			break
		}
		right := p.sum()
		n := &node{op: op, args: []*node{left, right}}
		if left = right; all == nil {
			all = n
		} else {
			all = &node{op: "and", args: []*node{all, n}}
		}
	}
	if all == nil {
		return left
	}
	return all
}

func (p *parser) sum() *node     { return p.left(p.product, "+", "-") }
func (p *parser) product() *node { return p.left(p.unary, "*", "/") }

func (p *parser) left(next func() *node, ops ...string) *node {
	n := next()
	for {
		op := p.take(ops...)
		if op == "" {
			return n
		}
		n = &node{op: op, args: []*node{n, next()}}
	}
}

func (p *parser) unary() *node {
	if p.take("-") != "" {
		return &node{op: "neg", args: []*node{p.unary()}}
	}
	if p.take("not") != "" {
		return &node{op: "not", args: []*node{p.unary()}}
	}
	n := p.primary()
	for p.take(".") != "" {
		n = &node{op: "attr", text: p.word(), args: append([]*node{n}, p.arguments()...)}
	}
	return n
}

func (p *parser) word() string {
	p.at++
	return p.tokens[p.at-1]
}

func (p *parser) arguments() (list []*node) {
	if p.take("(") == "" || p.take(")") != "" {
		return nil
	}
	for {
		list = append(list, p.formula())
		if p.take(",") == "" {
			p.need(")")
			return list
		}
	}
}

func (p *parser) primary() *node {
	w := p.word()
	switch {
	case w == "(":
		n := p.formula()
		p.need(")")
		return n
	case w[0] == '"' || w[0] == '\'':
		return &node{op: "text", text: w[1 : len(w)-1]}
	case unicode.IsDigit(rune(w[0])):
		f, err := strconv.ParseFloat(w, 64)
		if err != nil {
			panic(err)
		}
		return &node{op: "num", num: f}
	case p.peek() != "(":
		return &node{op: "word", text: w}
	}
	list := p.arguments()
	switch w {
	case "count", "any", "all", "sum", "least", "greatest", "first":
		if w == "count" && list[0].op == "text" {
			break
		}
		n := &node{op: "quantifier", text: w, name: "it", args: list}
		if len(list) > 1 && list[1].op == "word" && len(list[1].text) == 1 {
			n.name = list[1].text
			n.args = append(list[:1:1], list[2:]...)
		}
		return n
	}
	return &node{op: "call", text: w, args: list}
}
