package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
	"golang.org/x/crypto/ssh"

	"adjudicate/ledger/proof"
)

// examples are the lines of the help of every command, those that a shell or a server is
// needed for left out.
func examples(list []*cli.Command) (lines []string) {
	for _, c := range list {
		if c.Hidden {
			continue
		}
		lines = append(lines, examples(c.Subcommands)...)
		text := strings.ReplaceAll(c.UsageText, "\\\n", " ")
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, name+" ") && !strings.Contains(line, "esdb://") {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// unrun are examples that are not run to their end, and why.
var unrun = map[string]string{
	"adjudicate witness serve --key w1.key --trust umpire.pub":                                                                                               "it goes on until it is interrupted",
	"adjudicate witness serve --key w1.key --trust umpire.pub --trust cleo.pub --state w1.witness --listen 127.0.0.1:8081":                                   "as above",
	"adjudicate serve --store games.ledger --imap imaps://umpire@mail.example.org/INBOX --smtp smtp://umpire@mail.example.org:587 --from umpire@example.org": "it goes on until it is interrupted",
	"adjudicate mail take --store games.ledger --trust mx.example.org":                                                                                       "a mail stands on its standard input",
	"adjudicate mail take ~/Maildir --game \"Hand 3\"":                                                                                                       "it reads the Maildir of whoever runs it",
	"adjudicate mail take --imap imaps://umpire@mail.example.org/INBOX":                                                                                      "it reads a mailbox on a server",
	"adjudicate system cases": "it judges the whole table, as the tests of package cases do",
	"adjudicate follow /srv/hand-3.ledger copy.ledger --every 10s --for 1h":                                     "it takes an hour",
	"adjudicate mail send --smtp smtp://umpire@mail.example.org:587 --from umpire@example.org":                  "it sends mails",
	"adjudicate mail send --smtp smtp://127.0.0.1:25 --from umpire@example.org --list game@lists.example.org":   "as above",
	"adjudicate serve --store games.ledger --smtp smtp://umpire@mail.example.org:587 --from umpire@example.org": "as above",
	"adjudicate webhook test bot":                                                              "it calls an address on the net",
	"adjudicate serve --store games.ledger":                                                    "it goes on until it is interrupted",
	"adjudicate serve --store games.ledger --private autumn":                                   "as above",
	"adjudicate serve --store games.ledger --listen 127.0.0.1:9090 --url https://play.example": "as above",
}

// A setting is a folder in which examples are tried.
type setting struct {
	doing string   // what has been done there before
	of    []string // the commands whose examples are tried there, before any other setting; none for a setting of all
	files map[string]string
}

// settings are in the order in which they are tried. Those of some commands alone are small: these work long.
var settings = []setting{
	// an opening of few readings
	{doing: `adjudicate init --system chess --game "Hand 3" --now 1998-10-05T08:00:00Z`, of: []string{"edition sensitivity", "edition stability"}},
	// a webhook
	{doing: `adjudicate import BASE
	 adjudicate webhook add bot https://bot.example/games`, of: []string{"webhook list", "webhook remove"}},
	// a rule of the game's own, amended
	{doing: `adjudicate import BASE
	 adjudicate rule enact duck.yaml --now 1998-10-07T08:00:00Z
	 adjudicate rule amend swift-duck.yaml --now 1998-10-07T09:00:00Z`, of: []string{"rule show", "rule diff", "rule log", "rule amend", "rule repeal", "bisect --until 'rule("}},
	// a dispute in a short game
	{doing: `adjudicate import stag.season
	 adjudicate dispute open 196 --by Ann --judge Cleo --grounds "it was late" --now 1998-10-07T09:00:00Z`, of: []string{"edition remedy --dispute", "dispute page"}},
	// a witness that has cosigned, by mail
	{doing: `adjudicate import BASE
	 adjudicate proof request --key umpire.key > request.txt
	 adjudicate witness cosign request.txt --key w1.key --trust umpire.pub > answer.txt
	 adjudicate proof cosign answer.txt --policy witnesses.policy`, of: []string{"witness cosign", "witness list", "proof cosign", "verify --policy"}, files: witnessFiles()},
	// nothing but files
	{doing: `adjudicate import AUTUMN --ledger old.ledger
	 adjudicate proof key --out umpire --name ackanomic.example/umpire
	 adjudicate proof checkpoint --key umpire.key --ledger old.ledger > noted.txt
	 adjudicate proof prove 743 --key umpire.key --ledger old.ledger --out ruling-743.tlog-proof
	 adjudicate export hand-3.jsonl --ledger old.ledger`},
	// a game that nobody has entered yet
	{doing: `adjudicate import SMALL --ledger old.ledger
	 adjudicate init --game "Hand 3" --now 1998-10-05T08:00:00Z
	 adjudicate player add Cleo
	 adjudicate umpire appoint Cleo
	 adjudicate player add Ann
	 adjudicate player add Bob`},
	// a short game, then with an amendment, an edition and branches
	{doing: `adjudicate import BASE
	 adjudicate ahead add Red pass --draft --id mine
	 adjudicate player key Ann ann.pub --sign ann --now 1998-10-07T08:00:00Z
	 adjudicate copy adjudicate.ledger hand-3.ledger
	 adjudicate import BASE --store all.ledger --game hand-7`},
	{doing: `adjudicate import BASE
	 adjudicate rule show 1230.5 > rook.yaml
	 adjudicate rule amend amended.yaml --now 1998-10-07T09:00:00Z
	 adjudicate readjudicate "void 196" --adopt --now 1998-10-07T10:00:00Z
	 adjudicate whatif try archers "void 188"
	 adjudicate whatif try bishops "void 198"
	 adjudicate proof key --out umpire --name ackanomic.example/umpire`},
	// a rule that lets sides conclude truces
	{doing: `adjudicate import BASE
	 adjudicate rule enact truce.yaml --now 1998-10-07T09:00:00Z
	 adjudicate power truce Ann --for Red --on Blue --now 1998-10-07T10:00:00Z`},
	// a season, its umpire's key and what was signed in it
	{doing: `adjudicate import AUTUMN
	 adjudicate proof key --out umpire --name ackanomic.example/umpire
	 adjudicate proof checkpoint --key umpire.key > noted-in-may.txt
	 adjudicate proof prove 743 --key umpire.key --out proved.tlog-proof
	 adjudicate copy adjudicate.ledger copy.ledger
	 adjudicate backup hand-3-monday.ledger
	 adjudicate export hand-3.jsonl`},
	// a recorded game
	{doing: `adjudicate import tournament.pgn --ledger opera.ledger`},
	// disputes that are open, and one that has been ruled on
	{doing: `adjudicate import AUTUMN
	 adjudicate rule enact duck.yaml
	 adjudicate dispute open 745 --by Odile --judge Bruno --grounds "the Rook could not see q4"
	 adjudicate dispute open 743 --by Odile --grounds "it was late"
	 adjudicate dispute open --interpretation gess-adjacent --reading no --from 300 --grounds "the rule says so" --by Odile
	 adjudicate dispute open --clause "7.2 §2" --grounds "what is an attack here?"
	 adjudicate dispute rule D4 sustained --clause "7.2 §2" --reason "the text is plain"`},
	{doing: `adjudicate import AUTUMN
	 adjudicate rule enact duck.yaml
	 adjudicate dispute open 745 --by Odile --judge Bruno --grounds "the Rook could not see q4"
	 adjudicate dispute rule D1 overturned --reason "the Camel stood in the way" --clause "7.2 §2" --judge Bruno`},
}

// witnessFiles are the keys of an umpire and a witness, and the policy that requires the witness.
func witnessFiles() map[string]string {
	umpire, umpirePublic, errUmpire := proof.NewKey(strings.NewReader(strings.Repeat("u", 32)), "umpire")
	w1, w1Public, errWitness := proof.NewWitnessKey(strings.NewReader(strings.Repeat("w", 32)), "w1.example")
	if err := errors.Join(errUmpire, errWitness); err != nil {
		panic(err)
	}
	return map[string]string{"umpire.key": umpire, "umpire.pub": umpirePublic, "w1.key": w1, "w1.pub": w1Public,
		"witnesses.policy": "log " + umpirePublic + "\nwitness w1 " + w1Public + "\nquorum w1\n"}
}

// keyOfAnn is a key by which a player signs plays, as ssh-keygen writes it.
func keyOfAnn() map[string]string {
	_, private, errKey := ed25519.GenerateKey(strings.NewReader(strings.Repeat("a", 32)))
	block, errPrivate := ssh.MarshalPrivateKey(private, "ann@example.org")
	public, errPublic := ssh.NewPublicKey(private.Public())
	if err := errors.Join(errKey, errPrivate, errPublic); err != nil {
		panic(err)
	}
	return map[string]string{"ann": string(pem.EncodeToMemory(block)), "ann.pub": string(ssh.MarshalAuthorizedKey(public))}
}

// truce is a rule by which sides conclude truces.
const truce = `number: 1230.173
title: Truces
procedure:
  powers: [{name: truce, by: side, on: side, do: [{bind: truce}]}]
  consents: [{to: [truce], of: who == other.player}]
`

// duck is a rule of the game's own, in a revision and for a number of steps.
const duck = "number: \"7.2\"\nrevision: %d\ntitle: A Duck\npiece: {name: Duck, glyph: \"~\", value: 3, modes: [{legs: [{dir: orthogonal, n: %d}]}]}\n"

// beside are the files that examples name.
var beside = map[string]string{
	"duck.yaml":       fmt.Sprintf(duck, 0, 1),
	"swift-duck.yaml": fmt.Sprintf(duck, 1, 2),
	"slow-duck.yaml":  fmt.Sprintf(duck, 2, 1),
	"frog.yaml":       "number: 1230.27\ntitle: A Frog\npiece: {name: Frog, glyph: \"^\", value: 3, modes: [{legs: [{dir: diagonal}]}]}\n",
	"entries.yaml":    "entries:\n  - {id: frog-leap, clause: \"1230.7\", question: May a Frog leap?, default: \"yes\", readings: [{name: \"yes\", text: It may.}, {name: \"no\", text: It may not.}]}\n",
	"truce.yaml":      truce,
	"tournament.pgn":  "[Event \"Club evening\"]\n[Date \"2024.03.01\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
	"pieces.yaml":     "number: 1.1\ntitle: A King\npiece: {name: King, glyph: K, value: 0, royal: true, modes: [{legs: [{dir: all}]}]}\n",
	"message.eml":     "From: ann@example.org\nMessage-ID: <1@example.org>\nDate: Wed, 07 Oct 1998 09:00:00 +0000\n\npass\n",
}

// line runs a command line, with "> FILE" at its end as a shell does.
func line(t *testing.T, text string) (status int, said string) {
	words := splitLine(t, text)[0]
	to := ""
	if n := len(words); n > 2 && words[n-2] == ">" {
		words, to = words[:n-2], words[n-1]
	}
	var out, errs bytes.Buffer
	status = run(context.Background(), words[1:], strings.NewReader(""), &out, &errs)
	if to != "" && to[0] != '~' {
		if err := os.WriteFile(to, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return status, errs.String()
}

// Whoever copies an example of the help gets an answer in one of the settings: what it asks for is
// done, or the answer is no.
func TestExamplesOfTheHelpAreTaken(t *testing.T) {
	t.Setenv("ADJUDICATE_LEDGER", "")
	root := t.TempDir()
	from := map[string]string{}
	for word, path := range map[string]string{"BASE": "testdata/base.season", "SMALL": "../../fixtures/format-1/small.jsonl", "AUTUMN": "../../fixtures/season/autumn.season", "fixtures": "../../fixtures", "systems": "../../systems"} {
		full, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		from[word] = full
	}
	rook, err := os.ReadFile("../../systems/partychess/rules/1230.5.yaml")
	if err != nil {
		t.Fatal(err)
	}
	archer, err := os.ReadFile("../../systems/partychess/rules/1230.15.yaml")
	if err != nil {
		t.Fatal(err)
	}
	sample, err := os.ReadFile("../../fixtures/season/bishop.season")
	if err != nil {
		t.Fatal(err)
	}
	base, err := os.ReadFile("testdata/base.season")
	if err != nil {
		t.Fatal(err)
	}
	few := filepath.Join(root, "systems")
	withFewCases(t, from["systems"], few)
	from["systems"] = few
	var autumn []byte // the ledger of the season, once a setting has imported it
	for i, in := range settings {
		dir := filepath.Join(root, string(rune('a'+i)))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		t.Chdir(dir)
		t.Setenv("XDG_DATA_HOME", dir)
		files := map[string]string{"amended.yaml": strings.Replace(string(rook), "revision: 5", "revision: 6", 1), "rook.yaml": string(rook), "old.yaml": string(rook),
			"new.yaml": strings.Replace(string(rook), "1..10", "1..9", 1), "archer.yaml": strings.Replace(string(archer), "revision: 2", "revision: 3", 1), "sample.season": string(sample), "stag.season": strings.ReplaceAll(string(base), "Red", "Stag")}
		maps.Copy(files, beside)
		maps.Copy(files, keyOfAnn())
		maps.Copy(files, in.files)
		for name, text := range files {
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, text := range strings.Split(in.doing, "\n") {
			text = strings.TrimSpace(text)
			if text == "adjudicate import AUTUMN" && autumn != nil {
				if err := os.WriteFile(defaultPlace, autumn, 0o600); err != nil { // as a setting before has made it
					t.Fatal(err)
				}
				continue
			}
			text = strings.NewReplacer("BASE", from["BASE"], "SMALL", from["SMALL"], "AUTUMN", from["AUTUMN"]).Replace(text)
			if status, said := line(t, text); status != statusDone {
				t.Fatalf("%s: %d\n%s", text, status, said)
			}
			if strings.HasPrefix(text, "adjudicate import "+from["AUTUMN"]+" --ledger ") {
				if autumn, err = os.ReadFile("old.ledger"); err != nil {
					t.Fatal(err)
				}
			}
		}
		position := `{"system": "partychess", "sides": [{"name": "Red"}], "pieces": [{"id": "K1", "type": "King", "side": "Red", "at": "c3"}]}`
		if strings.Contains(in.doing, "SMALL") {
			position = `{"system": "plain", "board": {"files": 8, "ranks": 8}, "sides": [{"name": "w"}], "pieces": [{"id": "1", "type": "King", "side": "w", "at": "c3"}]}`
		}
		if err := os.WriteFile("position.json", []byte(position), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	lines := examples(describedCommands())
	if len(lines) < 100 {
		t.Errorf("the help has only %d examples", len(lines))
	}

	took := map[string]int{} // by command: the setting that took its last example
	for _, text := range lines {
		if unrun[text] != "" {
			continue
		}
		best, heard := statusStore+1, ""
		command := commandOf(text)
		for _, i := range triedIn(text, took[command]) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, string(rune('a'+i))))); err != nil {
				t.Fatal(err)
			}
			for _, word := range []string{"fixtures", "systems"} {
				if err := os.Symlink(from[word], filepath.Join(dir, word)); err != nil {
					t.Fatal(err)
				}
			}
			t.Chdir(dir)
			status, said := line(t, text)
			if strings.Contains(said, "is deprecated") {
				t.Errorf("%s\n%s", text, said)
			}
			if status < best {
				best, heard = status, said
			}
			if best <= statusIllegal {
				took[command] = i
				break
			}
		}
		if best > statusIllegal {
			t.Errorf("%s: %d\n%s", text, best, heard)
		}
	}
}

// commandOf is the command of a line, with the word after it, which is that of a command of a group.
func commandOf(line string) string {
	words := strings.Fields(line)
	return strings.Join(words[:min(3, len(words))], " ")
}

// triedIn lists the settings in which an example is tried, the likeliest first: those of its command alone, then by how many of its
// words stand in what has been done there. The one that took the last example of the command comes first among equals.
func triedIn(example string, took int) (list []int) {
	words := strings.Fields(example)[1:]
	likely := make([]int, len(settings))
	for i, in := range settings {
		switch {
		case slices.ContainsFunc(in.of, func(command string) bool { return strings.HasPrefix(example, name+" "+command) }):
			likely[i] = 2*len(words) + 2
		case in.of != nil:
			continue
		}
		done := strings.Fields(in.doing)
		for _, word := range words {
			if slices.Contains(done, word) {
				likely[i] += 2
			}
		}
		if i == took {
			likely[i]++
		}
		list = append(list, i)
	}
	slices.SortStableFunc(list, func(a, b int) int { return likely[b] - likely[a] })
	return list
}

// withFewCases makes a folder of systems in which Party Chess has the cases of one rule: the tests of package cases judge them all.
func withFewCases(t *testing.T, from, to string) {
	t.Helper()
	const partychess = "partychess"
	own := filepath.Join(to, partychess)
	if err := os.CopyFS(own, os.DirFS(filepath.Join(from, partychess))); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == partychess {
			continue
		}
		if err := os.Symlink(filepath.Join(from, e.Name()), filepath.Join(to, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.RemoveAll(filepath.Join(own, "cases")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(own, "cases", "1230.1"), os.DirFS(filepath.Join(from, partychess, "cases", "1230.1"))); err != nil {
		t.Fatal(err)
	}
}
