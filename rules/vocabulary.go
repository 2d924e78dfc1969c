package rules

import (
	"fmt"
	"maps"
	"slices"

	"adjudicate/events"
	"adjudicate/rules/formula"
)

// Resolver turns the texts in formulas into ids of whoever compiles them. A nil function
// gives every text the id 0.
type Resolver struct {
	Type       func(name string) (int, error)
	Region     func(name string) (int, error)
	Counter    func(name string) (int, error) // of any type
	Square     func(name string) (int, error)
	Side       func(name string) (int, error) // to what a function makes a side, or a player, of; see Board
	Asset      func(name string) (int, error)
	Mark       func(name string) (int, error) // a state of squares
	Order      func(name string) (int, error) // a kind of order: OrderMove, or a declared kind
	Drawn      func(name string) (int, error) // what a lot may draw
	Quantities []formula.Quantity             // that formulas may ask for
	Chosen     []formula.Quantity             // what a side has chosen besides its act, for duties, choices and consequences
	Entry      func(id string) error          // whether an entry of the register exists

	// The size of the board, and what the value of a piece costs at most, for whoever asks for the
	// bounds and the cost of a formula.
	Files, Ranks, ValueCost int

	// Reading gives the reading that holds for an entry; see formula.Vocabulary.Static.
	Reading func(entry string) (string, bool)
	// Literal is asked whether an entry has a reading; see formula.Vocabulary.Literal.
	Literal func(entry, reading string) error
}

// The variables of conditions, in their order in a ConditionVocabulary. Counters of the
// type and then named conditions follow.
var conditionVars = []formula.Var{
	{Name: "d1"},          // in the steps of a later leg: the steps of the first
	{Name: "dx"},          // files between start and landing
	{Name: "dy"},          // ranks between start and landing
	{Name: "distance"},    // the greater of the two
	{Name: "from_centre"}, // of the start: max(|2f-(F-1)|, |2r-(R-1)|), files and ranks from 0
	{Name: "to_centre"},   // the same of the landing
	{Name: "files"},       // of the board
	{Name: "ranks"},
}

// landingVars make sense only where a landing square is meant.
var landingVars = []string{"dx", "dy", "distance", "to_centre", "from", "to", "victim"}

// turningVars make sense only where a path turns into a leg.
var turningVars = []string{"via", "turn"}

// attackWords are what formulas ask about attacks, as functions and as attributes.
var attackWords = []string{"attacked", "attacks", "defends", ".attacked", ".attacks", ".defends", ".defended", ".in_check"}

// misplaced returns the first word of a formula that has no meaning where it stands: those about a landing
// square, unless there is one, d1, and those about a turn. What a counter or a named condition is called means that.
func misplaced(f *formula.Formula, landing bool, counters []Counter, named []NamedCondition) string {
	for _, name := range slices.Concat([]string{"d1"}, turningVars, landingVars) {
		own := slices.ContainsFunc(counters, func(n Counter) bool { return n.Name == name }) ||
			slices.ContainsFunc(named, func(n NamedCondition) bool { return n.Name == name })
		if !own && slices.Contains(f.Vars(), name) && (!landing || name == "d1" || slices.Contains(turningVars, name)) {
			return name
		}
	}
	return ""
}

func text(f func(string) (int, error)) func(int, string) (int, error) {
	return func(_ int, s string) (int, error) {
		if f == nil {
			return 0, nil
		}
		return f(s)
	}
}

// reading is the static function of every vocabulary: reading('gess-adjacent') == 'yes'.
func (r Resolver) reading(v *formula.Vocabulary) *formula.Vocabulary {
	v.Funcs = append(v.Funcs, formula.Func{
		Name: "reading", Args: []formula.Kind{formula.Text}, Result: formula.Text,
		Resolve: func(_ int, id string) (int, error) {
			if r.Entry == nil {
				return 0, nil
			}
			return 0, r.Entry(id)
		},
	})
	v.Static = func(_ string, args []string) (string, bool) {
		if r.Reading == nil {
			return "", true
		}
		return r.Reading(args[0])
	}
	v.Literal = func(_ string, args []string, literal string) error {
		if r.Literal == nil {
			return nil
		}
		return r.Literal(args[0], literal)
	}
	return v
}

