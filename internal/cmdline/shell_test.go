package cmdline

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"
)

func TestALineIsTakenApartAsShellsDo(t *testing.T) {
	for _, c := range []struct {
		line string
		want []string
		open bool
	}{
		{`play Red "Ra1-a5; p@b2"  --json`, []string{"play", "Red", "Ra1-a5; p@b2", "--json"}, false},
		{`a 'b "c' d\ e "f\"g" ""`, []string{"a", `b "c`, "d e", `f"g`, ""}, false},
		{`play "Red`, []string{"play", "Red"}, true},
		{"  ", nil, false},
	} {
		got, open := Split(c.line)
		if diff := cmp.Diff(c.want, got); diff != "" || open != c.open {
			t.Errorf("%s: open %t %s", c.line, open, diff)
		}
	}
}

func TestAShellDoesLinesUntilItsEnd(t *testing.T) {
	var done []string
	var out bytes.Buffer
	s := Shell{In: strings.NewReader("# nothing\n\nplay Red pass\nshow \"\nlog\nhelp play\n?\nexit\nnever\n"), Out: &out, Run: func(words []string) { done = append(done, strings.Join(words, " ")) }}
	if err := s.Loop(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"play Red pass", "log", "play --help", "--help"}, done); diff != "" || !strings.Contains(out.String(), "not closed") {
		t.Errorf("%s\n%s", diff, out.String())
	}
}

func TestTheTabulatorSetsWhatAllCompletionsBeginWith(t *testing.T) {
	var out bytes.Buffer
	s := Shell{Out: &out, Complete: func(words []string) (list []string) {
		for _, w := range []string{"Rt1-a1", "Rt1-a2", "pass"} {
			if strings.HasPrefix(w, words[len(words)-1]) {
				list = append(list, w)
			}
		}
		return list
	}}
	for _, c := range []struct{ line, want string }{{"play Red p", "play Red pass "}, {"play Red R", "play Red Rt1-a"}, {"play Red x", "play Red x"}, {"play Red ", "play Red "}} {
		if got, at, ok := s.completed(c.line, len(c.line), '\t'); !ok || got != c.want || at != len(c.want) {
			t.Errorf("%q became %q at %d", c.line, got, at)
		}
	}
	if !strings.Contains(out.String(), "Rt1-a1  Rt1-a2  pass") {
		t.Errorf("the choices are not shown: %q", out.String())
	}
	if _, _, ok := s.completed("p", 1, 'x'); ok {
		t.Error("a letter was taken for a tabulator")
	}
}

func TestAnArgumentIsAskedForByItsWordInTheSynopsis(t *testing.T) {
	p := program()
	side := &cli.StringFlag{Name: "side", Usage: "of the `SIDE`"}
	p.App.Commands[0].Flags = append(p.App.Commands[0].Flags, side)
	var asked []string
	p.Offer = func(word string, before []string, begun string, settings []string) []string {
		asked = append(asked, strings.Join([]string{word, strings.Join(before, "/"), begun, strings.Join(settings, "/")}, "|"))
		return []string{"Red", "Blue"}
	}
	for _, c := range []struct{ line, asked, want string }{
		{"play R", "SIDE||R|", "Red"},
		{"play Red ", "PLAY|Red||", "Blue Red"},
		{"--ledger x play B", "SIDE||B|--ledger=x", "Blue"},
		{"play --side ", "SIDE|||", "Blue Red"},
		{"play Red pass ", "", ""},
	} {
		asked = nil
		var out bytes.Buffer
		p.Complete(strings.Split(c.line, " "), &out)
		if got := strings.Join(strings.Fields(out.String()), " "); got != c.want || strings.Join(asked, " ") != c.asked {
			t.Errorf("%q: asked %q, got %q, want %q, %q", c.line, asked, got, c.asked, c.want)
		}
	}
}
