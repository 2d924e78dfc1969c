package intake

import (
	"errors"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/internal/infile"
	"adjudicate/ledger/place"
	"adjudicate/season"
)

// imported is the events of a season.
func imported(t *testing.T, label string, text []byte, folder string) []events.Envelope {
	t.Helper()
	s, err := Read(label, text, infile.Folder(folder), nil)
	if err != nil {
		t.Fatal(err)
	}
	draft, ran, err := Season(t.Context(), &place.Host{Engine: "test"}, s, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := ran.Differences(); len(d) > 0 {
		t.Errorf("%d entries of %s are ruled otherwise than it says, the first in line %d: %v", len(d), label, d[0].Entry.Line, d[0].Differences)
	}
	var list []events.Envelope
	var dec events.Decoder
	for stored := range draft.All(t.Context()) {
		e, err := dec.Decode(stored.Data)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// all yields events as a ledger does, without what time made due.
func all(list []events.Envelope) iter.Seq2[events.Envelope, error] {
	return func(yield func(events.Envelope, error) bool) {
		for _, e := range list {
			if !history.Unnoticed(&e) && !yield(e, nil) {
				return
			}
		}
	}
}

// TestALedgerIsTheSeasonThatImportsToIt writes ledgers as seasons, and those to ledgers again: the same events with the same contents, but
// for their ids.
func TestALedgerIsTheSeasonThatImportsToIt(t *testing.T) {
	seasons, err := filepath.Glob("../../fixtures/season/*.season")
	if err != nil || len(seasons) < 4 {
		t.Fatalf("%d seasons: %v", len(seasons), err)
	}
	for _, path := range append(seasons, "../../cmd/adjudicate/testdata/base.season") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			list := imported(t, path, text, filepath.Dir(path))
			s, err := season.Of(all(list), season.Beside(nil))
			if err != nil {
				t.Fatal(err)
			}
			again := imported(t, "written.season", []byte(s.String()), ".")
			if len(again) != len(list) {
				t.Fatalf("%d events, expected %d", len(again), len(list))
			}
			for i := range list {
				_, a, err := events.EncodePayload(list[i].Payload)
				_, b, also := events.EncodePayload(again[i].Payload)
				if err != nil || also != nil || string(a) != string(b) || list[i].Actor != again[i].Actor || !list[i].Recorded.Equal(again[i].Recorded) {
					t.Fatalf("event %d by %s at %s is %s, expected by %s at %s %s", i+1, again[i].Actor, again[i].Recorded, b, list[i].Actor, list[i].Recorded, a)
				}
			}
		})
	}
}

// TestAnEditionThatNoDisputeBroughtCannotBeSaid refuses a ledger whose umpire has corrected history.
func TestAnEditionThatNoDisputeBroughtCannotBeSaid(t *testing.T) {
	path := "../../fixtures/season/short.season"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	list := imported(t, path, text, filepath.Dir(path))
	end := list[len(list)-1]
	end.Sequence, end.Actor, end.Payload = end.Sequence+1, "Ann", events.EditionAdopted{Edition: 2, Base: 1, Changes: []events.Change{{ID: "2.1", What: "void", Input: 100}}}
	if _, err := season.Of(all(slices.Concat(list, []events.Envelope{end})), season.Beside(nil)); !errors.Is(err, season.ErrUnsayable) {
		t.Errorf("the error is %v, expected ErrUnsayable", err)
	}
}

// TestAGameOfChessIsWrittenAsItsArray writes a game that begins with an array whose players nothing else declares.
func TestAGameOfChessIsWrittenAsItsArray(t *testing.T) {
	text := `season 1

on 2026-01-01
10:00 game Casual system chess seed 00000000000000000000000000000000000000000000000000000000000000aa
rulebook chess
array White held by Ann, Black held by Basil
White: e2-e4
Black: e7-e6
  seen 121 in edition 1
White: e4-e6 => rejected
  sent 2025-12-31 22:00
  clock server dated 2025-12-31 23:30
`
	list := imported(t, "chess.season", []byte(text), ".")
	s, err := season.Of(all(list), season.Beside(nil))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(s.String(), "array White held by Ann, Black held by Basil\nWhite: e2-e4\n") || !strings.Contains(s.String(), "  clock server dated 2025-12-31 23:30\n") || !strings.Contains(s.String(), "  seen 121 in edition 1\n") {
		t.Errorf("the season is\n%s", s)
	}
	if again := imported(t, "written.season", []byte(s.String()), "."); len(again) != len(list) {
		t.Errorf("%d events, expected %d", len(again), len(list))
	}
}
