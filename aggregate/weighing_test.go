package aggregate

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/systems"
)

// field is a game of orders: those of Regiments, by the numbers of Diplomacy.
const field = `
rules:
  - number: "1"
    title: The field
    procedure:
      board: {files: 4, ranks: 3}
      passing: {when: "true"}
      order: {by: fixed}
      capturing: {goes: gone, cite: §4}
      kinds: [{name: support, helps: true, cite: §2}]
      together:
        strength: 'STRENGTH'
        cut: 'CUT'
        cite: §3
  - number: "2"
    title: The Regiment
    piece:
      name: Regiment
      glyph: R
      value: 1
      modes: [{for: [move], legs: [{dir: all}]}]
      kinds: [{kind: support, modes: [{legs: [{dir: all}]}]}]
`

const (
	usualStrength = `victim.side == self.side ? 0 : 1 + count(pieces, it.helps == self and it.target == to and self.goal == to and it.side != victim.side and not it.cut)`
	usualCut      = `self.dislodged or any(pieces, it.ordered("move") and it.target == self.square and it.side != self.side and it.square != self.target)`
)

// A unit is a Regiment with its order, as the test knows it.
type unit struct {
	side, at   string
	to, helped string // to: where it goes or helps; helped: "" for a move or none
}

func fought(t *testing.T, strength, cut string, units []unit) map[string]string {
	t.Helper()
	return foughtIn(t, strings.NewReplacer("STRENGTH", strength, "CUT", cut).Replace(field), units)
}

