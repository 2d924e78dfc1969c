package main

import (
	"slices"

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
	attribute := optionOr("attribute", events.KnownAuto, "the `ATTRIBUTE` to change, such as asleep")
	automatic := func(word string, on bool) *command {
		return newCommand(word, writing(attribute), submitting(func(s *session) events.Payload {
			return events.AttributeChanged{Attribute: s.c.String("attribute"), Side: s.arg(0), On: on}
		}))
	}
	return newGroup("swingership",
		newCommand("create", writing(apart(toggle("party", "create a Party Swingership"), "nap"), toggle("nap", "create the NAP Swinger's swingership, first on the play list")), do(func(s *session) (report.View, error) {
			return s.submit(events.SideCreated{Side: s.arg(0), Player: s.arg(1), Attributes: slices.DeleteFunc([]string{events.KnownParty, events.KnownFirst}, func(a string) bool { return !s.c.Bool(a) })})
		})),
		newCommand("destroy", writing(), submitting(func(s *session) events.Payload { return events.SideRemoved{Side: s.arg(0)} })),
		newCommand("hold", writing(), submitting(func(s *session) events.Payload { return events.SideTransferred{Side: s.arg(0), Player: s.arg(1)} })),
		automatic("warm", true),
		automatic("cool", false),
	)
}

func startCommand() *command {
	return newCommand("start", writing(), do(func(s *session) (report.View, error) { return s.submit(events.GameStarted{}) }))
}
