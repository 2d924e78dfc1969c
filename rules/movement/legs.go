package movement

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"adjudicate/rules"
	"adjudicate/rules/formula"
)

var turnWords = map[string]turn{"same": straightOn, "turn45": turn45, "turn90": turn90, "turn135": turn135, "turn180": turn180,
	"right45": right45, "right90": right90, "left45": left45, "left90": left90}

func (c *compiler) leg(field string, src *rules.Leg, i int, v *formula.Vocabulary) (leg, error) {
	rs := c.rs
	l := leg{zero: src.ZeroOK, any: src.Pass == "any", next: src.Hop == "next", onto: src.Hop == rules.HopOnto, takes: src.Takes, splits: src.Splits, clear: src.Pass == "no-friend", within: src.Within}
	for k, word := range src.Dir.List() {
		t, ok := turnWords[word]
		switch {
		case !ok && l.turn == absolute:
		case !ok || l.turn == absolute && k > 0:
			return l, c.fail(field+".dir", fmt.Errorf("%q: some are relative to the preceding leg, and others are not", src.Dir))
		case i == 0:
			return l, c.fail(field+".dir", fmt.Errorf("%s requires a preceding leg", src.Dir))
		case l.turn == absolute:
			l.turn = t
		default:
			l.also = append(l.also, t)
		}
	}
	if l.also != nil {
		l.mixed = rs.mixed(append([]turn{l.turn}, l.also...))
	}
	switch {
	case src.Toward != "":
		l.toward = NoType
		if t, ok := c.typeNamed(src.Toward); ok {
			l.toward = t
		}
		if l.within == 0 {
			l.within = mostSteps
		}
	case len(src.Leaps) > 0:
		c.singles(&l, src.Leaps)
	case len(src.Leap) > 0:
		if len(src.Leap) != 2 || max(abs(src.Leap[0]), abs(src.Leap[1])) == 0 || max(abs(src.Leap[0]), abs(src.Leap[1])) > mostSteps {
			return l, c.fail(field+".leap", fmt.Errorf("a leap is two numbers up to %d, such as [3, 1]", mostSteps))
		}
		l.vecs = rs.images(abs(src.Leap[0]), abs(src.Leap[1]))
	case l.turn == absolute && src.Dir != "anywhere":
		absolute, headed, ok := rules.Directions(src.Dir)
		if !ok {
			return l, c.fail(field+".dir", fmt.Errorf("%q is not a direction", src.Dir))
		}
		for _, d := range absolute {
			l.vecs = append(l.vecs, rs.king[d])
		}
		if len(headed) > 0 {
			c.head(&l, absolute, headed)
		}
	}
	if src.Hop != "" {
		var ok bool
		if l.least1, l.most1, ok = rules.ParseHop(src.Hop); !ok {
			return l, c.fail(field+".hop", fmt.Errorf("%q is not a number of pieces", src.Hop))
		}
	}
	l.hurdle = c.hurdles(src)
	if len(src.Spares) > 0 {
		l.spares = c.typeSet(src.Spares)
	}
	for _, name := range src.Through {
		r, err := c.resolveRegion(0, name)
		if err != nil {
			return l, c.fail(field+".through", err)
		}
		if l.freely == nil {
			l.freely = make([]bool, len(c.rs.empty))
		}
		join(l.freely, c.rs.regions[r].all)
	}
	for _, state := range src.Slides {
		n, _ := c.text(state) // it numbers every name
		l.slides = append(l.slides, n)
	}
	for step, what := range src.At {
		if step < 1 || step > mostSteps {
			return l, c.fail(field+".at", fmt.Errorf("invalid step %d: expected 1 to %d", step, mostSteps))
		}
		if what == "occupied" {
			l.occ |= 1 << step
		} else {
			l.emp |= 1 << step
		}
	}
	if src.When != "" {
		var err error
		if l.when, err = formula.Compile(string(src.When), v, formula.Bool); err != nil {
			return l, c.fail(field+".when", err)
		}
	}
	return l, c.steps(field+".n", src.N, &l, v)
}

