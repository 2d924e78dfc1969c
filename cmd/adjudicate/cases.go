package main

import (
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate/cases"
	"adjudicate/internal/infile"
	"adjudicate/report"
)

func casesCommand() *cli.Command {
	return newCommand("cases", []cli.Flag{
		&cli.StringFlag{Name: "system", Usage: "the `SYSTEM` whose rules apply (default: partychess)"}, bookFlag,
	}, do(func(s *session) (report.View, error) {
		dir := s.arg(0)
		if dir == "" && s.c.IsSet("system") {
			f, err := s.folder(s.c.String("system"))
			if err == nil && !f.Sound() {
				err = f.Problems.Faults()
			}
			if err != nil {
				return nil, err
			}
			v := report.NewCases(f.Judge())
			return v, errDifference.when(len(v.Failed) > 0)
		}
		if dir == "" {
			dir = "fixtures/cases"
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
		if own, err := readRulebook(s.c.String("rulebook")); err != nil {
			return nil, err
		} else if own != nil {
			sys = sys.With(own)
		}
		results, err := cases.Run(os.DirFS(dir), os.DirFS(filepath.Join(dir, "..", "amendments")), sys)
		if err != nil {
			return nil, &inputError{dir, err}
		}
		v := report.NewCases(results)
		return v, errDifference.when(len(v.Failed) > 0)
	}))
}
