package people_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/ledger/people"
	"adjudicate/store"
	"adjudicate/store/sqlite"
)

var ctx = context.Background()

// each runs a test on both kinds of desk; again opens the same one anew.
func each(t *testing.T, f func(t *testing.T, d people.Desk, again func() people.Desk)) {
	t.Run("in a ledger's file", func(t *testing.T) {
		path := ledgerFile(t)
		open := func() people.Desk {
			d, err := people.OpenTable(path, time.Second)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { d.Close() })
			return d
		}
		f(t, open(), open)
	})
	t.Run("in a file of its own", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "x.desk")
		open := func() people.Desk { return people.OpenFile(path, time.Second) }
		f(t, open(), open)
	})
}

func ledgerFile(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.ledger")
	st, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func listed(t *testing.T, d people.Desk, ledger string) []people.Person {
	t.Helper()
	list, err := d.People(ctx, ledger)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

var (
	ann = people.Person{Player: "Ann", Name: "Annette Example", Addresses: []string{"ann@example.org", "a@example.net"}}
	bob = people.Person{Player: "Bob", Addresses: []string{"bob@example.org"}}
)

func TestPeopleStayUntilTheyAreForgotten(t *testing.T) {
	each(t, func(t *testing.T, d people.Desk, again func() people.Desk) {
		if got := listed(t, d, "hand-3"); len(got) != 0 {
			t.Errorf("an empty desk has %v", got)
		}
		if err := d.Put(ctx, "hand-3", bob, ann); err != nil {
			t.Fatal(err)
		}
		if err := d.Put(ctx, "hand-4", people.Person{Player: "Ann", Addresses: []string{"bob@example.org"}}); err != nil {
			t.Errorf("another ledger has other people: %v", err)
		}
		if diff := cmp.Diff([]people.Person{ann, bob}, listed(t, again(), "hand-3")); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		changed := people.Person{Player: "Ann", Addresses: []string{"new@example.org"}}
		if err := d.Put(ctx, "hand-3", changed); err != nil {
			t.Fatal(err)
		}
		if found, err := d.Forget(ctx, "hand-3", "Bob"); !found || err != nil {
			t.Errorf("forgetting Bob: %v, %v", found, err)
		}
		if found, err := d.Forget(ctx, "hand-3", "Bob"); found || err != nil {
			t.Errorf("forgetting Bob twice: %v, %v", found, err)
		}
		if diff := cmp.Diff([]people.Person{changed}, listed(t, again(), "hand-3")); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		if got := listed(t, d, "hand-4"); len(got) != 1 {
			t.Errorf("the other ledger has %v", got)
		}
	})
}

func TestAnAddressIsOneAndBelongsToOnePlayer(t *testing.T) {
	each(t, func(t *testing.T, d people.Desk, _ func() people.Desk) {
		if err := d.Put(ctx, "hand-3", ann); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			title, address, owner string
		}{
			{"somebody else's, in other letters", "ANN@Example.org", "Ann"},
			{"no host", "bob@", ""},
			{"no name", "@example.org", ""},
			{"two hosts", "bob@a@b", ""},
			{"a space", "b b@example.org", ""},
			{"no sign at all", "bob", ""},
		} {
			t.Run(c.title, func(t *testing.T) {
				err := d.Put(ctx, "hand-3", people.Person{Player: "Bob", Addresses: []string{"bob@example.org", c.address}})
				var wrong *people.AddressError
				if !errors.As(err, &wrong) || wrong.Address != c.address || wrong.Owner != c.owner {
					t.Errorf("error %v, want one about %s of %q", err, c.address, c.owner)
				}
			})
		}
		if err := d.Put(ctx, "hand-3", people.Person{Player: "Ann", Addresses: []string{"ann@example.org", "ANN@example.org"}}); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff([]people.Person{{Player: "Ann", Addresses: []string{"ann@example.org"}}}, listed(t, d, "hand-3")); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		if got := people.Find(listed(t, d, "hand-3"), "Ann@Example.Org"); len(got) != 1 || got[0] != "Ann" {
			t.Errorf("the sender is %v", got)
		}
	})
}

func TestCheckpointsStandInTheOrderOfTheirSizes(t *testing.T) {
	each(t, func(t *testing.T, d people.Desk, again func() people.Desk) {
		for _, n := range []int64{200, 30, 200, 4} {
			if err := d.AddCheckpoint(ctx, "hand-3", n, fmt.Appendf(nil, "note of %d\n", n)); err != nil {
				t.Fatal(err)
			}
		}
		if err := d.AddCheckpoint(ctx, "hand-3", 200, []byte("another note of 200\n")); err != nil {
			t.Fatal(err)
		}
		got, err := again().Checkpoints(ctx, "hand-3")
		if err != nil {
			t.Fatal(err)
		}
		want := [][]byte{[]byte("note of 4\n"), []byte("note of 30\n"), []byte("another note of 200\n"), []byte("note of 200\n")}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		if got, err := d.Checkpoints(ctx, "hand-4"); len(got) != 0 || err != nil {
			t.Errorf("another ledger has %q, %v", got, err)
		}
	})
}

func TestWhatIsForgottenIsInNoFileAnyMore(t *testing.T) {
	path := ledgerFile(t)
	st, err := sqlite.Open(path, sqlite.Options{}) // as the command has it
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	d, err := people.OpenTable(path, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.Put(ctx, "hand-3", ann, bob); err != nil {
		t.Fatal(err)
	}
	if !holds(t, path, "Annette") {
		t.Fatal("the name never was in the file")
	}
	if found, err := d.Forget(ctx, "hand-3", "Ann"); !found || err != nil {
		t.Fatal(found, err)
	}
	for _, text := range []string{"Annette", "ann@example.org", "a@example.net"} {
		if holds(t, path, text) {
			t.Errorf("%q is still there", text)
		}
	}
	if !holds(t, path, "bob@example.org") {
		t.Error("Bob is gone as well")
	}
}

// holds looks for text in a file and the log beside it.
func holds(t *testing.T, path, text string) bool {
	t.Helper()
	for _, p := range []string{path, path + "-wal"} {
		data, err := os.ReadFile(p)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(text)) {
			return true
		}
	}
	return false
}

func TestAFileThatIsNoDeskIsSaidToBeDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.desk")
	for _, text := range []string{"", "{", `{"desk":2}`, "[]"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var damaged *store.DamagedError
		if _, err := people.OpenFile(path, time.Second).People(ctx, "x"); !errors.As(err, &damaged) {
			t.Errorf("%q: %v", text, err)
		}
	}
	var gone *store.UnreachableError
	if _, err := people.OpenTable(filepath.Join(t.TempDir(), "nowhere"), time.Second); !errors.As(err, &gone) {
		t.Errorf("no ledger's file: %v", err)
	}
	if err := people.OpenFile(filepath.Join(path, "x"), time.Second).Put(ctx, "x", bob); !errors.As(err, &gone) {
		t.Errorf("no folder: %v", err)
	}
}

