package aggregate

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
)

// sections are the formulas of the procedure that plays need, compiled. A formula whose
// section is not in force is nil.
type sections struct {
	shapes    []shapeLaw
	oneOnly   *formula.Formula
	full      *formula.Formula
	sharing   sharingLaw
	declared  []declaredLaw
	mayAttack *formula.Formula
	occasions map[string][]*occasion // by moment
	ends      []endLaw
	assets    []rules.Asset
	terms
	duties    []duty
	limits    []turns.Limit
	passing   *formula.Formula
	powers    []powerLaw
	takebacks int // how many plays can be taken back at once
	consents  []consentLaw
	sights    []sightLaw
	chances   []chanceLaw
	bans      []consentLaw
	texts     []string // names in formulas, by their ids
}

// shapeLaw is one line of the table of play shapes.
type shapeLaw struct {
	when   *formula.Formula
	plays  [][]notation.Kind
	names  []string
	clause string
	by     []string
	of, on string
}

// compileSections compiles the formulas of every section in force. Where l is grown from a law before, and no procedure has changed, those of
// procedures are used again.
func (l *law) compileSections(before *law, grown bool) error {
	if grown && l.format == before.format && l.arrayed == before.arrayed && slices.Equal(l.worded, before.worded) && l.book.AlikeInProcedures(before.book) {
		l.sections, l.repeats, l.streaks = before.sections, before.repeats, l.checking()
		l.texts = slices.Clip(l.texts)
		ofProcedures := slices.DeleteFunc(slices.Clone(l.duties), func(d duty) bool { return d.typ != movement.NoType })
		err := l.compileTypeDuties()
		l.duties = append(l.duties, ofProcedures...)
		l.askPositions()
		if err != nil {
			return err
		}
		return l.compilePurchases()
	}
	v := l.procedureVocabulary()
	l.assets = l.book.Assets()
	// The first error is told: that of what every play needs before that of what few inputs need.
	for _, compile := range []func(*law, *formula.Vocabulary) error{
		(*law).compilePlays, (*law).compilePlacing, (*law).compileTerms, (*law).compileDuties, (*law).compileLimits, (*law).compileOccasions, (*law).compileEnds, (*law).compilePowers, (*law).compileSharing, (*law).compileSight, (*law).compileChances,
	} {
		if err := compile(l, v); err != nil {
			return err
		}
	}
	return nil
}

func (l *law) compilePlays(v *formula.Vocabulary) (err error) {
	if p := l.proc.Plays; p != nil {
		if l.oneOnly, err = l.formula(v, "plays", "one_only", p.OneOnly, formula.Bool); err != nil {
			return err
		}
		if p.Full != "" {
			if l.full, err = l.formula(v, "plays", "full", p.Full, formula.Bool); err != nil {
				return err
			}
		}
		for i, s := range p.Shapes {
			shape := shapeLaw{names: s.Plays, by: s.By, of: s.Of, on: s.On, clause: l.cite("plays", firstOf(s.Cite, p.Cite))}
			if shape.when, err = l.formula(v, "plays", fmt.Sprintf("shapes[%d].when", i), s.When, formula.Bool); err != nil {
				return err
			}
			for _, text := range s.Plays {
				kinds, err := l.parseShape(text)
				if err != nil {
					return fmt.Errorf("rule %s, plays.shapes[%d]: %w", l.book.Source("plays"), i, err)
				}
				shape.plays = append(shape.plays, kinds)
			}
			l.shapes = append(l.shapes, shape)
		}
	}
	return l.compileDeclared(v)
}

// parseShape reads "Move, Placement".
func (l *law) parseShape(text string) ([]notation.Kind, error) {
	var kinds []notation.Kind
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		kind := notation.Kind("")
		known := []notation.Kind{notation.Move, notation.Capture, notation.Placement, notation.Pass, notation.Surrender}
		for _, name := range l.proc.KindNames() {
			known = append(known, notation.Kind(name))
		}
		for _, k := range known {
			if strings.EqualFold(k.String(), word) {
				kind = k
			}
		}
		if kind == "" {
			return nil, fmt.Errorf("invalid atomic play %q", word)
		}
		kinds = append(kinds, kind)
	}
	return kinds, nil
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// bases are what outcomes that come with many plays rest on, made once.
type bases struct {
	pass, surrender, end *events.Basis
	weights, checks      *events.Basis
	orderly, turn        *events.Basis
	clauses              map[string]string // by section, what names its clause
}

