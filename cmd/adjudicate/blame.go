package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/blame"
	"adjudicate/report"
)

func blameCommand() *cli.Command {
	return newCommand("blame", reading(&cli.IntFlag{Name: "last", Usage: "list only the last `NUMBER` events"}), do(func(s *session) error {
		last := s.c.Int("last")
		if last < 0 {
			return usagef("", "--last %d: expected a number from 0", last)
		}
		g, err := s.attach()
		if err != nil {
			return err
		}
		defer g.close()
		names, err := s.names(g)
		if err != nil {
			return err
		}
		subject, err := blame.Parse(s.c.Args().Slice(), names)
		if err != nil {
			return usagef("", "%v", err)
		}
		p, err := s.point(g)
		if err != nil {
			return err
		}
		r, err := blame.Ask(p.events(1), subject, p.changed)
		if err != nil {
			return err
		}
		v := report.NewBlame(r)
		if n := len(v.Causes); s.c.IsSet("last") && last < n {
			v.Causes, v.Earlier = v.Causes[n-last:], n-last
		}
		return s.show(v)
	}))
}

// changed tells what the edition has to do with an input, "" for one as it was recorded.
func (p *point) changed(e *events.Envelope) string {
	place := history.Place{Input: e.Sequence, Change: p.change(e)}
	var list []string
	for i := range p.e.Changes {
		c := &p.e.Changes[i]
		if history.PlaceOf(c) != place {
			continue
		}
		list = append(list, map[string]string{history.Insert: "inserted", history.Correct: "corrected", history.Void: "voided", history.Rule: "ruled on"}[c.What]+" by change "+c.ID)
	}
	return strings.Join(list, ", ")
}
