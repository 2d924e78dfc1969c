package main

import (
	"runtime"

	"github.com/urfave/cli/v2"

	"adjudicate/history/remedy"
	"adjudicate/history/sensitivity"
	"adjudicate/report"
)

func disputeGraphCommand() *cli.Command {
	return newCommand("graph", []cli.Flag{policyFlag, ledgerFlag, &cli.StringFlag{Name: "svg", Usage: "also write a picture to `FILE`, or - for standard output"}}, onGame(func(s *session, g *game) (report.View, error) {
		v, err := report.DisputeGraphOf(s.ctx, g.l, s.c.String("policy"))
		if err != nil {
			return nil, err
		}
		return s.withFile(v, "svg", v.SVG)
	}))
}

func disputePageCommand() *cli.Command {
	return newCommand("page", []cli.Flag{ledgerFlag, policyFlag, &cli.StringFlag{Name: "out", Usage: "write the page to `FILE`, or - for standard output"}}, do(func(s *session) (report.View, error) {
		g, c, err := s.openDispute(s.arg(0))
		if err != nil {
			return nil, err
		}
		v, err := report.CaseFileOf(s.ctx, g.l, c, s.c.String("policy"), engine)
		if err != nil {
			return nil, err
		}
		return s.withFile(v, "out", v.Page)
	}))
}

func remedyCommand() *cli.Command {
	return newCommand("remedy", append(planFlags()[:2:2], ledgerFlag, &cli.StringFlag{Name: "dispute", Usage: "start with the changes of `DISPUTE`"},
		&cli.StringSliceFlag{Name: "spare", Usage: "spare `SIDE`: none of its plays may fall, and it may not be worse off (repeatable)"},
		&cli.IntFlag{Name: "most", Value: remedy.DefaultMost, Action: least("most", 1), Usage: "try at most `N` histories"}), onGame(func(s *session, g *game) (report.View, error) {
		q := remedy.Question{Engine: engine, Most: s.c.Int("most"), Spare: s.c.StringSlice("spare")}
		var err error
		if q.Plan, err = s.plan(g, s.wordsOf()); err != nil {
			return nil, err
		}
		showProgress, done := s.progress("seeking remedies", int64(q.Most))
		defer done()
		q.Progress = func(n int) { showProgress(int64(n)) }
		return report.Remedies(s.ctx, g.l, s.c.String("dispute"), q)
	}))
}

func stabilityCommand() *cli.Command {
	return newCommand("stability", []cli.Flag{ledgerFlag, editionFlag, knownFlag, policyFlag, &cli.BoolFlag{Name: "all", Usage: "also list what is certain"},
		&cli.IntFlag{Name: "most", Value: sensitivity.DefaultMost, Action: least("most", 1), Usage: "try at most `N` combinations"},
		&cli.IntFlag{Name: "jobs", Action: least("jobs", 1), Value: runtime.NumCPU(), Usage: "try `N` combinations in parallel"}}, onGame(func(s *session, g *game) (report.View, error) {
		_, entries, err := s.entries(g)
		if err != nil {
			return nil, err
		}
		showProgress, done := s.progress("trying combinations", 1000)
		defer done()
		return report.StabilityOf(s.ctx, g.l, s.c.String("policy"), s.point("known-at"), s.c.Bool("all"), sensitivity.Uncertain{Edition: int(s.point("edition")), Entries: entries,
			Most: s.c.Int("most"), Workers: s.c.Int("jobs"), Engine: engine, Progress: func(n, all int) { showProgress(int64(1000 * n / all)) }})
	}))
}
