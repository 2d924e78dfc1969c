package main

import (
	"adjudicate/internal/rulefiles"
	"adjudicate/ledger/advice"
	"adjudicate/report"
)

func ruleDrawCommand() *command {
	return newCommand("draw", reading(option("as", "the `TYPE` for a copying piece to copy"), systemFlag, svgFlag), do(drawRule))
}

func drawRule(s *session) (report.View, error) {
	l, err := s.law()
	if err != nil {
		return nil, err
	}
	book, names := l.Book, []string(nil)
	if word := s.arg(0); rulefiles.IsFile(word) {
		file, err := s.soundFile(l, word)
		if err != nil {
			return nil, err
		}
		for i := range file.Rules {
			book = book.With(file.Rules[i])
			if p := file.Rules[i].Piece; p != nil {
				names = append(names, p.Name)
			}
		}
		if len(names) == 0 {
			return nil, usagef("", "%s defines no piece", word)
		}
	} else {
		name, err := typeNamed(book, word)
		if err != nil {
			return nil, err
		}
		names = []string{name}
	}
	as := s.c.String("as")
	if as != "" {
		if as, err = typeNamed(book, as); err != nil {
			return nil, err
		}
	}
	v, err := report.Draw(book, l.Readings, names, as)
	if err != nil {
		return nil, &advice.Error{Text: err.Error(), Err: err}
	}
	if s.c.String("svg") != "" && len(v.Diagrams) > 1 {
		return nil, usagef("split the file", "%s defines %d pieces: expected one", s.arg(0), len(v.Diagrams))
	}
	return s.withFile(v, "svg", v.Diagrams[0].SVG)
}
