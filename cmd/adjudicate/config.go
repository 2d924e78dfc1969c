package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"adjudicate/internal/cmdline"
	"adjudicate/internal/infile"
)

// config says what a configuration file may set, and where one may lie for a command line: beside the ledger, and in the folder of the user's configuration.
func config(line cmdline.Line) *cmdline.Config {
	c := &cmdline.Config{Flags: []string{"ledger", "store", "game", "url"}, Paths: []string{"ledger", "store", "tray"}, Groups: [][]string{{"ledger", "store"}},
		About: map[string]string{"game": "store"}, Never: []string{"now", "actor", "at", "if-at", "as-of", "known-at", "edition", "force", "dry-run", "json"},
		Env:  map[string][]string{"ledger": {"ADJUDICATE_STORE", "ADJUDICATE_LEDGER"}, "game": {"ADJUDICATE_GAME"}, "key": {"ADJUDICATE_KEY"}},
		Join: infile.Beside, Read: infile.Regular}
	where := []string{os.Getenv("ADJUDICATE_STORE"), os.Getenv("ADJUDICATE_LEDGER"), "."}
	for _, w := range line.Words {
		if name, value, _ := strings.Cut(w, "="); name == "--store" || name == "--ledger" {
			where = slices.Insert(where, 0, value)
		}
	}
	place := where[slices.IndexFunc(where, func(s string) bool { return s != "" })]
	if strings.Contains(place, "://") {
		place = "."
	}
	c.Files = []string{filepath.Join(filepath.Dir(place), cmdline.ConfigName)}
	if own, err := os.UserConfigDir(); err == nil {
		c.Files = append(c.Files, filepath.Join(own, name, cmdline.ConfigName))
	}
	return c
}
