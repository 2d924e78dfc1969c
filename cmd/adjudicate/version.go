package main

import (
	"runtime"

	"adjudicate/internal/built"
	"adjudicate/internal/licences"
	"adjudicate/report"
)

// version is the version of the program; rulings name it as their engine.
const version = "0.3.0"

// engine is how rulings name the program.
const engine = name + " " + version

func versionCommand() *command {
	return newCommand("version", nil, do(func(s *session) (report.View, error) {
		b := built.This()
		return &report.Version{Version: version, Go: runtime.Version(), Commit: b.Commit, Date: b.Date, Altered: b.Altered}, nil
	}))
}

func licencesCommand() *command {
	return newCommand("licences", nil, do(func(s *session) (report.View, error) {
		return &report.Licences{Licences: licences.All()}, nil
	}))
}
