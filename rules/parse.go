package rules

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"adjudicate/rules/names"
)

// File is a parsed rule file: its rules, and where each of their fields stands.
type File struct {
	Name   string
	Rules  []Rule
	places []map[string]place // by rule, by field
	broken []bool             // by rule: it could not be read whole
}

// Parse reads the rules of a YAML file: one rule, several documents with a rule each, or
// a list under "rules". It is strict; its error is Problems, with all it found.
func Parse(file string, text []byte) ([]Rule, error) {
	f, err := ParseFile(file, text)
	if err != nil {
		return nil, err
	}
	return f.Rules, nil
}

// ParseFile is Parse with the places of fields, for Check.
func ParseFile(file string, text []byte) (*File, error) {
	f, problems := ReadFile(file, text)
	if len(problems) > 0 {
		return nil, problems
	}
	return f, nil
}

// ReadFile is ParseFile for whoever wants to see all that is wrong: the file has also the rules that could be
// read in part only, which Check passes over. It is nil if the text as such cannot be read.
func ReadFile(file string, text []byte) (*File, Problems) {
	docs, err := readYAML(file, text)
	if err != nil {
		return nil, problemsOf(file, err)
	}
	f := &File{Name: file}
	var problems Problems
	for _, doc := range docs {
		for _, n := range ruleNodes(doc) {
			if len(f.Rules) == mostRules {
				return nil, malformed(file, n.line, n.column, fmt.Sprintf("too many rules in a file: expected at most %d", mostRules))
			}
			d := &decoder{file: file, places: map[string]place{}}
			var r Rule
			d.rule(n, &r)
			d.assured(&r)
			problems = append(problems, d.problems...)
			f.Rules = append(f.Rules, r)
			f.places = append(f.places, d.places)
			f.broken = append(f.broken, len(d.problems) > 0)
		}
	}
	for i := range f.Rules {
		for j := range i {
			if f.Rules[i].Number == f.Rules[j].Number && !f.broken[i] {
				p := Problem{Rule: f.Rules[i].Number, Field: "number", Message: fmt.Sprintf("duplicate rule %s", f.Rules[i].Number)}
				problems = append(problems, f.locate(i, p))
				f.broken[i] = true
				break
			}
		}
	}
	if len(f.Rules) == 0 {
		problems = malformed(file, 1, 1, "no rule in the file")
	}
	return f, problems
}

// ruleNodes returns the rules of a document: the items under its only key "rules", or
// the document itself.
func ruleNodes(doc *node) []*node {
	if doc.form == aMap && len(doc.keys) == 1 && doc.keys[0].text == "rules" && (doc.items[0].form == aList || doc.items[0].form == aNull) {
		return doc.items[0].items
	}
	return []*node{doc}
}

// rule decodes a rule and holds it to what every rule has.
func (d *decoder) rule(n *node, r *Rule) {
	d.decode(n, reflect.ValueOf(r).Elem(), "")
	if len(d.problems) > 0 {
		return
	}
	if r.Piece != nil && r.Piece.Betza != "" {
		modes, err := Betza(r.Piece.Betza)
		if err != nil {
			at := d.places["piece.betza"]
			d.fail(&node{line: at.line, column: at.column}, "piece.betza", "", "%s", err.Error())
		}
		r.Piece.Betza, r.Piece.Modes = "", append(modes, r.Piece.Modes...)
	}
	if r.Piece != nil && r.Piece.Confined != "" {
		within := Expr(fmt.Sprintf("in(%q)", r.Piece.Confined))
		for i := range r.Piece.Modes {
			m := &r.Piece.Modes[i]
			if m.Land == "" {
				m.Land = within
			} else {
				m.Land = within + " and (" + m.Land + ")"
			}
		}
		r.Piece.Confined = ""
	}
	switch {
	case r.Number == "":
		d.fail(n, "number", "", "missing rule number")
	case !validNumber(r.Number):
		at, hint := d.places["number"], ""
		if number, revision, ok := strings.Cut(r.Number, "/"); ok {
			hint = fmt.Sprintf("write number: %s and revision: %s", number, revision)
		}
		d.fail(&node{line: max(1, at.line), column: max(1, at.column)}, "number", hint, "invalid rule number %q: expected whole numbers separated by dots, such as 12.5", r.Number)
	case r.Revision < 0:
		d.fail(n, "revision", "", "expected a revision of at least 0")
	}
	if _, err := time.Parse(time.DateOnly, r.Until); err != nil && r.Until != "" {
		at := d.places["until"]
		d.fail(&node{line: at.line, column: at.column}, "until", "", "invalid date %q: expected one such as 1998-12-24", r.Until)
	}
}

// Rule returns the rule of a number.
func (f *File) Rule(number string) (*Rule, bool) {
	for i := range f.Rules {
		if f.Rules[i].Number == number {
			return &f.Rules[i], true
		}
	}
	return nil, false
}

