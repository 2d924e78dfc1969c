package ledger_test

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store/memory"
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

// TestNoTextOfATableIsAFormula writes what players may write, and finds no cell that a spreadsheet computes.
func TestNoTextOfATableIsAFormula(t *testing.T) {
	st := memory.New()
	l := opened(t, st)
	texts := []string{`=HYPERLINK("http://example.org","look")`, "+1", "-1", "@SUM(A1)", "'=1", "harmless"}
	for _, text := range texts {
		submit(t, l, events.TransactionRecorded{Account: "Ann", Asset: "money", Amount: events.Whole(-1), Note: text})
	}
	files, err := ledger.Tables(t.Context(), st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, f := range files {
		rows, err := csv.NewReader(strings.NewReader(f[1])).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if f[0] != "transaction-recorded.csv" {
			continue
		}
		at, amount := slices.Index(rows[0], "note"), slices.Index(rows[0], "amount")
		for i, row := range rows[1:] {
			want := "'" + texts[i]
			if texts[i] == "harmless" {
				want = texts[i]
			}
			if row[at] != want || row[amount] != "-1" {
				t.Errorf("the cells are %q and %q, expected %q and a number", row[at], row[amount], want)
			}
			found++
		}
	}
	if found != len(texts) {
		t.Errorf("%d rows, expected %d", found, len(texts))
	}
}
