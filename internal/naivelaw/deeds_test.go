package naivelaw

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// TestDeedsAreWhatTheDocumentationSays is about what follows at moments of sides, and what players do besides playing.
func TestDeedsAreWhatTheDocumentationSays(t *testing.T) {
	kinds := games(t, 60, 9000000, (*Random).Deeds)
	if few := kinds["games"] < 60; !few && (kinds["used"] < 100 || kinds["refused"] < 50 || kinds["lots"] < 5 || kinds["uses approved"] < 10 || kinds["uses refused"]+kinds["purchases refused"] < 5 || kinds["purchases approved"] < 5) {
		t.Errorf("too few plays or uses of powers: %v", kinds)
	}
}

// toldOfSides describes whose sides are, what they have and to whom they are bound.
func (g *game) toldOfSides() (list []string) {
	for _, side := range g.sides {
		if who := g.player(side); who != playerOf(side) {
			list = append(list, fmt.Sprint(side, " is held by ", who))
		}
	}
	for has, so := range g.has {
		if so {
			list = append(list, has)
		}
	}
	for bond, so := range g.bonds {
		if so {
			list = append(list, bond)
		}
	}
	return list
}

// differ compares all that both tell, and which sides there are.
func differ(g *game, j *aggregate.Judge) string {
	var sides []string
	for side := range j.State().Sides() {
		sides = append(sides, side.Name)
	}
	return cmp.Diff(append(g.told(), fmt.Sprint("sides ", g.sides)), append(toldByEngine(j), fmt.Sprint("sides ", sides)))
}

func toldOfSidesByEngine(s *aggregate.State) (list []string) {
	for side := range s.Sides() {
		if side.Player != playerOf(side.Name) {
			list = append(list, fmt.Sprint(side.Name, " is held by ", side.Player))
		}
		for _, a := range side.Attributes {
			list = append(list, side.Name+" "+a)
		}
	}
	for _, b := range s.Bonds() {
		if b.On {
			list = append(list, bond(b.Bond, b.Side, b.With))
		}
	}
	return list
}

// tried lets somebody use a power at random, by both; odd says where they part.
func tried(j *aggregate.Judge, g *game, r *Random, kinds map[string]int) (odd string) {
	u := use{power: g.powers[r.IntN(len(g.powers))]}
	for _, p := range g.powers {
		if p["sealed"] != nil && r.chance(60) || len(g.memories) > 1 && takesBack(p) && r.chance(25) {
			u.power = p
		}
	}
	everybody := g.everybody()
	u.player = everybody[r.IntN(len(everybody))]
	u.doing = &doing{g: g}
	in := events.PowerUsed{Power: word(u.power, "name"), Player: u.player}
	if word(u.power, "by") == "side" {
		u.side = g.sides[r.IntN(len(g.sides))]
		if r.chance(80) {
			in.Player = g.player(u.side)
			u.player = in.Player
		}
		in.Side, u.doing.side = u.side, u.side
	}
	if holder := g.offices[word(u.power, "by")]; holder != "" && r.chance(80) {
		u.player = holder
		in.Player = holder
	}
	u.doing.player = u.player
	if u.power["amount"] != nil {
		u.doing.amount = 1 + r.IntN(4)
		in.Amount = u.doing.amount
	}
	switch word(u.power, "on") {
	case "side":
		u.doing.other = g.sides[r.IntN(len(g.sides))]
		in.On = u.doing.other
	case "piece":
		if len(g.pieces) == 0 {
			return ""
		}
		u.doing.actor = g.pieces[r.IntN(len(g.pieces))]
		in.On = u.doing.actor.id
	case "square":
		u.doing.to = g.squares()[r.IntN(len(g.squares()))]
		in.On = u.doing.to.String()
	}
	u.on = in.On
	if u.power["sealed"] != nil {
		u.sealed = g.sealing(u) == r.chance(85) // seldom otherwise than is due
		for n := 1; n <= 4 && !u.sealed && u.what() != g.seals[u.seal()] && r.chance(95); n++ {
			u.doing.amount, in.Amount = n, n
		}
		if in.Salt = salt; u.sealed {
			in = aggregate.SealPower(in, salt)
		}
	}
	before, turns, plays := strings.Join(g.told(), "; "), g.turns, len(g.memories)
	d := j.Decide(aggregate.Input{ID: "in", At: recordedAt(g), Actor: "Umpire", Payload: in})
	after := g.clone()
	_, odd = cast(after, d, kinds, u)
	refuses := g.refuses(u)
	if len(refuses) == 0 {
		refuses = g.exceeds(u.side, after)
	}
	m := g.matterOf(u)
	if m != nil && len(refuses) == 0 && m.stands(g) == "refused" {
		refuses = append(refuses, "no consent")
	}
	accepted := d.Ruling.Verdict == aggregate.Accepted
	if !accepted && len(refuses) == 0 && slices.Collect(dicey(u.power)) != nil && strings.HasPrefix(d.Ruling.Faults[0].Code, "limit") { // by lots that are not known
		kinds["refused"]++
		return ""
	}
	if accepted != (len(refuses) == 0) {
		return fmt.Sprintf("%+v: the second opinion finds %v, the program %v\n%s", in, refuses, faults(d), before)
	}
	about := func(g *game) doing {
		one := *u.doing
		if one.actor != nil {
			one.actor = g.find(one.actor.id)
		}
		return one
	}
	name := word(u.power, "name")
	if !accepted {
		kinds["refused"]++
		return rebuffed(j, g, d, kinds, func() { g.rebuffs(name, about(g), refuses) }, fmt.Sprintf("%+v", in))
	}
	if m != nil && m.stands(g) == "pending" {
		j.Commit(d)
		g.ruled()
		if d, odd = consented(j, g, m, r); odd != "" {
			return fmt.Sprintf("%+v: %s\n%s", in, odd, before)
		}
		if m.stands(g) == "refused" {
			odd = rebuffed(j, g, d, kinds, func() { g.rebuffs(name, about(g), []string{notAgreed}) }, fmt.Sprintf("%+v is not agreed to", in))
			if kinds["rebuffs by others"]++; odd != "" {
				return odd
			}
		}
		if kinds["uses "+m.stands(g)]++; m.stands(g) != "approved" {
			return ""
		}
	}
	kinds["used"]++
	if u.sealed {
		kinds["powers sealed"]++
	} else if u.power["sealed"] != nil {
		kinds["powers opened"]++
	}
	if odd != "" {
		return fmt.Sprintf("%+v: %s\n%s", in, odd, before)
	}
	j.Commit(d)
	if _, odd = cast(g, d, kinds, u); odd != "" {
		return fmt.Sprintf("%+v: %s\n%s", in, odd, before)
	}
	if takesBack(u.power) {
		kinds[map[bool]string{true: "taken back", false: "not taken back"}[g.turns < turns]]++
		if plays-len(g.memories) > 1 {
			kinds["several taken back"]++
		}
	}
	if diff := differ(g, j); diff != "" {
		return fmt.Sprintf("after %+v (-naive +engine):\n%s\nbefore: %s\noutcomes %v", in, diff, before, outcomes(d))
	}
	return ""
}

