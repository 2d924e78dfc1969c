package proof_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"adjudicate/ledger/proof"
	"adjudicate/store"
	"adjudicate/store/memory"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

var ctx = context.Background()

// newKey makes a key from a seed of one repeated byte.
func newKey(t testing.TB, seed byte) *proof.Key {
	t.Helper()
	private, _, err := proof.NewKey(bytes.NewReader(bytes.Repeat([]byte{seed}, 32)), "umpire")
	if err != nil {
		t.Fatal(err)
	}
	k, err := proof.ReadKey([]byte(private + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// filled is a store with n events in a stream.
func filled(t testing.TB, n int) *memory.Store {
	t.Helper()
	st := memory.New()
	add(t, st, 0, n)
	return st
}

// add appends the events from+1 to to.
func add(t testing.TB, st store.Store, from, to int) {
	t.Helper()
	var list []store.Event
	for i := from; i < to; i++ {
		list = append(list, store.Event{ID: uuid.UUID{1, 14: byte(i >> 8), 15: byte(i)}, Type: "x.v1", Data: fmt.Appendf(nil, "event %d", i+1)})
	}
	if _, err := st.Append(ctx, "x", store.Revision(from), list); err != nil {
		t.Fatal(err)
	}
}

// root computes the root of the first n events as RFC 6962 defines it, by recursion.
func root(list [][]byte) tlog.Hash {
	switch n := len(list); n {
	case 0:
		var none proof.Tree
		return none.Root()
	case 1:
		return tlog.RecordHash(list[0])
	default:
		k := 1
		for 2*k < n {
			k *= 2
		}
		return tlog.NodeHash(root(list[:k]), root(list[k:]))
	}
}

func TestTheRootIsThatOfTheDefinition(t *testing.T) {
	var tree proof.Tree
	var list [][]byte
	if got := tree.Root().String(); got != "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" { // SHA-256 of nothing
		t.Errorf("the root of nothing is %s", got)
	}
	for i := range 70 {
		list = append(list, fmt.Appendf(nil, "event %d", i))
		tree.Add(list[i])
		if tree.Root() != root(list) || tree.Size() != int64(i+1) {
			t.Errorf("after %d events the root is %s, want %s", i+1, tree.Root(), root(list))
		}
	}
}

// signed is the checkpoint of a store's first size events, made without its hashes.
func signed(t testing.TB, st store.Store, size int, key *proof.Key) *proof.Signed {
	t.Helper()
	var tree proof.Tree
	for rec, err := range st.Read(ctx, "x", 1) {
		if err != nil {
			t.Fatal(err)
		}
		if tree.Size() == int64(size) {
			break
		}
		tree.Add(rec.Data)
	}
	s, err := proof.Sign(proof.Checkpoint{Origin: proof.Origin("x"), Size: tree.Size(), Root: tree.Root()}, key.Signer)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// forgetful is a store that keeps no notes.
type forgetful struct{ store.Store }

func TestEveryEventIsProvedForEverySize(t *testing.T) {
	key := newKey(t, 1)
	for _, c := range []struct {
		title string
		wrap  func(*memory.Store) store.Store
	}{
		{"with kept hashes", func(m *memory.Store) store.Store { return m }},
		{"without", func(m *memory.Store) store.Store { return forgetful{m} }},
	} {
		t.Run(c.title, func(t *testing.T) {
			st := c.wrap(filled(t, 700))
			log := proof.LogOf(st, "x")
			for _, size := range []int{700, 1, 2, 255, 256, 257, 511, 512, 513, 600} {
				cp := signed(t, st, size, key)
				for _, n := range []int{1, 2, 128, 255, 256, 257, 300, 511, 512, 513, size} {
					if n > size {
						continue
					}
					p, err := log.Prove(ctx, uint64(n), cp)
					if err != nil {
						t.Fatalf("event %d of %d: %v", n, size, err)
					}
					again, err := proof.ReadProof(p.Bytes(), note.VerifierList(key.Verifier))
					if err != nil {
						t.Fatalf("event %d of %d: %v", n, size, err)
					}
					if err := again.Check(); err != nil || string(again.Event) != fmt.Sprintf("event %d", n) {
						t.Errorf("event %d of %d: %v, %q", n, size, err, again.Event)
					}
				}
			}
		})
	}
}

func TestEveryEarlierLedgerIsShownToBeTheBeginning(t *testing.T) {
	key := newKey(t, 1)
	st := filled(t, 520)
	log := proof.LogOf(st, "x")
	for _, size := range []int{1, 3, 256, 257, 520} {
		for _, old := range []int{0, 1, 2, 255, 256, 257, 519, 520} {
			if old > size {
				continue
			}
			x, err := log.Extend(ctx, signed(t, st, old, key), signed(t, st, size, key))
			if err != nil {
				t.Fatalf("%d to %d: %v", old, size, err)
			}
			again, err := proof.ReadExtension(x.Bytes(), note.VerifierList(key.Verifier))
			if err != nil {
				t.Fatalf("%d to %d: %v", old, size, err)
			}
			if diff := cmp.Diff(x, again); diff != "" || again.Check() != nil {
				t.Errorf("%d to %d: %v\n%s", old, size, again.Check(), diff)
			}
		}
	}
}

// spoiled has another event n than the store, and keeps the same notes.
type spoiled struct {
	*memory.Store
	n store.Revision
}

func (s spoiled) Read(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		for rec, err := range s.Store.Read(ctx, stream, from) {
			if err == nil && rec.Revision == s.n {
				rec.Data = []byte("another event")
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}

func TestAnEventThatWasChangedIsNotProved(t *testing.T) {
	key := newKey(t, 1)
	st := filled(t, 600)
	cp := signed(t, st, 600, key)
	if _, err := proof.LogOf(st, "x").Head(ctx, nil); err != nil { // keeps the hashes
		t.Fatal(err)
	}
	for _, n := range []store.Revision{1, 256, 300, 600} {
		log := proof.LogOf(spoiled{st, n}, "x")
		var other *proof.MismatchError
		if p, err := log.Prove(ctx, uint64(n), cp); !errors.As(err, &other) || p != nil {
			t.Errorf("event %d: %v %v", n, p, err)
		} else if other.Event != int64(n) {
			t.Errorf("event %d is not named: %v", n, err)
		}
		if n <= 512 { // the hashes of the others are kept
			if _, err := log.Prove(ctx, uint64(n)+1, cp); err != nil {
				t.Errorf("event %d, whose neighbour was changed: %v", n+1, err)
			}
		}
		if _, err := proof.LogOf(st, "x").Prove(ctx, uint64(n), cp); err != nil {
			t.Errorf("the true event %d: %v", n, err)
		}
	}
}

func TestKeptHashesAreNotBelieved(t *testing.T) {
	key := newKey(t, 1)
	for _, c := range []struct {
		title string
		spoil func(*memory.Store, store.Note)
	}{
		{"another hash", func(st *memory.Store, n store.Note) {
			n.Data[40] ^= 1
			if err := st.Keep(ctx, n); err != nil {
				t.Fatal(err)
			}
		}},
		{"cut short", func(st *memory.Store, n store.Note) {
			n.Data = n.Data[:len(n.Data)-32]
			if err := st.Keep(ctx, n); err != nil {
				t.Fatal(err)
			}
		}},
		{"some are gone", func(st *memory.Store, n store.Note) {
			if err := st.Drop(ctx, "x", proof.Kind, n.At-1); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(c.title, func(t *testing.T) {
			st := filled(t, 900)
			log := proof.LogOf(st, "x")
			if _, err := log.Open(ctx, 900); err != nil {
				t.Fatal(err)
			}
			first, found, err := st.Kept(ctx, "x", proof.Kind, 256)
			if !found || err != nil {
				t.Fatal(found, err)
			}
			c.spoil(st, first)
			cp := signed(t, st, 900, key)
			if _, err := log.Prove(ctx, 7, cp); err != nil {
				t.Errorf("the proof fails for good: %v", err)
			}
			if _, err := log.Extend(ctx, signed(t, st, 100, key), cp); err != nil {
				t.Errorf("the consistency proof fails for good: %v", err)
			}
			c.spoil(st, first)
			head, err := log.Head(ctx, &signed(t, st, 300, key).Checkpoint)
			if err != nil || head.Root != cp.Root {
				t.Errorf("the head is %v, %v", head, err)
			}
		})
	}
}

func TestASignerRefusesALedgerThatWasRewritten(t *testing.T) {
	key := newKey(t, 1)
	st := filled(t, 300)
	base := signed(t, st, 300, key)
	base.Root[0] ^= 1
	var other *proof.MismatchError
	if _, err := proof.LogOf(st, "x").Head(ctx, &base.Checkpoint); !errors.As(err, &other) || other.Size != 300 {
		t.Errorf("another root: %v", err)
	}
	base.Size = 301
	if _, err := proof.LogOf(st, "x").Head(ctx, &base.Checkpoint); !errors.As(err, &other) || other.Have != 300 {
		t.Errorf("more events than there are: %v", err)
	}
}

func TestAHeadGrowsOutOfTheOneBefore(t *testing.T) {
	key := newKey(t, 1)
	st := memory.New()
	log := proof.LogOf(st, "x")
	var base *proof.Checkpoint
	for from, sizes := 0, []int{10, 256, 300, 512, 600, 600}; len(sizes) > 0; sizes = sizes[1:] {
		if sizes[0] > from {
			add(t, st, from, sizes[0])
		}
		from = sizes[0]
		head, err := log.Head(ctx, base)
		if want := signed(t, st, from, key); err != nil || head != want.Checkpoint {
			t.Errorf("of %d events: %v, %v, want %v", from, head, err, want.Checkpoint)
		}
		if leaves, ok := log.Leaves(ctx, &head); !ok || len(leaves) != from || leaves[from-1] != tlog.RecordHash(fmt.Appendf(nil, "event %d", from)) {
			t.Errorf("of %d events: kept are %d leaves, %v", from, len(leaves), ok)
		}
		base = &head
	}
	false1 := *base
	false1.Root[0] ^= 1
	if _, ok := log.Leaves(ctx, &false1); ok {
		t.Error("leaves are given for a root that is not theirs")
	}
}

func TestKeysAreReadAsTheyWereWritten(t *testing.T) {
	private, public, err := proof.NewKey(bytes.NewReader(bytes.Repeat([]byte{0xfb}, 32)), "example.org/umpire")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{private, public + "\n"} {
		k, err := proof.ReadKey([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if k.Public != public || (k.Signer != nil) != (text == private) || !strings.HasPrefix(public, k.Name()+"+") {
			t.Errorf("%q: %+v", text, k)
		}
	}
	for _, name := range []string{"", "a b", "a+b", "a\tb", "\u2028", "\xff"} {
		if _, _, err := proof.NewKey(bytes.NewReader(make([]byte, 32)), name); err == nil {
			t.Errorf("%q is a key's name", name)
		}
	}
	for _, text := range []string{"", "umpire", private[:len(private)-2], public[:20], strings.Replace(private, "example", "Example", 1)} {
		var form *proof.FormError
		if _, err := proof.ReadKey([]byte(text)); !errors.As(err, &form) {
			t.Errorf("%q is a key: %v", text, err)
		}
	}
}

func filledExample() *memory.Store {
	st := memory.New()
	_, err := st.Append(ctx, "x", store.NoStream, []store.Event{
		{ID: uuid.UUID{1}, Type: "x.v1", Data: []byte("event 1")}, {ID: uuid.UUID{2}, Type: "x.v1", Data: []byte("event 2")},
	})
	if err != nil {
		panic(err)
	}
	return st
}
