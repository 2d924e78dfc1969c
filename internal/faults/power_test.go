package faults_test

import (
	"context"
	"hash/maphash"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"
	"testing"

	"adjudicate/internal/faults"
	"adjudicate/store"
	"adjudicate/store/sqlite"
)

// cuts goes through a record, cuts the power before each step-th operation and at the end, in
// every way that a cut can turn out, and calls judge with each different state of the files.
func cuts(t *testing.T, dir string, start map[string][]byte, record []faults.Op, step int, judge func(mark int)) (states int) {
	t.Helper()
	random := rand.New(rand.NewPCG(1230, 40))
	seed := maphash.MakeSeed()
	type state struct {
		sum  uint64
		mark int
	}
	seen := map[state]bool{}
	for at := 0; at <= len(record); at++ {
		// Near the end, when the log is folded and deleted, every point is tried, and often.
		near, tries := len(record)-at < 8, 1
		if near {
			tries = 4
		}
		if at%step != 0 && !near {
			continue
		}
		mark := 0
		if at > 0 {
			mark = record[at-1].Mark
		}
		for i := range 2 + 2*tries {
			loss := faults.Losses[min(i, 2+i%2)]
			image := faults.Image(start, record[:at], loss, random)
			var h maphash.Hash
			h.SetSeed(seed)
			names := []string{}
			for path := range image {
				names = append(names, path)
			}
			sort.Strings(names)
			for _, path := range names {
				h.WriteString(path)
				h.Write(image[path])
			}
			if s := (state{h.Sum64(), mark}); seen[s] {
				continue
			} else {
				seen[s] = true
			}
			if err := clean(dir); err != nil {
				t.Fatal(err)
			}
			for _, path := range names {
				if err := os.WriteFile(path, image[path], 0o600); err != nil {
					t.Fatal(err)
				}
			}
			states++
			judge(mark)
		}
	}
	return states
}

// clean removes the files of a folder.
func clean(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if err == nil {
			err = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
	return err
}

// TestAPowerCutLosesNothingAcknowledged records what single appends, the folding of the log
// and the closing do to the disk, and cuts the power at every point of it.
func TestAPowerCutLosesNothingAcknowledged(t *testing.T) {
	guests, step := 8, 4
	if full {
		guests, step = 60, 1
	}
	disk := faults.Mount()
	list := prepared(t, few)
	content := ledgerFile(t, list)
	dir := t.TempDir()
	path := filepath.Join(dir, "game.ledger")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}

	disk.Begin(nil)
	s, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := &promises{list: append([]store.Event(nil), list...)}
	disk.Mark(len(p.list))
	if err := p.guests(s, 1, guests, disk.Mark); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	record, _ := disk.End()

	perInput := (len(p.list) - len(list)) / guests
	ahead := 0
	states := cuts(t, dir, map[string][]byte{path: content}, record, step, func(mark int) {
		got, err := held(path)
		switch {
		case err != nil:
			t.Errorf("with %d events acknowledged: %v", mark, err)
		case len(got) < mark || !begins(p.list, got):
			t.Errorf("with %d events acknowledged the file holds %d, or others", mark, len(got))
		case mark > 0 && (len(got)-len(list))%perInput != 0:
			t.Errorf("the file ends at %d, amid an input", len(got))
		case len(got) > mark:
			ahead++
		}
	})
	t.Logf("power cuts amid single appends: %d operations on the disk, %d different states of the files: all open and verify with everything acknowledged (%d hold one input more)",
		len(record), states, ahead)
	if states < 50 || ahead == 0 {
		t.Errorf("%d states, %d of them ahead: the campaign has shown nothing", states, ahead)
	}
}

// TestAPowerCutAmidAnImportLeavesAllOrNothing does the same with one append of a whole game.
func TestAPowerCutAmidAnImportLeavesAllOrNothing(t *testing.T) {
	step, rules := 5, few
	if full {
		step, rules = 1, many
	}
	disk := faults.Mount()
	list := prepared(t, rules)
	dir := t.TempDir()
	path := filepath.Join(dir, "game.ledger")

	disk.Begin(nil)
	s, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	made, _ := disk.End()
	start, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// Create has synced all that it wrote: what a cut spares is the file as it is.
	durable := false
	for _, content := range faults.Image(nil, made, faults.Everything, nil) {
		durable = durable || string(content) == string(start)
	}
	if !durable {
		t.Error("a new file is not durable when Create returns")
	}

	disk.Begin(nil)
	if _, err := s.Append(context.Background(), name, store.NoStream, list); err != nil {
		t.Fatal(err)
	}
	disk.Mark(len(list))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	record, _ := disk.End()

	whole := 0
	states := cuts(t, dir, map[string][]byte{path: start}, record, step, func(mark int) {
		got, err := held(path)
		switch {
		case err != nil:
			t.Errorf("with %d events acknowledged: %v", mark, err)
		case len(got) != 0 && len(got) != len(list) || len(got) < mark || !begins(list, got):
			t.Errorf("with %d events acknowledged the file holds %d, or others", mark, len(got))
		case len(got) == len(list):
			whole++
		}
	})
	t.Logf("power cuts amid an import: %d operations on the disk, %d different states of the files: %d hold all of it, %d nothing; all verify",
		len(record), states, whole, states-whole)
	if whole == 0 || whole == states {
		t.Errorf("%d of %d states hold the import: the campaign has shown nothing", whole, states)
	}
}

// TestADiskThatLiesAboutSyncingIsFoundOut lets every sync do nothing, or only those of the
// log or of the file itself, and then cuts the power. No store can keep what it
// was told is safe and is not; but what it then holds is either the game as it stood at some
// input, or is told to be damaged. It is never read as another game.
func TestADiskThatLiesAboutSyncingIsFoundOut(t *testing.T) {
	guests, step := 8, 8
	if full {
		guests, step = 60, 1
	}
	disk := faults.Mount()
	list := prepared(t, few)
	content := ledgerFile(t, list)
	dir := t.TempDir()
	path := filepath.Join(dir, "game.ledger")
	for _, c := range []struct {
		name string
		lies func(path string) bool
	}{
		{"about every file", func(string) bool { return true }},
		{"about the log", func(p string) bool { return p == path+"-wal" }},
		{"about the ledger's file", func(p string) bool { return p == path }},
	} {
		if err := clean(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		disk.Begin(func(_ int, op *faults.Op) faults.Fault {
			return faults.Fault{Lie: op.Kind == faults.Sync && c.lies(op.Path)}
		})
		s, err := sqlite.Open(path, sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p := &promises{list: append([]store.Event(nil), list...)}
		disk.Mark(len(p.list))
		if err := p.guests(s, 1, guests, disk.Mark); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		record, hits := disk.End()

		kept, behind, told := 0, 0, 0
		states := cuts(t, dir, map[string][]byte{path: content}, record, step, func(mark int) {
			got, err := held(path)
			switch {
			case err != nil && typed(err):
				told++
			case err != nil:
				t.Errorf("with %d events acknowledged: %T: %v", mark, err, err)
			case !begins(p.list, got):
				t.Errorf("with %d events acknowledged the file holds %d, or others", mark, len(got))
			case len(got) < mark:
				behind++
			default:
				kept++
			}
		})
		t.Logf("a disk that lies %s, %d times, then a power cut: %d different states of the files: %d hold everything acknowledged, %d an earlier moment of the game, %d are told to be damaged; none is read as another game",
			c.name, hits, states, kept, behind, told)
		if hits == 0 || kept == 0 || behind+told == 0 {
			t.Errorf("a disk that lies %s: the campaign has shown nothing", c.name)
		}
	}
}
