package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/report"
	"adjudicate/systems"
)

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
