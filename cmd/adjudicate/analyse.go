package main

import "adjudicate/report"

func analyseCommand() *command {
	return newCommand("analyse", reading(bookFlag, ofSystemFlag), do(func(s *session) (report.View, error) {
		at, err := s.position(s.arg(0))
		if err != nil {
			return nil, err
		}
		return at.Analyse()
	}))
}

// position reads a position document, or takes the position of the ledger if path is empty.
func (s *session) position(path string) (*report.Setup, error) {
	rb, err := readRulebook(s.c.String("rulebook"))
	if err != nil {
		return nil, err
	}
	var at *report.Setup
	if path == "" {
		at, err = s.ledgerPosition()
	} else if at, err = s.document(path); err == nil && s.c.IsSet("system") {
		sys, missing := s.system()
		if missing != nil {
			return nil, missing
		}
		at.Under(sys)
	}
	if err == nil && rb != nil {
		at.Rules = rb
	}
	return at, err
}

func (s *session) ledgerPosition() (*report.Setup, error) {
	g, err := s.open()
	if err != nil {
		return nil, err
	}
	return report.SetupOf(g.Place, g.l.State())
}

// document reads a position document.
func (s *session) document(path string) (*report.Setup, error) {
	file, text, err := s.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return report.ReadSetup(file, text)
}

func positionCommand() *command {
	return newCommand("position", reading(), onGame(func(s *session, g *game) (report.View, error) {
		doc, _, err := report.PositionOf(g.l.State())
		if err != nil {
			return nil, err
		}
		s.JSON = true
		return (*report.Position)(doc), nil
	}))
}
