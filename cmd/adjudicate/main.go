// Command adjudicate keeps the ledger of a game whose rules change while it is played.
//
// It turns the words of a command line into inputs for package ledger or questions to the
// packages that answer them, and prints what comes back: text for people, or with --json
// one document on standard output. It is the only place where the clock, the environment
// and a random source are read.
//
//	words ──cmdline──► cli ──► a command (one file a subject) ──► ledger/…, history, position, …
//	                                   └──► a view ──► text or JSON, an exit status
//
// The exit status is 0 when what was asked for is done, 1 for an input ruled illegal or a
// verification that found a difference, 2 for wrong usage or malformed input, 3 for a
// ledger that has moved on, 4 for a store that cannot be reached or trusted. exit.go maps
// errors to them.
package main

import (
	"context"
	"os"
	_ "time/tzdata" // the time zones of ledgers, on machines that have none
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
