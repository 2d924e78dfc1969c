package movement_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/rules/movement"
	"adjudicate/systems/position"
)

// boards yields the positions of fixtures/analysis and the dense one.
func boards(t *testing.T, visit func(name string, p *movement.Position)) {
	t.Helper()
	files, err := filepath.Glob("../../fixtures/analysis/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no positions: %v", err)
	}
	for _, file := range append(files, "../../fixtures/bench/dense.json") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var c struct{ Position json.RawMessage }
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		if c.Position != nil {
			text = c.Position
		}
		d, err := position.Read(file, bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		s, _, err := position.Setup(file, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		visit(filepath.Base(file), s.Position)
	}
}

// TestTriesAgreeWithTheAnalysis asks every piece of every position about every square: some
// way leads there exactly if the analysis lists a move or a capture.
func TestTriesAgreeWithTheAnalysis(t *testing.T) {
	asked, led := 0, 0
	boards(t, func(name string, p *movement.Position) {
		rs := p.Ruleset()
		for _, id := range slices.Clone(p.OnBoard()) {
			moves, swaps, takings := p.MovesOf(id, nil), p.SwapsOf(id, nil), p.TakingsOf(id, nil)
			for _, to := range rs.Squares() {
				if to == p.Where(id) {
					continue
				}
				x := p.At(to)
				want := slices.Contains(moves, to) || slices.Contains(swaps, to)
				if x != movement.NoPiece && p.Owner(x) != p.Owner(id) {
					want = slices.ContainsFunc(takings, func(w movement.Taking) bool { return w.At == to })
				}
				tries := p.Tries(id, to)
				got := slices.ContainsFunc(tries, func(y movement.Try) bool { return y.OK })
				asked++
				if got != want {
					t.Errorf("%s: %s %d on %s to %s: tries say %v, the analysis %v", name, rs.TypeName(p.TypeOf(id)), id,
						rs.SquareName(p.Where(id)), rs.SquareName(to), got, want)
				}
				for _, y := range tries {
					if !y.OK {
						if y.Text == "" || y.Code == "" {
							t.Errorf("%s: %s to %s fails without a reason: %+v", name, rs.TypeName(p.TypeOf(id)), rs.SquareName(to), y)
						}
						continue
					}
					led++
					if y.Clause == "" || len(y.Path) < 2 || y.Path[0] != p.Where(id) {
						t.Errorf("%s: the way of a %s from %s to %s is %+v", name, rs.TypeName(p.TypeOf(id)), rs.SquareName(p.Where(id)), rs.SquareName(to), y)
					}
				}
			}
		}
	})
	if asked < 100000 || led < 5000 {
		t.Errorf("only %d questions, %d ways", asked, led)
	}
}

func TestTriesOfKindsAgreeWithTheirMoves(t *testing.T) {
	asked, led := 0, 0
	boards(t, func(name string, p *movement.Position) {
		rs := p.Ruleset()
		for _, id := range slices.Clone(p.OnBoard()) {
			kind, declared := rs.Kind("special")
			if !declared || !rs.HasKind(p.TypeOf(id), kind) {
				continue
			}
			specials := p.MovesOfKind(id, kind, nil)
			for _, to := range rs.Squares() {
				if to == p.Where(id) {
					continue
				}
				asked++
				want := slices.Contains(specials, to)
				if p.GoesByKind(id, kind, to) != want {
					t.Errorf("%s: asked alone, the special of the %s on %s to %s is another than among all", name, rs.TypeName(p.TypeOf(id)),
						rs.SquareName(p.Where(id)), rs.SquareName(to))
				}
				for _, y := range p.TriesOfKind(id, kind, to) {
					if y.OK && len(y.Path) > 1 {
						led++
						want = !want
						break
					}
				}
				if want {
					t.Errorf("%s: the special of the %s on %s to %s: tries and specials differ", name, rs.TypeName(p.TypeOf(id)),
						rs.SquareName(p.Where(id)), rs.SquareName(to))
				}
			}
		}
	})
	if asked < 5000 || led < 100 {
		t.Errorf("only %d questions, %d ways", asked, led)
	}
}

