package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"adjudicate/rules/formula"
)

// procedure checks the sections of a procedure.
func (c *checker) procedure(p *Procedure) {
	if b := p.Board; b != nil {
		if b.Files < 1 || b.Files > MostFiles {
			c.fault("procedure.board.files", "expected 1 to %d files", MostFiles)
		}
		if b.Ranks < 1 || b.Ranks > MostRanks {
			c.fault("procedure.board.ranks", "expected 1 to %d ranks", MostRanks)
		}
		c.areas("procedure.board.closed", b.Closed, nil)
		if b.Wrap != "" {
			c.word("procedure.board.wrap", b.Wrap, "files", "ranks", "both")
		}
		c.neighbours("procedure.board.neighbours", b)
		c.regions("procedure.board.regions", b.Regions, []string{"edge", "corner"})
		c.heading("procedure.board.heading", b.Heading)
	}
	c.conditions(p.Conditions)
	c.namedModes("procedure.modes", p.Modes)
	c.assets("procedure.assets", p.Assets)
	c.ends("procedure.ends", p.Ends)
	c.consequences("procedure.consequences", p.Consequences, &Piece{})
	c.duties("procedure.duties", p.Duties, nil)
	c.quantities("procedure.quantities", p.Quantities)
	c.limits("procedure.limits", p.Limits)
	c.chances("procedure.chances", p.Chances)
	c.common("procedure.counters", p.Counters)
	c.powers("procedure.powers", p.Powers)
	c.consents("procedure.consents", p.Consents)
	c.sights("procedure.sight", p.Sight)
	if w := p.Passing; w != nil && w.When != "" {
		c.formula("procedure.passing.when", w.When, DutyVocabulary(c.resolver("procedure.passing.when", &Piece{})), formula.Bool)
	}
	c.choices("procedure.choices", p.Choices)
	c.kinds("procedure.kinds", p.Kinds)
	if g := p.Capturing; g != nil {
		if g.Goes != "" {
			c.word("procedure.capturing.goes", g.Goes, "holding", "owner", "gone")
		}
		if g.As != "" {
			c.word("procedure.capturing.as", g.As, "base")
		}
	}
	c.stacks(p.Sharing)
	c.compounds(p.Compounds)
	c.defining(p.Defining)
	if b := p.Buying; b != nil {
		c.typeNames("procedure.buying.except", b.Except)
	}
	if d := p.Draft; d != nil {
		c.typeNames("procedure.draft.given", d.Given)
		c.typeNames("procedure.draft.except", d.Except)
		c.notNegative("procedure.draft.count", d.Count)
	}
	if s := p.Plays; s != nil {
		for i := range s.Shapes {
			c.shape(fmt.Sprintf("procedure.plays.shapes[%d]", i), &s.Shapes[i])
		}
	}
	c.numbers(p)
	today := p.Today()
	c.course(p, today)
	for _, f := range today.formulas() {
		field := p.written("procedure." + f.field)
		if p.implied(field) {
			continue // an earlier form says it without words
		}
		if f.src == "" {
			c.fault(field, "missing formula")
			continue
		}
		world := !strings.HasPrefix(f.field, "weights.") && f.field != "plays.counts"
		v := &formula.Vocabulary{Vars: ranged(f.vars...), Elsewhere: tooEarly}
		if world {
			v = c.resolver(field, new(Piece)).procedures(f.vars...)
			if weighed(f.field) {
				v = c.resolver(field, new(Piece)).Orders(v, f.field == "together."+fieldStrength)
			}
		}
		if compiled := c.formula(field, f.src, v, f.kind); compiled != nil {
			if world {
				c.about(field, f.field, compiled)
				c.circling(field, f.field, compiled)
			}
			c.amount(field, f.field, compiled)
			c.cost(field, compiled)
			c.weighing(field, f.field, compiled)
		}
	}
}

// terms checks one of a type's own terms of purchase, if it is there.
func (c *checker) terms(field, name string, src Expr, want formula.Kind) {
	if src == "" {
		return
	}
	if f := c.formula(field, src, PurchaseVocabulary(c.resolver(field, new(Piece))), want); f != nil {
		c.about(field, name, f)
		c.amount(field, name, f)
		c.cost(field, f)
	}
}

// tooEarly says why what Weights are made of cannot ask for things.
var tooEarly = func() map[string]string {
	words := map[string]string{}
	for _, word := range []string{"pieces", "squares", "sides", "players", "self", "mover", "count", "any", "all", "sum", "first"} {
		words[word] = "Weights ← sets of pieces, sides and players ← .weight ← Weights"
	}
	return words
}()

// about holds a formula of a procedure to the things that it is about.
func (c *checker) about(field, name string, f *formula.Formula) {
	section := name[:strings.IndexAny(name, ".[")]
	if name == "clock.free" || name == "clock.runs" {
		section = "automatic" // of a side, as those are
	}
	has := map[string][]string{
		"buying": {"mover"}, "plays": {"mover"}, "placing": {"mover", "self", "to"}, "kinds": {"mover", "self"},
		"checks": {"mover"}, "order": {"mover"}, "automatic": {"mover"}, "together": {"mover"}, "stages": {"mover"}, "royal_fall": {"mover"},
	}[section]
	if weighed(name) {
		has = []string{"self", "mover"}
	}
	if name == "together."+fieldStrength {
		has = append(has, "to", "victim")
	}
	for _, v := range thingVars {
		if f.Uses(v.Name) && !slices.Contains(has, v.Name) {
			c.fault(field, "%s cannot be used here", v.Name)
		}
	}
}

