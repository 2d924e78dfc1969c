package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"adjudicate/ledger/summary"
	"adjudicate/report"
	"adjudicate/store"
)

func ledgersCommand() *cli.Command {
	return newCommand("ledgers", []cli.Flag{ledgerFlag, &cli.BoolFlag{Name: "anew", Usage: "read every ledger, without the summaries cached earlier"}}, do(listLedgers))
}

func listLedgers(s *session) error {
	place := s.place()
	g := &game{ctx: s.ctx, address: place, place: shown(place)}
	var err error
	if g.st, err = openStore(s.ctx, place); err != nil {
		return err
	}
	defer g.close()
	v := &report.Ledgers{Store: g.place, Ledgers: []report.LedgerLine{}}
	if s.c.String("game") != "" {
		err = s.oneLedger(g, v)
	} else {
		err = s.allLedgers(g, v)
	}
	if err != nil {
		return err
	}
	if err := s.show(v); err != nil {
		return err
	}
	return v.Err
}

func (s *session) oneLedger(g *game, v *report.Ledgers) error {
	var err error
	if g.name, err = choose(s.ctx, g.place, g.st, s.c.String("game")); err != nil {
		return err
	}
	e := summary.Entry{Name: g.name}
	if s.c.Bool("anew") {
		if e.Summary, err = summary.After(s.ctx, g.st, store.Note{Stream: g.name}); err == nil {
			summary.Keep(s.ctx, g.keeper(), g.name, e.Summary)
		}
	} else {
		var head store.Revision
		if head, err = g.st.Head(s.ctx, g.name); err == nil {
			e.Summary, err = summary.Current(s.ctx, g.st, g.keeper(), g.name, head)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", g.place, err)
	}
	v.Add(e)
	return nil
}

func (s *session) allLedgers(g *game, v *report.Ledgers) error {
	at, done := s.progress("reading", -1)
	defer done()
	for e, err := range summary.All(s.ctx, g.st, g.keeper(), s.c.Bool("anew")) {
		if errors.Is(err, summary.ErrNoList) {
			return usagef("--game NAME chooses one", "%s: %v", g.place, err)
		}
		if err != nil {
			return err
		}
		v.Add(e)
		at(int64(len(v.Ledgers)))
	}
	return nil
}
