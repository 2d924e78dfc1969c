package term

import (
	"io"
	"os"

	"golang.org/x/term"
)

// IsTerminal reports whether what is written to w is shown on a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Width is the number of columns of the terminal behind w, 0 if there is none or it does not
// say.
func Width(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return columns
}
