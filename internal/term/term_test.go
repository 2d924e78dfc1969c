package term

import (
	"bytes"
	"strings"
	"testing"
)

func TestColourIsOnlyForTerminals(t *testing.T) {
	plain, coloured := &Page{}, &Page{Color: true}
	if got := plain.Style(Red, "no"); got != "no" {
		t.Errorf("without colour: %q", got)
	}
	if got := coloured.Style(Red, "no"); got != "\x1b[31;1mno\x1b[0m" {
		t.Errorf("with colour: %q", got)
	}
	if IsTerminal(&bytes.Buffer{}) || Width(&bytes.Buffer{}) != 0 {
		t.Error("a buffer is taken for a terminal")
	}
}

func TestLinesAreWrappedAtSpacesOnly(t *testing.T) {
	got := strings.Join(Wrap("one two three"+Firm+"four five", 8), "|")
	if want := "one two|three four|five"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLinesAreAsLongAsTheTerminalIsWide(t *testing.T) {
	for _, c := range []struct{ width, want int }{{0, 100}, {60, 60}, {10, 40}} {
		p := &Page{Width: c.width}
		p.Item("", strings.Repeat("four ", 100))
		p.Field("Label", strings.Repeat("four ", 100))
		longest := 0
		for line := range strings.Lines(p.String()) {
			longest = max(longest, len(strings.TrimRight(line, "\n")))
		}
		if longest > c.want || longest < c.want-5 {
			t.Errorf("width %d: the longest line has %d characters, expected about %d", c.width, longest, c.want)
		}
	}
}

func TestControlCharactersAreWrittenOut(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		color            bool
	}{
		{"escape sequences", "Red\x1b[2J", `Red\x1b[2J`, false},
		{"on a page with colour", "Red\x1b[2J", `Red\x1b[2J`, true},
		{"a carriage return", "Ann\rBob", `Ann\rBob`, false},
		{"a bell and a deletion", "a\a\x7f", `a\a\x7f`, false},
		{"C1 controls", "\u009b2J", `\u009b2J`, false},
		{"a change of direction", "a\u202eb", `a\u202eb`, false},
		{"other scripts", "Zoë Ωμέγα 王", "Zoë Ωμέγα 王", false},
		{"a style of the page", "\x1b[1mx\x1b[0m", "\x1b[1mx\x1b[0m", true},
		{"a style where there is no colour", "\x1b[1mx", `\x1b[1mx`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &Page{Color: c.color}
			p.Line("%s", c.text)
			p.Raw(c.text)
			if got, want := p.String(), c.want+"\n"+c.want; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
	if got := Escape("x\x1b"); got != `x\x1b` {
		t.Errorf("got %q", got)
	}
}
