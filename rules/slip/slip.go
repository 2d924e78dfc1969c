// Package slip finds slips of the hand in YAML that a parser rejected.
//
// A parser reports the token at which it stopped, in terms of the grammar. The cause is usually simpler: a line indented
// too far or too little, a tab, a colon without its space. Find looks for the first of these. It knows block mappings and
// block lists only, by the columns in which their lines begin; where text in quotes or brackets spans lines, it gives up.
package slip

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// indexed finds a path such as piece.modes[0].legs as a field within { }, where brackets without quotes begin a list.
var indexed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[{,]\s*([a-z_.]+\[[0-9]+\][a-z_.\[\]0-9]*)\s*:`) })

// block is a mapping or a list that is open, by its first line.
type block struct {
	indent, line int
	list         bool
	name         string // first field of a mapping
}

// Find finds the first line of a YAML text whose indentation fits none of the lines above it, or that lacks a colon or a
// space, up to the line last. It returns the place of the fault, from 1, and what was expected; line is 0 if it finds none.
func Find(text []byte, last int) (line, column int, message string) {
	var open []block // outermost first
	opens := true    // what is written so far asks for a deeper block
	literal := -1    // indentation of the field whose text goes on over lines; -1 without one
	for i, l := range strings.Split(string(text), "\n") {
		line, l = i+1, strings.TrimRight(l, " \r")
		body := strings.TrimLeft(l, " ")
		indent := len(l) - len(body)
		switch {
		case line > last+1:
			return 0, 0, ""
		case literal >= 0 && (body == "" || indent > literal):
			continue
		case body == "" || body[0] == '#':
			continue
		case strings.HasPrefix(body, "//"):
			return line, indent + 1, "a comment begins with #"
		case body[0] == '\t':
			return line, indent + 1, "tab in the indentation: expected spaces"
		case body == "---" || body == "...":
			open, opens, literal = nil, true, -1
			continue
		}
		literal = -1
		if m := indexed().FindStringSubmatchIndex(l); m != nil && line <= last {
			return line, m[2] + 1, "a path with brackets must be in quotes within { }, or stand on a line of its own"
		}
		if at, sign := unquoted(l); at > 0 && line <= last {
			return line, at, "a formula with " + sign + " must be in quotes within { } and [ ]"
		}
		if at, what := torn(l); at > 0 && line <= last {
			return line, at, what
		}
		for first := true; ; first = false {
			item := body == "-" || strings.HasPrefix(body, "- ")
			name, value, colon := field(body)
			if !item && !colon && len(open) > 0 && indent > open[len(open)-1].indent {
				break // the text of the field above goes on
			}
			within, ok := place(open, opens || !first, indent, line, item, name)
			if !ok {
				return line, indent + 1, misplaced(open, opens, indent, item)
			}
			open = within
			if item {
				rest := strings.TrimLeft(body[1:], " ")
				indent, body, opens = indent+len(body)-len(rest), rest, true
				if rest == "" || !entry(rest) {
					break
				}
				continue
			}
			if !colon {
				if before, after, ok := strings.Cut(body, ":"); ok && after != "" && plain(before) {
					return line, indent + len(before) + 2, fmt.Sprintf("expected a space after %q", before+":")
				}
				if plain(body) && len(open) > 0 && !open[len(open)-1].list {
					return line, indent + 1, "expected a field, such as \"name: value\""
				}
				return 0, 0, "" // text in quotes or brackets that goes on over lines
			}
			if comment := strings.Index(" "+value, " #"); comment >= 0 && plain(value) {
				value = strings.TrimRight(value[:comment], " ")
			}
			opens = value == ""
			switch {
			case opens:
			case value[0] == '|' || value[0] == '>':
				literal = open[len(open)-1].indent
			case strings.ContainsAny(value[:1], "\"'[{"):
				if !closed(value) {
					return 0, 0, ""
				}
			case reserved(value):
				return line, len(l) - len(value) + 1, fmt.Sprintf("a text that begins with %q must be in quotes", value[:1])
			case strings.Contains(value, ": "):
				at := len(l) - len(value) + strings.Index(value, ": ") + 1
				return line, at, "a text that contains \": \" must be in quotes"
			}
			break
		}
	}
	return 0, 0, ""
}

// torn finds, on a line, a formula that YAML takes for something else by how it begins: with a text in quotes behind which it goes on, or
// with !. It returns the column where the formula begins, 0 if there is none, and what is expected.
func torn(l string) (column int, message string) {
	begins, depth := true, 0 // a text may begin here; open { and [
	for i := 0; i < len(l); i++ {
		c, next := l[i], byte(' ')
		if i+1 < len(l) {
			next = l[i+1]
		}
		switch {
		case c == ' ', begins && c == '-' && next == ' ':
		case c == '#' && (i == 0 || l[i-1] == ' '):
			return 0, ""
		case begins && c == '!' && next != '!' && next != ' ':
			return i + 1, "a text that begins with ! must be in quotes; a condition can begin with not"
		case begins && (c == '"' || c == '\''):
			n := strings.IndexByte(l[i+1:], c)
			if n < 0 {
				return 0, ""
			}
			rest := strings.TrimLeft(l[i+n+2:], " ")
			if rest != "" && !strings.ContainsAny(rest[:1], `,:#]}"'`) {
				return i + 1, `text after the closing quote: all of it must be in quotes, such as '"a" == b'`
			}
			i, begins = i+n+1, false
		case begins && (c == '[' || c == '{'):
			depth++
		case c == ',' && depth > 0, c == ':' && next == ' ':
			begins = true
		default:
			if begins = false; depth > 0 && (c == ']' || c == '}') {
				depth--
			}
		}
	}
	return 0, ""
}

