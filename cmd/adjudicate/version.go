package main

import (
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"adjudicate/report"
)

// version is the version of the program; rulings name it as their engine.
const version = "0.2.0"

// engine is how rulings name the program.
const engine = name + " " + version

func versionCommand() *cli.Command {
	return newCommand("version", nil, do(func(s *session) (report.View, error) {
		v := &report.Version{Version: version, Go: runtime.Version()}
		if info, ok := debug.ReadBuildInfo(); ok {
			for _, setting := range info.Settings {
				if setting.Key == "vcs.revision" {
					v.Commit = setting.Value
				}
			}
		}
		return v, nil
	}))
}
