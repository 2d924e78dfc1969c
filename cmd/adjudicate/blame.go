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
	return &cli.Command{
		Name: "blame", Category: catRead, ArgsUsage: "SUBJECT [NAME] [ASSET]",
		Flags: reading(&cli.IntFlag{Name: "last", Usage: "list only the last `NUMBER` events"}),
		Usage: "find the events and clauses behind a fact",
		Description: `SUBJECT is a square or a piece's id alone, or one of these words with a NAME:

  square SQUARE         who stands there and how it came; if nobody, who was last and why it left
  piece ID              everything that happened to a piece
  weight SIDE           the pieces that a Weight is of, and the last change of it, piece by piece
  check SIDE            since when a side is in check, and how the pieces that give it came there
  knife PLAYER          every knife e holds: the capture or surrender, and the check before it
  money ACCOUNT [ASSET] every change of what an account holds of money, or of another asset
  rule NUMBER           how a rule came to its revision
  reading ENTRY         how an entry of the register came to be read as it is
  list, turn, winner    what put each side where it is in the play list; whose turn it is; who won

Every line is an event: its sequence, its time, what happened, the input that it came of, the clauses
and readings that it rests on, and the amendment or interpretation that brought those about unless
they were there from the beginning. --at N asks about the game as it stood then.`,
		UsageText: "adjudicate blame q4\nadjudicate blame R1\nadjudicate blame weight Red\nadjudicate blame knife Ann --json\nadjudicate blame money Ann benefyts\nadjudicate blame list --at 120",
		Action: do(func(s *session) error {
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
		}),
	}
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
