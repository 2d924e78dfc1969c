// Package score makes a season of a recorded game.
//
//	pgn.Game ──SystemOf──► systems.System ──Begin──► Score: the position that it begins with ──Season──► its moves as entries
//
// A file says what was written; which turn is meant by it, and whether there is such a turn, the rules of the system say
// (packages turns and san). The system is that of the tag Variant, as games are called there; without it it is orthodox chess. A game may
// begin with the position of the tag FEN.
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
