package projections_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/projections"
)

func collect[T any](seq func(func(T) bool)) []T { return slices.Collect(seq) }

// view is what a state and the projections both know of one sequence.
type view struct {
	Weights  []events.Weight
	Order    []string
	Side     string
	Skipped  []string
	Limit    events.LimitSet
	Limited  bool
	Knives   map[string]int
	Titles   []aggregate.Title
	Lots     []events.LotDrawn
	Balances []projections.Balance
	Sides    []string
	Pieces   []projections.Piece
	Files    int
	Ranks    int
}

func viewOfState(s *aggregate.State) view {
	v := view{Weights: s.Weights(), Order: s.PlayList(), Side: s.ToPlay(), Skipped: s.Skipped(), Knives: map[string]int{}}
	v.Limit, v.Limited = s.Limit()
	for at, amount := range s.Balances() {
		v.Balances = append(v.Balances, projections.Balance{Account: at.Account, Asset: at.Asset, Amount: amount})
		if n := s.Knives(at.Account); n != 0 {
			v.Knives[at.Account] = n
		}
	}
	v.Titles = s.Titles()
	v.Lots = s.Lots()
	for d := range s.Sides() {
		v.Sides = append(v.Sides, d.Name)
	}
	for pc := range s.Pieces() {
		v.Pieces = append(v.Pieces, projections.Piece(pc))
	}
	v.Files, v.Ranks = s.Board()
	return v
}

// viewAt asks the projections about a sequence, which may lie in the past.
func viewAt(t *testing.T, s *projections.Set, sequence uint64) view {
	t.Helper()
	v := view{Knives: map[string]int{}}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	p, err := s.Weights.At(sequence)
	check(err)
	v.Weights = p.Weights
	turn, err := s.PlayList.At(sequence)
	check(err)
	v.Order, v.Side, v.Skipped, v.Limit, v.Limited = turn.Order, turn.Side, turn.Skipped, turn.Limit, turn.Limited
	holders, err := s.Knives.At(sequence)
	check(err)
	for _, h := range holders {
		if h.Knives != 0 {
			v.Knives[h.Player] = int(h.Knives / 2)
		}
	}
	hands, err := s.Winners.At(sequence)
	check(err)
	for _, h := range hands {
		v.Titles = append(v.Titles, aggregate.Title{Player: h.Player, Title: h.Title, Hand: h.Number})
	}
	lots, err := s.Lots.At(sequence)
	check(err)
	for _, l := range lots {
		if len(l.Among) > 0 {
			v.Lots = append(v.Lots, events.LotDrawn{Draw: l.Draw, Among: l.Among, Result: l.Result, Source: l.Source})
		}
	}
	v.Balances, err = s.Accounts.At(sequence)
	check(err)
	pos, err := s.Holdings.At(sequence)
	check(err)
	v.Sides, v.Pieces = pos.Sides(), collect(pos.Pieces())
	v.Files, v.Ranks = pos.Size()
	return v
}

// viewNow asks the projections about the present, without going back.
func viewNow(s *projections.Set) view {
	v := view{Weights: s.Weights.Latest().Weights, Knives: map[string]int{}, Balances: s.Accounts.Balances()}
	turn := s.PlayList.Now()
	v.Order, v.Side, v.Skipped, v.Limit, v.Limited = turn.Order, turn.Side, turn.Skipped, turn.Limit, turn.Limited
	for _, h := range s.Knives.Holders() {
		if h.Knives != 0 {
			v.Knives[h.Player] = s.Knives.Held(h.Player)
		}
	}
	for _, h := range s.Winners.Hands() {
		v.Titles = append(v.Titles, aggregate.Title{Player: h.Player, Title: h.Title, Hand: h.Number})
	}
	for _, l := range s.Lots.All() {
		if len(l.Among) > 0 {
			v.Lots = append(v.Lots, events.LotDrawn{Draw: l.Draw, Among: l.Among, Result: l.Result, Source: l.Source})
		}
	}
	now := s.Holdings.Now()
	v.Sides, v.Pieces = now.Sides(), collect(now.Pieces())
	v.Files, v.Ranks = now.Size()
	return v
}

func TestProjectionsAgreeWithAStateAtEverySequence(t *testing.T) {
	for _, g := range games(t) {
		t.Run(g.name, func(t *testing.T) {
			whole := fold(t, projections.NewSet(), g.list)
			running := projections.NewSet()
			state := aggregate.NewState()
			for i := range g.list {
				e := &g.list[i]
				if events.IsOutcome(e.Payload.Kind()) {
					state.Apply(e.Payload)
				}
				if err := running.Fold(e); err != nil {
					t.Fatal(err)
				}
				want := viewOfState(state)
				if diff := cmp.Diff(want, viewNow(running), cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("after %d (%s) the projections differ (-state +projections):\n%s", e.Sequence, e.Type, diff)
				}
				if diff := cmp.Diff(want, viewAt(t, whole, e.Sequence), cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("asked afterwards about %d (%s) the projections differ (-state +projections):\n%s", e.Sequence, e.Type, diff)
				}
			}
		})
	}
}

