package main

import (
	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history/amendment"
	"adjudicate/report"
)

// Flags of commands that change rules.
var (
	previewFlag = toggle("preview", "show what would change, without writing")
	verboseFlag = toggle("verbose", "with --preview: list every play gained or lost")
)

// preview says what inputs that change rules would bring about. It writes nothing.
func (s *session) preview(inputs ...events.Payload) (report.View, error) {
	g, err := s.open()
	if err != nil {
		return nil, err
	}
	v := &report.Preview{Sequence: g.l.Head(), Verbose: s.c.Bool("verbose"), Names: report.NamesOf(g.l.State())}
	var list []aggregate.Input
	for _, p := range inputs {
		if err := g.l.Check(p); err != nil {
			return nil, err
		}
		v.Inputs = append(v.Inputs, report.InputWords(p))
		list = append(list, aggregate.Input{ID: "preview", Payload: p, At: s.at, Actor: s.actor(g, p)})
	}
	if v.Foresight, err = amendment.Foresee(g.l.State(), engine, list); err != nil {
		return nil, err
	}
	for _, o := range v.Other {
		if text := report.OutcomeWords(o, v.Names); text != "" {
			v.Also = append(v.Also, text)
		}
	}
	return v, errRejected.when(!v.Accepted)
}
