package aggregate

import (
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
)

// TestAPromotionMayBeNamedApart writes what a pawn becomes behind the move: it means the same, names the square that is reached, and is said
// once.
func TestAPromotionMayBeNamedApart(t *testing.T) {
	const fen = "8/4P3/k7/8/8/8/8/4K3 w - - 0 1"
	for _, c := range []struct{ text, fault string }{
		{"Pe7-e8=Queen", ""},
		{"Pe7-e8; Pe8=Queen", ""},
		{"Pe7-e8; Ke1=Queen", "nothing on e1 is promoted with this play"},
		{"Pe7-e8=Knight; Pe8=Queen", "nothing on e8 is promoted with this play"},
	} {
		d := newArray(t, "chess", fen).decide("White", c.text)
		var messages []string
		for _, f := range d.Ruling.Faults {
			messages = append(messages, f.Message)
		}
		switch said := strings.Join(messages, "; "); {
		case c.fault == "" && (d.Ruling.Verdict != Accepted || !strings.Contains(d.Ruling.Play, "=")):
			t.Errorf("%s: %s as %q: %s", c.text, d.Ruling.Verdict, d.Ruling.Play, said)
		case c.fault != "" && (d.Ruling.Verdict != Rejected || !strings.Contains(said, c.fault)):
			t.Errorf("%s: %s: %q, want %q", c.text, d.Ruling.Verdict, said, c.fault)
		}
	}
}

// TestTheOnlyPromotionThereIsNeedNotBeNamed leaves out what a piece becomes that must become something: it is recorded where nothing else
// is possible, and asked for where there is a choice.
func TestTheOnlyPromotionThereIsNeedNotBeNamed(t *testing.T) {
	for _, c := range []struct{ system, fen, text, play, fault string }{
		{"makruk", "4k3/8/8/1P6/8/8/8/4K3 w - - 0 1", "Pb5-b6", "Pb5-b6=M", ""},
		{"makruk", "4k3/8/8/1P6/8/8/8/4K3 w - - 0 1", "b6", "Pb5-b6=M", ""},
		{"makruk", "4k3/8/2p5/1P6/8/8/8/4K3 w - - 0 1", "Pb5xc6", "Pb5xc6=M", ""},
		{"makruk", "4k3/8/8/1P6/8/8/8/4K3 w - - 0 1", "Pb5-b6=R", "", "on b6 the piece becomes Met, not R"},
		{"chess", "8/4P3/k7/8/8/8/8/4K3 w - - 0 1", "Pe7-e8", "", "on e8 the piece is promoted: write = and Queen, Rook, Bishop or Knight"},
		{"shogi", "4k4/9/9/P8/9/9/9/9/4K4 w - - 0 1", "Pa6-a7", "Pa6-a7", ""}, // it need not be promoted
	} {
		d := newArray(t, c.system, c.fen).decide("White", c.text)
		said := ""
		for _, f := range d.Ruling.Faults {
			said += f.Message
		}
		if said != c.fault || c.fault == "" && !strings.HasSuffix(d.Ruling.Play, c.play) {
			t.Errorf("%s, %s: %s as %q: %q; want it as %q, or %q", c.system, c.text, d.Ruling.Verdict, d.Ruling.Play, said, c.play, c.fault)
		}
	}
}

// TestAForbiddenActSaysWhen has the ruling state the condition of a duty, if it has one.
func TestAForbiddenActSaysWhen(t *testing.T) {
	const fen = "8/8/k7/8/4p3/3P4/8/4K3 w - - 0 1"
	for _, c := range []struct{ duty, want string }{
		{"{forbid: capture, when: count(mover.pieces) > 1}", "a capture is forbidden: count(mover.pieces) > 1"},
		{"{forbid: capture}", "a capture is forbidden"},
	} {
		g := newArray(t, "chess", fen)
		parsed, err := rules.ParseFile("truce.yaml", []byte("rules:\n  - number: '90'\n    title: Truce\n    procedure: {duties: ["+c.duty+"]}\n"))
		if err != nil {
			t.Fatal(err)
		}
		g.accept(events.RuleEnacted{Number: "90", Rule: parsed.Rules[0].Canonical()})
		if d := g.decide("White", "Pd3xe4"); len(d.Ruling.Faults) != 1 || d.Ruling.Faults[0].Message != c.want {
			t.Errorf("%s: %s: %+v, want %q", c.duty, d.Ruling.Verdict, d.Ruling.Faults, c.want)
		}
	}
}

