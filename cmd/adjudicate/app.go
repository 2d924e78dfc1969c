package main

import (
	"context"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"

	"github.com/urfave/cli/v2"

	"adjudicate/internal/cmdline"
)

// name is what the program is called in its messages.
const name = "adjudicate"

// run executes one command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintf(stderr, "%s: internal error: %v\n", name, fault)
			fmt.Fprintf(stderr, "  nothing more was written; please report this bug with the command line\n")
			if os.Getenv("ADJUDICATE_TRACE") != "" {
				stderr.Write(debug.Stack())
			}
			status = statusStore
		}
	}()
	program := newProgram(stdin, stdout, stderr)
	if len(args) > 0 && args[0] == cmdline.CompleteWord {
		program.Complete(args[1:], stdout)
		return statusDone
	}
	var err error
	if line := program.Arrange(args); line.Help {
		err = program.PrintHelp(stdout, line.Command)
	} else if line, err = config(line).Apply(program, line, os.Getenv); err == nil {
		err = program.App.RunContext(ctx, append([]string{name}, line.Words...))
	}
	if err != nil {
		explain(stderr, err)
	}
	return statusOf(err)
}

// helpTexts are what the commands say of themselves.
//
//go:embed help
var helpTexts embed.FS

// newProgram returns the command line with all its commands.
func newProgram(stdin io.Reader, stdout, stderr io.Writer) *cmdline.Program {
	app := &cli.App{
		Name:                      name,
		HelpName:                  name,
		Usage:                     "keep the ledger of a game whose rules change while it is played",
		Reader:                    stdin,
		Writer:                    stdout,
		ErrWriter:                 stderr,
		HideVersion:               true,
		DisableSliceFlagSeparator: true,
		ExitErrHandler:            func(*cli.Context, error) {},
		Commands:                  commands(),
		Metadata:                  map[string]any{},
	}
	prepare(app.Commands)
	texts, err := fs.Sub(helpTexts, "help")
	if err != nil {
		panic(err) // the folder is embedded
	}
	p := &cmdline.Program{App: app, Shared: sharedFlags, Help: texts, Values: map[string][]string{"completion": cmdline.Shells()},
		Least: map[string]int{"at": 1, "as-of": 1, "known-at": 1, "edition": 1, "from": 1, "if-at": 1}} // sequences and editions begin with 1
	p.Govern()
	p.Former(former["commands"]...)
	p.App.Commands, p.Offer = append(p.App.Commands, valuesCommand()), offer(p)
	return p
}

// commands lists the commands in the order of the help, under its headings.
func commands() (list []*command) {
	under := func(heading string, commands ...*command) {
		for _, c := range commands {
			c.Category = heading
		}
		list = append(list, commands...)
	}
	under("Set up a game", initCommand(), playerCommand(), sideCommand(), umpireCommand(), draftCommand(), startCommand())
	under("Play", playCommand(), aheadCommand(), buyCommand(), destroyCommand(), powerCommand(), answerCommand())
	under("Run a game", announceCommand(), extendCommand(), tickCommand(), stageCommand(), transferCommand(), lotCommand(),
		interpretCommand(), ruleCommand(), disputeCommand())
	under("Look up", showCommand(), boardCommand(), weightsCommand(), listCommand(), holdingsCommand(), marksCommand(), logCommand(), watchCommand(),
		rulingCommand(), explainCommand(), blameCommand(), bisectCommand(), movesCommand(), positionCommand())
	under("Rule again on the past", readjudicateCommand(), undoCommand(), editionCommand(), whatifCommand())
	under("Positions without a ledger", analyseCommand(), perftCommand())
	under("Verify and prove", verifyCommand(), proofCommand(), witnessCommand())
	under("Ledgers and stores", exportCommand(), importCommand(), ledgersCommand(), checkCommand(), copyCommand(), followCommand(), serveCommand(), reportCommand(), mailCommand(), webhookCommand(), backupCommand(),
		restoreCommand(), salvageCommand(), systemCommand(), completionCommand(), manCommand(), shellCommand(), versionCommand(), licencesCommand())
	return list
}

// prepare gives every command what all have in common.
func prepare(list []*command) {
	for _, c := range list {
		c.Flags = overwriting(placed(c.Flags), c.Name == "export")
		if len(c.Subcommands) == 0 {
			c.Flags = append(c.Flags, jsonFlag)
		}
		slices.SortStableFunc(c.Flags, func(a, b cli.Flag) int { return rank(a) - rank(b) })
		prepare(c.Subcommands)
	}
}

// newCommand returns a command; its help is in its file.
func newCommand(name string, flags flags, action action) *command {
	return &command{Name: name, Flags: flags, Action: action}
}

// newGroup returns a group of commands about one thing, as in "edition list".
func newGroup(name string, commands ...*command) *command {
	return &command{Name: name, Subcommands: commands}
}
