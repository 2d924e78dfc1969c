package aggregate

import (
	"fmt"
	"slices"

	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
)

// Duties: what the rules forbid, and what they oblige a side to. They bind what players do; a play that
// time or a rule makes for a side is none of theirs.

// duty is a duty, compiled.
type duty struct {
	rules.Duty
	typ         movement.TypeID // whose definition states it, or NoType
	when, after *formula.Formula
	unless      *formula.Formula
	answered    *formula.Formula
	most        *formula.Formula
	clause      string
}

// compileDuties compiles the duties of definitions, in the order of their types, and then of procedures.
func (l *law) compileDuties(*formula.Vocabulary) error {
	v := rules.DutyVocabulary(l.resolver())
	if w := l.proc.Passing; w != nil && w.When != "" {
		var err error
		if l.passing, err = l.formula(v, "passing", "when", w.When, formula.Bool); err != nil {
			return err
		}
	}
	if err := l.compileTypeDuties(); err != nil {
		return err
	}
	for _, d := range l.book.Duties() {
		if err := l.addDuty(d.Duty, movement.NoType, d.Clause, v); err != nil {
			return err
		}
	}
	return nil
}

// compileTypeDuties compiles the duties of definitions, and makes the list anew of them.
func (l *law) compileTypeDuties() error {
	l.duties = nil
	var v *formula.Vocabulary
	for i := range l.ruleset.Types() {
		t := movement.TypeID(i)
		list := l.ruleset.Def(t).Duties
		if len(list) > 0 && v == nil {
			v = rules.DutyVocabulary(l.resolver())
		}
		for j := range list {
			if err := l.addDuty(&list[j], t, l.ruleset.Rule(t).Clause(list[j].Cite), v); err != nil {
				return err
			}
		}
	}
	return nil
}

// addDuty compiles a duty, which the definition of a type states, or a procedure.
func (l *law) addDuty(d *rules.Duty, typ movement.TypeID, clause string, v *formula.Vocabulary) error {
	out := duty{Duty: *d, typ: typ, clause: clause}
	for _, c := range []struct {
		src  rules.Expr
		into **formula.Formula
		kind formula.Kind
	}{{d.When, &out.when, formula.Bool}, {d.After, &out.after, formula.Bool}, {d.Unless, &out.unless, formula.Bool}, {d.Answered, &out.answered, formula.Bool}, {d.Most, &out.most, formula.Number}} {
		if c.src == "" {
			continue
		}
		f, err := formula.Compile(string(c.src), v, c.kind)
		if err != nil {
			return fmt.Errorf("rule %s, duties: %w", clause, err)
		}
		*c.into = f
	}
	l.duties = append(l.duties, out)
	return nil
}

// act is an atomic play as duties see it.
type act struct {
	name   string
	kind   string // of a capture: the declared kind in which it is made
	step   *step
	id     movement.PieceID // that acts; NoPiece
	typ    movement.TypeID  // its type before the act
	from   movement.Square
	to     movement.Square
	victim movement.PieceID
	take   *movement.Taking // of a capture
	after  []*duty          // that ask for the board after it
	ply    movement.Ply
	owed   uint64 // the choices that come with it

	named   []turns.Chosen  // those with names, as they were made
	written []notation.Item // and as plays write them
}

// called reports whether a word by which rules call acts is true of the act: a capture in a declared kind is called a capture and by its kind.
func (a *act) called(is func(word string) bool) bool { return is(a.name) || a.kind != "" && is(a.kind) }

// calledBy is the word of the two that is.
func (a *act) calledBy(is func(word string) bool) string {
	if a.kind != "" && !is(a.name) {
		return a.kind
	}
	return a.name
}

// noAct is what conditions are about that are asked without an act.
func (p *play) noAct() act {
	return act{id: movement.NoPiece, typ: movement.NoType, victim: movement.NoPiece}
}

// act notes an atomic play that is about to be made and asks what forbids it. Its duties about the
// board after it are asked by acted.
func (p *play) act(s *step, name string, id movement.PieceID, to movement.Square, take *movement.Taking) {
	if p.how != HowSubmitted || len(p.d.law().duties)+len(p.d.law().proc.Choices) == 0 {
		return
	}
	pos := p.d.now.pos
	a := act{name: name, step: s, id: id, typ: movement.NoType, to: to, victim: movement.NoPiece, take: take}
	if take != nil {
		a.victim = take.Victim
		if p.terms != nil {
			a.kind = p.terms.name
		}
	}
	if id != movement.NoPiece {
		a.typ, a.from = pos.TypeOf(id), pos.Where(id)
	}
	p.doing = &a
	p.owes(&a)
	owes := owing{p: p}
	for i := range p.d.law().duties {
		switch d := &p.d.law().duties[i]; {
		case d.Oblige != "":
			if !p.d.judge.sparing {
				owes.ask(d, &a)
			}
		case !d.concerns(a.typ):
		case a.called(d.Names):
			name := a.calledBy(d.Names)
			why, holds := p.binds(d, &a)
			switch {
			case !holds:
				p.d.keepsBan(d.clause, name, &d.Duty, d.when, turns.Unmet, false)
			case d.after != nil || d.Replies():
				a.after = append(a.after, d)
			default:
				p.offends(d, &a, why, "a %s is forbidden%s", name, why.text)
			}
		}
	}
}

