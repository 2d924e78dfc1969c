package cmdline

import (
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"strings"

	"github.com/urfave/cli/v2"
)

// Govern has the library say in words what it refuses.
func (p *Program) Govern() {
	p.govern(p.App.Commands)
	p.App.HideHelp = true // it is printed here
	p.App.Flags, p.App.OnUsageError, p.App.Action = p.Shared, p.misused, p.noCommand
}

func (p *Program) govern(list []*cli.Command) {
	for _, c := range list {
		c.OnUsageError, c.HideHelp = p.misused, true
		if len(c.Subcommands) > 0 {
			c.Action = p.noCommand
		}
		p.govern(c.Subcommands)
	}
}

// Describe gives every command the help of its file. Whoever runs one command needs that one's only ([Program.Arrange]): there are a hundred files.
func (p *Program) Describe() { p.describe(p.App.Commands) }

func (p *Program) describe(list []*cli.Command, path ...string) {
	for _, c := range list {
		full := append(path[:len(path):len(path)], c.Name)
		p.describeOne(c, full)
		p.describe(c.Subcommands, full...)
	}
}

// describeOne gives a command the help of its file, a former one that of the command of now.
func (p *Program) describeOne(c *cli.Command, full []string) {
	if now := p.former[c]; now != nil {
		full = now
	} else if c.Hidden {
		return
	}
	text := p.text(strings.Join(full, "-") + ".txt")
	head, body, _ := strings.Cut(text, "\n\n")
	synopsis, usage, _ := strings.Cut(head, "\n")
	c.ArgsUsage = strings.TrimPrefix(strings.TrimPrefix(synopsis, strings.Join(full, " ")), " ")
	c.Usage = strings.TrimSpace(usage)
	about, examples, _ := strings.Cut("\n\n"+body, "\n\nExamples:\n")
	if c.Description = strings.TrimSpace(about); strings.Contains(about, "{changes}") {
		c.Description = strings.Replace(c.Description, "{changes}", p.text("changes"), 1)
	}
	c.UsageText = ""
	for line := range strings.Lines(examples) {
		c.UsageText += strings.TrimSpace(line) + "\n"
	}
}

func (p *Program) text(file string) string {
	text, err := fs.ReadFile(p.Help, file)
	if err != nil {
		panic(err) // a command without help: a test sees it first
	}
	return strings.TrimSpace(string(text))
}

// PrintHelp tells about the program, a group of commands, or one command.
func (p *Program) PrintHelp(w io.Writer, path []string) error {
	p.Describe()
	text := ""
	if len(path) == 0 {
		text = p.helpOfApp()
	} else {
		text = helpOf(Find(p.App.Commands, path), strings.Join(append([]string{p.App.Name}, path...), " "))
	}
	_, err := io.WriteString(w, text)
	return err
}

// Find returns the command of a path, which there is.
func Find(level []*cli.Command, path []string) *cli.Command {
	var found *cli.Command
	for _, word := range path {
		for _, c := range level {
			if c.Name == word {
				found = c
			}
		}
		level = found.Subcommands
	}
	return found
}

func (p *Program) helpOfApp() string {
	app := p.App
	var b strings.Builder
	fmt.Fprintf(&b, "%s - %s\n\nUsage:\n  %s COMMAND [flags] [arguments]\n", app.Name, app.Usage, app.Name)
	heading := ""
	for _, c := range app.VisibleCommands() {
		if c.Category != heading {
			heading = c.Category
			fmt.Fprintf(&b, "\n%s:\n", heading)
		}
		fmt.Fprintf(&b, "  %-14s %s\n", c.Name, c.Usage)
	}
	fmt.Fprintf(&b, "\n%s\n", p.text(app.Name))
	return b.String()
}

// helpOf describes a command or a group of commands.
func helpOf(c *cli.Command, full string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s - %s\n\nUsage:\n", full, c.Usage)
	if len(c.Subcommands) > 0 {
		fmt.Fprintf(&b, "  %s COMMAND [flags] [arguments]\n", full)
	} else {
		fmt.Fprintf(&b, "  %s\n", Synopsis(c, full))
	}
	if c.Description != "" {
		fmt.Fprintf(&b, "\n%s\n", c.Description)
	}
	if len(c.Subcommands) > 0 {
		b.WriteString("\nCommands:\n")
		for _, s := range c.Subcommands {
			fmt.Fprintf(&b, "  %-14s %s\n", s.Name, s.Usage)
		}
		return b.String()
	}
	b.WriteString("\nFlags:\n")
	for _, f := range c.Flags {
		head, usage := FlagParts(f)
		fmt.Fprintf(&b, "  %-18s %s\n", head, usage)
	}
	if c.UsageText != "" {
		fmt.Fprintf(&b, "\nExamples:\n  %s\n", strings.ReplaceAll(strings.TrimSpace(c.UsageText), "\n", "\n  "))
	}
	return b.String()
}

// Synopsis is how a command is written.
func Synopsis(c *cli.Command, full string) string {
	return strings.TrimSpace(full+" "+c.ArgsUsage) + " [flags]"
}

// FlagParts returns "--ledger FILE" and what it is for.
func FlagParts(f cli.Flag) (head, usage string) {
	head = "--" + FlagName(f)
	doc, ok := f.(cli.DocGenerationFlag)
	if !ok {
		return head, ""
	}
	usage = doc.GetUsage()
	if before, rest, found := strings.Cut(usage, "`"); found {
		value, after, _ := strings.Cut(rest, "`")
		return head + " " + value, before + value + after
	}
	return head, usage
}

// Default is the usage of a flag with its default value, unless that is nothing or the usage states one.
func Default(usage string, value any) string {
	if reflect.ValueOf(value).IsZero() || strings.Contains(usage, "(default: ") {
		return usage
	}
	return fmt.Sprintf("%s (default: %v)", usage, value)
}
