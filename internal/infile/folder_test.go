package infile_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/internal/infile"
)

// write writes files into a folder, by their names.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFilesOfAFolderAreReadAsEveryInputIs(t *testing.T) {
	dir := write(t, map[string]string{"rules/a.yaml": "\ufeffnumber: 1\r\ntitle: A\r\n"})
	text, err := fs.ReadFile(infile.Folder(dir), "rules/a.yaml")
	if err != nil || string(text) != "number: 1\ntitle: A\n" {
		t.Errorf("got %q, error %v", text, err)
	}
	for name, want := range map[string]error{"../outside.yaml": fs.ErrInvalid, "/etc/hosts": fs.ErrInvalid, "none.yaml": fs.ErrNotExist} {
		if _, err := fs.ReadFile(infile.Folder(dir), name); !errors.Is(err, want) {
			t.Errorf("%s: got error %v, want %v", name, err, want)
		}
	}
	if err := os.Truncate(filepath.Join(dir, "rules/a.yaml"), infile.Limit+1); err != nil {
		t.Fatal(err)
	}
	var long *infile.TooLongError
	if _, err := fs.ReadFile(infile.Folder(dir), "rules/a.yaml"); !errors.As(err, &long) {
		t.Errorf("a file that is too long: %v", err)
	}
}

func TestMailsOfAMaildirComeReadOnesFirst(t *testing.T) {
	dir := write(t, map[string]string{"new/3": "", "cur/2": "", "cur/1": "", "cur/.hidden": "", "tmp/4": ""})
	got, err := infile.Mails(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(dir, "cur/1"), filepath.Join(dir, "cur/2"), filepath.Join(dir, "new/3")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, path := range []string{filepath.Join(dir, "cur/1"), "nowhere.eml", "-"} {
		if got, err := infile.Mails(path); err != nil || len(got) != 1 || got[0] != path {
			t.Errorf("%s: got %v, error %v", path, got, err)
		}
	}
}

func TestRemainsAreReadAsFarAsTheyGo(t *testing.T) {
	dir := write(t, map[string]string{"a": "what is left\r\n"})
	r, err := infile.Remains(filepath.Join(dir, "a"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	data := make([]byte, 20)
	n, err := r.ReadAt(data, 5)
	if err != io.EOF || r.Unreadable() != 0 || string(data[:n]) != "is left\r\n" || r.Size() != 14 {
		t.Errorf("got %q of %d bytes, %d pieces unreadable, error %v", data[:n], r.Size(), r.Unreadable(), err)
	}
	if _, err := infile.Remains(filepath.Join(dir, "b")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := infile.Remains(dir); err == nil {
		t.Error("a folder is read")
	}
}
