package main

import (
	"cmp"
	"os"
	"path/filepath"

	"adjudicate/aggregate/cases"
	"adjudicate/internal/infile"
	"adjudicate/report"
)

func casesCommand() *command {
	return newCommand("cases", flags{
		option("system", "the `SYSTEM` whose rules apply (default: partychess)"), bookFlag,
	}, do(func(s *session) (report.View, error) {
		own, err := readRulebook(s.c.String("rulebook"))
		if err != nil {
			return nil, err
		}
		dir := s.arg(0)
		if dir == "" {
			f, err := s.folder(cmp.Or(s.c.String("system"), "partychess"))
			if err == nil && !f.Sound() {
				err = f.Problems.Faults()
			}
			if err != nil {
				return nil, err
			}
			v := report.NewCases(f.Under(own).Judge())
			return v, errDifference.when(len(v.Failed) > 0)
		}
		if info, err := os.Stat(dir); err != nil {
			return nil, infile.Failed(dir, err)
		} else if !info.IsDir() {
			return nil, usagef("", "%s is not a folder of cases", dir)
		}
		sys, err := s.system()
		if err != nil {
			return nil, err
		}
		results, err := cases.Run(os.DirFS(dir), os.DirFS(filepath.Join(dir, "..", "amendments")), sys.With(own))
		if err != nil {
			return nil, inputError(dir, err)
		}
		v := report.NewCases(results)
		return v, errDifference.when(len(v.Failed) > 0)
	}))
}
