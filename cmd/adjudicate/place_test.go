package main

import (
	"context"
	"strings"
	"testing"

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
		if got := shown(c.place); got != c.want {
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
		if got := shown("esdb://" + user + ":" + password + "@host:2113"); got != "esdb://host:2113" {
			t.Errorf("%q: %q is shown as %q", user, password, got)
		}
	})
}

func TestAGameIsChosenByItsNameOrAsTheOnlyOne(t *testing.T) {
	ctx := context.Background()
	holding := func(names ...string) *memory.Store {
		st := memory.New()
		for _, n := range names {
			if _, err := st.Append(ctx, n, 0, storetest.Events(n, 1, 1)); err != nil {
				t.Fatal(err)
			}
		}
		return st
	}
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
			got, err := choose(ctx, "all.ledger", holding(c.holds...), c.asked)
			switch {
			case c.err == "" && (err != nil || got != c.want):
				t.Errorf("got %q and error %v, want %q", got, err, c.want)
			case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err) || statusOf(err) != statusUsage):
				t.Errorf("got error %v, want %q and status 2", err, c.err)
			}
		})
	}
}
