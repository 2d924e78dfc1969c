package perft

import (
	"errors"
	"fmt"

	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
	"adjudicate/systems"
	"adjudicate/systems/array"
	"adjudicate/systems/fen"
)

// Tree is the legal sequences from a position on.
type Tree interface {
	Walk(depth int, told func(nodes uint64) (stop bool)) uint64
	Divide(depth int, told func(nodes uint64) (stop bool)) (total uint64, shares map[string]uint64)
}

// Full is a position of a system with all its rules, ready to be walked.
type Full struct {
	Game  *turns.Game
	First movement.SideID
}

// FromSystem sets up a position of a system that is written in one line; without a text its opening array, of any number of sides.
// Errors about the text are *FENError. Rules by which one capture takes several pieces of a square, or not each of them, are refused, and
// those by which all sides play at once.
func FromSystem(sys *systems.System, text string) (*Full, error) {
	if s := sys.Book.Procedure().Sharing; s != nil {
		for _, f := range []struct {
			field string
			src   rules.Expr
		}{{"all", s.All}, {"ground", s.Ground}, {"landing", s.Landing}, {"barred", s.Barred}} {
			if f.src != "" {
				return nil, fmt.Errorf("sharing.%s requires a ledger: perft takes one piece of a square in one capture, and any of them", f.field)
			}
		}
	}
	if t := sys.Book.Procedure().Together; t != nil && t.Who == "" && t.When == "" {
		return nil, errors.New("together requires a ledger: perft counts turns of one side after the other")
	}
	for _, def := range sys.Book.Pieces() {
		if len(def.Piece.Resists) > 0 {
			return nil, fmt.Errorf("resists requires a ledger: perft counts captures that take what they capture, and the %s resists some", def.Piece.Name)
		}
	}
	if text == "" && sys.Array != nil {
		set, err := array.Set(sys, "", nil)
		if err != nil {
			return nil, err
		}
		g, first, err := array.Game(sys, set)
		return &Full{g, first}, err
	}
	at, err := fen.Read(sys, text)
	if err != nil {
		return nil, err
	}
	return &Full{at.Game, at.Side}, nil
}

// Walk counts the legal sequences of depth turns. told is called now and then with the number of leaves found so far, and ends the
// walk early by returning true.
func (f *Full) Walk(depth int, told func(nodes uint64) (stop bool)) uint64 {
	return f.Game.Count(f.First, depth, func() bool { return told != nil && told(f.Game.Nodes) })
}

// Divide is Walk with the share of each legal first turn.
func (f *Full) Divide(depth int, told func(nodes uint64) (stop bool)) (total uint64, shares map[string]uint64) {
	shares = map[string]uint64{}
	if depth <= 0 {
		return 1, shares
	}
	f.Game.Divide(f.First, depth, func() bool { return told(f.Game.Nodes) }, func(t *turns.Turn, nodes uint64) {
		shares[f.Game.Words(t)] += nodes
		total += nodes
	})
	return total, shares
}
