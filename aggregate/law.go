package aggregate

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
	"adjudicate/rules/words"
)

// A law is the rules in force under the readings that hold: always read, and compiled when
// a board is needed. Apart from that and from the alternatives it keeps it is immutable.
type law struct {
	broken   error // why it cannot be applied
	compiled bool
	sums     *lawSums // of what it was made from; nil: the game has not been opened
	fresh    bool     // it is to be kept once it is compiled
	rules    []RuleInForce
	adopted  []events.ReadingInForce
	system   string
	format   int
	arrayed  bool // the game began with an array
	entries  []events.RegisterEntry
	worded   []events.Word
	hash     string
	book     *rules.Rulebook
	register *rules.Register
	reading  map[string]string // by entry, complete
	proc     *rules.Procedure
	previous *law       // what was compiled before a change, until this is compiled
	whiles   []whileLaw // of rules that have force under a condition

	alternatives *alternatives // see otherwise
	laysAlike    bool          // of such a law: pieces lie as they do under the one that it differs from
	staked       bool          // some rule asks what a play that waits would capture
	restrains    bool          // some rule forbids inputs beside plays, or lets inputs wait for consent
	applied
	bases
}

// applied is what compiling makes of a law.
type applied struct {
	ruleset *movement.Ruleset
	kinds   []kindLaw // by movement.TypeID

	counterNames  []string        // that effects ask of victims
	reactions     bool            // some type reacts to captures near it
	ownPlayForced bool            // some type must be promoted with any play of its side
	missing       map[string]bool // names of types that formulas ask for, and that no rule defined

	turns    *turns.Game // what a side may do with one act; nil: nobody asks
	whole    bool        // plays are whole turns; else they are put together of atomic ones
	repeats  bool        // some end asks how often there was a position
	streaks  bool        // some rule asks how many checks a side has given in a row
	marks    pastAsked   // of what pieces have been through, by which positions differ
	states   []string    // of squares, likewise
	sections             // the compiled formulas
}

// of reports whether l is compiled from what is in force in s. Lists in a state are
// replaced, never written in place, so the same memory is the same list.
func (l *law) of(s *State) bool {
	return sameList(l.rules, s.rules) && sameList(l.adopted, s.readings) && l.registered(s)
}

// registered reports whether the register of l is that of s.
func (l *law) registered(s *State) bool {
	return sameList(l.entries, s.register) && l.system == s.system && l.format == s.format && l.arrayed == s.laid.set
}

