package readjudicate

import (
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/systems"
)

// A reading that a rule about the board asks for may touch every ruling, one that a definition asks for those on boards with the type.
func TestAReadingTouchesWhatTheRulesAreAboutThatAskForIt(t *testing.T) {
	for _, tt := range []struct {
		system, entry, reading string
		all                    bool
		types                  string
	}{
		{"diamond", "river-diagonal", "h1-a8", true, ""},
		{"diamond", "setup-slip", "illegal", true, ""},
		{"partychess", "gess-adjacent", "no", false, "Gess"},
	} {
		sys, err := systems.Find(tt.system)
		if err != nil {
			t.Fatal(err)
		}
		j, err := aggregate.NewJudge(aggregate.NewState(), "test")
		if err != nil {
			t.Fatal(err)
		}
		accept := func(p events.Payload) {
			t.Helper()
			d := j.Decide(aggregate.Input{ID: "x", Payload: p, At: time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC)})
			if d.Ruling.Verdict != aggregate.Accepted {
				t.Fatalf("%s: %v", p.Kind(), d.Ruling.Faults)
			}
			j.Commit(d)
		}
		accept(sys.Opening("test", strings.Repeat("5e", 32), ""))
		for _, r := range sys.Book.Rules() {
			accept(events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
		}
		before := j.State().Clone()
		accept(events.InterpretationAdopted{Entry: tt.entry, Reading: tt.reading})
		d, err := measure(before, j.State(), new(characters))
		if err != nil {
			t.Fatal(err)
		}
		if d.all != tt.all || strings.Join(d.types, " ") != tt.types {
			t.Errorf("%s=%s: all %t, types %v, want %t, %s", tt.entry, tt.reading, d.all, d.types, tt.all, tt.types)
		}
	}
}
