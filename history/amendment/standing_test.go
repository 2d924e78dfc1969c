package amendment

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/systems"
)

// The plays that are counted are those that the judge accepts as single plays: each piece is
// tried on every square.
func TestThePlaysCountedAreThoseThatTheJudgeAccepts(t *testing.T) {
	s := aggregate.NewState()
	s.Apply(events.LedgerOpened{Game: "test", System: "partychess", Seed: strings.Repeat("5e", 32), Files: 20, Ranks: 20})
	s.Apply(events.OfficeHeld{Office: "umpire", Player: "Umpire"})
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	glyph := map[string]string{}
	for _, r := range book.Rules() {
		s.Apply(events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
		if r.Piece != nil {
			glyph[r.Piece.Name] = r.Piece.Glyph
		}
	}
	for _, name := range []string{"Red", "Blue"} {
		s.Apply(events.PlayerKnown{Player: name + "'s", Status: aggregate.StatusActive})
		s.Apply(events.SideEntered{Side: name, Player: name + "'s", Attributes: []string{"party"}})
	}
	// The Bishop is pinned by the Rook on the fifth rank; the second Camel is off-board.
	pieces := []struct{ id, typ, side, at string }{
		{"K1", "King", "Red", "e5"}, {"B1", "Bishop", "Red", "g5"}, {"R1", "Rook", "Red", "c2"}, {"p1", "Pawn", "Red", "d3"},
		{"C1", "Camel", "Red", ""}, {"M1", "il-Nabi", "Red", "f9"},
		{"K2", "King", "Blue", "t20"}, {"R2", "Rook", "Blue", "m5"}, {"C2", "Camel", "Blue", "c7"}, {"J1", "Jester", "Blue", "e4"},
	}
	for _, p := range pieces {
		s.Apply(events.PieceCreated{Piece: p.id, Type: p.typ, Side: p.side})
		if p.at != "" {
			s.Apply(events.PiecePlaced{Piece: p.id, At: p.at})
		}
	}
	s.Apply(events.StartDone{})
	s.Apply(events.OrderChanged{Order: []string{"Red", "Blue"}})
	s.Apply(events.TurnBegan{Side: "Red"})
	j, err := aggregate.NewJudge(s, "test")
	if err != nil {
		t.Fatal(err)
	}
	st, err := standingOf(j)
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, p := range st.side("Red").plays {
		listed[p.Kind+" "+p.Piece+" "+p.To] = true
	}
	accepted := 0
	for _, p := range pieces[:6] {
		for square := range squares() {
			forms := map[string]string{"move": glyph[p.typ] + p.at + "-" + square, "capture": glyph[p.typ] + p.at + "x" + square}
			if p.at == "" {
				forms = map[string]string{"placement": glyph[p.typ] + "@" + square}
			}
			for kind, text := range forms {
				d := j.Decide(aggregate.Input{ID: "in", At: time.Date(1998, 10, 5, 9, 0, 0, 0, time.UTC), Payload: events.PlaySubmitted{Side: "Red", Text: text}})
				ok := d.Ruling.Verdict == aggregate.Accepted
				if ok {
					accepted++
				}
				if ok != listed[kind+" "+p.id+" "+square] {
					t.Errorf("%s: the judge accepts: %t, listed: %t (%v)", text, ok, !ok, d.Ruling.Faults)
				}
			}
		}
	}
	if accepted < 50 {
		t.Errorf("only %d plays are legal: the test shows little", accepted)
	}
}

func squares() map[string]bool {
	all := map[string]bool{}
	for f := range 20 {
		for r := range 20 {
			all[fmt.Sprintf("%c%d", 'a'+f, r+1)] = true
		}
	}
	return all
}
