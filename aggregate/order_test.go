package aggregate

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
)

// under has a play judged under an order and committed, and tells what became of it: the
// verdict, the play as executed, and what happened to pieces.
func (g *game) under(side, text string, o *Order) []string {
	g.t.Helper()
	before := g.j.State().Clone()
	in := Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: side, Text: text}}
	d := g.j.DecideUnder(in, o)
	if diff := diffStates(before, g.j.State()); diff != "" {
		g.t.Fatalf("judging changed the state:\n%s", diff)
	}
	g.j.Commit(d)
	g.sound()
	out := []string{d.Ruling.Verdict + " " + d.Ruling.Play}
	for _, o := range d.Outcomes[1:] {
		switch o.Payload.(type) {
		case events.PieceMoved, events.PiecePlaced, events.PieceCaptured, events.PieceLifted, events.PieceDestroyed, events.TurnBegan:
			out = append(out, told([]events.Payload{o.Payload})...)
		}
	}
	return out
}

// sound checks that no two pieces stand on one square and that the board agrees with the
// state.
func (g *game) sound() {
	g.t.Helper()
	on := map[string]string{}
	for p := range g.j.State().Pieces() {
		if p.At == "" {
			continue
		}
		if other := on[p.At]; other != "" {
			g.t.Fatalf("%s and %s both stand on %s", other, p.ID, p.At)
		}
		on[p.At] = p.ID
		sq, ok := g.j.base.rulebook().ruleset.Square(p.At)
		if !ok || g.j.base.pieceName(g.j.Position().At(sq)) != p.ID {
			g.t.Fatalf("%s stands on %s, and the board does not show it", p.ID, p.At)
		}
	}
}