// TestATurnGoesTheWayThatItNames holds a play to the squares that it names between its first and its last.
func TestATurnGoesTheWayThatItNames(t *testing.T) {
	for _, c := range []struct{ text, fault string }{
		{"Ra1-a3-a5", ""},
		{"Ra1-b2-a5", "the Rook on a1 has no step to b2 on its way"},
		{"Ra1-a3-b5", "the Rook on a3 has no step to b5 on its way"},
		{"Ra1-a3xe3", "a Rook cannot capture from a1 on e3"},
		{"Ra1-c2xe3", "the Rook on a1 has no step to c2 on its way"},
		{"Ra1-a1", "the Rook stands on a1 already"},
	} {
		d := newArray(t, "chess", "4k3/8/8/8/8/4p3/8/R3K3 w - - 0 1").decide("White", c.text)
		said := ""
		for _, f := range d.Ruling.Faults {
			said += f.Message
		}
		if said != c.fault {
			t.Errorf("%s: %s: %q, want %q", c.text, d.Ruling.Verdict, said, c.fault)
		}
	}
}

// TestWhatAFieldClosesIsToldWithTheField has a ruling name the field that lies where a piece cannot go, its clause, and the pieces that make it.
func TestWhatAFieldClosesIsToldWithTheField(t *testing.T) {
	const between = "the beam between the Knight on a3 and the Knight on e3"
	for _, c := range []struct{ text, fault, clause string }{
		{"Kc2-c3", "on c3 lies " + between, "2.5/1 §1"},
		{"Rb1-b3", "on b3 lies " + between, "2.5/1 §1"},
		{"Rb1-b5", "a Rook cannot move from b1 to b5: " + between + " lies in the way, on b3", "2.5/1 §1"},
		{"Bg1-d4", "a Bishop cannot move from g1 to d4: the Pawn on f2 stands in the way", "2.4/0"},
		{"Bh2-b8", "", ""}, // nothing lies there
	} {
		g := newArray(t, "chess", "8/7k/8/8/8/N3N3/2K2P1B/1R4B1 w - - 0 1")
		parsed, err := rules.ParseFile("beam.yaml", []byte("{number: '2.5', revision: 1, set: {piece.fields: [{name: beam, cite: §1}]}}"))
		if err != nil {
			t.Fatal(err)
		}
		g.accept(events.RuleAmended{Number: "2.5", Rule: parsed.Rules[0].Canonical()})
		d := g.decide("White", c.text)
		said, clause := "", ""
		for _, f := range d.Ruling.Faults {
			said, clause = said+f.Message, f.Clause
		}
		if said != c.fault || clause != c.clause {
			t.Errorf("%s: %s: %q by %q, want %q by %q", c.text, d.Ruling.Verdict, said, clause, c.fault, c.clause)
		}
	}
}

// TestAMoveToAnEnemyTellsWhoMayCaptureIt writes a capture without its x: the ruling shows how it is written, if the piece can make it.
func TestAMoveToAnEnemyTellsWhoMayCaptureIt(t *testing.T) {
	for _, c := range []struct{ text, fault string }{
		{"Re1-e3", "e3 is occupied by the Pawn of Black; a capture is written with an x, e1xe3"},
		{"Bc3-e3", "e3 is occupied by the Pawn of Black"}, // no Bishop goes along a rank
	} {
		d := newArray(t, "chess", "4k3/8/8/8/8/2B1p3/8/4R1K1 w - - 0 1").decide("White", c.text)
		said := ""
		for _, f := range d.Ruling.Faults {
			said += f.Message
		}
		if said != c.fault {
			t.Errorf("%s: %s: %q, want %q", c.text, d.Ruling.Verdict, said, c.fault)
		}
	}
}
