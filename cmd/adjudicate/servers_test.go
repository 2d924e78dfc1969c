package main

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adjudicate/store/esdb/esdbtest"
)

// shell runs commands in a folder of their own, with a server beside them.
type shell struct {
	t   *testing.T
	url string
	c   *esdbtest.Cluster
}

func withServer(t *testing.T) *shell {
	t.Helper()
	season, err := filepath.Abs("testdata/base.season")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", filepath.Join(t.TempDir(), "cache"))
	t.Setenv("ADJUDICATE_DESK", filepath.Join(t.TempDir(), "desk"))
	c := esdbtest.New(t, esdbtest.Options{})
	sh := &shell{t, c.URL(), c}
	sh.want(statusDone, "import", season)
	return sh
}

// run runs a command. URL stands for the server's address.
func (sh *shell) run(words ...string) (int, string) {
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], "URL", sh.url)
	}
	var out, errs bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	status := run(ctx, words, nil, &out, &errs)
	return status, out.String() + errs.String()
}

// want runs a command that must end with a status.
func (sh *shell) want(status int, words ...string) string {
	sh.t.Helper()
	got, out := sh.run(words...)
	if got != status {
		sh.t.Fatalf("%s: status %d, want %d\n%s", strings.Join(words, " "), got, status, out)
	}
	return out
}

// says fails the test unless a command ends well and prints a text.
func (sh *shell) says(text string, words ...string) {
	sh.t.Helper()
	if out := sh.want(statusDone, words...); !strings.Contains(out, text) {
		sh.t.Errorf("%s: want it to say %q:\n%s", strings.Join(words, " "), text, out)
	}
}

func TestALedgerGoesToAServerAndBackByteForByte(t *testing.T) {
	sh := withServer(t)
	sh.says("207 events, 207 copied", "copy", "adjudicate.ledger", "URL")
	sh.says("207 events, 0 copied, 207 were already there and are the same", "copy", "adjudicate.ledger", "URL")
	sh.says("207 events, 207 copied", "copy", "URL", "back.ledger", "--game", "hand-3")
	first := sh.want(statusDone, "export")
	for _, place := range []string{"URL", "back.ledger"} {
		if got := sh.want(statusDone, "export", "--store", place); got != first {
			t.Errorf("the export of %s is another", place)
		}
	}
	sh.says("everything is as recorded", "verify", "--store", "URL")
}

func TestGamesOnAServerAreListedAndPlayedLikeOthers(t *testing.T) {
	sh := withServer(t)
	sh.want(statusDone, "copy", "adjudicate.ledger", "URL")
	sh.says("84 events", "init", "--store", "URL", "--game", "Hand 4", "--now", "1998-10-05T09:00:00Z")
	for _, c := range []struct{ text, game string }{{"no such game: \"hand-9\"", "hand-9"}, {"holds 2 games: expected the name of one of hand-3, hand-4", ""}} {
		if out := sh.want(statusUsage, "show", "--store", "URL", "--game", c.game); !strings.Contains(out, c.text) {
			t.Errorf("want it to say %q:\n%s", c.text, out)
		}
	}
	sh.want(statusDone, "play", "Red", "pass", "--store", "URL", "--game", "hand-3", "--now", "1998-10-07T09:00:00Z")
	for range 2 { // the second time from what the first has kept beside
		var v struct {
			Ledgers []struct {
				Name, Turn string
				Last       *struct{ Text string }
			}
		}
		if err := json.Unmarshal([]byte(sh.want(statusDone, "ledgers", "--store", "URL", "--json")), &v); err != nil {
			t.Fatal(err)
		}
		if len(v.Ledgers) != 2 || v.Ledgers[0].Turn != "Blue (Bob)" || v.Ledgers[0].Last.Text != "pass" || v.Ledgers[1].Turn != "not started" {
			t.Errorf("%+v", v)
		}
	}
	sh.says("2 games", "backup", "server.ledger", "--store", "URL")
	sh.says("server.ledger holds 2 games", "ledgers", "--store", "server.ledger")
	sh.says("is restored from", "restore", "server.ledger", "--ledger", "restored.ledger")
}

// heard tells of each time that a text is written.
type heard struct {
	text string
	told chan<- struct{}
}

func (h heard) Write(p []byte) (int, error) {
	for range bytes.Count(p, []byte(h.text)) {
		h.told <- struct{}{}
	}
	return len(p), nil
}

func TestALocalFileFollowsAServer(t *testing.T) {
	sh := withServer(t)
	sh.want(statusDone, "copy", "adjudicate.ledger", "URL")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	told := make(chan struct{}, 100)
	go func() {
		defer cancel()
		select { // for what there is: it is told once, as each guest is
		case <-told:
		case <-ctx.Done():
			t.Error("nobody was told of the beginning")
			return
		}
		for _, guest := range []string{"Dora", "Emil", "Fred"} {
			var out, errs bytes.Buffer
			words := []string{"player", "add", guest, "--store", sh.url, "--now", "1998-10-07T09:00:00Z"}
			if s := run(context.Background(), words, nil, &out, &errs); s != statusDone {
				t.Errorf("status %d: %s", s, errs.String())
				return
			}
			// What the server has is told at once, not when the time to ask has come.
			select {
			case <-told:
			case <-ctx.Done():
				t.Errorf("nobody was told of %s", guest)
				return
			}
		}
	}()
	var errs bytes.Buffer
	run(ctx, []string{"follow", sh.url, "audit.ledger", "--every", "1h"}, nil, heard{"of them new", told}, &errs)
	if ctx.Err() == nil {
		t.Errorf("the following ended by itself: %s", &errs)
	}
	sh.says("nothing is missing", "follow", "URL", "audit.ledger", "--for", "200ms")
	if sh.want(statusDone, "export", "--store", "URL") != sh.want(statusDone, "export", "--ledger", "audit.ledger") {
		t.Error("the file is not what the server has")
	}
	sh.want(statusDone, "player", "add", "Gina", "--ledger", "audit.ledger", "--now", "1998-10-08T09:00:00Z")
	sh.want(statusIllegal, "follow", "URL", "audit.ledger", "--for", "1s")
	sh.want(statusIllegal, "copy", "URL", "audit.ledger")
}
