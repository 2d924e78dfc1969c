package movement

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// mostWays bounds the ways a mode's path can take on an empty board, so that no
// definition can make the walker run for long.
const mostWays = 50_000

// CompileError says which rule cannot be compiled, and why.
type CompileError struct {
	Rule  string // number
	Field string // "modes[2].legs[0].n"
	Err   error
}

func (e *CompileError) Error() string {
	if e.Rule == "" {
		return e.Err.Error() // it is about no rule
	}
	return fmt.Sprintf("rule %s: %s: %v", e.Rule, e.Field, e.Err)
}

func (e *CompileError) Unwrap() error { return e.Err }

// Compile compiles the valid piece definitions of a rulebook for its board, under readings
// (entry → reading, complete). Types keep the order of rb.Pieces(). Errors are *CompileError.
func Compile(rb *rules.Rulebook, readings map[string]string) (*Ruleset, error) {
	return Recompile(nil, rb, readings)
}

// Recompile is Compile for a rulebook that a Ruleset was compiled from before it changed:
// definitions that are still the same, to the pointer, are not compiled again, and where the
// rulebooks differ in prose alone it is before itself that is returned. before may be nil.
func Recompile(before *Ruleset, rb *rules.Rulebook, readings map[string]string) (*Ruleset, error) {
	proc := rb.Procedure()
	if proc.Board == nil {
		return nil, &CompileError{Field: "board", Err: fmt.Errorf("no rule defines a board")}
	}
	if before.compiles(rb, readings) {
		return before, nil
	}
	return compile(before, rb, readings, proc.Board.Files, proc.Board.Ranks, nil, false)
}

// CompileBoard is Compile for a board of another size than the rulebook's, with walls:
// squares, as file and rank from 0, that are occupied for ever. There is check in it, whatever
// the rules say.
func CompileBoard(rb *rules.Rulebook, readings map[string]string, files, ranks int, walls [][2]int) (*Ruleset, error) {
	return compile(nil, rb, readings, files, ranks, walls, true)
}

func compile(before *Ruleset, rb *rules.Rulebook, readings map[string]string, files, ranks int, walls [][2]int, plain bool) (*Ruleset, error) {
	if files < 1 || files > mostSteps+1 || ranks < 1 || ranks > mostSteps+1 {
		return nil, &CompileError{Field: "board", Err: fmt.Errorf("expected 1 to %d files and 1 to %d ranks, not %d by %d", mostSteps+1, mostSteps+1, files, ranks)}
	}
	rb = rb.Under(readings)
	c := &compiler{rb: rb, proc: rb.Procedure(), chosen: readings, plain: plain, before: before}
	c.rs = &Ruleset{byName: map[string]TypeID{}, missing: map[string]bool{}, chosen: readings}
	if len(walls) == 0 && !plain {
		c.rs.book = rb
	}
	c.defs = rb.Pieces()
	c.rs.turns = slices.ContainsFunc(c.defs, func(d rules.Definition) bool {
		return slices.ContainsFunc(d.Piece.Promotion, func(p rules.Promotion) bool { return p.Timing == rules.OnTheWay })
	})
	if len(c.defs) > MostTypes {
		return nil, &CompileError{Field: "rulebook", Err: fmt.Errorf("more than %d piece types", MostTypes)}
	}
	for i, d := range c.defs {
		c.rs.byName[d.Piece.Name] = TypeID(i)
	}
	if err := c.layBoard(files, ranks, walls); err != nil {
		return nil, err
	}
	c.readings()
	c.rs.remembers = rb.Asks(pastWords)
	c.rs.rows = rb.Asks(rowWords)
	c.rs.outside, c.rs.ages = asksOutside(rb), asksPast(rb)
	if c.proc.Capturing != nil {
		c.rs.citeFriendly = strings.TrimSpace(rb.Source("capturing") + " " + c.proc.Capturing.Cite)
	}
	c.rs.fate = fateOf(c.proc.Capturing)
	if c.proc.Capturing != nil && len(c.proc.Capturing.Neutral) > 0 {
		c.rs.neutral, c.rs.immunities = c.proc.Capturing.Neutral, true
	}
	if c.proc.Checks != nil {
		c.rs.citeRoyal = strings.TrimSpace(rb.Source("checks") + " " + c.proc.Checks.CiteOwn)
	}
	if err := c.named(); err != nil {
		return nil, err
	}
	c.declareKinds()
	c.rs.types = make([]kind, len(c.defs))
	c.keep(before)
	for i := range c.defs {
		if c.kept(TypeID(i)) {
			continue
		}
		if err := c.kind(TypeID(i)); err != nil {
			return nil, err
		}
	}
	if err := c.disarms(); err != nil {
		return nil, err
	}
	if err := c.weights(); err != nil {
		return nil, err
	}
	if err := c.consequences(); err != nil {
		return nil, err
	}
	if err := c.loosen(); err != nil {
		return nil, err
	}
	c.finish()
	c.compileFields()
	return c.rs, nil
}

