package main

import (
	"slices"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/report"
)

func umpireCommand() *command {
	office := optionOr("office", events.KnownOffice, "the `OFFICE` in the rules, such as scribe")
	return newGroup("umpire",
		newCommand("appoint", writing(office), submitting(func(s *session) events.Payload {
			return events.OfficeFilled{Office: s.c.String("office"), Player: s.arg(0)}
		})),
		newCommand("vacate", writing(office), submitting(func(s *session) events.Payload { return events.OfficeVacated{Office: s.c.String("office")} })),
	)
}

func sideCommand() *command {
	attribute := option("attribute", "the `ATTRIBUTE` in the rules; by default that of sides whose turns are played automatically")
	setting := func(on bool) action {
		return submitting(func(s *session) events.Payload {
			return events.AttributeChanged{Attribute: s.c.String("attribute"), Side: s.arg(0), On: on}
		})
	}
	create := writing(options("attribute", "an `ATTRIBUTE` in the rules that the side has from the start; may be repeated"))
	for _, a := range former["attributes"] {
		create = append(create, &cli.BoolFlag{Name: a[0][2:], Usage: "former spelling of --attribute " + a[1], Hidden: true})
	}
	return newGroup("side",
		newCommand("create", create, submitting(func(s *session) events.Payload {
			list := s.c.StringSlice("attribute")
			for _, a := range former["attributes"] {
				list = append(list, slices.Repeat([]string{a[1]}, s.c.Count(a[0][2:]))...)
			}
			return events.SideCreated{Side: s.arg(0), Player: s.arg(1), Attributes: list}
		})),
		newCommand("destroy", writing(), submitting(func(s *session) events.Payload { return events.SideRemoved{Side: s.arg(0)} })),
		newCommand("hold", writing(), submitting(func(s *session) events.Payload { return events.SideTransferred{Side: s.arg(0), Player: s.arg(1)} })),
		newCommand("set", writing(attribute), setting(true)),
		newCommand("unset", writing(attribute), setting(false)),
	)
}

func startCommand() *command {
	return newCommand("start", writing(), do(func(s *session) (report.View, error) { return s.submit(events.GameStarted{}) }))
}
