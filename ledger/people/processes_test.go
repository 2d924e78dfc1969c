package people_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"adjudicate/ledger/people"
	"adjudicate/store"
)

// kept is how many notes of each kind a process of the test below writes.
const kept = 10

// TestMain is one of the processes that write to a desk, where it is told so.
func TestMain(m *testing.M) {
	if desk := os.Getenv("PEOPLE_TEST_DESK"); desk != "" {
		n, _ := strconv.Atoi(os.Getenv("PEOPLE_TEST_WRITER"))
		if err := writeNotes(desk, n); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// writeNotes writes what the process n of the test below writes, each process to a shelf that all use.
func writeNotes(desk string, n int) error {
	name, own := "hand-3", fmt.Sprintf("writer-%d", n)
	d := people.OpenFile(desk, time.Minute)
	for i := range kept {
		player := fmt.Sprintf("%s-%d", own, i)
		_, posted := d.Posted(ctx, name, func(p *people.Posted) error { p.Sent = append(p.Sent, player); return nil })
		_, sheet := d.Sheet(ctx, name, "calls", func(old []byte) ([]byte, error) { return append(old, "."...), nil })
		if err := errors.Join(posted, sheet,
			d.Put(ctx, name, people.Person{Player: player, Addresses: []string{player + "@example.org"}}),
			d.AddCheckpoint(ctx, name, int64(i), []byte(player)),
			d.Clear(ctx, own)); err != nil {
			return err
		}
	}
	return nil
}

// TestSeveralProcessesWriteToOneDesk has what each of them wrote, whoever wrote between.
func TestSeveralProcessesWriteToOneDesk(t *testing.T) {
	desk := filepath.Join(t.TempDir(), "x.desk")
	const writers = 4
	failed := make([]error, writers)
	var all sync.WaitGroup
	for n := range writers {
		all.Go(func() {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "PEOPLE_TEST_DESK="+desk, fmt.Sprintf("PEOPLE_TEST_WRITER=%d", n))
			if out, err := cmd.CombinedOutput(); err != nil {
				failed[n] = fmt.Errorf("writer %d: %w\n%s", n, err, out)
			}
		})
	}
	all.Wait()
	if err := errors.Join(failed...); err != nil {
		t.Fatal(err)
	}
	d := people.OpenFile(desk, time.Second)
	notes, err := d.Checkpoints(ctx, "hand-3")
	posted, errPosted := d.Posted(ctx, "hand-3", nil)
	calls, errCalls := d.Sheet(ctx, "hand-3", "calls", nil)
	shelves, errShelves := d.Shelves(ctx)
	if err := errors.Join(err, errPosted, errCalls, errShelves); err != nil {
		t.Fatal(err)
	}
	got := [...]int{len(listed(t, d, "hand-3")), len(notes), len(posted.Sent), len(calls), len(shelves)}
	if want := [...]int{writers * kept, writers * kept, writers * kept, writers * kept, 1 + writers}; got != want {
		t.Errorf("people, checkpoints, mails, calls, shelves: %v, want %v", got, want)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(desk), ".desk-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestADeskThatAnotherProcessHoldsIsToldAsThat does not wait for good.
func TestADeskThatAnotherProcessHoldsIsToldAsThat(t *testing.T) {
	desk := filepath.Join(t.TempDir(), "x.desk")
	d := people.OpenFile(desk, 20*time.Millisecond)
	if err := d.Put(ctx, "hand-3", bob); err != nil {
		t.Fatal(err)
	}
	lock := flock.New(desk + ".lock")
	if ok, err := lock.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	err := d.Put(ctx, "hand-3", ann)
	var held *store.UnreachableError
	if !errors.As(err, &held) || !strings.Contains(err.Error(), "another process has held "+desk+".lock for 20ms") {
		t.Errorf("a desk that is held: %v", err)
	}
	if list := listed(t, d, "hand-3"); len(list) != 1 {
		t.Errorf("%v is read while it is held, want Bob alone", list)
	}
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	if err := d.Put(ctx, "hand-3", ann); err != nil {
		t.Errorf("once it is let go of: %v", err)
	}
}

// TestAShelfIsRenamedOnce whoever else renames it at the same time.
func TestAShelfIsRenamedOnce(t *testing.T) {
	desk := filepath.Join(t.TempDir(), "x.desk")
	d, other := people.OpenFile(desk, time.Second), people.OpenFile(desk, time.Second)
	if err := d.Put(ctx, "hand-3", bob); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(d.Rename(ctx, "hand-3", "hand-3 x y"), other.Rename(ctx, "hand-3", "hand-3 x y")); err != nil {
		t.Fatal(err)
	}
	if names, err := d.Shelves(ctx); err != nil || len(names) != 1 || len(listed(t, d, "hand-3 x y")) != 1 {
		t.Errorf("shelves %q (%v) of %v", names, err, listed(t, d, "hand-3 x y"))
	}
}