type compiler struct {
	before  *Ruleset // whose kinds may be used again, or nil
	rb      *rules.Rulebook
	proc    *rules.Procedure
	defs    []rules.Definition
	chosen  map[string]string
	plain   bool // the plain game, which has check whether or not a rule says so
	rs      *Ruleset
	asks    map[string]bool // named conditions that ask what a piece defends
	watched map[string][]bool
	regions map[string]int // of the type being compiled
	number  string         // of its rule
	clause  string         // "12.5/5"
	rule    *rules.Rule    // of that number
	asked   []string       // entries of the register that its definition asks
	words   *formula.Vocabulary
	blank   *Position // an empty board, on which numbers of steps are worked out
}

func (c *compiler) fail(field string, err error) error {
	return &CompileError{Rule: c.number, Field: field, Err: err}
}

// layBoard makes the board of a size, with what the rulebook's board section says besides.
func (c *compiler) layBoard(files, ranks int, walls [][2]int) error {
	g := ground{files: files, ranks: ranks, walls: walls}
	c.rs.others = noHeading
	c.rs.links = c.proc.Board.Linked()
	if b := c.proc.Board; b != nil {
		c.rs.board = b
		g.aroundFiles, g.aroundRanks = b.Around()
		closed, err := rules.Squares(b.Closed, files, ranks)
		if err != nil {
			return &CompileError{Field: "board.closed", Err: err}
		}
		g.closed = closed
		c.rs.headings = map[string]uint8{}
		words := rules.Headings()
		for side, word := range b.Heading {
			h := slices.Index(words, word)
			if h < 0 {
				return &CompileError{Field: "board.heading", Err: fmt.Errorf("%q is not a direction", word)}
			}
			if side == rules.OtherSides {
				c.rs.others = uint8(h)
				continue
			}
			c.rs.headings[side] = uint8(h)
		}
	}
	if c.before != nil && c.before.ground.equal(&g) {
		c.rs.topology = c.before.topology.more()
	} else {
		c.rs.topology = layAgain(g)
	}
	return nil
}

// allModes returns every list of modes of a definition.
func allModes(d *rules.Piece) [][]rules.Mode {
	lists := [][]rules.Mode{d.Modes}
	for _, of := range d.ByKind() {
		lists = append(lists, of.Modes)
	}
	for i := range d.Grants {
		lists = append(lists, d.Grants[i].Modes)
	}
	return lists
}

// readings answers the engine's own questions to the register.
func (c *compiler) readings() {
	is := func(entry, reading string) bool { return rules.Holds(c.chosen, entry, reading) }
	c.rs.readings = readings{
		respectPins:     is("attack-pins", "respect-pins"),
		targetOnly:      is("defends-as", "target-only"),
		ownRoyal:        !is("own-king-defended", "no"),
		attackRoyalOnly: is("section-6-piece", "counts-and-attacks"),
		anyCheck:        is("placement-check", "any"),
		ownCheckLater:   is("placement-own-check", "end-of-turn"),
		typeRange:       is("mobility-range", "type"),
		legalMobility:   is("mobility-check", "legal"),
		exitCounts:      is(rules.DecidedBy("exit-counts"), "yes"),
		historyBefore:   is("history-after-play", "before"),
		royalSweep:      c.sweeps() && !is("king-capture-sweep", "after"),
		ignorePromotion: is("announced-promotion", "ignored"),
		noCheck:         c.proc.Checks == nil && !c.plain,
		captorNeedsOwn:  c.proc.Checks != nil && c.proc.Checks.OwnRoyal,
	}
}

// sweeps reports whether the pieces of a side whose royal piece is captured leave the board.
func (c *compiler) sweeps() bool {
	for _, e := range c.rb.Answers(rules.OnRoyalCaptured) {
		if slices.ContainsFunc(e.Do, func(d rules.Doing) bool { return d.Surrender != "" }) {
			return true
		}
	}
	return false
}

// named compiles the conditions that procedures give names to.
func (c *compiler) named() error {
	c.number = "procedure"
	c.regions = c.sharedRegions()
	c.asks, c.watched = map[string]bool{}, map[string][]bool{}
	c.asked = nil
	v := c.vocabulary(nil)
	for _, n := range c.proc.Conditions {
		f, err := formula.Compile(string(n.When), v, formula.Bool)
		if err != nil {
			return c.fail("conditions."+n.Name, err)
		}
		c.rs.named, c.rs.placid = append(c.rs.named, f), append(c.rs.placid, placid(f))
		c.asks[n.Name] = c.asksDefence(f)
		watched := make([]bool, MostTypes)
		c.watch(f, watched)
		c.watched[n.Name] = watched
	}
	c.rs.asked = c.asked
	return nil
}

