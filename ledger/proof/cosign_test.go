package proof_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	formats "github.com/transparency-dev/formats/note"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"adjudicate/ledger/proof"
)

// witnessFor is the key of a witness, private.
func witnessFor(t testing.TB, seed byte, name string) (key *proof.Key, private string) {
	t.Helper()
	private, public, err := proof.NewWitnessKey(bytes.NewReader(bytes.Repeat([]byte{seed}, 32)), name)
	if err != nil {
		t.Fatal(err)
	}
	key, err = proof.ReadKey([]byte(private + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := proof.ReadKey([]byte(public)); err != nil || again.Name() != key.Name() || again.Public != public || key.Public != public || !again.Cosigns() {
		t.Fatalf("the public key reads as %v (%v), want %s", again, err, public)
	}
	return key, private
}

// asNote is the line of a witness's key as the other implementation reads keys: as that of one who signs notes.
func asNote(t *testing.T, line string) string {
	t.Helper()
	i := strings.LastIndexByte(line, '+')
	if strings.HasPrefix(line, "PRIVATE") {
		i = strings.Index(line[len("PRIVATE+KEY+w1.example+"):], "+") + len("PRIVATE+KEY+w1.example+")
	}
	data, err := base64.StdEncoding.DecodeString(line[i+1:])
	if err != nil {
		t.Fatal(err)
	}
	data[0] = 1
	return line[:i+1] + base64.StdEncoding.EncodeToString(data)
}

// TestCosignaturesAreThoseOfAnotherImplementation has the module of the makers of transparency logs check what is
// signed here, and the other way round.
func TestCosignaturesAreThoseOfAnotherImplementation(t *testing.T) {
	umpire := keyFor(t, 1, "umpire")
	w1, private := witnessFor(t, 2, "w1.example")
	c, err := proof.Sign(proof.Checkpoint{Origin: "adjudicate/x", Size: 8, Root: tlog.Hash{7}}, umpire.Signer)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	line, err := w1.Cosign(c, at)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := formats.NewSignerForCosignatureV1(asNote(t, private))
	if err != nil {
		t.Fatal(err)
	}
	n, err := note.Open([]byte(string(c.Note)+line), note.VerifierList(theirs.Verifier()))
	if err != nil || len(n.Sigs) != 1 {
		t.Fatalf("they read %v of ours: %v", n, err)
	}
	if got, err := formats.CoSigV1Timestamp(n.Sigs[0]); err != nil || !got.Equal(at) {
		t.Errorf("they read the time %v (%v), want %v", got, err, at)
	}
	text, _, _ := strings.Cut(string(c.Note), "\n\n")
	signed, err := note.Sign(&note.Note{Text: text + "\n"}, theirs)
	if err != nil {
		t.Fatal(err)
	}
	read, err := proof.Read(signed, proof.Verifiers([]*proof.Key{w1}))
	if err != nil || len(read.Cosigned) != 1 || read.Cosigned[0].By != w1.Name() || time.Since(read.Cosigned[0].At) > time.Hour {
		t.Errorf("we read %+v of theirs: %v", read, err)
	}
	bad := strings.Replace(string(signed), "adjudicate/x", "adjudicate/y", 1)
	if _, err := proof.Read([]byte(bad), proof.Verifiers([]*proof.Key{w1})); !errors.Is(err, proof.ErrSignature) {
		t.Errorf("of another text: %v", err)
	}
}

// TestCosignaturesAreAddedToACheckpoint keeps one a key, the last, and those of known keys alone.
func TestCosignaturesAreAddedToACheckpoint(t *testing.T) {
	umpire := keyFor(t, 1, "umpire")
	w1, _ := witnessFor(t, 2, "w1.example")
	w2, _ := witnessFor(t, 3, "w2.example")
	stranger, _ := witnessFor(t, 4, "w1.example") // another key of the same name
	known := proof.Verifiers([]*proof.Key{umpire, w1, w2})
	c, err := proof.Sign(proof.Checkpoint{Origin: "adjudicate/x", Size: 8, Root: tlog.Hash{7}}, umpire.Signer)
	if err != nil {
		t.Fatal(err)
	}
	day := func(n int) time.Time { return time.Date(2026, 5, n, 0, 0, 0, 0, time.UTC) }
	add := func(c *proof.Signed, k *proof.Key, at time.Time) (*proof.Signed, error) {
		line, err := k.Cosign(c, at)
		if err != nil {
			t.Fatal(err)
		}
		return c.WithCosignatures([]byte(line), known)
	}
	for _, step := range []struct {
		key *proof.Key
		day int
	}{{w1, 1}, {w2, 2}, {w1, 3}} {
		if c, err = add(c, step.key, day(step.day)); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, s := range c.Cosigned {
		got = append(got, fmt.Sprint(s.By, " ", s.At.Day()))
	}
	if want := []string{w2.Name() + " 2", w1.Name() + " 3"}; strings.Join(got, ";") != strings.Join(want, ";") || len(c.By) != 3 {
		t.Errorf("cosigned by %q, signed by %q, want %q", got, c.By, want)
	}
	if _, err := add(c, stranger, day(4)); !errors.Is(err, proof.ErrNoSignature) {
		t.Errorf("a stranger's: %v", err)
	}
	other, err := proof.Sign(proof.Checkpoint{Origin: "adjudicate/x", Size: 9, Root: tlog.Hash{7}}, umpire.Signer)
	if err != nil {
		t.Fatal(err)
	}
	line, _ := w1.Cosign(other, day(1))
	if _, err := c.WithCosignatures([]byte(line), known); !errors.Is(err, proof.ErrSignature) {
		t.Errorf("of another checkpoint: %v", err)
	}
	var form *proof.FormError
	if _, err := c.WithCosignatures([]byte("Dear umpire"), known); !errors.As(err, &form) {
		t.Errorf("no cosignature at all: %v", err)
	}
	if _, err := umpire.Cosign(c, day(1)); err == nil {
		t.Error("a key of an umpire cosigns")
	}
	if umpire.Cosigns() || w1.Signer != nil {
		t.Error("a key is both an umpire's and a witness's")
	}
}

// TestAWitnessIsAskedForWhatItHasNotSeen makes a request from every size to every other, and reads it back.
func TestAWitnessIsAskedForWhatItHasNotSeen(t *testing.T) {
	const most = 9
	key := newKey(t, 1)
	st := filled(t, most)
	log := proof.LogOf(st, "x")
	roots := make([]tlog.Hash, most+1)
	notes := make([]*proof.Signed, most+1)
	for n := 1; n <= most; n++ {
		notes[n] = signed(t, st, n, key)
		roots[n] = notes[n].Root
	}
	for size := 1; size <= most; size++ {
		for old := 0; old <= size; old++ {
			r, err := log.Request(context.Background(), int64(old), notes[size])
			if err != nil {
				t.Fatalf("%d to %d: %v", old, size, err)
			}
			again, err := proof.ReadRequest(r.Bytes(), proof.Verifiers([]*proof.Key{key}))
			if err != nil || !bytes.Equal(again.Bytes(), r.Bytes()) {
				t.Fatalf("%d to %d reads back as %v: %v", old, size, again, err)
			}
			for seen := range most + 1 {
				want := seen == old
				if got := again.Extends(&proof.Checkpoint{Size: int64(seen), Root: roots[seen]}); got != want {
					t.Errorf("from %d to %d: shown to a witness of %d is %v", old, size, seen, got)
				}
			}
			if old > 0 && again.Extends(&proof.Checkpoint{Size: int64(old), Root: tlog.Hash{1}}) {
				t.Errorf("from %d to %d extends another ledger", old, size)
			}
		}
		if _, err := log.Request(context.Background(), int64(size+1), notes[size]); err == nil {
			t.Errorf("a witness of %d is shown %d", size+1, size)
		}
	}
}

func TestRequestsThatAreNone(t *testing.T) {
	key := newKey(t, 1)
	c := signed(t, filled(t, 3), 3, key)
	hash := base64.StdEncoding.EncodeToString(make([]byte, 32))
	for _, text := range []string{
		"", "old 3", "old 03\n\n" + string(c.Note), "new 3\n\n" + string(c.Note), "old -1\n\n" + string(c.Note), "old 3\n" + hash[1:] + "\n\n" + string(c.Note),
		"old 3\n" + strings.Repeat(hash+"\n", 64) + "\n" + string(c.Note), "old 3\r\n\r\n" + string(c.Note), "old 3\n\nhello\n", "old 3\n\n" + strings.Repeat("x", proof.MaxRequest),
	} {
		var form *proof.FormError
		if _, err := proof.ReadRequest([]byte(text), proof.Verifiers([]*proof.Key{key})); !errors.As(err, &form) {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}
