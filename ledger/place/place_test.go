package place

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/storetest"
)

func TestAnAddressIsShownWithoutUserAndPassword(t *testing.T) {
	for _, c := range []struct{ place, want string }{
		{"all.ledger", "all.ledger"},
		{"/srv/a@b/all.ledger", "/srv/a@b/all.ledger"},
		{"esdb://localhost:2113?tls=false", "esdb://localhost:2113"},
		{"esdb://admin:change@it@host:2113/?category=x", "esdb://host:2113"},
		{"esdb+discover://ann:secret@cluster.example", "esdb+discover://cluster.example"},
		{"esdb://ann:se?cret@host", "esdb://host"},
	} {
		if got := Shown(c.place); got != c.want {
			t.Errorf("%s: got %s, want %s", c.place, got, c.want)
		}
	}
}

func FuzzShown(f *testing.F) {
	f.Add("ann", "secret")
	f.Add("a:b", "@@")
	f.Fuzz(func(t *testing.T, user, password string) {
		if strings.ContainsAny(user+password, "/?#\n\r") || user == "" {
			return // these are written otherwise in an address
		}
		if got := Shown("esdb://" + user + ":" + password + "@host:2113"); got != "esdb://host:2113" {
			t.Errorf("%q: %q is shown as %q", user, password, got)
		}
	})
}

// holding is a store in memory with games of one event each.
func holding(t *testing.T, names ...string) *Store {
	t.Helper()
	st := memory.New()
	for _, n := range names {
		if _, err := st.Append(context.Background(), n, 0, storetest.Events(n, 1, 1)); err != nil {
			t.Fatal(err)
		}
	}
	return &Store{Events: st, Place: "all.ledger"}
}

func TestAGameIsFoundByItsNameOrAsTheOnlyOne(t *testing.T) {
	many := make([]string, 15)
	for i := range many {
		many[i] = string(rune('a' + i))
	}
	for _, c := range []struct {
		name  string
		holds []string
		asked string
		want  string
		err   string
	}{
		{"the only one", []string{"hand-3"}, "", "hand-3", ""},
		{"one of them", []string{"hand-3", "hand-4"}, "hand-4", "hand-4", ""},
		{"by its title", []string{"hand-3", "hand-4"}, "Hand 4", "hand-4", ""},
		{"a name that is no title's", []string{"Hand 4", "hand-4"}, "Hand 4", "Hand 4", ""},
		{"none named of two", []string{"b", "a"}, "", "", "holds 2 games: expected the name of one of a, b"},
		{"none named of many", many, "", "", "holds 15 games: expected the name of one of a, b, c, d, e, f, g, h, i, j, k, l and 3 more"},
		{"an unknown one", []string{"hand-3"}, "hand-7", "", `no such game: "hand-7"`},
		{"of nothing", nil, "", "", "holds no game"},
		{"a name of nothing", nil, "hand-3", "", "holds no game"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := holding(t, c.holds...).Find(context.Background(), c.asked)
			switch {
			case c.err == "" && (err != nil || g.Name != c.want):
				t.Errorf("got %v and error %v, want %q", g, err, c.want)
			case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
				t.Errorf("got error %v, want %q", err, c.err)
			}
		})
	}
}

func TestAGameBeginsWhereThereIsNone(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		name   string
		holds  []string
		begin  string
		beside bool
		taken  bool
		game   bool // the error is ledger.ErrGame
	}{
		{"in an empty file", nil, "hand-3", false, false, false},
		{"in a file with another game", []string{"hand-2"}, "hand-3", false, true, true},
		{"in a file with this game", []string{"hand-3"}, "hand-3", false, true, true},
		{"in a store with another game", []string{"hand-2"}, "hand-3", true, false, false},
		{"in a store with this game", []string{"hand-3"}, "hand-3", true, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			st := holding(t, c.holds...)
			err := st.Begin(ctx, c.begin, store.Each(storetest.Events("new", 1, 3)), c.beside)
			var taken *TakenError
			if errors.As(err, &taken) != c.taken || errors.Is(err, ledger.ErrGame) != c.game || !c.taken && err != nil {
				t.Fatalf("got error %v", err)
			}
			want := store.Revision(3)
			if c.taken {
				want = map[bool]store.Revision{true: 1, false: 0}[len(c.holds) > 0 && c.holds[0] == c.begin]
			}
			if head, err := st.Events.Head(ctx, c.begin); head != want || err != nil {
				t.Errorf("it stands at %s, error %v; want %s", head, err, want)
			}
		})
	}
}

