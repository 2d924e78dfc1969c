package rules

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"adjudicate/rules/formula"
	"adjudicate/rules/names"
)

// Check says what is wrong with a rule before it enters a rulebook: book is the rulebook
// without it or with an earlier revision, register the interpretation register; either
// may be nil. Problems come in the order of the rule's fields. A rule without Faults can
// be used; Doubts are worth a look.
func Check(r *Rule, book *Rulebook, register *Register) []Problem {
	_, problems := CheckInto(r, book, register)
	return problems
}

// CheckInto is Check, and returns the rulebook with the rule in it as well, nil if the rule sets fields that it cannot set.
func CheckInto(r *Rule, book *Rulebook, register *Register) (after *Rulebook, problems []Problem) {
	return check(r, book, register, false, Game{})
}

// Review is Check, and doubts the parts of the rule that have no effect as well. It is for whoever writes
// a rule: what a ruling says of a rule does not hang on it.
func Review(r *Rule, book *Rulebook, register *Register, game Game) []Problem {
	_, problems := check(r, book, register, true, game)
	return problems
}

func check(r *Rule, book *Rulebook, register *Register, idle bool, game Game) (after *Rulebook, problems []Problem) {
	if book == nil {
		book = new(Rulebook)
	}
	set := r.Set
	whole, err := book.Complete(*r)
	if problems, ok := errors.AsType[Problems](err); ok {
		return nil, problems
	}
	r = &whole
	after = book.With(whole)
	c := newChecker(r, after.Procedure(), after.typeNames(), register)
	r, c.reviewing, c.game, c.book = c.rule, idle, game, after
	c.survey(after)
	if r.Piece == nil && r.Procedure == nil && r.Note == "" {
		c.doubt("", "expected a definition or a note")
	}
	c.lasting(r)
	if r.Piece != nil {
		c.piece(r.Piece)
		c.claims(r, after)
	}
	if r.Procedure != nil {
		if reflect.ValueOf(*r.Procedure).IsZero() {
			c.doubt("procedure", "expected a section, such as board or duties")
		}
		c.sectionsTaken(r, book)
		c.procedure(r.Procedure)
	}
	c.replaced(set)
	c.againstRulebook(r, book, after)
	if idle && !game.Faulty {
		c.idle(r, after)
	}
	return after, c.problems
}

// replaced says of what is missing in a part that an amendment sets as a whole that it does.
func (c *checker) replaced(set Assignments) {
	for i := range c.problems {
		p := &c.problems[i]
		if p.Severity != Fault || p.Hint != "" && !strings.HasPrefix(p.Message, "missing") {
			continue
		}
		for _, s := range set {
			if (s.Path == "piece" || s.Path == "procedure") && strings.HasPrefix(p.Field, s.Path+".") {
				p.Hint = fmt.Sprintf("%s alone under set replaces the whole; single fields have a path each: %s: …", s.Path, p.Field)
			}
		}
	}
}

// survey notes of the definitions of a rulebook what formulas of a rule can ask them for.
func (c *checker) survey(book *Rulebook) {
	c.counterNames = []string{}
	for _, n := range c.merged.Counters {
		c.counterNames = append(c.counterNames, n.Name)
	}
	c.royal = []string{}
	for _, d := range book.Pieces() {
		c.glyphs = append(c.glyphs, [2]string{d.Piece.Glyph, d.Piece.Name})
		c.resisting = c.resisting || len(d.Piece.Resists) > 0
		if d.Piece.Royal {
			c.royal = append(c.royal, d.Piece.Name)
		}
		for _, n := range d.Piece.Counters {
			c.counterNames = append(c.counterNames, n.Name)
		}
		if len(d.Piece.Value) < 4 {
			continue // a number
		}
		r := c.resolver("", d.Piece)
		r.Type, r.Counter = nil, nil
		if f, err := formula.Compile(string(d.Piece.Value), ValueVocabulary(d.Piece.Counters, r), formula.Number); err == nil {
			c.valueCost = max(c.valueCost, int(f.Cost()))
		}
	}
}

