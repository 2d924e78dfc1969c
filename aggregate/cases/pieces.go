package cases

import (
	"fmt"
	"strconv"
	"strings"

	"adjudicate/events"
	"adjudicate/rules"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// PieceSpec is a piece as a case writes it: "Ra1", "Hj10(Hn=3)" or, off-board, "R". Name is a
// glyph or the name of a type.
type PieceSpec struct {
	Name     string
	At       string // "" off-board
	Counters []events.Counter
	line     int // of the file; 0 for one made by hand
}

// Pieces is a list of on-board pieces.
type Pieces []PieceSpec

// Holding is a list of off-board pieces; "none" is an empty one.
type Holding []PieceSpec

var (
	onBoardForm = pattern(`^(?:(.+?)([a-z][1-9][0-9]?)|(.+)@([a-z]{1,2}[1-9][0-9]?))(?:\((.*)\))?$`)
	inHandForm  = pattern(`^([^()]+)(?:\((.*)\))?$`)
)

// UnmarshalYAML reads pieces separated by spaces.
func (l *Pieces) UnmarshalYAML(n ast.Node) error {
	s, err := text(n)
	if err != nil {
		return err
	}
	for _, word := range strings.Fields(s) {
		if name, line, ok := strings.Cut(word, ":"); ok {
			squares, err := squareRange(line)
			if name == "" || err != nil {
				return faultAt(n, `expected pieces along a line such as "p:a1..a20", found %q`, word)
			}
			for _, at := range squares {
				*l = append(*l, PieceSpec{Name: name, At: at, line: n.GetToken().Position.Line})
			}
			continue
		}
		m := onBoardForm().FindStringSubmatch(word)
		if m == nil {
			return faultAt(n, `expected a piece on its square such as "Ra1", "R@ab1" or "Hj10(Hn=3)", found %q`, word)
		}
		spec := PieceSpec{Name: strings.TrimSuffix(m[1], "@") + m[3], At: m[2] + m[4], line: n.GetToken().Position.Line}
		if !isSquare(spec.At) {
			return faultAt(n, "%s: no board has a square %s", word, spec.At)
		}
		if spec.Counters, err = parseCounters(m[5]); err != nil {
			return faultAt(n, "%s: %v", word, err)
		}
		*l = append(*l, spec)
	}
	return nil
}

// UnmarshalYAML reads pieces separated by spaces, without squares.
func (l *Holding) UnmarshalYAML(n ast.Node) error {
	s, err := text(n)
	if err != nil {
		return err
	}
	*l = Holding{}
	if s == "none" {
		return nil
	}
	for _, word := range strings.Fields(s) {
		m := inHandForm().FindStringSubmatch(word)
		if m == nil {
			return faultAt(n, `expected an off-board piece such as "R" or "H(Hn=3)", found %q`, word)
		}
		spec := PieceSpec{Name: m[1], line: n.GetToken().Position.Line}
		if spec.Counters, err = parseCounters(m[2]); err != nil {
			return faultAt(n, "%s: %v", word, err)
		}
		*l = append(*l, spec)
	}
	return nil
}

// parseCounters reads "Hn=3", several separated by ",".
func parseCounters(s string) ([]events.Counter, error) {
	if s == "" {
		return nil, nil
	}
	var list []events.Counter
	for _, c := range strings.Split(s, ",") {
		name, value, _ := strings.Cut(c, "=")
		v, err := strconv.Atoi(value)
		if name == "" || err != nil {
			return nil, fmt.Errorf("expected a counter such as Hn=3, found %q", c)
		}
		list = append(list, events.Counter{Name: name, Value: v})
	}
	return list, nil
}

func formatCounters(list []events.Counter) string {
	if len(list) == 0 {
		return ""
	}
	var parts []string
	for _, c := range list {
		parts = append(parts, c.Name+"="+strconv.Itoa(c.Value))
	}
	return "(" + strings.Join(parts, ",") + ")"
}

// LastSpec is a side's most recent atomic play, written "move Camel", "capture
// HarfyBlob(Hn=3)", "move Echo as Camel" or "pass".
type LastSpec struct {
	Play, Type, As string
	Counters       []events.Counter
}

// UnmarshalYAML reads the play.
func (l *LastSpec) UnmarshalYAML(n ast.Node) error {
	s, err := text(n)
	if err != nil {
		return err
	}
	words := strings.Fields(s)
	if len(words) == 1 && (words[0] == "pass" || words[0] == "surrender" || words[0] == "none") {
		*l = LastSpec{Play: words[0]}
		return nil
	}
	known := len(words) > 0 && words[0] == strings.ToLower(words[0]) // move, capture, placement, or a declared kind of move
	switch {
	case known && len(words) == 2:
	case known && len(words) == 4 && words[2] == "as":
		l.As = words[3]
	default:
		return faultAt(n, `expected a play such as "move Camel", "move Echo as Camel" or "pass", found %q`, s)
	}
	m := inHandForm().FindStringSubmatch(words[1])
	if m == nil {
		return faultAt(n, "expected a type, found %q", words[1])
	}
	l.Play, l.Type = words[0], m[1]
	if l.Counters, err = parseCounters(m[2]); err != nil {
		return faultAt(n, "%v", err)
	}
	return nil
}

// String returns the play without its counters.
func (l LastSpec) String() string {
	s := l.Play
	if l.Type != "" {
		s += " " + l.Type
	}
	if l.As != "" {
		s += " as " + l.As
	}
	return s
}

// Squares says which squares a list must hold: exactly those, or with some and without others.
type Squares struct {
	Exact         bool
	With, Without []string
}

// UnmarshalYAML reads "b1 a2..a11", "none" or {with: b1, without: a12}.
func (q *Squares) UnmarshalYAML(n ast.Node) error {
	if _, ok := n.(*ast.MappingNode); !ok {
		if _, ok := n.(*ast.MappingValueNode); !ok {
			list, err := squareList(n)
			q.Exact, q.With = true, list
			return err
		}
	}
	var parts struct {
		With    squareWords `yaml:"with"`
		Without squareWords `yaml:"without"`
	}
	if err := yaml.NodeToValue(n, &parts, yaml.Strict()); err != nil {
		return err
	}
	q.With, q.Without = parts.With, parts.Without
	return nil
}

type squareWords []string

func (w *squareWords) UnmarshalYAML(n ast.Node) error {
	list, err := squareList(n)
	*w = list
	return err
}

// squareList reads squares, ranges along a line such as "a2..a11", and shots such as "a5(shot)".
func squareList(n ast.Node) ([]string, error) {
	s, err := text(n)
	if err != nil || s == "none" {
		return nil, err
	}
	var list []string
	for _, word := range strings.Fields(s) {
		switch {
		case strings.Contains(word, ".."):
			line, err := squareRange(word)
			if err != nil {
				return nil, faultAt(n, "%v", err)
			}
			list = append(list, line...)
		case isSquare(strings.TrimSuffix(word, "(shot)")):
			list = append(list, word)
		default:
			return nil, faultAt(n, `expected squares such as "b1 a2..a11", or "none", found %q`, word)
		}
	}
	return list, nil
}

// squareRange returns the squares of "a2..a11".
func squareRange(word string) ([]string, error) {
	from, to, ok := strings.Cut(word, "..")
	if !ok || !isSquare(from) || !isSquare(to) {
		return nil, fmt.Errorf("%q is not a line of squares", word)
	}
	return rules.SquaresBetween(from, to)
}

// isSquare reports whether a word is a square of some board.
func isSquare(word string) bool {
	_, _, ok := rules.ParseSquare(word)
	return ok
}
