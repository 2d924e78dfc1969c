package main

import (
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/report"
	"adjudicate/store/memory"
)

// A sixTurn is one play of the game of six, as it is to stand in the ledger.
type sixTurn struct {
	Player, Side, Text string
	Verdict            string
}

// sixPlayed plays the game of six to its end in memory: each side takes a King where it can, else something else, else goes anywhere. Now and then it tries
// what the rules reject first. It returns the plays and who wins.
func sixPlayed(t *testing.T, seed uint64) (turns []sixTurn, winner string) {
	t.Helper()
	st := memory.New()
	l, err := played.Into(st, "six-kings", filepath.Join(here, "testdata/six.season"), ledger.Options{Engine: "test"})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, 6))
	for !l.State().Over() {
		side := l.State().ToPlay()
		at := l.Last().Add(time.Minute)
		who, _ := l.State().Side(side)
		var kings, takes, rest []string
		for _, p := range report.PlaysOf(l, side, at).Pieces {
			for _, one := range p.Plays {
				square, _ := l.State().PieceAt(one.To)
				switch {
				case one.Part || one.Kind == "shot":
				case one.To == "" || square.Side == "" || square.Side == side:
					rest = append(rest, one.Play)
				case square.Type == "King":
					kings = append(kings, one.Play)
				default:
					takes = append(takes, one.Play)
				}
			}
		}
		text := "pass"
		for _, list := range [][]string{kings, takes, rest} {
			if len(list) > 0 {
				text = list[random.IntN(len(list))]
				break
			}
		}
		tries := []string{text}
		if random.IntN(8) == 0 {
			tries = []string{"R@a1xa2", text}
		}
		for _, text := range tries {
			res, err := l.Submit(t.Context(), events.PlaySubmitted{Side: side, Text: text}, who.Player, at)
			if err != nil {
				t.Fatal(err)
			}
			turns = append(turns, sixTurn{who.Player, side, text, res.Ruled().Verdict})
			for _, o := range res.Outcomes {
				if end, ok := o.Payload.(events.EndDeclared); ok {
					winner = end.Player
				}
			}
		}
		if len(turns) > 400 {
			t.Fatal("the game does not end")
		}
	}
	return turns, winner
}
