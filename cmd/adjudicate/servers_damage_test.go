package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestWhatIsWrongWithOneGameIsToldAndTheOthersAreRead has a server that hides one game of three.
func TestWhatIsWrongWithOneGameIsToldAndTheOthersAreRead(t *testing.T) {
	sh := withServer(t)
	for _, name := range []string{"one", "two", "three"} {
		sh.want(statusDone, "init", "--game", name, "--store", "URL", "--now", "1998-10-06T09:00:00Z")
	}
	sh.want(statusDone, "ledgers", "--store", "URL")
	sh.c.Delete("ledger-two", false)

	var v struct {
		Ledgers []struct{ Name, Error string }
		Games   []struct{ Name string }
		LeftOut []struct{ Name, Error string } `json:"left_out"`
	}
	read := func(words ...string) {
		t.Helper()
		out := sh.want(statusStore, append(words, "--json")...)
		if err := json.NewDecoder(strings.NewReader(out)).Decode(&v); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
	}
	told := func(title string) {
		t.Helper()
		if len(v.Ledgers) != 3 {
			t.Errorf("%s: %+v", title, v.Ledgers)
		}
		for _, l := range v.Ledgers {
			if strings.Contains(l.Error, "was deleted") != (l.Name == "two") {
				t.Errorf("%s: %+v", title, l)
			}
		}
	}
	read("ledgers", "--store", "URL")
	told("ledgers")
	read("copy", "URL", "copy.ledger", "--all")
	told("copy")
	sh.says("copy.ledger holds 2 games", "ledgers", "--store", "copy.ledger")

	read("backup", "backup.ledger", "--store", "URL")
	if len(v.Games) != 2 || len(v.LeftOut) != 1 || v.LeftOut[0].Name != "two" || !strings.Contains(v.LeftOut[0].Error, "was deleted") {
		t.Errorf("backup: %+v", v)
	}
	sh.says("backup.ledger holds 2 games", "ledgers", "--store", "backup.ledger")
	if out := sh.want(statusStore, "show", "--store", "URL", "--game", "two"); !strings.Contains(out, "was deleted") {
		t.Error(out)
	}
}

// TestAStoreIsCheckedAndMended damages a server in each way that the program mends.
func TestAStoreIsCheckedAndMended(t *testing.T) {
	sh := withServer(t)
	for _, name := range []string{"one", "two", "three"} {
		sh.want(statusDone, "init", "--game", name, "--store", "URL", "--now", "1998-10-06T09:00:00Z")
	}
	sh.says("everything is in order", "check", "--store", "URL")
	sh.says("everything is in order", "check", "--store", "adjudicate.ledger")
	sh.c.Delete("ledger-two", false)
	sh.c.Delete("ledger_index", false)
	for _, words := range [][]string{{"check"}, {"check", "--mend", "index"}, {"ledgers"}} {
		if out := sh.want(statusStore, append(words, "--store", "URL")...); !strings.Contains(out, "was deleted") || !strings.Contains(out, "adjudicate check --mend hidden") {
			t.Errorf("%q says\n%s", words, out)
		}
	}
	sh.says("everything is in order", "check", "--mend", "hidden", "--store", "URL")
	sh.says("holds 3 games", "ledgers", "--store", "URL")
	sh.says("everything is in order", "check", "--store", "URL", "--game", "two")
}

// TestWhatAServerStillGivesIsSalvaged damages a game by an event of somebody else's, and follows the
// advice that comes with the error.
func TestWhatAServerStillGivesIsSalvaged(t *testing.T) {
	sh := withServer(t)
	sh.want(statusDone, "init", "--game", "one", "--store", "URL", "--now", "1998-10-06T09:00:00Z")
	sh.want(statusDone, "player", "add", "Ann", "--store", "URL", "--game", "one", "--now", "1998-10-06T10:00:00Z")
	events := strings.Count(sh.want(statusDone, "export", "--store", "URL", "--game", "one"), "\n")
	sh.c.Write("ledger-one", "foreign", `{}`, `{"append":{"first":1,"last":1000}}`)
	out := sh.want(statusStore, "show", "--store", "URL", "--game", "one")
	if !strings.Contains(out, "salvage ADDRESS --game NAME --to NEW.ledger") {
		t.Errorf("the advice is\n%s", out)
	}
	sh.want(statusIllegal, "salvage", "URL", "--game", "one", "--to", "again.ledger")
	if n := strings.Count(sh.want(statusDone, "export", "--ledger", "again.ledger"), "\n"); n != events {
		t.Errorf("%d events of %d are recovered", n, events)
	}
	sh.want(statusDone, "verify", "--ledger", "again.ledger")
	sh.want(statusDone, "copy", "again.ledger", "URL&category=again")
	sh.want(statusDone, "verify", "--store", "URL&category=again")
}

// TestLedgersThatTheIndexDoesNotNameAreListed deletes the index of a server with three games, then begins a fourth: where everything may be
// read, all are listed, and the damage is told.
func TestLedgersThatTheIndexDoesNotNameAreListed(t *testing.T) {
	sh := withServer(t)
	for _, game := range []string{"c", "a", "b"} {
		sh.want(statusDone, "init", "--system", "plain", "--game", game, "--store", "URL")
	}
	sh.c.Delete("ledger_index", false)
	for _, then := range [][]string{nil, {"init", "--system", "plain", "--game", "d", "--store", "URL"}} {
		if then != nil {
			sh.run(then...)
		}
		out := sh.want(statusStore, "ledgers", "--anew", "--store", "URL")
		for _, want := range []string{"\na ", "\nb ", "\nc ", "ledger_index", "check"} {
			if !strings.Contains(out, want) {
				t.Errorf("%q is not said:\n%s", want, out)
			}
		}
	}
}
