package aggregate

import (
	"fmt"
	"slices"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// Chances: acts of which a lot decides what comes of them. A play is judged as if all of its acts succeeded. If that is legal the play is made, and each
// lot is drawn just before its act is; what it decides then makes nothing illegal any more, also if a side comes to be in check by it.
//
// Of plays that are made together the lots are drawn once all are in, each play by itself on the board with which the round began. What a play is from
// then on is what the lots have left of it: the acts before one that comes to nothing, with the fights that have been lost; nothing of it needs another lot.
//
//	legal alone ─► made alone, with lots ─► what is left, with the lots ─► together with what is left of others

// A drawnLot is what a lot has decided of an act.
type drawnLot struct{ made, falls bool }

// drawnLots are what lots have decided of a play that is made together with others.
type drawnLots struct {
	on    *decision  // on which they are drawn; nil: they have been
	law   *chanceLaw // by which an act is not simply made; nil: all are
	whole string     // the play up to there, with a fight that has been lost
	last  *drawnLot  // of that fight, the last act
}

// chanceLaw is an entry of the section chances, compiled.
type chanceLaw struct {
	*rules.Chance
	when, made, falls *formula.Formula
	basis             *events.Basis
	clause            string
	rolled, drawn     int // places of these words in what made and falls may ask for
}

func (l *law) compileChances(*formula.Vocabulary) error {
	l.chances = nil
	for i := range l.proc.Chances {
		e := &l.proc.Chances[i]
		v, w := rules.DutyVocabulary(l.resolver()), rules.ChanceVocabulary(l.resolver())
		c := chanceLaw{Chance: e, clause: clauseOfChance(e), rolled: len(w.Vars) - 1, drawn: len(w.Funcs) - 1}
		c.basis = basisOf(nil, c.clause)
		for _, f := range []struct {
			into **formula.Formula
			src  rules.Expr
			v    *formula.Vocabulary
		}{{&c.when, e.When, v}, {&c.made, e.Made, w}, {&c.falls, e.Falls, w}} {
			if f.src == "" {
				continue
			}
			compiled, err := formula.Compile(string(f.src), f.v, formula.Bool)
			if err != nil {
				return fmt.Errorf("rule %s, chances: %w", c.clause, err)
			}
			*f.into = compiled
		}
		l.chances = append(l.chances, c)
	}
	return nil
}

func clauseOfChance(e *rules.Chance) string {
	if e.In == nil {
		return e.Cite
	}
	return e.In.Clause(e.Cite)
}

// chanceScene answers what a lot decides.
type chanceScene struct {
	*dutyScene
	law   *chanceLaw
	drawn string
}

// Var implements formula.Env.
func (s *chanceScene) Var(i int) float64 {
	if i == s.law.rolled {
		return float64(1 + slices.Index(s.law.Draw, s.drawn))
	}
	return s.dutyScene.Var(i)
}

// Call implements formula.Env.
func (s *chanceScene) Call(f int, args []float64) float64 {
	if f == s.law.drawn {
		return flag(s.text(args[0]) == s.drawn)
	}
	return s.dutyScene.Call(f, args)
}

// casts reports whether lots decide of acts that are made, and not only tried.
func (d *decision) casts() bool {
	return len(d.law().chances) > 0 && (!d.tried || d.judge.casting) && !d.lotless
}

// castFor is a legal play that a rule makes for a side, once lots have decided of its act.
func (d *decision) castFor(side, text string) *decision {
	j := &Judge{engine: d.judge.engine, base: d.now, work: d.now.beside(), labels: d.judge.labels, staged: true, casting: true}
	return d.trialOf(j, events.PlayKept{Side: side, Play: text}, false)
}

// casts reports whether lots decide of the acts of a play from now on, once it has been judged as if they succeeded.
func (p *play) casts() bool {
	d := p.d
	switch {
	case d.fated != nil: // they have, or do now
		return true
	case !d.casts():
		return false
	case d.judge.casting: // it has been tried
		return true
	case p.sent == "":
		return false
	}
	return d.order.stands() || !d.faulty() && !d.trial(d.now, events.PlayKept{Side: p.name, Play: p.sent}, false).faulty()
}

// fails lets a lot decide of an act, if one does, and reports whether the act is not made; then what comes instead has been done.
func (p *play) fails(s *step, name string, id movement.PieceID, to movement.Square, take *movement.Taking, item notation.Item) bool {
	if !p.cast {
		return false
	}
	a := act{name: name, step: s, id: id, typ: movement.NoType, to: to, victim: movement.NoPiece, take: take}
	if id != movement.NoPiece {
		a.typ, a.from = p.d.now.pos.TypeOf(id), p.d.now.pos.Where(id)
	}
	if take != nil {
		a.victim = take.Victim
	}
	known := p.d.fated
	if known != nil && known.on == nil {
		if known.last == nil || s != &p.steps[len(p.steps)-1] {
			return false
		}
		p.meets(known.law, &a, *known.last, item)
		return true
	}
	for i := range p.d.law().chances {
		c := &p.d.law().chances[i]
		of := c.Decides(name) || p.terms != nil && take != nil && c.Decides(p.terms.name)
		if !of || c.when != nil && !c.when.Holds(p.scene(&a)) {
			continue
		}
		f := p.drawsLot(c, &a)
		if f.made && !f.falls {
			return false
		}
		if known != nil {
			known.law, known.whole = c, written(p.done)
		}
		if p.meets(c, &a, f, item); known != nil && f.falls {
			known.whole, known.last = written(p.done), &f
		}
		return true
	}
	return false
}

// drawsLot draws the lot of an entry.
func (p *play) drawsLot(c *chanceLaw, a *act) drawnLot {
	d := p.d
	if d.fated != nil {
		d = d.fated.on
	}
	s := &chanceScene{p.scene(a), c, d.draw(c.basis, LotRule+":"+p.name, c.Draw, 1)[0]}
	f := drawnLot{c.made.Holds(s), c.falls != nil && a.victim != movement.NoPiece && c.falls.Holds(s)}
	what := map[drawnLot]string{{true, false}: "is made", {true, true}: "takes both pieces", {false, true}: "turns against the captor", {false, false}: "comes to nothing"}[f]
	d.note(FactLot, c.clause, "%s draws %s: the %s %s", p.name, s.drawn, a.name, what)
	return f
}

// meets does what a lot has decided of an act that is not simply made.
func (p *play) meets(c *chanceLaw, a *act, f drawnLot, item notation.Item) {
	p.foiled = true
	if item.Kind != "" { // else it has been written
		p.executed(item, a.id)
	}
	p.done = append(p.done, p.chosenByName(a.step)...)
	if f.falls {
		p.strikesBack(c, a, f.made)
	}
}

// strikesBack lets the victim of a capture capture its captor, and be captured too if both fall.
func (p *play) strikesBack(c *chanceLaw, a *act, both bool) {
	d, t := p.d, p.d.now
	victim, from, at := a.victim, t.pos.Where(a.id), t.pos.Where(a.victim)
	owner := t.pos.Owner(victim)
	q := &play{d: d, side: owner, name: t.sideName(owner), player: d.state().sides[owner].player, how: p.how}
	var taken []*capturedPiece
	if both {
		for _, x := range append(a.take.Victims(), p.also...) {
			taken = append(taken, p.remove(c.basis, a.id, x))
		}
	}
	captor := q.remove(c.basis, victim, a.id)
	for _, v := range taken {
		p.keep(a.id, v)
	}
	q.keep(victim, captor)
	if both {
		m := movement.Act{Play: movement.Capture, Piece: a.id, From: from, To: from, Other: movement.NoPiece, Fell: true, Of: captor.side}
		for _, v := range taken {
			m.Victims = append(m.Victims, movement.Fallen{Piece: v.id, At: v.at, Side: v.side})
		}
		p.follow(m)
	}
	q.follow(movement.Act{Play: movement.Capture, Piece: victim, From: at, To: at, Other: movement.NoPiece, Fell: both, Of: owner,
		Victims: []movement.Fallen{{Piece: captor.id, At: captor.at, Side: captor.side}}})
	p.falls, p.limited, p.late = append(p.falls, q.falls...), append(p.limited, q.limited...), append(p.late, q.late...)
}
