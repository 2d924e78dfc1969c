package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"adjudicate/ledger/copies"
	"adjudicate/report"
)

func backupCommand() *cli.Command {
	return newCommand("backup", []cli.Flag{ledgerFlag}, do(backup))
}

func restoreCommand() *cli.Command {
	return newCommand("restore", []cli.Flag{ledgerFlag, &cli.BoolFlag{Name: "quick", Usage: "do not judge the inputs again"}}, do(restore))
}

func backup(s *session) (report.View, error) {
	to := s.arg(0)
	if err := copies.Vacant(to); err != nil {
		return nil, err
	}
	from, err := s.host.Open(s.ctx, s.place())
	if err != nil {
		return nil, err
	}
	defer from.Close()
	found, err := copies.Make(s.ctx, from, to, s.c.String("game"), s.progressOn("copying "))
	if err != nil {
		return nil, err
	}
	return nil, errors.Join(s.show(&report.Backup{Backup: found}), found.Err)
}

func restore(s *session) (report.View, error) {
	if s.c.String("game") != "" {
		return nil, usagef("\"adjudicate copy\" takes one game out of a file", "restore puts back the whole file: expected no --game")
	}
	found, err := copies.Restore(s.ctx, s.host, s.arg(0), s.place(), s.c.Bool("quick"), s.progressOn("verifying "))
	return &report.Restoration{Restoration: found, Engine: engine}, err
}
