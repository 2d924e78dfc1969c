package ledger_test

import (
	"context"
	"errors"
	"testing"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/rules"
	"adjudicate/rules/names"
	"adjudicate/store/memory"
)

// TestUnknownPowersAndMattersAreRefusedBeforeTheyAreWritten names the nearest that there is.
func TestUnknownPowersAndMattersAreRefusedBeforeTheyAreWritten(t *testing.T) {
	st := memory.New()
	l, err := ledger.Create(context.Background(), st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	submit(t, l, openedNow(t, "Hand 3"))
	submit(t, l, events.PlayerRegistered{Player: "Ann"})
	var input *ledger.InputError
	if err := l.Check(events.PowerUsed{Power: "truce", Player: "Ann"}); !errors.As(err, &input) || input.Field != "power" {
		t.Errorf("a power where no rule gives any: %v", err)
	}
	parsed, err := rules.Parse("truce.yaml", []byte("number: 1230.90\nprocedure: {powers: [{name: truce, by: player, do: [{pay: 1, payee: side}]}]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	enacted := submit(t, l, events.RuleEnacted{Number: "1230.90", Rule: parsed[0].Canonical()})
	if r, _, _ := enacted.Ruling(); r.Verdict != "accepted" {
		t.Fatal(r.Faults)
	}
	for _, c := range []struct {
		in    events.Payload
		field string
		near  string
	}{
		{events.PowerUsed{Power: "trice", Player: "Ann"}, "power", "truce"},
		{events.AnswerGiven{Matter: "matter-7", Player: "Ann"}, "matter", ""},
	} {
		var unknown *names.UnknownError
		if err := l.Check(c.in); !errors.As(err, &input) || input.Field != c.field || !errors.As(err, &unknown) || unknown.Near != c.near {
			t.Errorf("%+v: %v", c.in, err)
		}
	}
	if err := l.Check(events.PowerUsed{Power: "truce", Player: "Ann"}); err != nil {
		t.Errorf("a power that there is: %v", err)
	}
}

// TestAPowerOfASideAsksForWhich refuses it before anything is written, and says which sides the player has.
func TestAPowerOfASideAsksForWhich(t *testing.T) {
	l, err := ledger.Create(context.Background(), memory.New(), name, options())
	if err != nil {
		t.Fatal(err)
	}
	submit(t, l, openedNow(t, "Hand 3"))
	for _, player := range []string{"Ann", "Bob"} {
		submit(t, l, events.PlayerRegistered{Player: player})
	}
	parsed, err := rules.Parse("truce.yaml", []byte("number: 1230.90\nprocedure: {powers: [{name: truce, by: side, do: [{pay: 1, payee: side}]}]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	submit(t, l, events.RuleEnacted{Number: "1230.90", Rule: parsed[0].Canonical()})
	submit(t, l, events.SideCreated{Side: "Red", Player: "Ann"})
	for player, want := range map[string]string{"Ann": "for: missing side: the power truce is used for a side; Ann plays Red", "Bob": "for: missing side: the power truce is used for a side"} {
		if err := l.Check(events.PowerUsed{Power: "truce", Player: player}); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %q", player, err, want)
		}
	}
	if err := l.Check(events.PowerUsed{Power: "truce", Player: "Ann", Side: "Red"}); err != nil {
		t.Errorf("for Red: %v", err)
	}
}
