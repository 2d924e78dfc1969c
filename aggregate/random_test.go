package aggregate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"adjudicate/events"
	"adjudicate/rules/movement"

	"github.com/google/go-cmp/cmp"
)

// randomBoard is a set-up of sides with a King and pieces of all types on random squares,
// where no two Kings stand close together.
func randomBoard(rng *rand.Rand, sides, pieces int) string {
	types := []string{"Rook", "Camel", "Bishop", "Pawn", "CopyCat", "Echo", "Jester", "il-Nabi", "Qball", "HarfyBlob",
		"Archer", "Kamikaze", "Bouncy!Ball", "Demon", "Cantor", "Zombie", "Gess", "Loyalist", "Locust", "Guard"}
	taken := map[string]bool{}
	square := func() string {
		for {
			sq := fmt.Sprintf("%c%d", 'a'+rng.IntN(20), 1+rng.IntN(20))
			if !taken[sq] {
				taken[sq] = true
				return sq
			}
		}
	}
	board := ""
	for s := range sides {
		if s > 0 {
			board += "; "
		}
		board += fmt.Sprintf("S%d: King %s", s, square())
		for range pieces/sides - 1 {
			board += ", " + types[rng.IntN(len(types))]
			if rng.IntN(8) > 0 {
				board += " " + square()
			}
		}
	}
	return board
}

// randomPlay writes some play of the side to play: mostly one that the analysis allows.
func randomPlay(rng *rand.Rand, g *game) (side, text string) {
	j := g.j
	side = j.State().ToPlay()
	id, _ := j.SideID(side)
	pos, an := j.Position(), j.Analysis()
	rs := pos.Ruleset()
	var plays []string
	for i, pc := range g.j.State().pieces {
		if pc.gone || movement.SideID(pc.side) != id {
			continue
		}
		p := movement.PieceID(i)
		if pc.at == "" {
			for range 3 {
				plays = append(plays, fmt.Sprintf("%s@%c%d", pc.id, 'a'+rng.IntN(20), 1+rng.IntN(20)))
			}
			continue
		}
		glyph := rs.Glyph(pos.TypeOf(p))
		becomes := ""
		if pc.typ == "Zombie" && rng.IntN(2) == 0 {
			becomes = "=victim"
		}
		for _, w := range an.Takings(p) {
			for range 20 { // captures are rare and make games lively
				plays = append(plays, fmt.Sprintf("%s%sx%s-%s%s", glyph, pc.at, rs.SquareName(w.At), rs.SquareName(w.To), becomes))
			}
		}
		for _, sq := range an.Moves(p) {
			to := ""
			if pos.PromotesAt(p, sq) {
				to = "=Camel"
			}
			plays = append(plays, fmt.Sprintf("%s%s-%s%s", glyph, pc.at, rs.SquareName(sq), to))
		}
	}
	plays = append(plays, "pass")
	text = plays[rng.IntN(len(plays))]
	if rng.IntN(10) == 0 {
		text += "; " + plays[rng.IntN(len(plays))]
	}
	if rng.IntN(60) == 0 {
		text = "surrender"
	}
	return side, text
}

func TestDecidingChangesNothingAndFoldingItsOutcomesIsWhatCommitDoes(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 1))
		readings := []string{}
		if seed%2 == 1 {
			readings = []string{"captured-king=kept", "king-capture-sweep=after", "announced-promotion=ignored", "placement-check=any"}
		}
		g := newGame(t, randomBoard(rng, 4, 60), readings...)
		replica := g.j.State().Clone()
		accepted := 0
		for range 100 {
			side, text := randomPlay(rng, g)
			before := g.j.State().Clone()
			d := g.decide(side, text)
			if diff := diffStates(before, g.j.State()); diff != "" {
				t.Fatalf("seed %d: deciding %q changed the state:\n%s", seed, text, diff)
			}
			g.j.Commit(d)
			for _, o := range d.Outcomes {
				replica.Apply(o.Payload)
			}
			if diff := diffStates(replica, g.j.State()); diff != "" {
				t.Fatalf("seed %d: %q: the fold differs from the judge's state:\n%s", seed, text, diff)
			}
			if d.Ruling.Verdict == Accepted {
				accepted++
			} else {
				g.play(side, "surrender")
				replica = g.j.State().Clone()
			}
			inStep(t, g.j)
		}
		if accepted < 20 {
			t.Errorf("seed %d: only %d plays of 100 were accepted", seed, accepted)
		}
	}
}

// inStep compares the judge's position, which followed the outcomes, with one laid anew,
// and what was posted with what that position says.
func inStep(t *testing.T, j *Judge) {
	t.Helper()
	fresh := newTable(j.State().Clone())
	fresh.law = j.base.law
	if err := fresh.compile(); err != nil {
		t.Fatal(err)
	}
	sameBoard(t, j, j.Position(), fresh.pos)
	d := &decision{judge: j, before: fresh, now: fresh}
	if diff := cmp.Diff(d.now.posted(), j.State().Weights()); diff != "" && len(j.State().Weights()) > 0 {
		t.Fatalf("Weights posted are not those of the board:\n%s", diff)
	}
	if checks := d.checksNow(); !sameChecks(checks, j.State().Checks()) {
		t.Fatalf("checks are %v, want %v", j.State().Checks(), checks)
	}
}

