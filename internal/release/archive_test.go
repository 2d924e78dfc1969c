package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestArchivesDependOnWhatTheyHoldAlone packs the same for every system in two folders, whose files are of another time, mode and order, with the clock of another zone.
func TestArchivesDependOnWhatTheyHoldAlone(t *testing.T) {
	packed := func(zone *time.Location, words string) map[string][]byte {
		t.Helper()
		was := time.Local
		defer func() { time.Local = was }()
		time.Local = zone
		root := filepath.Join(t.TempDir(), fmt.Sprint(zone))
		if err := os.MkdirAll(root, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
			if err := os.WriteFile(filepath.Join(root, name), []byte(name+words), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(filepath.Join(root, name), time.Time{}, time.Now().Add(-time.Duration(len(words)+1)*time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		r := &release{root: root, version: "1.2.3", at: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), files: map[string][]byte{}}
		for _, p := range platforms {
			if err := r.archive(p.system, p.machine, []byte("the program"), []member{{"man/man1/adjudicate.1", 0o644, []byte("a page")}}); err != nil {
				t.Fatal(err)
			}
		}
		return r.files
	}
	one, again, other := packed(time.UTC, ""), packed(time.FixedZone("far", 11*3600), ""), packed(time.UTC, "!")
	if len(one) != len(platforms) {
		t.Errorf("%d archives for %d systems", len(one), len(platforms))
	}
	for name, data := range one {
		if !bytes.Equal(data, again[name]) {
			t.Errorf("%s differs from what the same makes elsewhere", name)
		}
		if bytes.Equal(data, other[name]) {
			t.Errorf("%s is the same whatever it holds", name)
		}
		if !strings.HasSuffix(name, ".zip") {
			continue
		}
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			if at := f.Modified.UTC(); !at.Equal(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)) {
				t.Errorf("%s: %s is of %v", name, f.Name, at)
			}
		}
	}
}

// TestTheBillListsWhatTheProgramOfEachSystemIsLinkedFrom has this test, which like all tests names the library of Go alone, be the program of a system that is not Linux.
func TestTheBillListsWhatTheProgramOfEachSystemIsLinkedFrom(t *testing.T) {
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := &release{version: "1.2.3", files: map[string][]byte{}, programs: map[platform][]byte{{"windows", "arm64"}: program}}
	if err := r.materials(); err != nil {
		t.Fatal(err)
	}
	if text := string(r.files["adjudicate_1.2.3.cdx.json"]); !strings.Contains(text, "pkg:golang/std@go") {
		t.Errorf("it lists %s", text)
	}
}
