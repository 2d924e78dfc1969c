package ledger_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// bought is a ledger in which Ann's Red and Bob's Blue are rich and have placed their Kings.
// The inputs that follow are submitted, and their sequences returned.
func bought(t *testing.T, st store.Store, format int, inputs ...events.Payload) (*ledger.Ledger, []uint64) {
	t.Helper()
	l, err := ledger.Create(context.Background(), st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	list := preparations(t)
	if opening := list[0].(events.GameOpened); format == 0 {
		list[0] = events.GameOpened{Game: opening.Game, System: opening.System, Seed: opening.Seed}
	}
	start := list[len(list)-1]
	list = append(list[:len(list)-1],
		events.TransactionRecorded{Account: "Ann", Asset: events.MoneyAsset, Amount: events.Whole(1000)},
		events.TransactionRecorded{Account: "Bob", Asset: events.MoneyAsset, Amount: events.Whole(1000)}, start)
	for _, p := range list {
		accepted(t, l, p)
	}
	var at []uint64
	for _, p := range inputs {
		at = append(at, accepted(t, l, p).Input.Sequence)
	}
	return l, at
}

func accepted(t *testing.T, l *ledger.Ledger, p events.Payload) ledger.Result {
	t.Helper()
	res := submit(t, l, p)
	if res.Ruled().Verdict != aggregate.Accepted {
		t.Fatalf("%s is %s: %v", p.Kind(), res.Ruled().Verdict, res.Ruled().Faults)
	}
	return res
}

func buys(side, player, typ string) events.Payload {
	return events.PurchaseRequested{Side: side, Type: typ, Buyer: player}
}

func plays(side, text string) events.Payload { return events.PlaySubmitted{Side: side, Text: text} }

// standing says where a side's pieces are: "K1 King a1, R2 Rook".
func standing(s *aggregate.State, side string) []string {
	var list []string
	for p := range s.PiecesOf(side) {
		text := p.ID + " " + p.Type
		if p.At != "" {
			text += " " + p.At
		}
		list = append(list, text)
	}
	slices.Sort(list)
	return list
}

func adopted(t *testing.T, l *ledger.Ledger, plan readjudicate.Plan) *readjudicate.Candidate {
	t.Helper()
	_, c, err := l.Adopt(context.Background(), plan, "a slip", "Ann", l.Last(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func holds(t *testing.T, st store.Store) {
	t.Helper()
	v, err := ledger.Verify(context.Background(), st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Differences) > 0 {
		t.Errorf("verified: %v", v.Differences)
	}
}

// 1230.1 §2.D–E: a purchase creates a piece, and its owner may destroy it. That the first of
// three purchases never happened says nothing about the other two, and the piece that Bob
// placed and the one that they destroyed are the ones that they named.
func TestUndoingOneCreationRenamesNothing(t *testing.T) {
	st := memory.New()
	l, at := bought(t, st, 2,
		buys("Blue", "Bob", "Rook"), buys("Blue", "Bob", "Rook"), buys("Blue", "Bob", "Rook"),
		plays("Blue", "K@a1"), plays("Red", "K@t20"), plays("Blue", "R2@e11"),
		events.DestructionRequested{Side: "Blue", Piece: "R1"})
	if d := cmp.Diff([]string{"K2 King a1", "R2 Rook e11", "R3 Rook"}, standing(l.State(), "Blue")); d != "" {
		t.Fatalf("before (-want +got):\n%s", d)
	}
	c := adopted(t, l, readjudicate.Plan{Changes: []events.Change{void(at[0])}})
	if d := cmp.Diff([]string{"K2 King a1", "R2 Rook e11", "R3 Rook"}, standing(l.State(), "Blue")); d != "" {
		t.Errorf("without the first purchase (-want +got):\n%s", d)
	}
	// What was never bought cannot be destroyed: that input alone is now refused.
	if c.Flipped != 2 {
		t.Errorf("%d inputs have another verdict, expected the purchase and the destruction", c.Flipped)
	}
	// A label is never given again, not even one that the current edition lacks.
	if res := accepted(t, l, buys("Blue", "Bob", "Rook")); createdBy(res)[0] != "R4" {
		t.Errorf("the next Rook is %v, expected R4", createdBy(res))
	}
	holds(t, st)
}

func TestUndoingAnothersPurchaseLeavesMyPiecesAlone(t *testing.T) {
	st := memory.New()
	l, at := bought(t, st, 2,
		buys("Red", "Ann", "Rook"), buys("Blue", "Bob", "Rook"),
		plays("Blue", "K@a1"), plays("Red", "K@t20"), plays("Blue", "R2@e11"),
		events.DestructionRequested{Side: "Red", Piece: "R1"})
	c := adopted(t, l, readjudicate.Plan{Changes: []events.Change{void(at[0])}})
	if d := cmp.Diff([]string{"K2 King a1", "R2 Rook e11"}, standing(l.State(), "Blue")); d != "" {
		t.Errorf("Blue (-want +got):\n%s", d)
	}
	if c.Flipped != 2 {
		t.Errorf("%d inputs have another verdict, expected the purchase and the destruction", c.Flipped)
	}
	holds(t, st)
}

// What an edition puts in gets labels that no edition has used; another edition that has the
// same entry has it under the same label, and a corrected purchase keeps its piece's label
// whatever the type is.
func TestALabelIsGivenOnceInALedger(t *testing.T) {
	st := memory.New()
	l, at := bought(t, st, 2,
		buys("Blue", "Bob", "Rook"), buys("Blue", "Bob", "Rook"),
		plays("Blue", "K@a1"), plays("Red", "K@t20"), plays("Blue", "R@e11"))
	adopted(t, l, readjudicate.Plan{Changes: []events.Change{inserted(t, at[0], buys("Blue", "Bob", "Rook"))}})
	want := []string{"K2 King a1", "R1 Rook e11", "R2 Rook", "R3 Rook"}
	if d := cmp.Diff(want, standing(l.State(), "Blue")); d != "" {
		t.Errorf("with a purchase put in before the others (-want +got):\n%s", d)
	}
	if res := accepted(t, l, buys("Blue", "Bob", "Rook")); createdBy(res)[0] != "R4" {
		t.Errorf("the next Rook is %v, expected R4", createdBy(res))
	}
	adopted(t, l, readjudicate.Plan{Withdraw: []string{"*"}, Changes: []events.Change{void(at[1])}})
	if d := cmp.Diff([]string{"K2 King a1", "R1 Rook e11", "R4 Rook"}, standing(l.State(), "Blue")); d != "" {
		t.Errorf("without it and the second purchase (-want +got):\n%s", d)
	}
	adopted(t, l, readjudicate.Plan{Base: 2, Changes: []events.Change{corrected(t, at[1], buys("Blue", "Bob", "Camel"))}})
	if d := cmp.Diff([]string{"K2 King a1", "R1 Rook e11", "R2 Camel", "R3 Rook", "R4 Rook"}, standing(l.State(), "Blue")); d != "" {
		t.Errorf("from edition 2 on, the second purchase being of a Camel (-want +got):\n%s", d)
	}
	holds(t, st)
}

// Ledgers of format 1 number pieces in each history, as they always have.
func TestALedgerOfFormat1NumbersPiecesInEachHistory(t *testing.T) {
	st := memory.New()
	l, at := bought(t, st, 0, buys("Red", "Ann", "Rook"), buys("Blue", "Bob", "Rook"))
	adopted(t, l, readjudicate.Plan{Changes: []events.Change{void(at[0])}})
	if d := cmp.Diff([]string{"K2 King", "R1 Rook"}, standing(l.State(), "Blue")); d != "" {
		t.Errorf("Blue (-want +got):\n%s", d)
	}
	holds(t, st)
}

func createdBy(res ledger.Result) []string {
	var list []string
	for _, e := range res.Events() {
		if p, ok := e.Payload.(events.PieceCreated); ok {
			list = append(list, p.Piece)
		}
	}
	return list
}

func inserted(t *testing.T, at uint64, p events.Payload) events.Change {
	t.Helper()
	wire, data, err := events.EncodePayload(p)
	if err != nil {
		t.Fatal(err)
	}
	return events.Change{What: history.Insert, Input: at, Type: wire, Payload: data, Actor: "Ann"}
}

func corrected(t *testing.T, at uint64, p events.Payload) events.Change {
	c := inserted(t, at, p)
	c.What, c.Actor = history.Correct, ""
	return c
}
