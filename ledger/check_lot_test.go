package ledger_test

import (
	"context"
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/store/memory"
)

// A lot is supplied of a draw that the rules may make, and gives what it may come to. By hand: in Party Chess "play-list:start" orders the sides of the
// season, Red and Blue; a rule draws among red, black and zero; no draw is called by a side that there is not.
func TestALotIsSuppliedOfADrawThatTheRulesMayMake(t *testing.T) {
	l := bishop(t, memory.New())
	list, err := rules.Parse("own.yaml", []byte("number: 9001\ntitle: A wheel\nprocedure: {consequences: [{on: turn-ends, do: [{draw: [red, black, zero]}], cite: §1}]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Submit(context.Background(), events.RuleEnacted{Number: "9001", Rule: list[0].Canonical()}, "Ursula", l.Last()); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		draw   string
		result []string
		want   string
	}{
		{"rule:Red:7", []string{"black"}, ""},
		{"rule:Red", []string{"B1"}, ""},
		{"rule:turn-ends", []string{"zero"}, ""},
		{"play-list:start", []string{"Blue", "Red"}, ""},
		{"excess:Red:Rook", []string{"R1"}, ""},
		{"limit:all", []string{"p1"}, ""},
		{"rule:Red:7", []string{"green"}, `result: no such candidate of rule:Red: "green": expected red, black, zero, or a piece, side, player or square`},
		{"rule:Rid", []string{"black"}, `no such draw: "rule:Rid"; did you mean "rule:Red"?`},
		{"play-list:start", []string{"B1"}, `result: no such candidate of play-list:start: "B1": expected one of Red, Blue`},
		{"play-list:start", []string{"Red", "Red"}, "result: Red is given twice: a lot draws different ones"},
		{"excess:Red:Rook:1", []string{"R7"}, `result: no such candidate of excess:Red:Rook: "R7"; did you mean "R1"?`},
	} {
		text := ""
		if err := l.Check(events.LotSupplied{Draw: row.draw, Result: row.result}); err != nil {
			text = err.Error()
		}
		if text != row.want {
			t.Errorf("%s gives %v: %q, want %q", row.draw, row.result, text, row.want)
		}
	}
}
