package place

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"
)

// TestAHolderIsKnownToBeGone stands for processes by files of the system's own, whose locks end as those of a process that is killed.
func TestAHolderIsKnownToBeGone(t *testing.T) {
	h := &Host{Cache: t.TempDir()}
	a, b := h.Holder(), h.Holder()
	defer b.Close()
	if b.Gone(a.Name) || a.Gone(b.Name) {
		t.Fatal("both run")
	}
	if b.Gone(b.Name) || b.Gone(uuid.NewString()) || b.Gone("../holders/"+a.Name) || b.Gone("") {
		t.Error("gone is who is not known of")
	}
	if err := a.lock.Close(); err != nil { // as by a kill: the file stays
		t.Fatal(err)
	}
	for range 2 { // whoever asks first, and then
		if !b.Gone(a.Name) {
			t.Error("a killed holder is not gone")
		}
	}
	long := time.Now().Add(-2 * longAgo)
	if err := os.Chtimes(filepath.Join(a.folder, a.Name), long, long); err != nil {
		t.Fatal(err)
	}
	c := h.Holder()
	if files, err := os.ReadDir(c.folder); err != nil || len(files) != 2 {
		t.Errorf("%d files of two holders: %v", len(files), err)
	}
	if err := c.Close(); err != nil || b.Gone(c.Name) {
		t.Errorf("who ends leaves nothing to others: %v", err)
	}
	if x := (&Host{}).Holder(); x.Name == "" || x.Gone(b.Name) || x.Close() != nil {
		t.Error("without a folder there is but the name")
	}
}
