// Package cmdline is what the library for command lines is helped with: flags that may stand
// anywhere, help from text files, completion.
//
//	words ──Arrange──► path, flags, "--", arguments ──► cli ──► what it refuses, in words
//	help/*.txt ──Describe──► what each command is for ──PrintHelp──► text
//	words so far ──Complete──► what the last could become
//
// The help of every command is a text file of its own: its synopsis, what it is for in a line,
// what is to be said of it, and under "Examples:" lines to copy. The words before the first
// argument of the synopsis are the command's path and, joined by hyphens, the file's name; that
// of the program says how its help ends.
//
// Commands and flags that there are not the library refuses; the words, and the near one that is
// named, are of this package.
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
}

// Error says that the words of a command line cannot be followed, and what may have been meant.
type Error struct{ Text, Hint string }

func (e *Error) Error() string  { return e.Text }
func (e *Error) Advice() string { return e.Hint }
