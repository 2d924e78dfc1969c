// Package cmdline extends the command-line library: flags anywhere among the arguments, help from text files, completion.
//
//	words ──Arrange──► path, flags, "--", arguments ──► cli ──► errors, reworded
//	help/*.txt ──Describe──► a summary of each command ──PrintHelp──► text   (Arrange reads that of its command alone)
//	words so far ──Complete──► candidates for the last word
//
// The help of each command is a text file: its synopsis, a one-line summary, the description, and under "Examples:" lines to copy.
// The words before the first argument of the synopsis are the command's path and, joined by hyphens, the file's name. The file of
// the program itself holds the end of its help.
//
// The library rejects unknown commands and flags; this package words the error and suggests the nearest name.
package cmdline

import (
	"io/fs"

	"github.com/urfave/cli/v2"
)

// A Program is a command line with what the library does not know of it.
type Program struct {
	App    *cli.App
	Shared []cli.Flag          // flags that may stand before the command
	Help   fs.FS               // the texts
	Values map[string][]string // what the argument of a command can be, for completion
	// Offer, if set, lists what can stand where a synopsis or a flag has a word such as SIDE, behind the arguments before it, for completion.
	// Settings are the flags of the line that say which game is meant.
	Offer func(word string, before []string, begun string, settings []string) []string

	Least map[string]int // the least that flags take which are numbers; 0 unless it is here

	former map[*cli.Command][]string // what former spellings are written as now
}

// Error says that the words of a command line cannot be followed, and what may have been meant.
type Error struct{ Text, Hint string }

func (e *Error) Error() string  { return e.Text }
func (e *Error) Advice() string { return e.Hint }
