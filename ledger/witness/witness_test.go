package witness_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"adjudicate/ledger/people"
	"adjudicate/ledger/proof"
	"adjudicate/ledger/witness"
)

var (
	ctx = context.Background()
	day = time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
)

// ledger is the tree of a ledger of a key, and its checkpoints.
type ledger struct {
	t      *testing.T
	origin string
	keys   []note.Signer
	leaves []string
}

// checkpoint is that of the first n events.
func (l *ledger) checkpoint(n int) *proof.Signed {
	l.t.Helper()
	var tree proof.Tree
	for _, e := range l.leaves[:n] {
		tree.Add([]byte(e))
	}
	c, err := proof.Sign(proof.Checkpoint{Origin: l.origin, Size: int64(n), Root: tree.Root()}, l.keys...)
	if err != nil {
		l.t.Fatal(err)
	}
	return c
}

// hashes proves to who has seen old events that n of them begin with those, by the module that the tree is of.
func (l *ledger) hashes(old, n int) tlog.TreeProof {
	l.t.Helper()
	if old == 0 || old >= n {
		return nil
	}
	stored := map[int64]tlog.Hash{}
	reader := tlog.HashReaderFunc(func(list []int64) (out []tlog.Hash, err error) {
		for _, i := range list {
			out = append(out, stored[i])
		}
		return out, nil
	})
	for i := range n {
		list, err := tlog.StoredHashes(int64(i), []byte(l.leaves[i]), reader)
		if err != nil {
			l.t.Fatal(err)
		}
		at := tlog.StoredHashIndex(0, int64(i))
		for j, h := range list {
			stored[at+int64(j)] = h
		}
	}
	p, err := tlog.ProveTree(int64(n), int64(old), reader)
	if err != nil {
		l.t.Fatal(err)
	}
	return p
}

func (l *ledger) request(old, n int) []byte {
	return (&proof.Request{Old: int64(old), Hashes: l.hashes(old, n), Checkpoint: l.checkpoint(n)}).Bytes()
}

// key is a key of a seed, an umpire's or a witness's.
func key(t testing.TB, seed byte, name string, generate func(io bytesReader, name string) (string, string, error)) *proof.Key {
	t.Helper()
	private, _, err := generate(bytes.NewReader(bytes.Repeat([]byte{seed}, 32)), name)
	if err != nil {
		t.Fatal(err)
	}
	k, err := proof.ReadKey([]byte(private))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

type bytesReader = interface{ Read([]byte) (int, error) }

func umpire(t testing.TB, seed byte) *proof.Key {
	return key(t, seed, fmt.Sprintf("umpire-%d", seed), func(r bytesReader, n string) (string, string, error) { return proof.NewKey(r, n) })
}

// events are n events of a history.
func events(history string, n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprint(history, " ", i))
	}
	return list
}

func start(t testing.TB, logs ...*proof.Key) *witness.Witness {
	return &witness.Witness{
		Key:  key(t, 99, "w1.example", func(r bytesReader, n string) (string, string, error) { return proof.NewWitnessKey(r, n) }),
		Logs: logs,
		Desk: people.OpenFile(filepath.Join(t.TempDir(), "w1.witness"), time.Minute),
	}
}

