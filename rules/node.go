package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
	"golang.org/x/text/unicode/norm"

	"adjudicate/rules/slip"
)

// form is the form of a node of a document.
type form uint8

const (
	aText form = iota
	aNumber
	aBool
	aNull
	aList
	aMap
)

// String returns the form as it is called in messages.
func (f form) String() string {
	return [...]string{"a text", "a number", "true or false", "nothing", "a list", "a mapping"}[f]
}

// node is a piece of a document, YAML or JSON, with its place.
type node struct {
	form   form
	text   string  // of a scalar; of a number as it was written
	plain  int     // columns between the node's place and its text: 1 in quotes; -1 where columns do not match
	keys   []*node // of a map
	items  []*node // of a list, or the values of a map
	line   int
	column int
}

// Limits of a document. They keep the recursion of readers shallow.
const (
	mostBytes = 128 << 10 // bytes of a rule file
	mostDepth = 40        // levels of a rule file inside each other
)

// malformed is a problem of the document as such.
func malformed(file string, line, column int, message string) Problems {
	return Problems{{File: file, Line: line, Column: column, Message: message}}
}

// readYAML reads the documents of a YAML text, with its letters composed: what some keyboards and systems
// write as a letter and a mark is the same name.
func readYAML(file string, text []byte) ([]*node, error) {
	if len(text) > mostBytes {
		return nil, malformed(file, 1, 1, fmt.Sprintf("file too large: at most %d bytes", mostBytes))
	}
	if line, column, what := unreadable(text); what != "" {
		return nil, malformed(file, line, column, what)
	}
	tree, err := parseYAML(norm.NFC.Bytes(text))
	if err != nil {
		if bad, ok := errors.AsType[*yaml.SyntaxError](err); ok && bad.Token != nil && bad.Token.Position != nil {
			if line, column, what := slip.Find(text, bad.Token.Position.Line); line > 0 && !strings.Contains(bad.Message, "already defined") {
				return nil, malformed(file, line, column, "invalid YAML: "+what)
			}
			return nil, malformed(file, bad.Token.Position.Line, bad.Token.Position.Column, "invalid YAML: "+bad.Message)
		}
		return nil, malformed(file, 1, 1, "invalid YAML: "+err.Error())
	}
	r := yamlReader{file: file}
	var docs []*node
	for _, d := range tree.Docs {
		if d.Body == nil {
			continue
		}
		n, err := r.node(d.Body, 0)
		if err != nil {
			return nil, err
		}
		if n.form != aNull {
			docs = append(docs, n)
		}
	}
	return docs, nil
}

// parseYAML calls the library. Rules come from anybody, so that a text on which the
// library stumbles is a text that cannot be read, no more.
func parseYAML(text []byte) (tree *ast.File, err error) {
	defer func() {
		if stumbled := recover(); stumbled != nil {
			err = fmt.Errorf("the reader stopped: %v", stumbled)
		}
	}()
	return parser.ParseBytes(text, 0)
}

// unreadable finds what must not reach the YAML reader: text that is not UTF-8 or holds
// control characters, and nesting beyond any sense.
func unreadable(text []byte) (line, column int, what string) {
	line, column = 1, 0
	depth, dashes := 0, 0
	for _, c := range string(text) {
		column++
		switch {
		case c == '\n':
			line, column, dashes = line+1, 0, 0
		case c == '\uFFFD':
			return line, column, "the file is not in UTF-8"
		case c < ' ' && c != '\t' && c != '\r' || c == 0x7f:
			return line, column, "the file contains a control character"
		case c == '[' || c == '{':
			depth++
		case (c == ']' || c == '}') && depth > 0:
			depth--
		case c == '-' || c == '?' || c == '&' || c == '!' || c == ':':
			dashes++
		}
		if depth > 200 || dashes > 400 {
			return line, column, "the file is nested too deeply"
		}
	}
	return 0, 0, ""
}

type yamlReader struct{ file string }

