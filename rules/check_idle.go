package rules

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"adjudicate/rules/formula"
	"adjudicate/rules/keys"
)

// idle doubts parts of a rule that have no effect: they are written in vain, and often stand for
// something else that was meant. It looks at a rule without faults, in its rulebook.
func (c *checker) idle(r *Rule, after *Rulebook) {
	if len(c.problems.Faults()) > 0 {
		return
	}
	c.decided(after)
	if p := r.Piece; p != nil {
		c.idleCounters(p, after)
		c.idleRegions(p)
		for field, modes := range p.lists() {
			c.idleModes(field, modes, p)
		}
		for i := range p.Grants {
			c.idleModes(fmt.Sprintf("piece.grants[%d].modes", i), p.Grants[i].Modes, p)
		}
		for i := range p.Actions {
			c.idleLegs(fmt.Sprintf("piece.actions[%d].legs", i), p.Actions[i].Legs, p)
		}
		c.idleEffects(p)
		c.idleConditions(p)
		if m := p.Mobility; m != nil {
			v := ValueVocabulary(p.Counters, c.resolver("", p))
			if f, err := formula.Compile(string(m.Greatest), v, formula.Number); err == nil && f.Range(c.known(p)).High < float64(m.Least) {
				c.doubt("piece.mobility", "no distance is between least and greatest")
			}
		}
	}
	if r.Procedure != nil && r.Procedure.Plays != nil {
		c.idleShapes(r.Procedure.Plays.Shapes)
	}
	c.dead(r, after)
}

// idleCounters doubts counters that nothing asks for, and those that fall to 0 beyond their bound because
// nothing else is said.
func (c *checker) idleCounters(p *Piece, after *Rulebook) {
	for i, n := range p.Counters {
		field := fmt.Sprintf("piece.counters[%d]", i)
		if n.Most > 0 && n.Over == 0 {
			c.doubt(field+".most", "beyond %d the counter becomes over, which is 0", n.Most)
			c.hint("write over: %d for a counter that stays there", n.Most)
		}
		word := regexp.MustCompile(`\b` + regexp.QuoteMeta(n.Name) + `\b`)
		if slices.ContainsFunc(p.Resists, func(r Resistance) bool { return r.Uses == n.Name }) || slices.Contains(p.Facing(), n.Name) {
			continue
		}
		if !mentions(reflect.ValueOf(p), word) && !slices.ContainsFunc(after.Rules(), func(o Rule) bool { return mentions(reflect.ValueOf(o), word) }) {
			c.doubt(field, "counter %q is not used in any formula", n.Name)
		}
	}
}

// mentions reports whether a formula somewhere in a value mentions a word.
func mentions(v reflect.Value, word *regexp.Regexp) bool {
	found := false
	walkExprs("", v, func(_ string, src Expr) { found = found || word.MatchString(string(src)) })
	return found
}

// walkExprs calls f with every formula in a value and the path of its field.
func walkExprs(path string, v reflect.Value, f func(path string, src Expr)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			walkExprs(path, v.Elem(), f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			walkExprs(fmt.Sprintf("%s[%d]", path, i), v.Index(i), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				continue
			}
			name, _ := keys.Of(v.Type().Field(i))
			if path != "" {
				name = path + "." + name
			}
			walkExprs(name, v.Field(i), f)
		}
	case reflect.String:
		switch src, ok := v.Interface().(Expr); {
		case ok && src != "":
			f(path, src)
		case !ok && (strings.HasSuffix(path, ".payer") || strings.HasSuffix(path, ".payee")) && Reckoned(v.String()):
			f(path, Expr(v.String()))
		}
	}
}