func (c *compiler) asksDefence(f *formula.Formula) bool {
	if f.Uses("defends") || f.Uses(".defends") || f.Uses(".defended") {
		return true
	}
	for _, name := range f.Vars() {
		if c.asks[name] {
			return true
		}
	}
	return false
}

// watch notes the types whose change of side may change what f says.
func (c *compiler) watch(f *formula.Formula, watched []bool) {
	for _, call := range f.Calls() {
		switch call.Name {
		case "near":
			for _, text := range call.Texts {
				if t, ok := c.rs.byName[text]; ok {
					watched[t] = true
				}
			}
		case "defends", "attacks", "attacked", "mirror":
			for i := range watched {
				watched[i] = true
			}
		default:
			if call.Name[0] == '.' || f.Quantified() { // whose a piece is may be asked of any
				for i := range watched {
					watched[i] = true
				}
			}
		}
	}
	for _, name := range f.Vars() {
		for i, w := range c.watched[name] {
			watched[i] = watched[i] || w
		}
	}
}

func (c *compiler) kind(t TypeID) error {
	def := c.defs[t].Piece
	c.number = c.defs[t].Rule.Number
	c.rule, c.clause = c.defs[t].Rule, c.defs[t].Rule.Clause("")
	c.asked = nil
	k := &c.rs.types[t]
	defer func() { k.asked = c.asked }()
	k.name, k.glyph, k.rule, k.def, k.royal = def.Name, def.Glyph, c.defs[t].Rule, def, def.Royal
	if len(def.Counters) > rules.MostCounters {
		return c.fail("counters", fmt.Errorf("at most %d counters", rules.MostCounters))
	}
	for i, n := range def.Counters {
		k.initial[i] = int16(n.Initial)
		k.counters, k.bounds = append(k.counters, n.Name), append(k.bounds, n)
	}
	for _, n := range c.proc.Counters {
		if !slices.Contains(k.counters, n.Name) && len(k.counters) < MostCounters {
			k.counters, k.bounds = append(k.counters, n.Name), append(k.bounds, n)
		}
	}
	c.regions = c.sharedRegions()
	for i, r := range def.Regions {
		if _, err := c.squares(r.Squares); err != nil {
			return c.fail(fmt.Sprintf("regions[%d]", i), err)
		}
		c.regions[r.Name] = len(c.rs.regions)
		c.rs.regions = append(c.rs.regions, c.region(&r))
	}
	v := c.vocabulary(def.Counters)
	var err error
	if k.value, err = formula.Compile(string(def.Value), v, formula.Number); err != nil {
		return c.fail("value", err)
	}
	if value, ok := k.value.Const(); ok {
		k.isConst, k.constValue = true, halves(value)
	}
	k.ownValue = len(k.counters) > 0 || k.value.Uses("self")
	k.watches = make([]bool, MostTypes)
	if k.modes, err = c.modes("modes", def.Modes, v, forMove|forTake); err != nil {
		return err
	}
	err = c.compileKinds(k, def, func(field string, list []rules.Mode, usual use) ([]mode, error) {
		return c.modes(field, list, v, usual)
	})
	if err != nil {
		return err
	}
	k.reach = make([]uint16, c.rs.offsets)
	for i := range k.modes {
		m := &k.modes[i]
		bit := uint16(1) << i
		if m.op == opAs {
			k.asSet |= bit
			c.rs.copiers = true
			if m.as.who == copyPiece { // whom it copies may depend on whose any piece is
				for i := range k.watches {
					k.watches[i] = true
				}
			}
			continue
		}
		if m.op == opSlide && !slices.ContainsFunc(m.legs[0].vecs, func(v vec) bool { return v.dir < 0 }) {
			k.slides |= bit
		}
		k.comesBack = k.comesBack || m.returns == "move" || m.returns == "pass"
		if m.use&forMove != 0 {
			k.moveSet |= bit
			if !m.onto {
				k.asMoves |= bit
			}
		}
		if m.use&(forTake|forShot) != 0 {
			k.takeSet |= bit
			k.displaces = k.displaces || m.displaces()
			if m.use&forShot != 0 {
				k.shotSet |= bit
			}
			for _, f := range m.asked() {
				c.watch(f, k.watches)
			}
			if m.op == opToward {
				for i := range k.watches {
					k.watches[i] = true
				}
			}
		}
		c.span(m, k.reach, bit)
	}
	k.preyed()
	k.dynamic, k.watched = slices.Contains(k.watches, true), NoType
	k.threat = make(offsetSet, (len(k.reach)+63)/64)
	for i, set := range k.reach {
		if set&k.takeSet != 0 {
			k.threat[i>>6] |= 1 << (i & 63)
		}
	}
	if def.Borrows != nil && def.Borrows.Capture != "" {
		f, err := formula.Compile(string(def.Borrows.Capture), v, formula.Bool)
		if err != nil {
			return c.fail("borrows.capture", err)
		}
		allowed, ok := f.Const()
		if !ok {
			return c.fail("borrows.capture", fmt.Errorf("may depend on readings only"))
		}
		k.noLoan = allowed == 0
	}
	return c.effects(t, k, v)
}

