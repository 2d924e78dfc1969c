package movement_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	_ "adjudicate/internal/testheap"
	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/systems"
	"adjudicate/systems/position"
)

// kings is what every invented game has besides the inventions.
const kings = `
rules:
  - number: "1"
    title: board
    procedure:
      board: {files: 8, ranks: 8}
      checks: {own_royal: true}
      weights: {when: royals > 0, piece: value + mobility + 5*attacks + 4*defends, mobility: greatest}
  - number: "2"
    title: King
    piece: {name: King, glyph: K, value: 0, royal: true, modes: [{legs: [{dir: all, n: 1}]}]}
  - number: "3"
    title: Rook
    piece: {name: Rook, glyph: R, value: 5, modes: [{legs: [{dir: orthogonal, n: 1..7}]}]}
`

// board is a position by hand: "Red: Ka1 Rb2; Blue: Kh8".
func board(t *testing.T, piece, men string) (*movement.Position, map[string]movement.PieceID) {
	t.Helper()
	base, err := rules.Parse("kings", []byte(kings))
	if err != nil {
		t.Fatal(err)
	}
	more, err := rules.Parse("invention", []byte("number: \"9\"\ntitle: invention\npiece:\n"+piece))
	if err != nil {
		t.Fatal(err)
	}
	rb := rules.NewRulebook(append(base, more...)...)
	if bad := rb.Invalid(); len(bad) > 0 {
		t.Fatalf("rule %s: %s", bad[0].Rule.Number, bad[0].Why)
	}
	rs, err := movement.Compile(rb, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, at := rs.NewPosition(), map[string]movement.PieceID{}
	for _, side := range strings.Split(men, ";") {
		name, list, _ := strings.Cut(strings.TrimSpace(side), ":")
		s := p.AddSide(name)
		for _, man := range strings.Fields(list) {
			typ := movement.NoType
			for i := range rs.Types() {
				if rs.Glyph(movement.TypeID(i)) == man[:1] {
					typ = movement.TypeID(i)
				}
			}
			sq, ok := rs.Square(man[1:])
			if typ == movement.NoType || !ok {
				t.Fatalf("man %q", man)
			}
			id := p.AddPiece(typ, s)
			p.Put(id, sq)
			at[man] = id
		}
	}
	return p, at
}

func squares(p *movement.Position, list []movement.Square) string {
	var names []string
	for _, sq := range list {
		names = append(names, p.Ruleset().SquareName(sq))
	}
	return strings.Join(names, " ")
}

// takings writes "d4>d6" for a capture on d4 that ends on d6, "+c2" for a second victim's square.
func takings(p *movement.Position, list []movement.Taking) string {
	var out []string
	for _, t := range list {
		s := p.Ruleset().SquareName(t.At) + ">" + p.Ruleset().SquareName(t.To)
		if t.Also != movement.NoPiece {
			s += "+" + p.Ruleset().SquareName(p.Where(t.Also))
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestInventedPieces(t *testing.T) {
	tests := []struct {
		name, piece, men, who string
		moves, takes          string
	}{
		{
			name:  "a Withdrawer captures what it steps straight away from",
			piece: "  {name: Withdrawer, glyph: W, value: 4, modes: [{for: [move], legs: [{dir: all, n: 1..7}]}, {for: [capture], takes: behind, legs: [{dir: all, n: 1..7}]}]}",
			men:   "Red: Kh1 We4; Blue: Kh8 Rd4 Re6", who: "We4",
			// East of e4 lie f4, g4, h4; the Rook d4 stands behind that way only.
			moves: "a8 b1 b7 c2 c6 d3 d5 e1 e2 e3 e5 f3 f4 f5 g2 g4 g6 h4 h7", takes: "d4>f4 d4>g4 d4>h4",
		},
		{
			name:  "a draughtsman hops over one enemy to the empty square behind it",
			piece: "  {name: Draughtsman, glyph: D, value: 2, modes: [{for: [move], legs: [{dir: diagonal, n: 1}]}, {for: [capture], takes: hopped, legs: [{dir: diagonal, n: 2, hop: next}]}]}",
			men:   "Red: Kh1 Dc3 Rb2; Blue: Kh8 Rd4 Rb4 Ra5", who: "Dc3",
			// Over d4 to e5; over b4 stands a5; b2 is a friend.
			moves: "d2", takes: "d4>e5",
		},
		{
			name:  "a piece on two squares stops before the first piece of all",
			piece: "  {name: Wagon, glyph: W, value: 4, covers: [[0, 0], [1, 0]], modes: [{legs: [{dir: east, n: 1..7}]}]}",
			men:   "Red: Rd1 Wa1 Kh8; Blue: Ka8", who: "Wa1",
			// On b1 it covers c1 too; on c1 it would cover the Rook's square, and it goes over nothing.
			moves: "b1",
		},
		{
			name:  "a Slinger goes on from where it turns as far as the board does",
			piece: "  {name: Slinger, glyph: S, value: 4, modes: [{legs: [{dir: north, n: 1..3}, {dir: turn90, n: edge}]}]}",
			men:   "Red: Kh1 Sd3 Rc6; Blue: Kh8 Rh4 Rf6", who: "Sd3",
			// From d4 west to a4, and east to the Rook on h4; from d5 to a5 and h5. From d6 a friend is in the way to a6, and an enemy that is not on the edge in that to h6.
			moves: "a4 a5 h5", takes: "h4>h4",
		},
		{
			name:  "a Slinger that turns on an edge goes along it or away from it",
			piece: "  {name: Slinger, glyph: S, value: 4, modes: [{legs: [{dir: north, n: 1..3}, {dir: turn90, n: edge}]}]}",
			men:   "Red: Kh1 Sa2; Blue: Kh8 Rb4", who: "Sa2",
			// West of a3, a4 and a5 there is nothing; the Rook on b4 is not on the edge.
			moves: "h3 h5", takes: "",
		},
		{
			name:  "a double mover leaps twice and captures on either leap",
			piece: "  {name: Lion, glyph: L, value: 9, modes: [{legs: [{leap: [0, 3], takes: true}, {leap: [0, 3]}]}]}",
			men:   "Red: Kh1 La1; Blue: Kh8 Ra4 Rd4", who: "La1",
			// By a4 (captured): on to a7, d4 (captured too) or back to a1. By d1 (empty): to g1, or d4 (captured), or back: not a move.
			moves: "g1", takes: "a4>a1 a4>a7 d4>d4 d4>d4+a4",
		},
		{
			name:  "a piece beside a Medusa neither moves nor captures",
			piece: "  {name: Medusa, glyph: M, value: 3, modes: [{legs: [{dir: all, n: 1}]}], denies: [{to: enemy, deny: [move, capture]}]}",
			men:   "Red: Kh1 Rc3 Rc8; Blue: Kh8 Md4", who: "Rc3",
		},
		{
			name:  "a Wall stands where it is, and nothing captures it",
			piece: "  {name: Wall, glyph: W, value: 1, immovable: true, immune: [{who: self}]}",
			men:   "Red: Kh1 Ra1; Blue: Kh8 Wa3 Rc1", who: "Ra1",
			moves: "a2 b1", takes: "c1>c1",
		},
		{
			name:  "a swapping piece changes places with a friend",
			piece: "  {name: Castler, glyph: C, value: 3, modes: [{for: [swap], legs: [{dir: orthogonal, n: 1..7}]}]}",
			men:   "Red: Kh1 Cc3 Rc6; Blue: Kh8 Ra3", who: "Cc3",
		},
		{
			name:  "a Cannon moves as a Rook and captures over one piece",
			piece: "  {name: Cannon, glyph: C, value: 5, modes: [{for: [move], legs: [{dir: orthogonal, n: 1..7}]}, {for: [capture], legs: [{dir: orthogonal, n: 1..7, hop: over}]}]}",
			men:   "Red: Kh1 Cc3 Rc5; Blue: Kh8 Rc8 Rf3", who: "Cc3",
			moves: "a3 b3 c1 c2 c4 d3 e3", takes: "c8>c8",
		},
		{
			name:  "a Griffon goes one square diagonally and on outwards",
			piece: "  {name: Griffon, glyph: G, value: 8, modes: [{legs: [{dir: diagonal, n: 1}, {dir: turn45, n: 1..7}]}]}",
			men:   "Red: Kh1 Ga1; Blue: Kh8 Rb4 Re2", who: "Ga1",
			moves: "b3 c2 d2", takes: "b4>b4 e2>e2",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, at := board(t, tt.piece, tt.men)
			var a movement.Analysis
			a.Run(p)
			id := at[tt.who]
			moves := squares(p, a.Moves(id))
			got := []string{moves, takings(p, a.Takings(id))}
			if diff := cmp.Diff([]string{tt.moves, tt.takes}, got); diff != "" {
				t.Errorf("%s: moves, captures (-want +got):\n%s", tt.who, diff)
			}
			for _, x := range p.OnBoard() {
				attacked := slices.ContainsFunc(a.Takings(id), func(t movement.Taking) bool { return t.Victim == x || t.Also == x })
				if p.Attacks(id, x) != attacked {
					t.Errorf("asked target first, %s attacks %s: %t; found forwards: %t", tt.who, p.Ruleset().SquareName(p.Where(x)), !attacked, attacked)
				}
			}
		})
	}
}

func TestACopyOfAWithdrawerStepsAwayFromItsVictim(t *testing.T) {
	p, at := board(t, "  {name: Withdrawer, glyph: W, value: 4, modes: [{for: [move], legs: [{dir: all, n: 1..7}]}, {for: [capture], takes: behind, legs: [{dir: all, n: 1..7}]}]}\n---\nnumber: \"10\"\ntitle: mimic\npiece:\n  {name: Mimic, glyph: O, value: 7, modes: [{for: [move], legs: [{dir: all, n: 3}]}, {for: [capture], as: {who: victim}, spares: [Mimic]}]}",
		"Red: Kh1 Oc3; Blue: Kh8 Wc4 Rc8")
	var a movement.Analysis
	a.Run(p)
	// Away from c4 lie c2 and c1; the Rook c8 is behind c4 and cannot be captured as a Rook would.
	if got := takings(p, a.Takings(at["Oc3"])); got != "c4>c1 c4>c2" {
		t.Errorf("captures %q, want c4>c1 c4>c2", got)
	}
	if !p.Attacks(at["Oc3"], at["Wc4"]) {
		t.Error("asked target first, it does not attack the Withdrawer")
	}
}

func TestASwapIsAMoveToAFriendsSquare(t *testing.T) {
	p, at := board(t, "  {name: Castler, glyph: C, value: 3, modes: [{for: [swap], legs: [{dir: orthogonal, n: 1..7}]}]}",
		"Red: Kh1 Cc3 Rc6; Blue: Kh8 Ra3")
	if got := squares(p, p.SwapsOf(at["Cc3"], nil)); got != "c6" {
		t.Errorf("swaps with %q, want c6", got)
	}
}

func TestASwapIsOnlyWithTheTypesThatItNames(t *testing.T) {
	p, at := board(t, "  {name: Castler, glyph: C, value: 3, modes: [{for: [swap], victim: [Rook], legs: [{dir: orthogonal, n: 1..7}]}]}",
		"Red: Kc1 Cc3 Rc6; Blue: Kh8 Ra3")
	if got := squares(p, p.SwapsOf(at["Cc3"], nil)); got != "c6" {
		t.Errorf("swaps with %q, want c6 and not the King's c1", got)
	}
}

func TestASwapThatUncoversTheKingIsNotLegal(t *testing.T) {
	p, at := board(t, "  {name: Castler, glyph: C, value: 3, modes: [{for: [swap], legs: [{dir: orthogonal, n: 1..7}]}]}",
		"Red: Ka1 Ca3 Ra5; Blue: Kh8 Ra8 Re3")
	rs := p.Ruleset()
	a1, _ := rs.Square("a1")
	a5, _ := rs.Square("a5")
	before := squares(p, []movement.Square{p.Where(at["Ca3"]), p.Where(at["Ka1"]), p.Where(at["Ra5"])})
	if !p.LegalMove(at["Ca3"], a5) {
		t.Error("with the Rook on a3 and the Castler on a5 the file stays closed, yet the swap is illegal")
	}
	// With the King on a3 the Rook e3 checks it along the rank.
	if p.LegalMove(at["Ca3"], a1) {
		t.Error("the swap puts the King on a3, in the line of the Rook e3, yet it is legal")
	}
	if after := squares(p, []movement.Square{p.Where(at["Ca3"]), p.Where(at["Ka1"]), p.Where(at["Ra5"])}); after != before {
		t.Errorf("asking changed the position: %s, then %s", before, after)
	}
}

func TestAnActionReachesItsNeighbours(t *testing.T) {
	p, at := board(t, "  {name: Masher, glyph: M, value: 4, modes: [{for: [move], legs: [{dir: all, n: 1..2}]}], actions: [{name: mash, legs: [{dir: orthogonal, n: 1}], who: enemy, royal: true, effect: destroy}]}",
		"Red: Kh1 Md4 Rd5; Blue: Kd3 Rc4 Re5")
	var got []string
	for _, id := range p.ActionTargets(at["Md4"], 0, nil) {
		got = append(got, p.Ruleset().SquareName(p.Where(id)))
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{"c4", "d3"}, got); diff != "" {
		t.Errorf("targets (-want +got):\n%s", diff)
	}
	if p.InCheck(p.Owner(at["Kd3"])) {
		t.Error("an action is no attack, yet the King beside the Masher is in check")
	}
}

func TestAnExplosionTakesWhatStandsAroundButNoKing(t *testing.T) {
	p, at := board(t, "  {name: Bomb, glyph: B, value: 3, modes: [{legs: [{dir: diagonal, n: 1..7}]}], on_capture: [{destroy: around}, {destroy: self}]}",
		"Red: Kc5 Ba2 Rc4; Blue: Kh8 Rd5 Re6 Rh5")
	rs := p.Ruleset()
	d5, _ := rs.Square("d5")
	var got []string
	for _, id := range p.Blasted(at["Ba2"], d5, nil) {
		got = append(got, rs.SquareName(p.Where(id)))
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{"c4", "d5", "e6"}, got); diff != "" {
		t.Errorf("around d5 (-want +got):\n%s", diff)
	}
	// The Rook h5 checks the King c5 along the rank once d5 and the Bomb are gone.
	if p.LegalTaking(at["Ba2"], movement.Taking{Victim: at["Rd5"], At: d5, To: d5, Also: movement.NoPiece}) {
		t.Error("the capture on d5 opens the rank to the King, yet it is legal")
	}
	if p.Where(at["Rd5"]) != d5 || len(p.OnBoard()) != 7 {
		t.Error("asking changed the position")
	}
}

func TestABombThatIsCapturedTakesWhatStandsAroundIt(t *testing.T) {
	p, at := board(t, "  {name: Bomb, glyph: B, value: 3, modes: [{legs: [{dir: diagonal, n: 1}]}], on_captured: [{destroy: around}]}",
		"Red: Ka1 Rd1 Rc4; Blue: Kd6 Bd5 Re6 Re3")
	rs := p.Ruleset()
	for _, ply := range p.Plies(p.Owner(at["Rd1"]), nil) {
		if ply.Play != movement.Capture || ply.Piece != at["Rd1"] || ply.Take.Victim != at["Bd5"] {
			continue
		}
		back := p.Do(&ply)
		var left []string
		for _, id := range p.OnBoard() {
			left = append(left, rs.Glyph(p.TypeOf(id))+rs.SquareName(p.Where(id)))
		}
		back.Back()
		slices.Sort(left)
		// c4 and e6 touch d5, as the King's d6 does, which no burst harms, nor the captor; e3 does not.
		if diff := cmp.Diff([]string{"Ka1", "Kd6", "Rd5", "Re3"}, left); diff != "" {
			t.Errorf("on the board (-want +got):\n%s", diff)
		}
		return
	}
	t.Error("the Rook cannot take the Bomb")
}

// TestRecompilingIsCompiling amends each piece of the suite in turn and holds what is
// compiled in part against what is compiled whole, on a dense position.
func TestRecompilingIsCompiling(t *testing.T) {
	rb, register, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	readings, err := register.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	before, err := movement.Compile(rb, readings)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../fixtures/bench/dense.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := position.Read("dense.json", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range rb.Pieces() {
		r := *d.Rule
		piece := *d.Piece
		piece.Value = "17"
		// It moves as a Rook of three squares besides, so that lent and copied moves change too.
		piece.Modes = append(slices.Clone(piece.Modes), rules.Mode{Legs: []rules.Leg{{Dir: "orthogonal", N: "1..3"}}})
		r.Revision, r.Piece = r.Revision+1, &piece
		amended := rb.With(r)
		part, err := movement.Recompile(before, amended, readings)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := movement.Compile(amended, readings)
		if err != nil {
			t.Fatal(err)
		}
		var reports [2]*position.Report
		for i, rs := range []*movement.Ruleset{whole, part} {
			s, err := doc.Set("dense.json", rs)
			if err != nil {
				t.Fatal(err)
			}
			if reports[i], err = s.Report(amended.Procedure().Placing); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(reports[0], reports[1]); diff != "" {
			t.Errorf("%s amended (-whole +part):\n%s", piece.Name, diff)
		}
	}
}

// TestRecompilingUnderOtherReadingsIsCompiling does the same for each reading of the register.
func TestRecompilingUnderOtherReadingsIsCompiling(t *testing.T) {
	rb, register, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	defaults, err := register.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	before, err := movement.Compile(rb, defaults)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../fixtures/bench/dense.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := position.Read("dense.json", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range register.Entries() {
		for _, r := range e.Readings {
			if e.ID == "attack-pins" {
				continue // asks much of so dense a board, and no definition asks it
			}
			readings, err := register.Complete(map[string]string{e.ID: r.Name})
			if err != nil {
				t.Fatal(err)
			}
			part, err := movement.Recompile(before, rb, readings)
			if err != nil {
				t.Fatal(err)
			}
			whole, err := movement.Compile(rb, readings)
			if err != nil {
				t.Fatal(err)
			}
			var weights [2][]events.Half
			for i, rs := range []*movement.Ruleset{whole, part} {
				s, err := doc.Set("dense.json", rs)
				if err != nil {
					t.Fatal(err)
				}
				var a movement.Analysis
				a.Run(s.Position)
				for id := range s.Position.Sides() {
					weights[i] = append(weights[i], a.Weight(movement.SideID(id)))
				}
			}
			if diff := cmp.Diff(weights[0], weights[1]); diff != "" {
				t.Errorf("%s=%s: Weights (-whole +part):\n%s", e.ID, r.Name, diff)
			}
		}
	}
}

func TestNothingDefendsItself(t *testing.T) {
	// Out by the first leg and back by the second: a way that ends where it began.
	p, at := board(t, "  {name: Lion, glyph: L, value: 9, modes: [{legs: [{dir: orthogonal, takes: true}, {dir: all}]}]}\n---\nnumber: \"10\"\ntitle: circler\npiece:\n  {name: Circler, glyph: C, value: 2, modes: [{legs: [{dir: orthogonal, n: 2}, {dir: turn90, n: 2}, {dir: turn90, n: 2}, {dir: turn90, n: 2}]}, {for: [swap], legs: [{dir: all, n: 1}, {dir: all, n: 1}]}]}",
		"Red: Ka1 La2 Cf5; Blue: Kh8")
	var a movement.Analysis
	a.Run(p)
	if got := a.Defends(at["La2"]); !slices.Equal(got, []movement.PieceID{at["Ka1"]}) {
		t.Errorf("the Lion beside its King defends %v, want the King alone, %v", got, at["Ka1"])
	}
	if got := a.Defends(at["Cf5"]); len(got) != 0 {
		t.Errorf("the Circler, alone, defends %v", got)
	}
	if got := a.Swaps(at["Cf5"]); len(got) != 0 {
		t.Errorf("the Circler, alone, changes places on %q", squares(p, got))
	}
	// 4 for the Lion, which defends; nothing for the Circler, which does not.
	if account := a.Account(at["Cf5"]); account.ForDefends != 0 {
		t.Errorf("the Circler's Weight counts %v for defending", account.ForDefends)
	}
}
