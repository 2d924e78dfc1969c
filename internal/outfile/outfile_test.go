package outfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

func put(t *testing.T, path, s string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(s), 0o640); err != nil {
		t.Fatal(err)
	}
	return path
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", filepath.Base(path), got, err, want)
	}
}

// TestAFileIsReplacedByItsLike has a picture replace a picture and an export one of the same
// game, and nothing else without Force.
func TestAFileIsReplacedByItsLike(t *testing.T) {
	const export, again, foreign = `{"specversion":"1.0","ledger":"hand-3","a":1}`, `{"specversion":"1.0","ledger":"hand-3","a":2}`, `{"specversion":"1.0","ledger":"hand-4"}`
	for _, c := range []struct {
		name, old, new string
		force, refused bool
	}{
		{"a picture by a picture", "<svg a", "<svg b", false, false},
		{"an export by a later one of the game", export, again, false, false},
		{"an export by one of another game", export, foreign, false, true},
		{"an export by a picture", export, "<svg", false, true},
		{"an export by a picture, forced", export, "<svg", true, false},
		{"a letter by an export", "Dear Ann", export, false, true},
		{"a letter by an export, forced", "Dear Ann", export, true, false},
		{"an empty file by anything", "", "<svg", false, false},
		{"a private key, forced", "PRIVATE+KEY+umpire+0+A", "<svg", true, true},
		{"a database, forced", "SQLite format 3\x00", "<svg", true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := put(t, filepath.Join(t.TempDir(), "f"), c.old)
			err := Write(path, Options{Force: c.force}, text(c.new))
			var exists *ExistsError
			if errors.As(err, &exists) != c.refused || (err != nil) != c.refused {
				t.Errorf("refused: %v, want %v", err, c.refused)
			}
			if c.refused {
				holds(t, path, c.old)
			} else {
				holds(t, path, c.new)
			}
			if list, _ := os.ReadDir(filepath.Dir(path)); len(list) != 1 {
				t.Errorf("%d files are left, want 1", len(list))
			}
		})
	}
}

// TestNeverIsNever names the same file in three ways, and one that does not exist yet.
func TestNeverIsNever(t *testing.T) {
	dir := t.TempDir()
	path := put(t, filepath.Join(dir, "notes"), "<svg")
	hard, soft := filepath.Join(dir, "hard"), filepath.Join(dir, "soft")
	if os.Link(path, hard) != nil || os.Symlink(path, soft) != nil {
		t.Skip("no links here")
	}
	o := Options{Force: true, Never: []string{path, path + "-wal"}}
	for _, name := range []string{path, hard, soft, filepath.Join(dir, ".", "notes-wal")} {
		var exists *ExistsError
		if err := Write(name, o, text("<svg new")); !errors.As(err, &exists) || exists.Force {
			t.Errorf("%s: %v, want a refusal", name, err)
		}
	}
	holds(t, path, "<svg")
}

// TestAFailureLeavesWhatWasThere fails amid the text.
func TestAFailureLeavesWhatWasThere(t *testing.T) {
	path := put(t, filepath.Join(t.TempDir(), "f"), "<svg old")
	broken := errors.New("broken off")
	err := Write(path, Options{}, func(w io.Writer) error {
		io.WriteString(w, "<svg n")
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	holds(t, path, "<svg old")
	err = Write(filepath.Join(path, "nowhere"), Options{}, text("x"))
	var failed *fs.PathError
	if !errors.As(err, &failed) || failed.Op != "create" {
		t.Errorf("in a folder that is none: %v, want a failure to create", err)
	}
}

// TestThroughALink writes the file that a link leads to, and keeps the link and the mode.
func TestThroughALink(t *testing.T) {
	dir := t.TempDir()
	path := put(t, filepath.Join(dir, "f"), "<svg old")
	link := filepath.Join(dir, "link")
	if os.Symlink("f", link) != nil {
		t.Skip("no links here")
	}
	if err := Write(link, Options{}, text("<svg new")); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "<svg new")
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v %v", info, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v; want 0640 as before", info.Mode(), err)
	}
	if err := Write(os.DevNull, Options{}, text("gone")); err != nil {
		t.Errorf("to the null device: %v", err)
	}
}

func TestWhatCannotBeTakenBackIsWrittenWholeOrNotAtAll(t *testing.T) {
	var out bytes.Buffer
	failed := errors.New("enough")
	err := Whole(&out, func(w io.Writer) error {
		io.WriteString(w, "a beginning")
		return failed
	})
	if !errors.Is(err, failed) || out.Len() > 0 {
		t.Errorf("%q is written, error %v", out.String(), err)
	}
	err = Whole(&out, func(w io.Writer) error {
		_, err := io.WriteString(w, "all of it")
		return err
	})
	if err != nil || out.String() != "all of it" {
		t.Errorf("%q is written, error %v", out.String(), err)
	}
}
