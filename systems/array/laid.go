package array

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
	"adjudicate/systems"
	"adjudicate/systems/fen"
)

// Laid sets up the position of an array: Set makes the same array of what it writes, unless the array holds what no line of a position says.
func Laid(sys *systems.System, set events.ArraySet) (*fen.Position, error) {
	at, err := laid(sys, set)
	if err != nil {
		return nil, err
	}
	game, err := turns.New(sys.Book, at.Board)
	return &fen.Position{System: sys, Game: game, Placed: *at}, err
}

// Line writes an array as a position in one line.
func Line(sys *systems.System, set events.ArraySet) (string, error) {
	at, err := laid(sys, set)
	if err != nil {
		return "", err
	}
	return at.Write(sys)
}

func laid(sys *systems.System, set events.ArraySet) (*fen.Placed, error) {
	if _, err := fen.Place(sys, ""); err != nil {
		return nil, err
	}
	p, first, err := board(sys, set)
	return &fen.Placed{Board: p, Side: first, Quiet: set.Quiet, Number: 1}, err
}

// Game sets up the position of an array, of any number of sides, under all rules of a system, and says who plays first.
func Game(sys *systems.System, set events.ArraySet) (g *turns.Game, first movement.SideID, err error) {
	p, first, err := board(sys, set)
	if err != nil {
		return nil, 0, err
	}
	g, err = turns.New(sys.Book, p)
	return g, first, err
}

func board(sys *systems.System, set events.ArraySet) (*movement.Position, movement.SideID, error) {
	rs, err := fen.Ruleset(sys)
	if err != nil {
		return nil, 0, err
	}
	p := rs.NewPosition()
	var names []string
	for i, side := range set.Sides {
		names = append(names, side.Side)
		p.SetChecks(p.AddSide(side.Side), set.Sides[i].Checks)
	}
	if !slices.Equal(names, sys.Sides) {
		return nil, 0, fmt.Errorf("the sides are %s, and those of %s are %s", strings.Join(names, ", "), sys.Name, strings.Join(sys.Sides, ", "))
	}
	for _, pc := range set.Pieces {
		typ, ok := rs.Type(pc.Type)
		side := slices.Index(names, pc.Side)
		if !ok || side < 0 {
			return nil, 0, fmt.Errorf("%s has no %s of %s", sys.Name, pc.Type, pc.Side)
		}
		id, base := p.AddPiece(typ, movement.SideID(side)), movement.NoType
		if b, ok := rs.Type(pc.Base); ok {
			base = b
		}
		if sq, ok := rs.Square(pc.At); ok {
			below := len(p.AllAt(sq, nil))
			p.Put(id, sq)
			p.Raise(id, below)
		}
		p.Mark(id, pc.Moved, false, base)
	}
	for _, name := range set.Closed {
		if sq, ok := rs.Square(name); ok {
			p.Close(sq)
		}
	}
	if sq, ok := rs.Square(set.Passer); ok {
		var passed []movement.Square
		for _, name := range set.Passed {
			if sq, ok := rs.Square(name); ok {
				passed = append(passed, sq)
			}
		}
		p.SetPassing(p.At(sq), passed...)
	}
	return p, movement.SideID(max(0, slices.Index(names, set.First))), nil
}
