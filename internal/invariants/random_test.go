package invariants

import (
	"context"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/internal/generate"
	"adjudicate/ledger"
	"adjudicate/store/memory"

	"pgregory.net/rapid"
)

// play makes the input that a number stands for and returns what it did.
func (g *game) play(number uint64) *step {
	g.next.Draw(number)
	s := &step{before: g.judge.State().Clone()}
	s.in = g.next.Next(g.judge)
	s.in.ID = "in"
	s.d = g.judge.Decide(s.in)
	g.judge.Commit(s.d)
	s.after = g.judge.State()
	if s.d.Ruling.Verdict == aggregate.Accepted {
		g.taken++
	}
	count(s)
	return s
}

// drawn draws where a game begins and the numbers that it consists of.
func drawn(t *rapid.T, tb testing.TB) (*game, []uint64) {
	list := begin(tb)
	b := list[rapid.IntRange(0, len(list)-1).Draw(t, "beginning")]
	// Lists of lists of lists are long and come apart well.
	var numbers []uint64
	for _, part := range rapid.SliceOf(rapid.SliceOf(rapid.SliceOf(rapid.Uint64()))).Draw(t, "inputs") {
		for _, piece := range part {
			numbers = append(numbers, piece...)
		}
	}
	total.games++
	return newGame(t, b), numbers
}

func TestRandomGamesKeepTheLaws(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		g, numbers := drawn(r, t)
		for n, number := range numbers {
			s := g.play(number)
			for _, law := range laws {
				if wrong := law.holds(g, s); wrong != "" {
					r.Fatalf("input %d of %d: %s: %s\n%s", n+1, len(numbers), law.title, wrong, s)
				}
			}
		}
	})
}

func TestRandomDecisionsDoNotDependOnTheJudge(t *testing.T) {
	// A judge that lays the board anew from the state decides as one that followed the game.
	rapid.Check(t, func(r *rapid.T) {
		g, numbers := drawn(r, t)
		if len(numbers) == 0 {
			return
		}
		for _, number := range numbers[:len(numbers)-1] {
			g.play(number)
		}
		fresh, err := aggregate.NewJudge(g.judge.State().Clone(), "test 1")
		if err != nil {
			r.Fatal(err)
		}
		s := g.play(numbers[len(numbers)-1])
		if again := fresh.Decide(s.in); !reflect.DeepEqual(again, s.d) {
			r.Fatalf("judged anew:\n%s\njudged before:\n%s", &step{in: s.in, d: again}, s)
		}
	})
}

func TestAGeneratedLedgerVerifies(t *testing.T) {
	changes, err := generate.Changes(os.DirFS("../../systems/partychess/amendments"))
	if err != nil {
		t.Fatal(err)
	}
	amended := generate.Options{Changes: changes, ChangeEvery: 40}
	for _, g := range []struct {
		seed  uint64
		o     generate.Options
		plays int
	}{{12, generate.Options{}, 1200}, {11, amended, 1200}, {12, amended, 600}, {13, amended, 600}, {14, amended, 600}} {
		st := memory.New()
		l, err := ledger.Create(context.Background(), st, "game", ledger.Options{Engine: "test 1", Entropy: rand.NewChaCha8([32]byte{1})})
		if err != nil {
			t.Fatal(err)
		}
		c, err := generate.Fill(context.Background(), l, g.seed, g.o, g.plays)
		if err != nil {
			t.Fatal(err)
		}
		for p := range l.State().Pieces() {
			if slices.Contains(l.State().Closed(), p.At) {
				t.Errorf("seed %d: %s stands on %s, which is closed", g.seed, p.ID, p.At)
			}
		}
		v, err := ledger.Verify(context.Background(), st, "game", ledger.Options{Engine: "test 1"})
		if err != nil {
			t.Fatal(err)
		}
		if len(v.Differences) > 0 || v.Inputs != c.Inputs {
			t.Errorf("seed %d: of %d inputs %d were judged again, with %d differences: %+v", g.seed, c.Inputs, v.Inputs, len(v.Differences), v.Differences[:min(3, len(v.Differences))])
		}
	}
}
