package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/internal/cmdline"
)

// reference writes docs/commands.md from the definitions of the commands.
func reference(app *cli.App) string {
	var b strings.Builder
	b.WriteString(`# Commands

This page is generated from the program's own help (` + "`make docs`" + ` renews it, a test compares it).

Flags may come before the command, before its arguments and after them; ` + "`--`" + ` ends the flags. A file
named ` + "`-`" + ` is standard input or output. The ledger is the file of ` + "`--ledger`" + `, else of
` + "`$ADJUDICATE_LEDGER`" + `, else ` + "`./adjudicate.ledger`" + `. Every read takes ` + "`--at N`" + `: the state after the event of
sequence N. Every command takes ` + "`--json`" + `: one JSON document on standard output and nothing else there;
[schema/commands.json](schema/commands.json) names the JSON Schema of each.
Colour and progress bars appear only on a terminal; ` + "`NO_COLOR`" + ` turns colour off.

| status | means |
|---|---|
| 0 | done |
| 1 | ruled illegal, or a verification found a difference |
| 2 | wrong usage or malformed input; the message names the place and what was expected; nothing was written |
| 3 | conflict: the ledger moved on since it was read; nothing was written |
| 4 | the store is unreachable, damaged, not a ledger, or of a newer version; or an internal error |
`)
	heading := ""
	for _, c := range app.VisibleCommands() {
		if c.Category != heading {
			heading = c.Category
			fmt.Fprintf(&b, "\n## %s\n", heading)
		}
		full := name + " " + c.Name
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
	fmt.Fprintf(b, "%s\n\n```\n%s\n```\n", sentence(c.Usage), cmdline.Synopsis(c, full))
	if c.Description != "" {
		fmt.Fprintf(b, "\n%s\n", strings.TrimSpace(c.Description))
	}
	b.WriteString("\n| flag | |\n|---|---|\n")
	for _, f := range c.Flags {
		head, usage := cmdline.FlagParts(f)
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