// idleRegions doubts regions that nothing of the definition names.
func (c *checker) idleRegions(p *Piece) {
	for i, g := range p.Regions {
		quoted := regexp.MustCompile(`["']` + regexp.QuoteMeta(g.Name) + `["']`)
		used := mentions(reflect.ValueOf(p), quoted) || p.Placement != nil && slices.Contains(p.Placement.In, g.Name)
		for _, m := range p.Promotion {
			used = used || slices.Contains(m.In, g.Name)
		}
		for j, o := range p.Regions {
			used = used || i != j && slices.Contains(o.Squares, g.Name)
		}
		if !used {
			c.doubt(fmt.Sprintf("piece.regions[%d]", i), "region %q is not used in the definition", g.Name)
		}
	}
}

// idleModes doubts modes that say what another says, and words of modes without effect.
func (c *checker) idleModes(field string, modes []Mode, p *Piece) {
	for i := range modes {
		m, at := &modes[i], fmt.Sprintf("%s[%d]", field, i)
		for j := range i {
			if sameMode(m, &modes[j]) {
				c.doubt(at, "same as %s[%d]", field, j)
				break
			}
		}
		c.idleUses(at, m, isKindField(field))
		c.idleLegs(at+".legs", m.Legs, p)
		if f := c.compiled(m.Land, p); f != nil {
			c.idleLanding(at+".land", f)
		}
	}
}

// idleUses doubts words of a mode that have a meaning only where it captures something, swaps with it, or leaves the piece on the board.
func (c *checker) idleUses(at string, m *Mode, ofKind bool) {
	is := func(uses ...string) bool {
		return len(m.For) > 0 && slices.ContainsFunc(m.For, func(f string) bool { return slices.Contains(uses, f) })
	}
	captures := len(m.For) == 0 && !ofKind || is("capture", "shot", "own")
	exits := len(m.For) > 0 && !slices.ContainsFunc(m.For, func(f string) bool { return !IsExit(f) })
	type word struct {
		word    string
		written bool
	}
	words := []word{{"takes", m.Takes != ""}, {"victims", m.Victims != ""}, {"kind", m.Kind != ""}, {"full", m.Full}, {"onward", m.Onward}, {"clears", m.Clears}}
	if !is("swap") {
		words = append(words, word{"victim", len(m.Victim) > 0}, word{"spares", len(m.Spares) > 0})
	}
	for i := range m.Legs {
		words = append(words, word{fmt.Sprintf("legs[%d].takes", i), m.Legs[i].Takes})
	}
	for _, w := range words {
		if w.written && !captures {
			c.doubt(at+"."+w.word, "no effect: the mode captures nothing")
		}
	}
	for _, w := range []word{{"exposed", m.Exposed}, {"becomes", len(m.Becomes) > 0}} {
		if w.written && exits {
			c.doubt(at+"."+w.word, "no effect: by this mode the piece leaves the board")
		}
	}
}

// startWords are the functions that ask about the square that the piece stands on.
var startWords = []string{"near", "defends", "attacks", "attacked", "mirror"}

// idleLanding doubts words of a condition about a landing square that ask about the square that the
// piece leaves.
func (c *checker) idleLanding(field string, f *formula.Formula) {
	for _, word := range startWords {
		if f.Uses(word) {
			c.doubt(field, "%s asks about the square that the piece leaves, not about the landing square", word)
			if word == "near" {
				c.hint(`write any(mover.pieces, it.type == "King" and distance(it, to) <= 2), or put it into when`)
			} else {
				c.hint("put it into when, or into after for the board after the move")
			}
		}
	}
}

// sameMode reports whether two modes are the same but for what they cite.
func sameMode(a, b *Mode) bool {
	plain := func(m *Mode) Mode {
		o := *m
		o.Cite, o.Legs = "", slices.Clone(m.Legs)
		for i := range o.Legs {
			o.Legs[i].Comment = ""
		}
		return o
	}
	return reflect.DeepEqual(plain(a), plain(b))
}

