package cmdline

import (
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// negative matches words that begin with a hyphen and are no flags: amounts such as -5.
var negative = regexp.MustCompile(`^-[0-9.]`)

// Line is a command line put in order, or the wish to be told about a command.
type Line struct {
	Words   []string
	Help    bool
	Command []string // its path
}

// Arrange puts the words of a command line into the order that the library wants: the
// command's path, its flags, "--", its arguments. People may write flags before the
// command, between its arguments and after them. "--" ends the flags; "-" and negative
// numbers are arguments. At a flag that is not known or lacks its value the line ends, for the
// library to refuse.
func (p *Program) Arrange(args []string) (line Line) {
	switch {
	case len(args) == 0:
		line.Help = true
	case args[0] == "help":
		args = append(args[1:len(args):len(args)], "--help")
	case args[0] == "--version":
		args = append([]string{"version"}, args[1:]...)
	}
	var flags, words []string
	level, known := p.App.Commands, p.Shared
	for i := 0; i < len(args); i++ {
		word := args[i]
		if word == "--" {
			words = append(words, args[i+1:]...)
			break
		}
		if len(word) < 2 || word[0] != '-' || negative.MatchString(word) {
			at := slices.IndexFunc(level, func(c *cli.Command) bool { return c.HasName(word) })
			if at < 0 || len(words) > 0 {
				words = append(words, word)
				continue
			}
			line.Command = append(line.Command, level[at].Name)
			if len(level[at].Subcommands) == 0 {
				known = level[at].Flags
			}
			level = level[at].Subcommands
			continue
		}
		name, _, assigned := strings.Cut(strings.TrimLeft(word, "-"), "=")
		f := find(known, name)
		_, alone := f.(*cli.BoolFlag)
		switch {
		case name == "help" || name == "h":
			line.Help = true
		case assigned && f != nil || alone:
			flags = append(flags, word)
		case f != nil && i+1 < len(args) && !isFlag(known, args[i+1]):
			i++
			flags = append(flags, "--"+name+"="+args[i])
		case len(level) > 0:
			return Line{Words: []string{word}, Command: line.Command}
		default:
			return Line{Words: append(slices.Clone(line.Command), word), Command: line.Command}
		}
	}
	if len(level) > 0 {
		flags = nil // no command is there that they could be about
	}
	line.Words = slices.Concat(line.Command, flags, []string{"--"}, words)
	return line
}

// isFlag reports whether a word is a known flag, and so no flag's value.
func isFlag(known []cli.Flag, word string) bool {
	name, _, _ := strings.Cut(strings.TrimPrefix(word, "--"), "=")
	return word == "--" || strings.HasPrefix(word, "--") && (name == "help" || find(known, name) != nil)
}

// find returns the flag of a name, nil if there is none.
func find(known []cli.Flag, name string) cli.Flag {
	if i := slices.IndexFunc(known, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) }); i >= 0 {
		return known[i]
	}
	return nil
}
