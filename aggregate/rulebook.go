package aggregate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strconv"
	"strings"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/systems"
)

// Rules come into force, change and go, readings are adopted, lots are supplied; and what
// the board makes of new law.

// seedBytes is the length of a game's seed.
const seedBytes = 32

// openGame opens the ledger for a game. In format 1 it is one of a built-in system, whose
// register holds; since then the opening holds the register itself, and a system is a name.
func openGame(d *decision, in events.GameOpened) {
	if d.state().Opened() {
		d.refuse(FaultOpened, "", "the ledger holds the game %q already", d.state().Game())
		return
	}
	if strings.TrimSpace(in.Game) == "" {
		d.refuse(FaultName, "", "a game needs a name")
	}
	if raw, err := hex.DecodeString(in.Seed); err != nil || len(raw) != seedBytes || in.Seed != strings.ToLower(in.Seed) {
		d.refuse(FaultSeed, "", "invalid seed %q: expected %d hexadecimal digits in lower case", in.Seed, 2*seedBytes)
	}
	opened := events.LedgerOpened{Game: in.Game, System: in.System, Text: in.Text, Seed: in.Seed,
		Format: in.Format, Words: in.Words, Register: in.Register}
	switch in.Format {
	case 0, 1:
		opened.Format = 0
		d.openFormatOne(&opened)
	case systems.Format:
		if strings.TrimSpace(in.System) == "" {
			d.refuse(FaultSystem, "", "a system needs a name")
		}
		d.registerText(new(rules.Register), in.Register)
	default:
		d.refuse(FaultFormat, "", "unknown format %d of a ledger: expected %d", in.Format, systems.Format)
	}
	if !d.faulty() {
		d.emit(nil, opened)
	}
}

// openFormatOne opens a ledger that says no more than the name of its system.
func (d *decision) openFormatOne(opened *events.LedgerOpened) {
	_, err := systems.FormatOne(opened.System)
	switch {
	case err != nil:
		d.refuse(FaultSystem, "", "%v", err)
	case opened.Text != "" || len(opened.Words) > 0 || len(opened.Register) > 0:
		d.refuse(FaultFormat, "", "a ledger of format 1 has no register of its own")
	default:
		opened.Files, opened.Ranks = systems.FormatOneBoard()
	}
}

// registerText checks entries that are to stand in a register behind those that do already.
func (d *decision) registerText(base *rules.Register, list []events.RegisterEntry) {
	if _, err := base.With(systems.Entries(list)...); err != nil {
		var problems rules.Problems
		if !errors.As(err, &problems) {
			d.refuse(FaultReading, "", "%v", err)
		}
		for _, p := range problems {
			d.refuse(FaultReading, "", "%s", p.Message)
		}
		return
	}
	for _, e := range list {
		if !slices.ContainsFunc(e.Readings, func(r events.RegisterReading) bool { return r.Reading == e.InForce }) {
			d.refuse(FaultReading, "", "%s has no reading %q to be in force", e.Entry, e.InForce)
		}
	}
}

// enactRule brings a rule into force.
func enactRule(d *decision, in events.RuleEnacted) {
	if !d.opened() {
		return
	}
	r, ok := d.ruleText(in.Number, in.Rule)
	if have, there := d.state().Rule(in.Number); there {
		ok = false
		d.refuse(FaultRuleInForce, clauseOf(have), "rule %s is in force at revision %d: it can be amended", in.Number, have.Revision)
	}
	if ok {
		d.changeLaw(in.Number, &r)
	}
}

// amendRule replaces a rule by a later revision.
func amendRule(d *decision, in events.RuleAmended) {
	if !d.opened() {
		return
	}
	r, ok := d.ruleText(in.Number, in.Rule)
	have, there := d.inForce(in.Number)
	if ok && there && r.Revision <= have.Revision && !d.amendedAgain(in, have) {
		d.refuse(FaultRevision, clauseOf(have), "rule %s is in force at revision %d, and %d is not a later one: write revision: %d", in.Number, have.Revision, r.Revision, have.Revision+1)
	}
	if ok {
		d.changeLaw(in.Number, &r)
	}
}

