package rules

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"adjudicate/rules/formula"
)

// This file doubts what a rule says in vain because of something else that is said, or not said: modes that others cover,
// moments that never come, conditions of procedures that are constant, quantities that nothing asks for.

// dead looks at a rule without faults, in its rulebook.
func (c *checker) dead(r *Rule, after *Rulebook) {
	if p := r.Piece; p != nil {
		c.covered("piece.modes", p.Modes)
		c.unheaded("piece.modes", p.Modes)
		c.unlent(p, after)
		c.harmless(p)
		c.unreached(p)
	}
	if p := r.Procedure; p != nil {
		c.never(p)
		c.unasked(p, after)
		c.unchosen(p)
		c.unused(p, after)
		c.stranded(p)
	}
	c.inVain(r, after)
	c.fruitless(r, after)
	c.waits(r, after)
	c.needs(r, after)
	c.sidesCalled(r, after)
	c.ungiven(r, after)
	c.uncrowned(r, after)
	var all []string // conditions that have to be there, even where all squares are meant
	eachDoing(r, func(at string, d *Doing) {
		if d.Shuts() == EverySquare || d.Mark+d.Unmark != "" {
			all = append(all, at+".where")
		}
	})
	for _, k := range c.constants {
		if slices.Contains(c.decisive, k.field) || slices.ContainsFunc(c.problems, func(b Problem) bool {
			return b.Field == k.field || strings.HasPrefix(k.field, b.Field+".") && b.Severity == Doubt
		}) {
			continue // told already
		}
		if k.always && slices.Contains(all, k.field) {
			continue
		}
		if k.always {
			c.doubt(k.field, "this always holds: leave it out")
		} else {
			c.doubt(k.field, "this never holds: what depends on it has no effect")
		}
	}
}

// constant is a condition of a procedure that always or never holds.
type constant struct {
	field  string
	always bool
}

var optionalConditions = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^procedure\.((consequences|duties|consents|powers|limits|choices|sight)\[\d+\](\.do\[\d+\])?\.(when|where|after|unless|answered|of)|passing\.when)$`)
})

// courseConditions are those of the course of a game. They may be stated as true or false, to say what holds anyway; what else they ask
// should be able to hold.
var courseConditions = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^procedure\.(stages\[\d+\]\.(until|earlier|up|next)|order\.(up|reverts)|automatic\.(when|pass_when|skip_when|halts|wakes)|together\.(who|when|sealed|ways|checks|hopeless|conflicts\[\d+\]\.when)|clock\.(runs|spur\.(captures|takes)))$`)
})

// states reports whether a condition is stated as true or false.
func states(src Expr) bool { s := strings.TrimSpace(string(src)); return s == "true" || s == "false" }

// constantly notes a condition that always or never holds, whatever the readings.
func (c *checker) constantly(field string, src Expr, f *formula.Formula) {
	if !optionalConditions().MatchString(field) && (!courseConditions().MatchString(field) || states(src)) || strings.Contains(string(src), "reading(") {
		return
	}
	r := f.Range(func(string, []string) formula.Range { return formula.Anything() })
	if r.Always() && (strings.HasSuffix(field, ".unless") || strings.HasSuffix(field, ".answered")) {
		return // any legal play will do
	}
	if r.Always() || r.Never() {
		c.constants = append(c.constants, constant{field, r.Always()})
	}
}

// unheaded doubts single leaps where no side is headed anywhere.
func (c *checker) unheaded(field string, modes []Mode) {
	if c.merged.Board != nil && len(c.merged.Board.Heading) > 0 {
		return
	}
	for i := range modes {
		for j := range modes[i].Legs {
			if len(modes[i].Legs[j].Leaps) > 0 {
				c.doubt(fmt.Sprintf("%s[%d].legs[%d].leaps", field, i, j), "no rule defines forward: no piece can move there")
				c.hint("leap: [1, 2] leads in all directions; a board has a heading of each side: heading: {others: north}")
			}
		}
	}
}