// checker collects the problems of one rule. Without types no type is unknown, without a
// register no entry is: a rulebook judges definitions by themselves.
type checker struct {
	rule     *Rule
	merged   *Procedure // of the rulebook with the rule in it
	book     *Rulebook  // that one; nil: do not ask
	types    []string   // nil: do not ask
	register *Register
	problems Problems

	chosen       map[string]string // readings under which conditions are compiled, over the defaults
	supposing    *Piece            // whose counters are supposed not to be negative, while that is tried
	asked        map[string]bool   // entries of the register that conditions have asked for, if not nil
	royal        []string          // types of the rulebook; nil: do not ask
	resisting    bool              // a type of the rulebook can resist captures
	capturing    map[string]bool   // declared kinds in which some type captures, while circles are looked for
	counterNames []string          // of the types of the rulebook; nil: do not ask
	valueCost    int               // of the costliest value
	kept         keptWords
	constants    []constant
	reviewing    bool          // formulas are kept for a review
	formulas     []readFormula // those that were read
	decisive     []string      // fields of formulas of which it has been said what decides them
	game         Game          // to which the rule belongs
	glyphs       [][2]string   // of the types of the rulebook, with their names

	priced func(field string, f *formula.Formula) // is told each formula; nil: nobody
}

// keptWords is the vocabularies that were made, and what they were made for.
type keptWords struct {
	merged *Procedure
	cost   int
	words  map[*Piece]*formula.Vocabulary
}

// words is what conditions of a definition may say, where what they name has been checked before.
func (c *checker) words(p *Piece) *formula.Vocabulary {
	if k := &c.kept; k.words == nil || k.merged != c.merged || k.cost != c.valueCost {
		*k = keptWords{c.merged, c.valueCost, map[*Piece]*formula.Vocabulary{}}
	}
	v := c.kept.words[p]
	if v == nil {
		r := c.resolver("", p)
		r.Type = nil
		v = ConditionVocabulary(p.Counters, c.merged.Conditions, r)
		c.kept.words[p] = v
	}
	return v
}

// noWords is the vocabulary of a text that names nothing.
var noWords = new(formula.Vocabulary)

