package esdb_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/store/storetest"
)

// address is that of a real server to run the suite and the season against; without it they
// run against the test server. The server must take 16 MiB in one append.
var address = os.Getenv("ADJUDICATE_ESDB")

// counter makes the categories of tests different from each other.
var counter atomic.Int64

// fresh is the address of an empty category on the server to test against.
func fresh(t testing.TB) string {
	t.Helper()
	category := fmt.Sprintf("category=test%d_%d&maxAppendSize=16000000", time.Now().UnixNano(), counter.Add(1))
	switch {
	case address == "":
		return esdbtest.New(t, esdbtest.Options{MaxAppend: 16_000_000}).URL(category)
	case strings.Contains(address, "?"):
		return address + "&" + category
	}
	return address + "?" + category
}

// open opens a store that is closed at the end of the test.
func open(t testing.TB, url string, o esdb.Options) *esdb.Store {
	t.Helper()
	s, err := esdb.Open(url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStoreKeepsTheContract(t *testing.T) {
	opener := func(t *testing.T) (store.Store, func() store.Store) {
		url := fresh(t)
		s := open(t, url, esdb.Options{})
		return s, func() store.Store {
			s.Close()
			s = open(t, url, esdb.Options{})
			return s
		}
	}
	storetest.Run(t, opener)
	storetest.RunOffers(t, opener)
}

func ctxOf(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}