// covered doubts modes all of whose ways are ways of another mode as well.
func (c *checker) covered(field string, modes []Mode) {
	for i := range modes {
		for j := range modes {
			if i != j && covers(&modes[j], &modes[i]) && !(j > i && covers(&modes[i], &modes[j])) && !sameMode(&modes[i], &modes[j]) {
				c.doubt(fmt.Sprintf("%s[%d]", field, i), "whatever this allows %s[%d] allows as well", field, j)
				break
			}
		}
	}
}

// covers reports whether a mode allows whatever another does, as far as single legs tell.
func covers(a, b *Mode) bool {
	plain := func(m *Mode) Mode {
		o := *m
		o.Cite, o.For, o.Legs = "", nil, nil
		return o
	}
	x, y := plain(a), plain(b)
	for _, f := range []struct{ x, y *Expr }{{&x.When, &y.When}, {&x.Land, &y.Land}, {&x.After, &y.After}} {
		if *f.x == "" {
			*f.y = "" // it asks for nothing
		}
	}
	if len(x.Spares) == 0 {
		y.Spares = nil
	}
	if len(x.Victim) == 0 {
		y.Victim = nil
	}
	if a.As != nil || a.Carries != nil || len(a.Legs) != len(b.Legs) || !reflect.DeepEqual(x, y) {
		return false
	}
	kinds := func(m *Mode) []string {
		if len(m.For) == 0 {
			return []string{"move", "capture"}
		}
		return m.For
	}
	for _, f := range kinds(b) {
		if !slices.Contains(kinds(a), f) {
			return false
		}
	}
	for i := range a.Legs {
		if !coversLeg(&a.Legs[i], &b.Legs[i]) {
			return false
		}
	}
	return len(a.Legs) > 0
}

func coversLeg(a, b *Leg) bool {
	x, y := *a, *b
	x.Dir, y.Dir, x.N, y.N, x.Comment, y.Comment = "", "", "", "", "", ""
	if x.Pass == "any" && (y.Pass == "" || y.Pass == "empty") {
		y.Pass = "any"
	}
	return reflect.DeepEqual(x, y) && coversDirections(a.Dir, b.Dir) && coversSteps(a.N, b.N)
}

func coversDirections(a, b Words) bool {
	if a == b {
		return true
	}
	wide, headed, ok := Directions(a)
	narrow, turned, fine := Directions(b)
	within := func(list, of []int) bool {
		return !slices.ContainsFunc(list, func(d int) bool { return !slices.Contains(of, d) })
	}
	return ok && fine && within(narrow, wide) && within(turned, headed)
}

func coversSteps[T ~string](a, b T) bool {
	if a == b {
		return true
	}
	wide, ok := constantSteps(string(a))
	narrow, fine := constantSteps(string(b))
	return ok && fine && !slices.ContainsFunc(narrow, func(n int) bool { return !slices.Contains(wide, n) })
}

