package cmdline

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	mostLines = 1000    // lines of a shell that are recalled
	mostTyped = 1 << 20 // bytes of the file that holds them; what is before is forgotten
)

// A history holds the lines of earlier shells, which the arrows of a terminal recall, the newest first: a file with a line for each. A shell adds to its end
// and reads it once, so that several of them lose nothing of each other's. A line that begins with a space is not kept, nor
// one that repeats the line before. Whatever keeps the file from being read or written, the shell goes on with what it knows.
//
// It is what golang.org/x/term asks for a history.
type history struct {
	path  string   // "" keeps nothing beyond the shell
	lines []string // the oldest first
}

// HistoryFile is where the shell of a program keeps what was typed: in the folder of the user's state, as XDG has it. It is "" where there is none.
func HistoryFile(getenv func(string) string, program string) string {
	for _, at := range [][]string{{getenv("XDG_STATE_HOME")}, {getenv("HOME"), ".local", "state"}, {getenv("LOCALAPPDATA")}} {
		if filepath.IsAbs(at[0]) {
			return filepath.Join(append(at, program, "history")...)
		}
	}
	return ""
}

// readHistory returns the lines that a file holds, and forgets those that are too many.
func readHistory(path string) *history {
	h := &history{path: path}
	text, err := tail(path)
	if err != nil {
		return h
	}
	for line := range strings.Lines(text) {
		h.keep(strings.TrimRight(line, "\r\n"))
	}
	if len(text) > mostTyped/2 {
		if draft := path + ".new"; os.WriteFile(draft, []byte(strings.Join(h.lines, "\n")+"\n"), 0o600) == nil {
			_ = os.Rename(draft, path)
		}
	}
	return h
}

// tail is the end of a file, from the beginning of a line on.
func tail(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return "", errors.Join(err, fs.ErrInvalid)
	}
	cut := info.Size() > mostTyped
	if cut {
		if _, err := f.Seek(-mostTyped, io.SeekEnd); err != nil {
			return "", err
		}
	}
	text, err := io.ReadAll(io.LimitReader(f, mostTyped))
	if cut {
		_, rest, _ := strings.Cut(string(text), "\n")
		return rest, err
	}
	return string(text), err
}

// keep remembers a line, and reports whether it does.
func (h *history) keep(line string) bool {
	if strings.TrimSpace(line) == "" || line[0] == ' ' || len(h.lines) > 0 && h.lines[len(h.lines)-1] == line {
		return false
	}
	if h.lines = append(h.lines, line); len(h.lines) > mostLines {
		h.lines = slices.Delete(h.lines, 0, 1)
	}
	return true
}

// Add remembers a line that was typed.
func (h *history) Add(line string) {
	if !h.keep(line) || h.path == "" || os.MkdirAll(filepath.Dir(h.path), 0o700) != nil {
		return
	}
	if f, err := os.OpenFile(h.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		_, _ = f.WriteString(line + "\n") // it is typed again, if need be
		_ = f.Close()
	}
}

// Len returns how many lines are recalled.
func (h *history) Len() int { return len(h.lines) }

// At returns a line, 0 is the newest.
func (h *history) At(i int) string { return h.lines[len(h.lines)-1-i] }
