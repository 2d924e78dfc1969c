package main

import (
	"adjudicate/report"
	"adjudicate/rules/names"
)

func movesCommand() *command {
	return newCommand("moves", reading(nowFlag, option("position", "`FILE` of a position document, - for standard input"), bookFlag, ofSystemFlag, svgFlag), do(func(s *session) (report.View, error) {
		if v, err := s.playsOf(s.arg(0)); v != nil || err != nil {
			return v, err
		}
		at, err := s.position(s.c.String("position"))
		if err != nil {
			return nil, err
		}
		v, err := at.Moves(s.arg(0))
		if err != nil {
			return nil, err
		}
		return s.withFile(v, "svg", v.Picture)
	}))
}

// playsOf is what a side may play, nil if there is none of the name.
func (s *session) playsOf(side string) (report.View, error) {
	if s.c.String("position") != "" || s.c.String("rulebook") != "" || s.c.String("svg") != "" {
		return nil, nil
	}
	g, err := s.open()
	if err != nil {
		return nil, err
	}
	if side, ok := names.Known(side, g.l.State().SideNames()); ok {
		return report.PlaysOf(g.l, side, s.momentIn(g)), nil
	}
	return nil, err
}
