package generate_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/generate"
	_ "adjudicate/internal/testheap"
	"adjudicate/ledger"
	"adjudicate/rules"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/sqlite"
)

// changes are the rule files that come with the program.
func changes(t testing.TB) []rules.Rule {
	t.Helper()
	list, err := generate.Changes(os.DirFS("../../systems/partychess/amendments"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func filled(t testing.TB, st store.Store, seed uint64, o generate.Options, plays int) *generate.Counts {
	t.Helper()
	l, err := ledger.Create(context.Background(), st, "game", ledger.Options{Engine: "test 1", Entropy: rand.NewChaCha8([32]byte{1})})
	if err != nil {
		t.Fatal(err)
	}
	c, err := generate.Fill(context.Background(), l, seed, o, plays)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// digest is a hash of every stored byte.
func digest(t *testing.T, st store.Store) string {
	t.Helper()
	h := sha256.New()
	for rec, err := range st.Read(context.Background(), "game", 1) {
		if err != nil {
			t.Fatal(err)
		}
		h.Write(rec.Data)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

func TestTheSameSeedIsTheSameGame(t *testing.T) {
	o := generate.Options{Changes: changes(t), ChangeEvery: 60}
	one, again, other := memory.New(), memory.New(), memory.New()
	filled(t, one, 7, o, 400)
	filled(t, again, 7, o, 400)
	filled(t, other, 8, o, 400)
	if digest(t, one) != digest(t, again) {
		t.Error("seed 7 yields two different ledgers")
	}
	if digest(t, one) == digest(t, other) {
		t.Error("seeds 7 and 8 yield the same ledger")
	}
}

func TestAGameDoesNotDependOnWhoJudges(t *testing.T) {
	// A ledger that is opened anew half way has laid its board in another order than one that
	// followed every play. The inputs must be the same all the same.
	o := generate.Options{Changes: changes(t), ChangeEvery: 60}
	var want []aggregate.Input
	for in := range generate.Game(3, o, 500) {
		want = append(want, in)
	}
	state := aggregate.NewState()
	j, err := aggregate.NewJudge(state, generate.Engine)
	if err != nil {
		t.Fatal(err)
	}
	g := generate.New(3, o)
	n := 0
	same := func(in aggregate.Input) {
		t.Helper()
		if n == len(want) {
			t.Fatalf("one input more: %+v", in)
		}
		in.ID = want[n].ID
		if fmt.Sprintf("%+v", in) != fmt.Sprintf("%+v", want[n]) {
			t.Fatalf("input %d is %+v, want %+v", n+1, in, want[n])
		}
		n++
	}
	var last time.Time
	for turn := 0; n < len(want); turn++ {
		if turn%50 == 49 {
			if j, err = aggregate.NewJudge(j.State().Clone(), generate.Engine); err != nil {
				t.Fatal(err)
			}
		}
		in := g.Next(j)
		j.BringAbout(in, last, func(due aggregate.Input, _ aggregate.Decision) { same(due) })
		same(in)
		last = in.At
		j.Commit(j.Decide(in))
	}
}

// A game of which everybody is away stands still: the office is vacated, and nobody can hold it until somebody is back.
func TestAGameGoesOnThoughEverybodyIsAway(t *testing.T) {
	j, err := aggregate.NewJudge(aggregate.NewState(), generate.Engine)
	if err != nil {
		t.Fatal(err)
	}
	g := generate.New(3, generate.Options{})
	var last aggregate.Input
	for g.Plays() < 20 {
		last = g.Next(j)
		j.Commit(j.Decide(last))
	}
	enter := func(p events.Payload) {
		j.Commit(j.Decide(aggregate.Input{Payload: p, At: last.At, Actor: j.State().Holder(events.KnownOffice)}))
	}
	for _, p := range j.State().Players() {
		enter(events.PlayerStatusChanged{Player: p.Name, Status: aggregate.StatusVacation})
	}
	enter(events.OfficeVacated{Office: events.KnownOffice})
	if holder := j.State().Holder(events.KnownOffice); holder != "" {
		t.Fatalf("%s holds the office: expected nobody", holder)
	}
	for n := 0; g.Plays() < 40; n++ {
		if n > 1000 {
			t.Fatalf("after 1000 inputs more, %d plays", g.Plays())
		}
		j.Commit(j.Decide(g.Next(j)))
	}
}

// happening are the kinds of events that make up a game as it is played.
var happening = []string{
	"game-opened", "rule-enacted", "rule-amended", "rule-repealed", "interpretation-adopted", "office-filled", "office-vacated",
	"player-registered", "player-status-changed", "side-created", "side-removed", "side-transferred", "attribute-changed",
	"game-started", "pieces-chosen", "purchase-requested", "destruction-requested", "play-submitted", "state-announced",
	"limit-extended", "time-passed", "stage-announced", "stage-objected", "stage-corrected",
	"transaction-recorded", "lot-supplied",
	"ledger-opened", "rule-put-in-force", "rule-out-of-force", "reading-in-force", "ruled", "office-held", "player-known",
	"side-entered", "side-left", "side-held", "side-attribute-set", "side-attribute-set", "allotment-set", "piece-created", "piece-moved",
	"piece-placed", "piece-captured", "piece-lifted", "piece-destroyed", "piece-promoted", "counter-changed", "atomic-played",
	"play-ended", "checks-changed", "order-changed", "turn-began", "limit-set", "weights-posted", "asset-changed",
	"assets-cleared", "end-declared", "lot-drawn", "stage-set", "start-done",
}

// TestEverythingThatCanHappenHappens plays one game after the other until everything has happened in one of them; a few are enough.
func TestEverythingThatCanHappenHappens(t *testing.T) {
	const games = 4
	var c *generate.Counts
	missing := happening
	for seed := uint64(11); len(missing) > 0 && seed < 11+games; seed++ {
		c = filled(t, memory.New(), seed, generate.Options{Changes: changes(t), ChangeEvery: 150}, 3000)
		missing = slices.DeleteFunc(slices.Clone(missing), func(kind string) bool {
			if events.IsOutcome(kind) {
				return c.Outcomes[kind] > 0
			}
			return c.Taken[kind] > 0
		})
	}
	if len(missing) > 0 {
		t.Errorf("none of %d games had an outcome of these kinds, or an input that was accepted: %v", games, missing)
	}
	// How many plays are legal hangs on the rules that are enacted meanwhile, and so on which there are.
	c = filled(t, memory.New(), 11, generate.Options{}, 3000)
	if rate := float64(c.Accepted) / float64(c.Plays); rate < 0.85 || rate > 0.97 {
		t.Errorf("%.1f of a hundred plays were accepted, want 85 to 97", 100*rate)
	}
	if d := c.Density(); d < 45 || d > 140 {
		t.Errorf("%.0f pieces stood on the board on average, want 45 to 140", d)
	}
	if t.Failed() {
		t.Log(c)
	}
}

func TestAGameWithoutMischiefIsAlmostAllLegal(t *testing.T) {
	c := filled(t, memory.New(), 2, generate.Options{Mischief: -1}, 1500)
	if rate := float64(c.Accepted) / float64(c.Plays); rate < 0.97 {
		t.Errorf("%.1f of a hundred plays were accepted:\n%v", 100*rate, c)
	}
}

func TestSmallGamesGoOnAsWell(t *testing.T) {
	for _, sides := range []int{1, 2, 3, 12} {
		c := filled(t, memory.New(), 4, generate.Options{Sides: sides, Changes: changes(t), ChangeEvery: 100}, 600)
		// What a rule that comes to be enacted obliges to is not looked for: such plays are refused for that.
		if owed := c.Faults[aggregate.FaultDuty]; c.Plays != 600 || c.Accepted+owed < 400 || c.Accepted < 100 {
			t.Errorf("with %d sides %d of %d plays were accepted, and %d left a duty undone", sides, c.Accepted, c.Plays, owed)
		}
	}
}

func Example() {
	moves, inputs := 0, 0
	for _, d := range generate.Game(1, generate.Options{Sides: 3}, 50) {
		inputs++
		for _, o := range d.Outcomes {
			if _, ok := o.Payload.(events.PieceMoved); ok {
				moves++
			}
		}
	}
	fmt.Println(inputs > 50, moves > 5)
	// Output: true true
}

// BenchmarkFill generates, judges and stores plays.
func BenchmarkFill(b *testing.B) {
	for _, c := range []struct {
		title string
		o     generate.Options
		file  bool
	}{
		{"memory", generate.Options{}, false},
		{"sqlite", generate.Options{}, true},
		{"changing law", generate.Options{Changes: changes(b), ChangeEvery: 500}, false},
	} {
		b.Run(c.title, func(b *testing.B) {
			plays, pieces, n := 0, 0.0, 0
			for b.Loop() {
				var st store.Store = memory.New()
				if c.file {
					file, err := sqlite.Create(filepath.Join(b.TempDir(), "x.ledger"), sqlite.Options{})
					if err != nil {
						b.Fatal(err)
					}
					st = file
				}
				counts := filled(b, st, uint64(n), c.o, 3000)
				plays += counts.Plays
				pieces += counts.Density()
				n++
				st.Close()
			}
			b.ReportMetric(float64(plays)/b.Elapsed().Seconds(), "plays/s")
			b.ReportMetric(pieces/float64(n), "pieces")
		})
	}
}