// Count is the function count(type).
func (r Resolver) Count() formula.Func {
	return formula.Func{Name: "count", Args: []formula.Kind{formula.Text}, Resolve: text(r.Type)}
}

func counterVars(vars []formula.Var, counters []Counter) []formula.Var {
	for _, c := range counters {
		vars = append(vars, formula.Var{Name: c.Name})
	}
	return vars
}

// ConditionVocabulary is the words of conditions and step counts in piece definitions,
// for a type with these counters: conditionVars, the counters, the named conditions; and
//
//	near(type, n)  a friendly on-board piece of the type is within n of the piece's square
//	in(region)     the piece's square, or in a mode's land the landing square, is in it
//	count(type)    on-board pieces of the type, anybody's
//	defends()      the piece defends some friendly piece
//	attacks()      the piece attacks some opposing piece
//	attacked()     some opposing piece attacks the piece
//	mirror(n)      two friends of one type stand mirror-wise about it, at most n apart
//	reading(entry) the reading that holds, compared with a text
//
// and the things on the board: self, mover, from, to, victim, their attributes, and sets; the date and turns; copied, whether a piece uses the
// mode as that of a type which it copies. A counter or named condition of such a name hides the thing.
func ConditionVocabulary(counters []Counter, named []NamedCondition, r Resolver) *formula.Vocabulary {
	v := &formula.Vocabulary{Vars: make([]formula.Var, 0, len(conditionVars)+len(counters)+len(named)+len(thingVars)+len(calendarVars))}
	v.Vars = counterVars(append(v.Vars, conditionVars...), counters)
	for _, n := range named {
		v.Vars = append(v.Vars, formula.Var{Name: n.Name, Kind: formula.Bool})
	}
	v.Funcs = append(make([]formula.Func, 0, 7+BoardFuncs+1), []formula.Func{
		{Name: "near", Args: []formula.Kind{formula.Text, formula.Number}, Result: formula.Bool, Resolve: text(r.Type)},
		{Name: "in", Args: []formula.Kind{formula.Text}, Result: formula.Bool, Resolve: text(r.Region)},
		r.Count(),
		{Name: "defends", Result: formula.Bool},
		{Name: "attacks", Result: formula.Bool},
		{Name: "attacked", Result: formula.Bool},
		{Name: "mirror", Args: []formula.Kind{formula.Number}, Result: formula.Bool},
	}...)
	v.Vars = append(append(append(v.Vars, thingVars...), calendarVars...), formula.Var{Name: "copied", Kind: formula.Bool},
		formula.Var{Name: "via", Kind: formula.Thing, Sort: SortSquare}, formula.Var{Name: "turn"})
	v.Elsewhere = circular
	return r.reading(r.Board(v))
}

// circular are the words of duties and procedures that depend on what pieces can do, with the circle in which a mode would ask for itself.
var circular = with(with(unsayable, orderWords), map[string]string{
	".weight":     "the Weight of a side ← moves and attacks of its pieces ← this: a duty can ask for it, unless it disarms",
	".counting":   "the pieces that count ← their moves and attacks ← this: a duty can ask for them, unless it disarms",
	".moves":      "the moves of a piece ← this: a duty can ask for them, unless it disarms",
	".checking":   "checks in a row ← the attacks of pieces ← this: a duty can ask for them, unless it disarms",
	".to_play":    "what pieces attack does not depend on whose turn it is: a duty can ask for it, unless it disarms",
	"recurrence":  "recurrence ← what the side to play could do each time ← this: a duty can ask for it, unless it disarms",
	"repetitions": "repetitions ← what the side to play could do each time ← this: a duty can ask for them, unless it disarms",
	"quiet":       "plays since the last capture are no matter of what pieces attack: a duty can ask for them, unless it disarms",
})

// with joins two lists of words.
func with(a, b map[string]string) map[string]string {
	words := maps.Clone(a)
	maps.Copy(words, b)
	return words
}

// ValueVocabulary is the words of a material value and of a declared greatest distance:
// the counters, files, ranks, count(type), reading(entry), self and the things on the board.
func ValueVocabulary(counters []Counter, r Resolver) *formula.Vocabulary {
	v := &formula.Vocabulary{Vars: counterVars([]formula.Var{{Name: "files"}, {Name: "ranks"}}, counters)}
	v.Vars = append(v.Vars, thingVars[VarSelf])
	v.Funcs = append(make([]formula.Func, 0, 1+BoardFuncs+1), r.Count())
	return r.reading(r.Board(v))
}

