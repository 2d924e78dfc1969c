package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"adjudicate/store"
	"adjudicate/store/sqlite"
	"adjudicate/store/storetest"
)

func TestAFileKeepsTheContractOfAStore(t *testing.T) {
	open := func(t *testing.T) (store.Store, func() store.Store) {
		path := filepath.Join(t.TempDir(), "game.ledger")
		s, err := sqlite.Create(path, sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s, func() store.Store {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if s, err = sqlite.Open(path, sqlite.Options{}); err != nil {
				t.Fatal(err)
			}
			return s
		}
	}
	storetest.Run(t, open)
	storetest.RunUnique(t, open)
	storetest.RunKeeper(t, open)
	storetest.RunOffers(t, open)
}

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()

	s, err := sqlite.Create(filepath.Join(dir, "game.ledger"), sqlite.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	fmt.Println(s.Append(ctx, "hand-3", store.NoStream, storetest.Events("example", 1, 3)))
	for r, err := range s.Read(ctx, "hand-3", 2) {
		fmt.Println(r.Revision, string(r.Data), err)
	}
	// Output:
	// revision 3 <nil>
	// revision 2 {"name":"example","number":2} <nil>
	// revision 3 {"name":"example","number":3} <nil>
}
