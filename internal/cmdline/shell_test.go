package cmdline

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"
	"golang.org/x/term"
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

// What is completed is read again as the same words, whatever it holds and however it was begun.
func TestTheTabulatorQuotes(t *testing.T) {
	names := []string{"Bob Dole", "Åse", "Åžo", `Jo"el`, "O'Hara"}
	s := Shell{Out: &bytes.Buffer{}, Complete: func(words []string) (list []string) {
		for _, w := range names {
			if strings.HasPrefix(w, words[len(words)-1]) {
				list = append(list, w)
			}
		}
		return list
	}}
	for _, c := range []struct{ line, want string }{
		{"player B", `player Bob\ Dole `}, {`player "B`, `player "Bob Dole" `}, {"player 'Bob D", "player 'Bob Dole' "}, {`player Bob\ D`, `player Bob\ Dole `}, {`player "" B`, `player "" Bob\ Dole `},
		{"player J", `player Jo\"el `}, {`player "J`, `player "Jo\"el" `}, {"player O", `player O\'Hara `}, {`player "O`, `player "O'Hara" `}, {"player Å", "player Å"}, {`player Bob\`, `player Bob\`},
	} {
		got, at, ok := s.completed(c.line, len(c.line), '\t')
		if !ok || got != c.want || at != len(c.want) {
			t.Errorf("%s became %s at %d, want %s", c.line, got, at, c.want)
		}
		words, open := Split(got)
		if strings.HasSuffix(got, " ") && (open || !slices.Contains(names, words[len(words)-1])) {
			t.Errorf("%s is read as %q, open: %t", got, words, open)
		}
	}
}

// Of a thousand plays the beginnings are shown, which one can go on with.
func TestOfManyCompletionsTheBeginningsAreShown(t *testing.T) {
	plays := []string{"pass", "surrender"}
	for _, piece := range []string{"B1@", "D1@", "Rt17-"} {
		for file := range 20 {
			for rank := range 20 {
				plays = append(plays, fmt.Sprintf("%s%c%d", piece, 'a'+file, rank+1))
			}
		}
	}
	var out bytes.Buffer
	s := Shell{Out: &out, Complete: func(words []string) []string {
		return slices.DeleteFunc(slices.Clone(plays), func(p string) bool { return !strings.HasPrefix(p, words[len(words)-1]) })
	}}
	for _, c := range []struct{ line, shown string }{
		// Four letters tell 20 files apart of two of the pieces; with a fifth there are more than a page holds.
		{"play Red ", "B1@a…  B1@b…  B1@c…  B1@d…  B1@e…  B1@f…  B1@g…  B1@h…  B1@i…  B1@j…  B1@k…  B1@l…  B1@m…  B1@n…  B1@o…  B1@p…  B1@q…  B1@r…  B1@s…  B1@t…  D1@a…  D1@b…  D1@c…  D1@d…  D1@e…  D1@f…  D1@g…  D1@h…  D1@i…  D1@j…  D1@k…  D1@l…  D1@m…  D1@n…  D1@o…  D1@p…  D1@q…  D1@r…  D1@s…  D1@t…  Rt17…  pass  surr…"},
		{"play Red B1@a", "B1@a1  B1@a10  B1@a11  B1@a12  B1@a13  B1@a14  B1@a15  B1@a16  B1@a17  B1@a18  B1@a19  B1@a2  B1@a20  B1@a3  B1@a4  B1@a5  B1@a6  B1@a7  B1@a8  B1@a9"},
	} {
		out.Reset()
		if got, _, ok := s.completed(c.line, len(c.line), '\t'); !ok || got != c.line {
			t.Errorf("%q became %q", c.line, got)
		}
		if got := strings.TrimSpace(out.String()); got != c.shown {
			t.Errorf("%q shows\n%s\nwant\n%s", c.line, got, c.shown)
		}
	}
}

// Ctrl-C is given to the line editor as the keys that discard a line, however much is read at once.
func TestCtrlCDiscardsTheLine(t *testing.T) {
	for _, at := range []int{1, 2, 64} {
		d := &discarding{in: strings.NewReader("pl\x03show\r")}
		var got []byte
		for p := make([]byte, at); ; {
			n, err := d.Read(p)
			if got = append(got, p[:n]...); err != nil {
				break
			}
		}
		if string(got) != "pl\x05\x15show\r" {
			t.Errorf("read by %d bytes: %q", at, got)
		}
	}
	in := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{&discarding{in: strings.NewReader("nonsense\x1b[D\x03show\r")}, io.Discard}, "> ")
	if line, err := in.ReadLine(); line != "show" || err != nil {
		t.Errorf("the line is %q, error %v", line, err)
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
