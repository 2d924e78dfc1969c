package infile

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestFilesAsPeopleHaveThem reads one text in the forms in which programs leave it.
func TestFilesAsPeopleHaveThem(t *testing.T) {
	const want = "season 1\n\non 1998-10-05\n"
	windows := "\ufeff" + strings.ReplaceAll(want, "\n", "\r\n")
	for name, raw := range map[string][]byte{"plain": []byte(want), "windows": []byte(windows), "gzip": zipped(t, want), "both": zipped(t, windows)} {
		path := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := File(path); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// TestNothingIsReadWithoutEnd reads a device that never ends and an archive that bursts.
func TestNothingIsReadWithoutEnd(t *testing.T) {
	var long *TooLongError
	if _, err := os.Stat("/dev/zero"); err == nil {
		if _, err := File("/dev/zero"); !errors.As(err, &long) {
			t.Errorf("/dev/zero: %v", err)
		}
	}
	bomb := zipped(t, strings.Repeat("\x00", Limit+1))
	if _, err := All(bytes.NewReader(bomb)); !errors.As(err, &long) {
		t.Errorf("an archive of %d bytes: %v", len(bomb), err)
	}
	if _, err := File(t.TempDir()); err == nil {
		t.Error("a directory was read")
	}
}

func TestPathsInAFileLeadOnFromItsFolder(t *testing.T) {
	for _, c := range []struct{ file, path, want string }{
		{filepath.Join("games", "a.yaml"), "b.ledger", filepath.Join("games", "b.ledger")},
		{"a.yaml", "b.ledger", "b.ledger"},
		{".", "b.yaml", "b.yaml"},
		{filepath.Join("games", "a.yaml"), filepath.Join(t.TempDir(), "b"), ""},
	} {
		want := c.want
		if filepath.IsAbs(c.path) {
			want = c.path
		}
		if got := Beside(c.file, c.path); got != want {
			t.Errorf("%s in %s leads to %s, not %s", c.path, c.file, got, want)
		}
	}
}

func TestWhatIsNoRegularFileIsAsIfItDidNotExist(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Join(dir, "none")} {
		if _, err := Regular(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", path, err)
		}
	}
	path := filepath.Join(dir, "a.yaml")
	if err := os.WriteFile(path, []byte("game: x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := Regular(path); err != nil || string(text) != "game: x\n" {
		t.Errorf("read %q, %v", text, err)
	}
}