func TestWhatCannotNameAPlaceIsRefused(t *testing.T) {
	h := &Host{}
	for _, c := range []struct{ place, scheme, want string }{
		{"mysql://localhost/games", "mysql", `no such kind of store: "mysql"`},
		{"esdb:localhost:2113", "", "did you mean esdb://localhost:2113?"},
		{"esdb://localhost?tsl=true", "", `unknown setting "tsl"`},
	} {
		_, err := h.Open(context.Background(), c.place)
		var address *AddressError
		if !errors.As(err, &address) || address.Scheme != c.scheme || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %q", c.place, err, c.want)
		}
	}
	if _, err := h.Open(context.Background(), filepath.Join(t.TempDir(), "none.ledger")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// replaced is a server of which only single events are asked.
type replaced struct {
	Server
	st store.Store
}

func (r replaced) Event(ctx context.Context, stream string, at store.Revision) (store.Recorded, bool, error) {
	return store.EventAt(ctx, r.st, stream, at)
}

func (replaced) Close() error { return nil }

func TestNotesBesideAServerAreAboutTheGameThatIsThere(t *testing.T) {
	h := &Host{Cache: t.TempDir(), Entropy: strings.NewReader(strings.Repeat("entropy ", 100))}
	ctx := context.Background()
	on := func(name string) *Game {
		st := memory.New()
		if _, err := st.Append(ctx, "hand-3", store.NoStream, storetest.Events(name, 1, 5)); err != nil {
			t.Fatal(err)
		}
		return (&Store{Events: h.remote("esdb://example", replaced{st: st}), Address: "esdb://example", Host: h}).Game("hand-3")
	}
	for _, c := range []struct {
		name, game string
		found      bool
	}{
		{"at first there is none", "one", false},
		{"then there is", "one", true},
		{"another game under that name", "two", false},
		{"and again the first", "one", false},
	} {
		g := on(c.game)
		if _, found, err := g.Keeper(ctx).Kept(ctx, "hand-3", "summary", store.Any); found != c.found || err != nil {
			t.Errorf("%s: found %t, error %v", c.name, found, err)
		}
		if err := g.Keeper(ctx).Keep(ctx, store.Note{Stream: "hand-3", Kind: "summary", At: 5, Data: []byte(c.game)}); err != nil {
			t.Error(err)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestNotesOfAnotherUserAreNotBelieved opens one file with the secrets of two users.
func TestNotesOfAnotherUserAreNotBelieved(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "hand-3.ledger")
	mine := &Host{Cache: t.TempDir(), Engine: "x 1", Entropy: strings.NewReader(strings.Repeat("my entropy", 100))}
	theirs := &Host{Cache: t.TempDir(), Engine: "x 1", Entropy: strings.NewReader(strings.Repeat("another's!", 100))}
	later := &Host{Cache: mine.Cache, Engine: "x 2", Entropy: mine.Entropy}
	again := &Host{Cache: mine.Cache, Engine: "x 1", Entropy: strings.NewReader("")} // the secret is there already
	st, err := mine.OpenOrCreate(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Begin(ctx, "hand-3", store.Each(storetest.Events("a", 1, 2)), false); err != nil {
		t.Fatal(err)
	}
	if err := st.Keeper().Keep(ctx, store.Note{Stream: "hand-3", Kind: "test", At: 2, Data: []byte("derived")}); err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		host *Host
		want bool
	}{{"the same user again", again, true}, {"another user", theirs, false}, {"another version of the program", later, false}} {
		st, err := c.host.Open(ctx, path)
		if err != nil {
			t.Fatal(err)
		}
		if _, found, err := st.Keeper().Kept(ctx, "hand-3", "test", store.Any); found != c.want || err != nil {
			t.Errorf("%s: found %t, error %v", c.name, found, err)
		}
		_ = st.Close()
	}
}

func TestWhatLiesBesideAGameIsNamedAfterIt(t *testing.T) {
	for _, c := range []struct{ place, want string }{
		{"games/autumn.ledger", "games/autumn.ledger.whatif"},
		{"esdb://ann:secret@localhost:2113?tls=false", "localhost-2113-autumn.whatif"},
	} {
		if got := Beside(c.place, "autumn", ".whatif"); got != c.want {
			t.Errorf("%s: got %q, want %q", c.place, got, c.want)
		}
	}
}
