package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime/debug"
	"slices"

	"github.com/urfave/cli/v2"
)

// name is what the program is called in its messages.
const name = "adjudicate"

// Categories in which the help lists the commands.
const (
	catGame     = "Set a game up"
	catPlay     = "Play"
	catOffice   = "Keep the office"
	catRead     = "Look"
	catPosition = "Positions without a ledger"
	catProof    = "Prove and check"
	catLedger   = "The ledger itself"
	catEditions = "Rule again on what has been"
)

var categories = []string{catGame, catPlay, catOffice, catRead, catEditions, catPosition, catProof, catLedger}

// run executes one command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintf(stderr, "%s: a fault of this program, not of your input: %v\n", name, fault)
			fmt.Fprintf(stderr, "  nothing more was written; please report it with the command line\n")
			if os.Getenv("ADJUDICATE_TRACE") != "" {
				stderr.Write(debug.Stack())
			}
			status = statusStore
		}
	}()
	app := newApp(stdin, stdout, stderr)
	if len(args) > 0 && args[0] == completeWord {
		complete(app, args[1:], stdout)
		return statusDone
	}
	if len(args) == 1 && args[0] == "--version" {
		args = []string{"version"}
	}
	line, err := arrange(app, args)
	switch {
	case err != nil:
	case line.help:
		err = printHelp(stdout, app, line.command)
	default:
		err = app.RunContext(ctx, append([]string{name}, line.words...))
	}
	if err != nil {
		explain(stderr, err)
	}
	return statusOf(err)
}

// newApp returns the command line with all its commands.
func newApp(stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	app := &cli.App{
		Name:                      name,
		HelpName:                  name,
		Usage:                     "keep the ledger of a game whose rules change while it is played",
		Reader:                    stdin,
		Writer:                    stdout,
		ErrWriter:                 stderr,
		HideVersion:               true,
		HideHelpCommand:           true,
		DisableSliceFlagSeparator: true,
		ExitErrHandler:            func(*cli.Context, error) {},
		OnUsageError:              onUsageError,
		Commands:                  commands(),
		Metadata:                  map[string]any{},
	}
	prepare(app.Commands)
	app.Commands = append(app.Commands, formerSpellings(app.Commands)...)
	return app
}

// commands lists the commands in the order of the help.
func commands() []*cli.Command {
	return []*cli.Command{
		initCommand(), playerCommand(), swingershipCommand(), umpireCommand(), draftCommand(), startCommand(),
		playCommand(), announceCommand(), extendCommand(), tickCommand(), freeForAllCommand(),
		buyCommand(), destroyCommand(), transferCommand(), lotCommand(), interpretCommand(), ruleCommand(), disputeCommand(),
		showCommand(), boardCommand(), weightsCommand(), listCommand(), holdingsCommand(), knivesCommand(),
		logCommand(), rulingCommand(), explainCommand(), blameCommand(), bisectCommand(), movesCommand(), positionCommand(),
		readjudicateCommand(), editionCommand(), whatifCommand(),
		analyseCommand(), perftCommand(), verifyCommand(), proofCommand(),
		exportCommand(), importCommand(), ledgersCommand(), copyCommand(), followCommand(), backupCommand(), restoreCommand(),
		salvageCommand(), systemCommand(), completionCommand(), versionCommand(),
	}
}

// prepare gives every command what all have in common.
func prepare(list []*cli.Command) {
	for _, c := range list {
		c.HideHelpCommand = true
		c.OnUsageError = onUsageError
		c.Flags = overwriting(placed(c.Flags), c.Name == "export")
		if len(c.Subcommands) == 0 {
			c.Flags = append(c.Flags, jsonFlag)
		}
		slices.SortStableFunc(c.Flags, func(a, b cli.Flag) int { return rank(a) - rank(b) })
		prepare(c.Subcommands)
	}
}

// invalidValue is how the flag package says that a value is no number.
var invalidValue = regexp.MustCompile(`^invalid value (".*") for flag -([a-z-]+): (?:parse error|value out of range|strconv\..*)$`)

// least is the least number that a flag takes: sequences begin with 1.
func least(flag string) string {
	switch flag {
	case "at", "as-of", "known-at", "edition", "from", "if-at":
		return "1"
	}
	return "0"
}

func onUsageError(_ *cli.Context, err error, _ bool) error {
	text := err.Error()
	if m := invalidValue.FindStringSubmatch(text); m != nil {
		return &usageError{text: fmt.Sprintf("invalid --%s %s: expected a number from %s", m[2], m[1], least(m[2]))}
	}
	return &usageError{text: text}
}
