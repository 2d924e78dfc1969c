package turns

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// Choices with names are made before their act, in the order of the rules. Each is a thing or a number, for which the condition of the choice holds on the
// board before the act. Formulas know it while the act is made: duties before and after it, what follows of it at its moments, later choices. A
// choice of which nothing is possible is not made.

// nameable lists what can be chosen by a choice with a name.
func (g *Game) nameable(s movement.SideID, act *movement.Ply, ch *choice) (list []Chosen) {
	p := g.Position
	add := func(value float64, at movement.Square) {
		if g.asks(ch.where, s, act, value) {
			list = append(list, Chosen{Name: ch.Name, Value: value, Square: at, Piece: movement.NoPiece})
		}
	}
	switch ch.Of {
	case "square":
		for _, sq := range g.rs.Squares() {
			add(float64(sq), sq)
		}
	case "piece":
		for _, id := range slices.Sorted(slices.Values(p.OnBoard())) {
			add(float64(id), p.Where(id))
		}
	case "side":
		for i := p.NextThing(rules.AllSides, 0, 0, formula.Absent); i != formula.Absent; i = p.NextThing(rules.AllSides, 0, 0, i) {
			add(i, movement.Off)
		}
	case "type":
		for t := range g.rs.Types() {
			add(float64(t), movement.Off)
		}
	case "number":
		if ch.Each != "" {
			return g.numbers(s, act, ch)
		}
		least := max(0, math.Ceil(g.bound(ch.least, s, act)))
		for n := least; n <= g.bound(ch.most, s, act) && n < least+rules.MostChosen; n++ {
			add(n, movement.Off)
		}
	}
	return list
}

// mostLists is how many lists of numbers can be chosen among.
const mostLists = 1000

// numbers lists what can be chosen by a choice of a number for each square that the act passes: all lists of numbers that are not less than the least
// and whose sum is not more than the most.
func (g *Game) numbers(s movement.SideID, act *movement.Ply, ch *choice) (list []Chosen) {
	squares := g.Position.Passed(act)
	least, most := max(0, math.Ceil(g.bound(ch.least, s, act))), g.bound(ch.most, s, act)
	numbers := make([]string, 0, len(squares))
	var add func(sum float64)
	add = func(sum float64) {
		left := float64(len(squares) - len(numbers))
		if left == 0 {
			if g.asks(ch.where, s, act, sum) {
				list = append(list, Chosen{Name: ch.Name, Value: sum, List: strings.Join(numbers, ", "), Piece: movement.NoPiece})
			}
			return
		}
		for n := least; sum+n+(left-1)*least <= most && len(list) < mostLists; n++ {
			numbers = append(numbers, strconv.Itoa(int(n)))
			add(sum + n)
			numbers = numbers[:len(numbers)-1]
		}
	}
	if len(squares) > 0 {
		add(0)
	}
	return list
}

// fix has formulas know what is chosen by a choice with a name.
func (g *Game) fix(act *movement.Ply, ch *choice, c Chosen) {
	if ch.Each == "" {
		g.Position.Choose(ch.place, c.Value)
		return
	}
	squares := g.Position.Passed(act)
	numbers := make([]float64, 0, len(squares))
	for _, text := range strings.Split(c.List, ", ") {
		n, _ := strconv.Atoi(text) // they have been found among those that can be chosen
		numbers = append(numbers, float64(n))
	}
	g.Position.ChooseEach(ch.place, squares, numbers)
}

// Listed reports whether a choice of a name is a list of numbers.
func (g *Game) Listed(name string) bool {
	return slices.ContainsFunc(g.choices, func(ch choice) bool { return ch.Name == name && ch.Each != "" })
}

// Called is what was chosen by a choice with a name, as plays write it: a piece by its square.
func (g *Game) Called(c Chosen) string {
	k := slices.IndexFunc(g.choices, func(ch choice) bool { return ch.Name == c.Name })
	if k < 0 {
		return ""
	}
	switch g.choices[k].Of {
	case "side":
		return g.Position.SideName(movement.SideID(c.Value))
	case "type":
		return g.rs.TypeName(movement.TypeID(c.Value))
	case "number":
		if c.List != "" {
			return c.List
		}
		return strconv.Itoa(int(c.Value))
	}
	return g.rs.SquareName(c.Square)
}

// Names returns the names of the choices that have one.
func (g *Game) Names() (list []string) {
	for i := range g.choices {
		if name := g.choices[i].Name; name != "" {
			list = append(list, name)
		}
	}
	return list
}

