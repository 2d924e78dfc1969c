package aggregate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// kindLaw is what the judge needs of a type beside its moves.
type kindLaw struct {
	clause     string            // "12.5/5", the rule that defines it
	cites      typeCites         // where it says what
	glyph      string            //
	itself     []movement.TypeID // the type, as a list
	readings   []string          // "entry=reading" of the entries that its moves and captures ask for
	moving     *events.Basis     // a Move with it
	capturing  *events.Basis     // a Capture with it
	placing    *events.Basis     // its Placement
	ofKinds    []ofKindLaw       // its moves of declared kinds
	effects    []effectLaw       // of its captures
	promotions []*events.Basis   // by promotion clause
	actions    []*events.Basis   // by action
	counters   []events.Counter  // those of a new piece
	bounds     []rules.Counter
	reacts     []reactionLaw
	avenges    []effectLaw // what its own capture brings about
	forms      bool        // some of its moves do more than take it somewhere
}

// clauseOf names a place in the rule that defines a type.
func (l *law) clauseOf(t movement.TypeID, place string) string {
	if place == "" {
		return l.kinds[t].clause
	}
	return l.kinds[t].clause + " " + place
}

// kindCites are the clauses on what pieces of every type do.
type kindCites struct{ move, capture, placing, declared, action string }

func (l *law) kindCites() kindCites {
	return kindCites{l.citePlay(notation.Move), l.citePlay(notation.Capture), l.citePlacing(), l.citeKinds(), l.citePlay(notation.Action)}
}

// compileKinds prepares what the judge needs of each type. What was compiled of a definition before a change of other rules is used again;
// before is nil if nothing was; grown is whether l is grown from it.
func (l *law) compileKinds(before *law, grown bool) error {
	cites := l.kindCites()
	if before != nil && (l.register != before.register || cites != before.kindCites() || !maps.Equal(l.reading, before.reading)) {
		before, grown = nil, false
	}
	l.kinds = make([]kindLaw, l.ruleset.Types())
	for i := range l.kinds {
		t := movement.TypeID(i)
		old := before.sameKind(l.ruleset, t)
		was := old != nil
		if was {
			l.kinds[i] = *old
		} else {
			l.compileKind(t, &cites)
		}
		k := &l.kinds[i]
		k.itself = []movement.TypeID{t}
		k.forms = l.ruleset.Forms(t) // which may hang on other types
		if k.bounds = l.ruleset.Def(t).Counters; !grown || !was {
			k.effects, k.avenges, k.reacts = nil, nil, nil // their formulas number the types
			if err := l.compileEffects(t, l.ruleset.Def(t)); err != nil {
				return fmt.Errorf("rule %s: %w", k.clause, err)
			}
		}
		l.reactions = l.reactions || len(k.reacts) > 0
		l.ownPlayForced = l.ownPlayForced || slices.ContainsFunc(l.ruleset.Def(t).Promotion, func(pr rules.Promotion) bool { return pr.On == onOwnPlay && pr.Forced })
	}
	return nil
}

// sameKind returns what l, which may be nil, has compiled of a definition that another ruleset has as well, nil if it has not.
func (l *law) sameKind(rs *movement.Ruleset, t movement.TypeID) *kindLaw {
	if l == nil {
		return nil
	}
	def, rule := rs.Def(t), rs.Rule(t)
	was, ok := l.ruleset.Type(def.Name)
	if !ok || l.ruleset.Def(was) != def {
		return nil
	}
	if r := l.ruleset.Rule(was); r.Number != rule.Number || r.Revision != rule.Revision {
		return nil
	}
	return &l.kinds[was]
}

// compileKind prepares what the judge needs of a type, but for what its captures bring about.
func (l *law) compileKind(t movement.TypeID, cites *kindCites) {
	k, rule, def := &l.kinds[t], l.ruleset.Rule(t), l.ruleset.Def(t)
	k.clause = fmt.Sprintf("%s/%d", rule.Number, rule.Revision)
	k.glyph = def.Glyph
	k.cites = citesOf(rule, def)
	k.readings = l.readingsIn(def.Modes, def.Borrows)
	k.moving = basisOf(k.readings, k.clause, cites.move)
	k.capturing = basisOf(k.readings, k.clause, cites.capture)
	k.placing = basisOf(nil, k.clause, cites.placing)
	l.compileOfKinds(k, rule, def)
	for i := range def.Promotion {
		pr := &def.Promotion[i]
		k.promotions = append(k.promotions, basisOf(l.readingsIn(pr), l.clauseOf(t, pr.Cite)))
	}
	for i := range def.Actions {
		a := &def.Actions[i]
		k.actions = append(k.actions, basisOf(l.readingsIn(a), l.clauseOf(t, a.Cite), cites.action))
	}
	for _, c := range def.Counters {
		k.counters = append(k.counters, events.Counter{Name: c.Name, Value: c.Initial})
	}
}

// readingsIn lists the entries that parts of a definition name, with the readings that
// hold. Definitions ask for a reading by its entry in quotes.
func (l *law) readingsIn(parts ...any) []string {
	if l.register == nil {
		return nil
	}
	text, err := json.Marshal(parts)
	if err != nil {
		return nil // definitions come from JSON
	}
	if !bytes.ContainsAny(text, `'\`) {
		return nil // it names nothing
	}
	var list []string
	for _, id := range l.register.IDs() {
		if bytes.Contains(text, []byte(`'`+id+`'`)) || bytes.Contains(text, []byte(`\"`+id+`\"`)) {
			list = append(list, l.used(id))
		}
	}
	return list
}

// typeCites are the places in a rule where a definition says how its type does things.
type typeCites struct {
	whole, move, capture, exit, promotion string
	captures                              []string // all places that capture
}

func citesOf(rule *rules.Rule, def *rules.Piece) typeCites {
	whole := rule.Clause("")
	c := typeCites{whole: whole, move: whole, capture: whole, exit: whole, promotion: whole}
	first := func(at *string, clause string) {
		if *at == whole {
			*at = clause
		}
	}
	for i := range def.Modes {
		m := &def.Modes[i]
		if len(m.For) == 0 || slices.Contains(m.For, "move") {
			first(&c.move, m.Clause(rule))
		}
		if len(m.For) == 0 || slices.Contains(m.For, "capture") || slices.Contains(m.For, "shot") {
			first(&c.capture, m.Clause(rule))
			c.captures = append(c.captures, m.Clause(rule))
		}
		if slices.ContainsFunc(m.For, rules.IsExit) {
			first(&c.exit, m.Clause(rule))
		}
	}
	for i := range def.Promotion {
		first(&c.promotion, rule.Clause(def.Promotion[i].Cite))
	}
	return c
}