// head gives a leg its directions by the heading of the side. vecs becomes those of all
// headings that some side has.
func (c *compiler) head(l *leg, absolute, headed []int) {
	l.headed = make([][]vec, noHeading+1)
	all := slices.Clone(absolute)
	for h := range l.headed {
		dirs := slices.Clone(absolute)
		for _, d := range headed {
			if d = (d + h) & 7; h < noHeading && !slices.Contains(dirs, d) {
				dirs = append(dirs, d)
			}
		}
		for _, d := range dirs {
			l.headed[h] = append(l.headed[h], c.rs.king[d])
			if c.headed(uint8(h)) && !slices.Contains(all, d) {
				all = append(all, d)
			}
		}
	}
	l.vecs = nil
	for _, d := range all {
		l.vecs = append(l.vecs, c.rs.king[d])
	}
}

// headed reports whether some side has a heading.
func (c *compiler) headed(h uint8) bool {
	if c.rs.others == h {
		return true
	}
	for _, have := range c.rs.headings {
		if have == h {
			return true
		}
	}
	return false
}

// steps compiles a leg's numbers of steps to a mask, or to formulas where they depend on
// the board.
func (c *compiler) steps(field string, src rules.Expr, l *leg, v *formula.Vocabulary) error {
	longest := c.rs.longest()
	if src == "" {
		src = "1"
	}
	if low, high, ok := plainSteps(string(src)); ok { // most legs: no need of the formula parser
		l.mask = stepRange(low, high)
		if !l.zero {
			l.mask &^= 1
		}
		l.most = min(highest(l.mask), longest)
		return nil
	}
	s, err := formula.CompileSteps(string(src), v)
	if err != nil {
		return c.fail(field, err)
	}
	if s.Edge {
		l.edge, l.most = true, longest
		return nil
	}
	constant, onlyD1 := true, true
	for _, f := range s.Formulas() {
		if _, ok := f.Const(); ok {
			continue
		}
		constant = false
		if len(f.Calls()) > 0 || len(f.Vars()) != 1 || f.Vars()[0] != "d1" {
			onlyD1 = false
		}
	}
	evaluate := func(d1 int) uint64 {
		if c.blank == nil {
			c.blank = (&Ruleset{topology: c.rs.topology}).NewPosition()
		}
		return c.blank.evalSteps(&leg{steps: s, zero: l.zero}, &actor{}, d1)
	}
	switch {
	case constant:
		l.mask = evaluate(0)
		l.most = min(highest(l.mask), longest)
	case onlyD1:
		l.steps = s
		l.byD1 = make([]uint64, mostSteps+1)
		for d := range l.byD1 {
			l.byD1[d] = evaluate(d)
			l.most = max(l.most, highest(l.byD1[d]))
		}
		l.most = min(l.most, longest)
	default:
		l.steps, l.most = s, longest
		l.memo, l.counted = c.memoise(s)
	}
	return nil
}

// plainSteps reads "2" and "1..10".
func plainSteps(src string) (low, high int, ok bool) {
	from, to, isRange := strings.Cut(src, "..")
	low, err := strconv.Atoi(from)
	if high = low; isRange && err == nil {
		high, err = strconv.Atoi(to)
	}
	return low, min(high, mostSteps), err == nil && low >= 0 && low <= mostSteps && high >= 0
}

// memoise numbers a leg whose steps depend on nothing but counts of pieces, so that they
// are worked out once for a position, and lists the types counted; 0 for any other.
func (c *compiler) memoise(s *formula.Steps) (memo int, counted []TypeID) {
	for _, f := range s.Formulas() {
		for _, call := range f.Calls() {
			if call.Name != "count" {
				return 0, nil
			}
			for _, name := range call.Texts {
				if t, ok := c.typeNamed(name); ok {
					counted = append(counted, t)
				}
			}
		}
		for _, name := range f.Vars() {
			if name != "files" && name != "ranks" {
				return 0, nil
			}
		}
	}
	c.rs.memos++
	return c.rs.memos, counted
}
