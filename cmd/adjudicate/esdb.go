package main

import (
	"context"
	"fmt"
	"os"

	"adjudicate/store"
	"adjudicate/store/esdb"
)

// openESDB opens a store on a server. What the store waits for is told on standard error: a
// server that is away would otherwise look like a command that hangs.
func openESDB(_ context.Context, url string) (store.Store, error) {
	st, err := esdb.Open(url, esdb.Options{Waiting: func(text string) { fmt.Fprintf(os.Stderr, "%s: %s\n", name, text) }})
	if err != nil {
		return nil, &usageError{text: err.Error(), hint: "docs/operations.md has the form of an address and what can be set in it", err: err}
	}
	return st, nil
}
