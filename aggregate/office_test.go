package aggregate

import (
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
)

func TestTheUmpiresOffice(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20")
	const office, eligible = "1230.2/49 §1.A", "1230.2/49 §1.B"
	want(t, g.rejected(0, events.OfficeFilled{Office: "umpire", Player: "Reds"}), []string{"unknown-player"})
	g.apply(events.PlayerKnown{Player: "Ann", Status: StatusVacation})
	want(t, g.rejected(0, events.OfficeFilled{Office: "umpire", Player: "Ann"}), []string{"player-not-active " + eligible}) // 1230.2 §1.B
	want(t, said(g.input(0, events.OfficeFilled{Office: "umpire", Player: "Red's"})), []string{"office-held"})
	want(t, g.rejected(0, events.OfficeFilled{Office: "umpire", Player: "Red's"}), []string{"no-change " + office})
	g.input(0, events.StateAnnounced{})

	g.input(1, events.OfficeVacated{Office: "umpire"})
	want(t, g.rejected(1, events.OfficeVacated{Office: "umpire"}), []string{"office-vacant " + office})
	// 1230.2 §1.A: without an umpire the game is suspended.
	for _, in := range []events.Payload{
		events.PlaySubmitted{Side: "Red", Text: "pass"}, events.StateAnnounced{}, events.PurchaseRequested{Side: "Red", Type: "Rook", Buyer: "Treasury"},
		events.DestructionRequested{Side: "Red", Piece: "K1"}, events.StageAnnounced{Stage: "free-for-all", Length: 3}, events.LimitExtended{Length: 5},
	} {
		if got := g.rejected(1, in); got[0] != "game-suspended "+office {
			t.Errorf("%#v: %v, want game-suspended first", in, got)
		}
	}
	g.input(1, events.TransactionRecorded{Account: "Red's", Asset: "money", Amount: 20})
	g.input(1, events.RuleRepealed{Number: "1230.11"})
	g.input(1, events.SideCreated{Side: "Green", Player: "Ann"})

	// Three days after the announcement nothing is due while nobody is umpire, and afterwards
	// the limit waits for the next announcement.
	want(t, g.facts(4*day, events.TimePassed{}), []string{"suspended"})
	want(t, said(g.input(5*day, events.OfficeFilled{Office: "umpire", Player: "Blue's"})), []string{"office-held", "turn: Red"})
	want(t, g.facts(6*day, events.TimePassed{}), []string{"nothing-due"})
	want(t, said(g.input(6*day, events.StateAnnounced{})), []string{"limit of Red: 72h0m0s"})
}

func TestAGameWhoseRulesHaveNoSuchOfficeIsNotSuspended(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20").apply(events.OfficeHeld{Office: "umpire"})
	want(t, g.rejected(0, playOf("Red", "pass")), []string{"game-suspended 1230.2/49 §1.A"})
	g.input(0, amended(t, "1230.2", func(r *rules.Rule) { r.Procedure.Offices = nil }))
	g.input(0, playOf("Red", "pass"))
}

func TestAWarmSideDoesNotPlayWhileTheGameIsSuspended(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20").warm("Blue").apply(events.OfficeHeld{Office: "umpire"})
	want(t, said(g.input(0, events.SideRemoved{Side: "Red"})),
		[]string{"K1 destroyed (swingership)", "Red leaves", "list: Blue", "turn: Blue"})
	want(t, said(g.input(0, events.OfficeFilled{Office: "umpire", Player: "Red's"})), []string{
		"office-held", "turn: Blue", "Blue: pass (automatic)", "Blue done (automatic)", "turn: Blue",
	})
}

func TestPlayersHaveAddressesOfTheirOwnAndAStatus(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20")
	g.input(0, events.PlayerRegistered{Player: "Ann", Addresses: []string{"ann@example.org", "a@example.net"}})
	tests := []struct {
		name string
		in   events.Payload
		want []string
	}{
		{"an address belongs to one player, however it is written", events.PlayerRegistered{Player: "Bob", Addresses: []string{"ANN@example.org", "bob@example.org"}}, []string{"mail-address"}},
		{"an address is one", events.PlayerRegistered{Player: "Bob", Addresses: []string{"bob", "b b@example.org", "@x", "b@x@y"}}, []string{"mail-address", "mail-address", "mail-address", "mail-address"}},
		{"an address stands once", events.PlayerRegistered{Player: "Bob", Addresses: []string{"b@x", "B@x"}}, []string{"mail-address"}},
		{"a player needs a name", events.PlayerRegistered{Player: " "}, []string{"name-missing"}},
		{"the same again says nothing new", events.PlayerRegistered{Player: "Ann", Addresses: []string{"ann@example.org", "a@example.net"}}, []string{"no-change"}},
		{"a status is active or vacation", events.PlayerStatusChanged{Player: "Ann", Status: "asleep"}, []string{"unknown-status"}},
		{"a status changes", events.PlayerStatusChanged{Player: "Ann", Status: StatusActive}, []string{"no-change"}},
		{"a status is a known player's", events.PlayerStatusChanged{Player: "Anne", Status: StatusVacation}, []string{"unknown-player"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { want(t, g.rejected(0, tt.in), tt.want) })
	}
	g.input(0, events.PlayerStatusChanged{Player: "Ann", Status: StatusVacation})
	g.input(0, events.PlayerRegistered{Player: "Ann", Addresses: []string{"new@example.org"}})
	if p, _ := g.j.State().Player("Ann"); p.Status != StatusVacation || p.Addresses[0] != "new@example.org" {
		t.Errorf("Ann is %+v, want the new address and still on vacation", p)
	}
}