func Example() {
	folder, err := os.MkdirTemp("", "desk")
	if err != nil {
		fmt.Println(err)
	}
	defer os.RemoveAll(folder)
	d := people.OpenFile(filepath.Join(folder, "umpire.desk"), time.Second)
	if err := d.Put(ctx, "hand-3", people.Person{Player: "Bruno", Addresses: []string{"b.dauer@example.org"}}); err != nil {
		fmt.Println(err)
	}
	list, err := d.People(ctx, "hand-3")
	fmt.Println(people.Find(list, "B.Dauer@example.org"), err)
	// Output: [Bruno] <nil>
}

func TestASheetIsChangedInOneStep(t *testing.T) {
	each(t, func(t *testing.T, d people.Desk, again func() people.Desk) {
		write := func(ledger, word, body string) {
			t.Helper()
			if _, err := d.Sheet(ctx, ledger, word, func([]byte) ([]byte, error) { return []byte(body), nil }); err != nil {
				t.Fatal(err)
			}
		}
		if body, err := d.Sheet(ctx, "hand-3", "ahead", nil); err != nil || body != nil {
			t.Fatalf("%q, %v before anything was written", body, err)
		}
		write("hand-3", "ahead", "\x00one")
		write("hand-3", "calls", "two")
		write("hand-4", "ahead", "three")
		refused := errors.New("refused")
		if _, err := d.Sheet(ctx, "hand-3", "ahead", func(old []byte) ([]byte, error) { return []byte("lost"), refused }); err != refused {
			t.Errorf("a change that refuses: %v", err)
		}
		for _, c := range []struct{ ledger, word, want string }{{"hand-3", "ahead", "\x00one"}, {"hand-3", "calls", "two"}, {"hand-4", "ahead", "three"}, {"hand-4", "calls", ""}} {
			if body, err := again().Sheet(ctx, c.ledger, c.word, nil); err != nil || string(body) != c.want {
				t.Errorf("%s of %s: %q (%v), want %q", c.word, c.ledger, body, err, c.want)
			}
		}
	})
}
