package main

import "adjudicate/events"

func umpireCommand() *command {
	office := optionOr("office", events.KnownOffice, "another `OFFICE` of the rules, such as scribe")
	return newGroup("umpire",
		newCommand("appoint", writing(office), submitting(func(s *session) events.Payload {
			return events.OfficeFilled{Office: s.c.String("office"), Player: s.arg(0)}
		})),
		newCommand("vacate", writing(office), submitting(func(s *session) events.Payload { return events.OfficeVacated{Office: s.c.String("office")} })),
	)
}
