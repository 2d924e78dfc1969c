package main

import (
	why "adjudicate/aggregate/explain"
	"adjudicate/report"
)

// explainWeights tells what every piece adds.
func (s *session) explainWeights() error {
	if err := s.words(0, 1, "adjudicate explain --weights expects at most one side"); err != nil {
		return err
	}
	g, err := s.open()
	if err != nil {
		return err
	}
	defer g.close()
	v := &report.WeightsExplained{Sequence: g.l.Head(), Sides: []why.SideAccount{}, Full: s.c.Bool("full")}
	for _, a := range why.Weights(g.l.Judge()) {
		if s.arg(0) == "" || a.Side == s.arg(0) {
			v.Sides = append(v.Sides, a)
		}
	}
	if s.arg(0) != "" && len(v.Sides) == 0 {
		return s.unknownSide(g, &why.UnknownSideError{Side: s.arg(0)})
	}
	return s.show(v)
}
