package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"adjudicate/rules/formula"
)

// A compound is a type that is put together of others: its definition names its parts, and a section of a
// procedure says what the kind of compound makes of them. In a rulebook it is written out as any definition is, so
// that whatever plays by definitions knows nothing of it.

// Compound says of which types a type is composed.
type Compound struct {
	Kind     string   `json:"kind"`               // name of a kind in the section `compounds`
	Of       []string `json:"of,omitempty"`       // the parts, in the order in which the kind numbers them
	Inventor string   `json:"inventor,omitempty"` // player who invented it; without one, the rule defines it
	Listed   Expr     `json:"listed,omitempty"`   // the value stated with it, for the formula of the kind
}

// Combining says which compounds a type may be part of, and what it contributes besides its modes.
type Combining struct {
	Never bool     `json:"never,omitempty"` // it cannot be part of a compound
	In    []string `json:"in,omitempty"`    // the only kinds, "strong", or places in a kind, "weak 2", where it may be a part
	Lends []string `json:"lends,omitempty"` // what it contributes besides modes: any of actions, fields, denies, grants and immune
	Cite  string   `json:"cite,omitempty"`
}

// Compounds lists the kinds of compounds, and says how players invent them.
type Compounds struct {
	Kinds      []CompoundKind `json:"kinds,omitempty"`      // the kinds of compounds
	Nested     Expr           `json:"nested,omitempty"`     // condition on readings: a part may itself be a compound
	Inventions *Inventions    `json:"inventions,omitempty"` // how players invent compounds; without it they cannot
	Cite       string         `json:"cite,omitempty"`
}

// CompoundKind says what a compound of this kind has of its parts, which are numbered from 1.
type CompoundKind struct {
	Name      string            `json:"name"`                // for example "weak"
	Moves     []int             `json:"moves,omitempty"`     // numbers of the parts as which it moves
	Attacks   []int             `json:"attacks,omitempty"`   // numbers of the parts as which it captures
	Value     Expr              `json:"value"`               // of part1, part2, … (the values of the parts) and listed (0 if nothing is)
	Limit     Expr              `json:"limit,omitempty"`     // of part1, part2, … (the limits of the parts, 0 for none): its own limits, unless it is an invention; 0 is no limit
	Whole     Expr              `json:"whole,omitempty"`     // condition on readings: it also has what the parts that it captures as say about captures outside their modes
	Abilities Expr              `json:"abilities,omitempty"` // condition on readings: it has everything that the parts it moves as can lend, whether or not they say so
	Signs     map[string]string `json:"signs,omitempty"`     // first character of the glyph, by inventor; no other glyph of two characters begins with it
	Cite      string            `json:"cite,omitempty"`
}

// Inventions says how players invent compounds.
type Inventions struct {
	Unit     string `json:"unit,omitempty"`     // unit of `rest`: second, minute, hour or day (the default)
	Rest     int    `json:"rest,omitempty"`     // how long a player must wait between two inventions
	Calendar Expr   `json:"calendar,omitempty"` // condition on readings: `rest` is counted in days of the calendar
	Ordered  Expr   `json:"ordered,omitempty"`  // condition on readings: compounds of the same kind and parts are the same, whatever their names; otherwise name and glyph must also agree
	OnBoard  Expr   `json:"on_board,omitempty"` // condition on readings: they count only toward the limits on the board
	Cite     string `json:"cite,omitempty"`
	CiteRest string `json:"cite_rest,omitempty"` // clause about `rest`
	CiteSame string `json:"cite_same,omitempty"` // clause about compounds that are the same
	CiteSign string `json:"cite_sign,omitempty"` // clause about glyphs
}

// What compounds may have of a part besides its ways.
var lendable = []string{"actions", "fields", "denies", "grants", "immune"}

// Kind returns the kind of a name, nil if there is none.
func (s *Compounds) Kind(name string) *CompoundKind {
	if s == nil {
		return nil
	}
	for i := range s.Kinds {
		if s.Kinds[i].Name == name {
			return &s.Kinds[i]
		}
	}
	return nil
}