// plain reports whether a text is a number or a range of two, as most values and numbers of steps are: it means the same in every
// vocabulary, and none need be made for it.
func (e Expr) plain() bool {
	for i := range len(e) {
		if c := e[i]; c != '.' && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// conditionWords is what a condition or a number of steps that stands at a field of a definition may say.
func (c *checker) conditionWords(field string, src Expr, p *Piece) *formula.Vocabulary {
	if src.plain() {
		return noWords
	}
	return ConditionVocabulary(p.Counters, c.merged.Conditions, c.resolver(field, p))
}

// valueWords is what a value that stands at a field of a definition may say.
func (c *checker) valueWords(field string, src Expr, p *Piece) *formula.Vocabulary {
	if src.plain() {
		return noWords
	}
	return ValueVocabulary(p.Counters, c.resolver(field, p))
}

func newChecker(r *Rule, merged *Procedure, types []string, register *Register) *checker {
	if types != nil && r.Piece != nil && !slices.Contains(types, r.Piece.Name) {
		types = append(slices.Clone(types), r.Piece.Name)
	}
	if r.Piece != nil {
		if p := r.Piece.written(merged.Modes); p != r.Piece {
			whole := *r
			whole.Piece = p
			r = &whole
		}
	}
	return &checker{rule: r, merged: merged, types: types, register: register}
}

func (c *checker) fault(field, format string, args ...any) {
	c.problems = append(c.problems, Problem{Rule: c.rule.Number, Field: field, Message: fmt.Sprintf(format, args...)})
}

func (c *checker) doubt(field, format string, args ...any) {
	c.fault(field, format, args...)
	c.problems[len(c.problems)-1].Severity = Doubt
}

func (c *checker) hint(format string, args ...any) {
	c.problems[len(c.problems)-1].Hint = fmt.Sprintf(format, args...)
}

// word requires s to be one of words.
func (c *checker) word(field, s string, words ...string) {
	if slices.Contains(words, s) {
		return
	}
	if s == "" {
		c.fault(field, "missing value: expected one of %s", strings.Join(words, ", "))
		return
	}
	if len(words) == 0 {
		c.fault(field, "invalid value %q: no rule has any", s)
		return
	}
	c.fault(field, "invalid value %q: expected one of %s", s, strings.Join(words, ", "))
	if s == "any" && slices.Contains(words, "all") {
		c.hint("%s", names.Meant("all", ""))
		return
	}
	c.hint("%s", cmp.Or(names.Suggest(s, words, ""), wordMeant(s, words)))
}

// typeName notes a type that no rule defines. It is a doubt, not a fault: the rule that
// defines it may come later, and until then the name stands for nothing.
func (c *checker) typeName(field, name string) {
	if c.types == nil || slices.Contains(c.types, name) {
		return
	}
	c.doubt(field, "no such piece type in force: %q", name)
	if bare := strings.Trim(name, `"'`); bare != name && slices.Contains(c.types, bare) {
		c.hint("write it without quotation marks: %s", bare)
		return
	}
	if hint := c.glyphOf(name); hint != "" {
		c.hint("%s", hint)
		return
	}
	near := names.Near(name, c.types)
	for _, t := range c.types {
		if near == "" && names.Near(strings.ToLower(name), []string{strings.ToLower(t)}) != "" {
			near = t // a letter is missing before what was then written as a capital
		}
	}
	c.hint("%s", names.Meant(near, ""))
}

func (c *checker) typeNames(field string, names []string) {
	c.most(field, len(names), MostTypes, "types")
	for i, name := range names[:min(len(names), MostTypes)] {
		c.typeName(fmt.Sprintf("%s[%d]", field, i), name)
		if slices.Index(names, name) < i {
			c.fault(fmt.Sprintf("%s[%d]", field, i), "%q is listed twice", name)
		}
	}
}

// resolver gives formulas names that are checked: types as doubts at field, regions and
// counters of p, entries and readings of the register.
func (c *checker) resolver(field string, p *Piece) Resolver {
	r := Resolver{
		Type:      func(name string) (int, error) { c.typeName(field, name); return 0, nil },
		Square:    c.squareName,
		Counter:   func(name string) (int, error) { c.counterName(field, name, p); return 0, nil },
		ValueCost: c.valueCost,
	}
	r.Quantities, r.Chosen = c.merged.Named(), c.merged.Chosen()
	r.Order = func(name string) (int, error) {
		if kinds := append(c.merged.KindNames(), OrderMove); !slices.Contains(kinds, name) {
			return 0, names.Unknown("kind of order", name, kinds)
		}
		return 0, nil
	}
	r.Files, r.Ranks = c.board()
	if p != nil {
		r.Region = func(name string) (int, error) {
			list := c.regionNames(p)
			if !slices.Contains(list, name) {
				return 0, names.Unknown("region", name, list)
			}
			return 0, nil
		}
	}
	r.Reading = func(id string) (string, bool) {
		if c.asked != nil {
			c.asked[id] = true
		}
		return c.chosen[id], true
	}
	if c.register != nil {
		r.Entry = func(id string) error {
			if _, ok := c.register.Entry(id); !ok && !unlisted(id) {
				return names.Unknown("entry of the interpretation register", id, c.register.IDs())
			}
			return nil
		}
		r.Literal = func(entry, reading string) error {
			if _, ok := c.register.Entry(entry); !ok && unlisted(entry) {
				return nil // a register of before the question was asked
			}
			return c.register.Validate(entry, reading)
		}
		reading := r.Reading
		r.Reading = func(id string) (string, bool) {
			if name, ok := reading(id); name != "" {
				return name, ok
			}
			if e, ok := c.register.Entry(id); ok {
				return e.Default, ok
			}
			return Unlisted(id)
		}
	}
	return r
}

// squareName refuses a square that the board does not have.
func (c *checker) squareName(name string) (int, error) {
	file, rank, ok := ParseSquare(name)
	if !ok {
		return 0, fmt.Errorf("invalid square %q", name)
	}
	if b := c.merged.Board; b != nil && (file >= b.Files || rank >= b.Ranks) {
		return 0, fmt.Errorf("%s is off the board of %d files and %d ranks", name, b.Files, b.Ranks)
	}
	return 0, nil
}

// counterName notes a counter that no type has.
func (c *checker) counterName(field, name string, p *Piece) {
	if c.counterNames == nil || field == "" {
		return
	}
	list := slices.Clone(c.counterNames)
	if p != nil {
		for _, n := range p.Counters {
			list = append(list, n.Name)
		}
	}
	if slices.Contains(list, name) {
		return
	}
	c.doubt(field, "no such counter of a type in force: %q", name)
	c.hint("%s", names.Suggest(name, list, ""))
}

// formula compiles src; a problem is a fault at field. It returns nil then.
func (c *checker) formula(field string, src Expr, v *formula.Vocabulary, kind formula.Kind) *formula.Formula {
	before := len(c.problems)
	f, err := formula.Compile(string(src), v, kind)
	c.placed(before, src)
	c.refused(field, err)
	if text := strings.TrimSpace(string(src)); err != nil && kind == formula.Number && truths[strings.ToLower(text)] != "" {
		last := &c.problems[len(c.problems)-1]
		last.Message, last.Hint = fmt.Sprintf("expected a number, found %q", text), ""
	}
	if text := strings.TrimSpace(string(src)); err != nil && strings.HasSuffix(c.problems[len(c.problems)-1].Hint, " '"+text+"'") {
		c.hint("a name stands in quotes of its own within those of the field: '%q'", text)
	}
	c.ofAssets(err, v)
	if err == nil && c.priced != nil {
		c.priced(field, f)
	}
	if err == nil {
		c.read(field, src, f)
	}
	if err == nil && kind == formula.Bool {
		c.constantly(field, src, f)
	}
	return f
}

// placed gives the problems from one on, which name what a formula names, the place of that name in it, for a review.
func (c *checker) placed(from int, src Expr) {
	if !c.reviewing {
		return
	}
	for i := range c.problems[from:] {
		p := &c.problems[from+i]
		if m := firstQuoted().FindStringSubmatch(p.Message); m != nil && p.formulaStart == 0 {
			p.formulaStart = columnOf(string(src), m[1])
		}
	}
}

var firstQuoted = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"([^"]+)"`) })

