package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
)

func exportCommand() *cli.Command {
	return newCommand("export", reading(), onStore(func(s *session, g *game) error {
		path := s.arg(0)
		if path == "" {
			path = "-"
		}
		if err := s.writeFile(path, func(w io.Writer) error { return s.export(g, w) }); err != nil || path == "-" {
			return err
		}
		return s.exportCheckpoints(g, path+besideExport)
	}))
}

func (s *session) export(g *game, out io.Writer) error {
	w := bufio.NewWriterSize(out, 1<<16)
	upto := s.c.Uint64("at")
	head, err := g.st.Head(s.ctx, g.name)
	if err != nil {
		return err
	}
	if upto > uint64(head) {
		return usagef("", "the ledger has %d events: no state at %d", head, upto)
	}
	begin, between, end := "", "", "\n"
	if s.json {
		begin, between, end = "[", ",\n", "]\n"
	}
	at, done := s.progress("exporting", int64(head))
	defer done()
	w.WriteString(begin)
	for rec, err := range g.st.Read(s.ctx, g.name, 1) {
		if err != nil {
			return err
		}
		if upto != 0 && uint64(rec.Revision) > upto {
			break
		}
		line, err := events.Export(rec.Data)
		if err != nil {
			return fmt.Errorf("%s: event %d: %w", g.place, rec.Revision, err)
		}
		if rec.Revision > 1 {
			if between == "" {
				w.WriteString("\n")
			}
			w.WriteString(between)
		}
		w.Write(line)
		if rec.Revision%1024 == 0 {
			at(int64(rec.Revision))
		}
	}
	w.WriteString(end)
	return w.Flush()
}
