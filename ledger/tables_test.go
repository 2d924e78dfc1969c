package ledger_test

import (
	"encoding/csv"
	"strings"
	"testing"

	"adjudicate/internal/played"
	"adjudicate/ledger"
)

// TestTablesHoldEveryEvent reads the tables of a season with another reader's rules, RFC 4180, and finds every event in the one of its kind.
func TestTablesHoldEveryEvent(t *testing.T) {
	st, list := played.Ledger(t, "../fixtures/season/short.season")
	files, err := ledger.Tables(t.Context(), st, played.Name, 0)
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, f := range files {
		if strings.Contains(strings.ReplaceAll(f[1], "\r\n", ""), "\n") {
			t.Errorf("%s: a line ends without a carriage return", f[0])
		}
		rows, err := csv.NewReader(strings.NewReader(f[1])).ReadAll()
		if err != nil {
			t.Fatalf("%s: %v", f[0], err)
		}
		total += len(rows) - 1
		if f[0] != "play-submitted.csv" {
			continue
		}
		at := map[string]int{}
		for i, name := range rows[0] {
			at[name] = i
		}
		// The first play of the season, by its umpire's file: "09:30 Red: K@c3" on 1998-10-06.
		first := rows[1]
		for column, want := range map[string]string{"recorded": "1998-10-06T09:30:00Z", "actor": "Ann", "side": "Red", "text": "K@c3"} {
			if got := first[at[column]]; got != want {
				t.Errorf("%s of the first play is %q, expected %q", column, got, want)
			}
		}
	}
	if total != len(list) {
		t.Errorf("%d rows, expected %d: one an event", total, len(list))
	}
}
