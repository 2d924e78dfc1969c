package aggregate

import (
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
)

func TestDrafts(t *testing.T) {
	const draft, hand = "1230.2/49 §2.B", "1230.40/8 §e"
	right := events.AllotmentSet{Side: "Red", Count: 5, Budget: events.Whole(30)}
	tests := []struct {
		name     string
		board    string
		given    []events.Payload
		types    []string
		accepted []string
		rejected []string
	}{
		{
			name: "five pieces of value 30 in all (9+9+6+5+1)", board: "Red: King", given: []events.Payload{right},
			types: []string{"Rook", "Rook", "Bishop", "Camel", "Pawn"},
			accepted: []string{"R1 Rook created for Red", "R2 Rook created for Red", "B1 Bishop created for Red",
				"C1 Camel created for Red", "p1 Pawn created for Red", "Red may choose 0 worth 0"},
		},
		{
			name: "fewer pieces leave the rest of the right", board: "Red: King", given: []events.Payload{right},
			types: []string{"HarfyBlob"}, accepted: []string{"H1 HarfyBlob created for Red Hn=1", "Red may choose 4 worth 23"},
		},
		{
			name: "a draft has no deadline", board: "Red: King, Camel a1",
			given: []events.Payload{right, events.AtomicPlayed{Side: "Red", Play: PlayMove, How: HowSubmitted}},
			types: []string{"Pawn"}, accepted: []string{"p1 Pawn created for Red", "Red may choose 4 worth 29"},
		},
		{
			name: "31 is too much", board: "Red: King", given: []events.Payload{right},
			types: []string{"Rook", "Rook", "Bishop", "Camel", "Demon"}, rejected: []string{"free-pieces-budget " + draft},
		},
		{
			name: "six are too many, Kings cannot be chosen, and every fault is told", board: "Red: King", given: []events.Payload{right},
			types:    []string{"King", "Dragon", "Pawn", "Pawn", "Pawn", "Pawn"},
			rejected: []string{"free-pieces-count " + draft, "type-excluded " + draft, "unknown-type 1230.1/21"},
		},
		{name: "none is no choice", board: "Red: King", given: []events.Payload{right}, rejected: []string{"free-pieces-count " + draft}},
		{name: "without a right there is nothing to choose", board: "Red: King", types: []string{"Pawn"}, rejected: []string{"no-free-pieces " + hand}},
		{
			name: "after a hand the right ends with the first play that is not a Pass (1230.40 e)", board: "Red: King",
			given: []events.Payload{events.EndDeclared{Player: "Blue's", Hand: 1}, right, events.AtomicPlayed{Side: "Red", Play: PlayPlacement, How: HowSubmitted}},
			types: []string{"Pawn"}, rejected: []string{"free-pieces-too-late " + hand},
		},
		{
			name: "a Pass does not end it", board: "Red: King",
			given: []events.Payload{events.EndDeclared{Player: "Blue's", Hand: 1}, right, events.AtomicPlayed{Side: "Red", Play: PlayPass, How: HowDefault}},
			types: []string{"Pawn"}, accepted: []string{"p1 Pawn created for Red", "Red may choose 4 worth 29"},
		},
		{
			name: "after a hand instance limits hold (1230.40 e)", board: "Red: King",
			given: []events.Payload{events.EndDeclared{Player: "Blue's", Hand: 1}, right},
			types: []string{"King"}, rejected: []string{"instance-limit 1230.4/4"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := newGame(t, tt.board+"; Blue: King t20").apply(tt.given...)
			in := events.PiecesChosen{Side: "Red", Types: tt.types}
			if tt.rejected != nil {
				want(t, g.rejected(0, in), tt.rejected)
				return
			}
			want(t, said(g.input(0, in)), tt.accepted)
		})
	}
}

