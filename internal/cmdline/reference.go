package cmdline

import (
	"fmt"
	"strings"
	"time"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/urfave/cli/v2"

	"adjudicate/rules/names"
)

// Reference is a page in Markdown about all commands, by group, behind the help file "reference". Commands are its headings of the third level
// and below.
func (p *Program) Reference() string {
	p.Describe()
	var b strings.Builder
	b.WriteString(p.text("reference") + "\n")
	heading := ""
	for _, c := range p.App.VisibleCommands() {
		if c.Category != heading {
			heading = c.Category
			fmt.Fprintf(&b, "\n## %s\n", heading)
		}
		full := p.App.Name + " " + c.Name
		fmt.Fprintf(&b, "\n### %s\n\n", c.Name)
		if len(c.Subcommands) == 0 {
			referTo(&b, c, full)
			continue
		}
		fmt.Fprintf(&b, "%s\n", sentence(c.Usage))
		if c.Description != "" {
			fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(c.Description))
		}
		for _, s := range c.Subcommands {
			fmt.Fprintf(&b, "\n#### %s %s\n\n", c.Name, s.Name)
			referTo(&b, s, full+" "+s.Name)
		}
	}
	return b.String()
}

func referTo(b *strings.Builder, c *cli.Command, full string) {
	fmt.Fprintf(b, "%s\n\n```\n%s\n```\n", sentence(c.Usage), Synopsis(c, full))
	if c.Description != "" {
		fmt.Fprintf(b, "\n%s\n", strings.TrimSpace(c.Description))
	}
	b.WriteString("\n| flag | |\n|---|---|\n")
	for _, f := range c.Flags {
		head, usage := FlagParts(f)
		fmt.Fprintf(b, "| `%s` | %s |\n", head, strings.ReplaceAll(usage, "|", "\\|"))
	}
	if c.UsageText != "" {
		b.WriteString("\n```sh\n")
		for _, line := range strings.Split(strings.TrimSpace(c.UsageText), "\n") {
			fmt.Fprintf(b, "%s\n", strings.TrimSpace(line))
		}
		b.WriteString("```\n")
	}
}

func sentence(usage string) string {
	return strings.ToUpper(usage[:1]) + usage[1:] + "."
}

// Manuals are the man pages of the program, as files "adjudicate-player-add.1" and their texts: one of the whole first, then one of each command and of
// each group of commands. They are dated to the month of a moment, if that is known.
func (p *Program) Manuals(at time.Time) [][2]string {
	reference, date := p.Reference(), ""
	if !at.IsZero() {
		date = at.UTC().Format("January 2006")
	}
	put := func(name, what, text string) [2]string {
		head := fmt.Sprintf("%% %s 1 %q\n\n# NAME\n\n%s - %s\n\n", name, date, name, what)
		return [2]string{name + ".1", string(md2man.Render([]byte(head + text)))}
	}
	list := [][2]string{put(p.App.Name, p.App.Usage, reference)}
	// A command's first paragraph says what it does, and it ends where the next heading stands; that of a group is followed by its commands.
	for _, part := range strings.Split(reference, "\n###")[1:] {
		title, body, _ := strings.Cut(strings.TrimLeft(part, "#"), "\n")
		body, _, _ = strings.Cut(body, "\n## ")
		what, rest, _ := strings.Cut(strings.TrimSpace(body), "\n\n")
		name := p.App.Name + "-" + strings.ReplaceAll(strings.TrimSpace(title), " ", "-")
		list = append(list, put(name, strings.ToLower(what[:1])+strings.TrimSuffix(strings.ReplaceAll(what[1:], "\n", " "), "."),
			fmt.Sprintf("# DESCRIPTION\n\n%s\n\n# SEE ALSO\n\n**%s**(1)\n", rest, p.App.Name)))
	}
	return list
}

// Manual is the man page of a command by its words, or of the whole program by none.
func (p *Program) Manual(words []string, at time.Time) (string, error) {
	file := strings.Join(append([]string{p.App.Name}, words...), "-") + ".1"
	var known []string
	for _, f := range p.Manuals(at) {
		if f[0] == file {
			return f[1], nil
		}
		known = append(known, strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(f[0], p.App.Name+"-"), ".1"), "-", " "))
	}
	return "", names.Unknown("command", strings.Join(words, " "), known[1:])
}
