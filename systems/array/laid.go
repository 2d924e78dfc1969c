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
	if _, err := fen.Read(sys, ""); err != nil {
		return nil, err
	}
	game, first, err := Game(sys, set)
	if err != nil {
		return nil, err
	}
	return &fen.Position{System: sys, Game: game, Placed: fen.Placed{Board: game.Position, Side: first, Quiet: set.Quiet, Number: 1}}, nil
}

// Game sets up the position of an array, of any number of sides, under all rules of a system, and says who plays first.
func Game(sys *systems.System, set events.ArraySet) (g *turns.Game, first movement.SideID, err error) {
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
			p.Put(id, sq)
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
	g, err = turns.New(sys.Book, p)
	return g, movement.SideID(max(0, slices.Index(names, set.First))), err
}
