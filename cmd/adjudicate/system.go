package main

import (
	"cmp"

	"github.com/urfave/cli/v2"

	"adjudicate/internal/rulefiles"
	"adjudicate/report"
	"adjudicate/systems"
)

// system returns the system of --system, a built-in one or the folder of one; the default one without the flag.
func (s *session) system() (*systems.System, error) {
	word := cmp.Or(s.c.String("system"), defaultSystem)
	sys, err := systems.Open(word, rulefiles.Folder(word))
	if err != nil {
		return nil, &inputError{"--system", err}
	}
	return sys, nil
}

func listSystemsCommand() *cli.Command {
	return newCommand("list", nil, do(func(s *session) (report.View, error) {
		v := &report.Systems{Systems: []report.System{}}
		for _, name := range systems.Systems() {
			book, register, err := systems.Load(name)
			if err != nil {
				return nil, &inputError{name, err}
			}
			v.Add(name, book, register)
		}
		return v, nil
	}))
}
