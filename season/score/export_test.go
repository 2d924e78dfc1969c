package score

import (
	"fmt"

	"adjudicate/season/pgn"
	"adjudicate/systems"
)

// Follow follows the moves of a game, without its variations; file is for errors.
func Follow(file string, g *pgn.Game, sys *systems.System) (*Score, error) {
	s, err := begin(g, sys)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, g.At, err)
	}
	for i := range g.Moves {
		if err := s.Next(&g.Moves[i]); err != nil {
			return s, &MoveError{pgn.Error{File: file, Place: g.Moves[i].At, Text: err.Error()}, err}
		}
	}
	return s, nil
}

// Next plays a move.
func (s *Score) Next(m *pgn.Move) error {
	move, err := s.Scene.Read(m.Text)
	if err != nil {
		return err
	}
	s.Turns = append(s.Turns, Turn{move, s.System.Sides[s.Scene.Side], m})
	s.Scene.Play(move)
	return nil
}

// MoveError is a move that no legal turn is meant by, with its place.
type MoveError struct {
	At  pgn.Error
	Why error // of package san
}

func (e *MoveError) Error() string { return e.At.Error() }

func (e *MoveError) Unwrap() error { return e.Why }
