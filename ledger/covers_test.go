package ledger_test

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history/blame"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	"adjudicate/internal/testrace"
	"adjudicate/ledger"
	"adjudicate/rules"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// galley is the rule of the Galley, or a revision of it with other text.
func galley(t *testing.T, changes ...string) rules.Rule {
	t.Helper()
	text, err := os.ReadFile("../systems/partychess/amendments/galley.yaml")
	if err != nil {
		t.Fatal(err)
	}
	list, err := rules.Parse("galley.yaml", []byte(strings.NewReplacer(changes...).Replace(string(text))))
	if err != nil || len(list) != 1 {
		t.Fatalf("%d rules, %v", len(list), err)
	}
	return list[0]
}

// voyage is a game with a Galley, which covers its place and the two squares north of it.
func voyage(t *testing.T) []events.Payload {
	t.Helper()
	galley := galley(t)
	return []events.Payload{
		events.RuleEnacted{Number: galley.Number, Rule: galley.Canonical()},
		buys("Red", "Ann", "Galley"), buys("Red", "Ann", "Rook"), buys("Blue", "Bob", "Rook"), buys("Blue", "Bob", "Camel"),
		plays("Blue", "K@t20"), plays("Red", "K@a1"),
		plays("Blue", "C@c12"), plays("Red", "Ga@c3"),
		plays("Blue", "R@j16"), plays("Red", "R@e3"),
		plays("Blue", "Rj16-j11"), plays("Red", "Gac3-c5"), // it lies on c5, c6 and c7
		plays("Blue", "Kt20-t19"), plays("Red", "Gac5xc12-c10"), // the bow comes to c12
		plays("Blue", "Rj11xc11"), plays("Red", "Re3-e5"), // the middle is taken
		plays("Blue", "Rc11-c9"), plays("Red", "Ka1-a2"),
	}
}

// scratch is what a ledger comes to whose inputs these are, whatever their verdicts, and how many were refused.
func fresh(t *testing.T, inputs []events.Payload) (state string, refused int) {
	t.Helper()
	l, _ := bought(t, memory.New(), 2)
	for _, p := range inputs {
		if res := submit(t, l, p); res.Ruled().Verdict == aggregate.Rejected {
			refused++
		}
	}
	return unlabelled(written(t, l.State())), refused
}

