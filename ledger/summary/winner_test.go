package summary

import (
	"testing"

	"adjudicate/events"
)

func TestASummaryNamesAllWhoHaveWon(t *testing.T) {
	var s Summary
	for _, p := range []events.EndDeclared{{Player: "Dan", Hand: 1}, {Player: "Bob", Hand: 2, Over: true}, {Player: "Ann", Hand: 2, Over: true}} {
		s.outcome(p)
	}
	if got := s.Winner.Names(); got != "Ann, Bob" || s.Winner.Hand != 2 {
		t.Errorf("hand %d was won by %s, want hand 2 by Ann, Bob", s.Winner.Hand, got)
	}
}