// condition compiles an optional condition. keep is false if a reading has settled that
// it never holds; a condition that a reading has settled to hold comes back as nil.
func (c *compiler) condition(field, part string, src rules.Expr, v *formula.Vocabulary) (f *formula.Formula, keep bool, err error) {
	if src == "" {
		return nil, true, nil
	}
	f, err = formula.Compile(string(src), v, formula.Bool)
	if err != nil {
		return nil, false, c.fail(field+"."+part, err)
	}
	if value, ok := f.Const(); ok {
		return nil, value != 0, nil
	}
	return f, true, nil
}

// typeSet returns the types of these names; names of no type add nothing.
func (c *compiler) typeSet(names []string) []bool {
	set := make([]bool, MostTypes)
	for _, name := range names {
		if t, ok := c.typeNamed(name); ok {
			set[t] = true
		}
	}
	return set
}

// squares reads a list of squares, rectangles, files and ranks. What lies off a smaller
// board is left out.
func (c *compiler) squares(items []string) ([]bool, error) {
	set := make([]bool, len(c.rs.empty))
	list, err := rules.Squares(items, c.rs.files, c.rs.ranks)
	for _, at := range list {
		if sq, ok := c.rs.at(at[0], at[1]); ok {
			set[sq] = true
		}
	}
	return set, err
}

// weights compiles the formulas of Weights and of counting.
func (c *compiler) weights() error {
	c.number = "procedure"
	var err error
	number := func(field string, src rules.Expr, kind formula.Kind, names ...string) *formula.Formula {
		if err != nil || src == "" {
			return nil
		}
		v := &formula.Vocabulary{}
		for _, n := range names {
			v.Vars = append(v.Vars, formula.Var{Name: n})
		}
		var f *formula.Formula
		if f, err = formula.Compile(string(src), v, kind); err != nil {
			err = c.fail(field, err)
		}
		return f
	}
	if w := c.proc.Weights; w != nil {
		c.rs.weigh.when = number("weights.when", w.When, formula.Bool, "royals")
		c.rs.weigh.piece = number("weights.piece", w.Piece, formula.Number, "value", "mobility", "attacks", "defends")
		c.rs.weigh.mobility = number("weights.mobility", w.Mobility, formula.Number, "moves", "least", "greatest")
	}
	if p := c.proc.Plays; p != nil {
		c.rs.counting = number("plays.counts", p.Counts, formula.Bool, "value")
	}
	return err
}

// finish fills what depends on all types together.
func (c *compiler) finish() {
	rs := c.rs
	laid(rs.topology)
	rs.shielded = make([]bool, len(rs.types))
	rs.threats = make([]threat, len(rs.types))
	for i := range rs.types {
		k, t := &rs.types[i], &rs.threats[i]
		t.copies, t.by = k.asSet != 0 || k.covers != nil, k.threat
	}
	for i := range rs.types {
		for _, im := range rs.types[i].immune {
			for t := range rs.types {
				if !im.self && (im.from == nil || im.from[t]) {
					rs.shielded[t] = true
				}
			}
		}
	}
	rs.watchRoyals()
	rs.actsApart()
	rs.guards()
	rs.limited = rs.rooms()
}

// halves rounds a number that is a multiple of ½ up to representation: formulas work in
// floating point, in which such numbers are exact.
func halves(v float64) events.Half {
	if v < 0 {
		return -events.Half(-v*2 + 0.25)
	}
	return events.Half(v*2 + 0.25)
}

// both combines two optional conditions.
func both(a, b rules.Expr) rules.Expr {
	if a == "" || b == "" {
		return a + b
	}
	return rules.Expr(strings.Join([]string{"(", string(a), ") and (", string(b), ")"}, ""))
}

// numbered is the name of a field's entry, such as modes[3]: every mode and leg is named, in case it is wrong.
func numbered(field string, i int) string { return field + "[" + strconv.Itoa(i) + "]" }
