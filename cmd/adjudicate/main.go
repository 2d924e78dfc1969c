// Command adjudicate keeps the ledger of a game whose rules change while it is played.
//
// It turns command-line arguments into inputs for package ledger, or into queries to the packages that answer them, and prints
// the result: text for people, or with --json one document on standard output. It is the only package that reads the clock, the
// environment and a random source.
//
//	words ──cmdline──► cli ──► a command (one file a subject) ──► ledger/…, history, position, …
//	                                   └──► a view ──► text or JSON, an exit status
//
// The exit status is 0 on success, 1 for an input ruled illegal or a verification that found a difference, 2 for wrong usage or
// malformed input, 3 for a ledger that has moved on, 4 for a store that cannot be reached or trusted (exit.go).
package main

import (
	"context"
	"os"
	_ "time/tzdata" // the time zones of ledgers, on machines that have none

	"adjudicate/internal/garbage"
)

func main() {
	garbage.CollectLate()
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
