package aggregate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/systems"
	"adjudicate/systems/array"
	"adjudicate/systems/fen"
)

// newArray opens a game of a system from a position, "" for its opening array.
func newArray(t testing.TB, system, fen string) *game {
	t.Helper()
	sys, err := systems.Find(system)
	if err != nil {
		t.Fatal(err)
	}
	j, err := NewJudge(NewState(), "test")
	if err != nil {
		t.Fatal(err)
	}
	g := &game{t: t, j: j}
	g.accept(sys.Opening("test", strings.Repeat("5e", 32), ""))
	for _, r := range sys.Book.Rules() {
		g.accept(events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	set, err := array.Set(sys, fen, nil)
	if err != nil {
		t.Fatal(err)
	}
	g.accept(set)
	return g
}

// accept decides and commits an input that must be accepted.
func (g *game) accept(p events.Payload) Decision {
	g.t.Helper()
	d := g.j.Decide(Input{ID: "x", Payload: p, At: noon})
	if d.Ruling.Verdict != Accepted {
		g.t.Fatalf("%s: %v", p.Kind(), d.Ruling.Faults)
	}
	g.j.Commit(d)
	return d
}

func TestAGameOfChessBeginsWithItsArray(t *testing.T) {
	g := newArray(t, "chess", "")
	s := g.j.State()
	if !s.Started() || s.ToPlay() != "White" || len(s.Order()) != 2 {
		t.Errorf("started %t, %s to play, order %v: want White to play of two", s.Started(), s.ToPlay(), s.Order())
	}
	for square, want := range map[string]string{
		"a1": "Rook White", "e1": "King White", "d1": "Queen White", "g1": "Knight White", "h2": "Pawn White",
		"d8": "Queen Black", "e8": "King Black", "c8": "Bishop Black", "a7": "Pawn Black",
	} {
		if pc, ok := s.PieceAt(square); !ok || pc.Type+" "+pc.Side != want {
			t.Errorf("%s: %s %s, want %s", square, pc.Type, pc.Side, want)
		}
	}
	for _, side := range []string{"White", "Black"} {
		if n, _ := s.CountPieces(side); n != 16 {
			t.Errorf("%s has %d pieces, want 16", side, n)
		}
	}
}

func TestEveryVariantBeginsWithItsArray(t *testing.T) {
	for _, name := range systems.Variants() {
		g := newArray(t, name, "")
		sys, _ := systems.Find(name)
		at, err := fen.Read(sys, "")
		if err != nil {
			t.Fatal(err)
		}
		p, first := at.Game.Position, at.Side
		if d := cmp.Diff(array.Of(p, first, nil), array.Of(g.j.Position(), first, nil)); d != "" {
			t.Errorf("%s: the position of the ledger is not that of the array (-want +got):\n%s", name, d)
		}
		if want := p.SideName(first); g.j.State().ToPlay() != want {
			t.Errorf("%s: %q is to play, want %s", name, g.j.State().ToPlay(), want)
		}
	}
}

func TestAPositionBeginsWithWhatItHoldsBesides(t *testing.T) {
	g := newArray(t, "crazyhouse", "r3k2r/8/8/3pP3/8/8/8/4K2R[Qn] w Kq d6 0 9")
	s := g.j.State()
	var back State
	text, err := s.Snapshot(nil)
	if err == nil {
		err = back.Restore(text)
	}
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(array.Of(g.j.Position(), 0, nil), array.Of(mustJudge(t, &back).Position(), 0, nil)); d != "" {
		t.Errorf("the position after a snapshot (-want +got):\n%s", d)
	}
	moved := map[string]bool{}
	for _, pc := range array.Of(g.j.Position(), 0, nil).Pieces {
		moved[pc.At] = pc.Moved
	}
	for square, want := range map[string]bool{"e1": false, "h1": false, "e8": false, "a8": false, "h8": true, "e5": true} {
		if moved[square] != want {
			t.Errorf("the piece on %s has moved: %t, want %t", square, moved[square], want)
		}
	}
	if by, squares := g.j.Position().Passing(); g.j.PieceName(by) == "" || len(squares) != 1 {
		t.Errorf("the pawn on d5 has passed %v, want d6", squares)
	}
	if n, _ := s.CountPieces("White"); n != 3 {
		t.Errorf("White has %d pieces on the board, want 3", n)
	}
}

func mustJudge(t *testing.T, s *State) *Judge {
	t.Helper()
	j, err := NewJudge(s, "test")
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestAnArrayThatDoesNotFitIsRefused(t *testing.T) {
	two := []events.ArraySide{{Side: "White", Player: "Ann"}, {Side: "Black", Player: "Bob"}}
	for _, c := range []struct {
		title string
		in    events.ArraySet
		want  string
	}{
		{"no sides", events.ArraySet{}, FaultNoSides},
		{"a side twice", events.ArraySet{Sides: append(two, two[0])}, FaultSideExists},
		{"a piece of nobody", events.ArraySet{Sides: two, Pieces: []events.ArrayPiece{{Type: "King", Side: "Red", At: "e1"}}}, FaultUnknownSide},
		{"an unknown type", events.ArraySet{Sides: two, Pieces: []events.ArrayPiece{{Type: "Duke", Side: "White", At: "e1"}}}, FaultUnknownType},
		{"a square off the board", events.ArraySet{Sides: two, Pieces: []events.ArrayPiece{{Type: "King", Side: "White", At: "e9"}}}, FaultUnknownSquare},
		{"two on a square", events.ArraySet{Sides: two, Pieces: []events.ArrayPiece{{Type: "King", Side: "White", At: "e1"}, {Type: "King", Side: "Black", At: "e1"}}}, FaultOccupied},
		{"a closed square that is taken", events.ArraySet{Sides: two, Closed: []string{"e1"}, Pieces: []events.ArrayPiece{{Type: "King", Side: "White", At: "e1"}}}, FaultOccupied},
		{"nobody has passed", events.ArraySet{Sides: two, Passed: []string{"e3"}, Passer: "e4"}, FaultNoPiece},
	} {
		sys, _ := systems.Find("chess")
		g := &game{t: t, j: mustJudge(t, NewState())}
		g.accept(sys.Opening("test", strings.Repeat("5e", 32), ""))
		for _, r := range sys.Book.Rules() {
			g.accept(events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
		}
		d := g.j.Decide(Input{ID: "x", Payload: c.in, At: noon})
		if d.Ruling.Verdict != Rejected || d.Ruling.Faults[0].Code != c.want {
			t.Errorf("%s: %s %v, want %s", c.title, d.Ruling.Verdict, d.Ruling.Faults, c.want)
		}
	}
	g := newArray(t, "chess", "")
	if d := g.j.Decide(Input{ID: "x", Payload: events.ArraySet{Sides: two}, At: noon}); d.Ruling.Verdict != Rejected {
		t.Error("a second array is accepted")
	}
}

func TestAnAmendmentInMidGameForgetsNothingOfThePast(t *testing.T) {
	g := newArray(t, "chess", "r3k2r/7p/8/8/8/8/P7/RN2K2R w KQkq - 0 1")
	play := func(side, text, want string) {
		t.Helper()
		d := g.j.Decide(Input{ID: "x", Payload: events.PlaySubmitted{Side: side, Text: text}, At: noon})
		if d.Ruling.Verdict != want {
			t.Errorf("%s: %s is %s, want %s: %v", side, text, d.Ruling.Verdict, want, d.Ruling.Faults)
		}
		g.j.Commit(d)
	}
	play("White", "Nb1-e4", Rejected) // no knight's move
	play("White", "Ke1-e2", Accepted)
	play("Black", "Ph7-h5", Accepted)
	play("White", "Ke2-e1", Accepted)
	if parsed, err := rules.ParseFile("knight.yaml", []byte("number: 2.5\nrevision: 1\npiece: {name: Knight, glyph: N, value: 3, betza: NC}\n")); err != nil {
		t.Fatal(err)
	} else {
		g.accept(events.RuleAmended{Number: "2.5", Rule: parsed.Rules[0].Canonical()})
	}
	play("Black", "Ke8-c8", Accepted) // nothing of it has moved
	play("White", "Ke1-g1", Rejected) // the king has
	play("White", "Nb1-c4", Accepted) // by the amendment: three ranks and one file
}

// An array is held to the limits of the rules: nobody begins with more than they may have, and no lot is drawn about it.
func TestAnArrayBeyondALimitIsRefused(t *testing.T) {
	const begins = "number: \"1\"\ntitle: The board\nprocedure: {board: {files: 8, ranks: 8}, capturing: {goes: gone}%s}\n---\n" +
		"number: \"2\"\ntitle: A Stone\npiece: {name: Stone, glyph: S, value: 1, betza: W%s}\n---\n" +
		"number: \"3\"\ntitle: A Boulder\npiece: {name: Boulder, glyph: B, value: 2, betza: W%s}\n"
	for _, c := range []struct {
		title, procedure, stone, boulder string
		want                             string // the fault, "" for none
		says                             string
	}{
		{"as many as there may be", "", ", limit: 3", "", "", ""},
		{"one too many", "", ", limit: 2", "", FaultLimit, "Red has 3 that count as a Stone, and may have at most 2"},
		{"one too many on the board", "", ", on_board: 2", "", FaultOnBoardLimit, "Red has 3 on the board that count as a Stone, and may have at most 2 there"},
		{"others that count as one", "", ", limit: 3", ", counts_as: [Stone]", FaultLimit, "Red has 4 that count as a Stone, and may have at most 3"},
		{"others that count as one on the board alone", "", ", limit: 3", ", counts_as: [Stone], counts_in: board", "", ""},
		{"a limit of a set", ", limits: [{most: 3}]", "", "", FaultLimit, "there would be 4, and at most 3 are allowed"},
		{"a limit of all sides together", ", limits: [{of: all, most: 4}]", "", "", FaultLimit, "there would be 5, and at most 4 are allowed"},
		{"a limit of a set beyond which pieces go", ", limits: [{where: it.value > 1, most: 0, beyond: lifted}]", "", "", FaultLimit, "there would be 1, and at most 0 are allowed: it.value > 1"},
		{"a limit of what nobody has", ", limits: [{among: holding, most: 0}]", "", "", "", ""},
	} {
		parsed, err := rules.ParseFile("own.yaml", fmt.Appendf(nil, begins, c.procedure, c.stone, c.boulder))
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		g := &game{t: t, j: mustJudge(t, NewState())}
		g.accept(events.GameOpened{Game: "test", System: "own", Seed: strings.Repeat("5e", 32), Format: systems.Format})
		for _, r := range parsed.Rules {
			g.accept(events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
		}
		in := events.ArraySet{Sides: []events.ArraySide{{Side: "Red", Player: "Ann"}, {Side: "Blue", Player: "Bob"}}}
		for at, typ := range map[string]string{"a1": "Stone", "b1": "Stone", "c1": "Stone", "d1": "Boulder"} {
			in.Pieces = append(in.Pieces, events.ArrayPiece{Type: typ, Side: "Red", At: at})
		}
		in.Pieces = append(in.Pieces, events.ArrayPiece{Type: "Stone", Side: "Blue", At: "a8"})
		d := g.j.Decide(Input{ID: "x", Payload: in, At: noon})
		switch {
		case c.want == "" && d.Ruling.Verdict != Accepted, c.want != "" && d.Ruling.Verdict != Rejected:
			t.Errorf("%s: %s, %v", c.title, d.Ruling.Verdict, d.Ruling.Faults)
		case c.want != "" && (len(d.Ruling.Faults) != 1 || d.Ruling.Faults[0].Code != c.want || d.Ruling.Faults[0].Message != c.says):
			t.Errorf("%s: %v, want %s: %s", c.title, d.Ruling.Faults, c.want, c.says)
		case c.want != "" && d.Ruling.Faults[0].Clause == "":
			t.Errorf("%s: no clause", c.title)
		}
	}
}

// Whoever passes by a rule that lets a side pass rests on its clause, whatever else a Pass rests on.
func TestAPassRestsOnTheClauseThatAllowsIt(t *testing.T) {
	g := newArray(t, "chess", "")
	parsed, err := rules.ParseFile("passing.yaml", []byte("number: 7.1\ntitle: Patience\nprocedure: {passing: {when: turns >= 0, cite: §2}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	g.accept(events.RuleEnacted{Number: "7.1", Rule: parsed.Rules[0].Canonical()})
	for _, o := range g.decide("White", "pass").Outcomes {
		if p, ok := o.Payload.(events.AtomicPlayed); ok && p.Play == PlayPass {
			if o.Basis == nil || !slices.Contains(o.Basis.Clauses, "7.1/0 §2") {
				t.Errorf("the Pass rests on %v, want 7.1 §2", o.Basis)
			}
			return
		}
	}
	t.Error("White may not pass")
}
