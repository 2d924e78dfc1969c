package cases

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Sides is the sides of a set-up in the order written.
type Sides []SideSpec

// UnmarshalYAML reads a map from the side's name to its description.
func (l *Sides) UnmarshalYAML(n ast.Node) error {
	var pairs []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		pairs = n.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{n}
	default:
		return faultAt(n, "expected sides, each with its description")
	}
	for _, p := range pairs {
		var s SideSpec
		if _, empty := p.Value.(*ast.NullNode); !empty {
			if err := yaml.NodeToValue(p.Value, &s, yaml.Strict()); err != nil {
				return err
			}
		}
		s.Name = p.Key.GetToken().Value
		if s.Player == "" {
			s.Player = s.Name
		}
		*l = append(*l, s)
	}
	return nil
}

// Load reads every *.yaml file below the root of a file system, one case each, and returns
// the cases in order of rule, clause and number. All faults are reported, joined; each is a
// [*FormatError].
func Load(fsys fs.FS) ([]Case, error) {
	var list []Case
	var faults []error
	owner := map[string]string{}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".yaml" {
			return err
		}
		src, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		c, err := Parse(name, src)
		if err != nil {
			faults = append(faults, err)
			return nil
		}
		if other, taken := owner[c.ID]; taken {
			faults = append(faults, &FormatError{File: name, Message: fmt.Sprintf("id %s is that of %s", c.ID, other)})
		}
		owner[c.ID] = name
		list = append(list, c)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read cases: %w", err)
	}
	slices.SortFunc(list, func(a, b Case) int { return compareIDs(a.ID, b.ID) })
	return list, errors.Join(faults...)
}

// Parse reads one case. The error is a [*FormatError].
func Parse(file string, src []byte) (Case, error) {
	c, err := parse(file, src)
	if err == nil {
		return c, nil
	}
	var format *FormatError
	var syntax yaml.Error
	switch {
	case errors.As(err, &format):
		format.File = file
	case errors.As(err, &syntax):
		format = &FormatError{File: file, Message: syntax.GetMessage()}
		if t := syntax.GetToken(); t != nil && t.Position != nil {
			format.Line, format.Column = t.Position.Line, t.Position.Column
		}
	default:
		format = &FormatError{File: file, Message: err.Error()}
	}
	return Case{}, format
}

func parse(file string, src []byte) (Case, error) {
	tree, err := parser.ParseBytes(src, 0)
	if err != nil {
		return Case{}, err
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		return Case{}, &FormatError{Message: "expected one case"}
	}
	var c Case
	if err := yaml.NodeToValue(tree.Docs[0].Body, &c, yaml.Strict()); err != nil {
		return Case{}, err
	}
	c.File = file
	for i, line := range stepLines(tree.Docs[0].Body) {
		if i < len(c.Steps) {
			c.Steps[i].Line = line
		}
	}
	if err := c.check(); err != nil {
		return Case{}, err
	}
	return c, nil
}

// stepLines returns the line on which each step begins.
func stepLines(body ast.Node) []int {
	m, ok := body.(*ast.MappingNode)
	if !ok {
		return nil
	}
	var lines []int
	for _, p := range m.Values {
		steps, ok := p.Value.(*ast.SequenceNode)
		if !ok || p.Key.GetToken().Value != "steps" {
			continue
		}
		for _, s := range steps.Values {
			token := s.GetToken()
			if mapping, ok := s.(*ast.MappingNode); ok && len(mapping.Values) > 0 {
				token = mapping.Values[0].Key.GetToken()
			}
			lines = append(lines, token.Position.Line)
		}
	}
	return lines
}

var idForm = regexp.MustCompile(`^([0-9]+(\.[0-9A-Za-z-]+)*\.[0-9]+|R\.[a-z0-9-]+\.[a-z0-9()-]+|X\.[a-z0-9-]+\.[0-9]+)$`)

// check finds what is well formed but makes no sense.
func (c *Case) check() error {
	fault := func(line int, format string, args ...any) error {
		return &FormatError{Line: line, Column: 1, Message: fmt.Sprintf(format, args...)}
	}
	switch {
	case !idForm.MatchString(c.ID):
		return fault(1, `id: expected a clause and a number such as "5.2.1" or "2.6-C.3", found %q`, c.ID)
	case strings.TrimSuffix(path.Base(c.File), ".yaml") != c.ID:
		return fault(1, "id %s does not match the file's name", c.ID)
	case c.Title == "" || c.Purpose == "" || len(c.Clauses) == 0:
		return fault(1, "title, purpose and clause are needed")
	case len(c.Steps) == 0 && c.Holds == nil:
		return fault(1, "neither steps nor holds: the case asks nothing")
	case strings.HasPrefix(c.ID, "R.") && len(c.Readings) == 0:
		return fault(1, "a case of the register names the reading it rests on")
	}
	seen := map[string]string{}
	names := map[string]bool{}
	for _, s := range c.Sides {
		if names[s.Name] {
			return fault(1, "side %s is there twice", s.Name)
		}
		names[s.Name] = true
		for _, p := range s.Board {
			if other, taken := seen[p.At]; taken {
				return fault(1, "%s has two pieces: %s and %s", p.At, other, s.Name+" "+p.Name)
			}
			seen[p.At] = s.Name + " " + p.Name
		}
	}
	for _, name := range c.List {
		if !names[name] {
			return fault(1, "list: %s is not one of the sides", name)
		}
	}
	if c.List != nil && len(c.List) != len(c.Sides) {
		return fault(1, "list: expected every side once")
	}
	if err := c.Holds.check(); err != nil {
		return fault(1, "holds: %v", err)
	}
	for _, s := range c.Steps {
		if (s.Play == "") == (s.Do == "") {
			return fault(s.Line, `a step has either "play" or "do"`)
		}
		if !s.Is.Given {
			return fault(s.Line, `a step has a verdict: "is: accepted" or "is: rejected by …"`)
		}
		if err := s.Then.check(); err != nil {
			return fault(s.Line, "then: %v", err)
		}
	}
	return nil
}

// check finds keys of claims that are no squares.
func (k *Claims) check() error {
	if k == nil {
		return nil
	}
	for square := range k.Board {
		if !squareForm.MatchString(square) {
			return fmt.Errorf("board: %q is not a square", square)
		}
	}
	for key := range k.Pieces {
		side, glyph, off := strings.Cut(key, " ")
		if off && side != "" && glyph != "" || squareForm.MatchString(key) {
			continue
		}
		return fmt.Errorf(`pieces: expected a square or, off-board, "Red C", found %q`, key)
	}
	return nil
}

// compareIDs orders ids by their parts, numbers by size; cases of the register come last.
func compareIDs(a, b string) int {
	x, y := strings.FieldsFunc(a, idBreak), strings.FieldsFunc(b, idBreak)
	for i := 0; i < len(x) && i < len(y); i++ {
		m, errM := strconv.Atoi(x[i])
		n, errN := strconv.Atoi(y[i])
		switch {
		case errM == nil && errN == nil:
			if m != n {
				return cmp.Compare(m, n)
			}
		case errM == nil:
			return -1
		case errN == nil:
			return 1
		case x[i] != y[i]:
			return cmp.Compare(x[i], y[i])
		}
	}
	return cmp.Compare(len(x), len(y))
}

func idBreak(r rune) bool { return r == '.' || r == '-' }