var rangeOfSteps = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*(\d+)\s*\.\.\s*(\d+)\s*$`) })

// constantSteps lists the steps of a leg whose numbers stand there.
func constantSteps(src string) (list []int, ok bool) {
	if src == "" {
		return []int{1}, true
	}
	if m := rangeOfSteps().FindStringSubmatch(src); m != nil {
		low, _ := strconv.Atoi(m[1])
		high, _ := strconv.Atoi(m[2])
		for n := low; n <= min(high, MostSteps); n++ {
			list = append(list, n)
		}
		return list, true
	}
	for _, part := range strings.Split(strings.Trim(strings.TrimSpace(src), "[]"), ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil {
			return nil, false
		}
		list = append(list, n)
	}
	return list, true
}

// unlent doubts what a way loses when others use it: who copies or borrows a way only moves and captures by it.
func (c *checker) unlent(p *Piece, after *Rulebook) {
	for i := range p.Grants {
		for j := range p.Grants[i].Modes {
			if does := doesMore(&p.Grants[i].Modes[j]); does != "" {
				c.doubt(fmt.Sprintf("piece.grants[%d].modes[%d].%s", i, j, does), "no effect: a lent way is only moved and captured by")
			}
		}
	}
	for i := range p.Modes {
		m, at := &p.Modes[i], fmt.Sprintf("piece.modes[%d]", i)
		if m.As == nil {
			continue
		}
		if does := doesMore(m); does != "" {
			c.doubt(at+"."+does, "no effect beside as: a copied way is only moved and captured by")
		}
		for _, d := range after.Pieces() {
			if d.Piece.Name != m.As.Type {
				continue
			}
			for k := range d.Piece.Modes {
				if does := doesMore(&d.Piece.Modes[k]); does != "" {
					c.doubt(at+".as", "what %s does by modes[%d] (%s) is not copied: only moves and captures are", d.Piece.Name, k, does)
				}
			}
		}
	}
}

// doesMore names what a mode does besides moving its piece and capturing; "" if nothing.
func doesMore(m *Mode) string {
	switch {
	case m.Carries != nil:
		return "carries"
	case m.Exposed:
		return "exposed"
	case len(m.Becomes) > 0:
		return "becomes"
	}
	return ""
}

// harmless doubts what follows of actions of a type that has none, and of captures by a type that captures nothing.
func (c *checker) harmless(p *Piece) {
	for i, e := range p.Consequences {
		if e.On == "acts" && (e.Of == "" || e.Of == "self") && len(p.Actions) == 0 && p.Compound == nil {
			c.doubt(fmt.Sprintf("piece.consequences[%d].on", i), "no effect: the piece has no actions")
		}
	}
	captures := len(p.Actions) > 0 || p.Compound != nil || len(p.Modes) == 0 || p.CapturesInKinds()
	for i := range p.Modes {
		m := &p.Modes[i]
		captures = captures || m.Carries == nil && (len(m.For) == 0 || slices.ContainsFunc(m.For, func(f string) bool { return f != "move" && f != "swap" && !IsExit(f) }))
	}
	if captures {
		return
	}
	for i := range p.OnCapture {
		c.doubt(fmt.Sprintf("piece.on_capture[%d]", i), "no effect: by its own modes the piece captures nothing")
	}
	for i, e := range p.Consequences {
		if (e.On == "captures" || e.On == "attacks") && (e.Of == "" || e.Of == "self") {
			c.doubt(fmt.Sprintf("piece.consequences[%d].on", i), "no effect: by its own modes the piece captures nothing")
		}
	}
	for i, e := range p.Promotion {
		if e.On == "capture" {
			c.doubt(fmt.Sprintf("piece.promotion[%d].on", i), "never used: by its own modes the piece captures nothing")
		}
	}
}

// never doubts duties that leave nobody an act.
func (c *checker) never(p *Procedure) {
	for i, d := range p.Duties {
		if d.Forbid == "" || d.Forbid == ActAny || d.When != "" || d.After != "" || d.Replies() || c.merged.sought(d.Forbid) {
			continue
		}
		c.doubt(fmt.Sprintf("procedure.duties[%d]", i), "no side can make a %s any more", d.Forbid)
		c.hint("say when it is forbidden: when: …")
	}
}

// unasked doubts quantities that no formula asks for.
func (c *checker) unasked(p *Procedure, after *Rulebook) {
	for i, q := range p.Quantities {
		word := regexp.MustCompile(`\b` + regexp.QuoteMeta(q.Name) + `\b`)
		if !slices.ContainsFunc(after.Rules(), func(r Rule) bool { return mentions(reflect.ValueOf(r), word) }) {
			c.doubt(fmt.Sprintf("procedure.quantities[%d]", i), "no formula asks for the quantity %q", q.Name)
		}
	}
}

// unchosen doubts choices that a play which is put together of acts does not know.
func (c *checker) unchosen(p *Procedure) {
	if c.merged.Plays == nil {
		return
	}
	for i, ch := range p.Choices {
		at := fmt.Sprintf("procedure.choices[%d]", i)
		if ch.Place == "carried" {
			c.doubt(at+".place", "no effect where plays consist of several acts (the section plays): only what the act left itself can be filled")
			c.hint("from")
		}
		if ch.Instead {
			c.doubt(at+".instead", "no effect where plays consist of several acts (the section plays): a choice belongs to an act")
		}
	}
}
