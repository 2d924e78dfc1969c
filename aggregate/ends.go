package aggregate

import (
	"fmt"
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// How a hand, or the game, ends.

// endLaw is an end, compiled.
type endLaw struct {
	*rules.End
	clause        string
	when, several *formula.Formula
}

// checkingWord asks how many checks a side has given in a row.
var checkingWord = rules.SearchFor(".checking")

// checking reports whether some rule has that word.
func (l *law) checking() bool {
	for range l.book.Mentions(checkingWord) {
		return true
	}
	return false
}

func (l *law) compileEnds(*formula.Vocabulary) (err error) {
	of, none := rules.EndVocabulary(l.resolver()), rules.DutyVocabulary(l.resolver())
	l.ends, l.repeats, l.streaks = nil, false, l.checking()
	for _, e := range l.book.Ends() {
		v := none
		if e.Of != "" {
			v = of
		}
		out := endLaw{End: e.End, clause: e.Clause}
		if out.when, err = formula.Compile(string(e.When), v, formula.Bool); err == nil && e.Several != "" {
			out.several, err = formula.Compile(string(e.Several), v, formula.Bool)
		}
		if err != nil {
			return fmt.Errorf("rule %s, ends: %w", e.Clause, err)
		}
		l.repeats = l.repeats || remembersPositions(out.when)
		l.ends = append(l.ends, out)
	}
	l.askPositions()
	return nil
}

// contender is somebody who may win, with what they hold of the asset that counts.
type contender struct {
	name string
	held int
	side string // their own, or the first that they hold
}

// ended asks whether a hand, or the game, has ended, after a play of a side or after anything else ("").
// The board must be laid.
func (d *decision) ended(mover string) {
	if !d.state().Started() || d.state().Over() {
		return
	}
	if d.law().turns != nil && mover != "" && d.over(mover) {
		return
	}
	for i := range d.law().ends {
		e := &d.law().ends[i]
		if e.Asked() != "" || e.Of == "" && d.law().turns != nil {
			continue // asked below, in the order of the rules
		}
		if e.Of == "" {
			if d.endsFor(e, mover) {
				return
			}
			continue
		}
		if winners := d.winners(e); len(winners) > 0 {
			d.declare(e, winners)
			return
		}
	}
}

// endsFor asks an end that is asked of nobody, and declares it if it holds.
func (d *decision) endsFor(e *endLaw, mover string) bool {
	scene := &dutyScene{d.sceneOf(d.sideID(mover))}
	if mover == "" || !e.when.Holds(scene) {
		return false
	}
	d.endWith(e, mover)
	return true
}

// endsAt asks the ends that are asked of a side at a moment of its own, and returns the first that holds.
func (d *decision) endsAt(asked, side string) *endLaw {
	scene := &dutyScene{d.sceneOf(d.sideID(side))}
	scene.standing = true
	for i := range d.law().ends {
		if e := &d.law().ends[i]; e.Asked() == asked && e.when.Holds(scene) {
			return e
		}
	}
	return nil
}

// endWith declares an end, of which the rules say who has won.
func (d *decision) endWith(e *endLaw, mover string) {
	winner := e.Winner
	switch winner {
	case "mover":
		winner = mover
	case "other":
		winner = ""
		if names := slices.DeleteFunc(d.sideNames(), func(s string) bool { return s == mover }); len(names) == 1 {
			winner = names[0]
		}
	}
	player := ""
	if s, ok := d.state().Side(winner); ok {
		player = s.Player
	}
	d.declare(e, []contender{{name: player}})
}

// declare ends a hand or the game, and brings about what follows where another hand begins.
func (d *decision) declare(e *endLaw, winners []contender) {
	l := d.law()
	b := basisOf(l.usedOf(e.Readings...), e.clause)
	decisive := firstOf(b.Readings...)
	if len(winners) > 1 {
		tied := l.usedOf(e.Tied...)
		decisive = firstOf(tied...)
		b = basisOf(append(slices.Clone(b.Readings), tied...), b.Clauses...)
	}
	hand, over := d.state().HandsWon()+1, e.Then != rules.NewHand
	if goes := d.endsAt(rules.Over, ""); over && goes != nil {
		over, b = false, basisOf(b.Readings, append(slices.Clone(b.Clauses), goes.clause)...)
	}
	var names []string
	for _, w := range winners {
		d.emit(b, events.EndDeclared{Player: w.name, Hand: hand, Title: e.Title, Over: over})
		what := " wins the hand"
		if over {
			what = " wins the game"
		}
		d.fact(events.Fact{Code: FactHandWon, Clause: e.clause, Interpretation: decisive, Message: firstOf(w.name, "nobody") + what})
		names = append(names, w.name)
	}
	if !over {
		d.happens(happening{on: rules.OnHandEnds, others: names})
		d.decided()
	}
}

// decided asks the ends of the game that count what is held, once a hand has been won.
func (d *decision) decided() {
	for i := range d.law().ends {
		e := &d.law().ends[i]
		if e.Of == "" || e.Then == rules.NewHand || d.endsAt(rules.Over, "") != nil {
			continue
		}
		if winners := d.winners(e); len(winners) > 0 {
			d.declare(e, winners)
			return
		}
	}
}

// winners returns who meets the condition. Of several it is the one with strictly the most; if they hold
// alike, nobody has won, or each of them has.
func (d *decision) winners(e *endLaw) []contender {
	var few [16]contender
	list, total := d.contenders(e, few[:0])
	var meet []contender
	env := d.endEnv(list, total)
	for _, c := range list {
		if e.when.Holds(env.of(c, list)) {
			meet = append(meet, c)
		}
	}
	most := 0
	for _, c := range meet {
		most = max(most, c.held)
	}
	meet = slices.DeleteFunc(meet, func(c contender) bool { return c.held < most })
	if len(meet) > 1 && (e.several == nil || !e.several.Holds(env.of(meet[0], list))) {
		d.fact(events.Fact{Code: FactNoWinner, Clause: e.clause, Interpretation: firstOf(d.law().usedOf(e.Tied...)...),
			Message: fmt.Sprintf("%d would have won with %d %s each, so none does", len(meet), most, e.Counts)})
		return nil
	}
	return meet
}

// contenders returns the players who hold a side, each once, or the sides, in the order of the sides'
// creation, and the number of what counts that the active ones hold.
func (d *decision) contenders(e *endLaw, list []contender) (_ []contender, total int) {
	st := d.state()
	for i := range st.sides {
		s := &st.sides[i]
		if s.gone {
			continue
		}
		name := s.player
		if e.Of == "side" {
			name = s.name
		}
		if slices.ContainsFunc(list, func(c contender) bool { return c.name == name }) {
			continue
		}
		c := contender{name, st.Held(name, e.Counts), s.name}
		list = append(list, c)
		if p, ok := st.Player(s.player); !ok || p.Status == StatusActive {
			total += c.held
		}
	}
	return list, total
}

func strictlyMost(c contender, list []contender) bool {
	for _, o := range list {
		if o.name != c.name && o.held >= c.held {
			return false
		}
	}
	return true
}

// endScene answers an end that is asked of somebody, in the order of rules.EndVocabulary.
type endScene struct {
	scene
	vars [4]float64
}

func (d *decision) endEnv(list []contender, total int) *endScene {
	d.ending = endScene{d.sceneOf(-1), [4]float64{2: float64(total), 3: float64(d.state().SideCount())}}
	return &d.ending
}

// of has the end asked of one of the contenders.
func (s *endScene) of(c contender, list []contender) *endScene {
	s.vars[0], s.vars[1] = float64(c.held), flag(strictlyMost(c, list))
	if i, ok := s.t.state.findSide(c.side); ok {
		s.mover = i
	}
	return s
}

// Var implements formula.Env.
func (s *endScene) Var(i int) float64 {
	if i < len(s.vars) {
		return s.vars[i]
	}
	return s.world(i - len(s.vars))
}

// Call implements formula.Env.
func (s *endScene) Call(f int, args []float64) float64 { return s.function(f, args) }
