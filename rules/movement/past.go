package movement

import (
	"slices"

	"adjudicate/rules"
)

// What pieces have been through is remembered where some rule asks for it; see Ruleset.Remembers.

// Past is what a piece has been through.
type Past struct {
	Made, Came int    // turns that had ended when it was made, and when it came to where it is
	Stood      Square // that it left for where it stands, or Off
	Taken      int    // pieces that it has captured
	Of         []Taken
	Last       TypeID // the type that it captured last, or NoType
}

func (a Past) equal(b Past) bool {
	return a.Made == b.Made && a.Came == b.Came && a.Stood == b.Stood && a.Taken == b.Taken && a.Last == b.Last && slices.Equal(a.Of, b.Of)
}

// Taken is how many pieces of a type a piece has captured. A list of them is replaced, never written in place.
type Taken struct {
	Type TypeID
	N    int
}

// pastWords are what formulas ask of the past.
var pastWords = rules.SearchFor(".age", ".rested", ".captures", ".last_victim", ".stood", ".captured_last")

// Remembers reports whether some rule asks what pieces have been through.
func (rs *Ruleset) Remembers() bool { return rs.remembers }

// history is what a position knows of the past.
type history struct {
	turns  int
	captor PieceID // that made the last capture, or NoPiece
	pasts  []Past  // by PieceID; empty unless the ruleset remembers
	still  bool    // while what follows of a play that is tried is worked out, nothing is noted of what pieces go through
}

func (h *history) copyFrom(o *history) {
	pasts := append(h.pasts[:0], o.pasts...)
	*h = *o
	h.pasts = pasts
}

// SetTurns says how many turns have ended.
func (p *Position) SetTurns(n int) {
	if p.rs.remembers || p.rs.outside {
		p.changed()
	}
	p.history.turns = n
}

// Turns returns how many turns have ended.
func (p *Position) Turns() int { return p.history.turns }

// SetPast says what a piece has been through.
func (p *Position) SetPast(id PieceID, past Past) {
	if p.rs.remembers {
		p.changed()
		p.history.pasts[id] = past
	}
}

// PastOf returns what a piece has been through, as far as the ruleset remembers it.
func (p *Position) PastOf(id PieceID) Past {
	if !p.rs.remembers {
		return Past{Stood: Off, Last: NoType}
	}
	return p.history.pasts[id]
}

// SetCaptor says which piece has made the last capture of the game.
func (p *Position) SetCaptor(id PieceID) {
	p.changed()
	p.history.captor = id
}

// Captor returns the piece that has made the last capture of the game, or NoPiece.
func (p *Position) Captor() PieceID { return p.history.captor }

// begins gives a new piece its past.
func (p *Position) begins() {
	if p.rs.remembers {
		p.history.pasts = append(p.history.pasts, Past{Made: p.history.turns, Came: p.history.turns, Stood: Off, Last: NoType})
	}
}

// came notes that a piece has come to where it is, from a square or from off the board.
func (p *Position) came(id PieceID, from Square) {
	if p.rs.remembers && !p.history.still && p.pieces[id].at != from {
		past := &p.history.pasts[id]
		past.Came, past.Stood = p.history.turns, from
	}
}

// left notes that a piece has left the board.
func (p *Position) left(id PieceID) {
	if p.rs.remembers && !p.history.still {
		past := &p.history.pasts[id]
		past.Came, past.Stood = p.history.turns, Off
	}
}

// took notes a capture of a piece that is still what it was.
func (p *Position) took(by, victim PieceID) {
	if !p.rs.remembers || p.history.still || by == NoPiece || by == victim {
		return
	}
	typ, past := p.pieces[victim].typ, &p.history.pasts[by]
	past.Taken++
	past.Last = typ
	past.Of = slices.Clone(past.Of)
	if i := slices.IndexFunc(past.Of, func(t Taken) bool { return t.Type == typ }); i >= 0 {
		past.Of[i].N++
	} else {
		past.Of = append(past.Of, Taken{typ, 1})
	}
	p.history.captor = by
}

// capturesOf returns how many pieces of a type a piece has captured.
func (p *Position) capturesOf(id PieceID, typ TypeID) int {
	for _, t := range p.PastOf(id).Of {
		if t.Type == typ {
			return t.N
		}
	}
	return 0
}
