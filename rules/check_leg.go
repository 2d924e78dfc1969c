package rules

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"adjudicate/rules/formula"
)

func (c *checker) leg(field string, legs []Leg, i int, p *Piece) {
	l := &legs[i]
	ways := 0
	for _, has := range []bool{l.Dir != "", len(l.Leap) > 0, len(l.Leaps) > 0, l.Toward != ""} {
		if has {
			ways++
		}
	}
	switch {
	case ways != 1:
		c.fault(field, "expected exactly one of dir, leap, leaps and toward")
	case l.Dir != "":
		c.dir(field+".dir", legs, i)
	case l.Toward != "":
		c.typeName(field+".toward", l.Toward)
	case len(l.Leaps) > 0:
		c.leaps(field, legs, i)
	default:
		if len(l.Leap) != 2 || min(l.Leap[0], l.Leap[1]) < 0 || max(l.Leap[0], l.Leap[1]) < 1 || max(l.Leap[0], l.Leap[1]) > MostSteps {
			c.fault(field+".leap", "expected two numbers of squares up to %d, such as [3, 1]", MostSteps)
		}
	}
	if l.Within != 0 && l.Toward == "" {
		c.fault(field+".within", "allowed only with toward")
	}
	if l.Within < 0 {
		c.fault(field+".within", "expected a distance of at least 0")
	}
	if l.Pass != "" {
		c.word(field+".pass", l.Pass, "empty", "any", "half", "no-friend")
	}
	if l.Hop == "" && len(l.Over)+len(l.NotOver) > 0 {
		c.fault(field, "over and not_over are allowed only in a leg that hops")
	}
	c.typeNames(field+".over", l.Over)
	c.typeNames(field+".not_over", l.NotOver)
	if l.Hop != "" {
		if _, _, ok := ParseHop(l.Hop); !ok {
			c.word(field+".hop", l.Hop, "over", "next", "onto", "2", "1..3")
		}
	}
	steps := make([]int, 0, len(l.At))
	for step := range l.At {
		steps = append(steps, step)
	}
	slices.Sort(steps)
	for _, step := range steps {
		at := fmt.Sprintf("%s.at[%d]", field, step)
		c.word(at, l.At[step], "empty", "occupied")
		if step < 1 || step > MostSteps {
			c.fault(at, "expected a number of steps from 1 to %d", MostSteps)
		}
	}
	c.turning(field, legs, i, p)
	c.combined(field, legs, i)
	c.steps(field+".n", l, i, p)
}

// turning checks the condition by which a path turns into a leg.
func (c *checker) turning(field string, legs []Leg, i int, p *Piece) {
	l := &legs[i]
	if l.When == "" {
		return
	}
	at := field + ".when"
	if i == 0 {
		c.fault(at, "the first leg turns nowhere: when of the mode is asked before it")
		return
	}
	f := c.formula(at, l.When, c.conditionWords(at, l.When, p), formula.Bool)
	if f == nil {
		return
	}
	for _, name := range []string{"d1", "dx", "dy", "distance", "to_centre"} {
		if misplaced(f, false, p.Counters, c.merged.Conditions) != "" && slices.Contains(f.Vars(), name) {
			c.fault(at, "%s cannot be used here", name)
			c.hint("a leg knows from, via and to, the squares before, at and behind the turn, victim, what stands at it, and turn")
			return
		}
	}
}

// combined checks which words of a leg go together.
func (c *checker) combined(field string, legs []Leg, i int) {
	l := &legs[i]
	odd := "" // what makes the leg one that stands alone
	for _, w := range []struct {
		is   bool
		word string
	}{
		{l.Dir == "anywhere", "dir: anywhere"}, {l.Toward != "", "toward"}, {l.Pass == "half", "pass: half"},
		{l.Hop != "", "hop"}, {len(l.At) > 0, "at"},
	} {
		switch {
		case !w.is:
		case odd != "":
			c.fault(field, "%s and %s cannot be combined", odd, w.word)
		default:
			odd = w.word
		}
	}
	if odd != "" && odd != "hop" && len(legs) > 1 {
		c.fault(field, "%s is allowed only in a path of one leg", odd)
	}
	if l.Pass == "no-friend" && l.Toward == "" {
		c.fault(field+".pass", "no-friend is allowed only with toward")
	}
	if l.Pass != "" && l.Pass != "half" && (l.Hop != "" || l.Dir == "anywhere" || l.Toward != "" && l.Pass != "no-friend" && l.Pass != "empty") {
		c.fault(field+".pass", "cannot be combined with %s", odd)
	}
	if l.Hop == HopOnto && i == len(legs)-1 && !slices.ContainsFunc(legs, func(l Leg) bool { return l.When != "" || l.Splits }) {
		c.fault(field+".hop", "onto ends on the piece: a further leg is needed that leads beyond it")
		c.hint("add a leg such as {dir: turn90}, or write next to land straight behind the piece")
	}
	if l.N == "edge" && (odd != "" || l.Takes) {
		c.fault(field+".n", "edge is allowed only with pass: empty or pass: any")
	}
	if l.ZeroOK && i == 0 {
		c.fault(field+".zero_ok", "expected at least one step in the first leg")
	}
	tail := slices.ContainsFunc(legs, func(l Leg) bool { return l.Repeat > 1 })
	for j, state := range l.Slides {
		c.called(fmt.Sprintf("%s.slides[%d]", field, j), state, func(k int) string { return l.Slides[k] }, j)
	}
	if len(l.Slides) > 0 && (odd != "" || l.N == "edge" || l.Pass == "any" && len(l.Dir) > 0) {
		c.fault(field+".slides", "allowed only in a leg over empty squares or a leap")
	}
	if l.Takes && i == len(legs)-1 && !tail {
		c.fault(field+".takes", "the last leg cannot capture on the way: it lands")
	}
	if l.Repeat < 0 || l.Repeat > MostSteps {
		c.fault(field+".repeat", "expected 1 to %d repetitions", MostSteps)
	}
	if l.Repeat > 0 && slices.ContainsFunc(legs[:i], func(o Leg) bool { return o.Repeat > 0 }) {
		c.fault(field+".repeat", "expected one leg with repeat")
	}
}

