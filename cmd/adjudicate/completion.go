package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/internal/cmdline"
	"adjudicate/report"
)

func completionCommand() *cli.Command {
	return newCommand("completion", nil, do(func(s *session) error {
		script, ok := cmdline.Script(s.arg(0), name)
		if !ok {
			return unknownName("shell", s.arg(0), cmdline.Shells(), "expected one of bash, zsh and fish")
		}
		return s.show(&report.Script{Shell: s.arg(0), Script: script})
	}))
}
