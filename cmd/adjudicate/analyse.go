package main

import (
	"bytes"

	"github.com/urfave/cli/v2"

	"adjudicate/position"
	"adjudicate/report"
	"adjudicate/rules"
)

func analyseCommand() *cli.Command {
	return newCommand("analyse", reading(bookFlag, ofSystemFlag), do(func(s *session) (report.View, error) {
		file, doc, rb, err := s.position(s.arg(0))
		if err != nil {
			return nil, err
		}
		found, err := position.Analyse(file, doc, rb)
		if err != nil {
			return nil, err
		}
		return (*report.Analysis)(found), nil
	}))
}

// position reads a position document, or takes the position of the ledger if path is empty.
// The rulebook is nil if the built-in one holds.
func (s *session) position(path string) (file string, doc *position.Document, rb *rules.Rulebook, err error) {
	if rb, err = readRulebook(s.c.String("rulebook")); err != nil {
		return "", nil, nil, err
	}
	if path == "" {
		g, err := s.open()
		if err != nil {
			return "", nil, nil, err
		}
		doc, book, err := report.PositionOf(g.l.State())
		if rb == nil {
			rb = book
		}
		return g.place, doc, rb, err
	}
	if file, doc, err = s.document(path); err == nil && s.c.IsSet("system") {
		sys, err := s.system()
		if err != nil {
			return "", nil, nil, err
		}
		doc.Book, doc.Register, doc.Picture = sys.Book, sys.Register, sys.Picture
	}
	return file, doc, rb, err
}

// document reads a position document.
func (s *session) document(path string) (string, *position.Document, error) {
	file, text, err := s.readFile(path)
	if err != nil {
		return "", nil, err
	}
	doc, err := position.Read(file, bytes.NewReader(text))
	return file, doc, err
}