func TestOrders(t *testing.T) {
	const open = "Red: King a1, Rook e5, Archer d9, Camel, Camel; Blue: King t20, Rook k5, Pawn e9; Green: King a20"
	const checked = "Red: King a1, Rook e5, Camel; Blue: King t20, Rook a9"
	stands, illegal := &Order{Remedy: RemedyStands}, &Order{Remedy: RemedyIllegal}
	instead := &Order{Remedy: RemedyDefault}
	illegalInstead := &Order{Remedy: RemedyIllegal, Otherwise: RemedyDefault}
	void := &Order{Remedy: RemedyVoid}
	pass := []string{"replaced pass", "turn: Blue"}
	tests := []struct {
		sentence   string
		board      string
		given      []events.Payload
		side, text string
		order      *Order
		want       []string
	}{
		{"without an order the rules decide", open, nil, "Red", "Re5-e6", nil, []string{"accepted Re5-e6", "R1 e5-e6", "turn: Blue"}},
		{"a legal play that stands is merely legal", open, nil, "Red", "Re5-e6", stands, []string{"accepted Re5-e6", "R1 e5-e6", "turn: Blue"}},
		{"a legal play is not replaced", open, nil, "Red", "Re5-e6", instead, []string{"accepted Re5-e6", "R1 e5-e6", "turn: Blue"}},
		{"a legal play held illegal has no effect", open, nil, "Red", "Re5-e6", illegal, []string{"rejected Re5-e6"}},
		{"a legal play held illegal is replaced", open, nil, "Red", "Re5-e6", illegalInstead, pass},
		{"a void play has no effect, and the turn is still that side's", open, nil, "Red", "Re5-e6", void, []string{"void Re5-e6"}},

		{"an illegal Move stands", open, nil, "Red", "Re5-f7", stands, []string{"stands Re5-f7", "R1 e5-f7", "turn: Blue"}},
		{"an illegal Move is replaced", open, nil, "Red", "Re5-f7", instead, pass},
		{"an illegal Move held illegal is replaced", open, nil, "Red", "Re5-f7", illegalInstead, pass},
		{"an illegal Move without an order stays rejected", open, nil, "Red", "Re5-f7", nil, []string{"rejected Re5-f7"}},
		{"a Move onto a piece cannot stand", open, nil, "Red", "Re5-k5", stands, []string{"rejected Re5-k5"}},
		{"a Move off the board cannot stand", open, nil, "Red", "Re5-u5", stands, []string{"rejected Re5-u5"}},
		{"a Move of a piece that is not there cannot stand", open, nil, "Red", "Rf5-f6", stands, []string{"rejected Rf5-f6"}},
		{"a Move of another's piece cannot stand", open, nil, "Red", "Rk5-k6", stands, []string{"rejected Rk5-k6"}},
		{"a text that is no play cannot stand", open, nil, "Red", "Re5 to somewhere", stands, []string{"rejected "}},

		{"an illegal Capture stands: the captor goes to the square", open, nil, "Red", "Re5xt20", stands, []string{"stands Re5xt20", "R1 xK2 on t20 to Red", "R1 e5-t20",
			"K2 destroyed (king)", "R2 off k5 (surrender)", "p1 off e9 (surrender)", "turn: Blue"}},
		{"an illegal Capture of a Pawn stands", open, nil, "Red", "Ka1xe9", stands, []string{"stands Ka1xe9", "K1 xp1 on e9 to Red", "K1 a1-e9", "turn: Blue"}},
		{"an illegal shot stands: the Archer stays", open, nil, "Red", "Ad9xk5 (shot)", stands, []string{`stands "A" d9xk5 (shot)`, "A1 xR2 on k5 to Red", "turn: Blue"}},
		{"a Capture of nothing cannot stand", open, nil, "Red", "Re5xe7", stands, []string{"rejected Re5xe7"}},
		{"a Capture of one's own cannot stand", open, nil, "Red", "Re5xd9", stands, []string{"rejected Re5xd9"}},

		{"a Placement that attacks a Rook from afar stands", open, nil, "Red", "C@l8", stands, []string{"stands C1@l8", "C1 @l8", "turn: Blue"}},
		{"a Placement onto a piece cannot stand", open, nil, "Red", "C@k5", stands, []string{"rejected C@k5"}},
		{"a Placement of what is not held cannot stand", open, nil, "Red", "H@k6", stands, []string{"rejected H@k6"}},

		{"a special move without a Benefyt stands", open, nil, "Red", "Re5-f6 (special)", stands, []string{"stands Re5-f6 (special)", "R1 e5-f6", "turn: Blue"}},
		{"a special move onto a piece cannot stand", open, nil, "Red", "Re5-k5 (special)", stands, []string{"rejected Re5-k5 (special)"}},

		{"of two parts one of which cannot be done, nothing stands", open, nil, "Red", "Re5-f7; C@k5", stands, []string{"rejected Re5-f7; C@k5"}},
		{"two illegal parts stand", open, nil, "Red", "Re5-f7; Ad9-e9", stands, []string{"rejected Re5-f7; Ad9-e9"}},

		{"out of turn a play stands", open, nil, "Blue", "Rk5-k6", stands, []string{"stands Rk5-k6", "R2 k5-k6", "turn: Red"}},
		{"out of turn nothing takes the place of a play", open, nil, "Blue", "Rk5-k6", instead, []string{"rejected Rk5-k6"}},
		{"out of turn a play held illegal is not replaced", open, nil, "Blue", "Rk5-k6", illegalInstead, []string{"rejected Rk5-k6"}},
		{"a side that does not exist has no default play", open, nil, "Mauve", "Rk5-k6", instead, []string{"rejected "}},
		{"a side that does not exist has no play that stands", open, nil, "Mauve", "Rk5-k6", stands, []string{"rejected "}},

		{"leaving its King in check a play stands", checked, nil, "Red", "Re5-e6", stands, []string{"stands Re5-e6", "R1 e5-e6", "turn: Red"}},
		{"in check the default play is to surrender", checked, nil, "Red", "Re5-e6", instead,
			[]string{"replaced surrender", "K1 off a1 (surrender)", "R1 off e5 (surrender)", "turn: Blue"}},
		{"while the game is suspended nothing takes a play's place", open, []events.Payload{events.OfficeHeld{Office: "umpire"}}, "Red", "Re5-e6", instead, []string{"rejected Re5-e6"}},
		{"in a Free For All nothing takes a play's place", open,
			[]events.Payload{events.StageSet{Stage: "free-for-all", Free: true, State: StageRunning, Starts: noon, Ends: noon.Add(3 * day)}}, "Red", "Re5-f7", instead, []string{"rejected Re5-f7"}},
	}
	for _, tt := range tests {
		t.Run(tt.sentence, func(t *testing.T) {
			g := newGame(t, tt.board).apply(tt.given...)
			if d := cmp.Diff(tt.want, g.under(tt.side, tt.text, tt.order)); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

func TestARulingUnderAnOrderSaysWhy(t *testing.T) {
	const board = "Red: King a1, Rook e5; Blue: King t20"
	for _, tt := range []struct {
		sentence, text string
		order          *Order
		want           string // code, clause, message of a fact or fault
	}{
		{"held illegal", "Re5-e6", &Order{Remedy: RemedyIllegal, Clause: "1230.2 §6", Reason: "it was attacked"},
			"held-illegal 1230.2 §6: the play is held to be illegal: it was attacked"},
		{"stands", "Re5-f7", &Order{Remedy: RemedyStands, Clause: "1230.2 §6", Reason: "long ago"},
			"stands-though-illegal 1230.2 §6: the play is illegal, and its effects remain: long ago"},
		{"void", "Re5-e6", &Order{Remedy: RemedyVoid, Reason: "a slip"},
			"voided : the input is held never to have happened: a slip"},
		{"replaced", "Re5-f7", &Order{Remedy: RemedyDefault},
			"replaced-by-default 1230.2/49 §4: in its place stands the default play of Red, a Pass"},
	} {
		t.Run(tt.sentence, func(t *testing.T) {
			g := newGame(t, board)
			d := g.j.DecideUnder(Input{ID: "in", At: noon, Payload: playOf("Red", tt.text)}, tt.order)
			var got []string
			for _, f := range d.Ruling.Facts {
				got = append(got, f.Code+" "+f.Clause+": "+f.Message)
			}
			for _, f := range d.Ruling.Faults {
				got = append(got, f.Code+" "+f.Clause+": "+f.Message)
			}
			if !slices.Contains(got, tt.want) {
				t.Errorf("it says\n%s\nexpected\n%s", strings.Join(got, "\n"), tt.want)
			}
		})
	}
}

func TestEntriesOfEveryKindAreHeldIllegalAndOnlyPlaysAreReplaced(t *testing.T) {
	for _, o := range []*Order{{Remedy: RemedyDefault}, {Remedy: RemedyStands}} {
		g := newGame(t, "Red: King a1; Blue: King t20")
		in := Input{ID: "in", At: noon, Payload: events.PlayerRegistered{Player: "Ann"}}
		if d := cmp.Diff(g.j.Decide(in), g.j.DecideUnder(in, o)); d != "" {
			t.Errorf("%s (-by the rules +under the order):\n%s", o.Remedy, d)
		}
	}
	g := newGame(t, "Red: King a1; Blue: King t20")
	d := g.j.DecideUnder(Input{ID: "in", At: noon, Payload: events.PlayerRegistered{Player: "Ann"}}, &Order{Remedy: RemedyVoid})
	if d.Ruling.Verdict != Voided || len(d.Outcomes) != 1 {
		t.Errorf("void: %+v", d)
	}
	d = g.j.DecideUnder(Input{ID: "in", At: noon, Payload: events.PlayerRegistered{Player: "Ann"}}, &Order{Remedy: RemedyIllegal, Reason: "she never asked"})
	if d.Ruling.Verdict != Rejected || len(d.Outcomes) != 1 || len(d.Ruling.Faults) != 1 || d.Ruling.Faults[0].Message != "the entry is held to be illegal: she never asked" {
		t.Errorf("illegal: %+v", d)
	}
}

// FuzzOrder submits any text under any order: whatever comes of it, judging changes nothing,
// pieces do not share squares, and the game goes on.
func FuzzOrder(f *testing.F) {
	for _, text := range []string{"Re5-e6", "Re5xe12", "Re5xp15", "*e7xe8=victim", "pi10-j10=Camel", "Re5-f8 (special)", "H@a9; Kc3-c4",
		"Qf9-t20 (scratch)", "Ok10xm11", "Gg8-off", "pass", "surrender", "Ad5xe6 (shot); Dh12=R", "p@e7", "Re5xe12-e7", "Zo7-e8", "Kc3xp15"} {
		for remedy := range 2 * len(Remedies) {
			f.Add(text, remedy)
		}
	}
	f.Fuzz(func(t *testing.T, text string, remedy int) {
		g := newGame(t, "Red: King c3, Rook e5, Camel g8, Echo b9, CopyCat k10, Zombie e7, Pawn i10, Demon h12, Qball f9, Archer d5, Cantor b2, Jester o7,"+
			" HarfyBlob/3, Pawn, Gess; Blue: King p15, Rook e12, Guard e8, Kamikaze r6, Locust k13, Camel f8; Green: King t1, Bishop m11, Loyalist q4, il-Nabi").calm()
		o := &Order{Remedy: Remedies[uint(remedy)%uint(len(Remedies))]}
		if uint(remedy)/uint(len(Remedies))%2 == 1 {
			o.Otherwise = RemedyDefault
		}
		got := g.under("Red", text, o)
		if verdict, _, _ := strings.Cut(got[0], " "); verdict == Rejected && len(got) > 1 {
			t.Fatalf("%q is rejected under %s, and something happens: %v", text, o.Remedy, got)
		}
		g.under(g.j.State().ToPlay(), "pass", &Order{Remedy: RemedyStands})
	})
}

const orderedPowers = `
number: "9"
title: What powers leave on the board
procedure:
  powers:
    - {name: again, when: 'any(squares, it == "e4" and it.empty)', do: [{lay: array}]}
    - {name: drop, when: 'any(squares, it == "e4" and it.empty)', do: [{create: Queen, on: '"e4"', side: '"White"'}]}
    - {name: come, when: 'any(squares, it == "e4" and it.empty)', do: [{move: pieces, where: 'it.square == "d1"', on: '"e4"'}]}
    - {name: shut, when: 'any(squares, it == "e4" and it.empty)', do: [{close: '"e4"'}]}
    - {name: turn, when: 'any(squares, it == "e4" and it.empty)', do: [{move: pieces, at_once: true, on: 'it.square == "a1" ? first(squares, s, s == "h1") : it.square == "h1" ? first(squares, s, s == "e4") : none'}]}
`

func TestWhatStandsFindsNoPlaceWhereTheBoardHasNone(t *testing.T) {
	for _, test := range []struct {
		power        string
		legal        []Input // before the power, when it was used
		want         map[string]string
		white, black int
	}{
		// Black's Pawn of d5, which was captured then, and which the power has not known, ceases to exist too.
		{"again", []Input{played("White", "Pe2-e4"), played("Black", "Pd7-d5"), played("White", "Pe4xd5")}, map[string]string{"e2": "Pawn", "d7": "Pawn", "e4": "", "d5": ""}, 16, 16},
		{"drop", nil, map[string]string{"e4": "Pawn"}, 16, 16},
		{"come", nil, map[string]string{"e4": "Pawn", "d1": "Queen"}, 16, 16},
		{"shut", nil, map[string]string{"e4": "Pawn"}, 16, 16},
		{"turn", nil, map[string]string{"e4": "Pawn", "a1": "Rook", "h1": "Rook"}, 16, 16},
	} {
		t.Run(test.power, func(t *testing.T) {
			use := Input{ID: "y", Payload: events.PowerUsed{Power: test.power, Player: "White"}, At: noon}
			legal := lawed(t, orderedPowers)
			use.Payload = events.PowerUsed{Power: test.power, Player: legal.j.State().Players()[0].Name}
			for _, in := range test.legal {
				legal.j.Commit(legal.j.Decide(in))
			}
			d := legal.j.Decide(use)
			if d.Ruling.Verdict != Accepted {
				t.Fatal(d.Ruling.Faults)
			}
			g := lawed(t, orderedPowers)
			for _, in := range []Input{played("White", "Pe2-e4"), played("Black", "Pd7-d5")} {
				g.j.Commit(g.j.Decide(in))
			}
			rook, _ := g.j.State().PieceAt("h1")
			d = g.j.DecideUnder(use, &Order{Remedy: RemedyStands, Effects: d.Outcomes})
			if d.Ruling.Verdict != Stands {
				t.Fatal(d.Ruling.Verdict, d.Ruling.Faults)
			}
			g.j.Commit(d)
			s := g.j.State()
			for square, want := range test.want {
				if pc, _ := s.PieceAt(square); pc.Type != want {
					t.Errorf("%q stands on %s, want %q", pc.Type, square, want)
				}
			}
			if pc, _ := s.PieceAt("h1"); test.power == "turn" && pc.ID != rook.ID {
				t.Errorf("%s stands on h1, want %s, which stays, and so keeps the other one from going", pc.ID, rook.ID)
			}
			if closed := s.Closed(); len(closed) > 0 {
				t.Errorf("%v are closed, want none", closed)
			}
			count := map[string]int{}
			for pc := range s.Pieces() {
				if pc.At != "" {
					count[pc.Side]++
				}
			}
			if count["White"] != test.white || count["Black"] != test.black {
				t.Errorf("%d pieces of White and %d of Black are on the board, want %d and %d", count["White"], count["Black"], test.white, test.black)
			}
		})
	}
}
