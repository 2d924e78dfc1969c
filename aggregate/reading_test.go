package aggregate

import (
	"testing"

	"adjudicate/events"
	"adjudicate/notation"
)

// A reading that says something else than its text shows who reads the text again.
func otherwise(text, as string) *notation.Reading {
	r := notation.Read(as)
	r.Text = text
	return r
}

func TestAPlayThatHasBeenReadIsNotReadAgain(t *testing.T) {
	in := Input{Payload: events.PlaySubmitted{Side: "Red", Text: "pass"}, Play: otherwise("pass", "surrender")}
	if !in.Reading().Surrenders() {
		t.Error("the text was read again")
	}
	in.Payload = events.PlaySubmitted{Side: "Red", Text: "Ra1-a5"}
	if got := in.Reading().Play.String(); got != "Ra1-a5" {
		t.Errorf("another text was read as %q", got)
	}
	in = Input{Payload: events.TimePassed{}}
	if in.Reading() != nil {
		t.Error("what is no play has been read as one")
	}
}

func TestTheJudgeTakesAPlayAsItWasReadAtTheDoor(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20")
	d := g.j.Decide(Input{ID: "in", At: noon, Payload: events.PlaySubmitted{Side: "Red", Text: "Ka1-a2"}, Play: otherwise("Ka1-a2", "Ka1-b2")})
	if d.Ruling.Verdict != Accepted || d.Ruling.Play != "Ka1-b2" {
		t.Errorf("ruled %s on %q: the text was read again", d.Ruling.Verdict, d.Ruling.Play)
	}
}