// EffectVocabulary is the words of a new counter value after a capture: the captor's
// counters, files, ranks, and
//
//	victim_is(type)  the captured piece was of the type
//	victim(counter)  the captured piece's counter, 0 if it has none of that name
//	count(type)      on-board pieces of the type after the capture, anybody's
//	reading(entry)   as in conditions
func EffectVocabulary(counters []Counter, r Resolver) *formula.Vocabulary {
	v := &formula.Vocabulary{Vars: counterVars([]formula.Var{{Name: "files"}, {Name: "ranks"}}, counters)}
	v.Funcs = []formula.Func{
		r.Count(),
		{Name: "victim_is", Args: []formula.Kind{formula.Text}, Result: formula.Bool, Resolve: text(r.Type)},
		{Name: "victim", Args: []formula.Kind{formula.Text}, Resolve: text(r.Counter)},
	}
	return r.reading(v)
}

// PurchaseVocabulary is the words of a type's own terms of purchase: those of procedures about the side that gets the piece (mover),
// and
//
//	value                 the material value of the piece
//	W, n, pieces, owned   of the side: its Weight, its pieces on-board that count, all of them, its pieces on-board and off
//	owned_of_type         those of the type
//	Marks                 how much the buyer holds of that asset
func PurchaseVocabulary(r Resolver) *formula.Vocabulary {
	return r.procedures("value", "W", "n", "pieces", "owned", "owned_of_type", events.Usual().Marks)
}

// procedures is the words that formulas of procedures have with these variables.
func (r Resolver) procedures(vars ...string) *formula.Vocabulary {
	return r.reading(r.World(&formula.Vocabulary{Vars: ranged(vars...), Funcs: []formula.Func{r.Count()}}))
}

// procedureFormula is a formula of a procedure: its field, the kind it must have and the
// variables that make sense there, all numbers.
type procedureFormula struct {
	field string
	kind  formula.Kind
	vars  []string
	src   Expr
}

