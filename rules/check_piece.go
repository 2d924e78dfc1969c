package rules

import (
	"fmt"
	"math"
	"slices"

	"adjudicate/rules/formula"
)

// piece checks a definition. Its faults, without types and register, are what makes a
// definition invalid (1230.1 §3.A).
func (c *checker) piece(p *Piece) {
	c.names(p)
	values := func(field string) *formula.Vocabulary {
		return ValueVocabulary(p.Counters, c.resolver(field, p))
	}
	if p.Value == "" {
		c.fault("piece.value", "the definition has no material value")
	} else if f := c.formula("piece.value", p.Value, values("piece.value"), formula.Number); f != nil {
		if v, known := f.Const(); known && (v < 0 || 2*v != math.Trunc(2*v)) {
			c.fault("piece.value", "a material value is a multiple of one half and not negative, and this is %v", v)
		}
	}
	if p.Limit < 0 {
		c.fault("piece.limit", "an instance limit is not negative; 0 is none")
	}
	c.counters(p)
	for i, g := range p.Regions {
		field := fmt.Sprintf("piece.regions[%d]", i)
		if g.Name == "" || g.Name == "edge" || g.Name == "corner" || slices.ContainsFunc(p.Regions[:i], func(o Region) bool { return o.Name == g.Name }) {
			c.fault(field+".name", "a region has a name of its own")
		}
		c.areas(field+".squares", g.Squares)
	}
	if len(p.Modes) == 0 && len(p.Actions) == 0 && len(p.Special) == 0 && !p.Immovable {
		c.fault("piece.modes", "the definition does not say how the piece moves")
	}
	c.modes("piece.modes", p.Modes, p)
	c.modes("piece.special", p.Special, p)
	c.effects(p)
	if m := p.Mobility; m != nil {
		if m.Least < 0 {
			c.fault("piece.mobility.least", "a distance is not negative")
		}
		c.formula("piece.mobility.greatest", m.Greatest, values("piece.mobility.greatest"), formula.Number)
	}
	c.changes(p)
}

func (c *checker) names(p *Piece) {
	printable := p.Name != "" && p.Name[0] != ' ' && p.Name[len(p.Name)-1] != ' '
	for _, b := range []byte(p.Name) {
		printable = printable && b >= ' ' && b <= '~' && b != '"' && b != '\'' && b != '`' && b != ',' && b != '\\'
	}
	if !printable || len(p.Name) > 40 {
		c.fault("piece.name", "a type's name is 1 to 40 printable ASCII characters without quotes and commas, and this is %q", p.Name)
	}
	if len(p.Glyph) != 1 || p.Glyph[0] <= ' ' || p.Glyph[0] > '~' {
		c.fault("piece.glyph", "a glyph is one printable ASCII character other than a space, and this is %q", p.Glyph)
	}
}

func (c *checker) counters(p *Piece) {
	var taken []string
	for _, v := range conditionVars {
		taken = append(taken, v.Name)
	}
	for _, n := range c.merged.Conditions {
		taken = append(taken, n.Name)
	}
	for i, n := range p.Counters {
		field := fmt.Sprintf("piece.counters[%d]", i)
		c.identifier(field+".name", n.Name, taken)
		taken = append(taken, n.Name)
		if n.Most != 0 && (n.Initial > n.Most || n.Over > n.Most) {
			c.fault(field, "initial and over are at most most")
		}
	}
}

// condition checks an optional condition of a definition. In land and after a landing
// square is meant; elsewhere words about it are refused.
func (c *checker) condition(field string, src Expr, p *Piece, landing bool) {
	if src == "" {
		return
	}
	f := c.formula(field, src, ConditionVocabulary(p.Counters, c.merged.Conditions, c.resolver(field, p)), formula.Bool)
	if f == nil {
		return
	}
	for _, name := range append([]string{"d1"}, landingVars...) {
		if f.Uses(name) && (!landing || name == "d1") {
			c.fault(field, "%s has no meaning here", name)
		}
	}
}

func (c *checker) modes(field string, modes []Mode, p *Piece) {
	for i := range modes {
		c.mode(fmt.Sprintf("%s[%d]", field, i), &modes[i], p)
	}
}

