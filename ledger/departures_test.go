package ledger

import (
	"strings"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// What this engine rules otherwise than the one before is known by the two rulings, and by nothing else.
func TestADepartureIsKnownByItsRulings(t *testing.T) {
	ruled := func(verdict, fault string, then ...events.Payload) (list []events.Outcome) {
		r := events.Ruled{Verdict: verdict}
		if fault != "" {
			r.Faults = []events.Fault{{Code: fault}}
		}
		for _, p := range append([]events.Payload{r}, then...) {
			list = append(list, events.Outcome{Payload: p})
		}
		return list
	}
	var (
		moved    = events.PieceMoved{Piece: "P1", From: "e7", To: "e8"}
		promoted = events.PiecePromoted{Piece: "P1", Type: "Queen"}
		burnt    = events.PieceDestroyed{Piece: "N2", Why: events.WhyEffect}
		play     = events.PlaySubmitted{Side: "White", Text: "Pe7-e8=Q"}
	)
	for _, c := range []struct {
		title            string
		in               events.Payload
		recorded, judged []events.Outcome
		want             string // part of the reason; "" where none is known
	}{
		{"an array beyond a limit", events.ArraySet{}, ruled(aggregate.Accepted, ""), ruled(aggregate.Rejected, aggregate.FaultLimit), "held to the limits"},
		{"an array beyond a limit of the board", events.ArraySet{}, ruled(aggregate.Accepted, ""), ruled(aggregate.Rejected, aggregate.FaultOnBoardLimit), "held to the limits"},
		{"an array that does not fit", events.ArraySet{}, ruled(aggregate.Accepted, ""), ruled(aggregate.Rejected, aggregate.FaultOccupied), ""},
		{"a play beyond a limit", play, ruled(aggregate.Accepted, ""), ruled(aggregate.Rejected, aggregate.FaultLimit), ""},
		{"a promotion after what followed", play, ruled(aggregate.Accepted, "", moved, burnt, promoted), ruled(aggregate.Accepted, "", moved, promoted, burnt), "before what follows"},
		{"a promotion after which more follows", play, ruled(aggregate.Accepted, "", moved, burnt, promoted), ruled(aggregate.Accepted, "", moved, promoted), "before what follows"},
		{"another promotion", play, ruled(aggregate.Accepted, "", moved, burnt, events.PiecePromoted{Piece: "P1", Type: "Rook"}), ruled(aggregate.Accepted, "", moved, promoted, burnt), ""},
		{"another move", play, ruled(aggregate.Accepted, "", events.PieceMoved{Piece: "P1", From: "e7", To: "d8"}, burnt, promoted), ruled(aggregate.Accepted, "", moved, promoted, burnt), ""},
		{"no promotion", play, ruled(aggregate.Accepted, "", moved), ruled(aggregate.Accepted, "", moved, promoted), ""},
		{"a promotion on the squares of another", play, ruled(aggregate.Accepted, ""), ruled(aggregate.Rejected, aggregate.FaultPromotionType), "squares of its own"},
		{"a play that promotes nothing", events.PlaySubmitted{Side: "White", Text: "Pe7-e8"}, ruled(aggregate.Accepted, ""), ruled(aggregate.Rejected, aggregate.FaultPromotionType), ""},
	} {
		x := &discrepancy{in: &events.Envelope{Payload: c.in}, before: aggregate.NewState(), recorded: c.recorded, judged: c.judged}
		got := x.known("adjudicate 0.2.0")
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.title, got, c.want)
		}
		if got := x.known("adjudicate 0.3.0"); got != "" {
			t.Errorf("%s: of the engine of today: %q", c.title, got)
		}
	}
}

// A ruling that cites the place in a rule where an earlier one cited the rule as a whole is known, and no other citation is.
func TestACloserCitationIsKnown(t *testing.T) {
	rests := func(clauses ...string) []events.Outcome {
		b := &events.Basis{Clauses: clauses}
		return []events.Outcome{{Payload: events.Ruled{Verdict: aggregate.Accepted}, Basis: b}, {Payload: events.PieceMoved{Piece: "P1", From: "b3", To: "b1"}, Basis: b}}
	}
	for _, c := range []struct {
		title            string
		recorded, judged []events.Outcome
		known            bool
	}{
		{"a place in the rule", rests("4/0 1.2", "8.3/0"), rests("4/0 1.2", "8.3/0 §2"), true},
		{"the rule instead of a place", rests("4/0 1.2", "8.3/0 §2"), rests("4/0 1.2", "8.3/0"), false},
		{"another place", rests("4/0 1.2", "8.3/0 §1"), rests("4/0 1.2", "8.3/0 §2"), false},
		{"a place in another revision", rests("4/0 1.2", "8.3/0"), rests("4/0 1.2", "8.3/1 §2"), false},
		{"a clause less", rests("4/0 1.2", "8.3/0"), rests("8.3/0 §2"), false},
		{"a clause more", rests("8.3/0"), rests("4/0 1.2", "8.3/0 §2"), false},
		{"another move", rests("8.3/0")[:1], rests("8.3/0 §2"), false},
	} {
		for _, engine := range []string{"adjudicate 0.2.0", "adjudicate 0.3.0"} {
			x := &discrepancy{in: &events.Envelope{Payload: events.PlaySubmitted{}}, before: aggregate.NewState(), recorded: c.recorded, judged: c.judged}
			if got := x.known(engine); strings.Contains(got, "the clause of their way") != c.known {
				t.Errorf("%s, %s: %q", c.title, engine, got)
			}
		}
	}
}

// A play of which a lot decided was written without what had been chosen in it by name.
func TestAPlayWrittenWithItsChoicesIsKnown(t *testing.T) {
	played := func(play string, then ...events.Payload) []events.Outcome {
		list := []events.Outcome{{Payload: events.Ruled{Verdict: aggregate.Accepted, Play: play}}}
		for _, p := range then {
			list = append(list, events.Outcome{Payload: p})
		}
		return list
	}
	moved := events.PieceMoved{Piece: "P1", From: "b3", To: "b1"}
	for _, c := range []struct {
		title            string
		recorded, judged []events.Outcome
		known            bool
	}{
		{"a choice behind it", played("Rb1xb5", moved), played("Rb1xb5; gift: 2", moved), true},
		{"two choices behind it", played("Rb1xb5"), played("Rb1xb5; gift: 2; heir: Blue"), true},
		{"another act behind it", played("Rb1xb5"), played("Rb1xb5; Ra1-a2; gift: 2"), false},
		{"another play", played("Rb1xb5"), played("Rb1xb4; gift: 2"), false},
		{"something else that followed", played("Rb1xb5"), played("Rb1xb5; gift: 2", moved), false},
		{"the same play", played("Rb1xb5"), played("Rb1xb5"), false},
	} {
		x := &discrepancy{in: &events.Envelope{Payload: events.PlaySubmitted{}}, before: aggregate.NewState(), recorded: c.recorded, judged: c.judged}
		if got := x.known("adjudicate 0.3.0"); strings.Contains(got, "what was chosen in it") != c.known {
			t.Errorf("%s: %q", c.title, got)
		}
	}
}
