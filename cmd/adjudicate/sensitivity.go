package main

import (
	"runtime"

	"adjudicate/history/sensitivity"
	"adjudicate/report"
	"adjudicate/rules"
)

func sensitivityCommand() *command {
	return newCommand("sensitivity", flags{ledgerFlag, editionFlag, knownFlag,
		toggle("all", "also list readings without effect"),
		least(1, numberOr("jobs", runtime.NumCPU(), "try `N` readings in parallel")),
	}, onGame(func(s *session, g *game) (report.View, error) {
		register, entries, err := s.entries(g)
		if err != nil {
			return nil, err
		}
		showProgress, done := s.progress("trying readings", 1000)
		found, err := sensitivity.Analyse(s.ctx, g.st, g.name, s.point("known-at"), register, sensitivity.Question{
			Edition: int(s.point("edition")), Entries: entries, Workers: s.c.Int("jobs"), Engine: engine,
			Progress: func(n, all int) { showProgress(int64(1000 * n / all)) },
		})
		done()
		if err != nil {
			return nil, err
		}
		return report.NewSensitivity(found, s.c.Bool("all")), nil
	}))
}

// entries are the entries of the register that the arguments name.
func (s *session) entries(g *game) (register *rules.Register, list []string, err error) {
	if register, err = g.l.State().Register(); err != nil {
		return nil, nil, err
	}
	for _, word := range s.wordsOf() {
		id, err := find("entry of the register", word, register.IDs())
		if err != nil {
			return nil, nil, err
		}
		list = append(list, id)
	}
	return register, list, nil
}
