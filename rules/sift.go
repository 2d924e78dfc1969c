package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"adjudicate/rules/formula"
)

// What a definition needs may itself be a matter of interpretation: then a rulebook parts the valid definitions from the
// others under readings.

// Under returns the rulebook as it is under readings (entry → reading, complete). It is the same one if no
// rule lets readings decide what a definition is.
func (b *Rulebook) Under(readings map[string]string) *Rulebook {
	if !b.reads() || maps.Equal(b.readings, readings) {
		return b
	}
	next := b.clone()
	next.before.Store(nil)
	next.readings = readings
	return next
}

// reads reports whether which rules have force, or what a definition is, hangs on readings.
func (b *Rulebook) reads() bool {
	p := b.Procedure()
	return p.Compounds != nil || p.Defining.reads() ||
		slices.ContainsFunc(b.rules, func(r *Rule) bool { return strings.Contains(string(r.While), "reading") })
}

// forced returns the rules that have force, as far as readings alone decide it.
func (j *judged) forced(list []*Rule) []*Rule {
	if j.readings == nil {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(r *Rule) bool {
		if r.While == "" {
			return false
		}
		words := WhileVocabulary(Resolver{Reading: func(entry string) (string, bool) { reading, ok := j.readings[entry]; return reading, ok }})
		f, err := formula.Compile(string(r.While), words, formula.Bool)
		if err != nil {
			return false
		}
		value, known := f.Const()
		return known && value == 0
	})
}

// reads reports whether what a definition is hangs on readings.
func (d *Defining) reads() bool {
	return d != nil && (d.Description != "" || d.Prefix != "" || d.Unsound != "" || d.Undescribed != "")
}

// readingWords is the words of a condition about readings alone.
func (j *judged) readingWords() *formula.Vocabulary {
	return ReadingVocabulary(func(entry string) (string, bool) { return j.readings[entry], true })
}

// holds asks a condition about readings; one that is left out does not hold.
func (j *judged) holds(src Expr) bool {
	if src == "" {
		return false
	}
	f, err := formula.Compile(string(src), j.readingWords(), formula.Bool)
	if err != nil {
		return false // the check of its rule says so
	}
	value, known := f.Const()
	return known && value != 0
}

// sift parts the valid definitions from the others, as `defining` says: a definition
// needs a type that is its own, moves, a value and a glyph, and of several that claim one
// glyph and are otherwise good the lowest number keeps it. Letters count without regard
// to case. Compounds come after all others, since they are made of them.
// What is known of definitions by themselves need not be found out again.
func (j *judged) sift(list []*Rule, known map[*Rule]alone) {
	n := len(known) + 1
	s := sifting{j: j, types: make(map[string]*Rule, n), defs: make(map[string]*Piece, n), glyphs: make(map[string]*Rule, n), d: j.merged.Defining}
	j.alone = make(map[*Rule]alone, n)
	if s.d == nil {
		s.d = new(Defining)
	}
	s.described, s.prefix = j.holds(s.d.Description), j.holds(s.d.Prefix)
	var compounds []*Rule
	for _, r := range list {
		switch {
		case r.Piece == nil:
		case r.Piece.Compound != nil:
			compounds = append(compounds, r)
		default:
			a, ok := known[r]
			if !ok {
				a = alone{unsound(r, j.merged), foldGlyph(r.Piece.Glyph), r.Piece.written(j.merged.Modes)}
			}
			j.alone[r] = a
			s.take(r, a.whole, a)
		}
	}
	if len(compounds) == 0 {
		return
	}
	s.compose(compounds)
	slices.SortFunc(j.pieces, func(a, b Definition) int { return CompareNumbers(a.Rule.Number, b.Rule.Number) })
	slices.SortFunc(j.invalid, func(a, b Invalid) int { return CompareNumbers(a.Rule.Number, b.Rule.Number) })
}

// sifting is the definitions that have been found valid so far.
type sifting struct {
	j                 *judged
	d                 *Defining
	types             map[string]*Rule  // by the type's name
	defs              map[string]*Piece // written out
	glyphs            map[string]*Rule
	described, prefix bool
}

// take asks a definition what it needs beside others.
func (s *sifting) take(r *Rule, p *Piece, a alone) {
	j, why, glyph := s.j, a.unsound, a.glyph
	if why == "" {
		why = j.merged.Compounds.Unsigned(p)
		if r.Piece.Compound != nil {
			why = j.merged.Compounds.Unsigned(r.Piece)
		}
	}
	sound := why == ""
	if sound && s.described && p.Description == "" && (r.Piece.Compound == nil || r.Piece.Compound.Inventor == "") {
		why = "missing description of the piece"
	}
	if why != "" && soundGlyph(p.Glyph) && s.glyphs[glyph] == nil && (j.holds(s.d.Unsound) || sound && j.holds(s.d.Undescribed)) {
		s.glyphs[glyph] = r // it keeps it from others all the same
	}
	var by *Rule
	if why == "" {
		if by = s.types[p.Name]; by != nil {
			why = fmt.Sprintf("the type %s is defined by rule %s", p.Name, by.Number)
		} else if by = s.claimed(glyph); by != nil {
			why = fmt.Sprintf("the glyph %s belongs to rule %s", p.Glyph, by.Number)
		}
	}
	if why != "" {
		j.invalid = append(j.invalid, Invalid{r, why, by})
		return
	}
	s.types[p.Name], s.defs[p.Name], s.glyphs[glyph] = r, p, r
	j.pieces = append(j.pieces, Definition{r, p})
}

// claimed returns the rule that a glyph belongs to already, the lowest if there are several; nil if there is none.
func (s *sifting) claimed(glyph string) (by *Rule) {
	if r := s.glyphs[glyph]; r != nil || !s.prefix {
		return r
	}
	for other, r := range s.glyphs {
		a, b := []rune(other), []rune(glyph)
		if len(a) != len(b) && a[0] == b[0] && (by == nil || CompareNumbers(r.Number, by.Number) < 0) {
			by = r
		}
	}
	return by
}

// compose takes compounds, those first whose parts are known.
func (s *sifting) compose(list []*Rule) {
	why := make(map[*Rule]string, len(list))
	for again := true; again; {
		again = false
		rest := list
		list = nil
		for _, r := range rest {
			whole, because := s.j.composed(r.Piece, s.types, s.defs)
			if because != "" {
				why[r] = because
				list = append(list, r)
				continue
			}
			made := *r
			made.Piece = whole
			s.take(r, whole, alone{unsound(&made, s.j.merged), foldGlyph(whole.Glyph), whole})
			again = true
		}
	}
	for _, r := range list {
		s.take(r, r.Piece, alone{why[r], foldGlyph(r.Piece.Glyph), r.Piece})
	}
}

// defining checks what a section says of what a definition is.
func (c *checker) defining(d *Defining) {
	if d == nil {
		return
	}
	v := c.resolver("procedure.defining", new(Piece)).reading(new(formula.Vocabulary))
	for _, f := range []struct {
		name string
		src  Expr
	}{{"description", d.Description}, {"prefix", d.Prefix}, {"unsound", d.Unsound}, {"undescribed", d.Undescribed}} {
		if f.src != "" {
			c.formula("procedure.defining."+f.name, f.src, v, formula.Bool)
		}
	}
}

// ReadingVocabulary is the words of a condition about readings alone.
func ReadingVocabulary(reading func(entry string) (string, bool)) *formula.Vocabulary {
	r := Resolver{Reading: reading}
	return r.reading(new(formula.Vocabulary))
}