// yields checks a formula that yields a thing; what says which things are meant.
func (c *checker) yields(field string, src Expr, v *formula.Vocabulary, what string) *formula.Formula {
	before := len(c.problems)
	f := c.formula(field, src, v, formula.Thing)
	for i := range c.problems[before:] { // a formula of another kind
		p := &c.problems[before+i]
		if found, ok := strings.CutPrefix(p.Message, "expected "+formula.Thing.String()+" here, "); ok {
			p.Message = "expected a " + what + ", " + found
		}
	}
	return f
}

// refused notes what the compiler of formulas says.
func (c *checker) refused(field string, err error) {
	if err == nil {
		return
	}
	bad, ok := err.(*formula.Error)
	if !ok {
		c.fault(field, "%s", err.Error())
		return
	}
	c.fault(field, "%s", bad.Message)
	last := &c.problems[len(c.problems)-1]
	last.Hint, last.formulaStart = bad.Hint, bad.Column
	if field == "piece.value" && bad.Column <= 1 && strings.Contains(bad.Hint, "fraction") {
		last.Hint = "a value counts in halves: 5 or 5.5"
	}
}

// areas checks a list of squares against the board; names of regions stand for their squares.
func (c *checker) areas(field string, items, regions []string) {
	for i, item := range items {
		at := fmt.Sprintf("%s[%d]", field, i)
		if slices.Contains(regions, item) {
			continue
		}
		f1, r1, f2, r2, err := ParseArea(item)
		if err != nil {
			message, hint := unknownArea(item, regions, err)
			c.fault(at, "%s", message)
			c.hint("%s", hint)
			continue
		}
		if b := c.merged.Board; b != nil && (max(f1, f2) >= b.Files || max(r1, r2) >= b.Ranks) {
			c.fault(at, "%q is off the board of %d files and %d ranks", item, b.Files, b.Ranks)
		}
	}
}

