package naivelaw

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/systems"
)

// noon is when inputs of these tests are recorded.
var noon = time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC)

// begun is a game of random rules by the program; the error says why it refuses them.
func begun(text string, sides []string, men []Man, ice []string, opening ...events.Payload) (*aggregate.Judge, *game, error) {
	list, err := rules.Parse("random", []byte(text))
	if err != nil {
		return nil, nil, err
	}
	if bad := rules.NewRulebook(list...).Invalid(); len(bad) > 0 {
		return nil, nil, fmt.Errorf("%v", bad[0].Why)
	}
	s := aggregate.NewState()
	s.Apply(events.LedgerOpened{Game: "random", System: "random", Seed: strings.Repeat("5e", 32), Format: systems.Format})
	for _, r := range list {
		s.Apply(events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
	}
	for _, side := range sides {
		s.Apply(events.PlayerKnown{Player: playerOf(side), Status: aggregate.StatusActive})
		s.Apply(events.SideEntered{Side: side, Player: playerOf(side)})
	}
	var people []string
	for _, side := range sides {
		people = append(people, playerOf(side))
	}
	if strings.Contains(text, "{enter: ") {
		for _, name := range []string{"Ann", "Bob"} {
			s.Apply(events.PlayerKnown{Player: name, Status: aggregate.StatusActive})
			people = append(people, name)
		}
	}
	b := read(text)
	g := &game{rulebook: b, sides: sides, shut: map[square]bool{}, marks: map[square]map[string]mark{}, money: map[string]map[string]float64{}, created: map[string]int{}, offices: map[string]string{},
		players: map[string]string{}, said: map[string]string{}, has: map[string]bool{}, seals: map[string]string{}, bonds: map[string]bool{}, ever: map[string]bool{}}
	for _, r := range b.rules {
		g.ever[word(r, "number")] = true
	}
	for _, m := range men {
		glyph := word(b.types[m.Type], "glyph")
		g.created[glyph]++
		p := g.make(fmt.Sprint(glyph, g.created[glyph]), m.Type, m.Side, square{})
		p.heat(m)
		created := events.PieceCreated{Piece: p.id, Type: m.Type, Side: m.Side}
		for _, c := range g.countersOf(m.Type) {
			created.Counters = append(created.Counters, events.Counter{Name: word(c, "name"), Value: p.counters[word(c, "name")]})
		}
		s.Apply(created)
		if m.At != "" {
			p.at = squareOf(m.At)
			s.Apply(events.PiecePlaced{Piece: p.id, At: m.At})
		}
	}
	for _, sq := range ice {
		s.Apply(events.SquareMarked{Square: sq, Mark: "ice", On: true})
		g.marks[squareOf(sq)] = map[string]mark{"ice": {number: 1}}
	}
	g.past, g.people = map[string]bool{}, people
	for _, stage := range b.stages {
		s.Apply(events.StageSet{Stage: word(stage, "name"), State: aggregate.StageRunning, Starts: noon})
	}
	for _, e := range opening {
		switch e := e.(type) {
		case events.AssetChanged:
			g.money[e.Account] = map[string]float64{e.Asset: float64(e.Change) / 2}
		case events.ArrayLaid:
			g.whole = true
			g.array = g.clone().pieces
		}
		s.Apply(e)
	}
	s.Apply(events.OrderChanged{Order: sides}) // whose first is remembered with an array
	s.Apply(events.StartDone{})
	g.order = sides
	if together := g.asked(); len(together) > 0 {
		s.Apply(events.RoundBegan{Sides: together})
		g.round = &round{sides: together, plays: map[string][]act{}, seals: map[string]string{}}
	} else if seats := g.seats(); len(seats) > 0 {
		for _, e := range seats {
			s.Apply(e)
		}
	} else {
		if g.turnOrder["up"] != nil { // some side may come before the others from the start
			g.reorder()
			s.Apply(events.OrderChanged{Order: g.order})
		}
		s.Apply(events.TurnBegan{Side: g.toPlay()})
	}
	j, err := aggregate.NewJudge(s, "test")
	if err == nil && j.Position() == nil {
		err = fmt.Errorf("the rules do not compile")
	}
	for _, p := range g.pieces { // what stands there at the beginning has not come by a placement
		p.placed = false
	}
	return j, g, err
}

// told describes how both games stand.
func (g *game) told() (list []string) {
	for _, p := range g.pieces {
		text := fmt.Sprint(p.id, " ", p.typ, " ", p.side, " ", p.at)
		for _, name := range slices.Sorted(maps.Keys(p.counters)) {
			if p.counters[name] != 0 { // which is as good as none
				text += fmt.Sprintf(" %s=%d", name, p.counters[name])
			}
		}
		list = append(list, text)
	}
	for sq, marks := range g.marks {
		for name, m := range marks {
			if m.number > 0 {
				list = append(list, told(sq.String(), name, m.number, m.side))
			}
		}
	}
	for office, who := range g.offices {
		list = append(list, fmt.Sprint(office, " is ", who))
	}
	for _, number := range g.resting {
		list = append(list, fmt.Sprint("rule ", number, " rests"))
	}
	for sq := range g.shut {
		list = append(list, fmt.Sprint(sq, " is closed"))
	}
	for account, assets := range g.money {
		if n := assets["gems"]; n != 0 {
			list = append(list, fmt.Sprintf("%s has %v", account, events.Half(2*n)))
		}
	}
	list = append(list, g.toldOfSides()...)
	slices.Sort(list)
	return list
}

func toldByEngine(j *aggregate.Judge) (list []string) {
	s, pos := j.State(), j.Position()
	for p := range s.Pieces() {
		if id, ok := j.PieceID(p.ID); ok && (pos.Where(id) == movement.Off) != (p.At == "") || ok && p.At != "" && pos.Ruleset().SquareName(pos.Where(id)) != p.At {
			list = append(list, p.ID+" stands elsewhere on the board of the program")
		}
		text := fmt.Sprint(p.ID, " ", p.Type, " ", p.Side, " ", p.At)
		counters := slices.SortedFunc(slices.Values(p.Counters), func(a, b events.Counter) int { return strings.Compare(a.Name, b.Name) })
		for _, c := range counters {
			if c.Value != 0 {
				text += fmt.Sprintf(" %s=%d", c.Name, c.Value)
			}
		}
		list = append(list, text)
	}
	for _, m := range s.Marks() {
		number, side := s.MarkOn(m.Square, m.Mark)
		list = append(list, told(m.Square, m.Mark, number, side))
	}
	for _, office := range []string{"judge", "clerk"} {
		if who := s.Holder(office); who != "" {
			list = append(list, fmt.Sprint(office, " is ", who))
		}
	}
	for _, rule := range s.Rules() {
		if rule.Dormant {
			list = append(list, fmt.Sprint("rule ", rule.Number, " rests"))
		}
	}
	for f := range 8 {
		for r := range 8 {
			name := square{f + 1, r + 1}.String()
			if sq, ok := pos.Ruleset().Square(name); ok && pos.ClosedAt(sq) && pos.At(sq) < 0 {
				list = append(list, name+" is closed")
			}
		}
	}
	for at, n := range s.Balances() {
		if n != 0 {
			list = append(list, fmt.Sprintf("%s has %v", at.Account, n))
		}
	}
	list = append(list, toldOfSidesByEngine(s)...)
	slices.Sort(list)
	return list
}

// TestPlaysBringAboutWhatTheDocumentationSays plays random games under random rules: whether a play is legal and everything that follows
// of it are held against the second opinion.
func TestPlaysBringAboutWhatTheDocumentationSays(t *testing.T) {
	kinds := games(t, 50, 3000000, (*Random).Laws)
	if few := kinds["games"] < 40; !few && (kinds["rejected"] < 10 || kinds["capture"] < 30 || kinds["turn"] < 5 || kinds["move"] < 30 || kinds["placement"] < 5) {
		t.Errorf("too few plays: %v", kinds)
	}
}

// TestRowsGoAsTheDocumentationSays is about pieces that move as one, and what follows of it.
func TestRowsGoAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 60, 18000000, (*Random).Rows)
	if few := kinds["games"] < 60; !few && (kinds["rows"] < 8 || kinds["rows that take"] < 2) {
		t.Errorf("too few rows: %v", kinds)
	}
}