// sign reports whose sign a glyph of two characters begins with: of which kind, and of which player.
func (s *Compounds) sign(glyph string) (kind, player string) {
	runes := []rune(glyph)
	if s == nil || len(runes) < 2 {
		return "", ""
	}
	for i := range s.Kinds {
		for who, sign := range s.Kinds[i].Signs {
			if foldGlyph(sign) == foldGlyph(string(runes[:1])) {
				return s.Kinds[i].Name, who
			}
		}
	}
	return "", ""
}

// Unsigned says what is wrong with the first character of a glyph, "" if nothing is.
func (s *Compounds) Unsigned(p *Piece) string {
	kind, player := s.sign(p.Glyph)
	if c := p.Compound; c != nil && c.Inventor != "" {
		k := s.Kind(c.Kind)
		if k == nil || len(k.Signs) == 0 {
			return ""
		}
		switch sign := k.Signs[c.Inventor]; {
		case sign == "":
			return fmt.Sprintf("no character is assigned to %s for %s compounds", c.Inventor, c.Kind)
		case kind != c.Kind || player != c.Inventor:
			return fmt.Sprintf("the glyph of a %s compound of %s begins with %s, and this is %s", c.Kind, c.Inventor, sign, p.Glyph)
		}
		return ""
	}
	if kind != "" {
		return fmt.Sprintf("glyphs beginning with %s are reserved for %s compounds of %s", p.Glyph, kind, player)
	}
	return ""
}

// Same reports whether two compounds are the same one: of the same kind and the same parts, in the same order where the kind
// makes a difference between them.
func (s *Compounds) Same(a, b *Compound) bool {
	if a.Kind != b.Kind {
		return false
	}
	x, y := slices.Clone(a.Of), slices.Clone(b.Of)
	if k := s.Kind(a.Kind); k != nil && len(k.Moves) == len(a.Of) && len(k.Attacks) == len(a.Of) {
		slices.Sort(x)
		slices.Sort(y)
	}
	return slices.Equal(x, y)
}

// noPart begins what is said of a compound whose part no rule defines.
const noPart = "no rule in force defines its part "

// composed writes out the definition of a compound whose parts are known; why says what keeps it from being one.
func (j *judged) composed(p *Piece, parts map[string]*Rule, defs map[string]*Piece) (whole *Piece, why string) {
	s, c := j.merged.Compounds, p.Compound
	k := s.Kind(c.Kind)
	if k == nil {
		return nil, fmt.Sprintf("no rule provides for %s compounds", c.Kind)
	}
	var list []*Piece
	for i, name := range c.Of {
		part, rule := defs[name], parts[name]
		if part == nil {
			return nil, noPart + name
		}
		if rule.Piece.Compound != nil && !j.holds(s.Nested) {
			return nil, fmt.Sprintf("its part %s is a compound itself", name)
		}
		if b := part.Combines; b != nil && (b.Never || len(b.In) > 0 && !slices.Contains(b.In, k.Name) && !slices.Contains(b.In, k.Name+" "+strconv.Itoa(i+1))) {
			return nil, fmt.Sprintf("a %s is not part %d of a %s compound (%s)", name, i+1, k.Name, rule.Clause(b.Cite))
		}
		list = append(list, part)
	}
	out := *p
	out.Compound, out.Regions = nil, slices.Clone(p.Regions)
	c.values(&out, k, list)
	if why := j.limits(&out, p, k, list); why != "" {
		return nil, why
	}
	for i, part := range list {
		moves, attacks := slices.Contains(k.Moves, i+1), slices.Contains(k.Attacks, i+1)
		if why := out.inherit(part, moves || attacks); why != "" {
			return nil, why
		}
		for _, m := range part.Modes {
			if m, ok := m.part(moves, attacks); ok {
				out.Modes = append(out.Modes, m)
			}
		}
		if moves {
			for _, of := range part.ByKind() {
				out.Kinds = append(out.Kinds, Moves{of.Kind, uncited(of.Modes)})
			}
		}
		if attacks && j.holds(k.Whole) {
			out.captureAs(part)
		}
		out.lend(part, moves && j.holds(k.Abilities))
	}
	out.Immovable = len(out.AllModes()) == 0
	return &out, ""
}

var partWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"[^"]*"|'[^']*'|\b(part[1-9][0-9]*|listed)\b`) })