func (c *checker) mode(field string, m *Mode, p *Piece) {
	for i, f := range m.For {
		at := fmt.Sprintf("%s.for[%d]", field, i)
		c.word(at, f, "move", "capture", "shot", "scratch", "swap")
		if slices.Index(m.For, f) < i {
			c.fault(at, "%q stands here twice", f)
		}
	}
	c.condition(field+".when", m.When, p, false)
	c.condition(field+".land", m.Land, p, true)
	c.condition(field+".after", m.After, p, true)
	c.typeNames(field+".victim", m.Victim)
	c.typeNames(field+".spares", m.Spares)
	if m.Onto != "" {
		c.word(field+".onto", m.Onto, "empty")
	}
	switch {
	case m.As != nil && len(m.Legs) > 0:
		c.fault(field+".as", "a mode has legs or takes the moves of another type, not both")
	case m.As != nil:
		c.as(field+".as", m.As)
	case len(m.Legs) == 0:
		c.fault(field+".legs", "a mode has legs, or says as what the piece moves")
	}
	for i := range m.Legs {
		c.leg(fmt.Sprintf("%s.legs[%d]", field, i), &m.Legs[i], i, p)
	}
}

func (c *checker) as(field string, a *As) {
	if (a.Type != "") == (a.Who != "") {
		c.fault(field, "either a type or who is needed")
		return
	}
	if a.Type != "" {
		c.typeName(field+".type", a.Type)
	} else {
		c.word(field+".who", a.Who, "victim", "last")
	}
	only := func(part, value, who string, words ...string) {
		if value == "" {
			return
		}
		c.word(field+part, value, words...)
		if a.Who != who {
			c.fault(field+part, "it belongs to who: %s", who)
		}
	}
	only(".captures", a.Captures, "last", "moves", "piece")
	only(".same", a.Same, "last", "resolved", "none")
	only(".counters", a.Counters, "victim", "victim", "initial")
	if a.Loans && a.Who != "victim" {
		c.fault(field+".loans", "it belongs to who: victim")
	}
}

// Words of legs.
var (
	absoluteWords = []string{"orthogonal", "diagonal", "all", "horizontal", "vertical",
		"north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"}
	turnWords = []string{"turn90", "turn45", "same"}
)

func (c *checker) leg(field string, l *Leg, i int, p *Piece) {
	ways := 0
	for _, has := range []bool{l.Dir != "", len(l.Leap) > 0, l.Toward != ""} {
		if has {
			ways++
		}
	}
	switch {
	case ways != 1:
		c.fault(field, "a leg has one of dir, leap and toward")
	case l.Dir != "":
		c.word(field+".dir", l.Dir, append(append([]string{"anywhere"}, absoluteWords...), turnWords...)...)
		if i == 0 && slices.Contains(turnWords, l.Dir) {
			c.fault(field+".dir", "%s needs a leg before it", l.Dir)
		}
	case l.Toward != "":
		c.typeName(field+".toward", l.Toward)
	default:
		if len(l.Leap) != 2 || min(l.Leap[0], l.Leap[1]) < 0 || max(l.Leap[0], l.Leap[1]) < 1 || max(l.Leap[0], l.Leap[1]) > 26 {
			c.fault(field+".leap", "a leap is two numbers of squares, such as [3, 1]")
		}
	}
	if l.Within != 0 && l.Toward == "" {
		c.fault(field+".within", "it belongs to toward")
	}
	if l.Within < 0 {
		c.fault(field+".within", "a distance is not negative")
	}
	if l.Pass != "" {
		c.word(field+".pass", l.Pass, "empty", "any", "half", "no-friend")
	}
	if l.Hop != "" {
		c.word(field+".hop", l.Hop, "over", "next")
	}
	steps := make([]int, 0, len(l.At))
	for step := range l.At {
		steps = append(steps, step)
	}
	slices.Sort(steps)
	for _, step := range steps {
		at := fmt.Sprintf("%s.at[%d]", field, step)
		c.word(at, l.At[step], "empty", "occupied")
		if step < 1 {
			c.fault(at, "steps count from 1")
		}
	}
	c.steps(field+".n", l, i, p)
}