// TestShotsThatSplitGoAsTheDocumentationSays is about shots that capture whatever their branches end on.
func TestShotsThatSplitGoAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 40, 28000000, (*Random).Beamed)
	if few := kinds["games"] < 40; !few && kinds["beams"] < 10 {
		t.Errorf("too few shots that split: %v", kinds)
	}
}

// TestWhatIsSeldomSaidIsAsTheDocumentationSays is about turns that revert, positions that recur, and pieces on several squares, several on
// one, and several that move as one.
func TestWhatIsSeldomSaidIsAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 16, 2000000, (*Random).Odd)
	if few := kinds["games"] < 300; !few && (kinds["over"] < 5 || kinds["answers"] < 50 || kinds["broad"] < 50 || kinds["joins"] < 20) {
		t.Errorf("too few plays: %v", kinds)
	}
}

// TestEffectsAreWhatTheDocumentationSays is about crowns, pieces that come from holdings, offices, and who or where a formula says.
func TestEffectsAreWhatTheDocumentationSays(t *testing.T) {
	kinds := games(t, 30, 5000000, (*Random).Effects)
	if few := kinds["games"] < 30; !few && kinds["capture"] < 30 {
		t.Errorf("too few plays: %v", kinds)
	}
}

// TestRulesAreInForceWhileTheDocumentationSays is about rules whose force depends on the board, on sides and on players.
func TestRulesAreInForceWhileTheDocumentationSays(t *testing.T) {
	kinds := games(t, 30, 6000000, (*Random).Terms)
	if few := kinds["games"] < 30; !few && (kinds["rests"] < 20 || kinds["wakes"] < 10) {
		t.Errorf("too few rules come and go: %v", kinds)
	}
}

