package aggregate

import (
	"testing"

	"adjudicate/events"
)

func TestSwingershipsComeAndGo(t *testing.T) {
	g := newGame(t, "Red: King a1, Rook c20; Blue: King t20; Green: King j10")
	g.apply(events.PlayerKnown{Player: "Ann", Status: StatusActive})
	want(t, g.rejected(0, events.SideCreated{Side: "Red", Player: "Anne", Attributes: []string{"party", "nap"}}),
		[]string{"side-exists", "unknown-player", "side-attribute 1230.2/49"})
	want(t, g.rejected(0, events.SideCreated{Player: "Ann"}), []string{"name-missing"})
	// 1230.2 §2.C, §3.F: a King, the right to five pieces, the bottom of the list.
	want(t, said(g.input(0, events.SideCreated{Side: "Nap", Player: "Ann", Attributes: []string{"nap"}})),
		[]string{"Nap enters for Ann", "K4 King created for Nap", "Nap may choose 5 worth 30", "list: Red Blue Green Nap"})
	want(t, g.rejected(0, events.SideCreated{Side: "Nap 2", Player: "Ann", Attributes: []string{"nap"}}), []string{"side-attribute 1230.2/49"})

	want(t, g.rejected(0, events.SideRemoved{Side: "Grean"}), []string{"unknown-side"})
	// 1230.2 §3.E: it leaves the list; the turn of the side that is gone passes on.
	want(t, said(g.input(0, events.SideRemoved{Side: "Red"})),
		[]string{"K1 destroyed (swingership)", "R1 destroyed (swingership)", "Red leaves", "list: Blue Green Nap", "turn: Blue"})
	want(t, said(g.input(0, events.SideRemoved{Side: "Nap"})), []string{"K4 destroyed (swingership)", "Nap leaves", "list: Blue Green"})
	g.input(0, events.SideRemoved{Side: "Blue"})
	want(t, said(g.input(0, events.SideRemoved{Side: "Green"})), []string{"K3 destroyed (swingership)", "Green leaves", "list: ", "turn: "})
}

func TestACheckUncoveredByADestroyedSwingershipMovesItsVictimUp(t *testing.T) {
	// The Rook on t10 reaches t20, ten squares away, once Blue's Camel has left t15.
	g := newGame(t, "Red: King a1; Green: King c1, Rook t10; Blue: Camel t15; White: King t20")
	want(t, said(g.input(0, events.SideRemoved{Side: "Blue"})), []string{
		"C1 destroyed (swingership)", "Blue leaves", "list: Red Green White", "checks: White by R1", "list: White Red Green", "turn: White",
	})
}

func TestASwingershipChangesHands(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20")
	want(t, g.rejected(0, events.SideTransferred{Side: "Rod", Player: "Nobody"}), []string{"unknown-side", "unknown-player"})
	want(t, g.rejected(0, events.SideTransferred{Side: "Red", Player: "Red's"}), []string{"no-change"})
	want(t, said(g.input(0, events.SideTransferred{Side: "Red", Player: "Blue's"})), []string{"side-held"})
	if s, _ := g.j.State().Side("Red"); s.Player != "Blue's" {
		t.Errorf("Red is held by %s, want Blue's", s.Player)
	}
}

func TestTheFirstPlayListIsDrawn(t *testing.T) {
	g := newGame(t, "Red: King; Blue: King; Green: King; White: King")
	want(t, g.rejected(0, events.GameStarted{}), []string{"game-started-already 1230.2/49 §3"})

	g = emptyLedger(t)
	g.input(0, opening)
	want(t, g.rejected(0, events.GameStarted{}), []string{"no-sides", "rulebook-unusable"})
	for range 2 { // the same seed, the same list
		g = emptyLedger(t)
		g.input(0, opening)
		g.apply(suiteRules(t)...)
		g.apply(events.OfficeHeld{Office: "umpire", Player: "Umpire"})
		for _, s := range []string{"Red", "Blue", "Nap", "White"} {
			entered := events.SideEntered{Side: s, Player: s}
			if s == "Nap" {
				entered.Attributes = []string{"nap"}
			}
			g.apply(events.PlayerKnown{Player: s, Status: StatusActive}, entered)
		}
		g.input(0, events.GameStarted{})
	}
	// 1230.2 §3.A: the NAP Swinger on top, the others in the order of SHA-256 over the seed,
	// a zero byte, "play-list:start:1", a zero byte and the place in four bytes.
	want(t, g.j.State().Order(), append([]string{"Nap"}, shuffled(opening.Seed, "play-list:start:1", []string{"Red", "Blue", "White"})...))
	if g.j.State().ToPlay() != "Nap" {
		t.Errorf("%s is to play, want Nap", g.j.State().ToPlay())
	}
}
