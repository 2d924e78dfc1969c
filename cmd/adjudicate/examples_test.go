package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
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

// Whoever copies an example of the help gets past the command line: its commands, flags and
// numbers of arguments are as the program takes them.
func TestExamplesOfTheHelpAreTaken(t *testing.T) {
	dir := t.TempDir()
	season, err := os.ReadFile("testdata/base.season")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "base.season"), season, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	t.Setenv("ADJUDICATE_LEDGER", "")
	t.Setenv("XDG_DATA_HOME", dir)
	command(t, statusDone, "import", "base.season", "--ledger", "base.ledger")
	ledger, err := os.ReadFile("base.ledger")
	if err != nil {
		t.Fatal(err)
	}
	lines := examples(newProgram(nil, nil, nil).App.Commands)
	if len(lines) < 100 {
		t.Errorf("the help has only %d examples", len(lines))
	}
	for _, line := range lines {
		if err := os.WriteFile("adjudicate.ledger", ledger, 0o644); err != nil {
			t.Fatal(err)
		}
		words := splitLine(t, line)[0]
		if n := len(words); n > 2 && words[n-2] == ">" {
			words = words[:n-2]
		}
		var out, errs bytes.Buffer
		status := run(context.Background(), words[1:], strings.NewReader(""), &out, &errs)
		said := errs.String()
		if status != statusDone && strings.Contains(said, "--help\"") || strings.Contains(said, "the old spelling") {
			t.Errorf("%s\n%s", line, said)
		}
	}
}
