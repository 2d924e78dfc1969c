package history_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"adjudicate/history"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store/memory"
)

// Now is Friday, 6 September 1996, at 20:00; see TestPointsInWords for what the season holds.
func TestTimesAsPeopleSayThem(t *testing.T) {
	ctx := context.Background()
	st := memory.New()
	if _, err := played.Into(st, "bishop", "../fixtures/season/bishop.season", ledger.Options{Engine: "test 1"}); err != nil {
		t.Fatal(err)
	}
	now := time.Date(1996, 9, 6, 20, 0, 0, 0, time.UTC)
	for _, tt := range []struct{ flag, text, want string }{
		{"at", "10am", "187"}, // #179 came at ten, #188 at half past
		{"at", "10:15 a.m. on 5 September", "170"},
		{"at", "noon on 5 September", "178"},
		{"at", "yesterday at noon", "178"},
		{"at", "9 pm", "178"}, // of yesterday: today's is yet to come
		{"at", "the 5th of September, 1996", "178"},
		{"at", "September 1996", "211"},
		{"at", "1996-09", "211"},
		{"at", "in 1996", "217"},
		{"at", "this week", "211"},
		{"at", "Thursday", "178"},
		{"at", "Thursday 5 September", "178"},
		{"at", "5.9.1996", "178"},
		{"at", "13/9/1996", "211"},
		{"at", "before 5 September", "162"},
		{"at", "before Thursday", "162"},
		{"at", "by noon on 5 September", "178"},
		{"at", "after the start", "130"},
		{"at", "last play", "211"},            // with all that came of #204
		{"at", "after dispute opened", "214"}, // ruled on at #213, entered at #214,
		{"since", "Thursday", "163"},
		{"since", "noon on Thursday", "179"},
		{"since", "this week", "1"},
	} {
		got, err := history.PointNamed(ctx, st, "bishop", tt.flag, tt.text, now, history.Where{})
		if err != nil || got != tt.want {
			t.Errorf("--%s %q means %s, want %s (%v)", tt.flag, tt.text, got, tt.want, err)
		}
	}
	for _, tt := range []struct{ text, want string }{
		{"5/9/1996", "5 September 1996 or 9 May 1996"},
		{"midnight on 5 September", "1996-09-05T00:00 or 1996-09-06T00:00"},
		{"last week", "nothing recorded"}, // it ended on Sunday, the game began on Tuesday
		{"31 June", ""}, {"Monday 5 September 1996", ""}, {"10am pm", ""}, {"25:00", ""}, {"noon in September", ""}, {"5 6 September", ""}, {"after the flood", "no such entry"},
		{"1996-13-06", "there is no such day"}, {"31/02/1996", "there is no such day"},
		{"before the strat", `did you mean "before the start"?`}, {"after the dispuet", `did you mean "after the dispute"?`},
	} {
		if got, err := history.PointNamed(ctx, st, "bishop", "at", tt.text, now, history.Where{}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q means %s, error %v, want one with %q", tt.text, got, err, tt.want)
		}
	}
}

// The address of an entry names a point of the game, and neither what was known nor an edition: it is refused there, and not passed over.
func TestAnAddressIsNoPointOfTheRecord(t *testing.T) {
	for flag, refused := range map[string]bool{"known-at": true, "edition": true, "as-of": false, "since": false, "until": false, "at": false} {
		_, err := history.ReadPoints(map[string]string{flag: "2.1"}, nil, nil)
		if refused != (err != nil) || refused && !strings.Contains(err.Error(), "--"+flag+" 2.1: it is the address of an entry") {
			t.Errorf("--%s 2.1: %v", flag, err)
		}
	}
}

// Before it began the Free For All was announced; after it, it is over.
func TestAFreeForAllHasABeginningAndAnEnd(t *testing.T) {
	ctx := context.Background()
	st := memory.New()
	l, err := played.Into(st, "autumn", "../fixtures/season/autumn.season", ledger.Options{Engine: "test 1"})
	if err != nil {
		t.Fatal(err)
	}
	at := func(text string) uint64 {
		t.Helper()
		n, err := history.PointOf(ctx, st, "autumn", text, l.Last())
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	cat, err := history.Load(ctx, st, "autumn", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ text, want string }{{"before the Free For All", "announced"}, {"after the free for all", "over"}} {
		s, err := cat.StateAt(ctx, cat.Current(), at(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Stage("free-for-all").State; got != tt.want {
			t.Errorf("%s it is %q, want %q", tt.text, got, tt.want)
		}
	}
}