// Only returns the rule of a number, or the only one if the number is empty or there is one alone.
func (f *File) Only(number string) (*Rule, error) {
	if len(f.Rules) == 1 {
		return &f.Rules[0], nil
	}
	if r, ok := f.Rule(number); ok {
		return r, nil
	}
	if number == "" {
		return nil, fmt.Errorf("%s holds several rules, %s: expected the number of one", f.Name, strings.Join(f.Numbers(), ", "))
	}
	return nil, names.Unknown("rule in "+f.Name, number, f.Numbers())
}

// Numbers lists the numbers of the rules.
func (f *File) Numbers() []string {
	list := make([]string, len(f.Rules))
	for i := range f.Rules {
		list[i] = f.Rules[i].Number
	}
	return list
}

// Parts are the rules of a whole game that stand in a folder: its own files, the register, the rules that the files amend, and all rules.
type Parts struct {
	Files       []*File
	Register    *Register
	Base, Whole *Rulebook
	Game        Game
	Begin       func() Problems // what is refused when a game of them begins; nil: nobody can begin one
}

// Check checks the files.
func (p *Parts) Check() Problems { return CheckFiles(p.Files, p.Base, p.Whole, p.Register, p.Game) }

// CheckFiles checks each of several files: against the rules of all (whole) for what the others define, and against
// those that the files amend (base) for what its own rules replace or set.
func CheckFiles(files []*File, base, whole *Rulebook, register *Register, game Game) Problems {
	var list []review
	for _, f := range files {
		book := whole
		for _, number := range f.Numbers() {
			book = book.Without(number)
			if have, ok := base.Rule(number); ok {
				book = book.With(have)
			}
		}
		list = append(list, f.reviews(book)...)
	}
	return reviewed(list, register, game)
}

// Check checks each rule of the file against a rulebook with the file's other rules, and a
// register, as the function Review does, and says where in the file each problem stands.
func (f *File) Check(book *Rulebook, register *Register, game Game) Problems {
	return reviewed(f.reviews(book), register, game)
}

// A review is the i-th rule of a file, to be checked against the others. It has none if the rule cannot be read.
type review struct {
	file   *File
	i      int
	others *Rulebook
}

func (f *File) reviews(book *Rulebook) (list []review) {
	if book == nil {
		book = new(Rulebook)
	}
	whole := book
	for i := range f.Rules {
		if r, err := book.Complete(f.Rules[i]); err == nil { // else its own check says why
			whole = whole.With(r)
		}
	}
	whole.judge() // what is known of its definitions is known of them without one
	for i := range f.Rules {
		r := review{file: f, i: i}
		if !f.broken[i] {
			number := f.Rules[i].Number
			r.others = whole.Without(number)
			if earlier, ok := book.Rule(number); ok {
				r.others = r.others.With(earlier)
			}
		}
		list = append(list, r)
	}
	return list
}

// reviewed makes the reviews. What one rule lacks may stand in another that has a fault: beside such a one it is not doubted.
func reviewed(list []review, register *Register, game Game) (out Problems) {
	found := make([]Problems, len(list))
	faulty := 0
	check := func(k int) {
		if r := list[k]; r.others != nil {
			found[k] = Review(&r.file.Rules[r.i], r.others, register, game)
		}
	}
	sound := func(k int) bool { return list[k].others != nil && len(found[k].Faults()) == 0 }
	for k := range list {
		if check(k); !sound(k) {
			faulty++
		}
	}
	game.Faulty = faulty > 0
	for k, r := range list {
		if game.Faulty && sound(k) {
			check(k)
		}
		for _, p := range found[k] {
			out = append(out, r.file.locate(r.i, p))
		}
	}
	return out
}

// Broken reports whether the i-th rule could not be read whole.
func (f *File) Broken(i int) bool { return f.broken[i] }

// Problem is a fault of the i-th rule at a field.
func (f *File) Problem(i int, field, hint, message string) Problem {
	return f.locate(i, Problem{Rule: f.Rules[i].Number, Field: field, Message: message, Hint: hint})
}

// locate fills in the place of a problem of the i-th rule: that of its field, or of the
// nearest field around it.
func (f *File) locate(i int, p Problem) Problem {
	p.File = f.Name
	field := p.Field
	for {
		at, ok := f.places[i][field]
		if !ok && field != "" {
			at, ok = f.places[i]["set."+field]
		}
		if ok {
			p.Line, p.Column = at.line, at.column
			if field == p.Field && p.formulaStart > 0 && at.plain >= 0 {
				p.Column += at.plain + p.formulaStart - 1
			}
			return p
		}
		if field == "" {
			return p
		}
		if field = parentField(field); field == "" && len(f.Rules[i].Set) > 0 {
			field = f.Rules[i].Set.nearest(p.Field)
		}
	}
}

// parentField cuts the last part off a field: "modes[0].legs" is the parent of
// "modes[0].legs[1]", and "modes[0]" that of "modes[0].legs".
func parentField(field string) string {
	for i := len(field) - 1; i > 0; i-- {
		if field[i] == '.' || field[i] == '[' {
			return field[:i]
		}
	}
	return ""
}