// foughtIn returns which units stand on each square after a round, "R1+R3".
func foughtIn(t *testing.T, text string, units []unit) map[string]string {
	t.Helper()
	file, err := rules.ParseFile("field.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s := NewState()
	outcomes(s, events.LedgerOpened{Game: "test", System: "field", Seed: strings.Repeat("5e", 32), Format: systems.Format})
	for _, r := range file.Rules {
		s.Apply(events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
	}
	j, err := NewJudge(s, "test")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2000, 1, 1, 12, 0, 0, 0, time.UTC)
	do := func(p events.Payload) {
		d := j.Decide(Input{At: at, Payload: p})
		if d.Ruling.Verdict != Accepted {
			t.Fatalf("%+v: %v", p, d.Ruling.Faults)
		}
		j.Commit(d)
	}
	set := events.ArraySet{Sides: []events.ArraySide{{Side: "Red", Player: "Ann"}, {Side: "Blue", Player: "Bob"}, {Side: "Green", Player: "Cy"}}}
	orders := map[string][]string{}
	for _, u := range units {
		set.Pieces = append(set.Pieces, events.ArrayPiece{Side: u.side, Type: "Regiment", At: u.at})
		switch {
		case u.helped != "":
			orders[u.side] = append(orders[u.side], fmt.Sprintf("%s-%s (support %s)", u.at, u.to, u.helped))
		case u.to != "":
			orders[u.side] = append(orders[u.side], u.at+"-"+u.to)
		}
	}
	do(set)
	for _, side := range []string{"Red", "Blue", "Green"} {
		text := strings.Join(orders[side], "; ")
		if text == "" {
			text = "pass"
		}
		do(events.PlaySubmitted{Side: side, Text: text})
	}
	board := map[string]string{}
	for p := range j.State().Pieces() {
		if p.At != "" {
			board[p.At] = strings.TrimPrefix(board[p.At]+"+"+p.ID, "+")
		}
	}
	return board
}

// byNumbers is the same by the definitions of Diplomacy, with every outcome tried: of those that agree with themselves the one in which the first that moves
// arrives, then the second, and so on.
func byNumbers(units []unit) map[string]string {
	at := map[string]int{}
	var movers []int
	for i, u := range units {
		at[u.at] = i
		if u.to != "" && u.helped == "" {
			movers = append(movers, i)
		}
	}
	moves := func(i int) bool { return units[i].to != "" && units[i].helped == "" }
	for n := range 1 << len(movers) {
		goes := map[int]bool{}
		for k, i := range movers { // all arrive at first
			goes[i] = n&(1<<(len(movers)-1-k)) == 0
		}
		dislodged := func(i int) bool {
			return !goes[i] && slices.ContainsFunc(movers, func(m int) bool { return goes[m] && units[m].to == units[i].at })
		}
		cut := func(s int) bool {
			return dislodged(s) || slices.ContainsFunc(movers, func(m int) bool {
				return units[m].to == units[s].at && units[m].side != units[s].side && units[m].at != units[s].to
			})
		}
		supports := func(i int, to, not string) (n int) {
			for s, u := range units {
				if u.helped == units[i].at && u.to == to && u.side != not && !cut(s) {
					n++
				}
			}
			return n
		}
		agrees := true
		for _, m := range movers {
			u := units[m]
			q, there := at[u.to]
			headOn := there && moves(q) && units[q].to == u.at
			attack, resist := 1+supports(m, u.to, ""), 0
			switch {
			case !there || !headOn && goes[q]:
			case units[q].side == u.side:
				attack, resist = 0, 1
			default:
				attack = 1 + supports(m, u.to, units[q].side)
				switch {
				case headOn:
					resist = 1 + supports(q, u.at, "")
				case moves(q):
					resist = 1
				default:
					resist = 1 + supports(q, u.to, "")
				}
			}
			wins := attack > resist
			for _, r := range movers {
				if r == m || units[r].to != u.to || there && moves(q) && units[q].to == units[r].at && goes[q] {
					continue
				}
				wins = wins && attack > 1+supports(r, u.to, "")
			}
			agrees = agrees && wins == goes[m]
		}
		if !agrees {
			continue
		}
		board := map[string]string{}
		for i, u := range units {
			id := fmt.Sprintf("R%d", i+1)
			if goes[i] {
				board[u.to] = id
			} else if !dislodged(i) {
				board[u.at] = id
			}
		}
		return board
	}
	return nil
}

// sharedByNumbers is the same of units of which two find room on a square, by what docs/rule-language/course.md says of them.
func sharedByNumbers(units []unit) map[string]string {
	var movers []int
	moves := func(i int) bool { return units[i].to != "" && units[i].helped == "" }
	at := map[string]int{}
	for i, u := range units {
		at[u.at] = i
		if moves(i) {
			movers = append(movers, i)
		}
	}
	outcomes := 1
	for range movers {
		outcomes *= 3
	}
	for n := range outcomes {
		goes, takes := map[int]bool{}, map[int]bool{}
		rest := n
		for _, i := range slices.Backward(movers) { // 0: it comes beside what is there, 1: it dislodges that, 2: it stays
			goes[i], takes[i] = rest%3 < 2, rest%3 == 1
			rest /= 3
		}
		dislodged := func(i int) bool {
			return !goes[i] && slices.ContainsFunc(movers, func(m int) bool { return takes[m] && units[m].to == units[i].at })
		}
		cut := func(s int) bool {
			return dislodged(s) || slices.ContainsFunc(movers, func(m int) bool {
				return units[m].to == units[s].at && units[m].side != units[s].side && units[m].at != units[s].to
			})
		}
		supports := func(i int, to, not string) (n int) {
			for s, u := range units {
				if u.helped == units[i].at && u.to == to && u.side != not && !cut(s) {
					n++
				}
			}
			return n
		}
		crosses := func(a, b int) bool {
			return moves(a) && moves(b) && units[a].to == units[b].at && units[b].to == units[a].at
		}
		keeps := func(r int) bool { // out whoever is weaker
			q, there := at[units[r].to]
			return !there || !crosses(r, q) || !goes[q]
		}
		beside := func(m int, strength int) (others int) { // those sent there that are at least as strong
			for _, r := range movers {
				if r != m && units[r].to == units[m].to && keeps(r) && strength <= 1+supports(r, units[r].to, "") {
					others++
				}
			}
			return others
		}
		holder := func(m int) int { // what stands where it goes and does not leave, -1 for none
			if q, there := at[units[m].to]; there && (crosses(m, q) || !goes[q]) {
				return q
			}
			return -1
		}
		agrees := true
		for _, m := range movers {
			u, q := units[m], holder(m)
			comes, dislodges := false, false
			switch {
			case q < 0:
				comes = beside(m, 1+supports(m, u.to, "")) < 2
			case 1+beside(m, 1+supports(m, u.to, "")) < 2:
				comes = true
			case units[q].side == u.side:
			default:
				attack, resist := 1+supports(m, u.to, units[q].side), 1
				if crosses(m, q) {
					resist += supports(q, u.at, "")
				} else if !moves(q) {
					resist += supports(q, u.to, "")
				}
				dislodges = attack > resist && beside(m, attack) < 2
			}
			agrees = agrees && (comes || dislodges) == goes[m] && dislodges == takes[m]
		}
		if !agrees {
			continue
		}
		board := map[string]string{}
		for i, u := range units {
			sq := u.at
			if goes[i] {
				sq = u.to
			} else if dislodged(i) {
				continue
			}
			board[sq] = strings.TrimPrefix(fmt.Sprintf("%s+R%d", board[sq], i+1), "+")
		}
		return board
	}
	return nil
}

func TestOrdersAreWeighedAsDiplomacyHasIt(t *testing.T) {
	weighsAsSaid(t, func(units []unit) map[string]string { return fought(t, usualStrength, usualCut, units) }, byNumbers)
}

func TestOrdersOfPiecesThatShareSquaresAreWeighedAsThePageSays(t *testing.T) {
	text := strings.NewReplacer("STRENGTH", usualStrength, "CUT", usualCut, "value: 1", "value: 1\n      shares: 2").Replace(field)
	weighsAsSaid(t, func(units []unit) map[string]string { return foughtIn(t, text, units) }, sharedByNumbers)
}

// weighsAsSaid holds what becomes of random orders against all outcomes that agree with themselves.
func weighsAsSaid(t *testing.T, weighed, said func([]unit) map[string]string) {
	t.Helper()
	random := rand.New(rand.NewPCG(19, 59))
	games := 1500
	if testing.Short() {
		games = 200
	}
	moved := 0
	for range games {
		var squares []string
		for f := range 4 {
			for r := range 3 {
				squares = append(squares, fmt.Sprintf("%c%d", 'a'+f, 1+r))
			}
		}
		random.Shuffle(len(squares), func(i, k int) { squares[i], squares[k] = squares[k], squares[i] })
		n := 3 + random.IntN(7)
		var units []unit
		for i := range n {
			units = append(units, unit{side: []string{"Red", "Blue", "Green"}[random.IntN(3)], at: squares[i]})
		}
		beside := func(a, b string) bool {
			f, r := int(a[0])-int(b[0]), int(a[1])-int(b[1])
			return a != b && max(f, -f, r, -r) == 1
		}
		for i := range units {
			near := slices.DeleteFunc(slices.Sorted(slices.Values(squares)), func(s string) bool { return !beside(s, units[i].at) })
			if k := random.IntN(20); k < 11 {
				units[i].to = near[random.IntN(len(near))]
			}
		}
		for i := range units {
			if units[i].to != "" || random.IntN(5) == 0 {
				continue
			}
			k := random.IntN(n)
			to := units[k].at
			if units[k].to != "" && units[k].helped == "" {
				to = units[k].to
			}
			if k != i && beside(to, units[i].at) {
				units[i].to, units[i].helped = to, units[k].at
			}
		}
		got, want := weighed(units), said(units)
		if want == nil {
			t.Fatalf("no outcome agrees with itself: %v", units)
		}
		if !maps.Equal(got, want) {
			t.Fatalf("%+v\ncome to %v, want %v", units, got, want)
		}
		moved += len(got)
	}
	if moved == 0 {
		t.Error("nothing was left")
	}
}

// Rules may make an order depend on itself. A piece that is stronger while it is not dislodged, and one that helps only if it is, have no outcome or two.
func TestOrdersThatDependOnThemselvesAreSettled(t *testing.T) {
	for _, tt := range []struct {
		name, strength, cut string
		units               []unit
		want                map[string]string
	}{
		// Red's c2 helps a1 to b1 only while it is not dislodged, and Blue's b2 dislodges it only while a1 does not come to b1, where Blue's b1 stands and
		// helps b2. Red comes to b1 if c2 helps: then b1 is dislodged, so that b2 has 1 against 1 and does not dislodge c2. Or b2 comes to c2 with 2, then
		// c2 does not help, and a1 stays. Both agree; a1, which is the oldest, comes to b1.
		{
			"two outcomes", `1 + count(pieces, it.helps == self and it.target == to and not it.cut)`, `self.dislodged`,
			[]unit{{"Red", "a1", "b1", ""}, {"Blue", "b1", "c2", "b2"}, {"Blue", "b2", "c2", ""}, {"Red", "c2", "b1", "a1"}},
			map[string]string{"b1": "R1", "b2": "R3", "c2": "R4"},
		},
		// The same with b2 as the oldest: it comes to c2.
		{
			"the oldest decides", `1 + count(pieces, it.helps == self and it.target == to and not it.cut)`, `self.dislodged`,
			[]unit{{"Blue", "b2", "c2", ""}, {"Blue", "b1", "c2", "b2"}, {"Red", "a1", "b1", ""}, {"Red", "c2", "b1", "a1"}},
			map[string]string{"c2": "R1", "b1": "R2", "a1": "R3"},
		},
		// c2 helps b1, which it would dislodge, only while nothing stands in danger of it: a1 comes to b1 with 2 if b1 is not dislodged, and then it is.
		{
			"no outcome", `1 + count(pieces, it.helps == self and it.target == to and not it.cut)`, `any(pieces, it.square == "b1" and it.dislodged)`,
			[]unit{{"Red", "a1", "b1", ""}, {"Blue", "b1", "", ""}, {"Red", "c2", "b1", "a1"}},
			map[string]string{"a1": "R1", "b1": "R2", "c2": "R3"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := fought(t, tt.strength, tt.cut, tt.units); !maps.Equal(got, tt.want) {
				t.Errorf("they come to %v, want %v", got, tt.want)
			}
		})
	}
}

// However many orders wait for each other without an outcome, the search for one ends soon.
func TestTheSearchForAnOutcomeEnds(t *testing.T) {
	var units []unit
	for _, file := range "abcd" { // in each file the third piece helps the first to dislodge the second only while that is not dislodged
		units = append(units, unit{"Red", fmt.Sprintf("%c1", file), fmt.Sprintf("%c2", file), ""}, unit{"Blue", fmt.Sprintf("%c2", file), "", ""},
			unit{"Red", fmt.Sprintf("%c3", file), fmt.Sprintf("%c2", file), fmt.Sprintf("%c1", file)})
	}
	got := fought(t, `1 + count(pieces, it.helps == self and it.target == to and not it.cut)`, `any(pieces, it.square == self.target and it.dislodged)`, units)
	for i, u := range units {
		if got[u.at] != fmt.Sprintf("R%d", i+1) {
			t.Errorf("%s has left %s: %v", fmt.Sprintf("R%d", i+1), u.at, got)
		}
	}
}
