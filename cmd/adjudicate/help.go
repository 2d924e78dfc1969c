package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

// printHelp tells about the program, a group of commands, or one command.
func printHelp(w io.Writer, app *cli.App, path []string) error {
	if len(path) == 0 {
		_, err := io.WriteString(w, helpOfApp(app))
		return err
	}
	c := findCommand(app.Commands, path)
	_, err := io.WriteString(w, helpOf(c, strings.Join(append([]string{name}, path...), " ")))
	return err
}

func findCommand(level []*cli.Command, path []string) *cli.Command {
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

func helpOfApp(app *cli.App) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s - %s\n\nUsage:\n  %s COMMAND [flags] [arguments]\n", app.Name, app.Usage, app.Name)
	for _, category := range categories {
		fmt.Fprintf(&b, "\n%s:\n", category)
		for _, c := range app.Commands {
			if c.Category == category && !c.Hidden {
				fmt.Fprintf(&b, "  %-14s %s\n", c.Name, c.Usage)
			}
		}
	}
	fmt.Fprintf(&b, `
"%[1]s COMMAND --help" says more about each. Flags may stand before and after arguments.
The ledger is the file of --ledger, else of $ADJUDICATE_LEDGER, else ./adjudicate.ledger;
--store and --game name one of several in a file or on a server.
Begin with "%[1]s init".
`, app.Name)
	return b.String()
}

// helpOf describes a command or a group of commands.
func helpOf(c *cli.Command, full string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s - %s\n\nUsage:\n", full, c.Usage)
	if len(c.Subcommands) > 0 {
		fmt.Fprintf(&b, "  %s COMMAND [flags] [arguments]\n", full)
	} else {
		fmt.Fprintf(&b, "  %s\n", synopsis(c, full))
	}
	if c.Description != "" {
		fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(c.Description))
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
		head, usage := flagParts(f)
		fmt.Fprintf(&b, "  %-18s %s\n", head, usage)
	}
	if c.UsageText != "" {
		b.WriteString("\nExamples:\n")
		for _, line := range strings.Split(strings.TrimSpace(c.UsageText), "\n") {
			fmt.Fprintf(&b, "  %s\n", strings.TrimSpace(line))
		}
	}
	return b.String()
}

func synopsis(c *cli.Command, full string) string {
	text := full
	if c.ArgsUsage != "" {
		text += " " + c.ArgsUsage
	}
	return text + " [flags]"
}

// flagParts returns "--ledger FILE" and what it is for.
func flagParts(f cli.Flag) (head, usage string) {
	head = "--" + f.Names()[0]
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
