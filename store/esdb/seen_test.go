package esdb_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/store/storetest"
)

// TestWhatHasBeenSeenIsNeverUnseen has a leader that was deposed while it stood still answer for a
// while with fewer events than it has shown.
func TestWhatHasBeenSeenIsNeverUnseen(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	list := storetest.Events("s", 1, 9)
	mustAppend(t, open(t, c.URL(), esdb.Options{}), "s", 0, list)
	for title, ask := range map[string]func(s *esdb.Store) (store.Revision, error){
		"the head": func(s *esdb.Store) (store.Revision, error) { return s.Head(ctxOf(t), "s") },
		"reading": func(s *esdb.Store) (last store.Revision, err error) {
			for e, err := range s.Read(ctxOf(t), "s", 1) {
				if err != nil {
					return last, err
				}
				last = e.Revision
			}
			return last, nil
		},
	} {
		s := open(t, c.URL(), esdb.Options{Patience: 2 * time.Second})
		if at, err := ask(s); at != 9 || err != nil {
			t.Fatalf("%s: %s, error %v", title, at, err)
		}
		c.Servers[0].Lag(4)
		timer := time.AfterFunc(200*time.Millisecond, func() { c.Servers[0].Depose(false) })
		if at, err := ask(s); at != 9 || err != nil {
			t.Errorf("%s, while a deposed leader answers: %s, error %v", title, at, err)
		}
		timer.Stop()
		c.Servers[0].Lag(4)
		var gone *store.UnreachableError
		if at, err := ask(s); !errors.As(err, &gone) || !strings.Contains(err.Error(), "has shown 9") {
			t.Errorf("%s, if it never ends: %s, error %v", title, at, err)
		}
		c.Servers[0].Depose(false)
	}
}