func TestALimitOnADraftCountsWhatIsOwnedAndWhatIsChosen(t *testing.T) {
	g := newGame(t, "Red: King, Guard c3; Blue: King t20")
	g.input(0, amended(t, "1230.25", func(r *rules.Rule) { r.Piece.Limit = 2 }))
	g.apply(events.AllotmentSet{Side: "Red", Count: 5, Budget: events.Whole(30)})
	want(t, g.rejected(0, events.PiecesChosen{Side: "Red", Types: []string{"Guard", "Guard"}}), []string{"instance-limit 1230.25/2"})
	g.input(0, events.PiecesChosen{Side: "Red", Types: []string{"Guard"}})
	g.apply(events.AssetChanged{Account: "Ann", Asset: "money", Change: events.Whole(500)})
	want(t, g.rejected(0, events.PurchaseRequested{Side: "Red", Type: "Guard", Buyer: "Ann"}), []string{"instance-limit 1230.25/2"})
}

func TestPurchases(t *testing.T) {
	const buying = "1230.1/21 §2.D"
	rich := events.AssetChanged{Account: "Ann", Asset: "money", Change: events.Whole(64)}
	fifteen := "Red: King"
	for range 14 {
		fifteen += ", Pawn"
	}
	tests := []struct {
		name     string
		board    string
		buy      events.PurchaseRequested
		accepted []string
		rejected []string
	}{
		{
			name: "a Rook costs 1 + 7*9, which goes to the Treasury", board: "Red: King",
			buy:      events.PurchaseRequested{Side: "Red", Type: "Rook", Buyer: "Ann"},
			accepted: []string{"Ann money -64 (purchase)", "Treasury money 64 (purchase)", "R1 Rook created for Red"},
		},
		{
			name: "a Locust is worth 6 while there are none", board: "Red: King",
			buy:      events.PurchaseRequested{Side: "Red", Type: "&", Buyer: "Ann"},
			accepted: []string{"Ann money -43 (purchase)", "Treasury money 43 (purchase)", "&1 Locust created for Red"},
		},
		{
			name: "with fourteen pieces a side may get another", board: fifteen[:len(fifteen)-len(", Pawn")],
			buy:      events.PurchaseRequested{Side: "Red", Type: "Pawn", Buyer: "Ann"},
			accepted: []string{"Ann money -8 (purchase)", "Treasury money 8 (purchase)", "p14 Pawn created for Red"},
		},
		{
			name: "with fifteen it may not", board: fifteen,
			buy: events.PurchaseRequested{Side: "Red", Type: "Pawn", Buyer: "Ann"}, rejected: []string{"holding-full " + buying},
		},
		{
			name: "an account cannot go below 0", board: "Red: King",
			buy: events.PurchaseRequested{Side: "Red", Type: "Pawn", Buyer: "Bob"}, rejected: []string{"insufficient-funds " + buying},
		},
		{
			name: "a King is not bought, and a side has one", board: "Red: King",
			buy: events.PurchaseRequested{Side: "Red", Type: "King", Buyer: "Ann"}, rejected: []string{"type-excluded 1230.1/21 §2.D", "instance-limit 1230.4/4"},
		},
		{
			name: "side, type and buyer are known", board: "Red: King",
			buy: events.PurchaseRequested{Side: "Rod", Type: "Rok"}, rejected: []string{"unknown-side", "name-missing " + buying, "unknown-type " + buying},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := newGame(t, tt.board+"; Blue: King t20").apply(rich)
			if tt.rejected != nil {
				want(t, g.rejected(0, tt.buy), tt.rejected)
				return
			}
			want(t, said(g.input(0, tt.buy)), tt.accepted)
		})
	}
}

func TestATypesOwnTermsOfPurchase(t *testing.T) {
	g := newGame(t, "Red: King a1, Locust c3; Blue: King t20").apply(events.AssetChanged{Account: "Ann", Asset: "money", Change: events.Whole(99)})
	g.input(0, amended(t, "1230.24", func(r *rules.Rule) {
		r.Piece.Purchase = &rules.Purchase{Fee: "10*count('Locust')", When: "owned >= 3", Cite: "§9"}
	}))
	buy := events.PurchaseRequested{Side: "Red", Type: "Locust", Buyer: "Ann"}
	want(t, g.rejected(0, buy), []string{"purchase-terms 1230.24/2 §9"})
	g.apply(events.PieceCreated{Piece: "p1", Type: "Pawn", Side: "Red"})
	// Value 6 makes 43, and one Locust on-board makes the fee 10 (1230.1 §3.J).
	want(t, said(g.input(0, buy)), []string{"Ann money -53 (purchase)", "Treasury money 53 (purchase)", "&2 Locust created for Red"})
}

