package cmdline

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/rules/formula"
)

// negative matches words that begin with a hyphen and are no flags: amounts such as -5.
var negative = regexp.MustCompile(`^-[0-9.]`)

// Line is a command line put in order, or the wish to be told about a command.
type Line struct {
	Words   []string
	Help    bool
	Command []string // with Help: the command's path
}

// Arrange puts the words of a command line into the order that the flag parser wants: the
// command's path, its flags, "--", its arguments. People may write flags before the
// command, between its arguments and after them. "--" ends the flags; "-" and negative
// numbers are arguments. Unknown commands and flags are errors that name the near one.
func (p *Program) Arrange(args []string) (Line, error) {
	a := arranger{Program: p, level: p.App.Commands}
	if len(args) > 0 && args[0] == "help" {
		args = append(args[1:len(args):len(args)], "--help")
	}
	if len(args) > 0 && args[0] == "--version" {
		args = append([]string{"version"}, args[1:]...)
	}
	for i := 0; i < len(args); i++ {
		word := args[i]
		switch {
		case word == "--":
			a.words = append(a.words, args[i+1:]...)
			i = len(args)
		case len(word) < 2 || word[0] != '-' || negative.MatchString(word):
			if err := a.word(word); err != nil {
				return Line{}, err
			}
		default:
			used, err := a.flag(args[i:])
			if err != nil {
				return Line{}, err
			}
			i += used
		}
	}
	return a.result()
}

type arranger struct {
	*Program
	path    []string
	command *cli.Command   // nil before the first word
	level   []*cli.Command // the commands that the next word may name
	flags   []givenFlag
	words   []string
	help    bool
}

type givenFlag struct{ name, text string }

// word takes a word that is no flag: the next part of the path, or an argument.
func (a *arranger) word(word string) error {
	if len(a.words) > 0 || len(a.level) == 0 {
		a.words = append(a.words, word)
		return nil
	}
	var names []string
	for _, c := range a.level {
		if c.HasName(word) {
			a.path = append(a.path, c.Name)
			a.command, a.level = c, c.Subcommands
			return nil
		}
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	e := &Error{Text: fmt.Sprintf("no such command: %q", strings.Join(append(a.path, word), " "))}
	if near := formula.Near(word, names); near != "" {
		e.Hint = fmt.Sprintf("did you mean %q?", strings.Join(append(append([]string{a.App.Name}, a.path...), near), " "))
	} else if len(a.path) > 0 {
		e.Hint = "expected one of " + strings.Join(names, ", ")
	} else {
		e.Hint = fmt.Sprintf("%q lists the commands", a.App.Name+" --help")
	}
	return e
}

// flag takes a flag and says how many further words it used.
func (a *arranger) flag(rest []string) (used int, err error) {
	word := strings.TrimPrefix(strings.TrimPrefix(rest[0], "-"), "-")
	name, value, assigned := strings.Cut(word, "=")
	if name == "help" || name == "h" {
		a.help = true
		return 0, nil
	}
	f := a.find(name)
	if f == nil {
		return 0, a.unknown(name)
	}
	if isBool(f) {
		text := "--" + name
		if assigned {
			text += "=" + value
		}
		a.flags = append(a.flags, givenFlag{name, text})
		return 0, nil
	}
	if !assigned {
		if len(rest) < 2 || a.isFlag(rest[1]) {
			return 0, &Error{Text: fmt.Sprintf("the flag --%s needs a value", name), Hint: fmt.Sprintf("a value that begins with a hyphen is written --%s=VALUE", name)}
		}
		value, used = rest[1], 1
	}
	a.flags = append(a.flags, givenFlag{name, "--" + name + "=" + value})
	return used, nil
}

// isFlag reports whether a word is a known flag, and so no flag's value.
func (a *arranger) isFlag(word string) bool {
	if word == "--" {
		return true
	}
	if !strings.HasPrefix(word, "--") {
		return false
	}
	n, _, _ := strings.Cut(word[2:], "=")
	return n == "help" || a.find(n) != nil
}

// find returns the flag of a name: the command's own, or before its name one that several
// commands share.
func (a *arranger) find(name string) cli.Flag {
	list := a.Shared
	if a.command != nil && len(a.level) == 0 {
		list = a.command.Flags
	}
	for _, f := range list {
		for _, n := range f.Names() {
			if n == name {
				return f
			}
		}
	}
	return nil
}

func isBool(f cli.Flag) bool {
	_, ok := f.(*cli.BoolFlag)
	return ok
}

func (a *arranger) unknown(flag string) error {
	e := &Error{Text: fmt.Sprintf("no such flag: --%s", flag)}
	list := a.Shared
	if a.command != nil && len(a.level) == 0 {
		e.Text = fmt.Sprintf("%s %s takes no flag --%s", a.App.Name, strings.Join(a.path, " "), flag)
		list = a.command.Flags
	}
	var names []string
	for _, f := range list {
		names = append(names, f.Names()[0])
	}
	if near := formula.Near(flag, names); near != "" {
		e.Hint = fmt.Sprintf("did you mean --%s?", near)
	} else {
		e.Hint = fmt.Sprintf("%q lists its flags", strings.Join(append(append([]string{a.App.Name}, a.path...), "--help"), " "))
	}
	return e
}

func (a *arranger) result() (Line, error) {
	if a.help || a.command == nil && len(a.flags) == 0 {
		return Line{Help: true, Command: a.path}, nil
	}
	if len(a.level) > 0 {
		var names []string
		for _, c := range a.level {
			if !c.Hidden {
				names = append(names, c.Name)
			}
		}
		return Line{}, &Error{Text: strings.Join(append([]string{a.App.Name}, a.path...), " ") + ": a command is missing",
			Hint: "expected one of " + strings.Join(names, ", ")}
	}
	words := a.path
	for _, f := range a.flags {
		if a.find(f.name) == nil {
			return Line{}, a.unknown(f.name)
		}
		words = append(words, f.text)
	}
	return Line{Words: append(append(words, "--"), a.words...)}, nil
}
