package cmdline

import (
	"bufio"
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
	}{in, s.Out}, s.Prompt)
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
	common := found[0]
	for _, f := range found[1:] {
		for !strings.HasPrefix(f, common) {
			common = common[:len(common)-1]
		}
	}
	more := strings.TrimPrefix(common, last)
	if len(found) == 1 {
		more += " "
	} else if more == "" {
		fmt.Fprintf(s.Out, "\r\n%s\r\n", strings.Join(slices.Sorted(slices.Values(found)), "  "))
	}
	return before + more + line[pos:], pos + len(more), true
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