func (l *law) makeBases() {
	clauses := map[string]string{}
	for _, section := range []string{"plays", "placing", "weights", "checks", "order", "clock"} {
		clauses[section] = l.sectionClause(section)
	}
	l.bases.clauses = clauses
	l.pass = basisOf(nil, l.citePlay(notation.Pass))
	l.surrender = basisOf(nil, l.citePlay(notation.Surrender))
	l.end = basisOf(nil, l.citeTurn())
	l.bases.weights = basisOf(nil, l.sectionClause("weights"))
	l.bases.checks = basisOf(nil, l.sectionClause("checks"))
	l.orderly = basisOf(l.usedOf("list-rotation"), l.citeTurn())
	l.turn = basisOf(nil, l.citeTurn())
}

// usedOf lists entries with the readings that hold, leaving out what the register lacks.
func (l *law) usedOf(entries ...string) []string {
	var list []string
	for _, e := range entries {
		if u := l.used(e); u != "" {
			list = append(list, u)
		}
	}
	return list
}

// sectionClause names the place in the rules where a section of the procedure stands.
func (l *law) sectionClause(section string) string {
	if made, ok := l.bases.clauses[section]; ok {
		return made
	}
	place := ""
	switch p := l.proc; section {
	case "plays":
		place = citeOf(p.Plays, func(s *rules.Plays) string { return s.Cite })
	case "placing":
		place = citeOf(p.Placing, func(s *rules.Placing) string { return s.Cite })
	case "weights":
		place = citeOf(p.Weights, func(s *rules.Weights) string { return s.Cite })
	case "checks":
		place = citeOf(p.Checks, func(s *rules.Checks) string { return s.Cite })
	case "order":
		place = citeOf(p.Order, func(s *rules.Order) string { return s.Cite })
	case "clock":
		place = citeOf(p.Clock, func(s *rules.Clock) string { return s.Cite })
	}
	return l.cite(section, place)
}

func citeOf[S any](section *S, cite func(*S) string) string {
	if section == nil {
		return ""
	}
	return cite(section)
}

// citePlays names the clause that says of which atomic plays a play is made.
func (l *law) citePlays() string { return l.sectionClause("plays") }

// citePlay names the clause that defines an atomic play.
func (l *law) citePlay(kind notation.Kind) string {
	place := ""
	switch kind := shapeKind(kind); {
	case kind == notation.Placement && l.proc.Placing != nil:
		return l.citePlacing()
	case kind.Declared() && l.proc.Kind(string(kind)) != nil:
		return l.citeKind(string(kind))
	case l.proc.Plays == nil:
	case kind == notation.Move:
		place = l.proc.Plays.CiteMove
	case kind == notation.Capture:
		place = l.proc.Plays.CiteCapture
	case kind == notation.Pass:
		place = l.proc.Plays.CitePass
	case kind == notation.Surrender:
		place = l.proc.Plays.CiteSurrender
	}
	if place == "" {
		return l.citePlays()
	}
	return l.cite("plays", place)
}

// citeOwnCheck names the clause against leaving oneself in check.
func (l *law) citeOwnCheck() string { return l.sectionClause("checks") }

// citeOwnRoyal names the clause by which only a side with its royal piece on-board captures
// one.
func (l *law) citeOwnRoyal() string {
	return l.cite("checks", citeOf(l.proc.Checks, func(s *rules.Checks) string { return firstOf(s.CiteOwn, s.Cite) }))
}

// citeCapturing names the general clause on captures.
func (l *law) citeCapturing() string {
	return firstOf(l.cite("capturing", citeOf(l.proc.Capturing, func(s *rules.Capturing) string { return s.Cite })), l.citePlay(notation.Capture))
}

// citePieces names the rule that says what a piece is.
func (l *law) citePieces() string { return l.book.Source("capturing") }

func (l *law) citePlacing() string { return l.sectionClause("placing") }

// citeTurn names the clause by which sides play in turn. Where it is "" no rule says so, and
// everybody may play at any time. In a game that began with an array sides play in turn all the same.
func (l *law) citeTurn() string {
	clause := firstOf(l.sectionClause("order"), l.sectionClause("plays"))
	if clause == "" && l.arrayed {
		return l.cite("board", "")
	}
	return clause
}
