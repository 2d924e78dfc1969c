package main

import (
	"io"

	"adjudicate/internal/garbage"
	"adjudicate/internal/outfile"
	"adjudicate/ledger"
	"adjudicate/report"
)

func exportCommand() *command {
	return newCommand("export", append(reading(), toggle("pgn", "write the game in Portable Game Notation, with the rulings as comments"),
		apart(toggle("season", "write the season that imports to this ledger"), "pgn"), apart(toggle("csv", "write a table for each kind of event into the new folder FILE"), "pgn", "season")), onStore(func(s *session, g *game) (report.View, error) {
		path, upTo := s.arg(0), s.point("at")
		if path == "" {
			path = "-"
		}
		if s.c.Bool("csv") {
			return nil, s.exportTables(g, path, upTo)
		}
		err := s.writeFile(path, func(w io.Writer) error {
			head, err := g.Recall().Head(s.ctx, g.Name)
			if err != nil {
				return err
			}
			if upTo > uint64(head) {
				return usagef("", "no state at %d: the ledger has %d events", upTo, head)
			}
			if s.c.Bool("pgn") {
				return ledger.WriteRecord(s.ctx, g.Recall(), g.Name, w, upTo, nil)
			}
			if s.c.Bool("season") {
				return ledger.WriteSeason(s.ctx, g.Recall(), g.Name, w, upTo)
			}
			at, done := garbage.Sparing(s.Progress("exporting", int64(head)))
			defer done()
			return ledger.WriteExport(s.ctx, g.Events, g.Name, w, upTo, s.JSON, at)
		})
		if err != nil || path == "-" || s.c.Bool("pgn") || s.c.Bool("season") {
			return nil, err
		}
		checkpoints, err := g.CheckpointFile(s.ctx, upTo)
		if err != nil || checkpoints == "" {
			return nil, err
		}
		return nil, s.save(ledger.CheckpointsOf(path), checkpoints)
	}))
}

func (s *session) exportTables(g *game, path string, upTo uint64) error {
	if path == "-" {
		return usagef("", "--csv takes the name of a new folder: export FOLDER --csv")
	}
	files, err := ledger.Tables(s.ctx, g.Recall(), g.Name, upTo)
	if err != nil {
		return err
	}
	return outfile.Folder(path, files)
}
