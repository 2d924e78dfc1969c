package aggregate

import (
	"fmt"
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
)

// Limits of sets: how much may count, and what goes when it is more. Instance limits of types stand in limits.go.

func (l *law) compileLimits(*formula.Vocabulary) (err error) {
	l.limits, err = turns.Limits(l.book, l.resolver())
	return err
}

// asking answers the formulas of limits on a table.
func (d *decision) asking(t *table) turns.Asking {
	return func(f *formula.Formula, mover movement.SideID, it float64) float64 {
		s := d.sceneOf(mover)
		s.t, s.it = t, it
		return f.Eval(&dutyScene{s})
	}
}

// limited refuses what brings more under a limit that lets nothing go than may be, and than was before the input.
func (d *decision) limited() {
	l := d.law()
	if !slices.ContainsFunc(l.limits, func(e turns.Limit) bool { return e.Beyond == "" }) || d.before.compile() != nil || d.before.law != l {
		return
	}
	before := turns.Sums(l.limits, d.before.pos, d.asking(d.before))
	turns.Exceeded(l.limits, d.now.pos, before, d.asking(d.now), func(e *turns.Limit, sum, most float64, over bool) {
		if over {
			d.refuse(FaultLimit, e.Clause, "%s", tooMany(sum, most, e.Which()))
		} else {
			d.keepsLimit(e.Clause, sum, most, e.Which())
		}
	})
}

// tooMany says that a limit is exceeded, with the condition of what it counts.
func tooMany(sum, most float64, which *formula.Formula) string {
	text := fmt.Sprintf("there would be %v, and at most %v are allowed", toHalf(sum), toHalf(most))
	if which != nil {
		text += ": " + which.String()
	}
	return text
}

// beyond lets go what is beyond limits, limit by limit as the rules state them, and side by side.
func (d *decision) beyond() {
	if len(d.law().limits) == 0 || d.now.compile() != nil {
		return
	}
	for i := range d.law().limits {
		if e := &d.law().limits[i]; e.Beyond != "" {
			for _, s := range e.Sides(d.now.pos) {
				d.letGo(e, s)
			}
		}
	}
}

// goer is a piece that counts towards a limit, and its place in the order of going.
type goer struct {
	id     string
	off    bool
	counts float64
	rank   float64
}

// letGo takes from a side, or from all, what is too much: whoever comes first by the rule, of equals what is off-board, then by lot. After
// each it is asked anew how much is left, and what it counts.
func (d *decision) letGo(e *turns.Limit, s movement.SideID) {
	b, went := basisOf(nil, e.Clause), map[string]bool{}
	for d.now.compile() == nil {
		pos, ask := d.now.pos, d.asking(d.now)
		sum, most := e.Sum(pos, s, ask)
		if sum <= most {
			return
		}
		var list []goer
		for i := range pos.Pieces() {
			id := movement.PieceID(i)
			n := e.Counts(pos, id, s, ask)
			if n <= 0 || went[d.now.pieceName(id)] {
				continue
			}
			g := goer{id: d.now.pieceName(id), off: pos.Where(id) == movement.Off, counts: n}
			if e.First != nil {
				g.rank = ask(e.First, s, float64(id))
			}
			list = append(list, g)
		}
		if len(list) == 0 {
			return
		}
		slices.SortStableFunc(list, goer.before)
		n := 1
		for n < len(list) && list[0].before(list[n]) == 0 {
			n++
		}
		g := list[d.chosenToGo(b, e, s, list[:n], sum-most)]
		went[g.id] = true
		d.goes(b, e, g.id)
	}
}

func (g goer) before(o goer) int {
	switch {
	case g.rank < o.rank, g.rank == o.rank && g.off && !o.off:
		return -1
	case g.rank > o.rank, g.rank == o.rank && !g.off && o.off:
		return 1
	}
	return 0
}

// chosenToGo draws which of equals goes next; where all of them go none is drawn.
func (d *decision) chosenToGo(b *events.Basis, e *turns.Limit, s movement.SideID, equals []goer, over float64) int {
	all := 0.0
	names := make([]string, len(equals))
	for i, g := range equals[:len(equals)-1] {
		all += g.counts
		names[i] = g.id
	}
	names[len(equals)-1] = equals[len(equals)-1].id
	if all < over {
		return 0
	}
	whose := "all"
	if s >= 0 {
		whose = d.now.sideName(s)
	}
	return slices.Index(names, d.draw(b, "limit:"+whose, names, 1)[0])
}

func (d *decision) goes(b *events.Basis, e *turns.Limit, id string) {
	pc, _ := d.state().Piece(id)
	if e.Beyond == rules.BeyondLifted {
		d.emit(b, events.PieceLifted{Piece: id, From: pc.At, Why: LiftEffect})
	} else {
		d.emit(b, events.PieceDestroyed{Piece: id, Why: events.WhyExcess})
	}
	where := "off-board"
	if pc.At != "" {
		where = "on " + pc.At
	}
	d.fact(events.Fact{Code: FactLimit, Clause: b.Clauses[0], Pieces: []string{id}, Message: fmt.Sprintf("the %s %s of %s exceeds the limit and is removed", pc.Type, where, pc.Side)})
}
