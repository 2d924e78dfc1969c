package main

import (
	"strconv"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
)

func announceCommand() *cli.Command {
	return &cli.Command{
		Name: "announce", Category: catOffice, ArgsUsage: "[NOTE]", Flags: writing(),
		Usage:       "announce the state of the game, from which the time limit runs",
		Description: "The limit of the side to play runs from the moment of this announcement (1230.2 §4).",
		UsageText:   "adjudicate announce\nadjudicate announce \"posted to the list\" --now 1998-10-05T09:00:00Z",
		Action:      do(func(s *session) error { return s.submit(events.StateAnnounced{Note: s.arg(0)}) }),
	}
}

func extendCommand() *cli.Command {
	return &cli.Command{
		Name: "extend", Category: catOffice, ArgsUsage: "DAYS", Flags: writing(),
		Usage:       "extend the running time limit",
		Description: "DAYS is the whole length of the limit, counted from the announcement (1230.2 §4.A).",
		UsageText:   "adjudicate extend 7",
		Action: do(func(s *session) error {
			n, err := days(s.arg(0))
			if err != nil {
				return err
			}
			return s.submit(events.LimitExtended{Days: n})
		}),
	}
}

func tickCommand() *cli.Command {
	return &cli.Command{
		Name: "tick", Category: catOffice, Flags: writing(boardFlag),
		Usage: "record expired limits and Free For Alls that have begun or ended",
		Description: `Records what has become due by the moment of --now, or of the clock: the default plays of limits
that have expired, the beginning and end of a Free For All. Every other entry does so first by itself, so that a
tick is only needed to do it early. If nothing is due, nothing is written and the status is 0.`,
		UsageText: "adjudicate tick\nadjudicate tick --now 1998-10-12T09:00:00Z",
		Action: do(func(s *session) error {
			return s.submitWith(func(g *game) ([]events.Payload, error) {
				at, err := s.now()
				if err != nil {
					return nil, err
				}
				if due, err := g.l.Due(s.dated(g.l, at)); err != nil || !due {
					return nil, err
				}
				return []events.Payload{events.TimePassed{}}, nil
			})
		}),
	}
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
	return &cli.Command{
		Name: "free-for-all", Category: catOffice,
		Usage:       "announce a Free For All, object to it, correct its length",
		Description: "1230.2 §9: while it lasts everybody may play without regard to the play list.",
		Subcommands: []*cli.Command{
			{
				Name: "announce", ArgsUsage: "DAYS", Flags: writing(), Usage: "announce a Free For All of DAYS days",
				UsageText: "adjudicate free-for-all announce 7",
				Action: do(func(s *session) error {
					n, err := days(s.arg(0))
					if err != nil {
						return err
					}
					return s.submit(events.FreeForAllAnnounced{Days: n})
				}),
			},
			{
				Name: "object", ArgsUsage: "SIDE", Flags: writing(), Usage: "record a Swinger's objection",
				UsageText: "adjudicate free-for-all object Red",
				Action:    do(func(s *session) error { return s.submit(events.FreeForAllObjected{Side: s.arg(0)}) }),
			},
			{
				Name: "correct", ArgsUsage: "DAYS", Flags: writing(), Usage: "announce a corrected length after an objection",
				UsageText: "adjudicate free-for-all correct 5",
				Action: do(func(s *session) error {
					n, err := days(s.arg(0))
					if err != nil {
						return err
					}
					return s.submit(events.FreeForAllCorrected{Days: n})
				}),
			},
		},
	}
}
