package copies

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adjudicate/ledger/intake"
	"adjudicate/ledger/place"
	"adjudicate/ledger/proof"
	"adjudicate/rules"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/storetest"
	"adjudicate/systems"
)

func host(t *testing.T) *place.Host {
	return &place.Host{Engine: "test", Cache: t.TempDir(), Desk: filepath.Join(t.TempDir(), "desk")}
}

// open is a file with a game of so many events, which mean nothing.
func open(t *testing.T, h *place.Host, path, name string, events int) *place.Store {
	t.Helper()
	st, err := h.OpenOrCreate(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	if _, err := st.Events.Append(context.Background(), name, store.NoStream, storetest.Events(name, 1, events)); err != nil {
		t.Fatal(err)
	}
	return st
}

func key(t *testing.T) *proof.Key {
	t.Helper()
	private, _, err := proof.NewKey(strings.NewReader(strings.Repeat("k", 32)), "umpire")
	if err != nil {
		t.Fatal(err)
	}
	k, err := proof.ReadKey([]byte(private + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestACopyIsTheLedgerAndGoesOnWithIt(t *testing.T) {
	ctx, h, dir := context.Background(), host(t), t.TempDir()
	from, to := filepath.Join(dir, "a.ledger"), filepath.Join(dir, "b.ledger")
	source := open(t, h, from, "hand-3", 5)
	if _, err := source.Game("hand-3").Sign(ctx, key(t)); err != nil {
		t.Fatal(err)
	}
	copied := func() *Copy {
		c, err := Open(ctx, h, from, to, "", false, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		v, err := c.Copy(ctx, c.Names[0])
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if v := copied(); v.Compared != 0 || v.Copied != 5 || v.Events != 5 || v.Root == "" || v.Checkpoints != 1 || v.Difference != nil {
		t.Errorf("at first: %+v", v)
	}
	if _, err := source.Events.Append(ctx, "hand-3", 5, storetest.Events("hand-3", 6, 2)); err != nil {
		t.Fatal(err)
	}
	if v := copied(); v.Compared != 5 || v.Copied != 2 || v.Events != 7 || v.Difference != nil {
		t.Errorf("when the source has more: %+v", v)
	}
	var same *SameError
	if _, err := Open(ctx, h, from, filepath.Join(dir, ".", "a.ledger"), "", false, nil); !errors.As(err, &same) {
		t.Errorf("to itself: %v", err)
	}
	var choice *place.ChoiceError
	if _, err := Open(ctx, h, from, filepath.Join(dir, "c.ledger"), "hand-9", false, nil); !errors.As(err, &choice) {
		t.Errorf("a game that is not there: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "c.ledger")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file was made for nothing: %v", err)
	}
}

func TestWhatIsNotTheBeginningOfTheSourceIsNotAddedTo(t *testing.T) {
	ctx, h, dir := context.Background(), host(t), t.TempDir()
	from, to := filepath.Join(dir, "a.ledger"), filepath.Join(dir, "b.ledger")
	open(t, h, from, "hand-3", 5)
	other, err := h.OpenOrCreate(ctx, to)
	if err != nil {
		t.Fatal(err)
	}
	list := storetest.Events("hand-3", 1, 3)
	list[2].Data = []byte(`{"another":"event"}`)
	if _, err := other.Events.Append(ctx, "hand-3", store.NoStream, list); err != nil {
		t.Fatal(err)
	}
	_ = other.Close()
	c, err := Open(ctx, h, from, to, "hand-3", false, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	v, err := c.Copy(ctx, "hand-3")
	if err != nil || v.Difference == nil || v.Difference.Sequence != 3 || v.Difference.What != "data" {
		t.Errorf("got %+v, error %v; want a difference at event 3", v, err)
	}
	if head, err := c.To.Events.Head(ctx, "hand-3"); head != 3 || err != nil {
		t.Errorf("it stands at %s, error %v", head, err)
	}
	f, err := c.Follow(ctx, "hand-3", Watch{Every: time.Millisecond})
	if err != nil || f.Difference == nil || f.Difference.Sequence != 3 {
		t.Errorf("followed: %+v, error %v", f, err)
	}
}

func TestAFollowerHasWhatComesUntilItIsStopped(t *testing.T) {
	h, dir := host(t), t.TempDir()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	from := filepath.Join(dir, "a.ledger")
	source := open(t, h, from, "hand-3", 4)
	c, err := Open(ctx, h, from, filepath.Join(dir, "b.ledger"), "", false, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var came []uint64
	v, err := c.Follow(ctx, "hand-3", Watch{Every: time.Millisecond, Came: func(f *Following, more uint64) {
		came = append(came, more)
		if len(came) == 2 {
			stop()
			return
		}
		if _, err := source.Events.Append(ctx, "hand-3", 4, storetest.Events("hand-3", 5, 3)); err != nil {
			t.Error(err)
		}
	}})
	if err != nil || v.Events != 7 || v.Copied != 7 || v.Updates != 2 || len(came) != 2 || came[0] != 4 || came[1] != 3 {
		t.Errorf("followed %+v, came %v, error %v", v, came, err)
	}
}

func TestABackupIsReadBackAndTakesNoName(t *testing.T) {
	ctx, h, dir := context.Background(), host(t), t.TempDir()
	source := open(t, h, filepath.Join(dir, "all.ledger"), "hand-3", 5)
	if _, err := source.Events.Append(ctx, "hand-4", store.NoStream, storetest.Events("hand-4", 1, 2)); err != nil {
		t.Fatal(err)
	}
	plain := &place.Store{Events: memory.New(), Place: "esdb://example", Address: "esdb://example", Host: h} // which saves nothing by itself
	if _, err := plain.Events.Append(ctx, "hand-5", store.NoStream, storetest.Events("hand-5", 1, 3)); err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		title string
		from  *place.Store
		name  string
		want  []BackupGame
	}{
		{"a file, all of it", source, "", []BackupGame{{"hand-3", 5}, {"hand-4", 2}}},
		{"one game of a file", source, "hand-4", []BackupGame{{"hand-4", 2}}},
		{"a store game by game", plain, "", []BackupGame{{"hand-5", 3}}},
	} {
		t.Run(c.title, func(t *testing.T) {
			to := filepath.Join(dir, string(rune('a'+i))+".backup")
			if err := vacant(to); err != nil {
				t.Fatal(err)
			}
			v, err := Make(ctx, c.from, to, c.name, nil)
			if err != nil || len(v.Games) != len(c.want) || v.Bytes == 0 {
				t.Fatalf("got %+v, error %v; want %v", v, err, c.want)
			}
			for k := range c.want {
				if v.Games[k] != c.want[k] {
					t.Errorf("game %d is %+v, want %+v", k, v.Games[k], c.want[k])
				}
			}
			var exists *ExistsError
			if err := vacant(to); !errors.As(err, &exists) {
				t.Errorf("the name is free: %v", err)
			}
		})
	}
	open(t, h, filepath.Join(dir, "x.backup.partial"), "hand-5", 9)
	var partial *PartialError
	if _, err := Make(ctx, plain, filepath.Join(dir, "x.backup"), "", nil); !errors.As(err, &partial) {
		t.Errorf("beside what was left of another backup: %v", err)
	}
	var none *NoFileError
	if err := vacant("esdb://ann:secret@host:2113"); !errors.As(err, &none) || strings.Contains(err.Error(), "secret") {
		t.Errorf("an address: %v", err)
	}
}

func TestOnlyWhatVerifiesIsRestored(t *testing.T) {
	ctx, h, dir := context.Background(), host(t), t.TempDir()
	opened, err := systems.Opening("Hand 3", "partychess", strings.Repeat("ab", 32), "")
	if err != nil {
		t.Fatal(err)
	}
	d, _, err := intake.Open(ctx, h, opened, []rules.Rule{}, "", time.Date(1998, 10, 5, 9, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	var list []store.Event
	for e := range d.All(ctx) {
		list = append(list, e)
	}
	for _, c := range []struct {
		name   string
		events []store.Event
		whole  bool
	}{{"whole", list, true}, {"cut", list[:len(list)-1], false}} {
		t.Run(c.name, func(t *testing.T) {
			from, to := filepath.Join(dir, c.name+".backup"), filepath.Join(dir, c.name+".ledger")
			held, err := intake.Of(ctx, h, "", d.Name, store.Each(c.events))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := held.Put(ctx, h, from, false); err != nil {
				t.Fatal(err)
			}
			v, err := Restore(ctx, h, from, to, false, nil)
			if err != nil || v.Restored != c.whole || len(v.Games) != 1 || (len(v.Games[0].Differences) == 0) != c.whole {
				t.Errorf("got %+v, error %v", v, err)
			}
			if _, err := os.Stat(to); (err == nil) != c.whole {
				t.Errorf("the ledger's file: %v", err)
			}
		})
	}
}