func TestDestructionByTheOwner(t *testing.T) {
	const clause = "1230.1/21 §2.E"
	g := newGame(t, "Red: King a1, Rook c3, Camel; Blue: King t20")
	want(t, g.rejected(0, events.DestructionRequested{Side: "Red", Piece: "R2"}), []string{"unknown-piece " + clause})
	want(t, g.rejected(0, events.DestructionRequested{Side: "Blue", Piece: "R1"}), []string{"not-your-piece " + clause})
	want(t, g.rejected(0, events.DestructionRequested{Side: "Rod", Piece: "R1"}), []string{"unknown-side"})
	want(t, said(g.input(0, events.DestructionRequested{Side: "Red", Piece: "C1"})),
		[]string{"C1 destroyed (owner)", "Red's money 5 (destruction)"})
	before := g.j.State().Weight("Red")
	want(t, said(g.input(0, events.DestructionRequested{Side: "Red", Piece: "R1"})),
		[]string{"R1 destroyed (owner)", "Red's money 9 (destruction)"})
	if after := g.j.State().Weight("Red"); after != events.Whole(1) {
		t.Errorf("Red weighs %v after %v, want the King's mobility of 1", after, before)
	}
	want(t, g.rejected(0, events.DestructionRequested{Side: "Red", Piece: "R1"}), []string{"unknown-piece " + clause})
}

func TestTransactions(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20")
	half := events.Half(1)
	tests := []struct {
		name     string
		in       events.TransactionRecorded
		accepted string
		rejected []string
	}{
		{"money comes in halves", events.TransactionRecorded{Account: "Red's", Asset: "money", Amount: 5 * half}, "Red's money 2.5 (transaction)", nil},
		{"and goes", events.TransactionRecorded{Account: "Red's", Asset: "money", Amount: -5 * half}, "Red's money -2.5 (transaction)", nil},
		{"no account goes below 0", events.TransactionRecorded{Account: "Red's", Asset: "money", Amount: -half}, "", []string{"insufficient-funds"}},
		{"a Benefyt is whole", events.TransactionRecorded{Account: "Red's", Asset: "benefyts", Amount: half}, "", []string{"bad-amount"}},
		{"Benefyts are assets", events.TransactionRecorded{Account: "Red's", Asset: "benefyts", Amount: 2}, "Red's benefyts 1 (transaction)", nil},
		{"so are Swingpoints", events.TransactionRecorded{Account: "Red's", Asset: "swingpoints", Amount: 2}, "Red's swingpoints 1 (transaction)", nil},
		{"titles", events.TransactionRecorded{Account: "Red's", Asset: "titles", Amount: 2}, "Red's titles 1 (transaction)", nil},
		{"cardigans", events.TransactionRecorded{Account: "Red's", Asset: "cardigans", Amount: 2}, "Red's cardigans 1 (transaction)", nil},
		{"and knives", events.TransactionRecorded{Account: "Red's", Asset: "knives", Amount: 2}, "Red's knives 1 (transaction)", nil},
		{"nothing else is", events.TransactionRecorded{Account: "Red's", Asset: "benefits", Amount: 2}, "", []string{"unknown-asset"}},
		{"nobody's account does not change, nor does anything by 0", events.TransactionRecorded{Asset: "money"}, "", []string{"name-missing", "bad-amount"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.rejected != nil {
				want(t, g.rejected(0, tt.in), tt.rejected)
				return
			}
			want(t, said(g.input(0, tt.in)), []string{tt.accepted})
		})
	}
}
