package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/draw/diagram"
	"adjudicate/report"
	"adjudicate/rules"
)

func ruleDrawCommand() *cli.Command {
	return newCommand("draw", reading(&cli.StringFlag{Name: "as", Usage: "the `TYPE` that a copying piece copies"}, systemFlag, svgFlag), do(drawRule))
}

func drawRule(s *session) error {
	c, err := s.ruleContext()
	if err != nil {
		return err
	}
	defer c.close()
	book, names := c.book, []string(nil)
	if word := s.arg(0); isFile(word) {
		file, err := s.soundFile(c, word)
		if err != nil {
			return err
		}
		for i := range file.Rules {
			book = book.With(file.Rules[i])
			if p := file.Rules[i].Piece; p != nil {
				names = append(names, p.Name)
			}
		}
		if len(names) == 0 {
			return usagef("", "%s defines no piece", word)
		}
	} else {
		name, err := typeOf(book, word)
		if err != nil {
			return err
		}
		names = []string{name}
	}
	opts := diagram.Options{}
	if as := s.c.String("as"); as != "" {
		if opts.As, err = typeOf(book, as); err != nil {
			return err
		}
	}
	v := &report.Drawing{}
	for _, name := range names {
		d, err := diagram.Of(book, c.readings, name, opts)
		if err != nil {
			return &usageError{text: err.Error(), err: err}
		}
		v.Diagrams = append(v.Diagrams, d)
	}
	if path := s.c.String("svg"); path != "" {
		if len(v.Diagrams) > 1 {
			return usagef("split the file", "%s defines %d pieces, and a picture shows one", s.arg(0), len(v.Diagrams))
		}
		if err := s.writeFile(path, v.Diagrams[0].SVG); err != nil || path == "-" {
			return err
		}
	}
	return s.show(v)
}

// typeOf finds a type by name, rule number or glyph.
func typeOf(book *rules.Rulebook, word string) (string, error) {
	var names []string
	for _, d := range book.Pieces() {
		if d.Piece.Name == word || d.Rule.Number == word {
			return d.Piece.Name, nil
		}
		names = append(names, d.Piece.Name)
	}
	for _, d := range book.Pieces() {
		if strings.EqualFold(d.Piece.Name, word) || strings.EqualFold(d.Piece.Glyph, word) {
			return d.Piece.Name, nil
		}
	}
	return "", unknownName("piece type", word, names, "\"adjudicate rule list\" shows those of a ledger; a file is named with its ending .yaml")
}
