package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/internal/cmdline"
	"adjudicate/report"
)

func completionCommand() *cli.Command {
	return newCommand("completion", nil, do(func(s *session) (report.View, error) {
		script, ok := cmdline.Script(s.arg(0), name)
		if !ok {
			return nil, unknownName("shell", s.arg(0), cmdline.Shells(), "expected one of bash, zsh and fish")
		}
		return &report.Script{Shell: s.arg(0), Script: script}, nil
	}))
}
