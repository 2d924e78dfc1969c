package rounds_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/ledger/place"
	"adjudicate/store"
	"adjudicate/store/storetest"
	"adjudicate/web/rounds"
)

// TestAProcessGoesOnWhereTheLastOneEnded ends processes in good order and otherwise, has games go on while none runs, and lets the note be lost.
func TestAProcessGoesOnWhereTheLastOneEnded(t *testing.T) {
	ctx := t.Context()
	host, path := &place.Host{Engine: "test", Cache: t.TempDir()}, filepath.Join(t.TempDir(), "all.ledger")
	open := func() *place.Store {
		t.Helper()
		st, err := host.OpenOrCreate(ctx, path)
		if err != nil {
			t.Fatal(err)
		}
		return st
	}
	heads := map[string]store.Revision{}
	add := func(games ...string) {
		t.Helper()
		st := open()
		defer st.Close()
		for _, game := range games {
			if _, err := st.Events.Append(ctx, game, heads[game], storetest.Events(game, int(heads[game])+1, 1)); err != nil {
				t.Fatal(err)
			}
			heads[game]++
		}
	}
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	// process makes a round, some more if games go on meanwhile, and says which games it looked at in each.
	process := func(title string, kept string, ends bool, between [][]string, want ...[]string) {
		t.Helper()
		st := open()
		defer st.Close()
		g := &rounds.Games{Store: st, Now: func() time.Time { return now }, Again: time.Minute, Kept: kept}
		var seen [][]string
		for n := range len(between) + 1 {
			list := []string{}
			err := g.Each(ctx, func(_ context.Context, g *place.Game) (time.Time, error) {
				list = append(list, g.Name)
				switch g.Name {
				case "fails":
					return time.Time{}, errors.New("it fails")
				case "waits":
					return now.Add(time.Hour), nil
				}
				return time.Time{}, nil
			})
			if seen = append(seen, list); err != nil && err.Error() != "it fails" {
				t.Errorf("%s: %v", title, err)
			}
			if n < len(between) {
				add(between[n]...)
			}
		}
		if ends {
			g.Keep(ctx)
		}
		if diff := cmp.Diff(want, seen); diff != "" {
			t.Errorf("%s: want -, got +:\n%s", title, diff)
		}
	}
	none := []string{}
	add("a", "b", "fails", "waits")
	process("at first all", "mailed", true, nil, []string{"a", "b", "fails", "waits"})
	process("then none", "mailed", true, nil, none)
	add("b", "a", "b")
	process("what has gone on", "mailed", true, [][]string{{"a"}}, []string{"a", "b"}, []string{"a"})
	now = now.Add(time.Minute)
	process("what grew last, for it may have grown after it was told of, and what failed", "mailed", true, nil, []string{"a", "fails"})
	now = now.Add(time.Hour)
	process("and what waited for a moment that came meanwhile", "mailed", true, nil, []string{"a", "fails", "waits"})
	process("whoever is killed", "mailed", false, [][]string{{"b"}}, []string{"a"}, []string{"b"})
	process("leaves what came after the last note", "mailed", true, nil, []string{"a", "b"})
	process("whoever keeps nothing looks at all", "", true, nil, []string{"a", "b", "fails", "waits"})
	process("as does whoever keeps it under another name", "other", true, nil, []string{"a", "b", "fails", "waits"})
	st := open()
	if err := st.Keeper().Drop(ctx, "*", "mailed", 0); err != nil {
		t.Fatal(err)
	}
	if err := st.Keeper().Keep(ctx, store.Note{Stream: "*", Kind: "mailed", Data: []byte(`{"mark":1000}`)}); err != nil {
		t.Fatal(err)
	}
	st.Close()
	process("or finds a mark of another file", "mailed", true, [][]string{{}}, []string{"a", "b", "fails", "waits"}, none)
}

// TestAProcessMissesNoMomentThatTheNoteHasNoRoomFor ends processes that know of more moments than their note holds. Each game is looked at at its moment, whoever runs.
func TestAProcessMissesNoMomentThatTheNoteHasNoRoomFor(t *testing.T) {
	ctx := t.Context()
	host, path := &place.Host{Engine: "test", Cache: t.TempDir()}, filepath.Join(t.TempDir(), "all.ledger")
	began := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	now := began
	moments := map[string]time.Time{}
	st, err := host.OpenOrCreate(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 20 {
		name := fmt.Sprintf("game-%02d", n)
		moments[name] = began.Add(time.Duration(1+n*7%20) * time.Hour)
		if _, err := st.Events.Append(ctx, name, 0, storetest.Events(name, 1, 1)); err != nil {
			t.Fatal(err)
		}
	}
	st.Close()
	seen, looks := map[string]time.Time{}, 0
	// process makes a round an hour, so many, and ends in good order or is killed.
	process := func(hours int, ends bool) {
		t.Helper()
		st, err := host.Open(ctx, path)
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		g := &rounds.Games{Store: st, Now: func() time.Time { return now }, Again: time.Minute, Kept: "mailed", Most: 4}
		for range hours {
			if err := g.Each(ctx, func(_ context.Context, g *place.Game) (time.Time, error) {
				looks++
				moment := moments[g.Name]
				if now.Before(moment) {
					return moment, nil
				}
				if _, again := seen[g.Name]; !again {
					seen[g.Name] = now
				}
				return time.Time{}, nil
			}); err != nil {
				t.Fatal(err)
			}
			now = now.Add(time.Hour)
		}
		if ends {
			g.Keep(ctx)
		}
	}
	process(1, true)
	if first := looks; first != 20 {
		t.Errorf("%d looks at first", first)
	}
	process(1, true)
	if more := looks - 20; more > 2 {
		t.Errorf("%d looks by the next process, though it is early", more)
	}
	for n, hours := range []int{1, 2, 1, 5, 3, 1, 4, 3} {
		process(hours, n%3 != 2)
	}
	for name, moment := range moments {
		if !seen[name].Equal(moment) {
			t.Errorf("%s is looked at at %v, and is due at %v", name, seen[name], moment)
		}
	}
}