// fill puts texts in place of part1, part2, … and listed.
func fill(src Expr, parts []string, listed string) Expr {
	return Expr(partWord().ReplaceAllStringFunc(string(src), func(word string) string {
		switch {
		case word[0] == '"' || word[0] == '\'':
			return word
		case word == "listed":
			return listed
		}
		if n, _ := strconv.Atoi(word[len("part"):]); n <= len(parts) {
			return parts[n-1]
		}
		return "0"
	}))
}

func (c *Compound) values(out *Piece, k *CompoundKind, list []*Piece) {
	var values []string
	for _, part := range list {
		values = append(values, "("+string(part.Value)+")")
	}
	listed := "0"
	if c.Listed != "" {
		listed = "(" + string(c.Listed) + ")"
	}
	out.Value = fill(k.Value, values, listed)
}

// limits sets those of a compound: of its own, or of its parts if it was invented.
func (j *judged) limits(out, p *Piece, k *CompoundKind, list []*Piece) string {
	if p.Compound.Inventor != "" {
		for _, part := range list {
			for _, name := range append([]string{part.Name}, part.CountsAs...) {
				if !slices.Contains(out.CountsAs, name) {
					out.CountsAs = append(out.CountsAs, name)
				}
			}
		}
		if in := j.merged.Compounds.Inventions; in != nil && j.holds(in.OnBoard) {
			out.CountsIn = InBoard
		}
		return ""
	}
	if k.Limit == "" {
		return ""
	}
	for _, l := range []struct {
		of   func(*Piece) int
		into *int
	}{{func(p *Piece) int { return p.OnBoard }, &out.OnBoard}, {func(p *Piece) int { return p.Limit }, &out.Limit}} {
		var limits []string
		for _, part := range list {
			limits = append(limits, strconv.Itoa(l.of(part)))
		}
		f, err := formula.Compile(string(fill(k.Limit, limits, "0")), j.readingWords(), formula.Number)
		if err != nil {
			return "the limit of its kind: " + message(err)
		}
		if n, known := f.Const(); known {
			*l.into = int(n)
		}
	}
	return ""
}

// inherit takes over what the ways of a part speak of.
func (p *Piece) inherit(part *Piece, used bool) string {
	if !used {
		return ""
	}
	for _, n := range part.Counters {
		if i := slices.IndexFunc(p.Counters, func(m Counter) bool { return m.Name == n.Name }); i < 0 {
			p.Counters = append(slices.Clip(p.Counters), n)
		} else if p.Counters[i] != n {
			return fmt.Sprintf("its parts use the counter %s differently", n.Name)
		}
	}
	for _, r := range part.Regions {
		if i := slices.IndexFunc(p.Regions, func(m Region) bool { return m.Name == r.Name }); i < 0 {
			p.Regions = append(p.Regions, r)
		} else if fmt.Sprint(p.Regions[i]) != fmt.Sprint(r) {
			return fmt.Sprintf("its parts define the region %s differently", r.Name)
		}
	}
	return ""
}

// part restricts a mode to moves, or to captures.
func (m Mode) part(moves, attacks bool) (Mode, bool) {
	m.Cite = ""
	if moves && attacks {
		return m, true
	}
	uses := m.For
	if len(uses) == 0 {
		uses = []string{"move", "capture"}
	}
	m.For = slices.DeleteFunc(slices.Clone(uses), func(use string) bool {
		return (use == "capture" || use == "shot") != attacks
	})
	if len(m.For) == 0 || !moves && !attacks {
		return m, false
	}
	if attacks {
		m.Exposed, m.Carries = false, nil
		return m, len(m.Legs) > 0 || m.As != nil
	}
	m.Takes, m.Victims, m.Legs = "", "", slices.Clone(m.Legs)
	for i := range m.Legs {
		m.Legs[i].Takes = false
	}
	return m, true
}

func uncited(list []Mode) (out []Mode) {
	for _, m := range list {
		m.Cite = ""
		out = append(out, m)
	}
	return out
}

// captureAs takes over what a part says of its captures besides its ways.
func (p *Piece) captureAs(part *Piece) {
	p.OnCapture = append(slices.Clip(p.OnCapture), part.OnCapture...)
	for _, c := range part.Consequences {
		if c.On == "captures" && (c.Of == "" || c.Of == "self") {
			p.Consequences = append(slices.Clip(p.Consequences), c)
		}
	}
	for _, d := range part.Duties {
		if d.Forbid == ActCapture || d.Oblige == ActCapture {
			p.Duties = append(slices.Clip(p.Duties), d)
		}
	}
}

