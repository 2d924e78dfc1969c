package main

import (
	"runtime"

	"adjudicate/aggregate/dispute"
	"adjudicate/history/remedy"
	"adjudicate/history/sensitivity"
	"adjudicate/report"
)

func disputeGraphCommand() *command {
	return newCommand("graph", flags{policyFlag, ledgerFlag, option("svg", "also write a picture to `FILE`, or - for standard output")}, onGame(func(s *session, g *game) (report.View, error) {
		v, err := report.DisputeGraphOf(s.ctx, g.l, s.c.String("policy"))
		if err != nil {
			return nil, err
		}
		return s.withFile(v, "svg", v.SVG)
	}))
}

func disputePageCommand() *command {
	return newCommand("page", flags{ledgerFlag, policyFlag, option("out", "write the page to `FILE`, or - for standard output")}, onDispute(func(s *session, g *game, c *dispute.Dispute) (report.View, error) {
		v, err := report.CaseFileOf(s.ctx, g.l, c, s.c.String("policy"), engine)
		if err != nil {
			return nil, err
		}
		return s.withFile(v, "out", v.Page)
	}))
}

func remedyCommand() *command {
	return newCommand("remedy", append(planFlags()[:2:2], ledgerFlag, option("dispute", "start with the changes of `DISPUTE`"),
		options("spare", "spare `SIDE`: none of its plays may fall, and it may not be worse off (repeatable)"),
		least(1, numberOr("most", remedy.DefaultMost, "try at most `N` histories"))), onGame(func(s *session, g *game) (report.View, error) {
		q := remedy.Question{Engine: engine, Most: s.c.Int("most"), Spare: s.c.StringSlice("spare")}
		var err error
		if q.Plan, err = s.plan(g, s.wordsOf()); err != nil {
			return nil, err
		}
		showProgress, done := s.Progress("seeking remedies", int64(q.Most))
		defer done()
		q.Progress = func(n int) { showProgress(int64(n)) }
		return report.Remedies(s.ctx, g.l, s.c.String("dispute"), q)
	}))
}

func stabilityCommand() *command {
	return newCommand("stability", flags{ledgerFlag, editionFlag, knownFlag, policyFlag, toggle("all", "also list what is certain"),
		least(1, numberOr("most", sensitivity.DefaultMost, "try at most `N` combinations")),
		least(1, numberOr("jobs", runtime.NumCPU(), "try `N` combinations in parallel (default: the number of processors)"))}, onGame(func(s *session, g *game) (report.View, error) {
		return s.stability(g, sensitivity.Uncertain{Most: s.c.Int("most")}, s.c.String("policy"))
	}))
}

func sensitivityCommand() *command {
	return newCommand("sensitivity", flags{ledgerFlag, editionFlag, knownFlag,
		toggle("all", "also list readings without effect"),
		least(1, numberOr("jobs", runtime.NumCPU(), "try `N` readings in parallel (default: the number of processors)")),
	}, onGame(func(s *session, g *game) (report.View, error) {
		v, err := s.stability(g, sensitivity.Uncertain{Single: true}, "")
		if err != nil {
			return nil, err
		}
		return v.Sensitivity(), nil
	}))
}

// stability finds out what the arguments and flags of both commands ask.
func (s *session) stability(g *game, q sensitivity.Uncertain, policy string) (v *report.Stability, err error) {
	if q.Entries, err = s.entries(g); err != nil {
		return nil, err
	}
	showProgress, done := s.Progress("trying combinations", 1000)
	defer done()
	q.Store, q.Edition, q.Workers, q.Engine = g.Recall(), int(s.point("edition")), s.c.Int("jobs"), engine
	q.Progress = func(n, all int) { showProgress(int64(1000 * n / all)) }
	return report.StabilityOf(s.ctx, g.l, policy, s.point("known-at"), s.c.Bool("all"), q)
}

// entries are the entries of the register that the arguments name.
func (s *session) entries(g *game) (list []string, err error) {
	register, err := g.l.State().Register()
	if err != nil {
		return nil, err
	}
	for _, word := range s.wordsOf() {
		id, err := find("entry of the register", word, register.IDs())
		if err != nil {
			return nil, err
		}
		list = append(list, id)
	}
	return list, nil
}
