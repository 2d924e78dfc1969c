package store_test

import (
	"context"
	"errors"
	"testing"

	"adjudicate/store"
	"adjudicate/store/memory"

	"github.com/google/go-cmp/cmp"
)

// patient is a store with something the matter: mending "hidden" brings "index" to light.
type patient struct {
	store.Store
	hidden, index bool
	refuse        error
}

func (p *patient) Troubles(context.Context) ([]store.Trouble, error) {
	var list []store.Trouble
	switch {
	case p.hidden:
		list = append(list, store.Trouble{Kind: "hidden", Stream: "a", Found: "hidden", Cure: "show it",
			Mend: func(context.Context) error { p.hidden = p.refuse != nil; return p.refuse }})
	case p.index:
		list = append(list, store.Trouble{Kind: "index", Found: "a gap", Cure: "fill it", Mend: func(context.Context) error { p.index = false; return nil }})
	}
	return append(list, store.Trouble{Kind: "lost", Found: "nothing helps"}), nil
}

func (p *patient) Check(ctx context.Context) error {
	list := []error{p.CheckStream(ctx, "b")}
	if p.hidden {
		list = append(list, p.CheckStream(ctx, "a"))
	}
	return errors.Join(list...)
}

func (p *patient) CheckStream(_ context.Context, stream string) error {
	return &store.StreamError{Stream: stream, Err: &store.DamagedError{Place: "p", Found: "holes"}}
}

func TestAStoreIsExaminedAndMended(t *testing.T) {
	for _, c := range []struct {
		title  string
		only   string
		mend   []string
		refuse error
		want   []string
	}{
		{"one stream", "b", []string{"hidden"}, nil, []string{"lost ", "damage b"}},
		{"looking only", "", nil, nil, []string{"hidden a", "lost ", "damage b"}},
		{"another kind", "", []string{"index"}, nil, []string{"hidden a", "lost ", "damage b"}},
		{"one kind", "", []string{"hidden"}, nil, []string{"hidden a mended", "index ", "lost ", "damage b"}},
		{"both", "", []string{"hidden", "index"}, nil, []string{"hidden a mended", "index  mended", "lost ", "damage b"}},
		{"in vain", "", []string{"hidden"}, errors.New("no right to"), []string{"hidden a no right to", "lost ", "damage b"}},
	} {
		t.Run(c.title, func(t *testing.T) {
			found, err := store.Examine(context.Background(), &patient{Store: memory.New(), hidden: true, index: true, refuse: c.refuse}, c.only, c.mend)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range found {
				text := f.Kind + " " + f.Stream
				switch {
				case f.Mended:
					text += " mended"
				case f.Err != nil && f.Kind != store.Damage:
					text += " " + f.Err.Error()
				}
				got = append(got, text)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}
