package rules

import (
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"adjudicate/rules/names"
)

// Rulebook is the rules in force. It is immutable and safe for concurrent use; the rules,
// pieces and procedures it returns must not be changed. The zero Rulebook has no rules.
type Rulebook struct {
	rules  []*Rule      // by number
	texts  []*canonical // by rule: its canonical form
	once   sync.Once
	valid  atomic.Pointer[judged]
	before atomic.Pointer[judged] // of the rulebook that this one was made from, until it is judged
	stated sync.Once
	states []SourcedConsequence // what its procedures state, with what each cites

	readings map[string]string // under which it is judged; nil: under none
	aside    []string          // conditions of rules that it does not contain
}

// judged is what a rulebook finds out about its rules once it is asked.
type judged struct {
	pieces  []Definition
	invalid []Invalid
	from    []*Rule // those in force that have a procedure: what merged is made of
	merged  *Procedure
	sources map[string]string
	alone   map[*Rule]alone // by rules that define a piece, but for compounds

	readings map[string]string
}

// alone is what a definition is by itself: a rulebook that differs in other rules need not find it out again.
type alone struct {
	unsound string // why it would not be valid even on its own, or ""
	glyph   string // as it is compared
	whole   *Piece // with the named modes that it uses
}

// canonical is the canonical form of a rule, made once for all rulebooks that the rule is in.
type canonical struct {
	once  sync.Once
	bytes []byte

	sync.Mutex
	found map[*Search]bool // whether it has one of the words
}

// Definition is a valid piece definition and the rule that it stands in.
type Definition struct {
	Rule  *Rule
	Piece *Piece
}

// Invalid is a rule whose piece definition is not valid, and why: because of the rule By, which has its type or its glyph, or by itself.
type Invalid struct {
	Rule *Rule
	Why  string
	By   *Rule
}

// InTurns reports whether both rules have force while a condition holds, so that one may define what the other does.
func (i Invalid) InTurns() bool { return i.By != nil && i.By.While != "" && i.Rule.While != "" }

// NewRulebook returns a rulebook of rules. Of several with one number the last counts.
func NewRulebook(list ...Rule) *Rulebook {
	b := new(Rulebook)
	for _, r := range list {
		b.put(r)
	}
	return b
}

func byNumber(r *Rule, number string) int { return CompareNumbers(r.Number, number) }

func (b *Rulebook) put(r Rule) {
	i, found := slices.BinarySearchFunc(b.rules, r.Number, byNumber)
	if found {
		b.rules[i], b.texts[i] = &r, new(canonical)
		return
	}
	b.rules, b.texts = slices.Insert(b.rules, i, &r), slices.Insert(b.texts, i, new(canonical))
}

// With returns the rulebook with r in force, in place of a rule of its number if there
// is one.
func (b *Rulebook) With(r Rule) *Rulebook {
	next := b.clone()
	have, _ := b.Rule(r.Number)
	next.put(r)
	next.judgedAs(b, &r, &have)
	return next
}

// judgedAs takes over what is known of a rulebook that differs in rules of prose alone: nothing depends on them.
func (b *Rulebook) judgedAs(other *Rulebook, changed ...*Rule) {
	for _, r := range changed {
		if r.Piece != nil || r.Procedure != nil {
			return
		}
	}
	b.valid.Store(other.valid.Load())
}

// AlikeButForProse reports whether two rulebooks differ at most in rules of prose that nothing of what they define cites: whatever is made
// of the definitions and procedures of one is made of those of the other. It is no more than a hint: rulebooks that were not made from
// each other may be alike without it.
func (b *Rulebook) AlikeButForProse(other *Rulebook) bool {
	return b == other || b.judge() == other.judge() && b.AlikeInProcedures(other)
}

// AlikeInProcedures reports whether two rulebooks differ at most in piece definitions and in prose that no procedure cites: whatever is made
// of the procedures of one is made of those of the other. It is a hint, as AlikeButForProse is.
func (b *Rulebook) AlikeInProcedures(other *Rulebook) bool {
	return b == other || b.judge().merged == other.judge().merged && slices.Equal(procedural(b.rules), procedural(other.rules)) &&
		slices.EqualFunc(b.consequences(), other.consequences(), func(x, y SourcedConsequence) bool { return slices.Equal(x.Clauses, y.Clauses) })
}

// Without returns the rulebook without the rule of a number: b itself if it has none.
func (b *Rulebook) Without(number string) *Rulebook {
	i, found := slices.BinarySearchFunc(b.rules, number, byNumber)
	if !found {
		return b
	}
	next := b.clone()
	next.rules, next.texts = slices.Delete(next.rules, i, i+1), slices.Delete(next.texts, i, i+1)
	next.judgedAs(b, b.rules[i])
	return next
}

// Rules returns the rules in numeric order of their numbers.
func (b *Rulebook) Rules() []Rule {
	list := make([]Rule, len(b.rules))
	for i, r := range b.rules {
		list[i] = *r
	}
	return list
}

// Rule returns the rule of a number.
func (b *Rulebook) Rule(number string) (Rule, bool) {
	if i, found := slices.BinarySearchFunc(b.rules, number, byNumber); found {
		return *b.rules[i], true
	}
	return Rule{}, false
}

// Find returns the rule of a number that somebody has given. The error is a *names.UnknownError.
func (b *Rulebook) Find(word string) (Rule, error) {
	number, ok := names.Known(word, b.Numbers())
	if !ok {
		return Rule{}, b.Unknown(word)
	}
	r, _ := b.Rule(number)
	return r, nil
}

