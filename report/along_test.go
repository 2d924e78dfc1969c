package report_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/report"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

// judgeAt is a game of a system from a position, with plays made.
func judgeAt(t *testing.T, system, fen string, plays ...string) *aggregate.Judge {
	t.Helper()
	sys, err := systems.Find(system)
	if err != nil {
		t.Fatal(err)
	}
	j, err := aggregate.NewJudge(aggregate.NewState(), "test")
	if err != nil {
		t.Fatal(err)
	}
	accept := func(p events.Payload) {
		t.Helper()
		d := j.Decide(aggregate.Input{ID: "x", Payload: p, At: time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC)})
		if d.Ruling.Verdict != aggregate.Accepted {
			t.Fatalf("%v: %v", p, d.Ruling.Faults)
		}
		j.Commit(d)
	}
	accept(sys.Opening("test", strings.Repeat("5e", 32), ""))
	for _, r := range sys.Book.Rules() {
		accept(events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	set, err := array.Set(sys, fen, nil)
	if err != nil {
		t.Fatal(err)
	}
	accept(set)
	for _, text := range plays {
		accept(events.PlaySubmitted{Side: j.State().ToPlay(), Text: text})
	}
	return j
}

// TestAPieceCanDoWhatItsSideCan holds what is shown of each piece against the turns of its side: with whom it goes along, that what has
// moved does not castle, what it passes.
func TestAPieceCanDoWhatItsSideCan(t *testing.T) {
	for _, c := range []struct {
		name, system, fen string
		plays             []string
		along             string // of the piece on a square: to, and whom it goes with
	}{
		{"castling", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", nil, "e1: c1 a1-d1, g1 h1-f1"},
		{"castling through check", "chess", "r3k2r/8/8/8/8/8/5r2/R3K2R w KQkq - 0 1", nil, "e1: c1 a1-d1"},
		{"a rook that has moved", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", []string{"Rh1-h2", "Ke8-d7", "Rh2-h1", "Kd7-e8"}, "e1: c1 a1-d1"},
		{"a pawn passed", "chess", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", []string{"Pd7-d5"}, "e5:"},
		{"a push and a pull", "arimaa", "r6r/8/8/3d4/3E4/8/8/R6R[] w - - 0 1", nil, "d4: c4 d5-d4, d3 d5-d4, d5 d5-c5, d5 d5-d6, d5 d5-e5, e4 d5-d4"},
		{"no steps left for a push", "arimaa", "r6r/8/8/3d4/3E4/8/8/R6R[] w - - 0 1", []string{"Ra1-a2", "Ra2-a3", "Ra3-a4"}, "d4:"},
		{"a square closed for a time", "duck", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", []string{"Ra1-a2; close a4", "Ke8-e7; close a5"}, "a2:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := judgeAt(t, c.system, c.fen, c.plays...)
			rs := j.Position().Ruleset()
			want := map[string][]string{} // of each square, where its piece ends by some legal turn, and how
			mover, _ := j.SideID(j.State().ToPlay())
			j.Turns(mover, func(turn *turns.Turn, _ string) bool {
				if a := turn.Act; a.From != movement.Off && a.Play != movement.Pass {
					from := rs.SquareName(a.From)
					want[from] = append(want[from], rs.SquareName(a.To))
				}
				return true
			})
			at, err := report.SetupOf("test", j.State())
			if err != nil {
				t.Fatal(err)
			}
			square, along, _ := strings.Cut(c.along, ":")
			for pc := range j.State().PiecesOf(j.State().ToPlay()) {
				if pc.At == "" {
					continue
				}
				v, err := at.Moves(pc.At)
				if err != nil {
					t.Fatal(err)
				}
				got, with := slices.Clone(v.LegalMoves), []string{}
				for _, x := range v.LegalCaptures {
					got = append(got, x.To)
				}
				for _, x := range v.Along {
					if x.Legal {
						got, with = append(got, x.To), append(with, x.To+" "+x.From+"-"+x.Onto)
					}
				}
				if d := cmp.Diff(compact(want[pc.At]), compact(got)); d != "" {
					t.Errorf("%s on %s (-its side +the piece):\n%s", pc.Type, pc.At, d)
				}
				if said := strings.Join(compact(with), ", "); pc.At == square && said != strings.TrimSpace(along) {
					t.Errorf("%s on %s goes along %q, want %q", pc.Type, pc.At, said, strings.TrimSpace(along))
				}
			}
		})
	}
}

func compact(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

// TestTheViewOfNobodySaysThatItIsOne has the document of a board list whose view it is wherever rules hide something, be it types alone.
func TestTheViewOfNobodySaysThatItIsOne(t *testing.T) {
	for _, c := range []struct {
		system string
		sides  []string
		want   string
	}{
		{"dark", nil, `"as":[]`},
		{"dark", []string{"White"}, `"as":["White"]`},
		{"chess", nil, ""},
	} {
		v, err := report.NewBoardSeen(judgeAt(t, c.system, "").State(), 1, c.sides...)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(text); c.want != "" && !strings.Contains(got, c.want) || c.want == "" && strings.Contains(got, `"as"`) {
			t.Errorf("%s as %v: want %q in %.200s", c.system, c.sides, c.want, got)
		}
	}
}
