package main

import (
	"errors"

	"adjudicate/ledger"
	"adjudicate/ledger/place"
	"adjudicate/ledger/summary"
	"adjudicate/report"
)

func ledgersCommand() *command {
	return newCommand("ledgers", flags{ledgerFlag, toggle("anew", "read every ledger instead of the cached summaries")}, onWhole(func(s *session, st *place.Store) (report.View, error) {
		at, done := s.progress("reading", -1)
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
