package readjudicate_test

import (
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history/readjudicate"
)

// A dearer Pawn leaves Ann 15 of her 37, of which she has paid Bob 30 outside the game: both
// halves of that stand, and Ann owes 15, which her next income repays.
func TestWhatWasPaidOutsideTheGameStandsAndLeavesADebt(t *testing.T) {
	const game = `
on 1998-10-03
10:00 account Ann money +30
10:01 player Zoe
10:02 account Ann money -30 "rent"
10:03 account Bob money +30 "rent"
10:04 account Ann money +40
`
	st, l := kept(t, game)
	c := adopted(t, st, l, readjudicate.Plan{Changes: []events.Change{
		insertion(t, at(t, st, "03T10:01"), "", events.TransactionRecorded{Account: "Ann", Asset: "money", Amount: -events.Whole(15)})}})
	balance := func(s *aggregate.State, account string) events.Half { return s.Balance(account, "money") }
	if a, b := balance(c.After, "Ann"), balance(c.After, "Bob"); a != events.Whole(25) || b != events.Whole(30) {
		t.Errorf("Ann has %v and Bob %v, want 25 and 30", a, b)
	}
	c = adopted(t, st, l, readjudicate.Plan{Changes: []events.Change{{What: "void", Input: at(t, st, "03T10:04"), Reason: "it never came"}}})
	if a, b := balance(c.After, "Ann"), balance(c.After, "Bob"); a != -events.Whole(15) || b != events.Whole(30) {
		t.Errorf("Ann has %v and Bob %v, want a debt of 15 and 30", a, b)
	}
	// A transaction that is entered now is asked about all the same.
	res, err := l.Submit(t.Context(), events.TransactionRecorded{Account: "Ann", Asset: "money", Amount: -events.Whole(1)}, "Ursula", l.Last())
	if err != nil || res.Ruled().Verdict != aggregate.Rejected {
		t.Errorf("ruled %+v, %v", res.Ruled(), err)
	}
}
