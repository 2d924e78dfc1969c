package report_test

import (
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/report"
)

// While a play waits for the consent of others the limit of its turn does not expire, so it is no deadline: that of the answer is.
func TestALimitIsNoDeadlineWhileAPlayWaits(t *testing.T) {
	at := time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC)
	wire, input, err := events.EncodePayload(events.PlaySubmitted{Side: "Red", Text: "Ra5xa9"})
	if err != nil {
		t.Fatal(err)
	}
	st := aggregate.NewState()
	kinds := func() (list []string) {
		for _, d := range report.DeadlinesOf(st, 1).Deadlines {
			list = append(list, d.Kind+" "+d.Side+d.Player)
		}
		return list
	}
	st.Apply(events.LimitSet{Side: "Red", From: at, Expires: at.Add(72 * time.Hour)})
	if got := kinds(); len(got) != 1 || got[0] != "limit Red" {
		t.Fatalf("got %v, want the limit of Red", got)
	}
	closes := at.Add(24 * time.Hour)
	st.Apply(events.MatterOpened{Matter: "matter-1", Wants: wire, Input: input, Player: "Ann", Closes: &closes, Asks: []events.Asking{{Clause: "1 §1", Needs: "no == 0", Players: []string{"Bob"}}}})
	if got := kinds(); len(got) != 1 || got[0] != "matter Bob" {
		t.Errorf("got %v, want the answer of Bob alone", got)
	}
}
