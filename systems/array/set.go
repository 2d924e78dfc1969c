// Package array turns a system's opening array, or any position written in one line, into the input
// that begins a ledger. The input is self-contained: it names nothing outside the ledger.
//
//	System (+ FEN) ──Set──► events.ArraySet
//	movement.Position ──Of──► events.ArraySet
//
// It refuses texts that package fen refuses, and players of sides that the system does not name.
package array

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/rules/movement"
	"adjudicate/systems"
	"adjudicate/systems/fen"
)

// Set returns the input that begins a game of a system from a position written in one line; without a text from its opening
// array. Players are by side; a side without one is played by somebody of its own name.
func Set(sys *systems.System, text string, players map[string]string) (events.ArraySet, error) {
	if err := strangers(sys); err != nil {
		return events.ArraySet{}, err
	}
	if text == "" && sys.Array != nil {
		return placed(sys, players)
	}
	at, err := fen.Place(sys, text)
	if err != nil {
		return events.ArraySet{}, err
	}
	in := Of(at.Board, at.Side, players)
	in.Quiet = at.Quiet
	return in, nil
}

// Opening returns what a game of a system begins with after its rules: its opening array, or the position that a text says, with who plays
// each side, as SIDE=PLAYER; nothing for a system without either, of which nobody asks for one.
func Opening(sys *systems.System, text string, players []string) ([]events.Payload, error) {
	if !sys.Arrayed() && text == "" {
		if len(players) > 0 {
			return nil, &UnsetError{sys.Name}
		}
		return nil, nil
	}
	by := map[string]string{}
	for _, word := range players {
		side, player, ok := strings.Cut(word, "=")
		if !ok || player == "" || !slices.Contains(sys.Sides, side) {
			return nil, fmt.Errorf("%q: expected a side of %s and who plays it, such as White=Ann", word, sys.Name)
		}
		if by[side] != "" {
			return nil, fmt.Errorf("%q: %s is played by %s already", word, side, by[side])
		}
		by[side] = player
	}
	in, err := Set(sys, text, by)
	return []events.Payload{in}, err
}

// An UnsetError reports that players were named for a game in which no side is there from the beginning.
type UnsetError struct{ System string }

func (e *UnsetError) Error() string {
	return fmt.Sprintf("%s has no opening array: a game of it begins without sides, and nobody can play one yet", e.System)
}

// Advice says how sides and their players come into such a game.
func (e *UnsetError) Advice() string {
	return "begin it without --player; then \"adjudicate player add PLAYER\" and \"adjudicate side create SIDE PLAYER\" for each side, and \"adjudicate start\""
}

// upwards lists the pieces of a position in the order in which an array creates them: the older first, but of those on a square the lower.
func upwards(p *movement.Position) (list []movement.PieceID) {
	places := map[movement.Square][]int{}
	for i := range p.Pieces() {
		if id := movement.PieceID(i); !p.Gone(id) {
			places[p.Where(id)] = append(places[p.Where(id)], len(list))
			list = append(list, id)
		}
	}
	for sq, at := range places {
		if sq == movement.Off || !p.Ruleset().Ordered() {
			continue
		}
		stack := p.AllAt(sq, nil)
		for i, k := range at {
			list[k] = stack[len(stack)-1-i]
		}
	}
	return list
}

// Of returns the input that begins a game from a position.
func Of(p *movement.Position, first movement.SideID, players map[string]string) events.ArraySet {
	rs := p.Ruleset()
	var in events.ArraySet
	for s := range p.Sides() {
		name := p.SideName(movement.SideID(s))
		in.Sides = append(in.Sides, events.ArraySide{Side: name, Player: cmp.Or(players[name], name), Checks: p.Checks(movement.SideID(s))})
	}
	if first != 0 {
		in.First = p.SideName(first)
	}
	for _, id := range upwards(p) {
		moved, _, base := p.Marks(id)
		pc := events.ArrayPiece{Type: rs.TypeName(p.TypeOf(id)), Side: p.SideName(p.Owner(id)), Moved: moved && p.Where(id) != movement.Off}
		if sq := p.Where(id); sq != movement.Off {
			pc.At = rs.SquareName(sq)
		}
		if base != movement.NoType {
			pc.Base = rs.TypeName(base)
		}
		in.Pieces = append(in.Pieces, pc)
	}
	for _, sq := range rs.Squares() {
		if p.ClosedAt(sq) {
			in.Closed = append(in.Closed, rs.SquareName(sq))
		}
	}
	if by, passed := p.Passing(); by != movement.NoPiece {
		in.Passer = rs.SquareName(p.Where(by))
		for _, sq := range passed {
			in.Passed = append(in.Passed, rs.SquareName(sq))
		}
	}
	return in
}
