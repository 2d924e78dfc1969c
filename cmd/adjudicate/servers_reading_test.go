package main

import (
	"context"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"adjudicate/store/esdb/esdbtest"
)

// TestWhatWasReadOfAServerIsNotReadAgain counts the events that a server sends to commands that
// ask how a game of two thousand events stands.
func TestWhatWasReadOfAServerIsNotReadAgain(t *testing.T) {
	season, err := filepath.Abs("../../fixtures/season/autumn.season")
	if err != nil {
		t.Fatal(err)
	}
	sh := withServer(t)
	sh.want(statusDone, "import", season, "--store", "URL")
	var sent atomic.Int64
	sh.c.Servers[0].Break(esdbtest.Faults{Sent: func(context.Context, string, int) error { sent.Add(1); return nil }})
	reading := func(words ...string) (int64, string) {
		sent.Store(0)
		out := sh.want(statusDone, append(words, "--store", "URL")...)
		return sent.Load(), out
	}
	first, before := reading("show")
	if first < 2000 {
		t.Fatalf("the first time %d events were read", first)
	}
	for _, words := range [][]string{{"show"}, {"board"}, {"list"}, {"holdings"}, {"weights", "--series"}, {"log"}, {"knives"}, {"edition", "list"}, {"ruling", "743"}} {
		if n, _ := reading(words...); n > 100 {
			t.Errorf("%s reads %d events again", words[0], n)
		}
	}
	for _, words := range [][]string{{"verify", "--quick"}, {"export"}} {
		if n, _ := reading(words...); n < 2000 {
			t.Errorf("%s reads %d events of the server", words[0], n)
		}
	}
	if _, again := reading("show"); again != before {
		t.Errorf("the first time it shows\n%s\nthen\n%s", before, again)
	}
	n, _ := reading("player", "add", "Zoe", "--now", "1999-10-01T09:00:00Z", "--force")
	if n > 100 {
		t.Errorf("an entry reads %d events", n)
	}
	if _, after := reading("show"); after == before || !strings.Contains(after, "player Zoe") {
		t.Errorf("after one more entry it shows\n%s", after)
	}
}
