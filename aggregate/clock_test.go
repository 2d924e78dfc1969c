package aggregate

import (
	"testing"
	"time"

	"adjudicate/events"
)

const (
	limits    = "1230.2/49 §4"
	extension = "1230.2/49 §4.A"
)

func TestTheTimeLimitOfATurn(t *testing.T) {
	g := newGame(t, "Red: King a1, Camel c3; Blue: King t20")
	want(t, g.facts(9*day, events.TimePassed{}), []string{"nothing-due"}) // nothing has been announced
	want(t, g.rejected(0, events.LimitExtended{Length: 5}), []string{"no-limit " + extension})
	want(t, said(g.input(0, events.StateAnnounced{})), []string{"limit of Red: 72h0m0s"})
	want(t, g.rejected(-1, events.StateAnnounced{}), []string{"clock-backwards"})
	want(t, g.rejected(-1, events.TimePassed{}), []string{"clock-backwards"})
	// A second announcement does not prolong it.
	want(t, said(g.input(2*day, events.StateAnnounced{})), nil)
	want(t, g.rejected(2*day, events.LimitExtended{Length: 8}), []string{"days-out-of-range " + extension})
	want(t, g.rejected(2*day, events.LimitExtended{Length: 3}), []string{"days-out-of-range " + extension})
	want(t, said(g.input(2*day, events.LimitExtended{Length: 7})), []string{"limit of Red: 168h0m0s"})
	want(t, g.facts(7*day-1, events.TimePassed{}), []string{"nothing-due"})
	want(t, g.rejected(7*day, events.StateAnnounced{}), []string{"limit-expired " + limits})
	want(t, g.rejected(7*day, events.LimitExtended{Length: 7}), []string{"limit-expired " + limits, "days-out-of-range " + extension})
	want(t, g.facts(7*day, events.TimePassed{}), []string{"default-play"})
	want(t, said(g.input(7*day, events.TimePassed{})),
		[]string{"Red: pass (default)", "Red done (default), default 1", "list: Blue Red", "turn: Blue"})
	// Blue's turn has no limit until its state is announced.
	want(t, said(g.input(20*day, events.TimePassed{})), nil)
}

func TestTheDefaultPlay(t *testing.T) {
	tests := []struct {
		name     string
		board    string
		readings []string
		want     []string
	}{
		{
			name: "a Pass where it is legal", board: "Red: King a1; Blue: King t20",
			want: []string{"Red: pass (default)", "Red done (default), default 1", "list: Blue Red", "turn: Blue"},
		},
		{
			name:  "a Surrender where a Pass would leave the side in check; it gives knives (1230.40, default-surrender=yes)",
			board: "Red: King a1, Camel c20; Blue: King t20, Rook a9",
			want: []string{"K1 off a1 (surrender)", "C1 off c20 (surrender)", "Red: surrender (default)", "Blue's knives 1 (surrender)",
				"Red done (default), default 1", "checks:", "list: Blue Red", "turn: Blue"},
		},
		{
			name:  "under default-surrender=no it gives none",
			board: "Red: King a1; Blue: King t20, Rook a9", readings: []string{"default-surrender=no"},
			want: []string{"K1 off a1 (surrender)", "Red: surrender (default)",
				"Red done (default), default 1", "checks:", "list: Blue Red", "turn: Blue"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := newGame(t, tt.board, tt.readings...)
			g.input(0, events.StateAnnounced{})
			want(t, said(g.input(3*day, events.TimePassed{})), tt.want)
		})
	}
}

func TestThreeDefaultPlaysInARowSendAPartySwingershipAway(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20")
	at := time.Duration(0)
	overdue := func() []string {
		g.input(at, events.StateAnnounced{})
		at += 3 * day
		return said(g.input(at, events.TimePassed{}))
	}
	for n := range 3 {
		got := overdue()
		if away := len(got) == 5 && got[2] == "Red is away: true"; away != (n == 2) {
			t.Errorf("after default play %d: %v", n+1, got)
		}
		g.play("Blue", "pass")
	}
	if s, _ := g.j.State().Side("Red"); !s.Has("away") || s.Defaults != 3 {
		t.Errorf("Red is %+v, want Away after 3 default plays", s)
	}

	g = newGame(t, "Red: King a1; Blue: King t20")
	at = 0
	overdue()
	g.play("Blue", "pass")
	overdue()
	g.play("Blue", "pass")
	g.play("Red", "pass") // a play of its own begins the count anew
	g.play("Blue", "pass")
	want(t, overdue(), []string{"Red: pass (default)", "Red done (default), default 1", "list: Blue Red", "turn: Blue"})
}

func TestLatePlays(t *testing.T) {
	at := func(d time.Duration) *time.Time { m := noon.Add(d); return &m }
	tests := []struct {
		name    string
		reading string
		sent    *time.Time
		arrives time.Duration
		late    bool
		facts   []string
	}{
		{"in time", "default-stands", nil, 3*day - 1, false, nil},
		{"the last moment is too late", "default-stands", nil, 3 * day, true, nil},
		{"sent in time and read later", "default-stands", at(3*day - 1), 4 * day, false, nil},
		{"sent too late", "default-stands", at(3 * day), 4 * day, true, nil},
		{"a time of sending after that of reading does not count", "default-stands", at(9 * day), 2 * day, false, nil},
		{"accepted under the other reading", "accept", at(3*day + 1), 4 * day, false, []string{"late-play late-play=accept"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := newGame(t, "Red: King a1; Blue: King t20", "late-play="+tt.reading)
			g.input(0, events.StateAnnounced{})
			in := events.PlaySubmitted{Side: "Red", Text: "pass", Sent: tt.sent}
			if tt.late {
				want(t, g.rejected(tt.arrives, in), []string{"limit-expired " + limits})
				return
			}
			want(t, g.facts(tt.arrives, in), tt.facts)
			want(t, said(g.input(tt.arrives, in)), []string{"Red: pass", "Red done", "list: Blue Red", "turn: Blue"})
		})
	}
}

func TestTimeLimitsNeedAGameThatRuns(t *testing.T) {
	g := emptyLedger(t)
	g.input(0, opening)
	want(t, g.rejected(0, events.StateAnnounced{}), []string{"game-not-started", "no-rule"})
	want(t, g.rejected(0, events.LimitExtended{Length: 4}), []string{"game-not-started", "no-rule"})
	want(t, g.facts(0, events.TimePassed{}), []string{"nothing-due"})
}
