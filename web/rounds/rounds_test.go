package rounds_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/ledger/place"
	"adjudicate/store"
	"adjudicate/store/storetest"
	"adjudicate/web/rounds"
)

func TestWhatGoesWrongIsToldOnceUntilSomethingElseDoes(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	fails := []string{"a", "a", "", "a", "b", "a", "stop"}
	made := 0
	var told []string
	rounds.Keep(ctx, time.Microsecond, func(context.Context) error {
		text := fails[made]
		made++
		switch text {
		case "":
			return nil
		case "stop":
			stop()
		}
		return errors.New(text)
	}, func(err error) { told = append(told, err.Error()) })
	if diff := cmp.Diff([]string{"a", "b", "a"}, told); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

func TestAGameIsLookedAtWhenItHasGoneOnOrAfterAWhile(t *testing.T) {
	ctx := t.Context()
	host := &place.Host{Engine: "test", Cache: t.TempDir()}
	st, err := host.OpenOrCreate(ctx, filepath.Join(t.TempDir(), "all.ledger"))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	add := func(game string, at store.Revision) {
		t.Helper()
		if _, err := st.Events.Append(ctx, game, at, storetest.Events(game, int(at)+1, 1)); err != nil {
			t.Fatal(err)
		}
	}
	add("hand-3", 0)
	add("hand-4", 0)
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	broken := errors.New("hand-3 cannot be read")
	g := &rounds.Games{Store: st, Now: func() time.Time { return now }, Again: time.Minute}
	round := func(title string, want ...string) {
		t.Helper()
		var seen []string
		err := g.Each(ctx, func(_ context.Context, g *place.Game) error {
			if seen = append(seen, g.Name); g.Name == "hand-3" {
				return broken
			}
			return nil
		})
		if diff := cmp.Diff(want, seen); diff != "" {
			t.Errorf("%s: want -, got +:\n%s", title, diff)
		}
		if failed := len(want) > 0 && want[0] == "hand-3"; errors.Is(err, broken) != failed {
			t.Errorf("%s: error %v", title, err)
		}
	}
	round("at first", "hand-3", "hand-4")
	round("at once again")
	add("hand-4", 1)
	round("one has gone on", "hand-4")
	now = now.Add(59 * time.Second)
	round("within the while")
	now = now.Add(time.Second)
	round("after it", "hand-3", "hand-4")
}