// TestPlaysWaitForConsentAsTheDocumentationSays is about plays to which players must agree.
func TestPlaysWaitForConsentAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 30, 7000000, (*Random).Consents)
	if few := kinds["games"] < 30; !few && (kinds["agreed"] < 20 || kinds["vetoed"] < 20 || kinds["withdrawn"] < 3) {
		t.Errorf("too few answers: %v", kinds)
	}
}

// answered lets players answer a matter at random until it is decided, by both, and reports whether the play was made.
func answered(j *aggregate.Judge, g *game, m *matter, r *Random, side string, kinds map[string]int) (d *aggregate.Decision, made bool, odd string) {
	for {
		pass, fail := m.could(g)
		label, waits := j.State().PendingPlay(side)
		if waits != (pass && fail) {
			return d, false, fmt.Sprintf("it waits: %t; by the second opinion it can pass: %t, fail: %t, asked %v, answers %v", waits, pass, fail, m.asked, m.answers)
		}
		if !waits {
			kinds[map[bool]string{true: "agreed", false: "vetoed"}[pass]]++
			return d, pass, ""
		}
		if diff := differ(g, j); diff != "" {
			return d, false, "while it waits something has changed: " + diff
		}
		all := m.all()
		who, yes := all[r.IntN(len(all))], r.chance(60)
		if was, given := m.answers[who]; given && (was == "yes") == yes {
			continue
		}
		answer := j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.AnswerGiven{Matter: label, Player: who, Yes: yes}})
		withdraws := who == m.player && !yes
		if accepted := answer.Ruling.Verdict == aggregate.Accepted; accepted == (withdraws && m.firm) {
			return d, false, fmt.Sprintf("the answer of %s, %t, is %v: %v", who, yes, answer.Ruling.Verdict, faults(answer))
		} else if !accepted {
			continue
		}
		j.Commit(answer)
		d = &answer
		if m.answers[who] = map[bool]string{true: "yes", false: "no"}[yes]; withdraws {
			kinds["withdrawn"]++
			if _, waits := j.State().PendingPlay(side); waits {
				return d, false, "it waits though it is withdrawn"
			}
			return d, false, ""
		}
	}
}

