package rules

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"

	"adjudicate/rules/formula"
	"adjudicate/rules/names"
)

// piece checks a definition. Its faults, without types and register, are what makes a
// definition invalid.
func (c *checker) piece(p *Piece) {
	c.names(p)
	if p.Compound != nil {
		c.compound(p)
	} else if p.Value == "" {
		c.fault("piece.value", "missing material value")
	} else if f := c.formula("piece.value", p.Value, c.valueWords("piece.value", p.Value, p), formula.Number); f != nil {
		c.materialValue(f, p)
	}
	if p.Limit < 0 {
		c.fault("piece.limit", "expected an instance limit of at least 0 (0 for none)")
	}
	c.notNegative("piece.on_board", p.OnBoard)
	c.typeNames("piece.counts_as", p.CountsAs)
	if p.CountsIn != "" {
		c.word("piece.counts_in", p.CountsIn, InBoard)
	}
	c.combines(p.Combines)
	c.fields("piece.fields", p.Fields, p)
	c.counters(p)
	c.regions("piece.regions", p.Regions, c.regionNames(nil))
	switch {
	case p.Immovable && len(p.AllModes()) > 0:
		c.fault("piece.immovable", "an immovable piece cannot have modes")
	case len(p.AllModes()) == 0 && len(p.Actions) == 0 && !p.Immovable && p.Compound == nil:
		c.fault("piece.modes", "missing modes: how the piece moves")
		c.hint("write immovable: true for a piece that never moves")
	}
	c.modes("piece.modes", p.Modes, p)
	c.ofKinds(p)
	for i := range p.Modes {
		if p.Modes[i].After != "" {
			c.fault(fmtIndex("piece.modes", i, "after"), "allowed only for moves of declared kinds")
		}
	}
	c.effects(p)
	c.others(p)
	c.sharing(p)
	c.covers(p)
	if m := p.Mobility; m != nil {
		if m.Least < 0 {
			c.fault("piece.mobility.least", "expected a distance of at least 0")
		}
		c.formula("piece.mobility.greatest", m.Greatest, c.valueWords("piece.mobility.greatest", m.Greatest, p), formula.Number)
	}
	c.changes(p)
}

func (c *checker) names(p *Piece) {
	switch first, second := names.Scripts(p.Name); {
	case !soundName(p.Name):
		c.fault("piece.name", "invalid type name %q: expected 1 to 40 printable characters without quotes or commas", p.Name)
	case second != "":
		c.fault("piece.name", "the name mixes letters of two scripts that look alike, %s and %s: %s", first, second, strconv.QuoteToASCII(p.Name))
	}
	if !soundGlyph(p.Glyph) {
		c.fault("piece.glyph", "invalid glyph %q: expected one printable character other than a space, or two letters or digits of which the second is not x", p.Glyph)
	}
}

// soundName reports whether a text of any script can be a type's name.
func soundName(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	if s == "" || strings.TrimSpace(s) != s || utf8.RuneCountInString(s) > 40 || unicode.IsMark(first) || !norm.NFC.IsNormalString(s) {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		_, unseen := names.Unseen(string(r))
		return unseen || !unicode.IsPrint(r) || strings.ContainsRune("\"'`,\\", r)
	})
}

// soundGlyph reports whether a text can stand for a type in a play, before a square: one character of
// any script, with the marks on it, or two letters or digits.
func soundGlyph(s string) bool {
	if s == "" || len(s) > 32 || !norm.NFC.IsNormalString(s) {
		return false
	}
	var first []rune // of each character
	rest, state := s, -1
	for rest != "" {
		var seen string
		seen, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		r := []rune(seen)
		for i, c := range r {
			if _, unseen := names.Unseen(string(c)); unseen || !unicode.IsPrint(c) || c == ' ' || c == utf8.RuneError || i == 0 && unicode.IsMark(c) {
				return false
			}
		}
		first = append(first, r[0])
	}
	switch len(first) {
	case 1:
		return true
	case 2:
		return glyphRune(first[0]) && glyphRune(first[1]) && first[1]|0x20 != 'x'
	}
	return false
}

