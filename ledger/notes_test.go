package ledger_test

import (
	"context"
	"iter"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/internal/played"
	"adjudicate/internal/testrace"
	"adjudicate/ledger"
	"adjudicate/ledger/proof"
	"adjudicate/ledger/summary"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/sqlite"
)

// noted is a ledger in a file whose notes are sealed, with a note of every kind.
func noted(t *testing.T) (path string, seal *sqlite.Seal, st *sqlite.Store, head uint64) {
	t.Helper()
	ctx := context.Background()
	path, seal = filepath.Join(t.TempDir(), "noted.ledger"), &sqlite.Seal{Secret: []byte("mine"), Maker: "test"}
	st, err := sqlite.Create(path, sqlite.Options{Seal: seal})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	tiny(t, st)
	l, err := ledger.Open(ctx, st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	last := eventAt(t, st, l.Head())
	history.KeepState(ctx, st, name, last.Sequence, last.ID, l.State())
	if _, err := summary.Current(ctx, st, st, name, store.Revision(l.Head())); err != nil {
		t.Fatal(err)
	}
	if _, err := proof.LogOf(st, name).Head(ctx, nil); err != nil {
		t.Fatal(err)
	}
	return path, seal, st, l.Head()
}

func eventAt(t *testing.T, st store.Store, sequence uint64) events.Envelope {
	t.Helper()
	for e, err := range ledger.Events(context.Background(), st, name, sequence) {
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	t.Fatalf("no event %d", sequence)
	return events.Envelope{}
}

func verifyNotes(t *testing.T, st store.Store) []ledger.Difference {
	t.Helper()
	v, err := ledger.VerifyAgainst(context.Background(), st, name, options(), ledger.Evidence{
		Derived: map[string]func(store.Note) ledger.Deriving{summary.Kind: summary.Derive}})
	if err != nil {
		t.Fatal(err)
	}
	return v.Differences
}

// TestVerifyDerivesEveryNoteAgain has sound notes pass, and each kind of them found out when it
// says something else, even with the right seal.
func TestVerifyDerivesEveryNoteAgain(t *testing.T) {
	ctx := context.Background()
	_, _, st, _ := noted(t)
	if list := verifyNotes(t, st); len(list) != 0 {
		t.Fatalf("sound notes: %v", list)
	}
	kinds := map[string]store.Note{}
	for n, err := range st.Audit(ctx, name) {
		if err != nil {
			t.Fatal(err)
		}
		kinds[n.Kind] = n
	}
	for _, kind := range []string{history.StateNote, summary.Kind, "tree-tail"} {
		n, ok := kinds[kind]
		if !ok {
			t.Fatalf("there is no note %q among %d", kind, len(kinds))
		}
		bad := n
		bad.Data = append([]byte{}, n.Data...)
		bad.Data[len(bad.Data)-1] ^= 1
		if err := st.Keep(ctx, bad); err != nil {
			t.Fatal(err)
		}
		list := verifyNotes(t, st)
		if len(list) != 1 || list[0].What != ledger.DiffersNote || list[0].Sequence != uint64(n.At) {
			t.Errorf("a changed note %q: %v", kind, list)
		}
		if err := st.Keep(ctx, n); err != nil {
			t.Fatal(err)
		}
	}
}

// counted counts how often a stream is read from its beginning.
type counted struct {
	*sqlite.Store
	reads int
}

func (c *counted) Read(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	if from <= 1 {
		c.reads++
	}
	return c.Store.Read(ctx, stream, from)
}

// TestVerifyReadsTheEventsOnce lets the notes be derived again while the events are checked.
func TestVerifyReadsTheEventsOnce(t *testing.T) {
	_, _, st, _ := noted(t)
	c := &counted{Store: st}
	v, err := ledger.VerifyAgainst(context.Background(), c, name, options(), ledger.Evidence{Quick: true})
	if err != nil || len(v.Differences) != 0 {
		t.Fatal(v, err)
	}
	if c.reads != 1 {
		t.Errorf("the events were read %d times, want once", c.reads)
	}
}

// TestAForgedStateIsNotRead puts a state that names another player beside the ledger, as
// somebody would who has the file and not the secret.
func TestAForgedStateIsNotRead(t *testing.T) {
	ctx := context.Background()
	path, seal, st, head := noted(t)
	l, err := ledger.Open(ctx, st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	state := l.State()
	state.Apply(events.PlayerKnown{Player: "Mallory"})
	last := eventAt(t, st, head)
	other, err := sqlite.Open(path, sqlite.Options{Seal: &sqlite.Seal{Secret: []byte("theirs"), Maker: seal.Maker}})
	if err != nil {
		t.Fatal(err)
	}
	history.KeepState(ctx, other, name, head, last.ID, state)
	other.Close()
	l, err = ledger.Open(ctx, st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	if _, known := l.State().Player("Mallory"); known {
		t.Error("the forged state was read")
	}
	if list := verifyNotes(t, st); len(list) != 1 || list[0].What != ledger.DiffersNote {
		t.Errorf("verify: %v, want the forged note", list)
	}
}

// TestNotesOfALongGameAreSound plays until states and what rulings rested on have been put
// aside, and has all of it derived again.
func TestNotesOfALongGameAreSound(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a game of nine thousand events")
	}
	testrace.Elsewhere(t)
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "long.ledger")
	st, err := sqlite.Create(path, sqlite.Options{Seal: &sqlite.Seal{Secret: []byte("mine"), Maker: "test"}})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	_, list := played.Game(t, 7, 1200, 40)
	var batch []store.Event
	for i := range list {
		data, err := events.Encode(&list[i])
		if err != nil {
			t.Fatal(err)
		}
		batch = append(batch, store.Event{ID: list[i].ID, Type: list[i].Type, Data: data})
	}
	if len(batch) <= history.StateEvery {
		t.Fatalf("%d events are too few", len(batch))
	}
	game := list[0].Ledger
	if _, err := st.Append(ctx, game, store.NoStream, batch); err != nil {
		t.Fatal(err)
	}
	if _, err := ledger.Open(ctx, st, game, options()); err != nil {
		t.Fatal(err)
	}
	if _, err := history.Load(ctx, st, game, 0); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for n, err := range st.Audit(ctx, game) {
		if err != nil {
			t.Fatal(err)
		}
		kinds[n.Kind] = true
	}
	if !kinds[history.StateNote] || !kinds[history.StretchNote] || !kinds["editions"] {
		t.Errorf("notes of the kinds %v, want states, stretches and editions", kinds)
	}
	v, err := ledger.VerifyAgainst(ctx, st, game, options(), ledger.Evidence{Quick: true})
	if err != nil || len(v.Differences) != 0 {
		t.Errorf("%v, %v; want nothing", v.Differences, err)
	}
}

// TestOpenWithoutEntropy names events by what the machine draws.
func TestOpenWithoutEntropy(t *testing.T) {
	l, err := ledger.Create(context.Background(), memory.New(), name, ledger.Options{Engine: "test"})
	if err != nil {
		t.Fatal(err)
	}
	res, err := l.Submit(context.Background(), events.GameOpened{Game: "Hand 3", System: "partychess"}, "", time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC))
	if err != nil || res.Events()[0].ID == (uuid.UUID{}) {
		t.Errorf("submitted without entropy: %v, %v", res, err)
	}
}
