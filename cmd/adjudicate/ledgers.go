package main

import (
	"errors"

	"adjudicate/internal/infile"
	"adjudicate/ledger"
	"adjudicate/ledger/place"
	"adjudicate/ledger/salvage"
	"adjudicate/ledger/summary"
	"adjudicate/report"
)

func ledgersCommand() *command {
	return newCommand("ledgers", flags{ledgerFlag, toggle("anew", "read every ledger instead of the cached summaries")}, onWhole(func(s *session, st *place.Store) (report.View, error) {
		at, done := s.Progress("reading", -1)
		defer done()
		v, err := report.NewLedgers(st.Place, st.Summaries(s.ctx, s.c.String("game"), s.c.Bool("anew")), at)
		if errors.Is(err, summary.ErrNoList) {
			err = usagef("--game NAME chooses one", "%s: %v", st.Place, err)
		}
		return v, err
	}))
}

func checkCommand() *command {
	return newCommand("check", flags{ledgerFlag, options("mend", "repair damage of a `KIND`: hidden, index, unfinished or stage (repeatable)")}, onWhole(func(s *session, st *place.Store) (report.View, error) {
		found, err := ledger.Examine(s.ctx, st.Events, st.Place, s.c.String("game"), s.c.StringSlice("mend"))
		return &report.Examination{Examination: found}, err
	}))
}

func salvageCommand() *command {
	return newCommand("salvage", flags{gameFlag, option("to", "the new ledger's `FILE`, which must not exist")}, do(recoverLedger))
}

func recoverLedger(s *session) (report.View, error) {
	from, to := s.arg(0), s.c.String("to")
	if to == "" {
		return nil, usagef("use --to NEW.ledger", "no file given for the recovered ledger")
	}
	source, prefix, err := salvage.Recover(s.ctx, s.host, from, s.gameName(), to, func(path string) (salvage.Remains, error) { return infile.Remains(path) }, func() (func(int64), func()) { return s.Progress("judging", -1) })
	if err != nil {
		return nil, err
	}
	return report.NewSalvage(source.Place, to, source, prefix), nil
}
