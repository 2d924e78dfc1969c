package aggregate

import (
	"errors"
	"strings"

	"adjudicate/notation"
	"adjudicate/systems/san"
)

// algebraic reads a play of a game of whole turns that is no play by package notation as people write turns in short: "Nf3", "exd6", "0-0".
// It returns the same play in full; for a turn that is not legal, the one that comes nearest to it, so that the ruling says what is wrong
// with it. A text that several legal turns agree with is a fault that lists them.
func (p *play) algebraic(r *notation.Reading) *notation.Reading {
	if !p.d.law().whole || !p.d.state().Started() || strings.Contains(r.Text, ";") {
		return r
	}
	scene := san.On(p.d.now.turns(), p.side)
	m, err := scene.Read(r.Text)
	var several *san.AmbiguousError
	var illegal *san.IllegalError
	switch {
	case err != nil && r.Err == nil: // the announcement of a promotion
	case err == nil:
		return r.Of(scene.Long(&m.Act))
	case errors.As(err, &several):
		p.d.refuse(FaultAmbiguous, p.d.law().citePlay(notation.Move), "%v", err)
	case errors.As(err, &illegal) && len(illegal.Tried) > 0:
		return r.Of(scene.Long(&illegal.Tried[0]))
	}
	return r
}
