package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"adjudicate/store"
)

// TestAPlainCopyNeedsTheLogOfAStoreThatWasNotClosed copies the file of a store that is open, as it
// would stand after a kill: alone, with its log, and again after the next command.
func TestAPlainCopyNeedsTheLogOfAStoreThatWasNotClosed(t *testing.T) {
	path, st := fresh(t)
	if _, err := st.Append(context.Background(), "s", store.NoStream, event(1)); err != nil {
		t.Fatal(err)
	}
	held := func(endings ...string) store.Revision {
		t.Helper()
		to := filepath.Join(t.TempDir(), "copy")
		for _, ending := range endings {
			data, err := os.ReadFile(path + ending)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(to+ending, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		c, err := Open(to, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		head, err := c.Head(context.Background(), "s")
		if err != nil {
			t.Fatal(err)
		}
		return head
	}
	if alone, both := held(""), held("", "-wal"); alone != 0 || both != 1 {
		t.Errorf("the file alone holds %d events, with its log %d; want 0 and 1", alone, both)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	if alone := held(""); alone != 1 {
		t.Errorf("after the store was closed the file alone holds %d events, want 1", alone)
	}
}
