package turns

import (
	"fmt"

	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// A Limit is a limit of a set, compiled.
type Limit struct {
	*rules.Limit
	Clause                     string
	where, counts, most, First *formula.Formula
}

// Asking answers a formula of a limit about a side, movement.SideID(formula.Absent) for all together, and a piece.
type Asking func(f *formula.Formula, mover movement.SideID, it float64) float64

// Limits compiles the limits that a rulebook states.
func Limits(rb *rules.Rulebook, r rules.Resolver) (list []Limit, err error) {
	members, side := rules.ChoiceVocabulary(r, false), rules.DutyVocabulary(r)
	for _, e := range rb.Limits() {
		out := Limit{Limit: e.Limit, Clause: e.Clause}
		for _, f := range []struct {
			into **formula.Formula
			src  rules.Expr
			v    *formula.Vocabulary
			kind formula.Kind
		}{
			{&out.where, e.Where, members, formula.Bool}, {&out.counts, e.Counts, members, formula.Number},
			{&out.most, e.Most, side, formula.Number}, {&out.First, e.First, members, formula.Number},
		} {
			if f.src == "" {
				continue
			}
			if *f.into, err = formula.Compile(string(f.src), f.v, f.kind); err != nil {
				return nil, fmt.Errorf("rule %s, limits: %w", e.Clause, err)
			}
		}
		list = append(list, out)
	}
	return list, nil
}

// Which returns the condition of what a limit counts, nil if that is everything.
func (l *Limit) Which() *formula.Formula { return l.where }

// Sides returns the sides to which a limit applies one by one, or formula.Absent alone if it applies to all of them together.
func (l *Limit) Sides(p *movement.Position) []movement.SideID {
	if l.Of == rules.LimitOfAll {
		return []movement.SideID{formula.Absent}
	}
	list := make([]movement.SideID, p.Sides())
	for i := range list {
		list[i] = movement.SideID(i)
	}
	return list
}

// Counts returns as how many a piece counts towards a limit of a side, 0 if it does not.
func (l *Limit) Counts(p *movement.Position, id movement.PieceID, s movement.SideID, ask Asking) float64 {
	off := p.Where(id) == movement.Off
	switch {
	case p.Gone(id), s >= 0 && p.Owner(id) != s,
		off && (l.Among == "" || l.Among == rules.LimitOnBoard), !off && l.Among == rules.LimitInHolding,
		l.where != nil && ask(l.where, s, float64(id)) == 0:
		return 0
	case l.counts == nil:
		return 1
	}
	return ask(l.counts, s, float64(id))
}

// Sum returns what counts towards a limit of a side, and how much there may be.
func (l *Limit) Sum(p *movement.Position, s movement.SideID, ask Asking) (sum, most float64) {
	for i := range p.Pieces() {
		sum += l.Counts(p, movement.PieceID(i), s, ask)
	}
	return sum, ask(l.most, s, formula.Absent)
}

// Sums returns what counts towards each limit that lets nothing go, of each of its sides.
func Sums(list []Limit, p *movement.Position, ask Asking) (sums []float64) {
	for i := range list {
		if l := &list[i]; l.Beyond == "" {
			for _, s := range l.Sides(p) {
				sum, _ := l.Sum(p, s, ask)
				sums = append(sums, sum)
			}
		}
	}
	return sums
}

// Exceeded calls yield for each limit without beyond, and each of its sides, and says whether the sum is greater than both the limit
// allows and the sum before; before holds those sums in order, and may be empty.
func Exceeded(list []Limit, p *movement.Position, before []float64, ask Asking, yield func(l *Limit, sum, most float64, over bool)) {
	k := 0
	for i := range list {
		l := &list[i]
		if l.Beyond != "" {
			continue
		}
		for _, s := range l.Sides(p) {
			sum, most := l.Sum(p, s, ask)
			yield(l, sum, most, sum > most && (k >= len(before) || sum > before[k]))
			k++
		}
	}
}

// number answers a formula about a side and a piece.
func (g *Game) number(f *formula.Formula, s movement.SideID, it float64) float64 {
	if g.world != nil {
		if s >= 0 {
			defer g.Position.Asking(s)()
		}
		return f.Eval(g.world.Scene(g.asked(s, nil, it)))
	}
	saved := g.env
	g.env = env{g, s, nil, it}
	if s >= 0 {
		defer g.Position.Asking(s)()
	}
	v := f.Eval(&g.env)
	g.env = saved
	return v
}

// noting notes what counts towards limits before a turn.
func (g *Game) noting(turn *Turn) {
	if len(g.limits) > 0 {
		turn.had = Sums(g.limits, g.Position, g.number)
	}
}

// exceeded returns the limits that a turn has exceeded.
func (g *Game) exceeded(turn *Turn) (list []Objection) {
	if len(g.limits) == 0 {
		return nil
	}
	Exceeded(g.limits, g.Position, turn.had, g.number, func(l *Limit, sum, most float64, over bool) {
		o := Objection{Against: TooMany, Clause: l.Clause, Because: l.where, Sum: sum, Most: most}
		if over {
			list = append(list, o)
		}
		g.tell(o, over, Within)
	})
	return list
}
