package main

import (
	"io"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/report"
)

func showCommand() *command {
	return newCommand("show", reading(), onGame(func(s *session, g *game) (report.View, error) {
		h, err := s.view(g)
		if err != nil {
			return nil, err
		}
		return report.OverviewOf(s.ctx, g.l, h)
	}))
}

var asSideFlag = option("as", "show what the `SIDE` may see; nobody: what somebody without a side may")

func boardCommand() *command {
	return newCommand("board", reading(svgFlag, pngFlag, asSideFlag, toggle("flip", "turn the board upside down"), cropFlag, toggle("figurines", "show pieces named as those of chess as ♔♕♖♗♘♙"), stretchFlag), onGame(func(s *session, g *game) (report.View, error) {
		if s.c.IsSet("from") && s.c.String("svg") == "" {
			return nil, usagef("", "--from needs --svg, the file of the animated picture")
		}
		v, err := report.BoardAs(g.l.State(), g.l.Head(), s.c.String("as"))
		if err != nil {
			return nil, err
		}
		if h, err := s.view(g); err != nil {
			return nil, err
		} else if err := v.Film(s.ctx, h, uint64(s.c.Int("from")), report.Way{Flip: s.c.Bool("flip"), Part: s.c.String("crop"), Figurines: s.c.Bool("figurines")}); err != nil {
			return nil, err
		}
		shown, err := s.withFile(v, "svg", v.Picture)
		if err != nil || shown == nil {
			return nil, err
		}
		return s.withFile(v, "png", v.Pixels)
	}))
}

func listCommand() *command {
	return newCommand("list", reading(), onGame(func(s *session, g *game) (report.View, error) {
		return report.NewOrderOfPlay(g.l.State(), g.l.Head()), nil
	}))
}

func holdingsCommand() *command {
	return newCommand("holdings", reading(asSideFlag), onGame(func(s *session, g *game) (report.View, error) {
		only, err := s.side(g, s.arg(0))
		if err != nil {
			return nil, err
		}
		return report.HoldingsAs(g.l.State(), s.c.String("as"), only)
	}))
}

func marksCommand() *command {
	return newCommand(events.Usual().Marks, reading(), onGame(func(s *session, g *game) (report.View, error) {
		h, err := s.view(g)
		if err != nil {
			return nil, err
		}
		return report.ReadMarks(s.events(g, h), g.l.State())
	}))
}

func weightsCommand() *command {
	return newCommand("weights", reading(toggle("series", "list all Weights of the game, play by play"), svgFlag), onView(func(s *session, g *game, h *history.View) (report.View, error) {
		if !s.c.Bool("series") && s.c.String("svg") == "" {
			return report.WeightsNow(s.ctx, h)
		}
		v, err := report.ReadWeights(s.events(g, h))
		if err != nil {
			return nil, err
		}
		if s.c.String("svg") != "" && len(v.Series) == 0 {
			return nil, usagef("", "nothing to draw: no Weights have been posted")
		}
		v.Short = !s.c.Bool("series")
		return s.withFile(v, "svg", func(w io.Writer) error { return v.Chart(w, "Weights of "+g.Name, "") })
	}))
}