// everyWay holds a ledger to its verification, to that of its export, and to the states that are kept of it.
func everyWay(t *testing.T, st store.Store) {
	t.Helper()
	holds(t, st)
	var lines [][]byte
	for e, err := range ledger.Events(context.Background(), st, name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		data, err := events.Encode(&e)
		if err != nil {
			t.Fatal(err)
		}
		line, err := events.Export(data)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	list, _, err := played.Export("galley.jsonl", bytes.Join(lines, []byte("\n")))
	if err != nil {
		t.Fatal(err)
	}
	other := filled(t, list)
	holds(t, other)
	want := written(t, opening(t, st).State())
	if d := cmp.Diff(want, written(t, opening(t, other).State())); d != "" {
		t.Errorf("exported and imported (-before +after):\n%s", d)
	}
	for at := head(t, st) / 2; at <= head(t, st); at++ {
		l, err := ledger.OpenAt(context.Background(), st, name, at, options())
		if err != nil {
			t.Fatal(err)
		}
		text := written(t, l.State())
		kept := aggregate.NewState()
		if err := kept.Restore([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(text, written(t, kept)); d != "" {
			t.Fatalf("the state after event %d, kept (-before +after):\n%s", at, d)
		}
	}
}

func TestALedgerKeepsAPieceOnSeveralSquares(t *testing.T) {
	st := memory.New()
	game := voyage(t)
	l, _ := bought(t, st, 2, game[:9]...)
	for square, want := range map[string]string{"c2": "", "c3": "Galley", "c4": "Galley", "c5": "Galley", "c6": "", "d3": ""} {
		if pc, _ := l.State().PieceAt(square); pc.Type != want {
			t.Errorf("%q stands on %s, expected %q", pc.Type, square, want)
		}
	}
	// What a Rook is refused for is the one square on which it would stand, though the Galley there has its place on another.
	res := submit(t, l, plays("Blue", "R@c5"))
	if res.Ruled().Verdict != aggregate.Rejected || len(res.Ruled().Faults) != 1 {
		t.Fatalf("a Rook on c5: %+v", res.Ruled())
	}
	want := events.Fault{Code: aggregate.FaultOccupied, Clause: res.Ruled().Faults[0].Clause, At: 1, Message: "c5 is occupied by the Galley of Red", Squares: []string{"c5"}, Pieces: []string{"Ga1"}}
	if d := cmp.Diff(want, res.Ruled().Faults[0]); d != "" {
		t.Errorf("a Rook on c5 (-want +got):\n%s", d)
	}
	for _, p := range game[9:] {
		accepted(t, l, p)
	}
	if d := cmp.Diff([]string{"C1 Camel", "K1 King a2", "R1 Rook e5"}, standing(l.State(), "Red")); d != "" {
		t.Errorf("Red (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"Ga1 Galley", "K2 King t19", "R2 Rook c9"}, standing(l.State(), "Blue")); d != "" {
		t.Errorf("Blue (-want +got):\n%s", d)
	}
	everyWay(t, st)
}

func TestASquareKnowsThePieceThatCoveredIt(t *testing.T) {
	st := memory.New()
	bought(t, st, 2, voyage(t)...)
	// The Galley was placed on c3, from where it covers c4, and left that for c5; it came to c12 by way of c10, and was taken there.
	for square, want := range map[string][]string{"c4": {"piece-placed", "piece-moved"}, "c12": {"piece-moved", "piece-captured"}, "c13": nil} {
		r, err := blame.Ask(ledger.Events(context.Background(), st, name, 1), blame.Subject{Kind: blame.Square, Name: square}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range r.Causes {
			got = append(got, r.Causes[i].Event.Payload.Kind())
		}
		if d := cmp.Diff(want, got); d != "" || r.Piece != nil || want != nil && r.Last != "Ga1" {
			t.Errorf("%s, where %q stood last (-want +got):\n%s", square, r.Last, d)
		}
	}
}

// 1230.1 §3.E: the Rook's own definition has not changed.
func TestAPieceLeavesByTheRuleOfTheOneThatComesToCoverIt(t *testing.T) {
	l, _ := bought(t, memory.New(), 2, voyage(t)[:11]...)
	amended := galley(t, "title:", "revision: 1\ntitle:", "[0, 1], [0, 2]", "[1, 0], [2, 0]")
	res := accepted(t, l, events.RuleAmended{Number: amended.Number, Rule: amended.Canonical()})
	left := 0
	for _, e := range res.Events() {
		if p, ok := e.Payload.(events.PieceLifted); ok {
			left++
			if d := cmp.Diff([]string{"1230.371/1"}, e.Basis.Clauses); d != "" || p.Piece != "R1" || p.From != "e3" {
				t.Errorf("%+v leaves (-want +got):\n%s", p, d)
			}
		}
	}
	if left != 1 {
		t.Errorf("%d pieces leave, expected the Rook", left)
	}
}

func TestAChangeOfThePastMovesAPieceOnSeveralSquaresAsIfItHadAlwaysBeenSo(t *testing.T) {
	testrace.Elsewhere(t)
	game := voyage(t)
	amended := galley(t, "title:", "revision: 1\ntitle:", "[0, 1], [0, 2]", "[1, 0], [2, 0]")
	amendment := events.RuleAmended{Number: amended.Number, Rule: amended.Canonical()}
	index := func(text string) int {
		return slices.IndexFunc(game, func(p events.Payload) bool {
			play, ok := p.(events.PlaySubmitted)
			return ok && play.Text == text
		})
	}
	for _, c := range []struct {
		title   string
		at      string
		late    events.Payload // put in before that play; nil: it never happened
		refused int
		stand   string
	}{
		// It is still Red's turn, so both plays of Blue until Red's next legal one are refused, the ram from c5 as well; then Blue has no
		// Rook on c11, and Red has played already.
		{"the Galley never sailed", "Gac3-c5", nil, 5, "Ga1 Galley c3, K1 King a1, R1 Rook e5, C1 Camel c12, K2 King t20, R2 Rook j11"},
		// Blue's capture is out of turn; then Blue has no Rook on c11, and Red has played already.
		{"it never took the Camel", "Gac5xc12-c10", nil, 3, "Ga1 Galley c5, K1 King a1, R1 Rook e5, C1 Camel c12, K2 King t19, R2 Rook j11"},
		// From c3 it comes to cover e3, where the younger Rook leaves the board. On c10 it would not cover c12: until Red's King moves it is
		// Red's turn, and the Rook has no Move.
		{"it lies from west to east", "Rj16-j11", amendment, 4, "Ga1 Galley c5, K1 King a2, R1 Rook, C1 Camel c12, K2 King t19, R2 Rook j11"},
	} {
		t.Run(c.title, func(t *testing.T) {
			st := memory.New()
			l, at := bought(t, st, 2, game...)
			n := index(c.at)
			plan, other := readjudicate.Plan{Policy: readjudicate.Void, Changes: []events.Change{void(at[n])}}, slices.Delete(slices.Clone(game), n, n+1)
			if c.late != nil {
				plan.Changes, other = []events.Change{inserted(t, at[n], c.late)}, slices.Insert(slices.Clone(game), n, c.late)
			}
			want, refused := fresh(t, other)
			if refused != c.refused {
				t.Errorf("from scratch %d inputs are refused, expected %d", refused, c.refused)
			}
			become := func(plan readjudicate.Plan) string {
				return unlabelled(written(t, candidate(t, st, plan, readjudicate.Options{}).After))
			}
			if d := cmp.Diff(want, become(plan)); d != "" {
				t.Errorf("-from scratch +ruled on again:\n%s", d)
			}
			for _, policy := range []string{readjudicate.Void, readjudicate.DefaultPlay} {
				some, all := plan, plan
				some.Policy, all.Policy, all.Thorough = policy, policy, true
				if d := cmp.Diff(become(all), become(some)); d != "" {
					t.Errorf("%s (-everything judged +what is concerned):\n%s", policy, d)
				}
			}
			adopted(t, l, plan)
			if d := cmp.Diff(want, unlabelled(written(t, l.State()))); d != "" {
				t.Errorf("adopted (-from scratch +ledger):\n%s", d)
			}
			got := strings.Join(slices.Concat(standing(l.State(), "Red"), standing(l.State(), "Blue")), ", ")
			if got != c.stand {
				t.Errorf("there stand %s, expected %s", got, c.stand)
			}
			everyWay(t, st)
		})
	}
}
