package san

import (
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
	"adjudicate/systems"
	"adjudicate/systems/fen"
)

// Act is what a turn is made of, as far as notation tells.
type Act struct {
	Play     movement.Play
	Type     movement.TypeID
	From, To movement.Square
	Taken    movement.Square // where the victim of a Capture stands
	Becomes  movement.TypeID // or NoType
	Partner  bool            // a piece goes along,
	Between  [2]movement.Square
	Chosen   []Choice
}

// Choice is what is chosen besides: a square, and what is placed there, or NoType; or what a choice with a name is, as turns.Game.Called writes it.
type Choice struct {
	Square   movement.Square
	Type     movement.TypeID
	Destroys bool // what stands there
	Name     string
	Called   string
}

// Move is a legal turn with its text.
type Move struct {
	Act
	Text  string // in short algebraic notation
	Words string // in full, as turns.Game.Words

	index int
}

// Scene is a position in which it is a side's turn.
type Scene struct {
	Game *turns.Game
	Side movement.SideID

	at    *fen.Position
	names *Letters
	types []movement.TypeID // of the pieces, before a turn
	moves []Move            // the legal ones, without marks of check
	known bool
}

// At returns the scene of a position. From then on its game goes on by Play only, and the position with it.
func At(at *fen.Position) *Scene {
	return &Scene{Game: at.Game, Side: at.Side, at: at, names: lettersOf(at.System, at.Game.Position.Ruleset())}
}

// On returns the scene of a side's turn in a game of which no system is known: types are written by their glyphs, and there is no FEN.
func On(g *turns.Game, side movement.SideID) *Scene {
	return &Scene{Game: g, Side: side, names: lettersOf(new(systems.System), g.Position.Ruleset())}
}

// legal returns the legal turns, each with its text but for what the turn does to others.
func (s *Scene) legal() []Move {
	if s.known {
		return s.moves
	}
	s.moves, s.known = s.moves[:0], true
	s.remember()
	i := 0
	s.Game.Each(s.Side, func(t *turns.Turn) bool {
		if !t.Act.Apart() { // else the notation has no word for it
			s.moves = append(s.moves, Move{Act: s.turn(t), Words: s.Game.Words(t), index: i})
		}
		i++
		return true
	})
	return s.moves
}

// remember notes what the pieces are: on the board a turn may make them something else.
func (s *Scene) remember() {
	p := s.Game.Position
	s.types = s.types[:0]
	for i := range p.Pieces() {
		s.types = append(s.types, p.TypeOf(movement.PieceID(i)))
	}
}

// typeOf is what a piece was before the turn, or what it came to be as in its course.
func (s *Scene) typeOf(id movement.PieceID) movement.TypeID {
	if int(id) < len(s.types) {
		return s.types[id]
	}
	return s.Game.Position.TypeOf(id)
}

func (s *Scene) turn(t *turns.Turn) Act {
	a := s.ply(t.Act)
	for _, c := range t.Chosen {
		out := Choice{Square: c.Square, Type: movement.NoType, Destroys: c.Destroys, Name: c.Name}
		switch {
		case c.Name != "":
			out.Called = s.Game.Called(c)
		case c.Piece != movement.NoPiece && !c.Destroys:
			out.Type = s.typeOf(c.Piece)
		}
		a.Chosen = append(a.Chosen, out)
	}
	return a
}

func (s *Scene) ply(p *movement.Ply) Act {
	a := Act{Play: p.Play, Type: movement.NoType, From: p.From, To: p.To, Becomes: p.Becomes}
	switch {
	case p.Piece != movement.NoPiece:
		a.Type = s.typeOf(p.Piece)
	case p.Play == movement.Placement:
		a.Type = p.Make
	}
	if p.Play == movement.Capture {
		a.Taken = p.Take.At
	}
	if p.Other != movement.NoPiece {
		a.Partner, a.Between = true, [2]movement.Square{p.OtherFrom, p.Onto}
	}
	return a
}

// Moves returns the legal turns with their texts.
func (s *Scene) Moves() []Move {
	out := append([]Move(nil), s.legal()...)
	i := 0
	s.Game.Each(s.Side, func(t *turns.Turn) bool {
		if !t.Act.Apart() {
			out[i].Text = s.short(&s.moves[i]) + s.mark()
			i++
		}
		return true
	})
	return out
}

// Play makes a turn that the scene has given. The scene is then that of the next side.
func (s *Scene) Play(m Move) {
	s.legal()
	i := -1
	s.Game.Play(s.Side, func(*turns.Turn) bool {
		i++
		return i == m.index
	})
	if s.at == nil {
		s.Side, s.known = s.Game.Next(s.Side), false
		return
	}
	if s.at.Quiet++; m.Play == movement.Capture || s.names.isSilent(m.Type) {
		s.at.Quiet = 0
	}
	if s.Side, s.known = s.Game.Next(s.Side), false; s.Side == 0 {
		s.at.Number++
	}
	s.at.Side = s.Side
}

// FEN is the position in one line.
func (s *Scene) FEN() (string, error) { return s.at.Write() }

// mark says what a turn that stands on the board does to the others: "+", "#" or nothing.
func (s *Scene) mark() string {
	next := s.Game.Next(s.Side)
	if e, _, over := s.Game.Over(s.Side); over {
		if e.Winner == "mover" {
			return "#"
		}
		return ""
	}
	for o := next; o != s.Side; o = s.Game.Next(o) {
		if s.Game.Checked(o) {
			if o == next && s.Game.Stuck(o) {
				return "#"
			}
			return "+"
		}
	}
	return ""
}
