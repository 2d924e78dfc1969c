package cmdline

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"
)

// negative matches words that begin with a hyphen and are no flags: amounts such as -5.
var negative = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-[0-9.]`) })

// Line is a command line put in order, or the wish to be told about a command.
type Line struct {
	Words   []string
	Help    bool
	Command []string // its path
}

// Arrange puts the words of a command line into the order that the library wants: the command's path, its flags, "--", its
// arguments. People may write flags before the command, between its arguments and after them. "--" ends the flags; "-" and
// negative numbers are arguments. At a flag that is not known or lacks its value the line ends, for the library to refuse. The command gets the
// help of its file.
func (p *Program) Arrange(args []string) (line Line) {
	defer func() {
		if c := Find(p.App.Commands, line.Command); c != nil {
			p.describeOne(c, line.Command)
		}
	}()
	if len(args) == 0 || args[0] == "help" {
		args = append(slices.Clone(args[min(1, len(args)):]), "--help")
	} else if args[0] == "--version" {
		args = append([]string{"version"}, args[1:]...)
	}
	var flags, words []string
	level, known := p.App.Commands, p.Shared
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		name, _, assigned := strings.Cut(strings.TrimLeft(word, "-"), "=")
		f := find(known, name)
		_, alone := f.(*cli.BoolFlag)
		switch at := slices.IndexFunc(level, func(c *cli.Command) bool { return c.HasName(word) }); {
		case word == "--":
			words, args = append(words, args...), nil
		case at >= 0 && len(words) == 0:
			line.Command = append(line.Command, level[at].Name)
			if level, known = level[at].Subcommands, level[at].Flags; len(level) > 0 {
				known = p.Shared
			}
		case len(word) < 2 || word[0] != '-' || negative().MatchString(word):
			words = append(words, word)
		case name == "help" || name == "h":
			line.Help = true
		case assigned && f != nil || alone:
			flags = append(flags, word)
		case f != nil && len(args) > 0 && !isFlag(known, args[0]):
			flags, args = append(flags, "--"+name+"="+args[0]), args[1:]
		case len(level) > 0:
			return Line{Words: []string{word}, Command: line.Command}
		default:
			return Line{Words: append(slices.Clone(line.Command), word), Command: line.Command}
		}
	}
	if len(level) > 0 {
		flags = nil // no command is there that they could be about
		line.Help = line.Help && len(words) == 0
	}
	line.Words = slices.Concat(line.Command, flags, []string{"--"}, words)
	return line
}

// isFlag reports whether a word is a known flag, and so no flag's value.
func isFlag(known []cli.Flag, word string) bool {
	name, _, _ := strings.Cut(strings.TrimPrefix(word, "--"), "=")
	return word == "--" || strings.HasPrefix(word, "--") && (name == "help" || find(known, name) != nil)
}

// FlagName is the first name of a flag. The library's Names searches each for an old form of names, which would be half the time in which the program starts.
func FlagName(f cli.Flag) string {
	switch f := f.(type) {
	case *cli.StringFlag:
		return f.Name
	case *cli.BoolFlag:
		return f.Name
	case *cli.Uint64Flag:
		return f.Name
	case *cli.IntFlag:
		return f.Name
	case *cli.StringSliceFlag:
		return f.Name
	}
	return f.Names()[0]
}

// find returns the flag of a name, nil if there is none.
func find(known []cli.Flag, name string) cli.Flag {
	if i := slices.IndexFunc(known, func(f cli.Flag) bool { return FlagName(f) == name || slices.Contains(f.Names(), name) }); i >= 0 {
		return known[i]
	}
	return nil
}
