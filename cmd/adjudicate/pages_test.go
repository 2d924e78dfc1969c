package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"
)

var update = flag.Bool("update", false, "renew docs/commands.md and the outputs in README.md and docs/tour.md and docs/amending.md")

// renew compares a page with what it should be, or writes it with -update.
func renew(t *testing.T, path, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(have)); diff != "" {
		t.Errorf("%s is out of date; \"make docs\" renews it (-want +have):\n%s", path, diff)
	}
}

func TestCommandsPageIsWhatTheCommandsSay(t *testing.T) {
	renew(t, "../../docs/commands.md", newProgram(nil, nil, nil).Reference())
}

func TestEveryCommandHasHelpWithAnExample(t *testing.T) {
	var check func(path string, list []*cli.Command)
	check = func(path string, list []*cli.Command) {
		for _, c := range list {
			full := path + " " + c.Name
			if c.Hidden {
				continue // for shells
			}
			if c.Hidden {
				continue // the command that it stands for is checked
			}
			if c.Usage == "" {
				t.Errorf("%s has no usage", full)
			}
			if len(c.Subcommands) > 0 {
				check(full, c.Subcommands)
				continue
			}
			if !strings.Contains(c.UsageText, full) {
				t.Errorf("%s has no example", full)
			}
			if c.Action == nil {
				t.Errorf("%s does nothing", full)
			}
		}
	}
	check(name, describedCommands())
}

// describedCommands are all commands with their help.
func describedCommands() []*command {
	p := newProgram(nil, nil, nil)
	p.Describe()
	return p.App.Commands
}

func TestEveryCommandTakesJSONAndEveryReadTakesAt(t *testing.T) {
	has := func(c *cli.Command, name string) bool {
		for _, f := range c.Flags {
			if f.Names()[0] == name {
				return true
			}
		}
		return false
	}
	var check func(path string, list []*cli.Command, read bool)
	check = func(path string, list []*cli.Command, read bool) {
		for _, c := range list {
			full := path + " " + c.Name
			if c.Hidden {
				continue // for shells
			}
			if len(c.Subcommands) > 0 {
				check(full, c.Subcommands, false)
				continue
			}
			if !has(c, "json") {
				t.Errorf("%s takes no --json", full)
			}
			if reads := read && c.Category == "Look up" || c.Name == "list" || c.Name == "show" || c.Name == "export"; reads && has(c, "ledger") && !has(c, "at") && !strings.HasPrefix(full, name+" whatif ") && !strings.HasPrefix(full, name+" ahead ") && !strings.HasPrefix(full, name+" webhook ") && c.Name != "watch" {
				// A scratch branch is one of the history as it stands, and so are the plays that wait; webhooks have no
				// history, and watch shows what is yet to come.
				t.Errorf("%s takes no --at", full)
			}
		}
	}
	check(name, describedCommands(), true)
}

// runLine executes a command line of a page: words, quotes, pipes to further commands of
// this program, and redirection into and from files.
func runLine(t *testing.T, line string) string {
	t.Helper()
	stages := splitLine(t, line)
	var in, out, errs bytes.Buffer
	for _, words := range stages {
		in.Reset()
		in.Write(out.Bytes())
		out.Reset()
		var target string
		if n := len(words); n > 2 && words[n-2] == ">" {
			target, words = words[n-1], words[:n-2]
		}
		if words[0] != name {
			t.Fatalf("%q: only %s is run here", line, name)
		}
		run(context.Background(), words[1:], &in, &out, &errs)
		if target != "" {
			if err := os.WriteFile(target, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			out.Reset()
		}
	}
	return out.String() + errs.String()
}

func splitLine(t *testing.T, line string) [][]string {
	t.Helper()
	var stages [][]string
	var words []string
	var word strings.Builder
	quote, begun := rune(0), false
	end := func() {
		if begun {
			words = append(words, word.String())
			word.Reset()
			begun = false
		}
	}
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, begun = r, true
		case r == ' ':
			end()
		case r == '|':
			end()
			stages = append(stages, words)
			words = nil
		default:
			begun = true
			word.WriteRune(r)
		}
	}
	end()
	if quote != 0 {
		t.Fatalf("%q: a quotation mark is missing", line)
	}
	return append(stages, words)
}

