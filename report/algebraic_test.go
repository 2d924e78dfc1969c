package report_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"adjudicate/history"
	"adjudicate/ledger/intake"
	"adjudicate/ledger/place"
	"adjudicate/report"
	"adjudicate/season/pgn"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// TestALogWritesRecordedGamesAsTheirFileDoes imports games that others recorded: the log has their moves as the file has them, marks of its
// author apart.
func TestALogWritesRecordedGamesAsTheirFileDoes(t *testing.T) {
	const file = "../season/pgn/testdata/games.pgn"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	games, err := pgn.Parse(file, text)
	if err != nil {
		t.Fatal(err)
	}
	list, left, err := intake.Recorded(t.Context(), &place.Host{Engine: "test", Cache: t.TempDir()}, file, text, nil, "", time.Unix(0, 0), nil)
	if err != nil || len(left) > 0 || len(list) != len(games) {
		t.Fatalf("%d of %d games are taken: %v %v", len(list), len(games), left, err)
	}
	for i, r := range list {
		st := memory.New()
		if _, err := store.Fill(t.Context(), st, r.Draft.Name, r.Draft.All(t.Context())); err != nil {
			t.Fatal(err)
		}
		v, err := history.Look(t.Context(), st, r.Draft.Name, history.Where{})
		if err != nil {
			t.Fatal(err)
		}
		check := func(log *report.Log, moves []pgn.Move, before int) {
			t.Helper()
			for k, m := range moves {
				want := strings.TrimRight(strings.ReplaceAll(m.Text, "0", "O"), "!?")
				e := log.Entries[before+k]
				if _, got, _ := strings.Cut(e.Said(), ": "); got != want {
					t.Errorf("%s: move %d is %q in the log, and %q in the file", r.Draft.Name, k+1, got, m.Text)
				}
			}
		}
		log, err := report.LogOf(t.Context(), v, v.Events(t.Context(), 1), report.LogQuery{Plays: true, Last: -1})
		if err != nil {
			t.Fatal(err)
		}
		moves := games[i].Moves
		check(log, moves, 0)
		last, err := report.LogOf(t.Context(), v, v.Events(t.Context(), 1), report.LogQuery{Plays: true, Last: len(log.Entries) - len(moves) + 10})
		if err != nil {
			t.Fatal(err)
		}
		check(last, moves[len(moves)-10:], 0)
	}
}
