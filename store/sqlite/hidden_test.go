package sqlite_test

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"adjudicate/store"
	"adjudicate/store/sqlite"
	"adjudicate/store/storetest"
)

// TestStreamsThatLostEventsKeepTheContract takes events out of a file by other means.
func TestStreamsThatLostEventsKeepTheContract(t *testing.T) {
	const of = "(SELECT number FROM streams WHERE name = 'two')"
	ways := map[string]string{
		"all of its events are gone":    "DELETE FROM events WHERE stream = " + of,
		"its first events are gone":     "DELETE FROM events WHERE revision < 3 AND stream = " + of,
		"an event in its midst is gone": "DELETE FROM events WHERE revision = 3 AND stream = " + of,
	}
	storetest.RunHidden(t, slices.Sorted(maps.Keys(ways)), func(t *testing.T, way string) (store.Store, func(string) store.Store) {
		path := filepath.Join(t.TempDir(), "all.ledger")
		s, err := sqlite.Create(path, sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s, func(string) store.Store {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			execute(t, path, "DROP TRIGGER events_never_go;\n"+ways[way]+
				";\nCREATE TRIGGER events_never_go BEFORE DELETE ON events\nBEGIN SELECT RAISE(ABORT, 'events are never deleted'); END")
			if s, err = sqlite.Open(path, sqlite.Options{}); err != nil {
				t.Fatal(err)
			}
			return s
		}
	})
}