// takesBack says whether a power takes plays back.
func takesBack(power section) bool {
	return slices.ContainsFunc(list(power["do"]), func(d section) bool { return d["takeback"] != nil })
}

// consented lets players answer whether a power is used until that is decided, by both: it returns the decision that did.
func consented(j *aggregate.Judge, g *game, m *matter, r *Random) (d aggregate.Decision, odd string) {
	for {
		open := j.State().Matters()
		if len(open) != 1 {
			return d, fmt.Sprintf("%d matters wait, by the second opinion 1: asked %v, answers %v", len(open), m.asked, m.answers)
		}
		if diff := differ(g, j); diff != "" {
			return d, "while it waits something has changed: " + diff
		}
		all := m.all()
		who, yes := all[r.IntN(len(all))], r.chance(60)
		answer := map[bool]string{true: "yes", false: "no"}[yes]
		if m.answers[who] == answer || who == m.player && !yes {
			continue
		}
		d = j.Decide(aggregate.Input{ID: "in", At: recordedAt(g), Actor: "Umpire", Payload: events.AnswerGiven{Matter: open[0].Matter, Player: who, Yes: yes}})
		if d.Ruling.Verdict != aggregate.Accepted {
			return d, fmt.Sprintf("the answer of %s: %v", who, faults(d))
		}
		if m.answers[who] = answer; m.stands(g) == "approved" {
			return d, ""
		}
		if m.stands(g) == "refused" {
			return d, ""
		}
		j.Commit(d)
		g.ruled()
	}
}