func glyphRune(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

func (c *checker) counters(p *Piece) {
	c.most("piece.counters", len(p.Counters), MostCounters, "counters")
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
		if min(n.Initial, n.Most, n.Over) < -MostCount || max(n.Initial, n.Most, n.Over) > MostCount {
			c.fault(field, "expected whole numbers from -%d to %d", MostCount, MostCount)
		}
		if n.Most != 0 && (n.Initial > n.Most || n.Over > n.Most) {
			c.fault(field, "expected initial and over to be at most most, which is %d", n.Most)
			c.hint("most is the greatest value of the counter; without it there is none")
		}
	}
}

// common checks counters that every piece has.
func (c *checker) common(field string, list []Counter) {
	for i, n := range list {
		at := fmt.Sprintf("%s[%d]", field, i)
		c.identifier(at+".name", n.Name, nil)
		if n.Initial != 0 {
			c.fault(at+".initial", "a counter that every piece has begins at 0")
		}
		if min(n.Most, n.Over) < -MostCount || max(n.Most, n.Over) > MostCount || n.Most != 0 && n.Over > n.Most {
			c.fault(at, "expected whole numbers from -%d to %d", MostCount, MostCount)
		}
	}
	var names []string
	for _, n := range c.merged.Counters {
		if len(list) > 0 && slices.Contains(names, n.Name) {
			c.fault(field, "name %q is already in use", n.Name)
		}
		names = append(names, n.Name)
	}
	if len(list) > 0 {
		c.most(field, len(c.merged.Counters), MostCommon, "counters in all rules")
	}
}

// condition checks an optional condition of a definition. In land and after a landing
// square is meant; elsewhere words about it are refused.
func (c *checker) condition(field string, src Expr, p *Piece, landing bool) {
	if src == "" {
		return
	}
	f := c.formula(field, src, c.conditionWords(field, src, p), formula.Bool)
	if f == nil {
		return
	}
	if name := misplaced(f, landing, p.Counters, c.merged.Conditions); name != "" {
		c.fault(field, "%s cannot be used here", name)
		c.hint("%s", meaning(name))
	}
}

// meaning says where a word that is misplaced has its meaning.
func meaning(name string) string {
	if name == "d1" {
		return "it can be used in n of a later leg"
	}
	if slices.Contains(turningVars, name) {
		return "it can be used in when of a later leg, where a path turns"
	}
	return "it can be used in land and after, where there is a landing square"
}

func (c *checker) modes(field string, modes []Mode, p *Piece) {
	c.most(field, len(modes), MostModes, "modes")
	for i := range modes {
		c.mode(fmt.Sprintf("%s[%d]", field, i), &modes[i], p)
	}
}

func (c *checker) mode(field string, m *Mode, p *Piece) {
	if m.Mode != "" {
		c.unnamed(field, m)
		return
	}
	for i, f := range m.For {
		at := fmt.Sprintf("%s.for[%d]", field, i)
		c.word(at, f, modeUses()...)
		if slices.Index(m.For, f) < i {
			c.fault(at, "%q is listed twice", f)
		}
	}
	if slices.Contains(m.For, "own") && (m.Takes != "" || m.Victims != "" || m.As != nil || m.Carries != nil) {
		c.fault(field+".for", "own captures a friend at the end of the path: it cannot be combined with takes, victims, as or carries")
	}
	c.condition(field+".when", m.When, p, false)
	c.condition(field+".land", m.Land, p, true)
	c.condition(field+".after", m.After, p, true)
	c.typeNames(field+".victim", m.Victim)
	c.typeNames(field+".spares", m.Spares)
	for i, name := range m.Victim {
		if slices.Contains(m.Spares, name) {
			c.fault(fmt.Sprintf("%s.victim[%d]", field, i), "%q is both captured and spared", name)
		}
	}
	if m.Onto != "" {
		c.word(field+".onto", m.Onto, "empty")
	}
	if m.Takes != "" {
		c.takes(field+".takes", m)
	}
	if m.Full {
		if m.Takes != "hopped" && !slices.ContainsFunc(m.Legs, func(l Leg) bool { return l.Takes || l.When != "" }) {
			c.fault(field+".full", "allowed only in a path that captures on its way")
		}
	}
	if m.Onward && (m.Takes != "hopped" || !m.Full) {
		c.fault(field+".onward", "allowed only with takes: hopped and full: true")
	}
	if m.Clears && m.Takes != "hopped" {
		c.fault(field+".clears", "allowed only with takes: hopped")
	}
	if m.Origin != "" {
		c.word(field+".origin", m.Origin, "allowed", "move", "pass")
	}
	c.condition(field+".victims", m.Victims, p, true)
	if m.Victims != "" && (m.Takes != "" || m.As != nil) {
		c.fault(field+".victims", "victims says what the mode captures: it cannot be combined with takes or as")
	}
	c.typeNames(field+".becomes", m.Becomes)
	switch {
	case m.As != nil && len(m.Legs) > 0:
		c.fault(field+".as", "expected either legs or as: a mode cannot have both")
	case m.As != nil:
		c.as(field+".as", m, p)
	case m.Carries != nil && m.Carries.Row != "" && m.As == nil:
		c.row(field, m, p)
	case m.Carries.Chosen() && m.As == nil:
		c.chosenCarry(field, m, p)
	case m.Carries != nil && (len(m.Legs) > 0 || m.As != nil):
		c.fault(field+".carries", "a mode that carries cannot have legs: carries says where both go")
	case m.Carries != nil:
		c.carry(field+".carries", m.Carries, p)
	case len(m.Legs) == 0:
		c.fault(field+".legs", "missing legs or as: how the piece moves")
	}
	c.path(field+".legs", m.Legs, p)
	c.splits(field+".legs", m.Legs, m, p)
}