// Of is what a choice of a name is of, "" if there is none.
func (g *Game) Of(name string) string {
	k := slices.IndexFunc(g.choices, func(ch choice) bool { return ch.Name == name })
	if k < 0 {
		return ""
	}
	return g.choices[k].Of
}

// bound is a number of a choice, 0 without a formula.
func (g *Game) bound(f *formula.Formula, s movement.SideID, act *movement.Ply) float64 {
	if f == nil {
		return 0
	}
	return g.counted(f, s, act)
}

// naming makes each choice with a name from the i-th entry on, and calls then once all have been made.
func (g *Game) naming(s movement.SideID, turn *Turn, i int, then func() bool) bool {
	for ; i < len(g.choices); i++ {
		ch := &g.choices[i]
		if ch.Name == "" || turn.choices>>i&1 == 0 {
			continue
		}
		list := g.nameable(s, turn.Act, ch)
		if (ch.Optional || len(list) == 0) && !g.naming(s, turn, i+1, then) {
			return false
		}
		owed := turn.choices
		for _, c := range list {
			g.fix(turn.Act, ch, c)
			turn.Chosen = append(turn.Chosen, c)
			goOn := g.naming(s, turn, i+1, then)
			turn.Chosen, turn.choices = turn.Chosen[:len(turn.Chosen)-1], owed
			g.Position.Choose(ch.place, formula.Absent)
			if !goOn {
				return false
			}
		}
		return true
	}
	return then()
}

// Name makes the choices with names that come with an act as given, so that formulas know of them until they are taken back by Unchoose. It returns what
// speaks against them, with none made; nil if nothing does.
func (g *Game) Name(s movement.SideID, act *movement.Ply, given []Chosen) *Objection {
	owed, used := g.Owed(s, act), 0
	refuse := func(o Objection) *Objection {
		g.Position.Unchoose()
		return &o
	}
	find := func(name string) int {
		return slices.IndexFunc(given, func(c Chosen) bool { return c.Name == name })
	}
	for i := range g.choices {
		ch := &g.choices[i]
		if ch.Name == "" || owed>>i&1 == 0 {
			continue
		}
		list, k := g.nameable(s, act, ch), find(ch.Name)
		switch {
		case k >= 0 && slices.ContainsFunc(list, func(c Chosen) bool { return c.Value == given[k].Value && c.List == given[k].List }):
			used++
			g.fix(act, ch, given[k])
		case k >= 0:
			return refuse(Objection{Against: WronglyChosen, Clause: ch.clause, Options: list, Chosen: given[k], Unfit: NotSuchThat, Because: ch.where})
		case !ch.Optional && len(list) > 0:
			return refuse(Objection{Against: NotChosen, Clause: ch.clause, Options: list})
		}
	}
	for k := range given {
		if c := &given[k]; c.Name != "" && (find(c.Name) < k || used == 0 || !g.comes(c.Name, owed)) {
			o := Objection{Against: WronglyChosen, Chosen: *c, Unfit: NotAfter}
			if find(c.Name) < k {
				o.Unfit = UsedUp
			}
			return refuse(o)
		}
	}
	return nil
}

// comes reports whether a choice of a name is among those owed.
func (g *Game) comes(name string, owed uint64) bool {
	for i := range g.choices {
		if g.choices[i].Name == name && owed>>i&1 != 0 {
			return true
		}
	}
	return false
}

// NextName returns what can be chosen next by choices with names that come with an act, once some have been made: choices are made in the order of the
// rules, so that each list of them is made in one way, and one that is not optional is not left out.
func (g *Game) NextName(s movement.SideID, act *movement.Ply, given []Chosen) (list []Chosen) {
	defer g.Position.Unchoose()
	owed := g.Owed(s, act)
	for i := range g.choices {
		ch := &g.choices[i]
		if ch.Name == "" || owed>>i&1 == 0 {
			continue
		}
		if k := slices.IndexFunc(given, func(c Chosen) bool { return c.Name == ch.Name }); k >= 0 {
			g.fix(act, ch, given[k])
			list = nil
			continue
		}
		options := g.nameable(s, act, ch)
		if list = append(list, options...); !ch.Optional && len(options) > 0 {
			return list
		}
	}
	if slices.ContainsFunc(given, func(c Chosen) bool { return c.Name == "" }) {
		return nil
	}
	return list
}