// formulas lists the formulas of a procedure that are present.
func (p *Procedure) formulas() []procedureFormula {
	var list []procedureFormula
	add := func(field string, kind formula.Kind, src Expr, vars ...string) {
		list = append(list, procedureFormula{field, kind, vars, src})
	}
	if b := p.Buying; b != nil {
		add("buying.price", formula.Number, b.Price, "value", "owned", "owned_of_type", older.Free)
		add("buying.when", formula.Bool, b.When, "owned", "owned_of_type", "pieces", "n", "W", "value", older.Free)
		add("buying.compensation", formula.Number, b.Compensation, "value")
	}
	if d := p.Draft; d != nil {
		add("draft.budget", formula.Number, d.Budget, "sides")
	}
	if w := p.Weights; w != nil {
		add("weights.when", formula.Bool, w.When, "royals")
		add("weights.piece", formula.Number, w.Piece, "value", "mobility", "attacks", "defends")
		add("weights.mobility", formula.Number, w.Mobility, "moves", "least", "greatest")
	}
	if s := p.Plays; s != nil {
		add("plays.counts", formula.Bool, s.Counts, "value")
		add("plays.one_only", formula.Bool, s.OneOnly, "checked")
		if s.Full != "" {
			add("plays.full", formula.Bool, s.Full)
		}
		for i := range s.Shapes {
			add(fmtIndex("plays.shapes", i, "when"), formula.Bool, s.Shapes[i].When, "W", "n", "pieces")
		}
	}
	if s := p.Placing; s != nil {
		add("placing.may_attack", formula.Bool, s.MayAttack, "W", "n", "pieces", "other_square")
		if s.MayCheck != "" {
			add("placing.may_check", formula.Bool, s.MayCheck, "W", "n", "pieces")
		}
		if s.Uncovers != "" {
			add("placing.uncovers", formula.Bool, s.Uncovers, "W", "n", "pieces")
		}
	}
	if s := p.Capturing; s != nil {
		if s.When != "" {
			add("capturing.when", formula.Bool, s.When)
		}
		if s.Vain != "" {
			add("capturing.vain", formula.Bool, s.Vain)
		}
	}
	if s := p.Sharing; s != nil {
		for _, f := range []struct {
			field string
			src   Expr
		}{{"all", s.All}, {"ground", s.Ground}, {"landing", s.Landing}, {"barred", s.Barred}} {
			if f.src != "" {
				add("sharing."+f.field, formula.Bool, f.src)
			}
		}
	}
	if s := p.Checks; s != nil && s.Passes != "" {
		add("checks.passes", formula.Bool, s.Passes)
	}
	for i := range p.Kinds {
		if cost := p.Kinds[i].Cost; cost != "" {
			add(fmtIndex("kinds", i, "cost"), formula.Number, cost, "value", "W", "n", "pieces")
		}
	}
	if o := p.Order; o != nil {
		if o.Rank != "" {
			add("order.rank", formula.Number, o.Rank)
		}
		if o.Up != "" {
			add("order.up", formula.Bool, o.Up)
		}
		if o.Reverts != "" {
			add("order.reverts", formula.Bool, o.Reverts)
		}
	}
	if a := p.Automatic; a != nil {
		if a.When != "" {
			add("automatic.when", formula.Bool, a.When)
		}
		if a.Who != "" || a.When != "" {
			add("automatic.pass_when", formula.Bool, a.PassWhen, "pieces", "last_pass")
		}
		if a.SkipWhen != "" {
			add("automatic.skip_when", formula.Bool, a.SkipWhen, "pieces", "active")
		}
		if a.Halts != "" {
			add("automatic.halts", formula.Bool, a.Halts)
		}
		if a.Wakes != "" {
			add("automatic.wakes", formula.Bool, a.Wakes)
		}
	}
	if c := p.Clock; c != nil && c.Free != "" {
		add("clock.free", formula.Number, c.Free)
	}
	if c := p.Clock; c != nil && c.Runs != "" {
		add("clock.runs", formula.Bool, c.Runs)
	}
	if c := p.Clock; c != nil && c.Costs != "" {
		add("clock.costs", formula.Number, c.Costs, "used")
	}
	if c := p.Clock; c != nil && c.Spur != nil {
		if c.Spur.Captures != "" {
			add("clock.spur.captures", formula.Bool, c.Spur.Captures)
		}
		if c.Spur.Takes != "" {
			add("clock.spur.takes", formula.Bool, c.Spur.Takes)
		}
	}
	if t := p.Together; t != nil {
		for _, f := range []struct {
			field string
			src   Expr
		}{{"who", t.Who}, {"when", t.When}, {"sealed", t.Sealed}, {"ways", t.Ways}, {"checks", t.Checks}, {"hopeless", t.Hopeless}, {fieldCut, t.Cut}} {
			if f.src != "" {
				add("together."+f.field, formula.Bool, f.src)
			}
		}
		if t.Strength != "" {
			add("together."+fieldStrength, formula.Number, t.Strength)
		}
		for i, k := range t.Conflicts {
			if k.When != "" {
				add(fmtIndex("together.conflicts", i, "when"), formula.Bool, k.When)
			}
		}
	}
	if f := p.RoyalFall; f != nil {
		add("royal_fall.payment", formula.Number, f.Payment, "money")
		add("royal_fall.owed", formula.Number, f.Owed, "money")
	}
	for i := range p.Stages {
		g := &p.Stages[i]
		if g.Wait != "" {
			add(fmtIndex("stages", i, "wait"), formula.Number, g.Wait, "W", "n", "pieces", "checked", "can_take_royal")
		}
		if g.Earlier != "" {
			add(fmtIndex("stages", i, "earlier"), formula.Bool, g.Earlier)
		}
		if g.Until != "" {
			add(fmtIndex("stages", i, "until"), formula.Bool, g.Until)
		}
		if g.Up != "" {
			add(fmtIndex("stages", i, "up"), formula.Bool, g.Up)
		}
		if g.Next != "" {
			add(fmtIndex("stages", i, "next"), formula.Bool, g.Next)
		}
	}
	if w := p.Winning; w != nil {
		add("winning.when", formula.Bool, w.When, "held", "most", "total", "sides", events.Usual().Marks, "leader")
		add("winning.compensation", formula.Number, w.Compensation, "value")
		add("winning.free_pieces", formula.Number, w.FreePieces, "owned")
		add("winning.free_budget", formula.Number, w.FreeBudget, "owned")
	}
	return list
}

func fmtIndex(list string, i int, part string) string {
	return fmt.Sprintf("%s[%d].%s", list, i, part)
}
