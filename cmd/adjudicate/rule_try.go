package main

import "adjudicate/report"

func ruleTryCommand() *command {
	return newCommand("try", reading(option("position", "`FILE` of a position document, - for standard input (default: the ledger's)"), systemFlag), do(func(s *session) (report.View, error) {
		l, err := s.law()
		if err != nil {
			return nil, err
		}
		rule, err := s.soundFile(l, s.arg(0))
		if err != nil {
			return nil, err
		}
		at, err := s.position(s.c.String("position"))
		if err != nil {
			return nil, err
		}
		return report.Try(at, l.Book, rule.Rules)
	}))
}
