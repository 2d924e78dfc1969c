package aggregate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// kindLaw is what the judge needs of a type beside its moves.
type kindLaw struct {
	clause     string           // "1230.5/5", the rule that defines it
	cites      typeCites        // where it says what
	glyph      string           //
	readings   []string         // "entry=reading" of the entries that its moves and captures ask for
	specials   []string         // of those that its special move asks for
	moving     *events.Basis    // a Move with it
	capturing  *events.Basis    // a Capture with it
	placing    *events.Basis    // its Placement
	special    *events.Basis    // its Special
	effects    []effectLaw      // of its captures
	promotions []*events.Basis  // by promotion clause
	actions    []*events.Basis  // by action
	counters   []events.Counter // those of a new piece
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

// compileKinds prepares what the judge needs of each type.
func (l *law) compileKinds() error {
	l.kinds = make([]kindLaw, l.ruleset.Types())
	for _, d := range l.book.Pieces() {
		t, ok := l.ruleset.Type(d.Piece.Name)
		if !ok {
			continue
		}
		k := &l.kinds[t]
		k.clause = fmt.Sprintf("%s/%d", d.Rule.Number, d.Rule.Revision)
		k.glyph = d.Piece.Glyph
		k.forms = l.ruleset.Forms(t)
		k.cites = citesOf(d.Rule, d.Piece)
		k.readings = l.readingsIn(d.Piece.Modes, d.Piece.Borrows)
		k.specials = l.readingsIn(d.Piece.Special)
		k.moving = basisOf(k.readings, k.clause, l.citePlay(notation.Move))
		k.capturing = basisOf(k.readings, k.clause, l.citePlay(notation.Capture))
		k.placing = basisOf(nil, k.clause, l.citePlacing())
		k.special = basisOf(k.specials, k.clause, l.citeSpecials())
		for i := range d.Piece.Promotion {
			pr := &d.Piece.Promotion[i]
			k.promotions = append(k.promotions, basisOf(l.readingsIn(pr), l.clauseOf(t, pr.Cite)))
		}
		for i := range d.Piece.Actions {
			a := &d.Piece.Actions[i]
			k.actions = append(k.actions, basisOf(l.readingsIn(a), l.clauseOf(t, a.Cite), l.citePlay(notation.Action)))
		}
		for _, c := range d.Piece.Counters {
			k.counters = append(k.counters, events.Counter{Name: c.Name, Value: c.Initial})
		}
	}
	for _, d := range l.book.Pieces() {
		if t, ok := l.ruleset.Type(d.Piece.Name); ok {
			if err := l.compileEffects(t, d.Piece); err != nil {
				return fmt.Errorf("rule %s: %w", l.kinds[t].clause, err)
			}
		}
	}
	return nil
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
	var list []string
	for _, e := range l.register.Entries() {
		if bytes.Contains(text, []byte(`'`+e.ID+`'`)) || bytes.Contains(text, []byte(`\"`+e.ID+`\"`)) {
			list = append(list, l.used(e.ID))
		}
	}
	return list
}

// typeCites are the places in a rule where a definition says how its type does things.
type typeCites struct {
	move, capture, special, scratch, promotion string
	captures                                   []string // all places that capture
}

func citesOf(rule *rules.Rule, def *rules.Piece) typeCites {
	whole := rule.Clause("")
	c := typeCites{move: whole, capture: whole, special: whole, scratch: whole, promotion: whole}
	first := func(at *string, cite string) {
		if *at == whole {
			*at = rule.Clause(cite)
		}
	}
	for i := range def.Modes {
		m := &def.Modes[i]
		if len(m.For) == 0 || slices.Contains(m.For, "move") {
			first(&c.move, m.Cite)
		}
		if len(m.For) == 0 || slices.Contains(m.For, "capture") || slices.Contains(m.For, "shot") {
			first(&c.capture, m.Cite)
			c.captures = append(c.captures, rule.Clause(m.Cite))
		}
		if slices.Contains(m.For, "scratch") {
			first(&c.scratch, m.Cite)
		}
	}
	for i := range def.Special {
		first(&c.special, def.Special[i].Cite)
	}
	for i := range def.Promotion {
		first(&c.promotion, def.Promotion[i].Cite)
	}
	return c
}
