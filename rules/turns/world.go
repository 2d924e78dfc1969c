package turns

import (
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// A World is a game that is more than a position: who plays, what they have, what was played before. With one the conditions of a
// rulebook may ask for all that.
type World interface {
	Resolver() rules.Resolver
	Scene(Asked) formula.Env // of rules.DutyVocabulary or, where It is asked, of rules.ChoiceVocabulary

	Next(played movement.SideID) movement.SideID // who plays after a side
	// Judges says that Others tries all plays, since a position alone does not show which are legal.
	Judges() bool
	// Others reports whether a side has a legal play of several acts, or where it judges any, after which something holds of the game as it
	// leaves it. Answering says that what it tries is an answer: see Game.Answered. Asked is what holds is about.
	Others(s movement.SideID, answering bool, asked *formula.Formula, holds func(*Game) bool) bool
	// Lets reports whether what is beside the board lets a side make an act apart: the stage that runs, and what the act costs.
	Lets(s movement.SideID, act *movement.Ply) bool
}

// Asked is what a condition is about.
type Asked struct {
	Mover    movement.SideID
	Self     movement.PieceID // that acts, or NoPiece
	Victim   movement.PieceID
	From, To movement.Square
	Take     *movement.Taking // of a capture
	It       float64          // of a choice
}

// Compile returns the game of a rulebook in a world, without a position: see On.
func Compile(rb *rules.Rulebook, rs *movement.Ruleset, w World) (*Game, error) {
	return compile(rb, &Game{rs: rs, world: w, Position: rs.NewPosition()})
}

// On returns the game with a position of its own ruleset, in a world that resolves names alike. What is compiled is shared.
func (g *Game) On(p *movement.Position, w World) *Game {
	out := *g
	out.Position, out.world, out.plies, out.Nodes = p, w, nil, 0
	out.guard, out.counting = movement.Guard{}, counting{}
	out.env = env{g: &out}
	return &out
}

// asked says what a condition about an act is about.
func (g *Game) asked(s movement.SideID, act *movement.Ply, it float64) Asked {
	a := Asked{Mover: s, Self: movement.NoPiece, Victim: movement.NoPiece, From: movement.Off, To: movement.Off, It: it}
	if act == nil {
		return a
	}
	a.Self, a.From, a.To = act.Piece, act.From, act.To
	if act.Piece == movement.NoPiece && act.To != movement.Off {
		a.Self = g.Position.At(act.To)
	}
	if act.Play == movement.Capture {
		a.Victim, a.Take = act.Take.Victim, &act.Take
	}
	return a
}
