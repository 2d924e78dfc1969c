package cmdline

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// Complete prints what the last of the words could become: commands, or flags. Nothing is
// printed where an argument or a value stands.
func (p *Program) Complete(words []string, out io.Writer) {
	last := ""
	if len(words) > 0 {
		last = words[len(words)-1]
		words = words[:len(words)-1]
	}
	level, command := p.App.Commands, (*cli.Command)(nil)
	for _, w := range words {
		for _, c := range level {
			if c.Name == w {
				command, level = c, c.Subcommands
				break
			}
		}
	}
	var found []string
	switch {
	case strings.HasPrefix(last, "-"):
		flags := p.Shared
		if command != nil {
			flags = command.Flags
		}
		for _, f := range flags {
			found = append(found, "--"+f.Names()[0])
		}
		found = append(found, "--help")
	case command != nil && p.Values[command.Name] != nil:
		found = slices.Clone(p.Values[command.Name])
	default:
		for _, c := range level {
			if !c.Hidden {
				found = append(found, c.Name)
			}
		}
	}
	slices.Sort(found)
	for _, f := range found {
		if strings.HasPrefix(f, last) {
			fmt.Fprintln(out, f)
		}
	}
}
