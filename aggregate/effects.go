package aggregate

import (
	"fmt"
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// effectLaw is one compiled effect of a type's captures.
type effectLaw struct {
	destroy string // destroySelf, destroyAround or ""
	set     string
	to      *formula.Formula
	basis   *events.Basis
}

// What a capture destroys, as definitions say it.
const (
	destroySelf   = "self"
	destroyAround = "around"
)

// reactionLaw is how a piece reacts to the capture of another one near it.
type reactionLaw struct {
	friend, enemy bool
	within        int
	effect        effectLaw
}

// compileEffects compiles what a type's captures bring about.
func (l *law) compileEffects(t movement.TypeID, def *rules.Piece) error {
	k := &l.kinds[t]
	if len(def.OnCapture)+len(def.OnCaptured)+len(def.Reacts) == 0 {
		return nil
	}
	v := rules.EffectVocabulary(def.Counters, rules.Resolver{
		Type:    l.typeID,
		Counter: func(name string) (int, error) { return l.counterID(name), nil },
		Reading: func(entry string) (string, bool) { r, ok := l.reading[entry]; return r, ok },
	})
	for i := range def.OnCapture {
		e := &def.OnCapture[i]
		law := effectLaw{destroy: e.Destroy, set: e.Set, basis: basisOf(l.readingsIn(e), l.clauseOf(t, e.Cite))}
		if e.Set != "" {
			var err error
			if law.to, err = formula.Compile(string(e.To), v, formula.Number); err != nil {
				return fmt.Errorf("on_capture[%d].to: %w", i, err)
			}
		}
		k.effects = append(k.effects, law)
	}
	for i := range def.OnCaptured {
		e := &def.OnCaptured[i]
		k.avenges = append(k.avenges, effectLaw{destroy: e.Destroy, basis: basisOf(l.readingsIn(e), l.clauseOf(t, e.Cite))})
	}
	for i := range def.Reacts {
		r := &def.Reacts[i]
		law := reactionLaw{
			friend: r.Of != "enemy", enemy: r.Of != "friend", within: max(1, r.Within),
			effect: effectLaw{set: r.Set, basis: basisOf(l.readingsIn(r), l.clauseOf(t, r.Cite))},
		}
		var err error
		if law.effect.to, err = formula.Compile(string(r.To), v, formula.Number); err != nil {
			return fmt.Errorf("reacts[%d].to: %w", i, err)
		}
		k.reacts = append(k.reacts, law)
	}
	return nil
}

// counterID numbers the names of counters that formulas ask of victims.
func (l *law) counterID(name string) int {
	for i, n := range l.counterNames {
		if n == name {
			return i
		}
	}
	l.counterNames = append(l.counterNames, name)
	return len(l.counterNames) - 1
}

// captureEnv answers the formulas of effects, in the order of rules.EffectVocabulary.
type captureEnv struct {
	p      *play
	captor movement.PieceID
	own    []rules.Counter
	victim *capturedPiece
}

// Var gives files, ranks and then the captor's counters.
func (e *captureEnv) Var(i int) float64 {
	rs := e.p.d.law().ruleset
	switch i {
	case 0:
		return float64(rs.Files())
	case 1:
		return float64(rs.Ranks())
	}
	return float64(valueOf(e.p.d.state().pieces[e.captor].counters, e.own[i-2].Name))
}

// Call gives count, victim_is and victim.
func (e *captureEnv) Call(f int, args []float64) float64 {
	switch f {
	case 0:
		n := 0
		pos := e.p.d.now.pos
		for _, id := range pos.OnBoard() {
			if pos.TypeOf(id) == movement.TypeID(args[0]) {
				n++
			}
		}
		return float64(n)
	case 1:
		return flag(e.victim.typ == movement.TypeID(args[0]))
	case 2:
		return float64(valueOf(e.victim.counters, e.p.d.law().counterNames[int(args[0])]))
	}
	return 0
}

func valueOf(counters []events.Counter, name string) int {
	for _, c := range counters {
		if c.Name == name {
			return c.Value
		}
	}
	return 0
}

// counters brings the captor's counters up to date after a capture.
func (p *play) counters(id movement.PieceID, kind *kindLaw, victim *capturedPiece) {
	for i := range kind.effects {
		if kind.effects[i].set != "" {
			p.set(id, kind, &kind.effects[i], victim)
		}
	}
}

// count gives a counter of a piece a value; a piece that lies as the counter says keeps its value where it has no room to turn.
func (d *decision) count(b *events.Basis, id movement.PieceID, name string, value int) {
	if i, ok := d.law().ruleset.CounterIndex(d.now.pos.TypeOf(id), name); !ok || d.now.pos.FitsCounting(id, i, value) {
		d.emit(b, events.CounterChanged{Piece: d.now.pieceName(id), Name: name, Value: value})
	}
}

// set gives a counter of a piece the value that an effect computes.
func (p *play) set(id movement.PieceID, kind *kindLaw, e *effectLaw, victim *capturedPiece) {
	value := movement.CounterValue(e.to.Eval(&captureEnv{p: p, captor: id, own: kind.bounds, victim: victim}))
	for _, c := range kind.bounds {
		if c.Name == e.set && c.Most > 0 && value > c.Most {
			value = c.Over
		}
	}
	if value != valueOf(p.d.state().pieces[id].counters, e.set) {
		p.d.count(e.basis, id, e.set, value)
	}
}

// react lets the pieces near a captured one react to its capture, in the order of their ids.
func (p *play) react(victim *capturedPiece) {
	if !p.d.law().reactions {
		return
	}
	t := p.d.now
	for i := range t.state.pieces {
		id := movement.PieceID(i)
		if t.state.pieces[i].at == "" || !t.stands(i) {
			continue
		}
		kind := &p.d.law().kinds[t.pos.TypeOf(id)]
		for k := range kind.reacts {
			r := &kind.reacts[k]
			friend := t.pos.Owner(id) == victim.side
			if (friend && r.friend || !friend && r.enemy) && p.d.law().ruleset.Distance(t.pos.Where(id), victim.at) <= r.within {
				p.set(id, kind, &r.effect, victim)
			}
		}
	}
}

// explode destroys what a capture destroys by the captor's definition: pieces around it,
// and the captor itself.
func (p *play) explode(id movement.PieceID, kind *kindLaw) {
	t := p.d.now
	blasted, own := false, false
	for i := range kind.effects {
		e := &kind.effects[i]
		switch {
		case e.destroy == destroyAround && !blasted:
			blasted = true
			around := t.pos.Blasted(id, t.pos.Where(id), nil)
			slices.Sort(around)
			for _, x := range slices.Compact(around) {
				p.bursts(e.basis, x)
			}
		case e.destroy == destroySelf && !own:
			own = true
			defer p.bursts(e.basis, id)
		}
	}
}

// bursts destroys a piece by the definition of a captor or of a victim.
func (p *play) bursts(b *events.Basis, id movement.PieceID) {
	pos := p.d.now.pos
	p.burst = append(p.burst, movement.Fallen{Piece: id, At: pos.Where(id), Side: pos.Owner(id)})
	p.d.emit(b, events.PieceDestroyed{Piece: p.d.now.pieceName(id), Why: events.WhyEffect})
}

// avenge destroys what the capture of a piece destroys by its own definition:
// pieces around the square where it stood, and its captor.
func (p *play) avenge(captor movement.PieceID, victim *capturedPiece) {
	avenges := p.d.law().kinds[victim.typ].avenges
	if len(avenges) == 0 {
		return
	}
	t := p.d.now
	around, takes := t.pos.BlastedBy(victim.typ, victim.side, victim.at, captor, nil)
	slices.Sort(around)
	around = slices.Compact(around)
	for i := range avenges {
		e := &avenges[i]
		switch {
		case e.destroy == destroyAround:
			for _, x := range around {
				p.bursts(e.basis, x)
			}
			around = nil
		case takes && !t.state.pieces[captor].gone:
			p.bursts(e.basis, captor)
		}
	}
}
