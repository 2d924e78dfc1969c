package main

import (
	"cmp"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/report"
	"adjudicate/rules"
	"adjudicate/systems"
)

func interpretCommand() *cli.Command {
	return newGroup("interpret",
		newCommand("list", reading(), onGame(listRegister)),
		newCommand("adopt", writing(&cli.StringFlag{Name: "reason", Usage: "a `TEXT` for the record"}), do(func(s *session) error {
			return s.submit(events.InterpretationAdopted{Entry: s.arg(0), Reading: s.arg(1), Reason: s.c.String("reason")})
		})),
		newCommand("add", writing(&cli.StringFlag{Name: "reading", Usage: "the `READING` in force from now on, if FILE holds one entry (default: the entry's default)"},
			&cli.StringFlag{Name: "reason", Usage: "a `TEXT` for the record"}), do(addEntries)),
	)
}

// addEntries records the entries of a register file.
func addEntries(s *session) error {
	label, text, err := s.readFile(s.arg(0))
	if err != nil {
		return err
	}
	register, err := rules.ParseRegister(label, text)
	if err != nil {
		return err
	}
	list, inForce := systems.Recorded(register), s.c.String("reading")
	if inForce != "" && len(list) != 1 {
		return usagef("without --reading the defaults are in force, and \"adjudicate interpret adopt\" adopts another", "--reading is for a file of one entry: %s holds %d", label, len(list))
	}
	var inputs []events.Payload
	for _, e := range list {
		inputs = append(inputs, events.InterpretationAdded{Entry: e.Entry, Clause: e.Clause, Question: e.Question, Readings: e.Readings,
			Default: e.Default, InForce: cmp.Or(inForce, e.InForce), Reason: s.c.String("reason")})
	}
	return s.submit(inputs...)
}

func listRegister(s *session, g *game) error {
	register, err := g.l.State().Register()
	if err != nil {
		return err
	}
	only := s.arg(0)
	if _, ok := register.Entry(only); only != "" && !ok {
		return unknownName("entry of the register", only, register.IDs(), "\"adjudicate interpret list\" lists them")
	}
	return s.show(report.NewRegister(register, g.l.State(), only))
}