func asked(t testing.TB, w *witness.Witness, text []byte) *witness.Answer {
	t.Helper()
	a, err := w.Add(ctx, text, day)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestAWitnessAnswersAsItsProtocolSays goes through the answers of c2sp.org/tlog-witness, add-checkpoint.
func TestAWitnessAnswersAsItsProtocolSays(t *testing.T) {
	ann, bob, stranger := umpire(t, 1), umpire(t, 2), umpire(t, 3)
	w := start(t, ann, bob)
	plain := append(events("a", 5), events("b", 5)...)
	honest := &ledger{t, "adjudicate/x", []note.Signer{ann.Signer}, plain}
	forked := &ledger{t, "adjudicate/x", []note.Signer{ann.Signer}, append(events("a", 5), events("c", 5)...)}
	foreign := &ledger{t, "adjudicate/x", []note.Signer{bob.Signer}, plain}
	unknown := &ledger{t, "adjudicate/y", []note.Signer{stranger.Signer}, plain}
	both := &ledger{t, "adjudicate/x", []note.Signer{ann.Signer, bob.Signer}, plain}
	proofless := (&proof.Request{Old: 7, Checkpoint: honest.checkpoint(8)}).Bytes()
	forged := bytes.Replace(honest.request(7, 8), []byte("adjudicate/x\n8\n"), []byte("adjudicate/x\n9\n"), 1)
	for _, c := range []struct {
		what   string
		text   []byte
		status int
		size   int64
	}{
		{"no request", []byte("hello\n"), 400, 0},
		{"a ledger of a stranger", unknown.request(0, 3), 404, 0},
		{"an old size of nothing seen", honest.request(3, 5), 409, 0},
		{"the first", honest.request(0, 5), 200, 0},
		{"the same again", honest.request(5, 5), 200, 0},
		{"who does not know", honest.request(0, 7), 409, 5},
		{"a larger one", honest.request(5, 7), 200, 0},
		{"a smaller one", honest.request(5, 6), 409, 7},
		{"more seen than there is", (&proof.Request{Old: 9, Checkpoint: honest.checkpoint(7)}).Bytes(), 400, 0},
		{"another history of the size", forked.request(7, 7), 409, 7},
		{"a larger one of another history", forked.request(7, 9), 422, 0},
		{"without the hashes", proofless, 422, 0},
		{"another size than was signed", forged, 403, 0},
		{"another umpire's ledger of that name", foreign.request(7, 8), 403, 0},
		{"two keys", both.request(7, 8), 200, 0},
		{"the new key alone, then", foreign.request(8, 9), 200, 0},
		{"the old key, no more", honest.request(9, 10), 403, 0},
	} {
		a := asked(t, w, c.text)
		if a.Status != c.status || a.Size != c.size || (a.Lines != "") != (c.status == 200) || (a.Reason == "") != (c.status == 200) {
			t.Errorf("%s: %+v, want %d (%d)", c.what, a, c.status, c.size)
		}
	}
	seen, err := w.List(ctx)
	if err != nil || len(seen) != 1 || seen[0].Origin != "adjudicate/x" || seen[0].Size != 9 || seen[0].TwoHistories == "" {
		t.Errorf("listed: %+v (%v)", seen, err)
	}
	x, err := w.TwoHistories(ctx, "adjudicate/x")
	if err != nil || x == nil {
		t.Fatalf("of the two histories nothing is kept: %v", err)
	}
	shown, err := proof.ReadEquivocation(x, proof.Verifiers([]*proof.Key{ann}))
	if err != nil || shown.Check() != nil || shown.One.Size != 7 {
		t.Errorf("what is kept shows nothing: %v, %v", shown, err)
	}
	if last, err := w.Last(ctx, "adjudicate/x"); err != nil || last.Size != 9 {
		t.Errorf("the last is %v (%v)", last, err)
	}
}

// TestACosignatureIsOfTheCheckpoint and of the moment of the answer.
func TestACosignatureIsOfTheCheckpoint(t *testing.T) {
	ann := umpire(t, 1)
	w := start(t, ann)
	l := &ledger{t, "adjudicate/x", []note.Signer{ann.Signer}, events("a", 5)}
	a := asked(t, w, l.request(0, 5))
	c, err := l.checkpoint(5).WithCosignatures([]byte(a.Lines), proof.Verifiers([]*proof.Key{ann, w.Key}))
	if err != nil || len(c.Cosigned) != 1 || !c.Cosigned[0].At.Equal(day) || !slices.Contains(c.By, w.Key.Name()) {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestOfManyThatAskAtOnceOneHistoryIsCosigned races two histories, in several witnesses of one desk.
func TestOfManyThatAskAtOnceOneHistoryIsCosigned(t *testing.T) {
	ann := umpire(t, 1)
	w := start(t, ann)
	path := filepath.Join(t.TempDir(), "shared.witness")
	var mu sync.Mutex
	cosigned := map[string]bool{}
	var all sync.WaitGroup
	for _, history := range []string{"a", "b"} {
		for range 3 {
			all.Go(func() {
				own := &witness.Witness{Key: w.Key, Logs: w.Logs, Desk: people.OpenFile(path, time.Minute)}
				l := &ledger{t, "adjudicate/x", []note.Signer{ann.Signer}, events(history, 6)}
				for old := range 6 {
					a, err := own.Add(ctx, l.request(old, old+1), day)
					if err != nil {
						t.Error(err)
						return
					}
					if a.OK() {
						mu.Lock()
						cosigned[history] = true
						mu.Unlock()
					}
				}
			})
		}
	}
	all.Wait()
	if len(cosigned) != 1 {
		t.Errorf("cosigned histories: %v, want one", cosigned)
	}
}

// failing is a desk whose disk is full.
type failing struct{ witness.Desk }

var errFull = errors.New("no space left on device")

func (f failing) Sheet(ctx context.Context, ledger, word string, change func([]byte) ([]byte, error)) ([]byte, error) {
	if change == nil {
		return f.Desk.Sheet(ctx, ledger, word, nil)
	}
	return f.Desk.Sheet(ctx, ledger, word, func(old []byte) ([]byte, error) {
		if _, err := change(old); err != nil {
			return nil, err
		}
		return nil, errFull
	})
}

// TestWhatCannotBeKeptIsNotCosigned gives no signature away before it is remembered.
func TestWhatCannotBeKeptIsNotCosigned(t *testing.T) {
	ann := umpire(t, 1)
	w := start(t, ann)
	whole := w.Desk
	w.Desk = failing{whole}
	l := &ledger{t, "adjudicate/x", []note.Signer{ann.Signer}, events("a", 6)}
	if a, err := w.Add(ctx, l.request(0, 5), day); !errors.Is(err, errFull) || a != nil {
		t.Errorf("%+v, %v", a, err)
	}
	w.Desk = whole
	if a := asked(t, w, l.request(0, 6)); !a.OK() {
		t.Errorf("later: %+v", a)
	}
	if _, err := w.Desk.Sheet(ctx, "adjudicate/x", "cosigned", func([]byte) ([]byte, error) { return []byte("damaged"), nil }); err != nil {
		t.Fatal(err)
	}
	if a, err := w.Add(ctx, l.request(0, 6), day); err == nil || !strings.Contains(err.Error(), "the last checkpoint of adjudicate/x") {
		t.Errorf("of a damaged desk: %+v, %v", a, err)
	}
}

func TestAWitnessRequiresItsOwnKeyAndKeysOfOthers(t *testing.T) {
	logs := []*proof.Key{umpire(t, 1)}
	w := start(t, logs...)
	var lack *witness.LackError
	for _, c := range []struct{ keys, logs []*proof.Key }{{nil, logs}, {logs, logs}, {[]*proof.Key{w.Key}, nil}} {
		if _, err := witness.New(w.Desk, c.keys, c.logs); !errors.As(err, &lack) || lack.Advice() == "" {
			t.Errorf("with %d and %d keys: %v", len(c.keys), len(c.logs), err)
		}
	}
	if got, err := witness.New(w.Desk, []*proof.Key{w.Key}, logs); err != nil || got.Key != w.Key {
		t.Errorf("a witness with all that it requires: %v", err)
	}
}
