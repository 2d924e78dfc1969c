package turns

import "adjudicate/rules/movement"

// What Try asks, for whoever explains why a turn is legal.

// A Question is something that the rules ask of a turn besides where pieces go.
type Question struct {
	Objection      // as it is, or would be
	Objects   bool // whether it is
	Kept      Kept // why not
}

// Kept is why a turn breaks nothing.
type Kept int

// Why a turn breaks nothing.
const (
	Unmet      Kept = iota // the condition does not hold
	Done                   // the act is what is asked for
	Impossible             // Obliged: no act that is asked for is legal
	Answered               // ForbiddenAfter: what the next side can play spares it
	Within                 // TooMany: no more counts than may, or than did
)

// Tell has told hear what Try asks, while the board is as the question finds it; nil: nobody does.
func (g *Game) Tell(told func(Question)) { g.told = told }

func (g *Game) tell(o Objection, objects bool, kept Kept) {
	if g.told != nil {
		g.told(Question{o, objects, kept})
	}
}

// tellObliged tells what each obligation asks of an act, of which some object.
func (g *Game) tellObliged(s movement.SideID, act *movement.Ply, against []Objection) {
	if g.told == nil || g.sparing {
		return
	}
	for i := range g.duties {
		d := &g.duties[i]
		if d.Oblige == "" {
			continue
		}
		o := Objection{Against: Obliged, Clause: d.clause, Duty: d.Duty, Because: d.when}
		switch {
		case !g.obliges(i, s):
			g.tell(o, false, Unmet)
		case g.objects(against, d):
			g.tell(o, true, 0)
		case g.fulfils(d, act):
			g.tell(o, false, Done)
		default:
			g.tell(o, false, Impossible)
		}
	}
}

// objects reports whether an obligation is among objections.
func (g *Game) objects(list []Objection, d *duty) bool {
	for i := range list {
		if list[i].Duty == d.Duty {
			return true
		}
	}
	return false
}
