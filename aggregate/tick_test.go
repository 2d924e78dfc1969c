package aggregate

import (
	"fmt"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
)

// What time makes due comes about as of its moment, whether somebody records it with a tick or nobody does (commands.md, tick).
func TestATickBringsAboutWhatTimeWould(t *testing.T) {
	friday := time.Date(2026, 1, 9, 12, 0, 0, 0, time.UTC)
	tuesday := friday.AddDate(0, 0, 4)
	state := func(tick bool) *State {
		g := newArray(t, "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
		accept := func(p events.Payload, at time.Time, actor string) {
			in := Input{Payload: p, At: at, Actor: actor}
			g.j.BringAbout(in, g.j.State().Clock(), nil)
			d := g.j.Decide(in)
			if d.Ruling.Verdict != Accepted {
				t.Fatal(d.Ruling.Faults)
			}
			g.j.Commit(d)
		}
		for number, rule := range map[string]string{
			"9.91": "procedure: {consequences: [{on: day, do: [{pay: 1, asset: days, payee: side}]}, {on: day, when: weekday == 1, do: [{pay: 1, asset: mondays, payee: side}]}]}",
			"9.92": "while: weekday == 7\nprocedure: {consequences: [{on: day, do: [{pay: 1, asset: sundays, payee: side}]}]}",
		} {
			list, err := rules.Parse("x.yaml", []byte("number: \""+number+"\"\ntitle: Days\n"+rule))
			if err != nil {
				t.Fatal(err)
			}
			accept(events.RuleEnacted{Number: number, Rule: list[0].Canonical()}, friday, "")
		}
		if tick {
			accept(events.TimePassed{}, tuesday, "Ann")
		}
		accept(events.PlaySubmitted{Side: "White", Text: "e2-e4"}, tuesday, "")
		return g.j.State()
	}
	ticked, passed := state(true), state(false)
	for asset, want := range map[string]int{"days": 4, "sundays": 1, "mondays": 1} {
		for _, s := range []*State{ticked, passed} {
			if got := s.Held("White", asset); got != want {
				t.Errorf("tick %v: White has %d %s, expected %d", s == ticked, got, asset, want)
			}
		}
	}
}

// A clock that runs on some days only stops with them (course.md, clocks of sides).
func TestAClockStandsStillOnTheDaysOnWhichItDoesNotRun(t *testing.T) {
	friday := time.Date(2026, 1, 9, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		hours int
		at    time.Time
		over  bool
	}{
		{30, friday.Add(47 * time.Hour), false},                 // Sunday: 12 of the 30 hours are used
		{30, friday.AddDate(0, 0, 3).Add(5 * time.Hour), false}, // Monday at 17 it has used 29
		{30, friday.AddDate(0, 0, 3).Add(7 * time.Hour), true},  // at 18 it had used 30
		{10, friday.Add(11 * time.Hour), true},
	} {
		g := newArray(t, "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
		text := fmt.Sprintf("number: \"9.99\"\ntitle: Weeks\nprocedure: {assets: [{name: hours, of: side}], clock: {unit: hour, of: hours, runs: weekday < 6}, ends: [{on: limit, when: \"true\", winner: other, title: lost on time}], consequences: [{on: enacted, of: side, do: [{pay: %d, asset: hours, payee: side}]}]}", c.hours)
		list, err := rules.Parse("x.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		in := Input{Payload: events.RuleEnacted{Number: "9.99", Rule: list[0].Canonical()}, At: friday}
		d := g.j.Decide(in)
		if d.Ruling.Verdict != Accepted {
			t.Fatal(d.Ruling.Faults)
		}
		g.j.Commit(d)
		g.j.BringAbout(Input{Payload: events.PlaySubmitted{Side: "White", Text: "e2-e4"}, At: c.at}, friday, nil)
		if s := g.j.State(); s.Over() != c.over {
			t.Errorf("%d hours, at %s: over %v, expected %v", c.hours, c.at, s.Over(), c.over)
		}
	}
}