// thrown gives the second opinion the results of the lots that the program drew, one after the other, as long as both draw from the same,
// and tells how many are left.
func thrown(g *game, d aggregate.Decision, kinds map[string]int, odd *string) (dice func(among []string, n int) []string, left func() int) {
	var lots []events.LotDrawn
	for i := range d.Outcomes {
		if l, ok := d.Outcomes[i].Payload.(events.LotDrawn); ok && strings.HasPrefix(l.Draw, aggregate.LotRule+":") {
			lots = append(lots, l)
		}
	}
	left = func() int { return len(lots) }
	return func(among []string, n int) []string {
		kinds["lots"]++
		if len(lots) == 0 {
			*odd = fmt.Sprintf("the program draws no lot where %d of %v are due", n, among)
			return among[:n]
		}
		l := lots[0]
		lots = lots[1:]
		if strings.ContainsAny(l.Among[0], "x-@") { // plays
			texts := map[string]bool{}
			for _, text := range l.Among {
				texts[g.alike(text)] = true
			}
			l.Among, l.Result = slices.Sorted(maps.Keys(texts)), []string{g.alike(l.Result[0])}
		}
		if !slices.Equal(slices.Sorted(slices.Values(l.Among)), slices.Sorted(slices.Values(among))) || len(l.Result) != n {
			*odd = fmt.Sprintf("the program draws %d of %v, the second opinion %d of %v", len(l.Result), l.Among, n, among)
		}
		return l.Result
	}, left
}

