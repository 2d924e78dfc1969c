package proof_test

import (
	"bytes"
	"testing"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"adjudicate/ledger/proof"
)

func keyFor(t *testing.T, seed byte, name string) *proof.Key {
	t.Helper()
	private, _, err := proof.NewKey(bytes.NewReader(bytes.Repeat([]byte{seed}, 32)), name)
	if err != nil {
		t.Fatal(err)
	}
	k, err := proof.ReadKey([]byte(private))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestTwoHistoriesUnderOneKey signs checkpoints of several kinds; only two of one size with
// other roots by one key show anything, to whoever has the public key.
func TestTwoHistoriesUnderOneKey(t *testing.T) {
	ann, bob := keyFor(t, 1, "ann"), keyFor(t, 2, "bob")
	sign := func(k *proof.Key, origin string, size int64, root byte) *proof.Signed {
		c, err := proof.Sign(proof.Checkpoint{Origin: origin, Size: size, Root: tlog.Hash{root}}, k.Signer)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	base := sign(ann, "adjudicate/x", 8, 1)
	for _, c := range []struct {
		name  string
		other *proof.Signed
		want  bool
	}{
		{"another root", sign(ann, "adjudicate/x", 8, 2), true},
		{"the same again", sign(ann, "adjudicate/x", 8, 1), false},
		{"another size", sign(ann, "adjudicate/x", 9, 2), false},
		{"another ledger", sign(ann, "adjudicate/y", 8, 2), false},
		{"another key", sign(bob, "adjudicate/x", 8, 2), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := proof.Equivocates([]*proof.Signed{base, c.other})
			if (found != nil) != c.want {
				t.Fatalf("found %v, want %v", found, c.want)
			}
			file := (&proof.Equivocation{One: base, Other: c.other}).Bytes()
			again, err := proof.ReadEquivocation(file, note.VerifierList(ann.Verifier))
			if c.want && err != nil {
				t.Fatal(err)
			}
			if again == nil || (again.Check() == nil) != c.want {
				t.Errorf("read back: %v, %v", again, err)
			}
			if again, _ = proof.ReadEquivocation(file, note.VerifierList(bob.Verifier)); again.Check() == nil {
				t.Error("it holds under a key that signed nothing")
			}
		})
	}
}
