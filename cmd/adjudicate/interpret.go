package main

import (
	"adjudicate/events"
	"adjudicate/report"
	"adjudicate/systems"
)

func interpretCommand() *command {
	return newGroup("interpret",
		newCommand("list", reading(), onGame(listRegister)),
		newCommand("adopt", writing(option("reason", "a `TEXT` for the record")), do(func(s *session) (report.View, error) {
			return s.submit(events.InterpretationAdopted{Entry: s.arg(0), Reading: s.arg(1), Reason: s.c.String("reason")})
		})),
		newCommand("add", writing(option("reading", "the `READING` to adopt, if FILE holds one entry (default: the entry's default)"),
			option("reason", "a `TEXT` for the record")), do(addEntries)),
	)
}

// addEntries records the entries of a register file.
func addEntries(s *session) (report.View, error) {
	label, text, err := s.ReadFile(s.arg(0))
	if err != nil {
		return nil, err
	}
	inputs, err := systems.Additions(label, text, s.c.String("reading"), s.c.String("reason"))
	if err != nil {
		return nil, err
	}
	return s.submit(inputs...)
}

func listRegister(s *session, g *game) (report.View, error) {
	register, err := g.l.State().Register()
	if err != nil {
		return nil, err
	}
	only, err := find("entry of the register", s.arg(0), register.IDs())
	if err != nil {
		return nil, err
	}
	return report.NewRegister(register, g.l.State(), only), nil
}
