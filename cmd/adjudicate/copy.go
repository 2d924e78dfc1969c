package main

import (
	"errors"
	"fmt"

	"adjudicate/ledger/copies"
	"adjudicate/ledger/intake"
	"adjudicate/ledger/place"
	"adjudicate/report"
	"adjudicate/systems"
)

func copyCommand() *command {
	return newCommand("copy", flags{gameFlag, apart(toggle("all", "copy every game that FROM holds"), "game"),
		number("format", "convert a game of an older format to format `N`; only 2 is supported")}, do(copyGames))
}

// copier opens the two places that the arguments name, and chooses what to copy.
func (s *session) copier() (*copies.Copier, error) {
	return copies.Open(s.ctx, s.host, s.arg(0), s.arg(1), s.gameName(), s.c.Bool("all"), s.progressOn("copying "))
}

// progressOn shows progress on one game after another.
func (s *session) progressOn(doing string) copies.Progress {
	return func(game string) (func(int64), func()) { return s.Progress(doing+game, -1) }
}

func copyGames(s *session) (report.View, error) {
	if s.c.IsSet("format") {
		return s.carry()
	}
	c, err := s.copier()
	if err != nil {
		return nil, err
	}
	defer c.Close()
	v := &report.Copies{From: c.From.Place, To: c.To.Place, Ledgers: []report.Copy{}, State: c.State, Err: c.State.Err}
	warn := func(err error) error {
		var interrupted *copies.InterruptedError
		if errors.As(err, &interrupted) {
			fmt.Fprintf(s.Errs, "%s: %d events copied so far; run the same command again to resume\n", interrupted.Name, interrupted.Events)
		}
		return err
	}
	if err := c.Each(s.ctx, func(game string, one *copies.Copy, err error) { v.Add(game, one, warn(err)) }); err != nil {
		return nil, warn(err)
	}
	if !s.c.Bool("all") {
		return &v.Ledgers[0], nil
	}
	return v, nil
}

// carry copies a game of an older format into that of today.
func (s *session) carry() (report.View, error) {
	if n := s.c.Int("format"); n != systems.Format || s.c.Bool("all") {
		return nil, usagef("use --format 2, with --game NAME if there are several games", "cannot convert to format %d", n)
	}
	told, done := s.Progress("converting", -1)
	draft, r, err := intake.Carry(s.ctx, s.host, s.arg(0), s.gameName(), systems.Renewed, told)
	done()
	if err != nil {
		return nil, err
	}
	to, err := draft.Put(s.ctx, s.host, s.arg(1), true)
	if err != nil {
		return nil, err
	}
	return report.NewCarried(place.Shown(s.arg(0)), to, draft.Name, r), nil
}

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
