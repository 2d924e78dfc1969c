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

// address is that of a real server to run these tests against, as "make test-esdb" does; without
// it they run against the test server.
var address = os.Getenv("ADJUDICATE_ESDB")

// counter makes the categories of tests different from each other.
var counter atomic.Int64

// fresh is the address of an empty category on the server to test against. On a real one its
// streams are deleted when the test ends.
func fresh(t testing.TB) string {
	t.Helper()
	category := fmt.Sprintf("category=test%d_%d", time.Now().UnixNano(), counter.Add(1))
	if address == "" {
		return esdbtest.New(t, esdbtest.Options{MaxAppend: 16_000_000}).URL(category, "maxAppendSize=16000000")
	}
	url := with(address, category)
	t.Cleanup(func() {
		s, err := esdb.Open(url, esdb.Options{})
		if err != nil {
			t.Error(err)
			return
		}
		defer s.Close()
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		esdb.Remove(ctx, s)
	})
	return url
}

// with adds a setting to an address.
func with(url, setting string) string {
	if strings.Contains(url, "?") {
		return url + "&" + setting
	}
	return url + "?" + setting
}

// byDefault is a store on a server that takes what servers take by default.
type byDefault struct{ *esdb.Store }

func (byDefault) LargestEvent() int { return 1 << 19 }

// as is a store as the contract is to see it.
func as(s *esdb.Store) store.Store {
	if address == "" {
		return s
	}
	return byDefault{s}
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
		return as(s), func() store.Store {
			s.Close()
			s = open(t, url, esdb.Options{})
			return as(s)
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
