package main

import (
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"adjudicate/internal/term"
)

// version is the version of the program; rulings name it as their engine.
const version = "0.2.0"

// engine is how rulings name the program.
const engine = name + " " + version

type versionView struct {
	Version string `json:"version"`
	Go      string `json:"go"`
	Commit  string `json:"commit,omitempty"`
}

func (v *versionView) text(p *term.Page) {
	p.Line("%s %s (%s)", name, v.Version, v.Go)
	if v.Commit != "" {
		p.Line("commit %s", v.Commit)
	}
}

func versionCommand() *cli.Command {
	return &cli.Command{
		Name: "version", Category: catLedger,
		Usage:       "say which version this is",
		Description: "Rulings name the version of the engine that made them; this is the one that would make the next.",
		UsageText:   "adjudicate version --json",
		Action: do(func(s *session) error {
			v := &versionView{Version: version, Go: runtime.Version()}
			if info, ok := debug.ReadBuildInfo(); ok {
				for _, setting := range info.Settings {
					if setting.Key == "vcs.revision" {
						v.Commit = setting.Value
					}
				}
			}
			return s.show(v)
		}),
	}
}