// steps checks the number of steps: what is known of it must be whole numbers that make
// sense.
func (c *checker) steps(field string, l *Leg, i int, p *Piece) {
	if least, _ := c.span(l, p, c.known(p)); l.ZeroOK && i > 0 && l.Toward == "" && l.Dir != "anywhere" && least > 0 {
		c.doubt(strings.TrimSuffix(field, ".n")+".zero_ok", "no effect: the number of steps is never 0")
		c.hint("begin the range with 0, as in n: 0..7")
	}
	if l.N == "" {
		return
	}
	if l.Toward != "" || l.Dir == "anywhere" {
		c.fault(field, "a leg to or toward a square takes no number of steps")
		return
	}
	before := len(c.problems)
	s, err := formula.CompileSteps(string(l.N), c.conditionWords(field, l.N, p))
	c.placed(before, l.N)
	if err != nil {
		if c.refused(field, err); upTo().MatchString(string(l.N)) {
			c.hint("%s", upTo().ReplaceAllString(string(l.N), "write 1..$1 for any number up to $1"))
		} else if someSteps().MatchString(string(l.N)) {
			c.hint("write [%s] for one of these", l.N)
		}
		return
	}
	least := 1.0
	if l.ZeroOK {
		least = 0
	}
	for _, f := range s.Formulas() {
		c.read(field, l.N, f)
		name := misplaced(f, false, p.Counters, c.merged.Conditions)
		switch {
		case name == "d1" && i == 0:
			c.fault(field, "d1 cannot be used in the first leg")
		case name != "" && name != "d1":
			c.fault(field, "%s cannot be used here", name)
			c.hint("%s", meaning(name))
		}
		if v, known := f.Const(); known && (v < least || v != math.Trunc(v)) {
			c.fault(field, "expected a whole number of steps, at least %v: found %v", least, v)
			if low, high, ok := strings.Cut(string(l.N), "-"); ok && low != "" {
				c.hint("write %s..%s for a range", strings.TrimSpace(low), strings.TrimSpace(high))
			}
		} else if !known && s.Low == nil && !f.Range(c.known(p)).MultipleOf(1) {
			c.fault(field, "expected a whole number of steps: this may be a fraction")
			c.hint("round it with floor(…) or ceil(…)")
		}
	}
	if s.Low != nil {
		low, known1 := s.Low.Const()
		high, known2 := s.High.Const()
		if known1 && known2 && low > high {
			c.fault(field, "the range from %v to %v is empty", low, high)
		}
	}
}

// upTo finds the greatest of some numbers of steps, as people say it.
var upTo = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*(?:up to|at most|max(?:imum)?|<=)\s*(\d+)\s*$`) })

var someSteps = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*\d+(\s*,\s*\d+)+\s*$`) })

// ways bounds the ways that a path can take on an empty board, so that no definition makes
// the engine walk for long.
func (c *checker) ways(field string, legs []Leg, p *Piece) {
	files, ranks := c.board()
	ways := 1
	for i := range legs {
		l := &legs[i]
		heads := 1
		switch absolute, headed, known := Directions(l.Dir); {
		case len(l.Leap)+len(l.Leaps) > 0:
			heads = 8
		case known:
			heads = len(absolute) + len(headed)
		case l.Dir.turning():
			heads = 2 * len(l.Dir.List())
		}
		_, most := c.span(l, p, c.known(p))
		ways *= heads * max(1, min(most, max(files, ranks)-1))
		if ways > MostWays {
			c.fault(field, "more than %d paths: shorten the legs", MostWays)
			return
		}
	}
}

// span returns bounds of a leg's numbers of steps.
func (c *checker) span(l *Leg, p *Piece, known func(string, []string) formula.Range) (least, most int) {
	files, ranks := c.board()
	longest := max(files, ranks) - 1
	s := c.stepsOf(l, p)
	if s == nil || s.Edge {
		return 1, longest
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, f := range s.Formulas() {
		r := f.Range(known)
		low, high = min(low, r.Low), max(high, r.High)
	}
	if s.Low != nil {
		low, high = s.Low.Range(known).Low, s.High.Range(known).High
	}
	return int(max(low, -1)), int(max(-1, min(high, float64(longest))))
}

// stepsOf compiles a leg's number of steps, nil if it cannot be.
func (c *checker) stepsOf(l *Leg, p *Piece) *formula.Steps {
	src, words := cmp.Or(l.N, "1"), noWords
	if !src.plain() {
		words = c.words(p)
	}
	s, err := formula.CompileSteps(string(src), words)
	if err != nil {
		return nil
	}
	return s
}
