package main

import (
	"time"

	"adjudicate/internal/outfile"
	"adjudicate/ledger/place"
	"adjudicate/report"
	"adjudicate/web"
	"adjudicate/web/folder"
)

func reportCommand() *command {
	return newCommand("report", flags{ledgerFlag, least(1, number("last", "draw the board at the last `NUMBER` entries only (default: at each)"))}, onWhole(func(s *session, st *place.Store) (report.View, error) {
		office, err := web.New(st, web.Options{Version: version, Now: time.Now, Lasting: true})
		if err != nil {
			return nil, err
		}
		o := folder.Options{Last: s.c.Int("last")}
		if name := s.gameName(); name != "" {
			g, err := st.Find(s.ctx, name)
			if err != nil {
				return nil, err
			}
			o.Games = []string{g.Name}
		}
		at, done := s.Progress("pages", -1)
		files, err := folder.Make(s.ctx, office, o, at)
		done()
		if err != nil {
			return nil, err
		}
		texts := make([][2]string, len(files))
		for i, f := range files {
			texts[i] = [2]string{f.Name, string(f.Text)}
		}
		if err := outfile.Folder(s.arg(0), texts); err != nil {
			return nil, err
		}
		return report.NewPagesWritten(s.arg(0), texts), nil
	}))
}