func (r *yamlReader) node(n ast.Node, depth int) (*node, error) {
	at := n.GetToken()
	line, column := 1, 1
	if at != nil && at.Position != nil {
		line, column = at.Position.Line, at.Position.Column
	}
	if depth > mostDepth {
		return nil, malformed(r.file, line, column, "the file is nested too deeply")
	}
	out := &node{line: line, column: column}
	switch n := n.(type) {
	case *ast.StringNode:
		out.text = n.Value
		if n.Token.Type == token.SingleQuoteType || n.Token.Type == token.DoubleQuoteType {
			out.plain = 1
		}
		if !strings.Contains(n.Token.Origin, n.Value) {
			out.plain = -1
		}
	case *ast.LiteralNode:
		out.text, out.plain = strings.TrimRight(n.Value.Value, "\n"), -1
	case *ast.IntegerNode:
		out.form, out.text = aNumber, n.Token.Value
	case *ast.FloatNode:
		out.form, out.text = aNumber, n.Token.Value
	case *ast.BoolNode:
		out.form, out.text = aBool, fmt.Sprint(n.Value)
	case *ast.NullNode:
		out.form = aNull
	case *ast.SequenceNode:
		out.form = aList
		for _, v := range n.Values {
			item, err := r.node(v, depth+1)
			if err != nil {
				return nil, err
			}
			out.items = append(out.items, item)
		}
	case *ast.MappingNode:
		out.form = aMap
		for _, v := range n.Values {
			if err := r.pair(out, v, depth); err != nil {
				return nil, err
			}
		}
	case *ast.MappingValueNode:
		out.form = aMap
		if err := r.pair(out, n, depth); err != nil {
			return nil, err
		}
	default:
		found := malformed(r.file, line, column, "anchors, aliases, tags and merge keys are not allowed in rules")
		if tag, ok := n.(*ast.TagNode); ok && !strings.HasPrefix(tag.Start.Value, "!!") {
			found[0].Hint = "a text that begins with ! must be in quotes; a condition can begin with not"
		}
		return nil, found
	}
	return out, nil
}

func (r *yamlReader) pair(out *node, v *ast.MappingValueNode, depth int) error {
	key, err := r.node(v.Key, depth+1)
	if err != nil {
		return err
	}
	value, err := r.node(v.Value, depth+1)
	if err != nil {
		return err
	}
	if value.form == aNull { // the reader places what is not there somewhere behind
		value.line, value.column = key.line, key.column+len(key.text)+1
	}
	if len(out.keys) == 0 {
		out.line, out.column = key.line, key.column
	}
	out.keys = append(out.keys, key)
	out.items = append(out.items, value)
	return nil
}

// readJSON reads one JSON document.
func readJSON(text []byte) (*node, error) {
	if len(text) > mostBytes {
		return nil, malformed("", 1, 1, fmt.Sprintf("rule too large: at most %d bytes", mostBytes))
	}
	if !utf8.Valid(text) {
		return nil, malformed("", 1, 1, "the text is not UTF-8")
	}
	if n, ok := quickJSON(text); ok {
		return n, nil
	}
	return slowJSON(text)
}

func slowJSON(text []byte) (*node, error) {
	r := jsonReader{dec: json.NewDecoder(bytes.NewReader(text))}
	r.dec.UseNumber()
	n, err := r.next(0)
	if err != nil {
		return nil, err
	}
	if _, err := r.dec.Token(); err != io.EOF {
		return nil, r.bad(errors.New("unexpected text after the rule"))
	}
	return n, nil
}

type jsonReader struct{ dec *json.Decoder }

func (r *jsonReader) bad(err error) error {
	return malformed("", 1, int(r.dec.InputOffset())+1, "not a rule in JSON: "+err.Error())
}

func (r *jsonReader) next(depth int) (*node, error) {
	t, err := r.dec.Token()
	if err != nil {
		return nil, r.bad(err)
	}
	if depth > mostDepth {
		return nil, r.bad(errors.New("it is nested too deeply"))
	}
	out := &node{line: 1, column: int(r.dec.InputOffset()) + 1, plain: -1}
	switch t := t.(type) {
	case string:
		out.text = t
	case json.Number:
		out.form, out.text = aNumber, t.String()
	case bool:
		out.form, out.text = aBool, fmt.Sprint(t)
	case nil:
		out.form = aNull
	case json.Delim:
		out.form = aList
		if t == '{' {
			out.form = aMap
		}
		for r.dec.More() {
			if t == '{' {
				key, err := r.next(depth + 1)
				if err != nil {
					return nil, err
				}
				out.keys = append(out.keys, key)
			}
			item, err := r.next(depth + 1)
			if err != nil {
				return nil, err
			}
			out.items = append(out.items, item)
		}
		if _, err := r.dec.Token(); err != nil {
			return nil, r.bad(err)
		}
	}
	return out, nil
}
