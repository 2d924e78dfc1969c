package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/store"
	"adjudicate/store/sqlite"
	"adjudicate/store/storetest"
)

// twoOfOneFile are two stores of one file, as two processes have them.
func twoOfOneFile(t *testing.T) (mine, other *sqlite.Store) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "all.ledger")
	mine, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mine.Close() })
	other, err = sqlite.Open(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	return mine, other
}

func add(t *testing.T, s store.Store, stream string, at store.Revision) {
	t.Helper()
	if _, err := s.Append(t.Context(), stream, at, storetest.Events(stream, int(at)+1, 1)); err != nil {
		t.Fatal(err)
	}
}

// TestWhoSharesALookSeesWhatWasAcknowledgedBefore has many ask at once while two stores of one file append: nobody is told of less than had been
// acknowledged, by either, before they asked.
func TestWhoSharesALookSeesWhatWasAcknowledgedBefore(t *testing.T) {
	mine, other := twoOfOneFile(t)
	const games, events, askers = 3, 40, 8
	var acknowledged [games]struct {
		sync.Mutex
		at store.Revision
	}
	name := func(n int) string { return fmt.Sprintf("hand-%d", n) }
	var writing, asking sync.WaitGroup
	for n := range games {
		writing.Go(func() {
			for at := range store.Revision(events) {
				s := []*sqlite.Store{mine, other}[at%2]
				if _, err := s.Append(t.Context(), name(n), at, storetest.Events(name(n), int(at)+1, 1)); err != nil {
					t.Error(err)
					return
				}
				acknowledged[n].Lock()
				acknowledged[n].at = at + 1
				acknowledged[n].Unlock()
			}
		})
	}
	done := make(chan struct{})
	for a := range askers {
		asking.Go(func() {
			for n := a % games; ; n = (n + 1) % games {
				select {
				case <-done:
					return
				default:
				}
				acknowledged[n].Lock()
				least := acknowledged[n].at
				acknowledged[n].Unlock()
				if head, err := mine.Head(t.Context(), name(n)); err != nil || head < least {
					t.Errorf("%s: head %d (%v), and %d was acknowledged before", name(n), head, err, least)
					return
				}
			}
		})
	}
	writing.Wait()
	close(done)
	asking.Wait()
	for n := range games {
		if head, err := mine.Head(t.Context(), name(n)); err != nil || head != events {
			t.Errorf("%s ends at %d (%v), expected %d", name(n), head, err, events)
		}
	}
}

func TestALookThatNobodyWaitsForAnyMoreAnswersTheOthers(t *testing.T) {
	mine, _ := twoOfOneFile(t)
	add(t, mine, "hand", 0)
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := mine.Head(gone, "hand"); !errors.Is(err, context.Canceled) {
		t.Errorf("who has gone is told %v", err)
	}
	if head, err := mine.Head(t.Context(), "hand"); err != nil || head != 1 {
		t.Errorf("head %d (%v)", head, err)
	}
}

func TestTheEndsOfSeveralStreamsAreToldInTheOrderAskedFor(t *testing.T) {
	mine, other := twoOfOneFile(t)
	add(t, mine, "b", 0)
	add(t, other, "a", 0)
	add(t, other, "a", 1)
	got, err := mine.HeadsOf(t.Context(), []string{"b", "none", "a"})
	want := []store.Standing{{Stream: "b", Head: 1}, {Stream: "none"}, {Stream: "a", Head: 2}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v; want -, got +:\n%s", err, diff)
	}
}