// bought lets a side buy a piece at random, by both; odd says where they part.
func bought(j *aggregate.Judge, g *game, r *Random, kinds map[string]int) (odd string) {
	side, typ := g.sides[r.IntN(len(g.sides))], r.one("Ant", "Bee", "Cat")
	if g.types[typ] == nil || g.royal(typ) {
		return ""
	}
	before := strings.Join(g.told(), "; ")
	in := events.PurchaseRequested{Side: side, Type: typ, Buyer: g.player(side)}
	d := j.Decide(aggregate.Input{ID: "in", At: recordedAt(g), Actor: "Umpire", Payload: in})
	made := func(g *game) {
		dice, rest := thrown(g, d, kinds, &odd)
		if g.dice = dice; d.Ruling.Verdict != aggregate.Accepted {
			g.dice = func(among []string, n int) []string { return among[:n] }
		}
		picked(d, g, kinds, &odd)
		if g.buys(side, typ); d.Ruling.Verdict == aggregate.Accepted && odd == "" && rest() > 0 {
			odd = fmt.Sprintf("the program draws %d more lots", rest())
		}
	}
	after := g.clone()
	made(after)
	purchase := doing{g: g, side: side, player: in.Buyer, typ: typ}
	var reasons []string
	if !g.mayBuy(side, typ) {
		reasons = append(reasons, "rules")
	}
	if g.forbids("buy", purchase.env()) {
		reasons = append(reasons, byDuty)
	}
	m := g.put(&matter{player: in.Buyer, side: side, answers: map[string]string{}, sealed: map[string]string{}}, purchase.env(), "buy")
	if m != nil && m.stands(g) == "refused" {
		reasons = append(reasons, "no consent")
	}
	fine := len(reasons) == 0
	switch accepted := d.Ruling.Verdict == aggregate.Accepted; {
	case accepted != fine:
		return fmt.Sprintf("%+v: the second opinion finds %t, the program %v\n%s", in, fine, faults(d), before)
	case !accepted:
		kinds["not bought"]++
		return rebuffed(j, g, d, kinds, func() { g.rebuffs("buy", purchase, reasons) }, fmt.Sprintf("%+v", in))
	case m != nil && m.stands(g) == "pending":
		j.Commit(d)
		g.ruled()
		if d, odd = consented(j, g, m, r); odd != "" {
			return fmt.Sprintf("%+v: %s\n%s", in, odd, before)
		}
		if m.stands(g) == "refused" {
			odd = rebuffed(j, g, d, kinds, func() { g.rebuffs("buy", purchase, []string{notAgreed}) }, fmt.Sprintf("%+v is not agreed to", in))
			if kinds["rebuffs by others"]++; odd != "" {
				return odd
			}
		}
		if kinds["purchases "+m.stands(g)]++; m.stands(g) != "approved" {
			return ""
		}
	case odd != "":
		return fmt.Sprintf("%+v: %s\n%s", in, odd, before)
	}
	kinds["bought"]++
	j.Commit(d)
	made(g)
	if diff := differ(g, j); diff != "" {
		return fmt.Sprintf("after %+v (-naive +engine):\n%s\nbefore: %s\noutcomes %v", in, diff, before, outcomes(d))
	}
	return ""
}

// cast makes a use on a board, with the lots of the program.
func cast(g *game, d aggregate.Decision, kinds map[string]int, u use) (left int, odd string) {
	dice, rest := thrown(g, d, kinds, &odd)
	g.dice = dice
	unmade := picked(d, g, kinds, &odd)
	doing := *u.doing
	doing.g = g
	if doing.actor != nil {
		doing.actor = g.find(doing.actor.id)
	}
	u.doing = &doing
	if d.Ruling.Verdict == aggregate.Accepted || slices.Collect(dicey(u.power)) == nil {
		g.uses(u)
		if left = rest(); odd == "" && left > 0 {
			odd = fmt.Sprintf("the program draws %d more lots", left)
		} else if odd == "" && unmade() > 0 {
			odd = fmt.Sprintf("the program makes %d more plays", unmade())
		}
	} else {
		odd = ""
	}
	return left, odd
}

// rebuffed has both answer that something was refused, as the decision says it.
func rebuffed(j *aggregate.Judge, g *game, d aggregate.Decision, kinds map[string]int, answers func(), what string) (odd string) {
	before := strings.Join(g.told(), "; ")
	j.Commit(d)
	dice, left := thrown(g, d, kinds, &odd)
	g.dice = dice
	unmade := picked(d, g, kinds, &odd)
	answers()
	ends := slices.ContainsFunc(g.due, func(e due) bool { return g.toPlayWith(e.side) == e.side })
	if len(d.Outcomes) > 1 || ends || before != strings.Join(g.told(), "; ") { // something has come of it
		g.completes()
	}
	g.due = nil
	switch diff := differ(g, j); {
	case odd != "":
	case left()+unmade() > 0:
		odd = fmt.Sprintf("the program draws %d more lots and makes %d more plays", left(), unmade())
	case diff != "":
		odd = diff
	}
	if odd != "" {
		return fmt.Sprintf("%s: %s\nbefore: %s\n%v\noutcomes %v", what, odd, before, faults(d), outcomes(d))
	}
	if before != strings.Join(g.told(), "; ") {
		kinds["rebuffs"]++
	}
	return ""
}

