package aggregate

import (
	"fmt"
	"slices"

	"adjudicate/events"
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
	}
	if id != movement.NoPiece {
		a.typ, a.from = pos.TypeOf(id), pos.Where(id)
	}
	p.doing = &a
	p.owes(&a)
	for i := range p.d.law().duties {
		switch d := &p.d.law().duties[i]; {
		case d.typ != movement.NoType && d.typ != a.typ:
		case d.Oblige != "":
			if p.d.judge.sparing == 0 || i < p.d.judge.sparing-1 {
				p.obliged(i, &a)
			}
		case d.Names(name):
			why, holds := p.binds(d, &a)
			switch {
			case holds && (d.after != nil || d.Replies()):
				a.after = append(a.after, d)
			case holds:
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
		if why, holds := p.holds(d.after, a); holds && !(d.Replies() && p.d.now.turns().Spared(p.side, d.unless, d.answered)) {
			p.offends(d, a, why, "a %s may not leave the board this way%s%s", a.name, why.text, unanswered(&d.Duty))
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

// obliged refuses an act by a side, or with a definition's duty by a piece, that could do what it must, and an act that it must do of
// which another one counts more. The duty is the n-th: acts are legal to it that offend no other but those after it.
func (p *play) obliged(n int, a *act) {
	d := &p.d.law().duties[n]
	bound := a.name == d.Oblige || d.Oblige == rules.ActAny && a.name != rules.ActPass && a.name != rules.ActSurrender
	if bound && d.most == nil {
		return
	}
	if _, holds := p.holds(d.when, a); !holds {
		return
	}
	mine := 0.0
	if bound {
		mine = d.most.Eval(p.scene(a))
	}
	pos := p.d.now.pos
	acts := p.d.law().owing(d.Oblige)
	for i := range pos.Pieces() {
		id := movement.PieceID(i)
		switch {
		case pos.Gone(id) || !p.d.now.stands(i) || pos.Owner(id) != p.side:
			continue
		case d.typ != movement.NoType && (bound && pos.TypeOf(id) != d.typ || !bound && id != a.id):
			continue
		}
		for _, name := range acts {
			for o := range p.options(name, id) {
				more := 0.0
				if bound {
					if more = d.most.Eval(p.scene(&o.act)); more <= mine {
						continue
					}
				}
				if !p.otherwiseLegal(n, &o) {
					continue
				}
				on := ""
				if from := p.d.now.squareOf(id); from != "" {
					on = " on " + from
				}
				if bound {
					p.offends(d, a, reason{piece: id}, "another %s is obligatory: that of the %s%s to %s counts %g, and this one %g",
						name, p.typeName(id), on, p.d.law().ruleset.SquareName(o.to), more, mine)
				} else {
					p.offends(d, a, reason{piece: id}, "%s is obligatory: the %s%s can make one to %s",
						actCalled(d.Oblige), p.typeName(id), on, p.d.law().ruleset.SquareName(o.shown))
				}
				return
			}
		}
	}
}

// owing lists what options of a piece may be what a duty obliges to.
func (l *law) owing(what string) []string {
	switch what {
	case rules.ActMove:
		return []string{rules.ActMove, actionOption}
	case rules.ActAny:
		return slices.Concat([]string{rules.ActMove, actionOption, rules.ActCapture}, l.proc.KindNames(), []string{rules.ActPlacement})
	}
	return []string{what}
}

// acts reports whether pieces of some type have actions.
func (l *law) acts() bool {
	for i := range l.ruleset.Types() {
		if len(l.ruleset.Def(movement.TypeID(i)).Actions) > 0 {
			return true
		}
	}
	return false
}

// actionOption is the options of a piece that are actions, each of which counts as a move.
const actionOption = "action"

// Owed implements turns.World: of moves of declared kinds and actions.
func (w *world) Owed(s movement.SideID, n int, id movement.PieceID) (text string, most float64, ok bool) {
	l, d := w.l, &w.l.duties[n]
	acts := slices.DeleteFunc(l.owing(d.Oblige), func(name string) bool { return name != actionOption && l.declaredKind(name) == nil })
	if len(acts) == 0 || len(acts) == 1 && acts[0] == actionOption && !l.acts() {
		return "", 0, false
	}
	judge := w.t.standing("")
	judge.base.catchUp()
	side := w.t.sideName(s)
	of := judge.begin(Input{Payload: events.PlaySubmitted{Side: side}, At: w.t.at}, nil)
	p := &play{d: of, side: s, name: side, player: of.state().sides[s].player, how: HowSubmitted}
	pos := of.now.pos
	for i := range pos.Pieces() {
		x := movement.PieceID(i)
		if pos.Gone(x) || !of.now.stands(i) || pos.Owner(x) != s || id != movement.NoPiece && x != id || d.typ != movement.NoType && pos.TypeOf(x) != d.typ {
			continue
		}
		for _, name := range acts {
			for o := range p.options(name, x) {
				counts := 0.0
				if d.most != nil {
					if counts = d.most.Eval(p.scene(&o.act)); ok && counts <= most {
						continue
					}
				}
				if !p.otherwiseLegal(n, &o) {
					continue
				}
				o.item.Name, o.item.ID = l.kinds[o.typ].glyph, ""
				if text, most, ok = o.item.String(), counts, true; d.most == nil {
					return text, most, ok
				}
			}
		}
	}
	return text, most, ok
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

// An option is an act that a piece could make, as far as its ways go and its side would not be in check.
type option struct {
	act
	shown movement.Square // where its victim stands, or where it goes
	item  notation.Item
	along bool // another piece goes along: what that does to the board is only known once it is tried
}

// options calls yield with what a piece can do of a kind.
func (p *play) options(name string, id movement.PieceID) func(yield func(option) bool) {
	return func(yield func(option) bool) {
		pos, square := p.d.now.pos, p.d.law().ruleset.SquareName
		if pos.Where(id) == movement.Off != (name == rules.ActPlacement) || name == rules.ActPlacement && p.d.law().proc.Placing == nil {
			return
		}
		of := func(to, shown movement.Square, item notation.Item) option {
			item.ID, item.From = p.d.now.pieceName(id), p.d.now.squareOf(id)
			return option{act: act{name: name, id: id, typ: pos.TypeOf(id), from: pos.Where(id), to: to, victim: movement.NoPiece}, shown: shown, item: item}
		}
		switch name {
		case rules.ActPlacement:
			for _, to := range p.placements(id) {
				if !yield(of(to, to, notation.Item{Kind: notation.Placement, To: square(to)})) {
					return
				}
			}
		case rules.ActCapture:
			for _, t := range pos.OwnTakingsOf(id, pos.TakingsOf(id, nil)) {
				if !pos.LegalTaking(id, t) {
					continue
				}
				o := of(t.To, t.At, p.taking(id, t))
				o.victim, o.take = t.Victim, &t
				if !yield(o) {
					return
				}
			}
		case rules.ActMove:
			for _, to := range pos.SwapsOf(id, pos.MovesOf(id, nil)) {
				if (pos.At(to) != movement.NoPiece || pos.LegalMove(id, to)) && !yield(of(to, to, notation.Item{Kind: notation.Move, To: square(to)})) {
					return
				}
			}
			for _, ply := range pos.Along(id) {
				item := notation.Item{Kind: notation.Move, To: square(ply.To)}
				switch {
				case ply.OtherFrom == movement.Off, ply.OtherFrom == ply.To && ply.Onto == ply.From: // they change places, as above
					continue
				case ply.Onto != movement.Off: // else it is pushed off the board
					item.With = []notation.With{{From: square(ply.OtherFrom), To: square(ply.Onto)}}
				}
				o := of(ply.To, ply.To, item)
				if o.along = true; !yield(o) {
					return
				}
			}
		case actionOption:
			for k, action := range p.d.law().ruleset.Def(pos.TypeOf(id)).Actions {
				for _, x := range pos.ActionTargets(id, k, nil) {
					item := notation.Item{Kind: notation.Action, Targets: []string{p.d.now.squareOf(x)}}
					if len(p.d.law().ruleset.Def(pos.TypeOf(id)).Actions) > 1 {
						item.Action = action.Name
					}
					o := of(pos.Where(id), pos.Where(x), item)
					if o.name = rules.ActMove; !yield(o) {
						return
					}
				}
			}
		default:
			k := p.d.law().declaredKind(name)
			if k == nil {
				return
			}
			for _, to := range pos.MovesOfKind(id, k.id, nil) {
				if pos.LegalOfKind(id, to) && !yield(of(to, to, notation.Item{Kind: notation.Kind(name), To: square(to)})) {
					return
				}
			}
		}
	}
}

// placements are the squares on which a piece may be placed, those among them from which it would attack, if it may.
func (p *play) placements(id movement.PieceID) []movement.Square {
	pos := p.d.now.pos
	quiet := pos.Placements(id, nil)
	if p.d.law().mayAttack == nil {
		return quiet
	}
	return slices.DeleteFunc(pos.Placements(id, func(bool) bool { return true }), func(to movement.Square) bool {
		if slices.Contains(quiet, to) {
			return false
		}
		ok, _ := p.attackAllowed(id, to)
		return !ok
	})
}

// otherwiseLegal reports whether an act offends nothing but the n-th duty and those that oblige after it. Where something is asked of
// the board after an act, or a duty before obliges too, the act is tried.
func (p *play) otherwiseLegal(n int, o *option) bool {
	l := p.d.law()
	if k := l.declaredKind(o.name); !p.d.provides(o.name) || k != nil && p.priceOf(k, o.id) > p.d.state().Balance(p.player, k.asset) {
		return false
	}
	tried := o.along || o.name == rules.ActMove && p.d.now.pos.At(o.to) != movement.NoPiece || // a swap
		slices.ContainsFunc(l.limits, func(e turns.Limit) bool { return e.Beyond == "" })
	for i := range l.duties {
		d := &l.duties[i]
		switch {
		case d.typ != movement.NoType && d.typ != o.typ:
		case d.Oblige != "":
			tried = tried || i < n
		case !d.Names(o.name):
		case d.after != nil || d.Replies():
			tried = true
		default:
			if _, holds := p.binds(d, &o.act); holds {
				return false
			}
		}
	}
	return !tried || p.d.now.promoting(o.item.String(), func(text string) (*decision, bool) {
		d := p.d.trialSparing(n, p.d.now, events.PlayKept{Side: p.name, Play: text})
		return d, !d.faulty()
	})
}

// promoting reports whether a play will do as it is tried, or, if it lacks a promotion, with one to some type.
func (t *table) promoting(text string, try func(text string) (*decision, bool)) bool {
	d, ok := try(text)
	if ok || !slices.ContainsFunc(d.ruling.Faults, func(f events.Fault) bool { return f.Code == FaultPromotionMissing }) {
		return ok
	}
	return slices.ContainsFunc(t.law.kinds, func(k kindLaw) bool {
		_, ok := try(text + "=" + k.glyph)
		return ok
	})
}
