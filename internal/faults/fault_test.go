package faults_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"adjudicate/internal/faults"
	_ "adjudicate/internal/testheap"
	"adjudicate/store"
	"adjudicate/store/sqlite"

	zombie "zombiezen.com/go/sqlite"
)

// A failure is a way in which one operation, or each from one on, can fail.
type failure struct {
	name  string
	fault faults.Fault
	lasts bool // every later operation fails as well, until the file is closed
	grows bool // only what makes files longer
}

var failures = []failure{
	{"an I/O error", faults.Fault{Code: zombie.ResultIOErrWrite}, false, false},
	{"an I/O error amid a write", faults.Fault{Code: zombie.ResultIOErrWrite, Half: true}, false, false},
	{"a full disk", faults.Fault{Code: zombie.ResultFull, Half: true}, true, true},
	{"a dead disk", faults.Fault{Code: zombie.ResultIOErr}, true, false},
}

// outcomes counts what came of injected faults.
type outcomes struct{ injected, acknowledged, refused, repeated, doubted, doubtedWritten int }

func (o *outcomes) String() string {
	return fmt.Sprintf("%d faults: %d without consequence for the command, %d refused with nothing written, %d in doubt and repeated with success, %d in doubt (%d of them written whole)",
		o.injected, o.acknowledged, o.refused, o.repeated, o.doubted, o.doubtedWritten)
}

// typed reports whether an error is one that a caller can act on.
func typed(err error) bool {
	var unreachable *store.UnreachableError
	var damaged *store.DamagedError
	return errors.As(err, &unreachable) || errors.As(err, &damaged)
}

// inject returns the fault of the n-th operation under a failure.
func inject(f failure, n int) func(int, *faults.Op) faults.Fault {
	return func(at int, op *faults.Op) faults.Fault {
		if at < n || at > n && !f.lasts || f.grows && op.Kind != faults.Write && op.Kind != faults.Create {
			return faults.Fault{}
		}
		return f.fault
	}
}

// each calls attempt with a fault at each operation in turn, until there is none left to
// fail.
func each(attempt func(n int) (hit bool)) {
	for n := 1; attempt(n); n++ {
	}
}

// TestAFaultAmidSingleAppendsIsToldOrHarmless lets each operation on the disk fail in turn
// while inputs are appended one by one. After an error the same process tries once more, as
// a patient user would. Then the file is closed and read again.
func TestAFaultAmidSingleAppendsIsToldOrHarmless(t *testing.T) {
	guests := 4
	if full {
		guests = 30
	}
	disk := faults.Mount()
	list := prepared(t, few)
	content := ledgerFile(t, list)
	dir := t.TempDir()
	path := filepath.Join(dir, "game.ledger")
	for _, f := range failures {
		var o outcomes
		each(func(n int) bool {
			where, repeated := fmt.Sprintf("%s at operation %d", f.name, n), o.repeated
			if err := clean(dir); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			p := &promises{list: append([]store.Event(nil), list...)}
			disk.Begin(inject(f, n))
			s, err := sqlite.Open(path, sqlite.Options{})
			if err == nil {
				err = p.guests(s, 1, guests, nil)
				switch again := error(nil); {
				case err != nil && p.doubted == nil:
					if again = p.guests(s, 100, 1, nil); again == nil && f.lasts {
						t.Errorf("%s: an append succeeded on a disk that fails", where)
					}
				case p.doubted != nil && !f.lasts && n%2 == 0:
					// A writer that did not hear the answer asks again.
					_, again = s.Append(context.Background(), name, store.Revision(len(p.list)), p.doubted)
					if again != nil {
						t.Errorf("%s: repeating an append that is in doubt: %v", where, again)
					} else {
						p.list, p.doubted = append(p.list, p.doubted...), nil
						o.repeated++
					}
				}
				s.Close()
			}
			record, hits := disk.End()
			if hits == 0 {
				return len(record) >= n
			}
			o.injected++
			if err != nil && !typed(err) {
				t.Errorf("%s: told %T: %v", where, err, err)
			}
			got, heldErr := held(path)
			if heldErr != nil {
				t.Errorf("%s: reading it again: %v", where, heldErr)
				return true
			}
			if err := p.kept(got); err != nil {
				t.Errorf("%s: %v", where, err)
			}
			switch {
			case err == nil:
				o.acknowledged++
			case o.repeated > repeated:
			case p.doubted == nil:
				o.refused++
			default:
				o.doubted++
				if len(got) > len(p.list) {
					o.doubtedWritten++
				}
			}
			return true
		})
		t.Logf("single appends, %s at each operation in turn: %v", f.name, &o)
		if o.injected == 0 || o.refused+o.doubted == 0 {
			t.Errorf("%s: %v: the campaign has shown nothing", f.name, &o)
		}
	}
}

// TestAFaultAmidAnImportLeavesAllOrNothing does the same with a new file into which a whole
// game is put.
func TestAFaultAmidAnImportLeavesAllOrNothing(t *testing.T) {
	disk := faults.Mount()
	rules := few
	if full {
		rules = many
	}
	list := prepared(t, rules)
	dir := t.TempDir()
	path := filepath.Join(dir, "game.ledger")
	for _, f := range failures {
		var o outcomes
		each(func(n int) bool {
			where := fmt.Sprintf("%s at operation %d", f.name, n)
			if err := clean(dir); err != nil {
				t.Fatal(err)
			}
			p := &promises{}
			disk.Begin(inject(f, n))
			s, err := sqlite.Create(path, sqlite.Options{})
			if err == nil {
				_, err = s.Append(context.Background(), name, store.NoStream, list)
				s.Close()
			}
			record, hits := disk.End()
			if hits == 0 {
				return len(record) >= n
			}
			o.injected++
			var unreachable *store.UnreachableError
			switch {
			case err == nil:
				p.list = list
				o.acknowledged++
			case !typed(err):
				t.Errorf("%s: told %T: %v", where, err, err)
			case errors.As(err, &unreachable) && unreachable.InDoubt:
				p.doubted = list
				o.doubted++
			default:
				o.refused++
			}
			entries, dirErr := os.ReadDir(dir)
			if dirErr != nil {
				t.Fatal(dirErr)
			}
			if len(entries) == 0 && err != nil {
				return true // no file, as told
			}
			got, heldErr := held(path)
			if heldErr != nil {
				t.Errorf("%s: reading it again: %v", where, heldErr)
				return true
			}
			if err := p.kept(got); err != nil {
				t.Errorf("%s: %v", where, err)
			}
			if p.doubted != nil && len(got) > 0 {
				o.doubtedWritten++
			}
			return true
		})
		t.Logf("an import, %s at each operation in turn: %v", f.name, &o)
		if o.injected == 0 || o.refused+o.doubted == 0 {
			t.Errorf("%s: %v: the campaign has shown nothing", f.name, &o)
		}
	}
}