// dicey yields the effects of a power that draw lots.
func dicey(power section) func(yield func(section) bool) {
	return func(yield func(section) bool) {
		for _, d := range list(power["do"]) {
			if (d["lot"] != nil || d["draw"] != nil) && !yield(d) {
				return
			}
		}
	}
}

// TestBothDoTheseDeeds asks both opinions about what follows of a Pass by Red. What is expected was worked out by hand from the pages.
func TestBothDoTheseDeeds(t *testing.T) {
	for _, test := range []struct{ name, do, ant, men, then string }{
		{"a new piece comes to the first square of a region on which a piece can stand", `[{close: '"b2"'}, {create: Ant, on: zone}, {create: Ant, on: zone}]`, "",
			"Red Ant a1", "A1 Ant Red a1; A2 Ant Red b3; A3 Ant Red ; b2 is closed"},
		{"royal pieces are lifted too", "[{lift: pieces, where: it.side != side}]", "royal: true", "Red Ant a1, Blue Ant c3, Blue Bee d4", "A1 Ant Red a1; A2 Ant Blue ; B1 Bee Blue "},
		{"but neither destroyed nor converted", "[{destroy: pieces, where: it.side != side}, {convert: pieces, where: true}]", "royal: true", "Red Ant a1, Blue Ant c3, Blue Bee d4", "A1 Ant Red a1; A2 Ant Blue c3"},
		{"and a side that surrenders has none on the board", "[{surrender: side, side: '\"Blue\"'}]", "royal: true", "Red Ant a1, Blue Ant c3, Blue Bee d4", "A1 Ant Red a1; A2 Ant Blue ; B1 Bee Blue "},
		{"values of a counter are worked out before the first is set", `[{set: plague, to: 'count(pieces, p, p.counter("plague") == 0)', where: true}]`, "", "Red Ant a1, Blue Ant c3", "A1 Ant Red a1 plague=2; A2 Ant Blue c3 plague=2"},
		{"pieces that move come one after the other to squares that are empty by then", `[{move: pieces, where: true, on: 'it.square.next("north")'}]`, "", "Red Ant a1, Blue Ant a2, Blue Ant a5", "A1 Ant Red a1; A2 Ant Blue a3; A3 Ant Blue a5"},
		{"who moves is asked before the first has moved", `[{move: pieces, where: it.rank == 2, on: 'first(squares, s, s.empty)'}]`, "", "Red Ant b2, Blue Ant c2", "A1 Ant Red a1; A2 Ant Blue a2"},
		{"nobody plays twice because an effect names a side that is none", `[{next: side, side: '"Mauve"'}, {pay: 2, asset: gems, payee: side}]`, "", "Red Ant a1", "A1 Ant Red a1; Red's has 2"},
		{"a side gets the player of another, and pays as that player", `[{entrust: side, holder: 'first(sides, s, s != side)'}, {pay: 2, asset: gems, payee: side}]`, "", "Red Ant a1", "A1 Ant Red a1; Blue's has 2; Red is held by Blue's"},
		{"a limit is kept after what follows of a turn", `[{create: Bee, on: zone}, {create: Bee, on: zone}]`, "", "Red Bee a1, Red Bee a2", "B1 Bee Red ; B2 Bee Red a2; B3 Bee Red b2; B4 Bee Red b3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := fmt.Sprintf(`rules:
  - number: 1
    procedure:
      board: {files: 5, ranks: 5, regions: [{name: zone, squares: [b2, b3]}]}
      order: {by: list}
      passing: {when: "true"}
      assets: [{name: gems}]
      counters: [{name: plague}]
      limits: [{where: 'it.type == "Bee"', most: 3, beyond: lifted, first: 5 * it.rank + it.file}]
      consequences: [{on: passes, do: %s}]
  - {number: 2, piece: {name: Ant, glyph: A, value: 1, %s modes: [{legs: [{dir: north}]}]}}
  - {number: 3, piece: {name: Bee, glyph: B, value: 1, immovable: true}}
`, test.do, strings.TrimSuffix(test.ant+", ", ", ")+map[bool]string{true: ","}[test.ant != ""])
			j, g, err := begun(text, []string{"Red", "Blue"}, menOf(test.men), nil)
			if err != nil {
				t.Fatal(err)
			}
			d := j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: "Red", Text: "pass"}})
			j.Commit(d)
			g.play(act{side: "Red", kind: "pass"})
			for who, got := range map[string][]string{"the second opinion": g.told(), "the program": toldByEngine(j)} {
				if diff := cmp.Diff(test.then, strings.Join(got, "; ")); diff != "" {
					t.Errorf("%s: %s\n%v", who, diff, faults(d))
				}
			}
		})
	}
}

// recordedAt is when an input of a game is recorded.
func recordedAt(g *game) time.Time {
	if g.now.IsZero() {
		return noon
	}
	return g.now
}
