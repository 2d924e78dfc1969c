// Package score follows the moves of a recorded game on the board of its system.
//
//	pgn.Game ──SystemOf──► systems.System ──Follow──► Score: each legal turn, and the position after the last one
//
// A file says what was written; which turn is meant by it, and whether there is such a turn, the rules of the system say
// (packages turns and san). The system is that of the tag Variant, as games are called there; without it it is orthodox chess. A game may
// begin with the position of the tag FEN.
//
// Follow refuses a move that no legal turn is meant by, or several: the error is a *pgn.Error with the place of the move, and wraps what
// package san says of it. What was legal up to there is returned with it.
package score

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/season/pgn"
	"adjudicate/systems"
	"adjudicate/systems/fen"
	"adjudicate/systems/san"
)

// Score is a recorded game on its board.
type Score struct {
	System *systems.System
	Start  string // the position that it begins with
	Turns  []Turn
	Scene  *san.Scene // after the last turn
}

// Turn is a legal turn of a recorded game.
type Turn struct {
	san.Move
	Side string
	Of   *pgn.Move // what the file has of it
}

// orthodox is how files call orthodox chess.
var orthodox = []string{"", "chess", "standard", "normal", "regular", "from position", "fromposition"}

// SystemOf returns the system of a recorded game.
func SystemOf(g *pgn.Game) (*systems.System, error) {
	variant := g.Tag("Variant")
	if slices.Contains(orthodox, strings.ToLower(variant)) {
		return systems.Find("chess")
	}
	sys, err := systems.Called(variant)
	if err != nil {
		return nil, fmt.Errorf("tag Variant: %w", err)
	}
	return sys, nil
}

// Begin sets up the position with which a recorded game begins.
func Begin(g *pgn.Game, sys *systems.System) (*Score, error) {
	at, err := fen.Read(sys, g.Tag("FEN"))
	if err != nil {
		return nil, fmt.Errorf("tag FEN: %w", err)
	}
	start, err := at.Write()
	if err != nil {
		return nil, err
	}
	return &Score{System: sys, Start: start, Scene: san.At(at)}, nil
}

// Follow follows the moves of a game, without its variations; file is for errors.
func Follow(file string, g *pgn.Game, sys *systems.System) (*Score, error) {
	s, err := Begin(g, sys)
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
