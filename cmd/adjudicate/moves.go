package main

import (
	"adjudicate/report"
	"adjudicate/rules/names"
)

func movesCommand() *command {
	return newCommand("moves", reading(nowFlag, option("position", "`FILE` of a position document, - for standard input"), bookFlag, ofSystemFlag, svgFlag), do(func(s *session) (report.View, error) {
		v, sides, err := s.playsOf(s.arg(0))
		if v != nil || err != nil {
			return v, err
		}
		at, err := s.position(s.c.String("position"))
		if err != nil {
			return nil, err
		}
		m, err := at.Moves(s.arg(0), sides...)
		if err == nil {
			return s.withFile(m, "svg", m.Picture)
		}
		return nil, err
	}))
}

// playsOf is what a side may play, nil if there is none of the name; then it returns the names of the sides.
func (s *session) playsOf(word string) (v report.View, sides []string, err error) {
	if s.c.String("position") != "" || s.c.String("rulebook") != "" || s.c.String("svg") != "" {
		return nil, nil, nil
	}
	g, err := s.open()
	if err != nil {
		return nil, nil, err
	}
	if side, ok := names.Known(word, g.l.State().SideNames()); ok {
		return report.PlaysOf(g.l, side, s.momentIn(g)), nil, nil
	}
	return nil, g.l.State().SideNames(), nil
}
