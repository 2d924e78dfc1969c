package cmdline

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/term"
)

// A Shell takes one line after the other and has each done. On a terminal lines are edited, what was typed before comes back by the
// arrows, also in later shells, and the tabulator completes; golang.org/x/term does that, which the program is linked with already. From anything else it reads lines.
type Shell struct {
	In       io.Reader
	Out      io.Writer
	Prompt   string
	Run      func(words []string)
	Complete func(words []string) []string // what the last word could become
	History  string                        // the file of the lines that were typed on terminals before, "" for none
}

// Loop takes lines until "exit" or the end of the input.
func (s *Shell) Loop() error {
	in, isFile := s.In.(interface {
		io.Reader
		Fd() uintptr
	})
	if !isFile || !term.IsTerminal(int(in.Fd())) {
		lines := bufio.NewScanner(s.In)
		for lines.Scan() && s.do(lines.Text()) {
		}
		return lines.Err()
	}
	t := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{&discarding{in: in}, s.Out}, s.Prompt)
	t.AutoCompleteCallback, t.History = s.completed, readHistory(s.History)
	for {
		was, err := term.MakeRaw(int(in.Fd()))
		if err != nil {
			return err
		}
		if width, height, err := term.GetSize(int(in.Fd())); err == nil && width > 0 { // 0 where nobody has said it
			_ = t.SetSize(width, height)
		}
		line, err := t.ReadLine()
		if again := term.Restore(int(in.Fd()), was); err == nil {
			err = again
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if !s.do(line) {
			return nil
		}
	}
}

// discarding is a terminal on which Ctrl-C discards the line, as in other shells, and does not end the input.
type discarding struct {
	in   io.Reader
	left []byte // that were read and not given on
}

const (
	ctrlC       = "\x03"
	discardLine = "\x05\x15" // to the end of the line; everything before
)

// Read implements io.Reader.
func (d *discarding) Read(p []byte) (int, error) {
	if len(d.left) == 0 {
		read := make([]byte, len(p))
		n, err := d.in.Read(read)
		if n == 0 {
			return 0, err
		}
		d.left = bytes.ReplaceAll(read[:n], []byte(ctrlC), []byte(discardLine))
	}
	n := copy(p, d.left)
	d.left = d.left[n:]
	return n, nil
}

// do has a line done, and reports whether there are to be more.
func (s *Shell) do(line string) bool {
	words, open := Split(line)
	switch {
	case open:
		fmt.Fprintf(s.Out, "a quotation mark is not closed: %s\n", line)
	case len(words) == 0 || strings.HasPrefix(words[0], "#"):
	case words[0] == "exit" || words[0] == "quit":
		return false
	case words[0] == "help" || words[0] == "?":
		s.Run(append(words[1:], "--help"))
	default:
		s.Run(words)
	}
	return true
}

// completed answers a key of the terminal: at a tabulator it sets the longest text that all completions begin with.
func (s *Shell) completed(line string, pos int, key rune) (string, int, bool) {
	if key != '\t' || s.Complete == nil {
		return "", 0, false
	}
	before := line[:pos]
	words, open := Split(before)
	if before == "" || !open && unicode.IsSpace(rune(before[len(before)-1])) {
		words = append(words, "")
	}
	last := words[len(words)-1]
	found := s.Complete(words)
	if len(found) == 0 {
		return line, pos, true
	}
	slices.Sort(found)
	common := shared(found[0], found[len(found)-1])
	more, quote := strings.TrimPrefix(common, last), openedBy(before)
	if open && quote == "" {
		return line, pos, true // behind a backslash, which means the next letter
	}
	if len(found) > 1 && more == "" {
		fmt.Fprintf(s.Out, "\r\n%s\r\n", strings.Join(beginnings(found, len(last)), "  "))
	}
	if more = quoted(more, quote); len(found) == 1 {
		more += quote + " "
	}
	return before + more + line[pos:], pos + len(more), true
}

// shared is what two texts begin with.
func shared(a, b string) string {
	for i, r := range a {
		if !strings.HasPrefix(b[min(i, len(b)):], string(r)) {
			return a[:i]
		}
	}
	return a
}

// mostShown is how many completions are listed.
const mostShown = 120

// beginnings lists sorted completions that share their first bytes, as many as that are: of too many what they begin with, each as far as there is room for.
func beginnings(found []string, same int) []string {
	if len(found) <= mostShown {
		return found
	}
	var shown []string
	for length := 1; ; length++ {
		var list []string
		for i, f := range found {
			runes := []rune(f[same:])
			begun := f
			if len(runes) > length {
				begun = f[:same] + string(runes[:length]) + "…"
			}
			if i == 0 || begun != list[len(list)-1] {
				list = append(list, begun)
			}
		}
		if shown != nil && len(list) > mostShown {
			return shown
		}
		shown = list
	}
}

// openedBy is the quotation mark that is not closed in a line, "" if there is none.
func openedBy(line string) string {
	if _, open := Split(line + "x"); !open {
		return ""
	}
	for _, quote := range []string{`"`, "'"} {
		if _, open := Split(line + quote); !open {
			return quote
		}
	}
	return ""
}

// quoted writes the rest of a word as Split reads it, behind a quotation mark or behind none.
func quoted(text, quote string) string {
	meaning := " \t\\\"'"
	switch quote {
	case `"`:
		meaning = `\"`
	case "'":
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune(meaning, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Split takes a line apart as shells do: at spaces, but for those between quotation marks or behind a backslash. Open reports a
// quotation mark that is not closed.
func Split(line string) (words []string, open bool) {
	var word strings.Builder
	var quote rune
	inside, escaped := false, false
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, inside = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, inside = r, true
		case unicode.IsSpace(r):
			if inside {
				words = append(words, word.String())
			}
			word.Reset()
			inside = false
		default:
			word.WriteRune(r)
			inside = true
		}
	}
	if inside {
		words = append(words, word.String())
	}
	return words, quote != 0 || escaped
}