// sameBoard compares two positions of the judge's state.
func sameBoard(t *testing.T, j *Judge, got, want *movement.Position) {
	t.Helper()
	if got.Pieces() != want.Pieces() || got.Sides() != want.Sides() {
		t.Fatalf("the position has %d pieces and %d sides, want %d and %d", got.Pieces(), got.Sides(), want.Pieces(), want.Sides())
	}
	for i := range want.Pieces() {
		id := movement.PieceID(i)
		if got.Where(id) != want.Where(id) {
			t.Fatalf("%s is on %d, want %d", j.PieceName(id), got.Where(id), want.Where(id))
		}
		if j.State().pieces[i].gone {
			continue
		}
		if got.TypeOf(id) != want.TypeOf(id) || got.Owner(id) != want.Owner(id) || got.CountersOf(id) != want.CountersOf(id) {
			t.Fatalf("%s is %v %v %v, want %v %v %v", j.PieceName(id), got.TypeOf(id), got.Owner(id), got.CountersOf(id),
				want.TypeOf(id), want.Owner(id), want.CountersOf(id))
		}
	}
	for s := range want.Sides() {
		id := movement.SideID(s)
		if got.LastOf(id) != want.LastOf(id) {
			t.Fatalf("%s last made %+v, want %+v", j.State().sides[s].name, got.LastOf(id), want.LastOf(id))
		}
	}
}

func TestABoardCopiedUnderAnotherReadingIsTheOneLaidUnderIt(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	g := newGame(t, randomBoard(rng, 4, 60))
	copied := 0
	for play := range 30 {
		side, text := randomPlay(rng, g)
		g.j.Commit(g.decide(side, text))
		l := g.j.base.law
		if play%5 > 0 || l.compile() != nil {
			continue
		}
		for _, e := range l.register.Entries() {
			for _, r := range e.Readings {
				other := l.otherwise(e.ID, r.Name)
				if other == nil || !other.laysAlike {
					continue
				}
				copied++
				want := &table{state: g.j.State(), law: other, scales: new(scales), pos: new(movement.Position)}
				want.setUpAgain()
				got := g.j.underLaw(g.j.base, other)
				sameBoard(t, g.j, got, want.pos)
				var a, b movement.Analysis
				a.Run(got)
				b.Run(want.pos)
				for s := range want.pos.Sides() {
					id := movement.SideID(s)
					if a.Weight(id) != b.Weight(id) || !slices.Equal(a.CheckedBy(id), b.CheckedBy(id)) || got.RoyalOf(id) != want.pos.RoyalOf(id) {
						t.Fatalf("under %s=%s %s weighs %v, checked by %v, want %v and %v", e.ID, r.Name, g.j.State().sides[s].name, a.Weight(id), a.CheckedBy(id), b.Weight(id), b.CheckedBy(id))
					}
				}
			}
		}
	}
	if copied < 100 {
		t.Errorf("only %d boards were copied", copied)
	}
}

func TestCommittingADecisionMadeEarlierFoldsItsOutcomes(t *testing.T) {
	g := newGame(t, "Red: King a1, Rook e5; Blue: King t20")
	first := g.decide("Red", "Re5-e6")
	g.decide("Red", "Re5-e7") // the judge now remembers another one
	g.j.Commit(first)
	pc, _ := g.j.State().Piece("R1")
	if pc.At != "e6" || g.j.State().ToPlay() != "Blue" {
		t.Errorf("R1 is on %s and %s is to play, want e6 and Blue", pc.At, g.j.State().ToPlay())
	}
	inStep(t, g.j)
}

func TestTheStateThatACallerHoldsFollowsTheJudge(t *testing.T) {
	g := newGame(t, "Red: King a1, Rook e5; Blue: King t20")
	s := g.j.State()
	g.play("Red", "Re5-e6")
	if s != g.j.State() || s.ToPlay() != "Blue" {
		t.Errorf("the state held by the caller says that %s is to play, want Blue", s.ToPlay())
	}
}

// TestJudgesThatCommitNothingShareAState has judges rule on plays side by side from one state, which others read meanwhile: the race detector
// would see a write.
func TestJudgesThatCommitNothingShareAState(t *testing.T) {
	s := newGame(t, "Red: King a1, Rook e5; Blue: King t20").j.State().Clone()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			j, err := NewJudge(s, "test")
			if err != nil {
				t.Error(err)
				return
			}
			for _, text := range []string{"Re5-e6", "Re5-f6", "Ka1-a2"} {
				j.Decide(Input{ID: "in", At: noon, Payload: playOf("Red", text)})
				s.Clone()
			}
		})
	}
	all.Wait()
	if pc, _ := s.Piece("R1"); pc.At != "e5" || s.unequal != nil {
		t.Errorf("the Rook is on %s, and it is noted what is written: %v", pc.At, s.unequal != nil)
	}
}

