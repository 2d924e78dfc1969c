package movement

import (
	"fmt"
	"reflect"
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// modes compiles a list of modes; those whose condition a reading has settled against are
// dropped. usual is what a mode is for that does not say: if it is moves alone, those of a declared kind.
func (c *compiler) modes(field string, list []rules.Mode, v *formula.Vocabulary, usual use) ([]mode, error) {
	out := make([]mode, 0, min(len(list), MostModes))
	own := unled(list)
	before, last := -2, (*rules.Mode)(nil)
	for i := range list {
		for _, src := range c.expand(&list[i]) {
			if own != "" && src.As == nil {
				mode := *src
				mode.When, src = both(mode.When, own), &mode
			}
			if usual == forMove && !capturing(src.For) {
				mode := src.Harmless()
				src = &mode
			}
			m, keep, err := c.mode(numbered(field, i), src, v, usual)
			if err != nil {
				return nil, err
			}
			if !keep {
				continue
			}
			if len(out) == MostModes {
				return nil, c.fail(field, fmt.Errorf("more than %d modes", MostModes))
			}
			m.index = uint8(len(out))
			if before == i-1 && i > 0 && m.walksLike(&out[len(out)-1], src, last) {
				if m.twin = out[len(out)-1].twin; m.twin == 0 {
					m.twin = int8(len(out))
				}
			}
			before, last = i, src
			m.asksDefence = slices.ContainsFunc(m.asked(), c.asksDefence)
			out = append(out, m)
		}
	}
	return out, nil
}

// walksLike reports whether a mode lands wherever another does.
func (m *mode) walksLike(o *mode, src, other *rules.Mode) bool {
	return m.op == o.op && m.rayed() && o.rayed() && len(src.Legs) == len(other.Legs) && src.Legs[0].N == other.Legs[0].N && reflect.DeepEqual(src.Legs, other.Legs)
}

// unled is the condition of the modes with legs of a definition in which a copied piece's modes stand instead of them: there is none to copy. It is
// not asked where another type copies them. Without such an entry it is empty.
func unled(list []rules.Mode) (when rules.Expr) {
	for i := range list {
		if as := list[i].As; as != nil && as.Instead {
			when = both(when, "copied or ("+as.Piece+") == none")
		}
	}
	return when
}

// expand replaces "the moves of that type" by its modes.
func (c *compiler) expand(m *rules.Mode) []*rules.Mode {
	if m.As == nil || m.As.Type == "" {
		return []*rules.Mode{m}
	}
	t, ok := c.rs.byName[m.As.Type]
	if !ok {
		return nil // the moves of a type that no rule defines
	}
	var out []*rules.Mode
	for _, inner := range c.defs[t].Piece.Modes {
		if inner.As != nil || inner.Carries != nil || len(inner.For) > 0 && !contains(inner.For, "move") {
			continue
		}
		inner.For = m.For
		inner.When, inner.Land = both(m.When, inner.When), both(m.Land, inner.Land)
		inner.After = m.After
		inner = inner.Citing(m.Cite)
		out = append(out, &inner)
	}
	return out
}

// capturing reports whether a mode that is for this captures.
func capturing(uses []string) bool {
	return contains(uses, "capture") || contains(uses, "shot") || contains(uses, "own")
}

func contains(list []string, s string) bool {
	for _, have := range list {
		if have == s {
			return true
		}
	}
	return false
}

func (c *compiler) mode(field string, src *rules.Mode, v *formula.Vocabulary, usual use) (m mode, keep bool, err error) {
	m = mode{use: usual, kind: src.Kind, cite: src.Cite, clause: src.Clause(c.rule), onto: src.Onto == "empty", full: src.Full, onward: src.Onward, clears: src.Clears}
	if len(src.For) > 0 {
		m.use = 0
	}
	for _, word := range src.For {
		switch word {
		case "move":
			m.use |= forMove
		case "capture":
			m.use |= forTake
		case "shot":
			m.use |= forShot
		case rules.UseExit, rules.ExitWord():
			m.use |= forExit
		case "swap":
			m.use |= forSwap
		case "own":
			m.use |= forOwn
		default:
			return m, false, c.fail(field+".for", fmt.Errorf("%q is not one of move, capture, shot, exit, swap, own", word))
		}
	}
	if m.onto {
		m.use &^= forTake | forShot
	}
	if m.when, keep, err = c.condition(field, "when", src.When, v); err != nil || !keep {
		return m, false, err
	}
	if m.land, keep, err = c.condition(field, "land", src.Land, v); err != nil || !keep {
		return m, false, err
	}
	if m.after, keep, err = c.condition(field, "after", src.After, v); err == nil && !keep && capturing(src.For) {
		m.after, err = formula.Compile(string(src.After), v, formula.Bool) // it forbids the act and not the attack
		keep = true
	}
	if err != nil || !keep {
		return m, false, err
	}
	if len(src.Victim) > 0 {
		m.victim = c.typeSet(src.Victim)
	}
	if len(src.Spares) > 0 {
		m.spares = c.typeSet(src.Spares)
	}
	m.exposed = src.Exposed
	for _, name := range src.Becomes {
		if t, ok := c.typeNamed(name); ok {
			m.becomes = append(m.becomes, t)
		}
	}
	if src.Carries != nil {
		m.op, m.use = opCarry, m.use&forMove
		if src.Carries.Row != "" {
			m.carry, keep, err = c.rows(field, src, v)
			return m, keep, err
		}
		if src.Carries.Chosen() {
			m.carry, keep, err = c.pushing(field, src, v)
			return m, keep, err
		}
		m.carry, err = c.carrying(field+".carries", src.Carries, v)
		return m, true, err
	}
	if src.As != nil {
		m.op = opAs
		err = c.copying(field+".as", src.As, &m.as, v)
		return m, true, err
	}
	if len(src.Legs) == 0 || len(src.Legs) > MostLegs {
		return m, false, c.fail(field+".legs", fmt.Errorf("a mode has 1 to %d legs", MostLegs))
	}
	ways := 1
	m.legs = make([]leg, 0, len(src.Legs))
	for i := range src.Legs {
		l, err := c.leg(numbered(field+".legs", i), &src.Legs[i], i, v)
		if err != nil {
			return m, false, err
		}
		m.legs = append(m.legs, l)
		ways *= max(1, len(l.vecs), 2*(boolInt(l.turn >= turn45 || l.also != nil)+len(l.also))) * max(1, min(l.most, max(c.rs.files, c.rs.ranks)-1))
		if ways > mostWays {
			return m, false, c.fail(field+".legs", fmt.Errorf("more than %d paths: shorten the legs", mostWays))
		}
	}
	if m.op, err = c.selectOp(field, src, &m); err != nil {
		return m, false, err
	}
	if err := c.displacement(field, src, &m); err != nil {
		return m, true, err
	}
	if src.Victims == "" {
		m.looks, m.beyond = c.rs.looks(&m)
		m.noted = !m.beyond && m.rayed()
		return m, true, nil
	}
	m.beyond = true
	m.takes = takesWhere
	m.where, _, err = c.condition(field, "victims", src.Victims, v)
	if m.where == nil && err == nil { // a condition that always holds, or never
		if m.where, err = formula.Compile(string(src.Victims), v, formula.Bool); err != nil {
			err = c.fail(field+".victims", err)
		}
	}
	return m, true, err
}

// displacement settles where the pieces stand that a mode captures.
func (c *compiler) displacement(field string, src *rules.Mode, m *mode) error {
	switch src.Takes {
	case "", "landing":
		if slices.ContainsFunc(m.legs, func(l leg) bool { return l.splits }) {
			m.takes = takesBranches
		}
		return nil
	case "behind":
		m.takes = takesBehind
		if m.op != opSlide && m.op != opJump {
			return c.fail(field+".takes", fmt.Errorf("behind is allowed only in a path of one leg with pass: empty or pass: any"))
		}
	case "hopped":
		m.takes = takesHopped
		if m.op != opHop && m.op != opTour {
			return c.fail(field+".takes", fmt.Errorf("hopped belongs to a leg that hops"))
		}
	case "passing":
		m.takes = takesPassing
	default:
		return c.fail(field+".takes", fmt.Errorf("%q is not landing, behind, hopped or passing", src.Takes))
	}
	return nil
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// selectOp picks the walker that fits the legs.
func (c *compiler) selectOp(field string, src *rules.Mode, m *mode) (op, error) {
	l, first := &m.legs[0], &src.Legs[0]
	peculiar := first.Pass == "half" || first.Hop != "" || first.Toward != "" || first.Dir == "anywhere" || len(first.At) > 0
	tour := src.Origin != ""
	for i := range src.Legs {
		s := &src.Legs[i]
		if len(m.legs) > 1 && (s.Pass == "half" || s.Toward != "" || s.Dir == "anywhere" || len(s.At) > 0) {
			return 0, c.fail(fmt.Sprintf("%s.legs[%d]", field, i), fmt.Errorf("pass: half, toward, at and anywhere belong to a path of one leg"))
		}
		tour = tour || s.When != "" || s.Splits || s.Takes || len(s.Slides) > 0 || s.Repeat > 1 || s.Hop != "" && len(m.legs) > 1
		if s.Repeat > 1 {
			m.tail, m.repeats = i, s.Repeat
		}
	}
	if tour {
		m.origin, m.returns = src.Origin != "", src.Origin
		return opTour, nil
	}
	for i := range m.legs {
		if m.legs[i].freely != nil {
			return opPath, nil
		}
	}
	if len(m.legs) > 1 {
		l2 := &m.legs[1]
		simple := len(m.legs) == 2 && !l.any && !l2.any && !l2.edge && l.vecs[0].dir >= 0 &&
			(l2.steps == nil || l2.byD1 != nil || !usesD1(l2))
		if simple {
			return opBent, nil
		}
		return opPath, nil
	}
	switch {
	case first.Toward != "":
		return opToward, nil
	case first.Dir == "anywhere":
		return opAnywhere, nil
	case first.Pass == "half":
		return opHalf, nil
	case first.Hop != "":
		return opHop, nil
	case len(first.At) > 0:
		return opAt, nil
	case l.edge && !l.any:
		return opEdge, nil
	case l.edge:
		return opPath, nil
	case l.any:
		return opJump, nil
	case !peculiar:
		return opSlide, nil
	}
	return opPath, nil
}

func usesD1(l *leg) bool {
	for _, f := range l.steps.Formulas() {
		if f.Uses("d1") {
			return true
		}
	}
	return false
}

func (c *compiler) copying(field string, src *rules.As, out *copying, v *formula.Vocabulary) (err error) {
	switch {
	case src.Piece != "":
		out.who = copyPiece
		if out.piece, err = formula.Compile(string(src.Piece), v, formula.Thing); err != nil {
			return c.fail(field+".piece", err)
		}
	case src.Who == "victim":
		out.who = copyVictim
	case src.Who == "last":
		out.who = copyLast
	default:
		return c.fail(field+".who", fmt.Errorf("%q is not victim or last", src.Who))
	}
	out.moves = src.Captures == "moves"
	out.resolved = src.Same != "none"
	out.initial = src.Counters == "initial"
	out.withLoans = src.Loans
	return nil
}

// span marks the offsets that m could span on an empty board of any size.
func (c *compiler) span(m *mode, table []uint16, bit uint16) {
	rs := c.rs
	mark := func(df, dr int) { rs.mark(table, df, dr, bit) }
	if m.op == opCarry || m.takes == takesPassing {
		return // neither attacks anything
	}
	if m.op == opAnywhere {
		for df := -rs.files + 1; df < rs.files; df++ {
			for dr := -rs.ranks + 1; dr < rs.ranks; dr++ {
				mark(df, dr)
			}
		}
		return
	}
	if m.op == opToward {
		for dir := range compass {
			for n := 1; n < m.legs[0].within && n <= rs.longest(); n++ {
				mark(n*compass[dir][0], n*compass[dir][1])
			}
		}
		return
	}
	if m.takes == takesWhere || m.op == opTour && (rs.turns || !c.spanTour(m, mark)) { // it may take anything anywhere
		for df := -rs.files + 1; df < rs.files; df++ {
			for dr := -rs.ranks + 1; dr < rs.ranks; dr++ {
				mark(df, dr)
			}
		}
		return
	}
	if m.use&(forTake|forShot) != 0 {
		c.spanVictims(m, mark)
	}
	c.spanLegs(m, 0, 0, 0, nil, mark)
}

// spanTour marks what a path of few legs without a tail may take on its way; it reports whether it has.
func (c *compiler) spanTour(m *mode, mark func(df, dr int)) bool {
	if m.repeats > 1 || len(m.legs) > 2 || m.takes == takesHopped || slices.ContainsFunc(m.legs, func(l leg) bool { return l.slides != nil }) {
		return false
	}
	first := mode{legs: m.legs[:1]}
	c.spanLegs(&first, 0, 0, 0, nil, mark)
	return true
}

// spanVictims marks where pieces may stand that m captures without landing on them.
func (c *compiler) spanVictims(m *mode, mark func(df, dr int)) {
	l := &m.legs[0]
	switch {
	case m.takes == takesBehind:
		for _, v := range l.vecs {
			mark(-int(v.df), -int(v.dr))
		}
	case m.takes == takesHopped:
		for _, v := range l.vecs {
			for n := 1; n < l.most; n++ {
				mark(n*int(v.df), n*int(v.dr))
			}
		}
	}
}

func (c *compiler) spanLegs(m *mode, i, df, dr int, before *vec, mark func(df, dr int)) {
	if i == len(m.legs) {
		mark(df, dr)
		return
	}
	l := &m.legs[i]
	mask := l.mask
	if l.steps != nil || l.edge {
		mask = stepRange(1, l.most)
		if l.zero {
			mask |= 1
		}
	}
	if mask&1 != 0 && i > 0 {
		c.spanLegs(m, i+1, df, dr, before, mark)
	}
	vecs := l.vecs
	if l.turn != absolute {
		vecs = c.rs.turned(l, nil, before)
	}
	rs := c.rs
	for k := range vecs {
		v := &vecs[k]
		f, r := df, dr
		var seen [][2]int // where it has led around the board
		for n := 1; n <= l.most; n++ {
			f, r = f+int(v.df), r+int(v.dr)
			if !rs.aroundFiles && abs(f) >= rs.files || !rs.aroundRanks && abs(r) >= rs.ranks {
				break // beyond the board, whence no step leads back
			}
			if mask>>n&1 == 0 {
				continue
			}
			if !rs.flat {
				at := [2]int{f, r}
				if rs.aroundFiles {
					at[0] = modulo(f, rs.files)
				}
				if rs.aroundRanks {
					at[1] = modulo(r, rs.ranks)
				}
				if slices.Contains(seen, at) {
					continue
				}
				seen = append(seen, at)
			}
			c.spanLegs(m, i+1, f, r, v, mark)
		}
	}
}

// asked returns the formulas that decide where a mode captures.
func (m *mode) asked() (list []*formula.Formula) {
	for _, f := range []*formula.Formula{m.when, m.land, m.where} {
		if f != nil {
			list = append(list, f)
		}
	}
	for i := range m.legs {
		if s := m.legs[i].steps; s != nil {
			list = append(list, s.Formulas()...)
		}
		if f := m.legs[i].when; f != nil {
			list = append(list, f)
		}
	}
	return list
}
