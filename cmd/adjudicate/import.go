package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"time"

	"adjudicate/internal/infile"
	"adjudicate/internal/rulefiles"
	"adjudicate/ledger"
	"adjudicate/ledger/intake"
	"adjudicate/report"
	"adjudicate/systems"
)

func importCommand() *command {
	return newCommand("import", flags{ledgerFlag, option("system", "`DIR` of the system that the season names (default: the system folder that contains the season)"), toggle("unjudged", "import an export without judging the inputs again")}, do(func(s *session) (report.View, error) { return s.importFile(s.arg(0)) }))
}

// importFile fills an empty ledger from a file of either form.
func (s *session) importFile(path string) (report.View, error) {
	label, text, err := s.readFile(path)
	if err != nil {
		return nil, err
	}
	if intake.IsExport(text) {
		return s.importExport(label, text)
	}
	if intake.IsRecorded(path, text) {
		return s.importRecorded(label, path, text)
	}
	return s.importSeason(label, path, text)
}

// importRecorded rules on the games of a file in Portable Game Notation and writes a ledger of each.
func (s *session) importRecorded(label, path string, text []byte) (report.View, error) {
	own, err := s.ownSystem(path)
	if err != nil {
		return nil, err
	}
	at, done := s.progress("judging", int64(bytes.Count(text, []byte(" "))))
	list, left, err := intake.Recorded(s.ctx, s.host, label, text, own, s.c.String("game"), time.Now().UTC().Truncate(time.Second), at)
	done()
	if err != nil {
		return nil, &inputError{"", err}
	}
	if _, several := s.placeNamed(); len(list) > 1 && !several {
		return nil, usagef("--store PLACE takes several games", "%s holds %d games: a ledger holds one", label, len(list))
	}
	v := report.NewRecorded(label, left)
	for _, r := range list {
		where, err := s.put(r.Draft)
		if err != nil {
			return nil, err
		}
		v.Add(r, where)
	}
	return v, nil
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

// importExport takes an export over if its rulings are those that it records.
func (s *session) importExport(label string, text []byte) (report.View, error) {
	at, done := s.progress("reading", int64(len(text)))
	draft, err := intake.Export(label, text, at)
	done()
	if err != nil {
		return nil, &inputError{label, err}
	}
	if as := s.c.String("game"); as != "" && as != draft.Name && ledger.StreamName(as) != draft.Name {
		return nil, usagef("every event of an export holds its name", "%s holds game %q: --game must be the same or omitted", label, draft.Name)
	}
	v := &report.Import{Name: draft.Name, Events: len(draft.Events), File: label}
	if !s.c.Bool("unjudged") {
		at, done := s.progress("judging", int64(len(draft.Events)))
		found, err := draft.Judge(s.ctx, s.host, at)
		done()
		if err != nil {
			return nil, &inputError{label, err}
		}
		v.Findings, v.Otherwise = found.Differences, found.Otherwise
		if len(v.Findings) > 0 {
			return v, nil
		}
	}
	if v.Ledger, err = s.put(draft); err != nil {
		return nil, err
	}
	return v, nil
}

// importSeason rules on a season and writes what comes of it.
func (s *session) importSeason(label, path string, text []byte) (report.View, error) {
	own, err := s.ownSystem(path)
	if err != nil {
		return nil, err
	}
	list, err := intake.Read(label, text, infile.Folder(filepath.Dir(path)), own)
	if err != nil {
		return nil, err
	}
	at, done := s.progress("judging", int64(len(list.Entries)))
	draft, ran, err := intake.Season(s.ctx, s.host, list, s.c.String("game"), at)
	done()
	if errors.Is(err, intake.ErrNoGame) {
		return nil, &inputError{label, err}
	}
	if err != nil {
		return nil, err
	}
	v := report.NewSeasonImport(ran, draft.Name, len(draft.Events))
	if v.Ledger, err = s.put(draft); err != nil {
		return nil, err
	}
	return v, nil
}
