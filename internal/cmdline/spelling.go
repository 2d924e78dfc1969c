package cmdline

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"adjudicate/rules/names"
)

// Spellings reads a table of former spellings, lists of pairs by what they are of. It panics if the text is none: it is embedded.
func Spellings(text []byte) (list map[string][][2]string) {
	if err := json.Unmarshal(text, &list); err != nil {
		panic(err)
	}
	return list
}

// Former adds hidden commands: pairs of a former spelling, of one word or two, and the one of now. They do what the
// commands of now do, and say on standard error how these are written.
func (p *Program) Former(list ...[2]string) {
	p.former = map[*cli.Command][]string{}
	for _, pair := range list {
		former, path := pair[0], pair[1]
		words := strings.Fields(path)
		now := Find(p.App.Commands, words)
		old := *now
		old.Hidden, old.Flags = true, slices.Clone(now.Flags)
		old.Action = func(c *cli.Context) error {
			fmt.Fprintf(c.App.ErrWriter, "%s: %q is deprecated: use %q\n", c.App.Name, former, path)
			return now.Action(c)
		}
		p.former[&old] = words
		level := &p.App.Commands
		group, name, within := strings.Cut(former, " ")
		if old.Name = group; within {
			old.Name = name
			i := slices.IndexFunc(*level, func(c *cli.Command) bool { return c.Name == group })
			if i < 0 {
				g := &cli.Command{Name: group, Hidden: true, HideHelpCommand: true, Action: p.noCommand}
				p.former[g] = words[:1]
				i, *level = len(*level), append(*level, g)
			}
			level, old.Hidden = &(*level)[i].Subcommands, false // the group is
		}
		*level = append(*level, &old)
	}
}

// Takes reports whether the command takes one of some flags.
func Takes(c *cli.Context, flags ...string) bool {
	return slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool { return slices.Contains(flags, f.Names()[0]) })
}

// Fits holds a number of arguments against a synopsis: NAME is needed, [NAME] may be left out,
// and "…" behind either lets it repeat.
func Fits(synopsis string, arguments int) bool {
	least, most := 0, 0
	for _, word := range strings.Fields(synopsis) {
		if !strings.HasPrefix(word, "[") {
			least++
		}
		if strings.Contains(word, "…") {
			most = 1 << 30
		}
		most++
	}
	return arguments >= least && arguments <= most
}

// commandNames lists the commands of a level that are not hidden.
func commandNames(level []*cli.Command) (list []string) {
	for _, c := range level {
		if !c.Hidden {
			list = append(list, c.Name)
		}
	}
	return list
}

// noCommand is what a group of commands, or the program, does by itself: it says which command is
// missing or unknown.
func (p *Program) noCommand(c *cli.Context) error {
	path := cmp.Or(c.Command.HelpName, p.App.Name)
	list := commandNames(c.Command.Subcommands)
	if !c.Args().Present() {
		return &Error{Text: strings.TrimPrefix(p.within(path)+": missing command", ": "), Hint: oneOf(list)}
	}
	word := c.Args().First()
	e := &Error{Text: fmt.Sprintf("no such command: %q", p.within(path+" "+word)), Hint: oneOf(list)}
	if near := names.Near(word, list); near != "" {
		e.Hint = fmt.Sprintf("did you mean %q?", path+" "+near)
	} else if group := groupOf(word, c.Command.Subcommands); group != "" {
		e.Hint = fmt.Sprintf("did you mean %q?", path+" "+group)
	} else if path == p.App.Name {
		e.Hint = fmt.Sprintf("%q lists the commands", path+" --help")
	}
	return e
}

// groupOf returns the command of a group that a word looks like, behind the group's name; "" if there is none, or more than one.
func groupOf(word string, level []*cli.Command) (found string) {
	for _, c := range level {
		if near := names.Near(word, commandNames(c.Subcommands)); near != "" && !c.Hidden {
			if found != "" {
				return ""
			}
			found = c.Name + " " + near
		}
	}
	return found
}

// within returns the words of a command without the program's name, which precedes every message.
func (p *Program) within(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, p.App.Name), " ")
}

// What the library says of a flag that it does not know, of one without a value, and of one whose value is no number.
var (
	undefined = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^flag provided but not defined: -(.*)$`) })
	valueless = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^flag needs an argument: -(.*)$`) })
	invalid   = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^invalid value (".*") for flag -([a-z-]+): (?:parse error|value out of range|strconv\..*)$`)
	})
)

// misused says in words what the library says of the flags of a command.
func (p *Program) misused(c *cli.Context, err error, _ bool) error {
	text := err.Error()
	if m := valueless().FindStringSubmatch(text); m != nil {
		return &Error{Text: fmt.Sprintf("--%s requires a value", m[1]), Hint: fmt.Sprintf("write --%s=VALUE if the value begins with a hyphen", m[1])}
	}
	if m := invalid().FindStringSubmatch(text); m != nil {
		wanted := fmt.Sprintf("a number of at least %d", p.Least[m[2]])
		for _, f := range c.Command.Flags {
			switch f := f.(type) {
			case *cli.DurationFlag:
				if f.Name == m[2] {
					wanted = "a duration such as 500ms or 1m"
				}
			case *cli.IntFlag:
				if f.Name == m[2] && f.Action != nil && f.Action(c, 0) != nil {
					wanted = "a number of at least 1"
				}
			}
		}
		return &Error{Text: fmt.Sprintf("invalid --%s %s: expected %s", m[2], m[1], wanted)}
	}
	m := undefined().FindStringSubmatch(text)
	if m == nil {
		return &Error{Text: text}
	}
	path, known := c.Command.HelpName, c.Command.Flags
	e := &Error{Text: fmt.Sprintf("%s has no flag --%s", p.within(path), m[1]), Hint: fmt.Sprintf("%q lists its flags", path+" --help")}
	if c.Command.ArgsUsage != "" && len(c.Command.Subcommands) == 0 { // what was given as a flag may be one of its arguments
		e.Hint = fmt.Sprintf("usage: %s %s; %s", path, c.Command.ArgsUsage, e.Hint)
	}
	if len(c.Command.Subcommands) > 0 {
		e.Text, known = "no such flag: --"+m[1], p.Shared
	}
	var list []string
	for _, f := range known {
		list = append(list, FlagName(f))
	}
	if near := cmp.Or(alike(m[1], list), names.Near(m[1], list)); near != "" {
		e.Hint = fmt.Sprintf("did you mean --%s?", near)
	}
	return e
}

// flagsAlike are names that people give one flag. Who takes one that a command does not have is told the first of the same list that it has.
var flagsAlike = [][]string{
	{"judge", "by", "actor", "as", "player", "who", "user"},
	{"reason", "grounds", "because", "why", "reasons", "text"},
	{"from", "since", "after"}, {"until", "to", "before", "deadline"},
}

// alike is the flag of a command that people also give another name, "" if it has none such.
func alike(flag string, known []string) string {
	for _, list := range flagsAlike {
		if !slices.Contains(list, flag) {
			continue
		}
		for _, name := range list {
			if slices.Contains(known, name) {
				return name
			}
		}
	}
	return ""
}

func oneOf(list []string) string {
	if len(list) == 1 {
		return "expected " + list[0]
	}
	return "expected one of " + strings.Join(list, ", ")
}
