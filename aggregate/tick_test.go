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

// Each moment that is due is an entry of its own, whoever notices it and when (commands.md, tick): what it says of the force of rules, of sides and of
// matters holds before the next one is looked at.
func TestATickIsManyMoments(t *testing.T) {
	friday := time.Date(2026, 1, 9, 12, 0, 0, 0, time.UTC)
	const dew = "while: count(pieces) > 0\nprocedure: {consequences: [{on: day, do: [{pay: 1, asset: dew, payee: side}]}]}"
	for _, c := range []struct {
		name  string
		rules []string // 9.1, 9.2, …
		power bool     // White uses the power "slow"
		after time.Duration
		want  func(s *State) string
		is    string
	}{
		// The 10th and the 11th pay; the 11th suspends what pays.
		{"a date that suspends what others pay", []string{
			"procedure: {consequences: [{on: day, when: 'day == 11 and side == \"White\"', do: [{suspend: \"9.2\"}]}]}", dew,
		}, false, 96 * time.Hour, func(s *State) string { return fmt.Sprint(s.Held("White", "dew"), s.Held("Black", "dew")) }, "2 2"},
		// A side that leaves on the 11th is not there on the 12th.
		{"a date on which a side leaves", []string{
			"procedure: {consequences: [{on: day, when: 'day == 11 and side == \"Black\"', do: [{leave: side}]}]}", dew,
		}, false, 96 * time.Hour, func(s *State) string {
			return fmt.Sprint(s.Held("White", "dew"), s.Balance("Black", "dew"))
		}, "4 2"},
		// Notice of three days ends on the 12th at noon, after three dates.
		{"a matter that suspends what dates pay", []string{
			"procedure: {powers: [{name: slow, by: side, notice: 3, do: [{suspend: \"9.2\"}]}]}", dew,
		}, true, 96 * time.Hour, func(s *State) string { return fmt.Sprint(s.Held("White", "dew")) }, "3"},
		// A rule that lasts until the 12th takes effect on the 11th at noon: it pays on no day, and lapses after one that it suspends.
		{"a matter that takes effect before the rule in it lapses", []string{
			"procedure: {powers: [{name: slow, by: side, notice: 2, do: [{enforce: \"9.3\"}]}]}", dew,
			"until: \"2026-01-13\"\nwhile: enforced\nprocedure: {consequences: [{on: day, do: [{pay: 1, asset: rain, payee: side}]}]}",
		}, true, 96 * time.Hour, func(s *State) string { return fmt.Sprint(s.Held("White", "dew"), s.Held("White", "rain")) }, "4 1"},
	} {
		for _, ticks := range [][]time.Duration{nil, {c.after}, {c.after / 2, c.after}} {
			g := newArray(t, "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
			accept := func(p events.Payload, at time.Time, actor string) {
				t.Helper()
				in := Input{Payload: p, At: at, Actor: actor}
				g.j.BringAbout(in, g.j.State().Clock(), nil)
				d := g.j.Decide(in)
				if d.Ruling.Verdict != Accepted {
					t.Fatal(c.name, d.Ruling.Faults)
				}
				g.j.Commit(d)
			}
			for i, text := range c.rules {
				number := fmt.Sprintf("9.%d", i+1)
				list, err := rules.Parse("x.yaml", []byte("number: \""+number+"\"\ntitle: Days\n"+text))
				if err != nil {
					t.Fatal(c.name, err)
				}
				accept(events.RuleEnacted{Number: number, Rule: list[0].Canonical()}, friday, "")
			}
			if c.power {
				side, _ := g.j.State().Side("White")
				accept(events.PowerUsed{Power: "slow", Player: side.Player, Side: "White"}, friday, "")
			}
			accept(events.PlaySubmitted{Side: "White", Text: "e2-e4"}, friday.Add(5*time.Minute), "")
			for _, after := range ticks {
				accept(events.TimePassed{}, friday.Add(after), "Ann")
			}
			accept(events.PlayerRegistered{Player: "Zoe"}, friday.Add(c.after), "")
			if got := c.want(g.j.State()); got != c.is {
				t.Errorf("%s, ticks after %v: %s, expected %s", c.name, ticks, got, c.is)
			}
		}
	}
}
