package aggregate

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
)

// randomInput returns some input, sensible or not, to a game with the sides S1 to S4 and
// more that come and go.
func randomInput(t testing.TB, rng *rand.Rand, g *game) events.Payload {
	s := g.j.State()
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	side := fmt.Sprintf("S%d", 1+rng.IntN(6))
	player := fmt.Sprintf("P%d", 1+rng.IntN(6))
	var piece string
	for pc := range s.Pieces() {
		if piece == "" || rng.IntN(6) == 0 {
			piece, side = pc.ID, pick(pc.Side, side)
		}
	}
	typ := pick("Rook", "Camel", "Pawn", "Guard", "Locust", "King", "Frog")
	next := func(number string, change func(*rules.Rule)) events.Payload {
		in := amended(t, number, change)
		if have, ok := s.Rule(number); ok {
			in = amended(t, number, func(r *rules.Rule) { r.Revision = have.Revision + 1; change(r) })
		}
		return in
	}
	switch rng.IntN(26) {
	case 0:
		return events.OfficeFilled{Office: "umpire", Player: player}
	case 1:
		return events.OfficeVacated{Office: "umpire"}
	case 2:
		return events.PlayerStatusChanged{Player: player, Status: pick(StatusActive, StatusVacation)}
	case 3:
		return events.SideCreated{Side: side, Player: player, Attributes: []string{"party"}}
	case 4:
		return events.SideRemoved{Side: side}
	case 5:
		return events.SideTransferred{Side: side, Player: player}
	case 6, 7:
		return events.AttributeChanged{Attribute: "warm", Side: side, On: rng.IntN(2) == 0}
	case 8:
		return events.PiecesChosen{Side: side, Types: []string{typ, "Bishop"}}
	case 9:
		return events.PurchaseRequested{Side: side, Type: typ, Buyer: player}
	case 10:
		return events.DestructionRequested{Side: side, Piece: piece}
	case 11, 12:
		return events.StateAnnounced{}
	case 13:
		return events.LimitExtended{Length: 3 + rng.IntN(6)}
	case 14, 15, 16:
		return events.TimePassed{}
	case 17:
		return events.StageAnnounced{Stage: "free-for-all", Length: 3 + rng.IntN(3)}
	case 18:
		return events.StageObjected{Stage: "free-for-all", Side: side}
	case 19:
		return events.TransactionRecorded{Account: player, Asset: pick("money", "knives", "benefyts"), Amount: events.Whole(rng.IntN(5) - 1)}
	case 20:
		return next("1230.25", func(r *rules.Rule) { r.Piece.Limit = rng.IntN(4) })
	case 21:
		return next("1230.6", func(r *rules.Rule) {
			if rng.IntN(2) == 0 {
				r.Piece = nil
			}
		})
	case 22:
		if rng.IntN(2) == 0 {
			return events.RuleRepealed{Number: "1230.26"}
		}
		return enacted(frog("1230.26", pick("F", "R")))
	case 23:
		return events.InterpretationAdopted{Entry: "king-step", Reading: pick("adjacent", "literal")}
	}
	return events.PlaySubmitted{Side: pick(s.ToPlay(), side), Text: pick("pass", "surrender", "K@"+pick("a1", "t20", "j10", "c17"), "R@"+pick("b2", "s19", "k10"))}
}

func TestWhateverIsPutInDecidingChangesNothingAndStateAndBoardStayInStep(t *testing.T) {
	accepted := map[string]int{}
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 2))
		reading := []string{"all-warm=one-round", "all-warm=halt"}[seed%2]
		g := newGame(t, "S1: King a1, Rook c3, Camel d3, Guard e5; S2: King t20, Guard g7, Guard, Camel h9; S3: King, Pawn b9; S4: King j10, Locust n1, Rook", reading)
		for i := range 6 {
			g.apply(events.PlayerKnown{Player: fmt.Sprintf("P%d", i+1), Status: StatusActive},
				events.AssetChanged{Account: fmt.Sprintf("P%d", i+1), Asset: "money", Change: events.Whole(200)})
		}
		at := noon
		for range 200 {
			at = at.Add(time.Duration(rng.IntN(18)) * time.Hour)
			in := randomInput(t, rng, g)
			before := g.j.State().Clone()
			d := g.j.Decide(Input{ID: "in", At: at, Payload: in})
			if diff := diffStates(before, g.j.State()); diff != "" {
				t.Fatalf("seed %d: deciding %#v changed the state:\n%s", seed, in, diff)
			}
			for _, o := range d.Outcomes {
				before.Apply(o.Payload)
			}
			g.j.Commit(d)
			if diff := diffStates(before, g.j.State()); diff != "" {
				t.Fatalf("seed %d: %#v: the fold differs from the state committed:\n%s", seed, in, diff)
			}
			inStep(t, g.j)
			orderly(t, g.j.State())
			if d.Ruling.Verdict == Accepted {
				accepted[in.Kind()]++
			}
		}
	}
	for _, kind := range []string{
		"office-filled", "office-vacated", "player-status-changed", "side-created", "side-removed", "side-transferred",
		"attribute-changed", "pieces-chosen", "purchase-requested", "destruction-requested", "state-announced", "limit-extended", "time-passed",
		"stage-announced", "stage-objected", "transaction-recorded", "rule-amended", "rule-enacted", "rule-repealed",
		"interpretation-adopted", "play-submitted",
	} {
		if accepted[kind] == 0 {
			t.Errorf("no %s was accepted: the test tries nothing of it", kind)
		}
	}
}

// orderly holds a state to what always holds of one: the sides in the game are those on
// the play list, the side to play is on top, no account is below 0, and nobody holds marks
// enough to have won.
func orderly(t *testing.T, s *State) {
	t.Helper()
	list := map[string]bool{}
	for _, name := range s.Order() {
		list[name] = true
	}
	for side := range s.Sides() {
		if !list[side.Name] {
			t.Fatalf("%s is in the game and not on the play list %v", side.Name, s.Order())
		}
	}
	if len(list) != s.SideCount() || len(list) != len(s.Order()) {
		t.Fatalf("the play list is %v with %d sides in the game", s.Order(), s.SideCount())
	}
	switch {
	case s.Stage("free-for-all").State == StageRunning || len(list) == 0:
		if s.ToPlay() != "" {
			t.Fatalf("%s is to play, want nobody", s.ToPlay())
		}
	case s.ToPlay() != s.Order()[0]:
		t.Fatalf("%s is to play, and %v is the play list", s.ToPlay(), s.Order())
	}
	for at, amount := range s.Balances() {
		if amount < 0 {
			t.Fatalf("%v is at %v", at, amount)
		}
	}
	for side := range s.Sides() {
		if held := s.Held(side.Player, events.Usual().Marks); 2*held > s.SideCount() {
			single := true
			for o := range s.Sides() {
				single = single && (o.Player == side.Player || s.Held(o.Player, events.Usual().Marks) < held)
			}
			if single {
				t.Fatalf("%s holds %d knives of %d sides and has not won", side.Player, held, s.SideCount())
			}
		}
	}
}