// identifier requires a name that formulas can use.
func (c *checker) identifier(field, name string, taken []string) {
	ok := name != "" && !formula.Reserved(name) && name != "in"
	for i, b := range []byte(name) {
		ok = ok && (b == '_' || b|0x20 >= 'a' && b|0x20 <= 'z' || i > 0 && b >= '0' && b <= '9')
	}
	if !ok {
		c.fault(field, "invalid name %q: expected letters, digits and _, but not a word of the formula language", name)
		return
	}
	if slices.Contains(taken, name) {
		c.fault(field, "name %q is already in use", name)
	}
}

// claims checks what a definition claims, such as its type and its glyph, against the rest of the
// rulebook, which holds the rule already.
func (c *checker) claims(r *Rule, after *Rulebook) {
	p := r.Piece
	if len(c.problems.Faults()) > 0 {
		return
	}
	for _, bad := range after.Invalid() {
		switch {
		case bad.InTurns(): // the ruling says so where both are in force
		case bad.Rule.Number == r.Number && strings.HasPrefix(bad.Why, noPart): // said of the part
		case bad.Rule.Number == r.Number:
			c.fault(claimField(p, bad.Why), "%s", bad.Why)
			if strings.HasPrefix(bad.Why, "the type") || strings.HasPrefix(bad.Why, "the glyph") {
				c.hint("enacted all the same, the rule is in force and defines no piece")
			}
			if p.Compound != nil { // it is one as soon as its parts are defined
				c.problems[len(c.problems)-1].Severity = Doubt
			}
		case bad.Rule.Piece.Name == p.Name:
			c.doubt("piece.name", "this makes rule %s invalid, which also defines %s", bad.Rule.Number, p.Name)
		case soundGlyph(bad.Rule.Piece.Glyph) && foldGlyph(bad.Rule.Piece.Glyph) == foldGlyph(p.Glyph):
			c.doubt("piece.glyph", "this makes rule %s invalid, which also claims %s", bad.Rule.Number, p.Glyph)
		}
	}
}

func claimField(p *Piece, why string) string {
	switch {
	case strings.HasPrefix(why, "the type"):
		return "piece.name"
	case strings.HasPrefix(why, "the glyph"), strings.HasPrefix(why, "glyphs"):
		return "piece.glyph"
	case p.Compound != nil:
		return "piece.compound"
	}
	return "piece"
}

// sectionsTaken checks that the sections of a procedure stand in no other rule.
func (c *checker) sectionsTaken(r *Rule, book *Rulebook) {
	today := r.Procedure.Today()
	for _, name := range sections {
		if !today.has(name) || slices.Contains(shared, name) {
			continue
		}
		for _, other := range book.rules {
			if other.Number != r.Number && (r.While == "" || other.While == "") && (other.Procedure.Today().has(name) || other.saysFormerly(name)) {
				c.fault(r.Procedure.written("procedure."+name), "rule %s already has this section; amend that rule (set changes single fields)", other.Clause(""))
			}
		}
	}
}