// Unknown is the error of a word that is no number of a rule in force: whoever names a type may mean the rule that defines it.
func (b *Rulebook) Unknown(word string) *names.UnknownError {
	err := names.Unknown("rule in force", word, b.Numbers())
	for _, d := range b.Pieces() {
		if strings.EqualFold(d.Piece.Name, word) {
			err.Near = d.Rule.Number
		}
	}
	return err
}

// Cite names a place in a rule in force with its revision: Cite("12.5", "§2") is
// "12.5/5 §2". For a rule that is not in force the revision is left out.
func (b *Rulebook) Cite(number, section string) string {
	if r, ok := b.Rule(number); ok {
		return r.Clause(section)
	}
	if section == "" {
		return number
	}
	return number + " " + section
}

// Pieces returns the valid piece definitions in numeric order of their rules.
func (b *Rulebook) Pieces() []Definition { return slices.Clone(b.judge().pieces) }

// Numbers lists the numbers of the rules in force, in their order.
func (b *Rulebook) Numbers() []string {
	var list []string
	for _, r := range b.Rules() {
		list = append(list, r.Number)
	}
	return list
}

// Invalid returns the rules whose piece definition is not valid, in numeric order.
func (b *Rulebook) Invalid() []Invalid { return slices.Clone(b.judge().invalid) }

// Procedure returns the procedures of all rules, merged: a section that no rule has is
// nil, one that several have is that of the lowest number. It is never nil itself.
func (b *Rulebook) Procedure() *Procedure { return b.judge().merged }

// Rival is what two rules in force say, both under a condition: that of the first is applied.
type Rival struct{ What, Applied, Other string }

// Rivals returns the sections that a rule in force, as a clause names it, has as well as another, and whose definition of a piece is not applied.
func (b *Rulebook) Rivals(clause string) (list []Rival) {
	for _, bad := range b.Invalid() {
		if !bad.InTurns() {
			continue
		}
		if applied, other := bad.By.Clause(""), bad.Rule.Clause(""); applied == clause || other == clause {
			list = append(list, Rival{"the definition of " + bad.Rule.Piece.Name, applied, other})
		}
	}
	for _, r := range b.rules {
		if r.Procedure == nil || r.Clause("") != clause {
			continue
		}
		for _, name := range sections {
			if !r.Procedure.Today().has(name) || slices.Contains(shared, name) {
				continue
			}
			for _, o := range b.rules {
				if other := o.Clause(""); other != clause && o.Procedure != nil && o.Procedure.Today().has(name) {
					if b.Source(name) == other {
						other = clause
					}
					list = append(list, Rival{"section " + name, b.Source(name), other})
				}
			}
		}
	}
	return list
}

// Source returns the rule and revision that a section of the procedure stands in, such as
// "12.2/3" for "plays"; "" if no rule has it.
func (b *Rulebook) Source(section string) string { return b.judge().sources[section] }

// typeNames returns the names of the types of all valid definitions.
func (b *Rulebook) typeNames() []string {
	var names []string
	for _, d := range b.judge().pieces {
		names = append(names, d.Piece.Name)
	}
	return names
}

// clone returns a rulebook with the same rules, which need not be judged again where the
// board and the named conditions stay what they are.
func (b *Rulebook) clone() *Rulebook {
	next := &Rulebook{rules: slices.Clone(b.rules), texts: slices.Clone(b.texts), readings: b.readings, aside: b.aside}
	if known := b.valid.Load(); known != nil {
		next.before.Store(known)
	} else {
		next.before.Store(b.before.Load())
	}
	return next
}

func (b *Rulebook) judge() *judged {
	if j := b.valid.Load(); j != nil {
		return j
	}
	b.once.Do(func() {
		j := &judged{readings: b.readings}
		list := j.forced(b.rules)
		j.from = procedural(list)
		old := b.before.Load()
		if old != nil && slices.Equal(old.from, j.from) {
			j.merged, j.sources = old.merged, old.sources
		} else {
			j.merged, j.sources = merge(j.from)
		}
		var known map[*Rule]alone
		if old != nil && (old.merged == j.merged || sameGround(old.merged, j.merged)) {
			known = old.alone
		}
		j.sift(list, known)
		b.valid.Store(j)
		b.before.Store(nil)
	})
	return b.valid.Load()
}

// procedural returns the rules of a list that have a procedure.
func procedural(list []*Rule) []*Rule {
	return slices.DeleteFunc(slices.Clone(list), func(r *Rule) bool { return r.Procedure == nil })
}

// sameGround reports whether two procedures agree in what definitions are checked against.
func sameGround(a, b *Procedure) bool {
	if !reflect.DeepEqual(a.Board, b.Board) {
		return false
	}
	return slices.Equal(a.Conditions, b.Conditions) && slices.Equal(a.Named(), b.Named()) && slices.EqualFunc(a.Modes, b.Modes, NamedMode.equal)
}

// unsound says why a definition would not be valid even on its own, or "".
func unsound(r *Rule, merged *Procedure) string {
	c := newChecker(r, merged, nil, nil)
	c.piece(c.rule.Piece)
	for _, p := range c.problems {
		if p.Severity == Fault {
			return Problem{Field: p.Field, Message: p.Message, formulaStart: p.formulaStart}.String()
		}
	}
	return ""
}

// foldGlyph returns a sound glyph without regard to case, nor to the script of a letter that looks like
// one of another.
func foldGlyph(glyph string) string { return names.Fold(glyph) }
