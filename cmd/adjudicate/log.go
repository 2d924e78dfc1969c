package main

import (
	"cmp"

	"adjudicate/history"
	"adjudicate/report"
)

func logCommand() *command {
	return newCommand("log", reading(
		option("side", "list only what concerns the `SIDE`"),
		option("piece", "list only what concerns the piece `ID`, such as R1"),
		option("clause", "list only what rests on a `CLAUSE`, such as 12.5 or \"12.2 §6\""),
		option("reading", "list only what rests on a `READING`, such as gess-adjacent or gess-adjacent=no"),
		option("player", "list only what the `PLAYER` entered, or what names the player"),
		option("since", "list only what was entered since `WHEN`: an event's number, a date, 2 days ago, 5 plays ago"),
		option("until", "list only what was entered until `WHEN`, including that day"),
		toggle("rejected", "list only rejected inputs"),
		toggle("plays", "list only plays"),
		toggle("all", "also list the rules that opened the game"),
		least(0, numberOr("last", -1, "list only the last `NUMBER`, such as 10 (default: all)")),
	), onView(func(s *session, g *game, v *history.View) (report.View, error) {
		return report.LogOf(s.ctx, v, s.events(g, v), report.LogQuery{Side: s.c.String("side"), Piece: s.c.String("piece"), Clause: s.c.String("clause"),
			Reading: s.c.String("reading"), Rejected: s.c.Bool("rejected"), Plays: s.c.Bool("plays"), All: s.c.Bool("all"), Last: s.c.Int("last"),
			Player: s.c.String("player"), Since: cmp.Or(s.points["since"], s.c.String("since")), Until: cmp.Or(s.points["until"], s.c.String("until"))})
	}))
}

func rulingCommand() *command {
	return newCommand("ruling", reading(boardFlag, checkpointFlag, receiptFlag, signFlag), onView(func(s *session, g *game, h *history.View) (report.View, error) {
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
