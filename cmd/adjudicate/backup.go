package main

import (
	"adjudicate/ledger/copies"
	"adjudicate/ledger/place"
	"adjudicate/report"
)

func backupCommand() *command {
	return newCommand("backup", flags{ledgerFlag}, onWhole(backup))
}

func restoreCommand() *command {
	return newCommand("restore", flags{ledgerFlag, toggle("quick", "verify without judging the inputs again")}, do(restore))
}

func backup(s *session, from *place.Store) (report.View, error) {
	found, err := copies.Make(s.ctx, from, s.arg(0), s.c.String("game"), s.progressOn("copying "))
	return &report.Backup{Backup: found}, err
}

func restore(s *session) (report.View, error) {
	if s.c.String("game") != "" {
		return nil, usagef("\"adjudicate copy\" copies a single game", "--game cannot be used with restore, which restores the whole file")
	}
	found, err := copies.Restore(s.ctx, s.host, s.arg(0), s.place(), s.c.Bool("quick"), s.progressOn("verifying "))
	return &report.Restoration{Restoration: found, Engine: engine}, err
}