// amendedAgain reports whether an amendment that was accepted when it was recorded meets another text that was put in force before it
// since. What comes later in the history holds, whatever number the other has been given.
func (d *decision) amendedAgain(in events.RuleAmended, have RuleInForce) bool {
	return d.in.Happened && d.state().format >= labelFormat && !bytes.Equal(in.Rule, have.Rule)
}

// repealRule takes a rule out of force.
func repealRule(d *decision, in events.RuleRepealed) {
	if !d.opened() {
		return
	}
	d.inForce(in.Number)
	d.changeLaw(in.Number, nil)
}

func clauseOf(r RuleInForce) string { return r.Number + "/" + strconv.Itoa(r.Revision) }

func (d *decision) inForce(number string) (RuleInForce, bool) {
	have, ok := d.state().Rule(number)
	if !ok {
		var numbers []string
		for _, r := range d.state().Rules() {
			numbers = append(numbers, r.Number)
		}
		d.refuse(FaultRuleNotInForce, "", "no rule %s is in force%s", number, meant(number, numbers))
	}
	return have, ok
}

// ruleText reads the text of a rule and notes every fault in it with its place. That a
// definition claims a type or glyph that another rule has is no fault of its text: the rule
// holds, and is no piece definition.
func (d *decision) ruleText(number string, text []byte) (rules.Rule, bool) {
	r, err := rules.FromCanonical(text)
	if err != nil {
		var problems rules.Problems
		if !errors.As(err, &problems) {
			d.refuse(FaultRuleText, "", "rule %s: %v", number, err)
		}
		for _, p := range problems {
			d.refuse(FaultRuleText, "", "%s", p)
		}
		return r, false
	}
	if r.Number != number {
		d.refuse(FaultRuleNumber, "", "the text is that of rule %s, not of %s", r.Number, number)
	}
	r, book, problems := d.check(number, text, r)
	claim := ""
	if book != nil {
		for _, bad := range book.Invalid() {
			if bad.Rule.Number == r.Number {
				claim = bad.Why
			}
		}
	}
	for _, p := range problems {
		switch {
		case p.Severity == rules.Doubt:
			d.note(FactRuleDoubt, r.Clause(""), "%s", p)
		case p.Message == claim:
			d.note(FactRuleDoubt, r.Clause(""), "rule %s is not a piece definition: %s", r.Number, claim)
		default:
			d.refuse(FaultRuleText, r.Clause(""), "%s", p)
		}
	}
	return r, !d.faulty()
}

// A ruleCheck is what checking a rule against a law has come to.
type ruleCheck struct {
	whole    rules.Rule
	book     *rules.Rulebook // with the rule in it
	problems []rules.Problem
}

// ruleChecks are the latest, by the law and the text of the rule.
var ruleChecks = recent[ruleCheck]{most: mostRead}

// check checks a rule against the law in force. It returns its whole text, the rulebook with it and what is to be said of it.
func (d *decision) check(number string, text []byte, r rules.Rule) (rules.Rule, *rules.Rulebook, []rules.Problem) {
	l := d.law()
	var key lawKey
	if l.sums != nil {
		key = sha256.Sum256(slices.Concat(l.sums.key[:], []byte(number), text))
		if known, ok := ruleChecks.get(key); ok {
			d.now.checked = &checkedRule{text: text, from: l.book, book: known.book}
			return known.whole, known.book, known.problems
		}
	}
	whole, err := d.withText(number).Complete(r)
	var unset rules.Problems
	if _, there := d.state().Rule(number); err == nil {
		r = whole
	} else if there && errors.As(err, &unset) { // the text in force cannot be changed so
		return r, nil, unset
	} // else the check says why
	book, problems := rules.CheckInto(&r, l.book.Without(r.Number), l.register)
	if l.sums != nil {
		ruleChecks.put(key, ruleCheck{r, book, problems})
	}
	d.now.checked = &checkedRule{text: text, from: l.book, book: book}
	return r, book, problems
}