func TestTheGamesHoldWhatTheProjectionsAreAbout(t *testing.T) {
	seen := map[string]int{}
	for _, g := range games(t) {
		for _, e := range g.list {
			seen[e.Payload.Kind()]++
		}
	}
	for _, kind := range []string{"ruled", "piece-created", "piece-moved", "piece-placed", "piece-captured", "piece-lifted",
		"piece-destroyed", "piece-promoted", "counter-changed", "play-list-changed", "turn-began", "limit-set", "weights-posted",
		"account-changed", "knife-awarded", "knives-destroyed", "winner-declared", "award-given", "lot-drawn",
		"free-for-all-set", "free-pieces-granted", "checks-changed", "play-ended"} {
		if seen[kind] == 0 {
			t.Errorf("no game has a %s", kind)
		}
	}
}

func TestAFoldThatWasInterruptedEqualsOneThatWasNot(t *testing.T) {
	for _, g := range append(games(t), game{"a tape of everything", tape(everything()...)}) {
		t.Run(g.name, func(t *testing.T) {
			whole := fold(t, projections.NewSet(), g.list)
			want := checkpoint(t, whole)
			last := g.list[len(g.list)-1].Sequence
			step := 1 // after every event of a short ledger
			if len(g.list) > 100 {
				step = len(g.list) / 9
			}
			for k := 0; k <= len(g.list); k += step {
				first := fold(t, projections.NewSet(), g.list[:k])
				resumed := projections.NewSet()
				if err := resumed.Restore(checkpoint(t, first)); err != nil {
					t.Fatalf("resuming at %d: %v", k, err)
				}
				if resumed.Sequence() != uint64(k) {
					t.Fatalf("a checkpoint at %d resumes at %d", k, resumed.Sequence())
				}
				fold(t, resumed, g.list[k:])
				if !bytes.Equal(want, checkpoint(t, resumed)) {
					t.Fatalf("resumed at %d, the projections end otherwise", k)
				}
				if diff := cmp.Diff(viewNow(whole), viewNow(resumed), cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("resumed at %d (-whole +resumed):\n%s", k, diff)
				}
				past := uint64(k) * 2 / 3
				if diff := cmp.Diff(viewAt(t, whole, past), viewAt(t, resumed, past), cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("resumed at %d and asked about %d (-whole +resumed):\n%s", k, past, diff)
				}
			}
			for _, p := range whole.Projections() {
				if p.Sequence() != last {
					t.Errorf("%s stands at %d, want %d", p.Name(), p.Sequence(), last)
				}
			}
		})
	}
}

// fresh makes each projection anew.
var fresh = []func() projections.Projection{
	func() projections.Projection { return projections.NewWeights() },
	func() projections.Projection { return projections.NewKnives() },
	func() projections.Projection { return projections.NewWinners() },
	func() projections.Projection { return projections.NewPlayList() },
	func() projections.Projection { return projections.NewLots() },
	func() projections.Projection { return projections.NewAccounts() },
	func() projections.Projection { return projections.NewHoldings() },
	func() projections.Projection { return projections.NewHistory() },
	func() projections.Projection { return projections.NewLightSet() },
	func() projections.Projection { return projections.NewSet() },
}

func TestAStoredLedgerIsFoldedAsOneThatWasNeverWritten(t *testing.T) {
	for _, g := range games(t) {
		var stored []events.Envelope
		for i := range g.list {
			text, err := events.Encode(&g.list[i])
			if err != nil {
				t.Fatal(err)
			}
			e, err := events.Decode(text)
			if err != nil {
				t.Fatal(err)
			}
			stored = append(stored, e)
		}
		fresh, read := fold(t, projections.NewSet(), g.list), fold(t, projections.NewSet(), stored)
		if !bytes.Equal(checkpoint(t, fresh), checkpoint(t, read)) {
			t.Errorf("%s: read from a store the projections are others", g.name)
		}
	}
}

func TestAProjectionFoldedAloneEqualsTheSetsMember(t *testing.T) {
	list := games(t)[0].list
	set := fold(t, projections.NewSet(), list)
	for i, member := range set.Projections() {
		alone := fold(t, fresh[i](), list)
		if alone.Name() != member.Name() || !bytes.Equal(checkpoint(t, alone), checkpoint(t, member)) {
			t.Errorf("%s folded alone is not the set's", alone.Name())
		}
	}
}

