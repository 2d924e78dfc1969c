package main

import (
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"adjudicate/internal/cmdline"
	"adjudicate/rules/names"
)

// What commands are made of, in the library's words.
type (
	command = cli.Command
	action  = cli.ActionFunc
	flags   = []cli.Flag
)

// A flag is said by its name and what help tells of it, where `WORD` is what it takes.

func toggle(name, usage string) *cli.BoolFlag   { return &cli.BoolFlag{Name: name, Usage: usage} }
func option(name, usage string) *cli.StringFlag { return optionOr(name, "", usage) }
func options(name, usage string) *cli.StringSliceFlag {
	return &cli.StringSliceFlag{Name: name, Usage: usage}
}
func number(name, usage string) *cli.IntFlag      { return numberOr(name, 0, usage) }
func sequence(name, usage string) *cli.Uint64Flag { return &cli.Uint64Flag{Name: name, Usage: usage} }

// optionOr is an option with a default value, which its help states.
func optionOr(name, value, usage string) *cli.StringFlag {
	return &cli.StringFlag{Name: name, Value: value, Usage: cmdline.Default(usage, value)}
}

func numberOr(name string, value int, usage string) *cli.IntFlag {
	return &cli.IntFlag{Name: name, Value: value, Usage: cmdline.Default(usage, value)}
}

func durationOr(name string, value time.Duration, usage string) *cli.DurationFlag {
	return &cli.DurationFlag{Name: name, Value: value, Usage: cmdline.Default(usage, value)}
}

// checked is an option whose value is looked at before anything is done.
func checked(check func(value string) error, f *cli.StringFlag) *cli.StringFlag {
	f.Action = func(_ *cli.Context, value string) error {
		if err := check(value); err != nil {
			return usagef("", "invalid --%s: %v", f.Name, err)
		}
		return nil
	}
	return f
}

// among is a flag that takes one of some words.
func among(what string, words []string, f *cli.StringFlag) *cli.StringFlag {
	return checked(func(word string) error {
		if slices.Contains(words, word) {
			return nil
		}
		return names.Unknown(what, word, words)
	}, f)
}

// least is a flag that takes numbers from n.
func least(n int, f *cli.IntFlag) *cli.IntFlag {
	f.Action = func(_ *cli.Context, found int) error {
		if found < n {
			return usagef("", "invalid --%s %d: expected a number of at least %d", f.Name, found, n)
		}
		return nil
	}
	return f
}

// apart is a flag that cannot be used together with others.
func apart(f cli.Flag, others ...string) cli.Flag {
	check := func(c *cli.Context) error {
		if i := slices.IndexFunc(others, c.IsSet); i >= 0 {
			return usagef("", "--%s and --%s cannot be used together", cmdline.FlagName(f), others[i])
		}
		return nil
	}
	switch f := f.(type) {
	case *cli.BoolFlag:
		f.Action = func(c *cli.Context, _ bool) error { return check(c) }
	case *cli.StringFlag:
		f.Action = func(c *cli.Context, _ string) error { return check(c) }
	case *cli.StringSliceFlag:
		f.Action = func(c *cli.Context, _ []string) error { return check(c) }
	}
	return f
}

// Flags that several commands share. Each command lists those that it takes.
var (
	ledgerFlag  = option("ledger", "the ledger's `FILE` (default: $ADJUDICATE_LEDGER, else ./adjudicate.ledger)")
	storeFlag   = option("store", "a `PLACE` that may hold several games, instead of --ledger: a file, or an esdb:// address (default: $ADJUDICATE_STORE)")
	gameFlag    = option("game", "the `NAME` of the game, if there are several (default: $ADJUDICATE_GAME)")
	jsonFlag    = toggle("json", "print one JSON document")
	nowFlag     = option("now", "the `TIME` of the entry, such as 1998-10-05T09:00:00Z (default: the clock)")
	actorFlag   = option("actor", "the `PLAYER` who makes the entry (default: the side's player, else the umpire); only those two may act for a side")
	atFlag      = option("at", "read the state after event `N`, or as it stood at a moment, such as yesterday (default: the last)")
	editionFlag = option("edition", "read edition `N` of the history, or the one current at a moment (default: the current one)")
	asOfFlag    = option("as-of", "read up to the effective point `N`: an input's sequence number, an entry's address such as 2.1, or a moment (default: the end)")
	knownFlag   = option("known-at", "read the ledger as it was known after event `N`, or at a moment (default: the last)")
	ifAtFlag    = sequence("if-at", "write only if the last event of the ledger is `N`; otherwise exit with status 3")
	seenFlag    = &cli.Uint64Flag{Name: "at", Usage: "former name of --if-at `N`", Hidden: true}
	aheadFlag   = toggle("force", "write even if --now is ahead of the clock or before the last entry (whose time is then recorded), or the game has fewer events than a known checkpoint")
	boardFlag   = toggle("board", "also draw the board afterwards")
	dryRunFlag  = toggle("dry-run", "print the ruling without writing anything")
	svgFlag     = option("svg", "also draw a picture to `FILE`, or - for standard output")
	stretchFlag = least(1, number("from", "with --svg: an animated picture of the boards from event `NUMBER` on"))
	cropFlag    = option("crop", "show only the `PART` between two opposite corners, such as c3-h9")
	pngFlag     = option("png", "also write a PNG image to `FILE`, or - for standard output")
	forceFlag   = toggle("force", "overwrite a file of another kind")
	bookFlag    = option("rulebook", "`PATH` of a rule file or folder to use instead of the built-in rulebook")
)

// sharedFlags are those that may stand before the command.
var sharedFlags = flags{ledgerFlag, storeFlag, gameFlag, atFlag, jsonFlag, nowFlag, actorFlag}

// reading returns the flags of a command that reads a ledger.
func reading(more ...cli.Flag) flags {
	return append(more, ledgerFlag, atFlag, editionFlag, asOfFlag, knownFlag)
}

// writing returns the flags of a command that adds to a ledger.
func writing(more ...cli.Flag) flags {
	return append(more, ledgerFlag, ifAtFlag, seenFlag, aheadFlag, nowFlag, actorFlag)
}

// placed gives a command that takes --ledger the other flags that say which ledger.
func placed(flags []cli.Flag) []cli.Flag {
	if !slices.Contains(flags, cli.Flag(ledgerFlag)) {
		return flags
	}
	for _, f := range []cli.Flag{storeFlag, gameFlag} {
		if !slices.ContainsFunc(flags, func(g cli.Flag) bool { return cmdline.FlagName(g) == cmdline.FlagName(f) }) {
			flags = append(flags, f)
		}
	}
	return flags
}

// overwriting gives a command that writes a file of its own the flag that replaces another.
func overwriting(flags []cli.Flag, always bool) []cli.Flag {
	named := func(names ...string) bool {
		return slices.ContainsFunc(flags, func(f cli.Flag) bool { return slices.Contains(names, cmdline.FlagName(f)) })
	}
	if always || named("svg", "png", "html", "receipt") || slices.Contains(flags, cli.Flag(outFlag)) {
		if !named("force") {
			flags = append(flags, forceFlag)
		}
	}
	return flags
}

// rank orders flags in help: a command's own, then the shared ones.
func rank(f cli.Flag) int {
	name := cmdline.FlagName(f)
	if name == gameFlag.Name && f != cli.Flag(gameFlag) {
		return 0 // init's own --game is no shared one
	}
	return 1 + slices.Index([]string{"ledger", "store", "game", "at", "if-at", "edition", "as-of", "known-at", "now", "actor", "json"}, name)
}