func TestDestroyedPiecesAreClearedAwayWithoutReusingTheirIDs(t *testing.T) {
	g := newGame(t, "Red: King a1, Rook e5; Blue: King t20")
	for range 3 * repackAt {
		id := g.j.State().NextPieceID("C")
		g.apply(events.PieceCreated{Piece: id, Type: "Camel", Side: "Blue"}, events.PieceDestroyed{Piece: id, Why: events.WhyOwner})
	}
	g.play("Red", "Re5-e6")
	if n := len(g.j.State().pieces); n != 3 {
		t.Errorf("the state keeps %d pieces, want 3", n)
	}
	if id, want := g.j.State().NextPieceID("C"), fmt.Sprintf("C%d", 3*repackAt+1); id != want {
		t.Errorf("the next Camel is %s, want %s", id, want)
	}
	inStep(t, g.j)
	g.play("Blue", "Kt20-t19")
}

func BenchmarkPlays(b *testing.B) {
	for _, size := range []struct{ sides, pieces int }{{9, 140}, {3, 30}} {
		b.Run(fmt.Sprintf("%d sides %d pieces", size.sides, size.pieces), func(b *testing.B) {
			// A line of legal plays is found first and then decided and folded again and again.
			rng := rand.New(rand.NewPCG(7, 7))
			g := newGame(b, randomBoard(rng, size.sides, size.pieces+size.pieces/5)).calm()
			start := g.j.State().Clone()
			type one struct{ side, text string }
			var line []one
			for tries := 0; len(line) < 60; tries++ {
				side, text := randomPlay(rng, g)
				if tries > 400 {
					text = "surrender" // nothing else is legal, or hardly anything
				}
				d := g.decide(side, text)
				if d.Ruling.Verdict != Accepted || text == "surrender" && tries <= 400 {
					continue
				}
				checks := 0
				for _, o := range d.Outcomes {
					if c, ok := o.Payload.(events.ChecksChanged); ok {
						checks = len(c.Checks)
					}
				}
				if checks > 0 && tries < 100 {
					continue // so that the board stays full
				}
				g.j.Commit(d)
				line = append(line, one{side, text})
				tries = 0
			}
			onBoard := 0 // when the line is over
			for pc := range g.j.State().Pieces() {
				if pc.At != "" {
					onBoard++
				}
			}
			law := g.j.base.law
			b.ReportAllocs()
			plays, count := 0, 0
			for b.Loop() {
				b.StopTimer()
				j, err := NewJudge(start.Clone(), "bench")
				if err != nil {
					b.Fatal(err)
				}
				j.base.law = law
				if err := j.base.compile(); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				for _, p := range line {
					d := j.Decide(Input{ID: "in", At: noon, Payload: playOf(p.side, p.text)})
					j.Commit(d)
					plays++
					count += len(d.Outcomes)
				}
			}
			b.ReportMetric(float64(onBoard), "pieces-left")
			b.ReportMetric(float64(plays)/b.Elapsed().Seconds(), "plays/s")
			b.ReportMetric(float64(count)/b.Elapsed().Seconds(), "outcomes/s")
		})
	}
}

// calm takes off the board whatever gives check, so that the game goes on for a while.
func (g *game) calm() *game {
	g.t.Helper()
	for range 100 {
		d := &decision{judge: g.j, before: g.j.base, now: g.j.base}
		checks := d.checksNow()
		g.apply(events.ChecksChanged{Checks: checks})
		if len(checks) == 0 {
			return g
		}
		for _, id := range checks[0].By {
			pc, _ := g.j.State().Piece(id)
			g.apply(events.PieceLifted{Piece: id, From: pc.At, Why: LiftEffect})
		}
	}
	g.t.Fatal("something gives check whatever is taken off the board")
	return g
}

func playOf(side, text string) events.Payload { return events.PlaySubmitted{Side: side, Text: text} }

func BenchmarkFold(b *testing.B) {
	rng := rand.New(rand.NewPCG(9, 9))
	g := newGame(b, randomBoard(rng, 9, 140))
	start := g.j.State().Clone()
	var list []events.Payload
	for len(list) < 3000 {
		side, text := randomPlay(rng, g)
		d := g.decide(side, text)
		if d.Ruling.Verdict != Accepted {
			d = g.decide(side, "surrender")
		}
		g.j.Commit(d)
		for _, o := range d.Outcomes {
			list = append(list, o.Payload)
		}
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		s := start.Clone()
		for _, p := range list {
			s.Apply(p)
		}
		n += len(list)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "outcomes/s")
}