// circling refuses what would depend on itself: an order that asks whose turn it is, and words about the position in which the next side is to
// play where formulas say which side that is.
func (c *checker) circling(field, name string, f *formula.Formula) {
	words := []string{"repetitions", "recurrence"}
	switch {
	case strings.HasPrefix(name, "order."):
		words = append(words, ".to_play")
	case name != "automatic.skip_when":
		return
	}
	for _, word := range words {
		if f.Uses(word) {
			c.fault(field, "%s cannot be used here: who plays next would depend on itself", word)
		}
	}
}

// wholeFields are the formulas of procedures whose result is counted, not measured.
var wholeFields = []string{"wait", "free_pieces", "free"}

// amount requires a quantity to be a multiple of one half, or a whole number where things
// are counted. Values, Weights and money are multiples of one half themselves.
func (c *checker) amount(field, name string, f *formula.Formula) {
	if f.Kind() != formula.Number || name == "order.rank" {
		return
	}
	r := f.Range(func(name string, _ []string) formula.Range {
		switch name {
		case "value", "mobility", "W", "money":
			return formula.Range{Low: -formula.Bound, High: formula.Bound, Num: 1, Den: 2}
		}
		return formula.Between(0, formula.Bound)
	})
	if name == "pay" && r.High <= 0 {
		c.doubt(field, "nothing is paid: the amount is never more than 0")
		c.hint("exchange payer and payee")
	}
	switch {
	case slices.Contains(wholeFields, name[strings.LastIndex(name, ".")+1:]) && !r.MultipleOf(1):
		c.fault(field, "expected a whole number: this may be a fraction")
		c.hint("round it with floor(…) or ceil(…)")
	case !r.MultipleOf(2):
		c.fault(field, "expected a multiple of one half: this may be another fraction")
		c.hint("round it with floor(2 * (…)) / 2")
	}
}

// paidFields are the formulas of what is paid. An amount below 0 is never paid the other way round.
var paidFields = []string{
	"buying.price", "buying.compensation", "royal_fall.payment", "royal_fall.owed", "winning.compensation",
}

// paidKind finds what moves of declared kinds cost, in today's form and in the earlier one.
var paidKind = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(kinds\[\d+\]|` + older.Kinds + `)\.cost$`) })

// cost refuses an amount to be paid that is always below 0, and doubts one that may be.
func (c *checker) cost(field string, f *formula.Formula) {
	if name := strings.TrimPrefix(field, "procedure."); !slices.Contains(paidFields, name) && !paidKind().MatchString(name) {
		return
	}
	r := f.Range(func(name string, _ []string) formula.Range {
		return formula.Range{Low: 0, High: formula.Bound, Num: 1, Den: 2}
	})
	switch {
	case r.High < 0:
		c.fault(field, "expected an amount of at least 0: this is always below")
	case r.Low < 0:
		c.doubt(field, "this may be below 0, which counts as 0")
		c.hint("write max(0, …) if that is intended")
	}
}

// conditions checks the named conditions. They cannot rest on each other, so that none
// rests on itself.
func (c *checker) conditions(list []NamedCondition) {
	c.most("procedure.conditions", len(list), MostNamed, "named conditions")
	var taken []string
	for _, v := range conditionVars {
		taken = append(taken, v.Name)
	}
	for i, n := range list {
		field := fmt.Sprintf("procedure.conditions[%d]", i)
		c.identifier(field+".name", n.Name, taken)
		taken = append(taken, n.Name)
		if n.When == "" {
			c.fault(field+".when", "missing condition")
			continue
		}
		r := c.resolver(field+".when", &Piece{})
		f := c.formula(field+".when", n.When, ConditionVocabulary(nil, nil, r), formula.Bool)
		if f != nil && misplaced(f, false, nil, nil) != "" {
			c.fault(field+".when", "a named condition concerns a piece on its square")
		}
	}
}

// Atomic plays as shapes name them. Those of declared kinds of moves begin with a capital letter too.
var atomicPlays = []string{"Move", "Capture", "Placement", "Pass", "Surrender"}

func (c *checker) shape(field string, s *Shape) {
	words := slices.Clone(atomicPlays)
	for _, name := range c.merged.KindNames() {
		words = append(words, Capitalised(name))
	}
	for i, play := range s.Plays {
		for word := range strings.SplitSeq(play, ",") {
			c.word(fmt.Sprintf("%s.plays[%d]", field, i), strings.TrimSpace(word), words...)
		}
	}
}

func (c *checker) notNegative(field string, n int) {
	if n < 0 {
		c.fault(field, "expected at least 0")
	}
}

// numbers checks the plain numbers and words of a procedure.
func (c *checker) numbers(p *Procedure) {
	if k := p.Marking; k != nil {
		c.notNegative("procedure."+older.Marking+".royal_capture", k.RoyalCapture)
		c.notNegative("procedure."+older.Marking+".surrender", k.Surrender)
	}
	if w := p.Winning; w != nil {
		c.notNegative("procedure.winning.points", w.Points)
		c.notNegative("procedure.winning.keep_pieces", w.KeepPieces)
	}
	if r := p.Reach; r != nil && r.Days < 1 {
		c.fault("procedure.reach.days", "expected at least one day")
	}
}
