package main

import (
	"adjudicate/history/amendment"
	"adjudicate/internal/rulefiles"
	"adjudicate/report"
)

func ruleDrawCommand() *command {
	return newCommand("draw", reading(option("as", "the `TYPE` for a copying piece to copy"), systemFlag, svgFlag), onLaw(drawRule))
}

func drawRule(s *session, l *amendment.Law) (_ report.View, err error) {
	var v *report.Drawing
	if word, as := s.arg(0), s.c.String("as"); rulefiles.IsFile(word) {
		file, unsound := s.soundFile(l, word)
		if unsound != nil {
			return nil, unsound
		}
		v, err = report.DrawFile(l, file, as)
	} else {
		v, err = report.Draw(l, word, as)
	}
	if err != nil {
		return nil, err
	}
	if s.c.String("svg") != "" && len(v.Diagrams) > 1 {
		return nil, usagef("split the file", "%s defines %d pieces: expected one", s.arg(0), len(v.Diagrams))
	}
	return s.withFile(v, "svg", v.Diagrams[0].SVG)
}