// splits checks legs that split a path, in a mode or, without one, elsewhere.
func (c *checker) splits(field string, legs []Leg, m *Mode, p *Piece) {
	first := slices.IndexFunc(legs, func(l Leg) bool { return l.Splits })
	if first < 0 {
		return
	}
	at := fmt.Sprintf("%s[%d].splits", field, first)
	switch {
	case m == nil || m.Carries != nil || !m.shoots():
		c.fault(at, "allowed only in a mode for: [shot], [own] or [shot, own]: no piece lands on several squares")
		return
	case m.Victims != "" || m.Takes != "" && m.Takes != "landing" || slices.ContainsFunc(legs, func(l Leg) bool { return l.Takes }):
		c.fault(at, "the path captures what its branches end on: it cannot be combined with takes or victims")
		return
	}
	from := first
	if tail := slices.IndexFunc(legs, func(l Leg) bool { return l.Repeat > 1 }); tail >= 0 {
		from = min(from, tail)
	}
	for i := from; i < len(legs); i++ {
		if legs[i].Hop != HopOnto {
			c.fault(fmt.Sprintf("%s[%d].hop", field, i), "expected onto: each branch ends on the first piece that it meets")
		}
	}
	if !slices.ContainsFunc(legs[first:], func(l Leg) bool { return l.heads() != 1 }) {
		c.doubt(at, "no effect: no leg from here on has several directions")
	}
}

// shoots reports whether a mode is for captures by a path that splits, and nothing else.
func (m *Mode) shoots() bool {
	return len(m.For) > 0 && !slices.ContainsFunc(m.For, func(f string) bool { return f != "shot" && f != "own" })
}

// heads counts the directions of a leg, as far as the leg itself says.
func (l *Leg) heads() int {
	switch absolute, headed, known := Directions(l.Dir); {
	case len(l.Leaps) > 0:
		return len(l.Leaps)
	case len(l.Leap) > 0:
		return 8
	case known:
		return len(absolute) + len(headed)
	}
	n := 0
	for _, word := range l.Dir.List() {
		if n++; slices.Contains([]string{"turn45", "turn90", "turn135"}, word) {
			n++
		}
	}
	return n
}

// path checks the legs of a way to go, which stand at a field.
func (c *checker) path(field string, legs []Leg, p *Piece) {
	c.most(field, len(legs), MostLegs, "legs")
	for i := range legs {
		c.leg(fmt.Sprintf("%s[%d]", field, i), legs, i, p)
	}
	if len(c.problems.Faults()) == 0 {
		c.ways(field, legs, p)
	}
}