func TestAFoldRefusesWhatIsNotNext(t *testing.T) {
	list := tape(events.LedgerOpened{Game: "g", Files: 8, Ranks: 8}, events.StartDone{}, events.KnifeAwarded{Player: "P", Why: "surrender"})
	for _, make := range fresh {
		p := make()
		t.Run(p.Name(), func(t *testing.T) {
			fold(t, p, list[:1])
			before := checkpoint(t, p)
			var gap *projections.GapError
			for _, wrong := range []int{0, 2} { // once more, and too early
				if err := p.Fold(&list[wrong]); !errors.As(err, &gap) || gap.At != 1 || gap.Found != uint64(wrong+1) {
					t.Errorf("folding event %d after 1: %v", wrong+1, err)
				}
			}
			other := list[1]
			other.Ledger = "other"
			var ledger *projections.LedgerError
			if err := p.Fold(&other); !errors.As(err, &ledger) || ledger.Want != "test" || ledger.Found != "other" {
				t.Errorf("folding another ledger's event: %v", err)
			}
			if !bytes.Equal(before, checkpoint(t, p)) {
				t.Error("a refused event changed the projection")
			}
			resumed := make()
			if err := resumed.Restore(before); err != nil {
				t.Fatal(err)
			}
			if err := resumed.Fold(&list[2]); !errors.As(err, &gap) {
				t.Errorf("a resumed projection took event 3 after 1: %v", err)
			}
			fold(t, resumed, list[1:])
		})
	}
}

func TestASetRefusesToGoOnWhenAMemberWasFoldedAlone(t *testing.T) {
	list := tape(events.LedgerOpened{Game: "g"}, events.StartDone{}, events.StartDone{})
	set := fold(t, projections.NewSet(), list[:1])
	fold(t, set.Lots, list[1:2])
	var gap *projections.GapError
	if err := set.Fold(&list[1]); !errors.As(err, &gap) || gap.Projection != "lots" {
		t.Errorf("the set went on: %v", err)
	}
	if set.Sequence() != 1 || set.Weights.Sequence() != 1 {
		t.Errorf("the set stands at %d and its Weights at %d, want 1 and 1", set.Sequence(), set.Weights.Sequence())
	}
}

func TestUntilStopsAtTheSequenceAskedFor(t *testing.T) {
	list := games(t)[0].list
	p := projections.NewHoldings()
	for _, stop := range []uint64{40, 41, 300, 300} {
		if err := projections.Until(p, sequenceOf(list), stop); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(checkpoint(t, fold(t, projections.NewHoldings(), list[:stop])), checkpoint(t, p)) {
			t.Errorf("up to %d the holdings are not those of a fold that stops there", stop)
		}
	}
	if err := projections.Until(p, sequenceOf(list), 200); err == nil {
		t.Error("a fold went backwards")
	}
	if err := projections.Until(p, sequenceOf(list), 0); err != nil || p.Sequence() != uint64(len(list)) {
		t.Errorf("up to the end: at %d, %v", p.Sequence(), err)
	}
	var beyond *projections.BeyondError
	if err := projections.Until(p, sequenceOf(list), uint64(len(list))+1); !errors.As(err, &beyond) {
		t.Errorf("beyond the end: %v", err)
	}
	broken := errors.New("broken")
	err := projections.Until(projections.NewLots(), func(yield func(events.Envelope, error) bool) { yield(events.Envelope{}, broken) }, 0)
	if !errors.Is(err, broken) {
		t.Errorf("a list that breaks: %v", err)
	}
}

func TestTheFutureIsRefused(t *testing.T) {
	set := fold(t, projections.NewSet(), tape(events.StartDone{}))
	asked := map[string]func(uint64) error{
		"weights":   func(s uint64) error { _, err := set.Weights.At(s); return err },
		"knives":    func(s uint64) error { _, err := set.Knives.At(s); return err },
		"winners":   func(s uint64) error { _, err := set.Winners.At(s); return err },
		"play-list": func(s uint64) error { _, err := set.PlayList.At(s); return err },
		"lots":      func(s uint64) error { _, err := set.Lots.At(s); return err },
		"accounts":  func(s uint64) error { _, err := set.Accounts.At(s); return err },
		"holdings":  func(s uint64) error { _, err := set.Holdings.At(s); return err },
		"history":   func(s uint64) error { _, _, err := set.History.At(s); return err },
	}
	for _, p := range set.Projections() {
		var beyond *projections.BeyondError
		if err := asked[p.Name()](2); !errors.As(err, &beyond) || beyond.Asked != 2 || beyond.Held != 1 {
			t.Errorf("%s asked about 2 at 1: %v", p.Name(), err)
		}
		for s := range uint64(2) {
			if err := asked[p.Name()](s); err != nil {
				t.Errorf("%s asked about %d at 1: %v", p.Name(), s, err)
			}
		}
	}
}
