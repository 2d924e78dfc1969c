package sqlite_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"adjudicate/store/sqlite"
	"adjudicate/store/storetest"
)

func TestAWrittenFileIsWholeAndTakesNoName(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	path := filepath.Join(dir, "new.ledger")
	if err := sqlite.Write(ctx, path, "hand-3", storetest.Events("hand-3", 1, 7)); err != nil {
		t.Fatal(err)
	}
	st, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if head, err := st.Head(ctx, "hand-3"); head != 7 || err != nil {
		t.Errorf("it stands at %s, error %v", head, err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	if err := sqlite.Write(ctx, path, "hand-3", storetest.Events("hand-3", 1, 9)); !errors.Is(err, fs.ErrExist) {
		t.Errorf("once more: %v", err)
	}
	twice := append(storetest.Events("hand-4", 1, 2), storetest.Events("hand-4", 1, 1)...)
	if err := sqlite.Write(ctx, filepath.Join(dir, "twice.ledger"), "hand-4", twice); err == nil {
		t.Error("an event that stands twice is written")
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 {
		t.Errorf("the folder holds %v, error %v; want the one file", files, err)
	}
}
