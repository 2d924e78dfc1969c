package main

import (
	"runtime"
	"time"

	"adjudicate/internal/built"
	"adjudicate/internal/licences"
	"adjudicate/internal/outfile"
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

func manCommand() *command {
	return newCommand("man", flags{option("out", "write the pages of all commands into the new `FOLDER`")}, do(func(s *session) (report.View, error) {
		at, _ := time.Parse(time.RFC3339, built.This().Date) // zero if it is not known
		if to := s.c.String("out"); to != "" {
			return nil, outfile.Folder(to, newProgram(nil, nil, nil).Manuals(at))
		}
		return report.NewManual(newProgram(nil, nil, nil).Manual(s.c.Args().Slice(), at))
	}))
}

func licencesCommand() *command {
	return newCommand("licences", nil, do(func(s *session) (report.View, error) {
		return &report.Licences{Licences: licences.All()}, nil
	}))
}
