package report_test

import (
	"context"
	"html"
	"strings"
	"testing"

	"adjudicate/history"
	"adjudicate/internal/played"
	"adjudicate/report"
)

// TestAFilmShowsTheBoardsOfTheGame holds each frame to the board at its sequence, in an edition and beside what does not change it.
func TestAFilmShowsTheBoardsOfTheGame(t *testing.T) {
	ctx := context.Background()
	st, _ := played.Ledger(t, "../fixtures/season/autumn.season")
	h, err := history.Look(ctx, st, played.Name, history.Where{AsOf: "743"})
	if err != nil {
		t.Fatal(err)
	}
	write, err := report.Film(ctx, h, 690, report.Way{Flip: true})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	frames := strings.Split(out.String(), `<g class="frame`)[1:]
	if len(frames) < 4 {
		t.Fatalf("%d frames", len(frames))
	}
	before := ""
	for i, frame := range frames {
		_, rest, _ := strings.Cut(frame, "after #")
		at, _, _ := strings.Cut(rest, "<")
		there, err := history.Look(ctx, st, played.Name, history.Where{AsOf: at, Edition: h.Edition.Number})
		if err != nil {
			t.Fatal(err)
		}
		s, err := there.State(ctx)
		if err != nil {
			t.Fatal(err)
		}
		pieces := report.PiecesOf(s, true)
		if n := strings.Count(frame, ") on "); n != len(pieces) {
			t.Errorf("frame %d, after #%s: %d pieces, expected %d", i+1, at, n, len(pieces))
		}
		for _, p := range pieces {
			if want := ">" + html.EscapeString(p.Type+" "+p.ID+" ("+p.Side+") on "+p.At) + "<"; !strings.Contains(frame, want) {
				t.Errorf("frame %d, after #%s: no %s", i+1, at, want)
			}
		}
		if frame == before {
			t.Errorf("frame %d is the one before it", i+1)
		}
		before = frame
	}
	if _, err := report.Film(ctx, h, h.UpTo+1, report.Way{}); err == nil {
		t.Error("a film from behind the end")
	}
	if _, err := report.Film(ctx, h, 1, report.Way{Part: "a1"}); err == nil {
		t.Error("a film of a part that is none")
	}
}
