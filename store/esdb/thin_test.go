package esdb_test

import (
	"errors"
	"io"
	"testing"

	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/store/storetest"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// readable counts the events of a stream that the server still has.
func readable(t *testing.T, c *client.Client, stream string) (n int) {
	t.Helper()
	r, err := c.ReadStream(ctxOf(t), stream, client.ReadStreamOptions{From: client.Start{}}, 1000)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for {
		switch _, err := r.Recv(); {
		case errors.Is(err, io.EOF):
			return n
		case err != nil:
			t.Fatal(err)
		}
		n++
	}
}

// TestAStreamThatIsNoLedgerIsKeptShort writes to a stream of an office before and after it is told to keep the last three events.
func TestAStreamThatIsNoLedgerIsKeptShort(t *testing.T) {
	t.Parallel()
	for title, meta := range map[string]string{"without metadata": "", "with metadata": `{"$cacheControl":60}`} {
		t.Run(title, func(t *testing.T) {
			c := esdbtest.New(t, esdbtest.Options{})
			db := raw(t, c.URL())
			beside := func() *esdb.Store {
				t.Helper()
				b, err := open(t, c.URL(), esdb.Options{}).Beside("office")
				if err != nil {
					t.Fatal(err)
				}
				return b.(*esdb.Store)
			}
			mine, other := beside(), beside()
			const stream = "ledger_office-game"
			add := func(s *esdb.Store, at store.Revision) {
				t.Helper()
				head, err := s.Head(ctxOf(t), "game")
				if err != nil || head != at {
					t.Fatalf("the head is %d, error %v; want %d", uint64(head), err, uint64(at))
				}
				mustAppend(t, s, "game", at, storetest.Events("game", int(at)+1, 1))
				if e, found, err := store.EventAt(ctxOf(t), s, "game", at+1); err != nil || !found || e.Revision != at+1 {
					t.Fatalf("event %d: %t, %v", uint64(at)+1, found, err)
				}
			}
			for at := range store.Revision(10) {
				add([]*esdb.Store{mine, other}[at%2], at)
			}
			if meta != "" {
				govern(t, db, stream, meta)
			}
			if n := readable(t, db, stream); n != 10 {
				t.Fatalf("%d events before", n)
			}
			for range 2 {
				if err := mine.KeepLatest(ctxOf(t), "game", 3); err != nil {
					t.Fatal(err)
				}
			}
			if n := readable(t, db, stream); n != 3 {
				t.Errorf("%d events are kept", n)
			}
			about, err := db.GetStreamMetadata(ctxOf(t), stream, client.ReadStreamOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if most := about.MaxCount(); most == nil || *most != 3 || (about.CacheControl() != nil) != (meta != "") {
				t.Errorf("metadata %+v", about)
			}
			for at := store.Revision(10); at < 16; at++ {
				add([]*esdb.Store{other, mine, beside()}[at%3], at)
			}
			if n := readable(t, db, stream); n != 3 {
				t.Errorf("%d events are kept of those that came later", n)
			}
			ledgers := open(t, c.URL(), esdb.Options{})
			mustAppend(t, ledgers, "game", 0, storetest.Events("game", 101, 1))
			if err := ledgers.Check(ctxOf(t)); err != nil {
				t.Errorf("the ledgers: %v", err)
			}
			if found, err := ledgers.Troubles(ctxOf(t)); err != nil || len(found) > 0 {
				t.Errorf("the ledgers: %+v, %v", found, err)
			}
		})
	}
}
