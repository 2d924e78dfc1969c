package main

import (
	"strings"
	"testing"
)

// TestAGameIsSignedNowAndThenWhereAKeyIsAtHand plays on a server, which keeps no checksums: without a checkpoint nothing would tell
// what was changed there.
func TestAGameIsSignedNowAndThenWhereAKeyIsAtHand(t *testing.T) {
	sh := withServer(t)
	sh.want(statusDone, "copy", "adjudicate.ledger", "URL")
	sh.want(statusDone, "proof", "key", "--out", "umpire")
	play := func() {
		sh.want(statusDone, "announce", "as before", "--store", "URL", "--force", "--now", "2030-01-01T00:00:00Z")
	}
	play()
	if out := sh.want(statusDone, "proof", "checkpoint", "--list", "--ledger", "URL"); strings.Contains(out, "209") {
		t.Fatalf("it is signed without a key:\n%s", out)
	}
	t.Setenv("ADJUDICATE_KEY", "umpire.key")
	play()
	first := sh.want(statusDone, "proof", "checkpoint", "--list", "--ledger", "URL")
	play()
	if again := sh.want(statusDone, "proof", "checkpoint", "--list", "--ledger", "URL"); again != first {
		t.Errorf("it is signed with every play:\n%s\n%s", first, again)
	}
	if !strings.Contains(first, "umpire") {
		t.Errorf("nothing was signed:\n%s", first)
	}
	t.Setenv("ADJUDICATE_KEY", "gone.key")
	if _, out := sh.run("announce", "as before", "--store", "URL", "--force", "--now", "2030-01-01T00:00:00Z"); !strings.Contains(out, "no checkpoint was signed") {
		t.Errorf("that the key is gone is not said:\n%s", out)
	}
}
