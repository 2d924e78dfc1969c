package main

import (
	"strconv"

	"adjudicate/events"
	"adjudicate/report"
)

func announceCommand() *command {
	return newCommand("announce", writing(), submitting(func(s *session) events.Payload { return events.StateAnnounced{Note: s.arg(0)} }))
}

// submitting is what a command does that enters one input.
func submitting(input func(s *session) events.Payload) action {
	return do(func(s *session) (report.View, error) { return s.submit(input(s)) })
}

func extendCommand() *command {
	return newCommand("extend", writing(), lasting(func(_ *session, n int) events.Payload { return events.LimitExtended{Length: n} }))
}

func tickCommand() *command {
	return newCommand("tick", writing(boardFlag), entering(func(s *session, g *game) ([]events.Payload, error) {
		if due, err := g.l.Due(s.dated(g.l)); err != nil || !due {
			return nil, err
		}
		return []events.Payload{events.TimePassed{}}, nil
	}))
}

// lasting is what a command does whose first argument is a length, in the unit of the rules.
func lasting(input func(s *session, n int) events.Payload) action {
	return do(func(s *session) (report.View, error) {
		n, err := strconv.Atoi(s.arg(0))
		if err != nil || n < 1 || n > 100000 {
			return nil, usagef("", "invalid length %q: expected a whole number of at least 1", s.arg(0))
		}
		return s.submit(input(s, n))
	})
}

func stageCommand() *command {
	stage := option("stage", "the `STAGE` in the rules, such as truce; by default the one that is announced, or the only one")
	return newGroup("stage",
		newCommand("announce", writing(stage), lasting(func(s *session, n int) events.Payload {
			return events.StageAnnounced{Stage: s.c.String("stage"), Length: n}
		})),
		newCommand("object", signing(stage), submitting(func(s *session) events.Payload {
			return events.StageObjected{Stage: s.c.String("stage"), Side: s.arg(0)}
		})),
		newCommand("correct", writing(stage), lasting(func(s *session, n int) events.Payload {
			return events.StageCorrected{Stage: s.c.String("stage"), Length: n}
		})),
	)
}
