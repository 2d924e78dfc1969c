package main

import (
	"path/filepath"
	"time"

	"adjudicate/internal/infile"
	"adjudicate/internal/rulefiles"
	"adjudicate/ledger/intake"
	"adjudicate/report"
	"adjudicate/systems"
)

func importCommand() *command {
	return newCommand("import", flags{ledgerFlag, option("system", "`DIR` of the system that the season names (default: the system folder that contains the season)"), toggle("unjudged", "import an export without judging the inputs again")}, do(func(s *session) (report.View, error) { return s.importFile(s.arg(0)) }))
}

// importFile fills an empty ledger from a file of any of the three forms.
func (s *session) importFile(path string) (report.View, error) {
	label, r, closed, err := s.OpenFile(path)
	if err != nil {
		return nil, err
	}
	defer closed()
	i := report.Importer{Host: s.host, File: label, As: s.c.String("game"), Progress: s.Progress}
	i.Where, i.Several = s.placeNamed()
	if intake.IsExport(r.Head()) {
		return i.Export(s.ctx, r, s.c.Bool("unjudged"))
	}
	text, err := r.Text()
	if err != nil {
		return nil, err
	}
	own, err := s.ownSystem(path)
	if err != nil {
		return nil, err
	}
	if intake.IsRecorded(path, text) {
		return i.Record(s.ctx, text, own, time.Now().UTC().Truncate(time.Second))
	}
	return i.Season(s.ctx, text, infile.Folder(filepath.Dir(path)), own)
}

// ownSystem is the system of --system, or that in whose folder of seasons a file lies; nil if there is none.
func (s *session) ownSystem(path string) (*systems.System, error) {
	if word := s.c.String("system"); word != "" && s.c.Command.Name == "import" {
		return systemNamed(word, "--system")
	}
	if dir := filepath.Dir(path); path != "-" && rulefiles.Folder(filepath.Join(dir, "..")) != nil && filepath.Base(dir) == systems.SeasonsDir {
		return systemNamed(filepath.Join(dir, ".."), path)
	}
	return nil, nil
}
