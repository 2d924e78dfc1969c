package main

import (
	"context"
	"slices"
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
	sh.says("Edition 2 is current", at("1998-10-07T09:30:00Z", "dispute", "rule", "D1", "overturned", "--reason", "so it is", "--adopt")...)
	sh.says("ACCEPTED", at("1998-10-07T10:00:00Z", "player", "add", "Dora")...)
	sh.says("edition 3 is adopted", at("1998-10-07T11:00:00Z", "readjudicate", "correct 206 Red: Cs18-r15", "--adopt")...)
	sh.says("ACCEPTED", at("1998-10-07T12:00:00Z", "play", "Blue", "Cc2-d5")...)
}

func TestALedgerWithEditionsGoesToAServerAndBack(t *testing.T) {
	sh := withServer(t)
	sh.want(statusDone, "copy", "adjudicate.ledger", "URL")
	sh.adopts()
	sh.says("207 were already there and are the same", "copy", "adjudicate.ledger", "URL")
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

// TestAnAdoptionThatBreaksOffAtAServerHindersNobody adopts an edition that is more than the
// server takes at once, and lets it refuse each call of it in turn.
func TestAnAdoptionThatBreaksOffAtAServerHindersNobody(t *testing.T) {
	sh := withServer(t)
	c := esdbtest.New(t, esdbtest.Options{MaxAppend: 22_000})
	sh.url = c.URL("patience=500ms")
	sh.want(statusDone, "copy", "adjudicate.ledger", "URL")
	before := sh.want(statusDone, "export", "--store", "URL")
	adopt := []string{"readjudicate", `void 148 "a slip"`, "--adopt", "--reason", strings.Repeat("a slip, and ", 1200), "--store", "URL", "--now", "1998-10-07T09:00:00Z"}
	for allowed := 0; ; allowed++ {
		if allowed > 12 {
			t.Fatal("it is never done")
		}
		left := allowed
		c.Servers[0].Break(esdbtest.Faults{Before: func(_ context.Context, call string) error {
			if call != "append" {
				return nil
			}
			if left--; left >= 0 {
				return nil
			}
			return status.Error(codes.PermissionDenied, "no more")
		}})
		status, out := sh.run(slices.Clone(adopt)...)
		c.Servers[0].Break(esdbtest.Faults{})
		if status == statusDone {
			if allowed < 2 {
				t.Errorf("it took %d calls only: no part of it was refused", allowed)
			}
			break
		}
		if status != statusStore {
			t.Fatalf("refused after %d calls: status %d\n%s", allowed, status, out)
		}
		if got := sh.want(statusDone, "export", "--store", "URL"); got != before {
			t.Errorf("refused after %d calls: a part of the adoption can be read", allowed)
		}
		sh.says("as recorded", "verify", "--store", "URL")
	}
	sh.says("edition 2", "editions", "--store", "URL")
	sh.says("as recorded", "verify", "--store", "URL")
	sh.want(statusDone, "player", "add", "Dora", "--store", "URL", "--now", "1998-10-07T10:00:00Z")
}