// idleLegs doubts words of legs that apply to steps which are never made.
func (c *checker) idleLegs(field string, legs []Leg, p *Piece) {
	for i := range legs {
		l, at := &legs[i], fmt.Sprintf("%s[%d]", field, i)
		if l.Dir == "anywhere" || l.Toward != "" {
			continue
		}
		entries := c.asking(func() { c.stepsOf(l, p) })
		if len(entries) > 0 {
			continue // what a reading settles may be otherwise tomorrow
		}
		_, most := c.span(l, p, c.known(p))
		for _, step := range slices.Sorted(maps.Keys(l.At)) {
			if step > most {
				c.doubt(fmt.Sprintf("%s.at[%d]", at, step), "the leg has at most %s", count(most, "step"))
			}
		}
		if l.Pass == "any" && most == 1 && len(legs) == 1 {
			c.doubt(at+".pass", "no effect: a single step passes nothing")
		}
	}
}

func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// idleEffects doubts effects that set a counter to what it is.
func (c *checker) idleEffects(p *Piece) {
	same := func(field, set string, to Expr) {
		if set != "" && strings.TrimSpace(string(to)) == set {
			c.doubt(field+".to", "no effect: sets %s to itself", set)
		}
	}
	for i, e := range p.OnCapture {
		same(fmt.Sprintf("piece.on_capture[%d]", i), e.Set, e.To)
	}
	for i, e := range p.Reacts {
		same(fmt.Sprintf("piece.reacts[%d]", i), e.Set, e.To)
	}
}

// idleConditions doubts conditions of a definition that always or never hold, whatever the readings. Modes
// and consequences whose conditions never hold are told of elsewhere.
func (c *checker) idleConditions(p *Piece) {
	walkExprs("piece", reflect.ValueOf(p), func(path string, src Expr) {
		name := path[strings.LastIndexByte(path, '.')+1:]
		if name != "when" && name != "land" && name != "after" && name != "where" {
			return
		}
		var f *formula.Formula
		if entries := c.asking(func() { f = c.compiled(src, p) }); len(entries) > 0 || f == nil || slices.Contains(c.decisive, path) {
			return
		}
		told := slices.ContainsFunc([]string{"modes[", olderKindField + "[", "actions[", "consequences["}, func(part string) bool { return strings.Contains(path, part) })
		switch r := f.Range(c.known(p)); {
		case r.Always():
			c.doubt(path, "condition is always true: leave it out")
		case r.Never() && !told:
			c.doubt(path, "condition is never true: what depends on it has no effect")
		}
	})
}

// idleShapes doubts shapes of plays that are never reached: the first whose condition holds applies.
func (c *checker) idleShapes(shapes []Shape) {
	last := -1 // the shape that always applies
	for i := range shapes {
		at := fmt.Sprintf("procedure.plays.shapes[%d]", i)
		if last >= 0 {
			c.doubt(at, "unreachable: the condition of shapes[%d] is always true", last)
			continue
		}
		for j := range i {
			s, o := &shapes[i], &shapes[j]
			if s.Of == o.Of && s.On == o.On && slices.Equal(s.By, o.By) && strings.TrimSpace(string(shapes[i].When)) == strings.TrimSpace(string(shapes[j].When)) {
				c.doubt(at, "unreachable: shapes[%d] has the same condition", j)
			}
		}
		v := new(formula.Vocabulary)
		for _, name := range []string{"W", "n", "pieces"} {
			v.Vars = append(v.Vars, formula.Var{Name: name})
		}
		f, err := formula.Compile(string(shapes[i].When), v, formula.Bool)
		if err != nil {
			continue // it asks more of the game
		}
		r := f.Range(func(name string, _ []string) formula.Range {
			if name == "W" {
				return formula.Range{Low: 0, High: formula.Bound, Num: 1, Den: 2}
			}
			return formula.Between(0, formula.Bound)
		})
		switch {
		case r.Always():
			if s := &shapes[i]; len(s.By) == 0 && s.Of == "" && s.On == "" {
				last = i
			}
		case r.Never() && !slices.Contains(c.decisive, at+".when"):
			c.doubt(at+".when", "condition is never true: what depends on it has no effect")
		}
	}
}
