package main

import (
	"context"
	"testing"

	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/storetest"
)

func TestNotesBesideAServerAreAboutTheGameThatIsThere(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	ctx := context.Background()
	on := func(name string) *game {
		st := memory.New()
		if _, err := st.Append(ctx, "hand-3", store.NoStream, storetest.Events(name, 1, 5)); err != nil {
			t.Fatal(err)
		}
		// What is opened offers nothing but streams, as a server does.
		return &game{ctx: ctx, address: "esdb://example", st: struct{ store.Store }{st}, name: "hand-3"}
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
		if _, found, err := g.keeper().Kept(ctx, "hand-3", "summary", store.Any); found != c.found || err != nil {
			t.Errorf("%s: found %t, error %v", c.name, found, err)
		}
		if err := g.keeper().Keep(ctx, store.Note{Stream: "hand-3", Kind: "summary", At: 5, Data: []byte(c.game)}); err != nil {
			t.Error(err)
		}
		g.close()
	}
}
