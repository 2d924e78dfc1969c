package sqlite_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"adjudicate/store"
	"adjudicate/store/sqlite"
	"adjudicate/store/storetest"
)

func TestAWrittenFileIsWholeAndTakesNoName(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	path := filepath.Join(dir, "new.ledger")
	if err := sqlite.Write(ctx, path, "hand-3", store.Each(storetest.Events("hand-3", 1, 7))); err != nil {
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
	if err := sqlite.Write(ctx, path, "hand-3", store.Each(storetest.Events("hand-3", 1, 9))); !errors.Is(err, fs.ErrExist) {
		t.Errorf("once more: %v", err)
	}
	twice := append(storetest.Events("hand-4", 1, 2), storetest.Events("hand-4", 1, 1)...)
	if err := sqlite.Write(ctx, filepath.Join(dir, "twice.ledger"), "hand-4", store.Each(twice)); err == nil {
		t.Error("an event that stands twice is written")
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 {
		t.Errorf("the folder holds %v, error %v; want the one file", files, err)
	}
}

func TestADraftGetsAFreeNameOrLeavesNothing(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	path := filepath.Join(dir, "new.ledger")
	draft := func(n int) *sqlite.Draft {
		d, err := sqlite.NewDraft(path, sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Close() })
		if _, err := d.Fill(ctx, "hand-3", store.Each(storetest.Events("hand-3", 1, n))); err != nil {
			t.Fatal(err)
		}
		return d
	}
	one, two, three := draft(7), draft(9), draft(3)
	if err := three.Close(); err != nil {
		t.Error(err)
	}
	if err := one.Publish(); err != nil {
		t.Fatal(err)
	}
	if err := two.Publish(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a draft of a name that another has got: %v", err)
	}
	if head, err := two.Head(ctx, "hand-3"); head != 9 || err != nil {
		t.Errorf("that draft then stands at %s, error %v", head, err)
	}
	if err := errors.Join(one.Close(), two.Close()); err != nil {
		t.Error(err)
	}
	st, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if head, err := st.Append(ctx, "hand-3", 7, storetest.Events("hand-3", 8, 2)); head != 9 || err != nil {
		t.Errorf("appending to what was published: it stands at %s, error %v", head, err)
	}
	if err := errors.Join(st.Check(ctx), st.Close()); err != nil {
		t.Error(err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("the folder holds %v, error %v; want the one file", files, err)
	}
}
