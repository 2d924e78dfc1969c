package main

import (
	"slices"

	"github.com/urfave/cli/v2"
)

// Flags that several commands share. Each command lists those that it takes.
var (
	ledgerFlag  = &cli.StringFlag{Name: "ledger", Usage: "the ledger's `FILE` (default: $ADJUDICATE_LEDGER, else ./adjudicate.ledger)"}
	storeFlag   = &cli.StringFlag{Name: "store", Usage: "a `PLACE` that may hold several games, instead of --ledger: a file, or an esdb:// address (default: $ADJUDICATE_STORE)"}
	gameFlag    = &cli.StringFlag{Name: "game", Usage: "the `NAME` of the game, if there are several (default: $ADJUDICATE_GAME)"}
	jsonFlag    = &cli.BoolFlag{Name: "json", Usage: "print one JSON document"}
	nowFlag     = &cli.StringFlag{Name: "now", Usage: "the `TIME` of the entry, such as 1998-10-05T09:00:00Z (default: the clock)"}
	actorFlag   = &cli.StringFlag{Name: "actor", Usage: "the `PLAYER` who makes the entry (default: the side's Swinger, else the Chess-Umpire); only those two may act for a side"}
	atFlag      = &cli.StringFlag{Name: "at", Usage: "read the state after event `N`, or as it stood at a moment, such as yesterday (default: the last)"}
	editionFlag = &cli.StringFlag{Name: "edition", Usage: "read edition `N` of the history, or the one current at a moment (default: the current one)"}
	asOfFlag    = &cli.StringFlag{Name: "as-of", Usage: "read up to the effective point `N`: an input's sequence number, an entry's address such as 2.1, or a moment (default: the end)"}
	knownFlag   = &cli.StringFlag{Name: "known-at", Usage: "read the ledger as it was known after event `N`, or at a moment (default: the last)"}
	ifAtFlag    = &cli.Uint64Flag{Name: "if-at", Usage: "write only if the last event of the ledger is `N`; otherwise exit with status 3"}
	seenFlag    = &cli.Uint64Flag{Name: "at", Usage: "old name of --if-at `N`", Hidden: true}
	aheadFlag   = &cli.BoolFlag{Name: "force", Usage: "write even if --now is ahead of the clock or before the last entry (whose time is then recorded), or the game has fewer events than a known checkpoint"}
	boardFlag   = &cli.BoolFlag{Name: "board", Usage: "also draw the board afterwards"}
	dryRunFlag  = &cli.BoolFlag{Name: "dry-run", Usage: "print the ruling without writing anything"}
	svgFlag     = &cli.StringFlag{Name: "svg", Usage: "also draw a picture to `FILE`, or - for standard output"}
	pngFlag     = &cli.StringFlag{Name: "png", Usage: "also draw a picture of pixels into `FILE`, or - for standard output"}
	forceFlag   = &cli.BoolFlag{Name: "force", Usage: "overwrite a file of another kind"}
	bookFlag    = &cli.StringFlag{Name: "rulebook", Usage: "`PATH` of a rule file or folder to use instead of the built-in rulebook"}
)

// sharedFlags are those that may stand before the command.
var sharedFlags = []cli.Flag{ledgerFlag, storeFlag, gameFlag, atFlag, jsonFlag, nowFlag, actorFlag}

// reading returns the flags of a command that reads a ledger.
func reading(more ...cli.Flag) []cli.Flag {
	return append(more, ledgerFlag, atFlag, editionFlag, asOfFlag, knownFlag)
}

// writing returns the flags of a command that adds to a ledger.
func writing(more ...cli.Flag) []cli.Flag {
	return append(more, ledgerFlag, ifAtFlag, seenFlag, aheadFlag, nowFlag, actorFlag)
}

// placed gives a command that takes --ledger the other flags that say which ledger.
func placed(flags []cli.Flag) []cli.Flag {
	if !slices.Contains(flags, cli.Flag(ledgerFlag)) {
		return flags
	}
	for _, f := range []cli.Flag{storeFlag, gameFlag} {
		if !slices.ContainsFunc(flags, func(g cli.Flag) bool { return g.Names()[0] == f.Names()[0] }) {
			flags = append(flags, f)
		}
	}
	return flags
}

// overwriting gives a command that writes a file of its own the flag that replaces another.
func overwriting(flags []cli.Flag, always bool) []cli.Flag {
	named := func(names ...string) bool {
		return slices.ContainsFunc(flags, func(f cli.Flag) bool { return slices.Contains(names, f.Names()[0]) })
	}
	if always || named("svg", "png", "html", "receipt") || slices.Contains(flags, cli.Flag(outFlag)) {
		if !named("force") {
			flags = append(flags, forceFlag)
		}
	}
	return flags
}

// least makes the check of a flag that takes numbers from n.
func least(flag string, n int) func(*cli.Context, int) error {
	return func(_ *cli.Context, found int) error {
		if found < n {
			return usagef("", "invalid --%s %d: expected a number of at least %d", flag, found, n)
		}
		return nil
	}
}

// rank orders flags in help: a command's own, then the shared ones.
func rank(f cli.Flag) int {
	name := f.Names()[0] // which takes a while: every command asks for all of its flags
	if name == gameFlag.Name && f != cli.Flag(gameFlag) {
		return 0 // init's own --game is no shared one
	}
	return 1 + slices.Index([]string{"ledger", "store", "game", "at", "if-at", "edition", "as-of", "known-at", "now", "actor", "json"}, name)
}
