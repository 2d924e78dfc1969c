package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/report"
)

func positionCommand() *cli.Command {
	return &cli.Command{
		Name: "position", Category: catRead,
		Usage: "write the position as a document that analyse reads",
		Description: `Prints what stands where, who owns what and what each side did last, as the JSON document that
"adjudicate analyse" takes. With --at it is the position after an earlier event.`,
		UsageText: `adjudicate position > now.json
adjudicate position --at 120 | adjudicate analyse -`,
		Flags: reading(),
		Action: onGame(func(s *session, g *game) error {
			doc, _, err := report.PositionOf(g.l.State())
			if err != nil {
				return err
			}
			s.json = true
			return s.show((*report.Position)(doc))
		}),
	}
}
