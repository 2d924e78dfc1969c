package proof_test

import (
	"bytes"
	"testing"

	"adjudicate/proof"
)

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