// withText returns the rulebook in force, with the text of a rule that may be dormant.
func (d *decision) withText(number string) *rules.Rulebook {
	book := d.law().book
	if have, ok := d.state().Rule(number); ok && have.Dormant {
		if r, err := rules.FromCanonical(have.Rule); err == nil {
			return book.With(r)
		}
	}
	return book
}

// changeLaw puts a rule in force, or out of force if it is nil, and deals with what the
// board then holds against the rules. Once the game has started the rules must still be
// applicable, unless they were not before.
func (d *decision) changeLaw(number string, r *rules.Rule) {
	if d.faulty() {
		return
	}
	was := d.running()
	if r != nil {
		d.rests = basisOf(nil, r.Clause(""))
		until := r.Lapses()
		if !until.IsZero() && !d.in.At.Before(until) {
			d.refuse(FaultRuleText, r.Clause(""), "the rule would lapse on %s, which has passed", r.Until)
			return
		}
		put := events.RulePutInForce{Number: number, Revision: r.Revision, Rule: r.Canonical(), Until: moment(until)}
		if _, there := d.before.state.Rule(number); !there {
			put.Inventor, put.Invented = d.invention(r)
		}
		if d.faulty() {
			return
		}
		d.emit(d.rests, put)
	} else {
		have, _ := d.state().Rule(number)
		d.rests = basisOf(nil, clauseOf(have))
		d.ofRule(rules.OnRepealed, number)
		d.emit(d.rests, events.RuleOutOfForce{Number: number})
	}
	for _, section := range d.before.rulebook().book.Lost(d.law().book) {
		d.note(FactSectionLost, d.rests.Clauses[0], "no rule has the section %s any more: %s", section, rules.Without(section))
	}
	for _, o := range d.before.rulebook().book.Orphans(d.law().book) {
		d.note(FactRuleDoubt, d.rests.Clauses[0], "%s", o)
	}
	for _, p := range d.law().book.Deprived(d.before.rulebook().book, d.law().register, number) {
		d.refuse(FaultRuleText, d.law().book.Cite(p.Rule, ""), "other rules need what would be gone: %s", p)
	}
	waits := r != nil && d.awaits(number)
	d.newLaw(true)
	d.end(was)
	if r != nil && !waits && !d.faulty() {
		d.ofRule(rules.OnEnacted, number)
	}
}

// ofRule brings about what a rule says of its own enactment or repeal.
func (d *decision) ofRule(on, number string) {
	if !d.state().Started() || len(d.law().book.Answers(on)) == 0 || d.now.compile() != nil {
		return
	}
	n := len(d.out)
	for _, o := range d.law().occasions[on] {
		if own, _, _ := strings.Cut(o.clause, "/"); own == number {
			d.answerOccasion(o, happening{on: on})
		}
	}
	if len(d.out) > n {
		d.afterwards()
	}
}

// newLaw brings about what changed rules or readings bring about by themselves. Rules may make a change invalid that was proposed.
func (d *decision) newLaw(proposed bool) {
	if !d.state().Started() && len(d.state().pieces) == 0 {
		return
	}
	if err := d.now.compile(); err != nil {
		if d.before.compile() == nil {
			d.refuse(FaultRulebook, "", "the rules could then not be applied: %v", err)
		}
		return
	}
	d.beginCalendar()
	d.liftUndefined()
	if proposed {
		d.invalidBy()
	}
	for _, t := range d.law().typesLimited() {
		if d.law().ruleset.Royal(t) && d.law().reads("captured-king", "kept") {
			continue
		}
		for _, name := range d.sideNames() {
			d.excessOf(name, t)
		}
	}
	d.afterwards()
}

// liftUndefined moves every on-board piece off-board whose type no rule defines, every one whose square
// the board has no longer, and every one that covers squares on which it has no room.
func (d *decision) liftUndefined() {
	l := d.law()
	for i := range d.state().pieces {
		pc := d.state().pieces[i]
		if pc.at == "" || pc.gone {
			continue
		}
		clause, why := "", ""
		if _, defined := l.ruleset.Type(pc.typ); !defined {
			clause, why = l.citeUndefined(), "no rule in force defines a "+pc.typ
		} else if _, there := l.ruleset.Square(pc.at); !there {
			clause, why = l.cite("board", l.proc.Board.Cite), "the board has no such square any more"
		} else if clause, why = d.crowdedOut(i); why == "" {
			continue
		}
		d.emit(basisOf(nil, clause), events.PieceLifted{Piece: pc.id, From: pc.at, Why: LiftDefinition})
		d.fact(events.Fact{Code: FactUndefined, Clause: clause, Squares: []string{pc.at}, Pieces: []string{pc.id},
			Message: pc.id + " leaves " + pc.at + ": " + why})
	}
}

