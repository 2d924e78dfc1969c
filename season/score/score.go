// Package score makes a season of a recorded game.
//
//	pgn.Game ──SystemOf──► systems.System ──Begin──► Score: the initial position ──Season──► its moves as entries
//
// A PGN file records what was written. The rules of the system decide which turn that means, and
// whether there is one (packages turns and san). The Variant tag names the system; without it
// the system is orthodox chess. A game may start from the position in its FEN tag.
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

// begin sets up the position with which a recorded game begins.
func begin(g *pgn.Game, sys *systems.System) (*Score, error) {
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
