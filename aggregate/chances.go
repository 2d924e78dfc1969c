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
	a := act{name: name, step: s, id: id, to: to, victim: movement.NoPiece, take: take}
	a.typ, a.from = p.d.now.pos.TypeOf(id), p.d.now.pos.Where(id)
	if take != nil {
		a.victim = take.Victim
	}
	for i := range p.d.law().chances {
		c := &p.d.law().chances[i]
		of := slices.Contains(c.Acts(), name) || p.terms != nil && take != nil && slices.Contains(c.Acts(), p.terms.name)
		if of && (c.when == nil || c.when.Holds(p.scene(&a))) {
			return p.decides(c, &a, item)
		}
	}
	return false
}

// decides draws the lot of an entry and does what it decides.
func (p *play) decides(c *chanceLaw, a *act, item notation.Item) bool {
	d := p.d
	s := &chanceScene{p.scene(a), c, d.draw(c.basis, LotRule+":"+p.name, c.Draw, 1)[0]}
	made, falls := c.made.Holds(s), c.falls != nil && a.victim != movement.NoPiece && c.falls.Holds(s)
	what := map[[2]bool]string{{true, false}: "is made", {true, true}: "takes both pieces", {false, true}: "turns against the captor", {false, false}: "comes to nothing"}[[2]bool{made, falls}]
	d.note(FactLot, c.clause, "%s draws %s: the %s %s", p.name, s.drawn, a.name, what)
	if made && !falls {
		return false
	}
	p.foiled = true
	p.executed(item, a.id)
	if falls {
		p.strikesBack(c, a, made)
	}
	return true
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