// registered returns the law of a game whose register can be read, else nil, and why not is noted.
func (d *decision) registered() *law {
	if !d.opened() {
		return nil
	}
	l := d.law()
	if l.register == nil {
		d.refuse(FaultReading, "", "%v", l.broken)
		return nil
	}
	return l
}

// adoptReading chooses a reading of an entry of the interpretation register.
func adoptReading(d *decision, in events.InterpretationAdopted) {
	l := d.registered()
	if l == nil {
		return
	}
	if err := l.register.Validate(in.Entry, in.Reading); err != nil {
		d.refuse(FaultReading, "", "%v", err)
		return
	}
	entry, _ := l.register.Entry(in.Entry)
	for _, r := range d.state().Readings() {
		if r.Entry == in.Entry && r.Reading == in.Reading {
			d.refuse(FaultNoChange, entry.Clause, "the reading %s of %s has been adopted already", in.Reading, in.Entry)
			return
		}
	}
	d.rests = basisOf([]string{in.Entry + "=" + in.Reading}, l.citeEntry(entry)...)
	d.emit(d.rests, events.ReadingInForce{Entry: in.Entry, Reading: in.Reading})
	d.newLaw(false)
}

// addEntry adds an entry to the register of a running game.
func addEntry(d *decision, in events.InterpretationAdded) {
	l := d.registered()
	if l == nil {
		return
	}
	if have, there := l.register.Entry(in.Entry); there {
		d.refuse(FaultReading, have.Clause, "the register has an entry %q already", in.Entry)
		return
	}
	e := events.RegisterEntry{Entry: in.Entry, Clause: in.Clause, Question: in.Question, Readings: in.Readings, Default: in.Default, InForce: in.InForce}
	if d.registerText(l.register, []events.RegisterEntry{e}); d.faulty() {
		return
	}
	d.rests = basisOf([]string{in.Entry + "=" + in.InForce}, l.citeEntry(rules.Entry{Clause: in.Clause})...)
	d.emit(d.rests, events.EntryRegistered(e))
	d.newLaw(false)
}

// citeEntry names the clauses of an entry with the revisions that are in force.
func (l *law) citeEntry(e rules.Entry) []string {
	var list []string
	for clause := range strings.SplitSeq(e.Clause, ", ") {
		number, place, _ := strings.Cut(clause, " ")
		list = append(list, l.book.Cite(number, place))
	}
	return list
}

// supplyLot records the result of a draw made elsewhere, for the next draw of that
// identity. A serial number is added to an identity that has none.
func supplyLot(d *decision, in events.LotSupplied) {
	if !d.opened() {
		return
	}
	identity := in.Draw
	if _, n, ok := cutLast(identity, ":"); identity != "" && (!ok || !isNumber(n)) {
		identity = d.supplyLabel(identity)
	}
	if identity == "" || len(in.Result) == 0 {
		d.refuse(FaultLot, "", "a lot needs an identity and a result")
	}
	if _, there := d.state().SuppliedLot(identity); there {
		d.refuse(FaultLot, "", "a result of %s has been supplied already", identity)
	}
	if d.state().Drawn(identity) {
		d.refuse(FaultLot, "", "%s has been drawn already", identity)
	}
	if !d.faulty() {
		d.emit(nil, events.LotDrawn{Draw: identity, Result: in.Result, Source: firstOf(in.Source, SuppliedSource)})
	}
}

func isNumber(s string) bool {
	n, err := strconv.ParseUint(s, 10, 31)
	return err == nil && strconv.FormatUint(n, 10) == s
}
