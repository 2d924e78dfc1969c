package main

import (
	"context"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"adjudicate/store"
	"adjudicate/store/sqlite"
)

// settle waits until a ledger that follows another has as many events.
func settle(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: settle FILE COPY")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	head := func(path string) store.Revision {
		st, err := sqlite.Open(ts.MkAbs(path), sqlite.Options{})
		ts.Check(err)
		defer st.Close()
		names, err := st.Streams(ctx)
		ts.Check(err)
		if len(names) != 1 {
			ts.Fatalf("%s holds %q", path, names)
		}
		at, err := st.Head(ctx, names[0])
		ts.Check(err)
		return at
	}
	for head(args[0]) != head(args[1]) {
		select {
		case <-ctx.Done():
			ts.Fatalf("%s does not come to hold what %s holds", args[1], args[0])
		case <-time.After(10 * time.Millisecond):
		}
	}
}
