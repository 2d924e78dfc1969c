package cmdline

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"
)

// program is one with a command, a group of two and a hidden one.
func program() *Program {
	ledger, asJSON := &cli.StringFlag{Name: "ledger", Usage: "the ledger's `FILE`"}, &cli.BoolFlag{Name: "json", Usage: "print JSON"}
	now, last := &cli.StringFlag{Name: "now"}, &cli.StringFlag{Name: "last", Usage: "the last `N`"}
	command := func(name string, flags ...cli.Flag) *cli.Command { return &cli.Command{Name: name, Flags: flags} }
	p := &Program{
		App: &cli.App{Name: "umpire", Usage: "keep a game", Commands: []*cli.Command{
			command("play", ledger, now, asJSON), command("log", last, asJSON), command("version", asJSON), command("shell"),
			{Name: "rule", Subcommands: []*cli.Command{command("list", asJSON, &cli.StringFlag{Name: "by"}), command("show", asJSON)}},
		}},
		Shared: []cli.Flag{ledger, asJSON},
		Values: map[string][]string{"shell": {"bash", "zsh"}},
		Help: fstest.MapFS{
			"umpire":        {Data: []byte("Begin with \"umpire init\".\n")},
			"changes":       {Data: []byte("A change is so or so.\n")},
			"play.txt":      {Data: []byte("play SIDE PLAY\nsubmit a play\n\nPLAY is a play. {changes}\n\nExamples:\n  umpire play Red pass\n  umpire play Red Ra1-a5\n")},
			"log.txt":       {Data: []byte("log\nlist the inputs\n")},
			"version.txt":   {Data: []byte("version\nprint the version\n")},
			"shell.txt":     {Data: []byte("shell NAME\nprint a script\n")},
			"rule.txt":      {Data: []byte("rule\nlook at rules\n\nOf rules.\n")},
			"rule-list.txt": {Data: []byte("rule list\nlist the rules\n")},
			"rule-show.txt": {Data: []byte("rule show NUMBER\nshow a rule\n")},
		},
	}
	p.Govern()
	return p
}

func TestFlagsMayStandAnywhere(t *testing.T) {
	for _, c := range []struct{ title, line, want string }{
		{"behind arguments", "play Red pass --json", "play --json -- Red pass"},
		{"before the command", "--ledger x --json play Red pass", "play --ledger=x --json -- Red pass"},
		{"between arguments", "play Red --now 1998-10-05 pass", "play --now=1998-10-05 -- Red pass"},
		{"the version as a flag", "--version --json", "version --json --"},
		{"inside a group", "rule --json list", "rule list --json --"},
		{"with an equals sign", "log --last=3", "log --last=3 --"},
		{"with one hyphen", "log -last 3", "log --last=3 --"},
		{"a lone hyphen is an argument", "play - --json", "play --json -- -"},
		{"a lone hyphen is a value", "log --last - a1", "log --last=- -- a1"},
		{"negative numbers are arguments", "play Ann money -5 --now fine", "play --now=fine -- Ann money -5"},
		{"negative numbers are values", "log --last -1", "log --last=-1 --"},
		{"two hyphens end the flags", "play Red -- --json", "play -- Red --json"},
		{"a command's name may be an argument", "play list pass", "play -- list pass"},
	} {
		t.Run(c.title, func(t *testing.T) {
			line := program().Arrange(strings.Fields(c.line))
			if diff := cmp.Diff(c.want, strings.Join(line.Words, " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWordsThatCannotBeFollowedNameTheNearOne(t *testing.T) {
	for _, c := range []struct{ line, text, hint string }{
		{"paly Red pass", `no such command: "paly"`, `did you mean "umpire play"?`},
		{"xyzzy", `no such command: "xyzzy"`, `"umpire --help" lists the commands`},
		{"xyzzy --help", `no such command: "xyzzy"`, `"umpire --help" lists the commands`},
		{"help xyzzy", `no such command: "xyzzy"`, `"umpire --help" lists the commands`},
		{"lsit", `no such command: "lsit"`, `did you mean "umpire rule list"?`},
		{"rule lsit", `no such command: "rule lsit"`, `did you mean "umpire rule list"?`},
		{"rule xyzzy", `no such command: "rule xyzzy"`, "expected one of list, show"},
		{"rule --json", "rule: missing command", "expected one of list, show"},
		{"log --lasst 3", "log has no flag --lasst", "did you mean --last?"},
		{"log --now 3", "log has no flag --now", `"umpire log --help" lists its flags`},
		{"rule list --as Ann", "rule list has no flag --as", "did you mean --by?"},
		{"play Red --text pass", "play has no flag --text", `usage: umpire play SIDE PLAY; "umpire play --help" lists its flags`},
		{"--ldger x play Red", "no such flag: --ldger", "did you mean --ledger?"},
		{"--ledger x log", "log has no flag --ledger", `"umpire log --help" lists its flags`},
		{"log --last", "--last requires a value", "write --last=VALUE if the value begins with a hyphen"},
		{"log --last --json", "--last requires a value", "write --last=VALUE if the value begins with a hyphen"},
	} {
		p := program()
		line := p.Arrange(strings.Fields(c.line))
		err := p.App.Run(append([]string{"umpire"}, line.Words...))
		var e *Error
		if line.Help || !errors.As(err, &e) || e.Text != c.text || e.Hint != c.hint {
			t.Errorf("%s: got %+v, want %q, %q", c.line, err, c.text, c.hint)
		}
	}
}

func TestHelpIsThatOfTheFiles(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"help play", `umpire play - submit a play

Usage:
  umpire play SIDE PLAY [flags]

PLAY is a play. A change is so or so.

Flags:
  --ledger FILE      the ledger's FILE
  --now              
  --json             print JSON

Examples:
  umpire play Red pass
  umpire play Red Ra1-a5
`},
		{"rule --help", `umpire rule - look at rules

Usage:
  umpire rule COMMAND [flags] [arguments]

Of rules.

Commands:
  list           list the rules
  show           show a rule
`},
	} {
		p := program()
		line := p.Arrange(strings.Fields(c.line))
		if !line.Help {
			t.Fatalf("%s: %+v; want help", c.line, line)
		}
		var out bytes.Buffer
		if err := p.PrintHelp(&out, line.Command); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, out.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.line, diff)
		}
	}
}

func TestWhatTheLastWordCouldBecome(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"", "log play rule shell version"},
		{"r", "rule"},
		{"rule ", "list show"},
		{"rule s", "show"},
		{"log --", "--help --json --last"},
		{"--l", "--ledger"},
		{"shell z", "zsh"},
	} {
		var out bytes.Buffer
		program().Complete(strings.Split(c.line, " "), &out)
		if got := strings.Join(strings.Fields(out.String()), " "); got != c.want {
			t.Errorf("%q: got %q, want %q", c.line, got, c.want)
		}
	}
}

