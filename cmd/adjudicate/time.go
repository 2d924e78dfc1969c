package main

import (
	"strconv"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/report"
)

func announceCommand() *cli.Command {
	return newCommand("announce", writing(), do(func(s *session) (report.View, error) { return s.submit(events.StateAnnounced{Note: s.arg(0)}) }))
}

func extendCommand() *cli.Command {
	return newCommand("extend", writing(), do(func(s *session) (report.View, error) {
		n, err := days(s.arg(0))
		if err != nil {
			return nil, err
		}
		return s.submit(events.LimitExtended{Days: n})
	}))
}

func tickCommand() *cli.Command {
	return newCommand("tick", writing(boardFlag), entering(func(s *session, g *game) ([]events.Payload, error) {
		at, err := s.now()
		if err != nil {
			return nil, err
		}
		if due, err := g.l.Due(s.dated(g.l, at)); err != nil || !due {
			return nil, err
		}
		return []events.Payload{events.TimePassed{}}, nil
	}))
}

// days reads a number of days.
func days(word string) (int, error) {
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 || n > 100000 {
		return 0, usagef("", "DAYS %q: expected a whole number of days from 1", word)
	}
	return n, nil
}

func freeForAllCommand() *cli.Command {
	return newGroup("free-for-all",
		newCommand("announce", writing(), do(func(s *session) (report.View, error) {
			n, err := days(s.arg(0))
			if err != nil {
				return nil, err
			}
			return s.submit(events.FreeForAllAnnounced{Days: n})
		})),
		newCommand("object", writing(), do(func(s *session) (report.View, error) { return s.submit(events.FreeForAllObjected{Side: s.arg(0)}) })),
		newCommand("correct", writing(), do(func(s *session) (report.View, error) {
			n, err := days(s.arg(0))
			if err != nil {
				return nil, err
			}
			return s.submit(events.FreeForAllCorrected{Days: n})
		})),
	)
}