// takes checks where the captured piece stands.
func (c *checker) takes(field string, m *Mode) {
	c.word(field, m.Takes, "landing", "behind", "hopped", "passing")
	single := len(m.Legs) == 1
	if slices.Contains(m.For, "shot") && !slices.Contains(m.For, "capture") && m.Takes != "landing" {
		c.doubt(field, "no effect: a shot captures on the landing square")
		c.hint("write for: [capture]")
	}
	hops := slices.ContainsFunc(m.Legs, func(l Leg) bool { return l.Hop != "" })
	switch {
	case m.Takes == "behind" && !(single && m.Legs[0].Hop == "" && m.Legs[0].Toward == "" && m.Legs[0].Dir != "anywhere" &&
		(m.Legs[0].Pass == "" || m.Legs[0].Pass == "empty" || m.Legs[0].Pass == "any") && len(m.Legs[0].At) == 0 && m.Legs[0].N != "edge"):
		c.fault(field, "behind is allowed only in a path of one leg with pass: empty or pass: any")
	case m.Takes == "hopped" && !hops:
		c.fault(field, "hopped is allowed only in a path with a leg that hops")
	}
}

func (c *checker) as(field string, m *Mode, p *Piece) {
	a := m.As
	if given := (a.Type != "") != (a.Who != ""); given == (a.Piece != "") || a.Type != "" && a.Who != "" {
		c.fault(field, "expected one of type, who and piece")
		return
	}
	switch {
	case a.Type != "":
		c.typeName(field+".type", a.Type)
	case a.Who != "":
		c.word(field+".who", a.Who, "victim", "last")
	default:
		c.copied(field, m, p)
	}
	if a.Instead && a.Piece == "" {
		c.fault(field+".instead", "allowed only with piece")
	}
	only := func(part, value, who string, words ...string) {
		if value == "" {
			return
		}
		c.word(field+part, value, words...)
		if a.Who != who {
			c.fault(field+part, "allowed only with who: %s", who)
		}
	}
	only(".captures", a.Captures, "last", "moves", "piece")
	only(".same", a.Same, "last", "resolved", "none")
	only(".counters", a.Counters, "victim", "victim", "initial")
	if a.Loans && a.Who != "victim" {
		c.fault(field+".loans", "allowed only with who: victim")
	}
}

// copied checks a mode that copies the piece which a formula yields.
func (c *checker) copied(field string, m *Mode, p *Piece) {
	at := strings.TrimSuffix(field, ".as")
	for i, f := range m.For {
		if f != "move" && f != "capture" {
			c.fault(fmt.Sprintf("%s.for[%d]", at, i), "with as: piece expected move or capture")
		}
	}
	for _, other := range []struct {
		name string
		is   bool
	}{
		{"land", m.Land != ""}, {"after", m.After != ""}, {"victim", len(m.Victim) > 0}, {"spares", len(m.Spares) > 0}, {"takes", m.Takes != ""},
		{"origin", m.Origin != ""}, {"onto", m.Onto != ""}, {"kind", m.Kind != ""},
	} {
		if other.is {
			c.fault(at+"."+other.name, "cannot be combined with as: piece: the copied modes say where they lead and what they capture")
		}
	}
	c.onePiece(field+".piece", m.As.Piece, p)
}

// onePiece checks a formula about the piece that yields another one.
func (c *checker) onePiece(field string, src Expr, p *Piece) {
	f := c.formula(field, src, ConditionVocabulary(p.Counters, c.merged.Conditions, c.resolver(field, p)), formula.Thing)
	if f == nil {
		return
	}
	if f.Sort() != SortPiece && int(f.Sort()) < len(Sorts) {
		c.fault(field, "expected a piece, found %s", Sorts[f.Sort()])
		if f.Sort() == SortSquare {
			c.hint("write .piece for what stands on a square")
		}
	}
	if name := misplaced(f, false, p.Counters, c.merged.Conditions); name != "" {
		c.fault(field, "%s cannot be used here", name)
		c.hint("%s", meaning(name))
	}
}