// TestThePagesShowWhatHappens runs the commands of pages, in a folder that holds the sample
// season and the files which the page shows, and compares what they print.
func TestThePagesShowWhatHappens(t *testing.T) {
	for _, page := range []struct {
		path  string
		least int // commands
	}{{"../../README.md", 3}, {"../../docs/tour.md", 30}, {"../../docs/asking.md", 15}, {"../../docs/explaining.md", 9}, {"../../docs/disputes.md", 12},
		{"../../docs/readjudication.md", 30}, {"../../docs/time.md", 12}, {"../../docs/chess.md", 15}, {"../../docs/auditing.md", 8}} {
		t.Run(filepath.Base(page.path), func(t *testing.T) { runPage(t, page.path, page.least) })
	}
}

// TestThePictureOfThePageIsThatOfNow draws the board that the README shows before the play that it tells of.
func TestThePictureOfThePageIsThatOfNow(t *testing.T) {
	picture, err := filepath.Abs("../../docs/board.svg")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	runLine(t, "adjudicate import "+root+"/fixtures/season/autumn.season")
	renew(t, picture, runLine(t, "adjudicate board --at 742 --svg -"))
}

// An imported season of the fixtures: what the command says, and the ledger that it makes.
type imported struct{ said, ledger string }

var importedSeasons = map[string]imported{}

// pageLine is runLine, which imports a season of the fixtures once for all pages.
func pageLine(t *testing.T, line string) string {
	t.Helper()
	if !strings.HasPrefix(line, "adjudicate import fixtures/season/") || strings.Contains(line, "--") {
		return runLine(t, line)
	}
	made, ok := importedSeasons[line]
	if !ok {
		made.said = runLine(t, line)
		ledger, err := os.ReadFile(defaultPlace)
		if err != nil {
			t.Fatal(err)
		}
		made.ledger = string(ledger)
		importedSeasons[line] = made
	} else if err := os.WriteFile(defaultPlace, []byte(made.ledger), 0o600); err != nil {
		t.Fatal(err)
	}
	return made.said
}

func runPage(t *testing.T, path string, least int) {
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, folder := range []string{"season", "format-1"} {
		if err := os.CopyFS(filepath.Join(dir, "fixtures", folder), os.DirFS("../../fixtures/"+folder)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("ADJUDICATE_LEDGER", "")
	var want strings.Builder
	lines := strings.SplitAfter(string(page), "\n")
	commands := 0
	for i := 0; i < len(lines); i++ {
		want.WriteString(lines[i])
		head := strings.TrimSpace(lines[i])
		file, isFile := strings.CutPrefix(head, "```text ")
		if !isFile && head != "```console" {
			continue
		}
		var body strings.Builder
		for i++; i < len(lines) && strings.TrimSpace(lines[i]) != "```"; i++ {
			if isFile {
				want.WriteString(lines[i])
				body.WriteString(lines[i])
			} else if line, ok := strings.CutPrefix(lines[i], "$ "); ok {
				want.WriteString(lines[i])
				for l := range strings.Lines(pageLine(t, strings.TrimSpace(line))) {
					want.WriteString(strings.TrimRight(l, " \n") + "\n")
				}
				commands++
			}
		}
		if isFile {
			if err := os.WriteFile(file, []byte(body.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want.WriteString(lines[i])
	}
	if commands < least {
		t.Errorf("%s runs only %d commands", path, commands)
	}
	renew(t, absolute, want.String())
}

// A file of help that no command shows would go stale unseen.
func TestEveryFileOfHelpIsShown(t *testing.T) {
	shown := map[string]bool{"adjudicate": true, "changes": true, "reference": true}
	var walk func(list []*cli.Command, path string)
	walk = func(list []*cli.Command, path string) {
		for _, c := range list {
			shown[path+c.Name+".txt"] = true
			walk(c.Subcommands, path+c.Name+"-")
		}
	}
	walk(describedCommands(), "")
	files, err := helpTexts.ReadDir("help")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !shown[f.Name()] {
			t.Errorf("help/%s is the help of no command", f.Name())
		}
	}
}
