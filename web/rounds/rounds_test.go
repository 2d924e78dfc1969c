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

func TestAGameIsLookedAtWhenItHasGoneOnOrItsMomentHasCome(t *testing.T) {
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
	lay := func(game, text string) {
		t.Helper()
		if _, err := st.Game(game).Sheet(ctx, "word", func([]byte) ([]byte, error) { return []byte(text), nil }); err != nil {
			t.Fatal(err)
		}
	}
	for _, game := range []string{"hand-3", "hand-4", "hand-5"} {
		add(game, 0)
	}
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	broken := errors.New("hand-3 cannot be read")
	all := &rounds.Games{Store: st, Now: func() time.Time { return now }, Again: time.Minute}
	some := &rounds.Games{Store: st, Now: all.Now, Again: time.Minute, Sheet: "word"}
	round := func(title string, g *rounds.Games, want ...string) {
		t.Helper()
		var seen []string
		err := g.Each(ctx, func(_ context.Context, g *place.Game) (time.Time, error) {
			seen = append(seen, g.Name)
			switch g.Name {
			case "hand-3":
				return time.Time{}, broken
			case "hand-4":
				return now.Add(2 * time.Minute), nil
			}
			return time.Time{}, nil
		})
		if diff := cmp.Diff(want, seen); diff != "" {
			t.Errorf("%s: want -, got +:\n%s", title, diff)
		}
		if failed := len(want) > 0 && want[0] == "hand-3"; errors.Is(err, broken) != failed {
			t.Errorf("%s: error %v", title, err)
		}
	}
	round("at first", all, "hand-3", "hand-4", "hand-5")
	round("at once again", all)
	add("hand-5", 1)
	round("one has gone on", all, "hand-5")
	now = now.Add(59 * time.Second)
	round("within the while", all)
	now = now.Add(time.Second)
	round("after it the one that failed", all, "hand-3")
	now = now.Add(time.Minute)
	round("and the one whose moment has come", all, "hand-3", "hand-4")

	round("nothing lies on a desk", some)
	lay("hand-5", "one")
	round("something lies there", some, "hand-5")
	round("still the same", some)
	lay("hand-5", "two")
	round("something else", some, "hand-5")
	add("hand-5", 2)
	add("hand-3", 1)
	round("two have gone on", some, "hand-5")
	round("all games still know what they have not seen", all, "hand-3", "hand-5")
}