// games plays random games under the rules of a writer by both, and counts what happens in them.
func games(t *testing.T, few int, base uint64, write func(*Random) string) map[string]int {
	from, to := seeds(few)
	refusedBooks, plays, rejected, failures := 0, 0, 0, 0
	why := map[string]int{}
	kinds := map[string]int{"games": int(to - from)}
	for seed := from; seed < to; seed++ {
		r := NewRandom(base + seed)
		text := write(r)
		men := r.Men(read(text), 8+2*(len(r.Sides)-3), 16+2*(len(r.Sides)-3))
		if r.quiet {
			men = men[:min(3, len(men))]
		}
		var ice []string
		for range r.IntN(4) {
			if s := r.square(); !read(text).closed[squareOf(s)] {
				ice = append(ice, s)
			}
		}
		j, g, err := begun(text, r.Sides, men, ice, opening(r)...)
		if err != nil {
			refusedBooks++
			why[err.Error()]++
			continue
		}
		fail := func(format string, args ...any) {
			t.Errorf("seed %d: %s\n%s", seed, fmt.Sprintf(format, args...), text)
			if failures++; failures > 2 {
				t.FailNow()
			}
		}
		if diff := differ(g, j); diff != "" {
			fail("at the beginning (-naive +engine): %s", diff)
			continue
		}
		last, there := "", g.sides
		for range r.plays + 4*(len(r.Sides)-3) {
			if g.over != j.State().Over() {
				fail("over: %t, and %t by the second opinion: %s", j.State().Over(), g.over, strings.Join(g.told(), "; "))
			}
			if g.over {
				kinds["over"]++
				break
			}
			if g.astronomical() {
				break
			}
			kinds["entered"] += len(without(g.sides, there))
			kinds["left"] += len(without(there, g.sides))
			there = g.sides
			side, odd := g.whoPlays(j, r, last, kinds)
			if last = side; odd != "" {
				fail("%s: %s", odd, strings.Join(g.told(), "; "))
				break
			}
			for range min(len(g.powers), 1+r.IntN(2)) {
				if odd = tried(j, g, r, kinds); odd != "" {
					break
				}
			}
			if odd == "" && g.buying != nil && r.chance(40) {
				odd = bought(j, g, r, kinds)
			}
			for range 2 {
				if odd == "" && r.proposes && r.chance(50) {
					odd = proposed(j, g, r, kinds)
				}
			}
			if odd != "" {
				fail("%s", odd)
				break
			}
			if side != g.toPlayWith(side) { // another game has begun
				continue
			}
			acts := g.acts(side)
			if odd := g.listed(j, side, acts, kinds); odd != "" && len(g.choices) == 0 { // what is listed depends on no choice
				fail("moves of declared kinds of %s (-naive +engine):\n%s\n%s", side, odd, strings.Join(g.told(), "; "))
				break
			}
			if len(acts) == 0 {
				break
			}
			if odd := g.unlisted(j, r, side, acts, kinds); odd != "" {
				fail("%s\n%s", odd, strings.Join(g.told(), "; "))
				break
			}
			if odd := g.mischosen(j, r, side, acts, kinds); odd != "" {
				fail("%s\n%s", odd, strings.Join(g.told(), "; "))
				break
			}
			var captures []act
			for _, a := range acts {
				if a.kind == "capture" {
					captures = append(captures, a)
				}
			}
			a := acts[r.IntN(len(acts))]
			if a.kind == "pass" && r.chance(80) {
				a = acts[r.IntN(len(acts))]
			}
			if len(captures) > 0 && r.chance(65) {
				a = captures[r.IntN(len(captures))]
			}
			if beams := slices.DeleteFunc(slices.Clone(captures), func(a act) bool { return !a.fires() }); r.fires && len(beams) > 0 && r.chance(80) {
				a = beams[r.IntN(len(beams))]
			}
			if rows := slices.DeleteFunc(slices.Clone(acts), func(a act) bool { return !a.inRow() }); len(rows) > 0 && r.chance(40) {
				a = rows[r.IntN(len(rows))]
			}
			if declared := g.ofKinds(acts); len(declared) > 0 && r.chance(60) {
				a = declared[r.IntN(len(declared))]
				for range 2 { // few come where they become something else
					if a.becomes == "" {
						a = declared[r.IntN(len(declared))]
					}
				}
			}
			turn, text := []act{a}, a.text()
			if r.shapes && r.chance(65) {
				after := g.clone()
				after.do(a.on(after))
				if more := after.acts(side); len(more) > 0 {
					b := more[r.IntN(len(more))]
					for range 8 {
						if g.shaped([]act{a, b}) {
							break
						}
						b = more[r.IntN(len(more))]
					}
					turn, text = append(turn, b), text+"; "+b.text()
				}
			}
			d := j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: side, Text: text}})
			offends := g.refusedTurn(turn)
			if m := g.matter(turn); m != nil && len(offends) == 0 {
				if pass, _ := m.could(g); !pass {
					offends = append(offends, "no consent")
				}
			}
			legal := d.Ruling.Verdict == aggregate.Accepted
			if legal != (len(offends) == 0) {
				if ambiguous(d) {
					break
				}
				fail("%s %s: the second opinion finds %v, the program %v\n%s", side, text, offends, faults(d), strings.Join(g.told(), "; "))
				break
			}
			plays++
			if !legal {
				rejected++
				continue
			}
			before := strings.Join(g.told(), "; ")
			kinds[a.called()]++
			if len(g.answers) > 0 {
				kinds["answers"]++
			}
			if a.p != nil && g.wide(a.p.typ) {
				kinds["broad"]++
			}
			if len(g.all(a.to)) > len(a.victims) && a.p != nil && !g.wide(a.p.typ) {
				kinds["joins"]++
			}
			if a.becomes != "" {
				kinds["becomes"]++
			}
			if len(a.chosen) > 0 {
				kinds["chosen"]++
			}
			if a.fires() {
				kinds["beams"]++
			}
			if a.inRow() {
				kinds["rows"]++
				if len(a.victims) > 0 {
					kinds["rows that take"]++
				}
			}
			if len(turn) > 1 {
				kinds["turn"]++
			}
			j.Commit(d)
			if m := g.matter(turn); m != nil {
				decision, made, odd := answered(j, g, m, r, side, kinds)
				if decision != nil {
					d = *decision
				}
				if odd != "" {
					fail("%s %s: %s: %s", side, text, odd, before)
					break
				}
				if !made {
					continue
				}
			}
			resting := len(g.resting)
			var left func() int
			g.dice, left = thrown(g, d, kinds, &odd)
			unmade := picked(d, g, kinds, &odd)
			if g.play(turn...); odd == "" && left() > 0 {
				odd = fmt.Sprintf("the program draws %d more lots", left())
			} else if odd == "" && unmade() > 0 {
				odd = fmt.Sprintf("the program makes %d more plays", unmade())
			}
			if odd != "" {
				fail("after %s %s: %s\nbefore: %s\noutcomes %v", side, text, odd, before, outcomes(d))
				break
			}
			kinds["rests"] += max(0, len(g.resting)-resting)
			kinds["wakes"] += max(0, resting-len(g.resting))
			if diff := differ(g, j); diff != "" {
				fail("after %s %s (-naive +engine):\n%s\nbefore: %s\noutcomes %v", side, text, diff, before, outcomes(d))
				break
			}
		}
	}
	if uint64(refusedBooks) > (to-from)/3 {
		t.Errorf("%d of %d rulebooks are refused: %v", refusedBooks, to-from, why)
	}
	t.Logf("%d books refused, %d plays, %d rejected, %v", refusedBooks, plays, rejected, kinds)
	if testing.Verbose() {
		t.Log(why)
	}
	kinds["rejected"] = rejected
	return kinds
}

