package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/events"
)

func umpireCommand() *cli.Command {
	office := &cli.StringFlag{Name: "office", Usage: "another `OFFICE` of the rules, such as scribe", Value: events.KnownOffice}
	return newGroup("umpire",
		newCommand("appoint", writing(office), submitting(func(s *session) events.Payload {
			return events.OfficeFilled{Office: s.c.String("office"), Player: s.arg(0)}
		})),
		newCommand("vacate", writing(office), submitting(func(s *session) events.Payload { return events.OfficeVacated{Office: s.c.String("office")} })),
	)
}
