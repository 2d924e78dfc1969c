package aggregate

import (
	"strings"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/systems"
)

// idle is a game in which whoever has used up their time passes, and gets more of it.
const idle = `
rules:
  - number: "1"
    title: The field
    procedure:
      board: {files: 4, ranks: 4}
      plays: {counts: "true", one_only: "false"}
      passing: {when: "true"}
      assets: [{name: time, of: side}]
      clock: {unit: second, of: time, default: [pass]}
      consequences:
        - {on: enters, do: [{pay: 10, asset: time, payee: side}]}
        - {on: turn-ends, do: [{pay: 5, asset: time, payee: side}]}
      order: {by: fixed}
  - number: "2"
    title: The Stone
    piece: {name: Stone, glyph: S, value: 1, betza: W}
`

// timed begins a game of two sides with one Stone each; the clock of North runs from the given moment on.
func timed(t *testing.T, text string, at time.Time) *Judge {
	t.Helper()
	file, err := rules.ParseFile("idle.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range file.Check(nil, new(rules.Register), rules.Game{}) {
		if p.Severity == rules.Fault {
			t.Fatal(p)
		}
	}
	s := NewState()
	outcomes(s, events.LedgerOpened{Game: "test", System: "idle", Seed: strings.Repeat("5e", 32), Format: systems.Format})
	for _, r := range file.Rules {
		s.Apply(events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
	}
	j, err := NewJudge(s, "test")
	if err != nil {
		t.Fatal(err)
	}
	d := j.Decide(Input{At: at, Payload: events.ArraySet{
		Sides:  []events.ArraySide{{Side: "North", Player: "Ann"}, {Side: "South", Player: "Bob"}},
		Pieces: []events.ArrayPiece{{Side: "North", Type: "Stone", At: "a4"}, {Side: "South", Type: "Stone", At: "a1"}},
	}})
	if d.Ruling.Verdict != Accepted {
		t.Fatal(d.Ruling.Faults)
	}
	j.Commit(d)
	return j
}

func TestNoClockRunsWhenNobodyIsThere(t *testing.T) {
	at := time.Date(2000, 1, 1, 12, 0, 0, 0, time.UTC)
	j := timed(t, idle, at)
	if limit, ok := j.State().Limit(); !ok || limit.Side != "North" || !limit.Expires.Equal(at.Add(10*time.Second)) {
		t.Fatalf("the clock of North is to run for ten seconds: %v, %t", limit, ok)
	}
	n := 0
	j.BringAbout(Input{At: at.Add(time.Hour), Payload: events.PlaySubmitted{Side: "North", Text: "Sa4-b4"}}, at, func(in Input, d Decision) {
		if n++; n > 2 {
			t.Fatal("a third turn expired")
		}
		if want := at.Add(time.Duration(n) * 10 * time.Second); !in.At.Equal(want) {
			t.Errorf("turn %d expired at %s, not %s", n, in.At, want)
		}
	})
	if _, running := j.State().Limit(); running || n != 2 || j.State().ToPlay() != "North" {
		t.Errorf("after %d turns %s is to play, a clock runs: %t", n, j.State().ToPlay(), running)
	}
	j.Commit(j.Decide(Input{At: at.Add(time.Hour), Payload: events.PlaySubmitted{Side: "North", Text: "Sa4-b4"}}))
	if limit, ok := j.State().Limit(); !ok || limit.Side != "South" || !limit.Expires.Equal(at.Add(time.Hour+5*time.Second)) {
		t.Errorf("the clock of South is to run for five seconds: %v, %t", limit, ok)
	}
}

// A fine of more time than is left ends the turn when it is due, and no moment before: the play that is fined was in time.
func TestAFineEndsNoTurnBeforeItIsDue(t *testing.T) {
	at := time.Date(2000, 1, 1, 12, 0, 0, 0, time.UTC)
	text := strings.Replace(idle, "      order:", "        - {on: refused, do: [{pay: 6, asset: time, payer: side, payee: Treasury}]}\n      order:", 1)
	j := timed(t, text, at)
	fined := at.Add(5 * time.Second) // of ten seconds five are used, and six are taken
	d := j.Decide(Input{At: fined, Payload: events.PlaySubmitted{Side: "North", Text: "Sa4-c4"}})
	if d.Ruling.Verdict != Rejected {
		t.Fatalf("a Stone goes one square: %s", d.Ruling.Verdict)
	}
	j.Commit(d)
	if limit, ok := j.State().Limit(); !ok || limit.Side != "North" || !limit.Expires.Equal(fined) {
		t.Fatalf("the limit of North is to be %s: %v, %t", fined, limit, ok)
	}
	n := 0
	j.BringAbout(Input{At: at.Add(8 * time.Second), Payload: events.PlaySubmitted{Side: "South", Text: "Sa1-b1"}}, fined, func(in Input, d Decision) {
		if n++; n > 1 || !in.At.Equal(fined) {
			t.Errorf("limit %d expired at %s, not %s", n, in.At, fined)
		}
	})
	if n != 1 || j.State().ToPlay() != "South" {
		t.Errorf("%d limits expired, %q is to play: want one, and South", n, j.State().ToPlay())
	}
}