func TestAFormerSpellingDoesWhatTheCommandOfNowDoes(t *testing.T) {
	p := program()
	var errs bytes.Buffer
	var done []string
	p.App.ErrWriter = &errs
	p.App.Commands[4].Subcommands[0].Action = func(c *cli.Context) error {
		done = append(done, c.Command.HelpName)
		return nil
	}
	p.Former([2]string{"rules", "rule list"})
	for _, line := range []string{"rule list", "rules"} {
		if err := p.App.Run(append([]string{"umpire"}, strings.Fields(line)...)); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"umpire rule list", "umpire rules"}, done); diff != "" {
		t.Error(diff)
	}
	if want := "umpire: \"rules\" is deprecated: use \"rule list\"\n"; errs.String() != want {
		t.Errorf("said %q, want %q", errs.String(), want)
	}
	var out bytes.Buffer
	if p.Complete([]string{"ru"}, &out); out.String() != "rule\n" {
		t.Errorf("completion offers %q", out.String())
	}
}

func TestArgumentsAreHeldAgainstTheSynopsis(t *testing.T) {
	for _, c := range []struct {
		synopsis    string
		least, most int
	}{{"", 0, 0}, {"SIDE PLAY", 2, 2}, {"[FILE]", 0, 1}, {"PLAYER [ADDRESS…]", 1, 99}, {"PLAYER ADDRESS…", 2, 99}} {
		for n := range 100 {
			if got, want := Fits(c.synopsis, n), n >= c.least && n <= c.most; got != want {
				t.Errorf("%d arguments for %q: %t", n, c.synopsis, got)
			}
		}
	}
}

func TestAnInvalidNumberIsSaidInWords(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{`invalid value "x" for flag -at: strconv.ParseUint: parsing "x": invalid syntax`, `invalid --at "x": expected a number of at least 1`},
		{`invalid value "-1" for flag -last: parse error`, `invalid --last "-1": expected a number of at least 0`},
		{`invalid value "5" for flag -every: parse error`, `invalid --every "5": expected a duration such as 500ms or 1m`},
		{"something else", "something else"},
	} {
		context := &cli.Context{Command: &cli.Command{Flags: []cli.Flag{&cli.DurationFlag{Name: "every"}, &cli.IntFlag{Name: "last"}}}}
		p := &Program{Least: map[string]int{"at": 1}}
		if got := p.misused(context, errors.New(c.said), false).Error(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestAScriptAsksTheProgram(t *testing.T) {
	for _, shell := range Shells() {
		text, ok := Script(shell, "umpire")
		if !ok || !strings.Contains(text, "umpire "+CompleteWord) || strings.Contains(text, "PROGRAM") {
			t.Errorf("%s: %s", shell, text)
		}
	}
	if _, ok := Script("tcsh", "umpire"); ok {
		t.Error("there is a script for tcsh")
	}
}

func TestHelpStatesTheDefaultOnce(t *testing.T) {
	for _, c := range []struct {
		usage string
		value any
		want  string
	}{
		{"try `N` histories", 256, "try `N` histories (default: 256)"},
		{"try `N` histories", 0, "try `N` histories"},
		{"a `TEXT` for the record", "", "a `TEXT` for the record"},
		{"the `NUMBER` (default: all)", -1, "the `NUMBER` (default: all)"},
		{"the polling interval", 2 * time.Second, "the polling interval (default: 2s)"},
	} {
		if got := Default(c.usage, c.value); got != c.want {
			t.Errorf("Default(%q, %v) = %q, want %q", c.usage, c.value, got, c.want)
		}
	}
}
