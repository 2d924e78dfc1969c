package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"adjudicate/store"
	"adjudicate/store/esdb"
)

// openESDB opens a store on a server. What the store waits for is told on standard error: a
// server that is away would otherwise look like a command that hangs.
func openESDB(_ context.Context, url string) (store.Store, error) {
	password, err := storePassword()
	if err != nil {
		return nil, err
	}
	st, err := esdb.Open(url, esdb.Options{Password: password, Waiting: func(text string) { fmt.Fprintf(os.Stderr, "%s: %s\n", name, text) }})
	if err != nil {
		return nil, &usageError{text: err.Error(), hint: "docs/operations.md has the form of an address and what can be set in it", err: err}
	}
	return st, nil
}

// storePassword is the password of the user that an address names without one: from the
// environment, or from the file that it names, so that it stands in no list of processes.
func storePassword() (string, error) {
	if path := os.Getenv("ADJUDICATE_STORE_PASSWORD_FILE"); path != "" {
		text, err := os.ReadFile(path)
		if err != nil {
			return "", fileError(path, err)
		}
		return strings.TrimRight(string(text), "\r\n"), nil
	}
	return os.Getenv("ADJUDICATE_STORE_PASSWORD"), nil
}
