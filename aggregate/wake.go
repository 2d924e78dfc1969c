package aggregate

import (
	"fmt"
	"maps"
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// Rules that have force while a condition holds. It is asked at the end of each input that is taken, so that it has
// been asked before the next one; what changes is recorded with that input.

// whileLaw is a rule's condition, compiled when the rules are read, and again with the board if it asks for things: until there is one such a
// condition leaves its rule as it is.
type whileLaw struct {
	number, clause string
	author         string
	src            rules.Expr
	when           *formula.Formula // nil: whatever effects say
	types          []string         // that it counts
	defines        string           // the type that the rule defines, "" if none
	texts          []string         // names of players and assets, unless it asks for things
	board          bool             // it asks for things
}

// alone are the functions that are answered without a board.
var alone = []string{"plays", "count", "assets", "the account called", "reading"}

// readWhile notes the condition of a rule, dormant or not.
func (l *law) readWhile(r *RuleInForce) error {
	rule, err := rules.FromCanonical(r.Rule)
	if err != nil {
		return fmt.Errorf("%w %s/%d: %w", ErrUnreadableRule, r.Number, r.Revision, err)
	}
	w := whileLaw{number: r.Number, clause: clauseOf(*r), author: rule.Author, src: rule.While}
	if rule.Piece != nil {
		w.defines = rule.Piece.Name
	}
	if rule.While == "" {
		if r.Dormant || r.Decreed != "" {
			l.whiles = append(l.whiles, w)
		}
		return nil
	}
	named := func(name string) (int, error) {
		w.texts = append(w.texts, name)
		return len(w.texts) - 1, nil
	}
	if err := l.compileWhile(&w, rules.Resolver{Quantities: l.book.Procedure().Named(), Side: named, Asset: named}); err != nil {
		return err
	}
	w.board = w.when.Things() || slices.ContainsFunc(w.when.Calls(), func(c formula.Call) bool { return !slices.Contains(alone, c.Name) })
	l.whiles = append(l.whiles, w)
	return nil
}

// compileWhiles compiles the conditions that ask for things, of which the others know.
func (l *law) compileWhiles() error {
	if !slices.ContainsFunc(l.whiles, func(w whileLaw) bool { return w.board }) {
		return nil
	}
	l.whiles, l.texts, l.missing = slices.Clone(l.whiles), slices.Clip(l.texts), maps.Clone(l.missing) // which another law may have too
	for i := range l.whiles {
		if w := &l.whiles[i]; w.board {
			if err := l.compileWhile(w, l.resolver()); err != nil {
				return err
			}
		}
	}
	return nil
}

// compileWhile compiles a condition. A type that it counts need not be defined by a rule in force: it is known by its name.
func (l *law) compileWhile(w *whileLaw, r rules.Resolver) (err error) {
	r.Reading = func(entry string) (string, bool) { reading, ok := l.reading[entry]; return reading, ok }
	v := rules.WhileVocabulary(r)
	w.types = nil
	v.Funcs[rules.WhileCount].Resolve = func(_ int, name string) (int, error) {
		w.types = append(w.types, name)
		return len(w.types) - 1, nil
	}
	if w.when, err = formula.Compile(string(w.src), v, formula.Bool); err != nil {
		return fmt.Errorf("rule %s: while: %w", w.clause, err)
	}
	return nil
}

// awaken asks the conditions of the rules that have one. A rule whose force changes may change what the others ask, so that
// each is asked once, in the order in which they were enacted, and the others see what it left.
func (d *decision) awaken() {
	if d.law().broken != nil || !d.state().Opened() {
		return
	}
	var was underway
	var changed, waits *events.Basis
	var woken []string
	for i := range d.law().whiles {
		w := d.law().whiles[i] // of the law as it is by then: the rules with a condition are the same ones
		if w.board && !d.hasBoard() {
			continue
		}
		w = d.law().whiles[i]
		have, ok := d.state().Rule(w.number)
		holds := have.Decreed != DecreedSuspended && (w.when == nil || w.when.Holds(d.whileEnv(&w)))
		if !ok || have.Dormant != holds {
			continue
		}
		if changed == nil {
			was = d.running()
		}
		b := basisOf(nil, w.clause)
		changed = b
		d.setForce(b, &w, have, holds)
		if holds {
			woken = append(woken, w.clause)
		}
		if waits != nil || d.law().succeeds(w) {
			waits = b
		} else {
			d.followFrom(b, func() { d.newLaw(false) })
		}
	}
	// When all have been asked, since one may have what another had.
	if waits != nil {
		d.followFrom(waits, func() { d.newLaw(false) })
	}
	if changed != nil {
		d.followFrom(changed, func() { d.end(was) })
	}
	for _, clause := range woken {
		d.rivals(clause)
	}
}

// followFrom has what follows rest on what it follows from.
func (d *decision) followFrom(b *events.Basis, follow func()) {
	rests := d.rests
	d.rests = b
	follow()
	d.rests = rests
}

// succeeds reports whether another rule with a condition defines the type too: pieces stay on the board if it takes over at once.
func (l *law) succeeds(w whileLaw) bool {
	return w.defines != "" && slices.ContainsFunc(l.whiles, func(o whileLaw) bool { return o.number != w.number && o.defines == w.defines })
}

// setForce has a rule come into force or lose it, and says why.
func (d *decision) setForce(b *events.Basis, w *whileLaw, have RuleInForce, holds bool) {
	d.emit(b, events.RuleDormant{Number: w.number, Dormant: !holds})
	switch {
	case have.Decreed == DecreedSuspended:
		d.note(FactDormant, w.clause, "rule %s is suspended by an effect", w.clause)
	case w.when == nil:
		d.note(FactDormant, w.clause, "rule %s is in force again", w.clause)
	case holds:
		d.note(FactDormant, w.clause, "rule %s is in force again: %s", w.clause, w.src)
	default:
		d.note(FactDormant, w.clause, "rule %s is suspended: it is in force while %s", w.clause, w.src)
	}
}

// awaits leaves a rule that has just been written without force where effects have to bring it into force, and reports that. The conditions of
// other rules wait for the end of the input.
func (d *decision) awaits(number string) bool {
	if d.faulty() || d.law().broken != nil || !d.hasBoard() {
		return false
	}
	for i := range d.law().whiles {
		w := &d.law().whiles[i]
		if w.number != number {
			continue
		}
		have, _ := d.state().Rule(number)
		if have.Decreed == DecreedSuspended || w.when != nil && w.when.Uses("enforced") && !w.when.Holds(d.whileEnv(w)) {
			d.setForce(basisOf(nil, w.clause), w, have, false)
			return true
		}
	}
	return false
}

// rivals notes what of two rules in force is not applied, one of which has come into force.
func (d *decision) rivals(clause string) {
	for _, r := range d.law().book.Rivals(clause) {
		d.note(FactDormant, clause, "%s of rule %s is not applied while that of rule %s is in force", r.What, r.Other, r.Applied)
	}
}

// hasBoard lays the board if the rules in force can be applied.
func (d *decision) hasBoard() bool {
	if d.before.compile() == nil && d.now.laid == nil && d.now.law == d.before.law {
		d.now.copyBoard(d.before)
	}
	return d.now.compile() == nil
}

// whileEnv answers a condition, in the order of rules.WhileVocabulary.
type whileEnv struct {
	scene
	w *whileLaw
}

func (d *decision) whileEnv(w *whileLaw) *whileEnv {
	e := &whileEnv{scene: d.sceneOf(-1), w: w}
	e.standing = true
	return e
}

// Var implements formula.Env.
func (e *whileEnv) Var(i int) float64 {
	switch s := e.t.state; i {
	case rules.WhileTurns:
		return float64(s.turns)
	case rules.WhileHand:
		return float64(s.hand + 1)
	case rules.WhileAuthor:
		return e.player(e.w.author)
	case rules.WhileEnforced:
		r, _ := s.Rule(e.w.number)
		return flag(r.Decreed == DecreedEnforced)
	}
	return movement.DateVar([]int{rules.WhileYear: rules.VarYear, rules.WhileMonth: rules.VarMonth, rules.WhileDay: rules.VarDay, rules.WhileWeekday: rules.VarWeekday,
		rules.WhileHour: rules.VarHour, rules.WhileMinute: rules.VarMinute}[i], e.scene.at)
}

// Call implements formula.Env.
func (e *whileEnv) Call(f int, args []float64) float64 {
	s := e.t.state
	switch f {
	case rules.WhilePlays:
		name := e.called(args[0])
		p, known := s.Player(name)
		return flag(known && p.Status != StatusVacation && slices.ContainsFunc(s.sides, func(sd side) bool { return !sd.gone && sd.player == name }))
	case rules.WhileCount:
		n := 0
		for i := range s.pieces {
			if pc := &s.pieces[i]; pc.at != "" && !pc.gone && pc.typ == e.w.types[int(args[0])] {
				n++
			}
		}
		return float64(n)
	case rules.WhileFuncs + rules.FuncAccountCalled:
		return args[0] + accountCalled // also where a side has that name
	case rules.WhileFuncs + rules.FuncAssets:
		if !e.w.board {
			return fromHalf(s.Balance(e.called(args[0]-accountCalled), e.called(args[1])))
		}
	}
	return e.function(f-rules.WhileFuncs, args)
}

// called is a name in the condition.
func (e *whileEnv) called(id float64) string {
	if e.w.board {
		return e.text(id)
	}
	return e.w.texts[int(id)]
}
