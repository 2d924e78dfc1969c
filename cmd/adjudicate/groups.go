package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/internal/cmdline"
)

// Commands about one thing stand in a group: "edition list", "proof check".

func editionCommand() *cli.Command {
	return newGroup("edition", editionsCommand(), diffCommand(), sensitivityCommand())
}

func proofCommand() *cli.Command {
	return newGroup("proof", keyCommand(), checkpointCommand(), proveCommand(), checkProofCommand(), consistencyCommand())
}

func systemCommand() *cli.Command {
	return newGroup("system", listSystemsCommand(), casesCommand())
}

// former lists spellings of commands that have moved into groups. They go on working for one
// version, hidden, and say on standard error what to write instead.
var former = []struct{ old, now string }{
	{"editions", "edition list"},
	{"diff", "edition diff"},
	{"sensitivity", "edition sensitivity"},
	{"key", "proof key"},
	{"checkpoint", "proof checkpoint"},
	{"prove", "proof prove"},
	{"check-proof", "proof check"},
	{"consistency", "proof consistency"},
	{"precedents", "dispute precedents"},
	{"cases", "system cases"},
	{"enact", "rule enact"},
	{"amend", "rule amend"},
	{"repeal", "rule repeal"},
}

// formerSpellings returns a hidden command for each spelling of former.
func formerSpellings(commands []*cli.Command) []*cli.Command {
	var list []*cli.Command
	for _, f := range former {
		now := cmdline.Find(commands, strings.Fields(f.now))
		old := *now
		old.Name, old.Hidden = f.old, true
		old.Flags = slices.Clone(now.Flags)
		old.Action = func(c *cli.Context) error {
			fmt.Fprintf(c.App.ErrWriter, "%s: %q is now %q; the next version no longer takes the old spelling\n", name, f.old, f.now)
			return now.Action(c)
		}
		list = append(list, &old)
	}
	return list
}
