package cases

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"adjudicate/rules/names"
	"adjudicate/rules/slip"
	"adjudicate/systems"
)

// Sides is the sides of a set-up in the order written.
type Sides []SideSpec

// UnmarshalYAML reads a map from the side's name to its description.
func (l *Sides) UnmarshalYAML(n ast.Node) error {
	described := pairs(n)
	if described == nil {
		return faultAt(n, "expected sides, each with its description")
	}
	for _, p := range described {
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

// Load reads every *.yaml file below the root of a file system and returns the cases in
// order of rule, clause and number. All faults are reported, joined; each is a [*FormatError].
func Load(fsys fs.FS) ([]Case, error) {
	var list []Case
	var faults []error
	owner := map[string]string{}
	texts, passed := systems.List(fsys, "", ".", ".yaml")
	for _, p := range passed.Faults() {
		faults = append(faults, &FormatError{File: p.File, Message: p.Message})
	}
	for _, name := range texts {
		src, err := systems.ReadText(fsys, name)
		if err != nil {
			faults = append(faults, &FormatError{File: name, Message: err.Error()})
			continue
		}
		found, err := Parse(name, src)
		if err != nil {
			faults = append(faults, err)
		}
		for _, c := range found {
			if other, taken := owner[c.ID]; taken {
				faults = append(faults, &FormatError{File: name, Line: c.Line, Column: 1, Message: fmt.Sprintf("id %s is that of %s", c.ID, other)})
			}
			owner[c.ID] = fmt.Sprintf("%s:%d", name, c.Line)
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b Case) int { return compareIDs(a.ID, b.ID) })
	return list, errors.Join(faults...)
}

// Parse reads the cases of a file: a section, whose first document describes it and each
// further one is a case, or a single case in a file with its name. It returns the sound
// ones; the faults of the others are joined, each a [*FormatError].
func Parse(file string, src []byte) ([]Case, error) {
	src = []byte(names.Composed(string(src)))
	tree, err := parser.ParseBytes(src, 0)
	if err != nil {
		e := formatError(file, err)
		if line, column, what := slip.Find(src, e.Line); line > 0 && !strings.Contains(e.Message, "already defined") {
			e.Line, e.Column, e.Message = line, column, what
		}
		return nil, e
	}
	docs := slices.DeleteFunc(tree.Docs, func(d *ast.DocumentNode) bool { return d.Body == nil })
	if len(docs) == 0 {
		return nil, &FormatError{File: file, Message: "expected cases"}
	}
	var section *Section
	if describesSection(docs[0].Body) {
		if section, err = parseSection(docs[0].Body); err != nil {
			return nil, formatError(file, err)
		}
		docs = docs[1:]
	} else if len(docs) > 1 {
		return nil, &FormatError{File: file, Line: 1, Column: 1, Message: `several cases need a first document with "section", "title" and "about"`}
	}
	var list []Case
	var faults []error
	for _, d := range docs {
		c, err := parseCase(file, section, d.Body)
		if err != nil {
			faults = append(faults, formatError(file, err))
			continue
		}
		list = append(list, c)
	}
	return list, errors.Join(faults...)
}

// formatError says in which file a fault is, and where if it knows.
func formatError(file string, err error) *FormatError {
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
	return format
}

// describesSection reports whether a document is that of a section and no case.
func describesSection(body ast.Node) bool {
	for _, p := range pairs(body) {
		if p.Key.GetToken().Value == "section" {
			return true
		}
	}
	return false
}

func parseSection(body ast.Node) (*Section, error) {
	s := &Section{}
	if err := yaml.NodeToValue(body, s, yaml.Strict()); err != nil {
		return nil, err
	}
	s.Name = written(body, "section")
	if s.Name == "" || s.Title == "" || s.About == "" {
		return nil, &FormatError{Line: firstLine(body), Column: 1, Message: "section, title and about are needed"}
	}
	s.About = strings.Join(strings.Fields(s.About), " ")
	return s, nil
}

func parseCase(file string, section *Section, body ast.Node) (Case, error) {
	said := generalise(body)
	var c Case
	if err := yaml.NodeToValue(body, &c, yaml.Strict()); err != nil {
		return Case{}, err
	}
	c.File, c.Line, c.Section, c.wording = file, firstLine(body), section, said
	c.ID = written(body, "id")
	for i, line := range stepLines(body) {
		if i < len(c.Steps) {
			c.Steps[i].Line = line
		}
	}
	if err := c.check(); err != nil {
		return Case{}, err
	}
	return c, nil
}

// pairs returns the keys of a map with their values.
func pairs(n ast.Node) []*ast.MappingValueNode {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	case *ast.AnchorNode:
		return pairs(n.Value)
	}
	return nil
}

// written returns the value of a key as the file has it: 3.10 is no number.
func written(body ast.Node, key string) string {
	for _, p := range pairs(body) {
		if p.Key.GetToken().Value == key {
			return p.Value.GetToken().Value
		}
	}
	return ""
}

func firstLine(body ast.Node) int {
	for _, p := range pairs(body) {
		return p.Key.GetToken().Position.Line
	}
	return body.GetToken().Position.Line
}

// stepLines returns the line on which each step begins.
func stepLines(body ast.Node) []int {
	var lines []int
	for _, p := range pairs(body) {
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

// idForm is what cases may be called: letters of any script and digits, between them . - and _, brackets around some.
var idForm = pattern(`^[\p{L}\p{N}]([\p{L}\p{M}\p{N}._()-]*[\p{L}\p{M}\p{N})])?$`)

// check finds what is well formed but makes no sense.
func (c *Case) check() error {
	fault := func(line int, format string, args ...any) error {
		return &FormatError{Line: line, Column: 1, Message: fmt.Sprintf(format, args...)}
	}
	switch {
	case !idForm().MatchString(c.ID):
		return fault(c.Line, `id: expected a name such as "5.2.1", "2.6-C.3" or "knight-leaps", found %q`, c.ID)
	case c.Section == nil && strings.TrimSuffix(path.Base(c.File), ".yaml") != c.ID:
		return fault(c.Line, "id %s does not match the file's name", c.ID)
	case c.Title == "" || c.Purpose == "" || len(c.Clauses) == 0:
		return fault(c.Line, "title, purpose and clause are needed")
	case len(c.Steps) == 0 && c.Holds == nil:
		return fault(c.Line, "neither steps nor holds: the case asks nothing")
	case strings.HasPrefix(c.ID, "R.") && len(c.Readings) == 0:
		return fault(c.Line, "a case of the register names the reading it rests on")
	}
	seen := map[string]string{}
	sides := map[string]bool{}
	for _, s := range c.Sides {
		if sides[s.Name] {
			return fault(c.Line, "side %s is there twice", s.Name)
		}
		sides[s.Name] = true
		for _, p := range s.Board {
			if other, taken := seen[p.At]; taken && other == s.Name+" "+p.Name {
				return fault(c.Line, "%s has two pieces: %s and %s", p.At, other, s.Name+" "+p.Name)
			}
			seen[p.At] = s.Name + " " + p.Name
		}
	}
	for _, name := range c.List {
		if !sides[name] {
			return fault(c.Line, "list: %s is not one of the sides", name)
		}
	}
	if c.List != nil && len(c.List) != len(c.Sides) {
		return fault(c.Line, "list: expected every side once")
	}
	if err := c.Holds.check(); err != nil {
		return fault(c.Line, "holds: %v", err)
	}
	for _, s := range c.Steps {
		if (s.Play == "") == (s.Do == "") {
			return fault(s.Line, `a step has either "play" or "do"`)
		}
		if !s.Is.Given {
			return fault(s.Line, `a step has a verdict: "is: accepted", "is: rejected" or "is: rejected by …"`)
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
		if !isSquare(square) {
			return fmt.Errorf("board: %q is not a square", square)
		}
	}
	for key := range k.Pieces {
		side, glyph, off := strings.Cut(key, " ")
		if off && side != "" && glyph != "" || isSquare(key) {
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
