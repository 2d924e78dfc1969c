package report_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/internal/played"
	"adjudicate/internal/term"
	"adjudicate/ledger"
	"adjudicate/report"
)

// TestWatchersReadWhatComes watches a season that goes on: first its last two entries, then an announcement that is made meanwhile, once.
func TestWatchersReadWhatComes(t *testing.T) {
	st, list := played.Ledger(t, "../fixtures/season/short.season")
	l, err := ledger.Open(t.Context(), st, played.Name, ledger.Options{Engine: "test"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	var came [][]string
	w := report.Watcher{Last: 2, Head: func(ctx context.Context) (uint64, error) {
		head, err := st.Head(ctx, played.Name)
		return uint64(head), err
	},
		Look: func(ctx context.Context, head uint64) (*history.View, error) {
			return history.Look(ctx, st, played.Name, history.Where{Known: head})
		}, Pause: func(context.Context) {}}
	w.Told = func(v *report.Watched) error {
		var texts []string
		for _, e := range v.Entries {
			texts = append(texts, e.Text)
		}
		came = append(came, texts)
		var p term.Page
		if v.Print(&p); !strings.Contains(p.String(), "Red (Ann) to play") {
			t.Errorf("it does not say who is to play: %s", p.String())
		}
		if len(came) == 2 {
			stop()
			return nil
		}
		_, err := l.Submit(ctx, events.StateAnnounced{Note: "Red to play"}, "Ann", list[len(list)-1].Recorded)
		return err
	}
	if err := w.Run(ctx); err != nil {
		t.Fatal(err)
	}
	if len(came) != 2 || len(came[0]) != 2 || came[0][1] != "Blue: Ki3-i4" || len(came[1]) != 1 || !strings.HasPrefix(came[1][0], "announce") {
		t.Errorf("it told %q", came)
	}
}