// TestEveryAttackHasAPath: a piece attacks another one exactly if a way can be drawn, which
// passes squares in lines and ends where the captor would.
func TestEveryAttackHasAPath(t *testing.T) {
	attacks := 0
	boards(t, func(name string, p *movement.Position) {
		for _, id := range slices.Clone(p.OnBoard()) {
			for _, x := range slices.Clone(p.OnBoard()) {
				way, ok := p.AttackPath(id, x)
				if ok != p.Attacks(id, x) {
					t.Errorf("%s: piece %d attacks %d: %v, with a path: %v", name, id, x, p.Attacks(id, x), ok)
				}
				if !ok {
					continue
				}
				attacks++
				if way.Path[0] != p.Where(id) || way.Path[len(way.Path)-1] != p.Where(x) {
					t.Errorf("%s: the path of %d to %d is %v", name, id, x, way.Path)
				}
			}
		}
	})
	if attacks < 100 {
		t.Errorf("only %d attacks", attacks)
	}
}

// TestAccountsAddUpToTheWeights takes the Weights of every position apart.
func TestAccountsAddUpToTheWeights(t *testing.T) {
	boards(t, func(name string, p *movement.Position) {
		var a movement.Analysis
		a.Run(p)
		for s := range p.Sides() {
			side := movement.SideID(s)
			var sum events.Half
			for _, id := range slices.Clone(p.OnBoard()) {
				if p.Owner(id) == side && a.Weighs(side) {
					sum += a.Account(id).Adds
				}
			}
			if sum != a.Weight(side) {
				t.Errorf("%s: side %d weighs %v, its pieces add %v", name, s, a.Weight(side), sum)
			}
		}
	})
}

// TestEveryPlayHasItsWay asks of every move and capture of every position by which clauses it
// goes: they are those of a try that leads there, a loan is cited only where nothing else leads
// there, and a piece's own clause only where the piece goes there without a loan.
func TestEveryPlayHasItsWay(t *testing.T) {
	own, lent := 0, 0
	boards(t, func(name string, p *movement.Position) {
		rs := p.Ruleset()
		for _, id := range slices.Clone(p.OnBoard()) {
			ask := func(to movement.Square, way movement.Way) {
				byOwn, byLoan := false, false
				var last []string // the clauses in which tries that lead there end
				for _, y := range p.Tries(id, to) {
					if !y.OK || y.Uses == "shoot" {
						continue
					}
					byOwn = byOwn || y.As != movement.NoType || y.Lender == movement.NoPiece
					byLoan = byLoan || y.As == movement.NoType && y.Lender != movement.NoPiece
					last = append(last, y.Clause)
					if y.As != movement.NoType {
						last = append(last, rs.Rule(y.As).Clause(""))
						if x := p.At(to); x != movement.NoPiece {
							last = append(last, rs.Rule(p.TypeOf(x)).Clause(""))
						}
					}
				}
				at := name + ": " + rs.TypeName(p.TypeOf(id)) + " " + rs.SquareName(p.Where(id)) + " to " + rs.SquareName(to)
				if len(way.Clauses) == 0 || !slices.Contains(last, way.Clauses[len(way.Clauses)-1]) {
					t.Errorf("%s rests on %v, not on one of %v", at, way.Clauses, last)
					return
				}
				loan := len(way.Clauses) == 1 && !strings.HasPrefix(way.Clauses[0], rs.Rule(p.TypeOf(id)).Clause(""))
				if loan {
					lent++
				} else {
					own++
				}
				if loan == byOwn || !loan && !byOwn {
					t.Errorf("%s rests on %v; by its own way: %v, by a loan: %v", at, way.Clauses, byOwn, byLoan)
				}
				if way.Copied && (loan || !rs.Copies(p.TypeOf(id))) {
					t.Errorf("%s rests on %v and is said to be copied", at, way.Clauses)
				}
			}
			for _, to := range p.MovesOf(id, nil) {
				ask(to, p.WayOfMove(id, to, nil))
			}
			for _, w := range p.TakingsOf(id, nil) {
				if w.To == w.At { // not a shot
					ask(w.At, p.WayOfTaking(id, w, nil))
				}
			}
		}
	})
	if own < 5000 || lent < 100 {
		t.Errorf("only %d ways of their own, %d loans", own, lent)
	}
}