func sameList[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// checkedRule is a rule that has been checked and may come into force: with it the rulebook from becomes book, which need not be read
// from the rule's text again, nor its definitions be judged again.
type checkedRule struct {
	text       []byte
	from, book *rules.Rulebook
}

// into returns what a rulebook becomes with a rule of that text in force, nil if another one was checked.
func (c *checkedRule) into(book *rules.Rulebook, text []byte) *rules.Rulebook {
	if c == nil || c.from != book || !bytes.Equal(c.text, text) {
		return nil
	}
	return c.book
}

// readLaw reads what is in force in s. What was read before is used again where it fits, and so is a rule that was checked since.
func readLaw(s *State, before *law, checked *checkedRule) *law {
	var sums *lawSums
	if s.opened {
		sums = sumsOf(s, before)
		if l := keptLawOf(sums.key, s, before); l != nil {
			return l
		}
	}
	l := &law{sums: sums, fresh: s.opened, rules: s.rules, adopted: s.readings, system: s.system, format: s.format, arrayed: s.laid.set, entries: s.register, worded: s.words, book: new(rules.Rulebook)}
	l.follow(before)
	if before != nil && before.registered(s) {
		l.register = before.register
	}
	l.broken = l.read(s, before, checked)
	if l.proc = l.book.Procedure(); l.proc == nil {
		l.proc = new(rules.Procedure)
	}
	if s.format < 2 && s.opened && len(l.proc.Attributes) == 0 {
		p := *l.proc
		p.Attributes = rules.OlderAttributes()
		l.proc = &p
	}
	if len(s.words) > 0 {
		l.proc = words.Entitle(l.proc, s.words)
	}
	for i := range l.proc.Stages {
		g := &l.proc.Stages[i]
		l.stages = append(l.stages, stageLaw{Stage: g, unit: time.Duration(rules.Units[g.Unit]) * time.Second})
	}
	l.hash = l.book.Hash()
	l.restrains = len(l.book.Bans())+len(l.book.Consents()) > 0
	if len(l.book.Consents()) > 0 {
		for _, r := range l.rules {
			l.staked = l.staked || !r.Dormant && bytes.Contains(r.Rule, []byte(".at_stake"))
		}
	}
	l.makeBases()
	l.alternatives = new(alternatives)
	if l.fresh && l.broken == nil {
		l.keptIn(&readLaws)
	}
	return l
}

// follow notes what was compiled before a change: what has not changed need not be compiled again.
func (l *law) follow(before *law) {
	switch {
	case before == nil || before.system != l.system:
	case before.compiled:
		l.previous = before
	default:
		l.previous = before.previous
	}
}

// read parses the rules, but for those that were read before, and completes the adopted
// readings with the register's defaults. A ledger that has not been opened has no questions.
func (l *law) read(s *State, before *law, checked *checkedRule) error {
	if before == nil || before.broken != nil {
		before = &law{book: new(rules.Rulebook)}
	}
	l.book = before.book
	for i, r := range before.rules {
		if now := l.inForceNear(i, r.Number); now == nil || now.Dormant {
			l.book = l.book.Without(r.Number)
		}
	}
	var conditional []RuleInForce
	for i, r := range l.rules {
		if r.Dormant || r.Decreed != "" || bytes.Contains(r.Rule, []byte(`,"while":"`)) {
			conditional = append(conditional, r)
		}
		if same := before.inForceNear(i, r.Number); r.Dormant || same != nil && !same.Dormant && sameList(same.Rule, r.Rule) {
			continue
		}
		if with := checked.into(l.book, r.Rule); with != nil {
			l.book = with
			continue
		}
		rule, err := rules.FromCanonical(r.Rule)
		if err != nil {
			l.book = new(rules.Rulebook)
			return fmt.Errorf("%w %s/%d: %w", ErrUnreadableRule, r.Number, r.Revision, err)
		}
		l.book = l.book.With(rule)
	}
	if !s.opened {
		return nil
	}
	if l.register == nil {
		var err error
		if l.register, err = s.Register(); err != nil {
			return err
		}
	}
	adopted := make(map[string]string, len(l.adopted))
	for _, r := range l.adopted {
		adopted[r.Entry] = r.Reading
	}
	var err error
	if l.reading, err = l.register.Complete(adopted); err != nil {
		return fmt.Errorf("readings: %w", err)
	}
	l.book = l.book.Under(l.reading)
	var resting []string // conditions of rules that are not in force
	for i := range conditional {
		before := len(l.whiles)
		if err := l.readWhile(&conditional[i]); err != nil {
			return err
		}
		if conditional[i].Dormant && len(l.whiles) > before && l.whiles[before].src != "" {
			resting = append(resting, string(l.whiles[before].src))
		}
	}
	l.book = l.book.Beside(resting)
	return nil
}

// inForceNear returns the rule of a number, nil if there is none. It looks first at an index and next to it, where the rule stands in
// lists that differ in one rule.
func (l *law) inForceNear(i int, number string) *RuleInForce {
	if i = l.indexNear(i, number); i < 0 {
		return nil
	}
	return &l.rules[i]
}

// indexNear is the index of a rule that is expected at one or next to it, -1 if there is none.
func (l *law) indexNear(i int, number string) int {
	for j := max(0, i-1); j < min(i+2, len(l.rules)); j++ {
		if l.rules[j].Number == number {
			return j
		}
	}
	return slices.IndexFunc(l.rules, func(r RuleInForce) bool { return r.Number == number })
}

// compile makes the moves and formulas of l ready, once. Until all the rules of a game
// are in force they may lack what one of them names; then it is an error.
func (l *law) compile() error {
	if l.broken != nil || l.compiled {
		return l.broken
	}
	if l.broken = l.compileAll(); l.broken == nil {
		l.broken = l.compileWhiles()
	}
	l.compiled = l.broken == nil
	if l.compiled && l.fresh {
		l.keptIn(&laws)
	}
	return l.broken
}

func (l *law) compileAll() error {
	var err error
	var compiled *movement.Ruleset
	if l.previous != nil {
		compiled = l.previous.ruleset
	}
	if l.ruleset, err = movement.Recompile(compiled, l.book, l.reading); err != nil {
		return fmt.Errorf("piece definitions: %w", err)
	}
	before := l.previous
	l.previous = nil
	if l.appliedAs(before) {
		l.applied = before.applied
		return nil
	}
	l.missing = map[string]bool{}
	grown := l.grownFrom(before)
	if grown {
		maps.Copy(l.missing, before.missing)
		l.counterNames = slices.Clip(before.counterNames)
	}
	if err := l.compileSections(before, grown); err != nil {
		return err
	}
	if err := l.compileKinds(before, grown); err != nil {
		return err
	}
	if l.repeats {
		l.marks, l.states = l.asked()
	}
	return l.compileTurns()
}

// appliedAs reports whether what was compiled of a law before is what is compiled of l: they differ in prose alone.
func (l *law) appliedAs(before *law) bool {
	return before != nil && l.ruleset == before.ruleset && l.book.AlikeButForProse(before.book) && l.register == before.register &&
		l.format == before.format && l.arrayed == before.arrayed && slices.Equal(l.worded, before.worded) && l.checking() == before.streaks
}

// grownFrom reports whether what formulas of before name stands for the same in l: under the same readings types have been added, none
// that a formula of before has looked for.
func (l *law) grownFrom(before *law) bool {
	if before == nil || before.missing == nil || l.register != before.register || !maps.Equal(l.reading, before.reading) || !l.ruleset.Extends(before.ruleset) {
		return false
	}
	for name := range before.missing {
		if _, ok := l.ruleset.Type(name); ok {
			return false
		}
	}
	return true
}

// typeID returns what formulas know a type by. No rule may define it: then there are none of it, which holds until one does.
func (l *law) typeID(name string) (int, error) {
	if t, ok := l.ruleset.Type(name); ok {
		return int(t), nil
	}
	l.missing[name] = true
	return int(movement.NoType), nil
}

// reads reports whether a reading holds for an entry that the engine asks.
func (l *law) reads(entry, reading string) bool { return rules.Holds(l.reading, entry, reading) }

// readingOf returns the reading that holds for an entry: if the register lacks it, the one by which
// the engine ruled before there was such an entry.
func (l *law) readingOf(entry string) (string, bool) {
	if r, ok := l.reading[entry]; ok {
		return r, true
	}
	return rules.Unlisted(entry)
}

// used names an entry with the reading that holds, as basis and faults name it: "" if the
// register has no such entry.
func (l *law) used(entry string) string {
	if r, ok := l.reading[entry]; ok {
		return entry + "=" + r
	}
	return ""
}

// cite names a place in the rule in which a section of the procedure stands:
// cite("plays", "§6.A") is "12.2/3 §6.A". It is "" if no rule in force has the section.
func (l *law) cite(section, place string) string {
	source := l.book.Source(section)
	if source == "" || place == "" {
		return source
	}
	return source + " " + place
}

func basisOf(readings []string, clauses ...string) *events.Basis {
	b := basisFor(len(clauses))
	b.Readings = readings
	for _, c := range clauses {
		if c != "" {
			b.Clauses = append(b.Clauses, c)
		}
	}
	if len(b.Clauses) == 0 {
		b.Clauses = nil // as it is when it is read back
	}
	return b
}

// basisFor is a basis with room for so many clauses, in one piece of memory where they are few.
func basisFor(clauses int) *events.Basis {
	if clauses > 4 {
		return &events.Basis{Clauses: make([]string, 0, clauses)}
	}
	b := new(struct {
		events.Basis
		room [4]string
	})
	b.Clauses = b.room[:0]
	return &b.Basis
}

// last translates a side's most recent atomic play for the position.
func (l *law) last(p *events.AtomicPlayed) movement.Last {
	last := movement.Last{Play: movement.Declared, Type: movement.NoType, As: movement.NoType}
	if play, ok := playKinds[p.Play]; ok {
		last.Play = play
	}
	if t, ok := l.ruleset.Type(p.Type); ok && p.Type != "" {
		last.Type = t
	}
	counted := last.Type
	if t, ok := l.ruleset.Type(p.As); ok && p.As != "" {
		last.As, counted = t, t
	}
	if counted == movement.NoType {
		return last
	}
	for _, c := range p.Counters {
		if k, ok := l.ruleset.CounterIndex(counted, c.Name); ok {
			last.Counters[k] = int16(c.Value)
		}
	}
	return last
}

var playKinds = map[string]movement.Play{
	PlayMove: movement.Move, PlayCapture: movement.Capture, PlayPlacement: movement.Placement,
	"": movement.NoPlay, PlayPass: movement.Pass, PlaySurrender: movement.Surrender,
}

// formula compiles a formula of the procedure; an empty one stays nil.
func (l *law) formula(v *formula.Vocabulary, section, field string, src rules.Expr, want formula.Kind) (*formula.Formula, error) {
	if src == "" {
		return nil, nil
	}
	f, err := formula.Compile(string(src), v, want)
	if err != nil {
		return nil, fmt.Errorf("rule %s, %s.%s: %w", l.book.Source(section), section, field, err)
	}
	return f, nil
}