// inRow says whether a row moves as one by an act, of more than two pieces or off the board.
func (a act) inRow() bool { return a.kind == "move" && len(a.pushed)+len(a.victims) > 0 }

// fires says whether a piece shoots several by an act.
func (a act) fires() bool { return a.kind == "capture" && a.to == a.from && len(a.victims) > 1 }

// astronomical says whether somebody has so much that halves of it are no numbers of the second opinion.
func (g *game) astronomical() bool {
	// a counter of the program wraps around beyond 32,000
	return slices.ContainsFunc(g.pieces, func(p *piece) bool { return abs(p.counters["plague"]) > 32000 }) ||
		slices.ContainsFunc(slices.Collect(maps.Values(g.money)), func(m map[string]float64) bool { return math.Abs(m["gems"]) > 1e12 })
}

func ambiguous(d aggregate.Decision) bool {
	return slices.ContainsFunc(d.Ruling.Faults, func(f events.Fault) bool { return f.Code == aggregate.FaultAmbiguous })
}

func faults(d aggregate.Decision) (list []string) {
	for _, f := range d.Ruling.Faults {
		list = append(list, f.Code+" "+f.Clause+": "+f.Message)
	}
	return list
}

func outcomes(d aggregate.Decision) (list []string) {
	for _, o := range d.Outcomes[1:] {
		text := fmt.Sprintf("%T%v", o.Payload, o.Payload)
		if put, ok := o.Payload.(events.RulePutInForce); ok {
			text = fmt.Sprintf("%T %s", o.Payload, put.Rule)
		}
		list = append(list, text)
	}
	return list
}

// told is a state of a square in words.
func told(square, name string, number int, side string) string {
	text := square + " is " + name
	if number > 1 {
		text += fmt.Sprint(" ", number)
	}
	if side != "" {
		text += " of " + side
	}
	return text
}
