package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/history/blame"
	"adjudicate/report"
)

func blameCommand() *cli.Command {
	return newCommand("blame", reading(&cli.IntFlag{Name: "last", Usage: "list only the last `NUMBER` events"}), do(func(s *session) (report.View, error) {
		last := s.c.Int("last")
		if last < 0 {
			return nil, usagef("", "--last %d: expected a number from 0", last)
		}
		g, err := s.attach()
		if err != nil {
			return nil, err
		}
		defer g.close()
		h, names, err := s.names(g)
		if err != nil {
			return nil, err
		}
		subject, err := blame.Parse(s.c.Args().Slice(), names)
		if err != nil {
			return nil, usagef("", "%v", err)
		}
		r, err := blame.Ask(s.events(g, h), subject, h.Changed)
		if err != nil {
			return nil, err
		}
		v := report.NewBlame(r)
		if n := len(v.Causes); s.c.IsSet("last") && last < n {
			v.Causes, v.Earlier = v.Causes[n-last:], n-last
		}
		return v, nil
	}))
}
