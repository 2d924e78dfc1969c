package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"adjudicate/store/esdb"
)

// TestAWholeServerIsVerifiedGameByGame damages games in several ways, and one by a play that nobody
// ruled on.
func TestAWholeServerIsVerifiedGameByGame(t *testing.T) {
	sh := withServer(t)
	for _, name := range []string{"one", "two", "three", "four"} {
		sh.want(statusDone, "init", "--game", name, "--store", "URL", "--now", "1998-10-06T09:00:00Z")
	}
	sh.says("4 games verified, 0 that cannot be read", "verify", "--all", "--store", "URL")
	sh.says("1 game verified", "verify", "--all", "--ledger", "adjudicate.ledger")
	sh.c.Delete("ledger-two", true)
	sh.c.Write("ledger-three", "foreign", `{}`, `{}`)

	// A game that the index does not name.
	sh.want(statusDone, "init", "--game", "five", "--store", "URL&category=away", "--now", "1998-10-06T09:00:00Z")
	away, err := esdb.Open(sh.url+"&category=away", esdb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer away.Close()
	for e, err := range away.Read(context.Background(), "five", 1) {
		if err != nil {
			t.Fatal(err)
		}
		sh.c.Copy("ledger-five", e.ID, e.Type, string(e.Data))
	}
	var v struct {
		Games    []struct{ Name string }
		LeftOut  []struct{ Name, Error string } `json:"left_out"`
		Ledgers  []struct{ Name, Error string }
		Troubles []struct{ Kind, Game, Found string }
	}
	read := func(words ...string) {
		t.Helper()
		v.Games, v.LeftOut, v.Ledgers, v.Troubles = nil, nil, nil, nil
		out := sh.want(statusStore, append(words, "--json")...)
		if err := json.NewDecoder(strings.NewReader(out)).Decode(&v); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
	}
	troubled := func(title string) {
		t.Helper()
		seen := map[string]string{}
		for _, x := range v.Troubles {
			seen[x.Game] = x.Kind
		}
		if seen["five"] != "index" || seen["two"] == "" || len(seen) != 2 {
			t.Errorf("%s: the troubles are %+v", title, v.Troubles)
		}
	}
	read("verify", "--all", "--store", "URL")
	troubled("verify")
	var names, left []string
	for _, g := range v.Games {
		names = append(names, g.Name)
	}
	for _, g := range v.LeftOut {
		left = append(left, g.Name)
	}
	if got := strings.Join(names, " "); got != "five four one three" {
		t.Errorf("verified are %s", got)
	}
	if got := strings.Join(left, " "); got != "two" {
		t.Errorf("left out are %s", got)
	}
	read("backup", "backup.ledger", "--store", "URL")
	troubled("backup")
	if len(v.Games) != 4 {
		t.Errorf("the backup holds %+v", v.Games)
	}
	read("copy", "URL", "copy.ledger", "--all")
	troubled("copy")
	if len(v.Ledgers) != 5 {
		t.Errorf("copied are %+v", v.Ledgers)
	}
}

// TestABackupIsRestoredToAServer also follows an interrupted restoration, and a server that holds
// another game of the same name.
func TestABackupIsRestoredToAServer(t *testing.T) {
	sh := withServer(t)
	sh.want(statusDone, "player", "address", "Ann", "ann@example.org", "--ledger", "adjudicate.ledger")
	sh.want(statusDone, "backup", "monday.ledger")
	first := sh.want(statusDone, "export")
	for range 2 {
		sh.says("is restored from", "restore", "monday.ledger", "--store", "URL")
		if sh.want(statusDone, "export", "--store", "URL") != first {
			t.Fatal("what was restored is another ledger")
		}
	}
	sh.want(statusDone, "init", "--game", "hand-3", "--store", "URL&category=other", "--now", "1998-10-06T09:00:00Z")
	if out := sh.want(statusUsage, "restore", "monday.ledger", "--store", "URL&category=other"); !strings.Contains(out, `the store already holds game "hand-3"`) {
		t.Error(out)
	}
	sh.want(statusDone, "export", "hand-3.jsonl")
	sh.says("holds hand-3", "import", "hand-3.jsonl", "--store", "URL&category=again")
	sh.says("holds hand-3", "import", "hand-3.jsonl", "--store", "URL&category=again")
}

// TestAServerThatLostItsHistoryIsToldAsThat empties a server, and puts one back, while larger
// checkpoints lie on the desk.
func TestAServerThatLostItsHistoryIsToldAsThat(t *testing.T) {
	sh := withServer(t)
	sh.want(statusDone, "proof", "key", "--out", "umpire")
	t.Setenv("ADJUDICATE_KEY", "umpire.key")
	sh.want(statusDone, "export", "hand-3.jsonl")
	sh.want(statusDone, "copy", "adjudicate.ledger", "URL")
	sh.want(statusDone, "player", "add", "Dora", "--store", "URL", "--now", "1998-10-07T09:00:00Z")
	noted := sh.want(statusDone, "proof", "checkpoint", "--store", "URL")
	if err := os.WriteFile("noted.txt", []byte(noted), 0o600); err != nil {
		t.Fatal(err)
	}
	sh.want(statusDone, "verify", "--store", "URL", "--checkpoint", "noted.txt")

	sh.c.Empty()
	for _, words := range [][]string{{"verify", "--checkpoint", "noted.txt"}, {"verify", "--game", "hand-3"}, {"proof", "consistency", "noted.txt"}} {
		if out := sh.want(statusIllegal, append(words, "--store", "URL")...); !strings.Contains(out, "hand-3") || !strings.Contains(out, "210") {
			t.Errorf("%q says\n%s", words, out)
		}
	}
	sh.want(statusIllegal, "verify", "--all", "--checkpoint", "noted.txt", "--store", "URL")
	for _, words := range [][]string{{"show", "--store", "URL"}, {"show", "--store", "URL", "--game", "hand-3"}, {"follow", "URL", "new.ledger", "--for", "1s"}} {
		if out := sh.want(statusIllegal, words...); !strings.Contains(out, "is missing, but a known checkpoint covers 210") {
			t.Errorf("%q says\n%s", words, out)
		}
	}

	sh.want(statusDone, "copy", "adjudicate.ledger", "URL") // the older state is put back
	for _, words := range [][]string{{"show"}, {"backup", "b.ledger"}} {
		if out := sh.want(statusDone, append(words, "--store", "URL")...); !strings.Contains(strings.Join(strings.Fields(out), " "), "a known checkpoint covers 210") {
			t.Errorf("%q says\n%s", words, out)
		}
	}
	play := []string{"player", "add", "Emil", "--store", "URL", "--now", "1998-10-07T10:00:00Z"}
	if out := sh.want(statusIllegal, play...); !strings.Contains(out, "--force") {
		t.Errorf("a play says\n%s", out)
	}
	sh.want(statusDone, append(play, "--force")...)
}
