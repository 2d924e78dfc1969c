package aggregate

import (
	"testing"
	"time"

	"adjudicate/events"
)

// A play sent before its side's turn began: "on eir turn" (1230.2 §6), early-play.
func TestPlaysSentBeforeTheTurnBegan(t *testing.T) {
	for _, tt := range []struct {
		reading string
		sent    time.Duration // Red plays a day after noon
		want    string
	}{
		{"in-time", 0, Accepted},
		{"too-early", 0, Rejected},
		{"too-early", day, Accepted},
	} {
		g := newGame(t, "Red: King a1; Blue: King t20", "early-play="+tt.reading)
		g.input(day, playOf("Red", "pass"))
		sent := noon.Add(tt.sent)
		d := g.j.Decide(Input{ID: "in", At: noon.Add(2 * day), Actor: "Umpire", Payload: events.PlaySubmitted{Side: "Blue", Text: "pass", Sent: &sent}})
		if d.Ruling.Verdict != tt.want {
			t.Errorf("%s, sent %v after noon: ruled %+v", tt.reading, tt.sent, d.Ruling)
		}
		if tt.want == Rejected && (codes(d.Ruling.Faults)[0] != FaultNotYourTurn || d.Ruling.Faults[0].Interpretation != "early-play=too-early") {
			t.Errorf("faults %+v", d.Ruling.Faults)
		}
	}
}

// A default play that takes the place of an illegal one when history is ruled on again: does
// it count among the three of 1230.2 §4 (substituted-default)?
func TestDefaultPlaysThatReplaceIllegalOnes(t *testing.T) {
	for reading, want := range map[string]int{"counts": 2, "ignored": 1} {
		g := newGame(t, "Red: King a1; Blue: King t20", "substituted-default="+reading)
		g.input(0, events.StateAnnounced{})
		g.input(3*day, events.TimePassed{})
		g.play("Blue", "pass")
		d := g.j.DecideUnder(Input{ID: "in", At: noon.Add(4 * day), Actor: "Umpire", Payload: playOf("Red", "Ka1-a9")}, &Order{Remedy: RemedyDefault})
		g.j.Commit(d)
		if s, _ := g.j.State().Side("Red"); d.Ruling.Verdict != Replaced || s.Defaults != want {
			t.Errorf("%s: ruled %s, %d default plays, want %d", reading, d.Ruling.Verdict, s.Defaults, want)
		}
	}
}
