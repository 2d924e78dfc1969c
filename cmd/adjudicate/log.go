package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/report"
)

func logCommand() *cli.Command {
	return newCommand("log", reading(
		&cli.StringFlag{Name: "side", Usage: "list only what concerns the `SIDE`"},
		&cli.StringFlag{Name: "piece", Usage: "list only what concerns the piece `ID`, such as R1"},
		&cli.StringFlag{Name: "clause", Usage: "list only what rests on a `CLAUSE`, such as 1230.5 or \"1230.2 §6\""},
		&cli.StringFlag{Name: "reading", Usage: "list only what rests on a `READING`, such as gess-adjacent or gess-adjacent=no"},
		&cli.StringFlag{Name: "player", Usage: "list only what the `PLAYER` entered, or what names the player"},
		&cli.StringFlag{Name: "since", Usage: "list only what was entered since `WHEN`: an event's number, a date, 2 days ago, 5 plays ago"},
		&cli.StringFlag{Name: "until", Usage: "list only what was entered until `WHEN`, including that day"},
		&cli.BoolFlag{Name: "rejected", Usage: "list only rejected inputs"},
		&cli.BoolFlag{Name: "plays", Usage: "list only plays"},
		&cli.BoolFlag{Name: "all", Usage: "also list the rules that opened the game"},
		&cli.IntFlag{Name: "last", Value: -1, Action: least("last", 0), Usage: "list only the last `NUMBER`, such as 10"},
	), onStore(func(s *session, g *game) (report.View, error) {
		v, err := s.view(g)
		if err != nil {
			return nil, err
		}
		st, err := v.State(s.ctx)
		if err != nil {
			return nil, err
		}
		register, err := st.Register()
		if err != nil {
			return nil, err
		}
		log, err := report.ReadLog(s.ctx, v, s.events(g, v), report.LogQuery{Side: s.c.String("side"), Piece: s.c.String("piece"), Clause: s.c.String("clause"),
			Reading: s.c.String("reading"), Rejected: s.c.Bool("rejected"), Plays: s.c.Bool("plays"), All: s.c.Bool("all"), Last: s.c.Int("last"),
			Player: s.c.String("player"), Since: s.point("since"), Until: s.point("until")}, register)
		return log, err
	}))
}

func rulingCommand() *cli.Command {
	return newCommand("ruling", reading(boardFlag, checkpointFlag, receiptFlag, signFlag), onStore(func(s *session, g *game) (report.View, error) {
		h, err := s.view(g)
		if err != nil {
			return nil, err
		}
		at, err := h.Named(s.ctx, s.arg(0))
		if err != nil {
			return nil, err
		}
		v, err := s.ruling(g, at)
		if err != nil {
			return nil, err
		}
		for _, add := range []func(*game, *report.Ruling) error{s.withDisputes, s.withCheckpoint, s.receipt} {
			if err := add(g, v); err != nil {
				return nil, err
			}
		}
		return v, nil
	}))
}
