package main

import (
	"cmp"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"adjudicate/internal/licences"
	"adjudicate/report"
)

// version is the version of the program; rulings name it as their engine.
const version = "0.2.0"

// engine is how rulings name the program.
const engine = name + " " + version

// commit and date are set where a release is linked; else the build tells, if it was made in a repository.
var commit, date string

func versionCommand() *cli.Command {
	return newCommand("version", nil, do(func(s *session) (report.View, error) {
		v := &report.Version{Version: version, Go: runtime.Version(), Commit: commit, Date: date}
		if info, ok := debug.ReadBuildInfo(); ok && commit == "" {
			told := map[string]string{}
			for _, setting := range info.Settings {
				told[setting.Key] = setting.Value
			}
			v.Commit, v.Date, v.Altered = told["vcs.revision"], cmp.Or(v.Date, told["vcs.time"]), told["vcs.modified"] == "true"
		}
		return v, nil
	}))
}

func licencesCommand() *cli.Command {
	return newCommand("licences", nil, do(func(s *session) (report.View, error) {
		return &report.Licences{Licences: licences.All()}, nil
	}))
}
