package main

import (
	"adjudicate/history/blame"
	"adjudicate/report"
)

func blameCommand() *command {
	return newCommand("blame", reading(option("absent", "explain why `WHAT` is not so, such as \"Rook of Blue on e12\""), least(0, number("last", "list only the last `NUMBER` events"))), onStore(func(s *session, g *game) (report.View, error) {
		h, names, err := s.names(g)
		if err != nil {
			return nil, err
		}
		if text := s.c.String("absent"); text != "" {
			return report.AbsentOf(s.ctx, h, names, text, s.c.Args().Slice())
		}
		subject, err := blame.Parse(s.c.Args().Slice(), names)
		if err != nil {
			return nil, usagef("", "%v", err)
		}
		r, err := blame.Ask(s.events(g, h), subject, h.Changed)
		if err != nil {
			return nil, err
		}
		v := report.NewBlame(r, report.NamesBy(names.Speaker()))
		if n, last := len(v.Causes), s.c.Int("last"); s.c.IsSet("last") && last < n {
			v.Causes, v.Earlier = v.Causes[n-last:], n-last
		}
		return v, nil
	}))
}
