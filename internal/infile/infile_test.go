package infile

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
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
		_, s, err := Spool("-", bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		got := make([]byte, s.Size)
		if _, err := s.ReadAt(got, 0); err != nil || string(got) != want {
			t.Errorf("%s, spooled: %q, %v", name, got, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(s.Name()); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("what was spooled remains: %v", err)
		}
	}
}

// Windows line ends are undone wherever a piece ends; any other carriage return stays.
func TestLineEndsAreUndonePieceByPiece(t *testing.T) {
	r, err := NewReader(strings.NewReader("\ra\r\n\r\r\nb\rc\r\n\n\r"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(iotest.OneByteReader(r))
	if want := "\ra\n\r\nb\rc\n\n\r"; err != nil || string(got) != want {
		t.Errorf("got %q, want %q, %v", got, want, err)
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
