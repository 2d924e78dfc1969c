package rules

import (
	"bytes"
	"encoding/json"
)

// A quickReader reads JSON as it is written in canonical form: no space, whole numbers. It makes the nodes that readJSON would make with
// package json, which takes several times as long; what it does not take is left to that, which says what is wrong.
type quickReader struct {
	text []byte
	at   int
}

// quickJSON reads one document. ok is false if it is not in canonical form, or no JSON at all.
func quickJSON(text []byte) (n *node, ok bool) {
	r := quickReader{text: text}
	n = r.value(0)
	return n, n != nil && r.at == len(text)
}

// next returns the next byte, 0 at the end.
func (r *quickReader) next() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

func (r *quickReader) skip(c byte) bool {
	if r.next() != c {
		return false
	}
	r.at++
	return true
}

// node is one that ends where the reader is; of a list or map only its bracket has been read.
func (r *quickReader) node(f form, text string) *node {
	return &node{form: f, text: text, line: 1, column: r.at + 1, plain: -1}
}

// value returns nil for what is not canonical.
func (r *quickReader) value(depth int) *node {
	if depth > mostDepth {
		return nil
	}
	switch c := r.next(); {
	case c == '"':
		return r.str()
	case c == '{' || c == '[':
		return r.within(c, depth)
	case c == '-' || '0' <= c && c <= '9':
		return r.number()
	}
	for _, word := range []string{"true", "false"} {
		if bytes.HasPrefix(r.text[r.at:], []byte(word)) {
			r.at += len(word)
			return r.node(aBool, word)
		}
	}
	return nil
}

// within reads a list or a map.
func (r *quickReader) within(open byte, depth int) *node {
	r.at++
	out, end := r.node(aList, ""), byte(']')
	if open == '{' {
		out.form, end = aMap, '}'
	}
	if r.skip(end) {
		return out
	}
	for {
		if open == '{' {
			key := r.str()
			if key == nil || depth == mostDepth || !r.skip(':') {
				return nil
			}
			out.keys = append(out.keys, key)
		}
		item := r.value(depth + 1)
		if item == nil {
			return nil
		}
		out.items = append(out.items, item)
		if !r.skip(',') {
			break
		}
	}
	if !r.skip(end) {
		return nil
	}
	return out
}

func (r *quickReader) str() *node {
	from := r.at
	if !r.skip('"') {
		return nil
	}
	plain := true
	for r.at < len(r.text) {
		c := r.text[r.at]
		r.at++
		switch {
		case c == '"' && plain:
			return r.node(aText, string(r.text[from+1:r.at-1]))
		case c == '"':
			var text string
			if json.Unmarshal(r.text[from:r.at], &text) != nil {
				return nil
			}
			return r.node(aText, text)
		case c == '\\':
			plain = false
			r.at++
		case c < ' ':
			return nil
		}
	}
	return nil
}

func (r *quickReader) number() *node {
	from := r.at
	r.skip('-')
	first := r.at
	for '0' <= r.next() && r.next() <= '9' {
		r.at++
	}
	switch digits := r.at - first; {
	case digits == 0, digits > 1 && r.text[first] == '0', r.next() == '.', r.next()|' ' == 'e':
		return nil
	}
	return r.node(aNumber, string(r.text[from:r.at]))
}
