package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"adjudicate/ledger"
	"adjudicate/ledger/summary"
	"adjudicate/report"
)

func ledgersCommand() *cli.Command {
	return newCommand("ledgers", []cli.Flag{ledgerFlag, &cli.BoolFlag{Name: "anew", Usage: "read every ledger, without the summaries cached earlier"}}, do(listLedgers))
}

func listLedgers(s *session) (report.View, error) {
	st, err := s.host.Open(s.ctx, s.place())
	if err != nil {
		return nil, err
	}
	defer st.Close()
	at, done := s.progress("reading", -1)
	defer done()
	v := &report.Ledgers{Store: st.Place, Ledgers: []report.LedgerLine{}}
	for e, err := range st.Summaries(s.ctx, s.c.String("game"), s.c.Bool("anew")) {
		if errors.Is(err, summary.ErrNoList) {
			return nil, usagef("--game NAME chooses one", "%s: %v", st.Place, err)
		}
		if err != nil {
			return nil, err
		}
		v.Add(e)
		at(int64(len(v.Ledgers)))
	}
	return nil, errors.Join(s.show(v), v.Err)
}

func checkCommand() *cli.Command {
	return newCommand("check", []cli.Flag{ledgerFlag, &cli.StringSliceFlag{Name: "mend", Usage: "put right what is found of a `KIND`, as hidden, index, unfinished or stage; may be repeated"}}, do(func(s *session) (report.View, error) {
		if err := ledger.CanMend(s.c.StringSlice("mend")); err != nil {
			return nil, err
		}
		st, err := s.host.Open(s.ctx, s.place())
		if err != nil {
			return nil, err
		}
		defer st.Close()
		found, err := ledger.Examine(s.ctx, st.Events, st.Place, s.c.String("game"), s.c.StringSlice("mend"))
		return nil, errors.Join(s.show(&report.Examination{Examination: found}), err, found.Err)
	}))
}
