package main

import (
	"cmp"
	"os"
	"path/filepath"

	"adjudicate/aggregate/cases"
	"adjudicate/internal/infile"
	"adjudicate/internal/rulefiles"
	"adjudicate/report"
	"adjudicate/systems"
)

func casesCommand() *command {
	return newCommand("cases", flags{
		option("system", "the `SYSTEM` whose rules apply (default: the one that FOLDER lies in, else "+systems.Usual()+")"), bookFlag,
	}, do(func(s *session) (report.View, error) {
		own, err := readRulebook(s.c.String("rulebook"))
		if err != nil {
			return nil, err
		}
		dir := s.arg(0)
		if dir == "" {
			f, err := s.folder(cmp.Or(s.c.String("system"), systems.Usual()), true)
			if err != nil {
				return nil, err
			}
			return judged(f.Under(own).Judge())
		}
		if _, err := os.ReadDir(dir); err != nil {
			return nil, infile.Failed(dir, err)
		}
		sys, err := systemNamed(cmp.Or(s.c.String("system"), rulefiles.Around(dir), systems.Usual()), "--system")
		if err != nil {
			return nil, err
		}
		results, err := cases.Run(os.DirFS(dir), os.DirFS(filepath.Join(dir, "..", "amendments")), sys.With(own))
		if err != nil {
			return nil, inputError(dir, err)
		}
		return judged(results)
	}))
}

func judged(results []cases.Result) (report.View, error) {
	v := report.NewCases(results)
	return v, errDifference.when(len(v.Failed) > 0)
}