// materialValue holds a value to what it may be, a multiple of one half of at least 0 that depends neither on
// attacks nor on itself, as far as that can be known.
func (c *checker) materialValue(f *formula.Formula, p *Piece) {
	v, known := f.Const()
	r := f.Range(c.known(p))
	for _, word := range attackWords {
		if f.Uses(word) {
			c.fault("piece.value", "a value cannot depend on attacks: value of %s ← %s ← moves, which may depend on values", p.Name, strings.TrimPrefix(word, "."))
			return
		}
	}
	if f.Uses(".value") {
		c.fault("piece.value", "a value depends on itself: value of %s ← .value ← value of %s", p.Name, p.Name)
		c.hint("count pieces, or sum your own numbers")
		return
	}
	switch {
	case known && (v < 0 || 2*v != math.Trunc(2*v)):
		c.fault("piece.value", "expected a multiple of one half, at least 0: found %v", v)
	case r.High < 0:
		c.fault("piece.value", "expected a value of at least 0: this is at most %v", r.High)
	case !r.MultipleOf(2):
		c.fault("piece.value", "expected a multiple of one half: this may be another fraction")
		c.hint("round it with floor(…), or floor(2 * (…)) / 2")
	case r.Low < 0:
		c.doubt("piece.value", "this may be negative")
		c.hint("write max(0, …)")
	}
}

// known says what is known of the words of a definition's formulas on its board.
func (c *checker) known(p *Piece) func(name string, texts []string) formula.Range {
	files, ranks := c.board()
	return func(name string, texts []string) formula.Range {
		switch name {
		case "files":
			return formula.Exactly(float64(files))
		case "ranks":
			return formula.Exactly(float64(ranks))
		case "count":
			return formula.Between(0, float64(files*ranks))
		case "d1", "distance":
			return formula.Between(1, float64(max(files, ranks)-1))
		case "dx":
			return formula.Between(0, float64(files-1))
		case "dy":
			return formula.Between(0, float64(ranks-1))
		case "from_centre", "to_centre":
			return formula.Between(0, float64(max(files, ranks)-1))
		case "in":
			if c.nowhere(p, texts[0]) {
				return formula.Exactly(0)
			}
			return formula.Either()
		case "near", "defends", "attacks", "attacked", "mirror", "victim_is":
			return formula.Either()
		}
		for _, n := range c.merged.Conditions {
			if n.Name == name {
				return formula.Either()
			}
		}
		return c.counterRange(p, name)
	}
}

// counterRange says what is known of a counter: its bound and, if it begins so and every
// effect keeps it so, that it is not negative.
func (c *checker) counterRange(p *Piece, name string) formula.Range {
	r := formula.Between(-MostCount, MostCount)
	for _, n := range p.Counters {
		if n.Name != name {
			continue
		}
		if n.Most > 0 {
			r.High = float64(n.Most)
		}
		if c.supposing == nil {
			c.supposing = p
			if c.neverNegative(p) {
				r.Low = 0
			}
			c.supposing = nil
		} else {
			r.Low = 0 // that is what is being tried
		}
	}
	return r
}

// neverNegative reports whether all counters of p stay from 0 on if they are so before
// every effect.
func (c *checker) neverNegative(p *Piece) bool {
	for _, n := range p.Counters {
		if min(n.Initial, n.Over) < 0 {
			return false
		}
	}
	var all []Expr
	for _, e := range p.OnCapture {
		if e.Set != "" {
			all = append(all, e.To)
		}
	}
	for _, e := range p.Reacts {
		all = append(all, e.To)
	}
	r := c.resolver("", p)
	r.Type = nil
	for _, to := range all {
		f, err := formula.Compile(string(to), EffectVocabulary(p.Counters, r), formula.Number)
		if err != nil || f.Range(c.afterCapture(p)).Low < 0 {
			return false
		}
	}
	return true
}

// afterCapture says what is known of the words of effects.
func (c *checker) afterCapture(p *Piece) func(name string, texts []string) formula.Range {
	known := c.known(p)
	return func(name string, texts []string) formula.Range {
		if name == "victim" {
			return formula.Between(-MostCount, MostCount)
		}
		return known(name, texts)
	}
}

// board returns the size of the board, or of the largest there can be.
func (c *checker) board() (files, ranks int) {
	if b := c.merged.Board; b != nil && b.Files >= 1 && b.Files <= MostFiles && b.Ranks >= 1 && b.Ranks <= MostRanks {
		return b.Files, b.Ranks
	}
	return MostFiles, MostRanks
}

// nowhere reports whether a region of p has no square.
func (c *checker) nowhere(p *Piece, region string) bool {
	for _, g := range p.Regions {
		if g.Name == region {
			return len(g.Squares)+len(g.Of) == 0
		}
	}
	return false
}