// lend takes over the abilities of a part: those that it lends, or all of them.
func (p *Piece) lend(part *Piece, all bool) {
	lent := lendable
	if !all {
		if lent = nil; part.Combines != nil {
			lent = part.Combines.Lends
		}
	}
	for _, what := range lent {
		switch what {
		case "actions":
			p.Actions = append(slices.Clip(p.Actions), part.Actions...)
		case "fields":
			p.Fields = append(slices.Clip(p.Fields), part.Fields...)
		case "denies":
			p.Denies = append(slices.Clip(p.Denies), part.Denies...)
		case "grants":
			p.Grants = append(slices.Clip(p.Grants), part.Grants...)
		case "immune":
			p.Immune = append(slices.Clip(p.Immune), part.Immune...)
		}
	}
}

// compound checks what the definition of a compound says: its kind and its parts say the rest.
func (c *checker) compound(p *Piece) {
	if p.Value != "" {
		c.fault("piece.value", "the kind of a compound gives its value")
	}
	for _, own := range p.moving() {
		c.fault(own, "a compound moves as its parts do: it cannot define modes")
	}
	if p.Limit != 0 || p.OnBoard != 0 {
		c.fault("piece.limit", "the kind of a compound gives its limits")
	}
	k := p.Compound
	if len(k.Of) < 2 {
		c.fault("piece.compound.of", "expected at least two parts")
	}
	c.typeNames("piece.compound.of", k.Of)
	if k.Listed != "" {
		c.formula("piece.compound.listed", k.Listed, c.words(p), formula.Number)
	}
}

// combines checks what a type may be a part of.
func (c *checker) combines(b *Combining) {
	if b == nil {
		return
	}
	if b.Never && len(b.In)+len(b.Lends) > 0 {
		c.fault("piece.combines.never", "never cannot be combined with in or lends")
	}
	for i, word := range b.Lends {
		c.word(fmt.Sprintf("piece.combines.lends[%d]", i), word, lendable...)
	}
}

// compounds checks the section of a procedure.
func (c *checker) compounds(s *Compounds) {
	if s == nil {
		return
	}
	readings := c.readingWords("procedure.compounds")
	truth := func(field string, src Expr) { c.truth(field, src, readings) }
	truth("procedure.compounds.nested", s.Nested)
	var taken []string
	for i := range s.Kinds {
		k := &s.Kinds[i]
		at := func(part string) string { return fmtIndex("procedure.compounds.kinds", i, part) }
		if strings.TrimSpace(k.Name) == "" || slices.Contains(taken, k.Name) {
			c.fault(at("name"), "expected a unique name of the kind of compound")
		}
		taken = append(taken, k.Name)
		for _, n := range slices.Concat(k.Moves, k.Attacks) {
			if n < 1 {
				c.fault(at("moves"), "expected a part number of at least 1")
			}
		}
		truth(at("whole"), k.Whole)
		truth(at("abilities"), k.Abilities)
		words := *readings
		words.Vars = []formula.Var{{Name: "listed"}}
		for n := range 9 {
			words.Vars = append(words.Vars, formula.Var{Name: "part" + strconv.Itoa(n+1)})
		}
		if k.Value == "" {
			c.fault(at("value"), "missing value of a compound of this kind")
		} else {
			c.formula(at("value"), k.Value, &words, formula.Number)
		}
		if k.Limit != "" {
			c.formula(at("limit"), k.Limit, &words, formula.Number)
		}
	}
	if in := s.Inventions; in != nil {
		if _, ok := Units[in.Unit]; !ok {
			c.word("procedure.compounds.inventions.unit", in.Unit, "second", "minute", "hour", "day")
		}
		c.notNegative("procedure.compounds.inventions.rest", in.Rest)
		truth("procedure.compounds.inventions.calendar", in.Calendar)
		truth("procedure.compounds.inventions.ordered", in.Ordered)
		truth("procedure.compounds.inventions.on_board", in.OnBoard)
	}
}