// steps checks the number of steps: what is known of it must be whole numbers that make
// sense.
func (c *checker) steps(field string, l *Leg, i int, p *Piece) {
	if l.N == "" {
		return
	}
	if l.Toward != "" || l.Dir == "anywhere" {
		c.fault(field, "a leg to or toward a square has no number of steps")
		return
	}
	s, err := formula.CompileSteps(string(l.N), ConditionVocabulary(p.Counters, c.merged.Conditions, c.resolver(field, p)))
	if err != nil {
		c.refused(field, err)
		return
	}
	least := 1.0
	if l.ZeroOK {
		least = 0
	}
	for _, f := range s.Formulas() {
		if f.Uses("d1") && i == 0 {
			c.fault(field, "d1 has no meaning in the first leg")
		}
		for _, name := range landingVars {
			if f.Uses(name) {
				c.fault(field, "%s has no meaning here", name)
			}
		}
		if v, known := f.Const(); known && (v < least || v != math.Trunc(v)) {
			c.fault(field, "a number of steps is a whole number from %v, and this is %v", least, v)
		}
	}
	if s.Low != nil {
		low, known1 := s.Low.Const()
		high, known2 := s.High.Const()
		if known1 && known2 && low > high {
			c.fault(field, "the range from %v to %v is empty", low, high)
		}
	}
}

// effects checks what a definition does to other pieces.
func (c *checker) effects(p *Piece) {
	if b := p.Borrows; b != nil && b.Capture == "" {
		c.fault("piece.borrows.capture", "it is needed")
	} else if b != nil {
		c.condition("piece.borrows.capture", b.Capture, p, false)
	}
	for i := range p.Grants {
		g, field := &p.Grants[i], fmt.Sprintf("piece.grants[%d]", i)
		c.word(field+".to", g.To, "friend")
		if g.Within < 1 {
			c.fault(field+".within", "a distance from 1 is needed")
		}
		if len(g.Modes) == 0 {
			c.fault(field+".modes", "a grant lends at least one mode")
		}
		c.modes(field+".modes", g.Modes, p)
	}
	for i := range p.Immune {
		m, field := &p.Immune[i], fmt.Sprintf("piece.immune[%d]", i)
		c.word(field+".who", m.Who, "self", "friend")
		if m.Beside != "" {
			c.word(field+".beside", m.Beside, "orthogonal", "diagonal", "all")
			if m.Who == "self" {
				c.fault(field+".beside", "it belongs to who: friend")
			}
		}
		c.typeNames(field+".from", m.From)
		c.condition(field+".when", m.When, p, false)
	}
}

// changes checks how pieces of the type come, change and go.
func (c *checker) changes(p *Piece) {
	if p.Placement != nil {
		c.areas("piece.placement.in", p.Placement.In)
	}
	for i := range p.Promotion {
		m, field := &p.Promotion[i], fmt.Sprintf("piece.promotion[%d]", i)
		c.word(field+".on", m.On, "reach", "own-play", "capture")
		c.word(field+".to", m.To, "any", "victim", "mirror")
		c.word(field+".timing", m.Timing, "at-once", "end-of-turn")
		if (m.On == "reach") != (len(m.In) > 0) {
			c.fault(field+".in", "squares belong to on: reach, and only there")
		}
		if m.To == "victim" && m.On != "capture" {
			c.fault(field+".to", "only a capture has a victim")
		}
		c.areas(field+".in", m.In)
		c.condition(field+".when", m.When, p, false)
		c.typeNames(field+".except", m.Except)
	}
	if b := p.Purchase; b != nil {
		v := PurchaseVocabulary(c.resolver("piece.purchase", p))
		if b.Fee != "" {
			c.formula("piece.purchase.fee", b.Fee, v, formula.Number)
		}
		if b.When != "" {
			c.formula("piece.purchase.when", b.When, v, formula.Bool)
		}
	}
	for i, e := range p.OnCapture {
		field := fmt.Sprintf("piece.on_capture[%d]", i)
		switch {
		case (e.Destroy != "") == (e.Set != ""):
			c.fault(field, "an effect destroys or sets")
		case e.Destroy != "":
			c.word(field+".destroy", e.Destroy, "self", "around")
			if e.To != "" {
				c.fault(field+".to", "it belongs to set")
			}
		default:
			c.set(field, e, p)
		}
	}
}

func (c *checker) set(field string, e Effect, p *Piece) {
	var names []string
	for _, n := range p.Counters {
		names = append(names, n.Name)
	}
	if !slices.Contains(names, e.Set) {
		c.fault(field+".set", "the type has no counter called %q", e.Set)
		if near := formula.Near(e.Set, names); near != "" {
			c.hint("did you mean %q?", near)
		}
	}
	if e.To == "" {
		c.fault(field+".to", "the counter's new value is needed")
		return
	}
	c.formula(field+".to", e.To, EffectVocabulary(p.Counters, c.resolver(field+".to", p)), formula.Number)
}