// acted asks the duties about the board after the atomic play that was made.
func (p *play) acted() {
	a := p.doing
	if a == nil {
		return
	}
	p.doing = nil
	for _, d := range a.after {
		switch why, holds := p.holds(d.after, a); {
		case !holds:
			p.d.keepsBan(d.clause, a.calledBy(d.Names), &d.Duty, d.after, turns.Unmet, true)
		case d.Replies() && p.d.now.turns().Spared(p.side, d.unless, d.answered):
			p.d.keepsBan(d.clause, a.calledBy(d.Names), &d.Duty, d.after, turns.Answered, true)
		default:
			p.offends(d, a, why, "a %s may not leave the board this way%s%s", a.calledBy(d.Names), why.text, unanswered(&d.Duty))
		}
	}
}

// unanswered says what a play of the next side brings about, and what none does, where a duty asks for one.
func unanswered(d *rules.Duty) (text string) {
	for _, reply := range []struct {
		src  rules.Expr
		text string
	}{{d.Unless, "; no legal play answers it"}, {d.Answered, "; a legal play answers it"}} {
		switch reply.src {
		case "":
		case "true":
			text += reply.text
		default:
			text += reply.text + " after which this holds: " + string(reply.src)
		}
	}
	return text
}

// reason is why a condition of a duty holds: its text, and the thing on which that rests.
type reason struct {
	text  string
	piece movement.PieceID
}

func (p *play) scene(a *act) *dutyScene {
	s := p.d.sceneOf(p.side)
	s.self, s.from, s.to, s.victim, s.take = a.id, a.from, a.to, a.victim, a.take
	return &dutyScene{s}
}

// holds asks a condition of a duty, which may be missing, of the board as it stands.
func (p *play) holds(f *formula.Formula, a *act) (reason, bool) {
	why := reason{piece: movement.NoPiece}
	if f == nil {
		return why, true
	}
	s := p.scene(a)
	if !f.Holds(s) {
		return why, false
	}
	why.text = ": " + f.String()
	if m, ok := f.Witness(s); ok {
		why.text += "; it rests on " + s.named(m)
		if m.Sort == rules.SortPiece {
			why.piece = movement.PieceID(m.ID)
		}
	}
	return why, true
}

// binds asks the condition of a duty that forbids before an act.
func (p *play) binds(d *duty, a *act) (reason, bool) {
	if d.Disarms {
		defer p.d.now.pos.Bare()()
	}
	return p.holds(d.when, a)
}

// offends notes a fault by a duty, with the piece that offends it.
func (p *play) offends(d *duty, a *act, why reason, format string, args ...any) {
	var squares, pieces []string
	for _, id := range []movement.PieceID{a.id, why.piece} {
		if id == movement.NoPiece || slices.Contains(pieces, p.d.now.pieceName(id)) {
			continue
		}
		pieces = append(pieces, p.d.now.pieceName(id))
		if sq := p.d.now.squareOf(id); sq != "" {
			squares = append(squares, sq)
		}
	}
	p.fault(a.step, FaultDuty, d.clause, squares, pieces, format, args...)
}

// owesPower refuses a play by a side whose player could use a power that a duty obliges to.
func (p *play) owesPower() bool {
	d := p.d
	if p.how != HowSubmitted || len(d.law().powers) == 0 {
		return false
	}
	owes := false
	for i := range d.law().duties {
		duty := &d.law().duties[i]
		power := d.law().power(duty.Oblige)
		if duty.Oblige == "" || power == nil {
			continue
		}
		a := p.noAct()
		a.step = &p.steps[0]
		why, holds := p.holds(duty.when, &a)
		if !holds {
			continue
		}
		if on, ok := d.couldUse(power, p.name); ok {
			if on != "" {
				on = " (on " + on + ")"
			}
			owes = true
			p.offends(duty, &a, why, "the power %s must be used first: %s can use it%s%s", power.Name, d.state().sides[p.side].player, on, why.text)
		}
	}
	return owes
}
