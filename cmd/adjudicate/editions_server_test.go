package main

import (
	"context"
	"strings"
	"testing"

	"adjudicate/store/esdb/esdbtest"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// adopts gives a ledger a dispute, two editions and a play behind each. In the second edition
// the last play before it is accepted, so that it is Blue's turn.
func (sh *shell) adopts(place ...string) {
	sh.t.Helper()
	at := func(now string, words ...string) []string { return append(append(words, "--now", now), place...) }
	sh.want(statusDone, at("1998-10-07T09:00:00Z", "dispute", "open", "148", "--by", "Ann", "--judge", "Cleo", "--grounds", "it came from nowhere", "--clause", "1230.2 §6.C")...)
	sh.says("Edition 2 holds", at("1998-10-07T09:30:00Z", "dispute", "rule", "D1", "overturned", "--reason", "so it is", "--adopt")...)
	sh.says("ACCEPTED", at("1998-10-07T10:00:00Z", "player", "add", "Dora")...)
	sh.says("edition 3 is adopted", at("1998-10-07T11:00:00Z", "readjudicate", "correct 206 Red: Cs18-r15", "--adopt")...)
	sh.says("ACCEPTED", at("1998-10-07T12:00:00Z", "play", "Blue", "Cc2-d5")...)
}

func TestALedgerWithEditionsGoesToAServerAndBack(t *testing.T) {
	sh := withServer(t)
	sh.want(statusDone, "copy", "adjudicate.ledger", "URL")
	sh.adopts()
	sh.says("207 were there and are the same", "copy", "adjudicate.ledger", "URL")
	sh.says("everything is as recorded", "verify", "--store", "URL")
	sh.says("Red (Ann)", "ledgers", "--store", "URL")
	sh.want(statusDone, "follow", "URL", "audit.ledger", "--for", "300ms")

	// The game goes on at the server, and adopts an edition there.
	sh.says("ACCEPTED", "play", "Red", "pass", "--store", "URL", "--now", "1998-10-08T09:00:00Z")
	sh.says("edition 4 is adopted", "readjudicate", "withdraw 3.1", "--adopt", "--store", "URL", "--now", "1998-10-08T10:00:00Z")
	sh.says("everything is as recorded", "verify", "--store", "URL")
	sh.want(statusDone, "follow", "URL", "audit.ledger", "--for", "300ms")
	sh.want(statusDone, "copy", "URL", "adjudicate.ledger")
	sh.says("a backup", "backup", "monday.ledger", "--store", "URL")
	want := sh.want(statusDone, "export", "--store", "URL")
	for _, file := range []string{"adjudicate.ledger", "audit.ledger", "monday.ledger"} {
		if got := sh.want(statusDone, "export", "--ledger", file); got != want {
			t.Errorf("the export of %s is another than that of the server", file)
		}
		sh.says("everything is as recorded", "verify", "--ledger", file)
		if a, b := sh.want(statusDone, "editions", "--ledger", file), sh.want(statusDone, "editions", "--store", "URL"); a != b {
			t.Errorf("the editions of %s:\n%s\nthose of the server:\n%s", file, a, b)
		}
	}
}

// TestAnAdoptionThatBreaksOffAtAServerIsNotThere adopts an edition that the server takes in
// parts only, and lets it stop between them.
func TestAnAdoptionThatBreaksOffAtAServerIsNotThere(t *testing.T) {
	const limit = 16_000
	sh := withServer(t)
	c := esdbtest.New(t, esdbtest.Options{MaxAppend: limit})
	sh.url = c.URL("maxAppendSize=16000", "patience=500ms")
	sh.want(statusDone, "copy", "adjudicate.ledger", "URL")
	before := sh.want(statusDone, "export", "--store", "URL")

	left := 2
	c.Servers[0].Break(esdbtest.Faults{Before: func(_ context.Context, call string) error {
		if call != "append" {
			return nil
		}
		if left--; left >= 0 {
			return nil
		}
		return status.Error(codes.PermissionDenied, "no more")
	}})
	adopt := []string{"readjudicate", `void 148 "a slip"`, "--adopt", "--store", "URL", "--now", "1998-10-07T09:00:00Z"}
	out := sh.want(statusStore, adopt...)
	if left >= 0 || !strings.Contains(out, "whether the input was written is not known") {
		t.Fatalf("no part was written and another refused (%d more allowed):\n%s", left, out)
	}
	c.Servers[0].Break(esdbtest.Faults{})

	if got := sh.want(statusDone, "export", "--store", "URL"); got != before {
		t.Error("a part of the adoption can be read")
	}
	for _, words := range [][]string{adopt, {"verify", "--store", "URL"}} {
		if out := sh.want(statusStore, words...); !strings.Contains(out, "was begun and not finished") {
			t.Errorf("%s: want the append in the way named:\n%s", words[0], out)
		}
	}
	if out := sh.want(statusDone, "editions", "--store", "URL"); strings.Contains(out, "edition 2") {
		t.Errorf("an edition holds that was not adopted:\n%s", out)
	}
	// What was acknowledged goes on elsewhere.
	sh.says("207 copied", "copy", "URL", "elsewhere.ledger", "--game", "hand-3")
	sh.adopts("--ledger", "elsewhere.ledger")
	sh.says("everything is as recorded", "verify", "--ledger", "elsewhere.ledger")
}
