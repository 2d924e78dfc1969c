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
