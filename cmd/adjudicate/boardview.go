package main

import (
	"io"

	"adjudicate/draw"
)

// picture writes a board as SVG if the command was asked to.
func (s *session) picture(b draw.Board) error {
	path := s.c.String("svg")
	if path == "" {
		return nil
	}
	return s.writeFile(path, func(w io.Writer) error { return draw.SVG(w, b, draw.Options{}) })
}
