package history_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"adjudicate/history"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store/memory"
)

// What people say about time means the last event that had been recorded by then. In the season of the Bishop #163 came on
// 1996-09-05 at 10:00, #171 at 10:30 and #179 on the next day at 10:00; the plays are #131 … #204, and #125 starts the game.
func TestPointsInWords(t *testing.T) {
	ctx := context.Background()
	st := memory.New()
	if _, err := played.Into(st, "bishop", "../fixtures/season/bishop.season", ledger.Options{Engine: "test 1"}); err != nil {
		t.Fatal(err)
	}
	now := time.Date(1996, 9, 6, 20, 0, 0, 0, time.UTC)
	for _, tt := range []struct{ flag, text, want string }{
		{"at", "1996-09-05", "178"},
		{"at", "yesterday", "178"},
		{"at", "today", "195"},
		{"at", "1996-09-05T10:00:00Z", "170"},
		{"at", "1996-09-05T12:15:00+02:00", "170"}, // 10:15 UTC
		{"at", "1996-09-05T09:59:59Z", "162"},
		{"as-of", "1 day ago", "178"},
		{"at", "10 hours ago", "187"},
		{"at", "2 plays ago", "195"}, // #196 and #204
		{"at", "two plays ago", "195"},
		{"at", "an hour ago", "195"}, // #188 came at 10:30 on that day, #196 comes on the next
		{"at", "on 5 September 1996", "178"},
		{"at", "Sep 5, 1996", "178"},
		{"at", "the day before yesterday", "162"},
		{"at", "#163", "163"},
		{"at", "before #163", "162"},
		{"at", "after 163", "163"},
		{"at", "the end", "217"},
		{"since", "5 Sep 1996", "163"},
		{"at", "before the start", "124"},
		{"at", "before dispute opened", "211"},
		{"at", "end", "217"},
		{"at", "before the draft", "118"}, // #119 is the last of two
		{"at", "before the adoption", "99"},
		{"at", "before the reading", "99"},
		{"at", "before the last play", "203"},
		{"at", "the last play", "211"},
		{"as-of", "after the last play", "211"},
		{"at", "before the last two plays", "195"},
		{"at", "before 2 plays ago", "195"},
		{"at", "half an hour ago", "195"},
		{"edition", "yesterday", "1"},
		{"since", "1996-09-05", "163"},
		{"since", "yesterday", "163"},
		{"since", "1990-01-01", "1"},
	} {
		got, err := history.PointNamed(ctx, st, "bishop", tt.flag, tt.text, now, history.Where{})
		if err != nil || got != tt.want {
			t.Errorf("--%s %q means %s, want %s (%v)", tt.flag, tt.text, got, tt.want, err)
		}
	}
	for _, text := range []string{"0", "", "soon", "1990-01-01", "before 1", "100 plays ago", "a moon ago", "before the flood", "3 moons ago", "before the verdict", "tomorrow"} {
		if got, err := history.PointNamed(ctx, st, "bishop", "at", text, now, history.Where{}); err == nil {
			t.Errorf("%q means %s", text, got)
		}
	}
}

// A day that there is not, and one with a weekday that is not its own, are named as that.
func TestWhyAPointIsNone(t *testing.T) {
	ctx := context.Background()
	st := memory.New()
	if _, err := played.Into(st, "bishop", "../fixtures/season/bishop.season", ledger.Options{Engine: "test 1"}); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"31 February 1996":        "31 February 1996: there is no such day",
		"1996-02-30":              "1996-02-30: there is no such day",
		"Monday 6 September 1996": "Monday 6 September 1996: 6 September 1996 is a Friday",
		"tomorrow":                "tomorrow: it is still to come",
		"0 plays ago":             "0 plays ago: expected a number from 1 before plays",
	} {
		if got, err := history.PointOf(ctx, st, "bishop", text, time.Date(1996, 9, 6, 20, 0, 0, 0, time.UTC)); err == nil || err.Error() != want {
			t.Errorf("%s is %d, %v; want %s", text, got, err, want)
		}
	}
}

// On Kiritimati, 14 hours ahead of UTC, #163 came in the first minute of 6 September and #196 in that of the 8th.
func TestPointsInWordsAreInTheLedgersZone(t *testing.T) {
	text, err := os.ReadFile("../fixtures/season/bishop.season")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "bishop.season")
	text = bytes.Replace(text, []byte("f100\n"), []byte("f100 zone Pacific/Kiritimati\n"), 1)
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	st := memory.New()
	if _, err := played.Into(st, "bishop", file, ledger.Options{Engine: "test 1"}); err != nil {
		t.Fatal(err)
	}
	now := time.Date(1996, 9, 6, 20, 0, 0, 0, time.UTC) // 10:00 on the 7th there
	for _, tt := range []struct{ flag, text, want string }{
		{"at", "1996-09-05", "162"},
		{"at", "1996-09-06", "178"},
		{"at", "1996-09-05T10:00", "162"},
		{"at", "1996-09-06T00:00", "170"},
		{"at", "1996-09-05T10:00:00Z", "170"},
		{"at", "yesterday", "178"},
		{"at", "today", "195"},
		{"since", "1996-09-06", "163"},
		{"since", "today", "179"},
		{"since", "5 September", "147"},
		{"since", "1996-09-05T23:59", "163"},
		{"until", "1996-09-05", "162"},
		{"until", "1996-09-06", "178"},
		{"until", "yesterday", "178"},
		{"until", "Saturday", "195"},
		{"until", "1996-09-05T10:00:00Z", "170"},
	} {
		got, err := history.PointNamed(ctx, st, "bishop", tt.flag, tt.text, now, history.Where{})
		if err != nil || got != tt.want {
			t.Errorf("--%s %q means %s, want %s (%v)", tt.flag, tt.text, got, tt.want, err)
		}
	}
}

// What lasts until a date lasts until its end where the game is at home, on days with 23 hours as on others; a time is that time.
func TestADateLastsToItsEnd(t *testing.T) {
	london, err := time.LoadLocation("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"1998-10-10":           "1998-10-10T22:59:59Z",
		"1998-10-25":           "1998-10-25T23:59:59Z", // clocks go back
		"1998-03-28":           "1998-03-28T23:59:59Z",
		"1998-03-29":           "1998-03-29T22:59:59Z", // clocks go forward
		"1998-12-31":           "1998-12-31T23:59:59Z",
		"1998-10-10T12:00":     "1998-10-10T11:00:00Z",
		"1998-10-10T12:00:00Z": "1998-10-10T12:00:00Z",
	} {
		got, ok, err := history.EndBy(text, func() *time.Location { return london })
		if err != nil || !ok || got.Format(time.RFC3339) != want {
			t.Errorf("%s is %v, %v, %v; want %s", text, got.Format(time.RFC3339), ok, err, want)
		}
	}
	if _, ok, err := history.EndBy("tomorrow", func() *time.Location { return london }); ok || err != nil {
		t.Errorf("tomorrow is a moment: %v, %v", ok, err)
	}
}