// unquoted finds, on a line, a text within { } or [ ] that is not in quotes and has a comma between its own brackets, or brackets of a list: YAML
// ends it there. It returns the column where the text begins, 0 if there is none, and what it has.
func unquoted(l string) (column int, sign string) {
	depth, begins, calls := 0, 0, 0 // open { and [; where the text begins, 0 between texts; its open brackets
	quote := rune(0)
	for i, c := range l {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case begins == 0 && (c == '"' || c == '\''):
			quote = c
		case begins > 0 && depth > 0 && (c == '[' || c == '{'):
			return begins, "brackets"
		case c == '{' || c == '[':
			depth, begins, calls = depth+1, 0, 0
		case c == '}' || c == ']':
			depth, begins, calls = depth-1, 0, 0
		case depth <= 0:
		case c == ',' && calls > 0:
			return begins, "a comma"
		case c == ',' || c == ':' && strings.HasPrefix(l[i+1:], " "):
			begins, calls = 0, 0
		case c == '(':
			calls++
		case c == ')':
			calls--
		}
		if depth > 0 && quote == 0 && begins == 0 && !strings.ContainsRune(" ,:{}[]\"'", c) {
			begins = i + 1
		}
	}
	return 0, ""
}

// field splits "name: value".
func field(body string) (name, value string, ok bool) {
	if strings.HasSuffix(body, ":") && plain(body) {
		return body[:len(body)-1], "", true
	}
	name, value, ok = strings.Cut(body, ": ")
	if !ok || !plain(name) {
		return "", "", false
	}
	return name, strings.TrimLeft(value, " "), true
}

// plain reports whether a text begins as one without quotes and brackets.
func plain(s string) bool { return s != "" && !strings.ContainsAny(s[:1], "\"'[{]}&*!|>%@`,") }

// reserved reports whether a text begins with a sign that YAML keeps for itself, and is no name of another place ("*here").
func reserved(value string) bool {
	return strings.ContainsAny(value[:1], "%@`") || value[0] == '*' && strings.ContainsAny(value[1:], "*/ ")
}

// entry reports whether what follows a dash is a field, or an item itself.
func entry(rest string) bool {
	_, _, colon := field(rest)
	return colon || rest == "-" || strings.HasPrefix(rest, "- ")
}

// closed reports whether a text in quotes or brackets ends on its line.
func closed(value string) bool {
	depth, quote := 0, rune(0)
	for _, c := range value {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		}
	}
	return depth <= 0 && quote == 0
}

// place puts a line into the blocks that are open, and reports whether it belongs into one.
func place(open []block, opens bool, indent, line int, item bool, name string) ([]block, bool) {
	for n := len(open); n > 0; n-- {
		top := open[n-1]
		switch {
		case top.indent == indent && top.list == item:
			return open[:n], true
		case top.indent < indent && n == len(open) && opens, top.indent == indent && item && n == len(open) && opens:
			return append(open, block{indent, line, item, name}), true // a list may stand as far left as its field
		case top.indent < indent:
			return nil, false
		}
	}
	if len(open) > 0 {
		return nil, false
	}
	return []block{{indent, line, item, name}}, true
}

// misplaced says how a line like this one would fit; the nearest places, at most two.
func misplaced(open []block, opens bool, indent int, item bool) string {
	type fit struct {
		away int
		text string
	}
	var fits []fit
	for i, b := range slices.Backward(open) {
		switch {
		case b.list == item && b.name != "" && i > 0 && open[i-1].line == b.line:
			fits = append(fits, fit{max(b.indent-indent, indent-b.indent), fmt.Sprintf("%d, as %q on line %d", b.indent, b.name, b.line)})
		case b.list == item:
			fits = append(fits, fit{max(b.indent-indent, indent-b.indent), fmt.Sprintf("%d, as on line %d", b.indent, b.line)})
		case b.indent == indent && b.list:
			fits = append(fits, fit{0, fmt.Sprintf("\"- \" before it, as on line %d", b.line)})
		case b.indent == indent:
			fits = append(fits, fit{0, fmt.Sprintf("no \"- \" before it, as on line %d", b.line)})
		}
	}
	if top := len(open) - 1; opens && top >= 0 {
		fits = append(fits, fit{open[top].indent + 1 - indent, fmt.Sprintf("more than %d", open[top].indent)})
	}
	slices.SortStableFunc(fits, func(a, b fit) int { return a.away - b.away })
	var texts []string
	for _, f := range fits[:min(2, len(fits))] {
		texts = append(texts, f.text)
	}
	what, spaces := "field", "spaces"
	if item {
		what = "list item"
	}
	if indent == 1 {
		spaces = "space"
	}
	expected := strings.Join(texts, "; or ")
	if expected == "" {
		expected = "a field"
	}
	return fmt.Sprintf("%s indented by %d %s: expected %s", what, indent, spaces, expected)
}
