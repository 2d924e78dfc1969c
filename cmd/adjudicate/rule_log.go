package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/history/amendment"
	"adjudicate/internal/term"
)

func ruleLogCommand() *cli.Command {
	return &cli.Command{
		Name: "log", ArgsUsage: "[NUMBER]", Usage: "list every enactment, amendment and repeal",
		Description: `One line each: its sequence, the sequence from which it holds where that differs, when, by whom,
what, and the rulebook's hash before and after. NUMBER lists the history of one rule.`,
		UsageText: "adjudicate rule log\nadjudicate rule log 1230.5 --json",
		Flags:     reading(),
		Action: do(func(s *session) error {
			g, err := s.attach()
			if err != nil {
				return err
			}
			defer g.close()
			h, err := s.point(g)
			if err != nil {
				return err
			}
			all, err := amendment.History(h.events(1))
			if err != nil {
				return fmt.Errorf("%s: %w", g.place, err)
			}
			v := &ruleLogView{Entries: []amendment.Entry{}}
			for _, e := range all {
				if s.arg(0) == "" || s.arg(0) == e.Number {
					v.Entries = append(v.Entries, e)
				}
			}
			return s.show(v)
		}),
	}
}

type ruleLogView struct {
	Entries []amendment.Entry `json:"entries"`
}

func (v *ruleLogView) text(p *term.Page) {
	if len(v.Entries) == 0 {
		p.Line("No rule of that number has been enacted.")
		return
	}
	for _, e := range v.Entries {
		text := fmt.Sprintf("%s %s/%d  %s", e.What, e.Number, e.Revision, e.Title)
		if e.Effective != e.Sequence {
			text += fmt.Sprintf("  (holds from #%d)", e.Effective)
		}
		who := ""
		if e.Actor != "" {
			who = "  by " + e.Actor
		}
		p.Line("%5d  %s  %s  %s%s", e.Sequence, moment(e.Recorded), verdictWord(p, e.Verdict), text, p.Style(term.Dim, who))
		for _, f := range e.Faults {
			p.Item("                             ", f)
		}
		if e.Before != e.After {
			p.Line("                             %s", p.Style(term.Dim, "rulebook "+short(e.Before)+" → "+short(e.After)))
		}
	}
}

// short is the beginning of a hash, enough to tell rulebooks apart by eye.
func short(hash string) string {
	hash = strings.TrimPrefix(hash, "sha256:")
	return hash[:min(12, len(hash))]
}
