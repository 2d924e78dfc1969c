package blame

import (
	"adjudicate/aggregate"
	"adjudicate/events"
)

// marks collects why each mark is held, or, of a winner, was held when the hand was won.
func (r *Report) marks() (func(*trace, *events.Envelope), func(*trace) error) {
	held := map[string][]Cause{} // by player, since all marks were last destroyed
	see := func(t *trace, e *events.Envelope) {
		switch p := e.Payload.(type) {
		case events.AssetChanged:
			if p.Asset == events.Usual().Marks {
				held[p.Account] = append(held[p.Account], t.mark(e, p))
			}
		case events.EndDeclared:
			if r.Subject.Kind == Winner {
				c := t.cause(e)
				c.Because = held[p.Player]
				r.Player, r.Causes = p.Player, []Cause{c}
			}
		case events.AssetsCleared:
			if p.Asset == events.Usual().Marks {
				clear(held)
			}
		}
	}
	return see, func(t *trace) error {
		if r.Subject.Kind == Mark {
			r.Value = t.st.Balance(r.Subject.Name, events.Usual().Marks)
			r.Causes = held[r.Subject.Name]
		}
		return nil
	}
}

// mark says what a mark rests on: the capture of a royal piece or the surrender in check that it
// was given for, and the check before that.
func (t *trace) mark(e *events.Envelope, p events.AssetChanged) Cause {
	c := t.cause(e)
	if p.Why != events.WhyRoyalCapture && p.Why != events.WhySurrender {
		return c
	}
	loser := ""
	for i := len(t.act.Outcomes) - 1; i >= 0 && loser == ""; i-- {
		a, ok := t.act.Outcomes[i].Payload.(events.AtomicPlayed)
		if !ok || a.Play != aggregate.PlaySurrender {
			continue
		}
		if royal := a.How == aggregate.HowRoyalFell; royal != (p.Why == events.WhyRoyalCapture) {
			continue
		}
		loser = a.Side
		if p.Why != events.WhyRoyalCapture {
			surrender := t.causeOf(i)
			surrender.Role = "the surrender"
			c.Because = append(c.Because, surrender)
		}
	}
	if p.Why == events.WhyRoyalCapture {
		if loser == "" { // rules let it play on
			loser = t.bereft()
		}
		for _, x := range t.fallen(loser) {
			taken := t.causeOf(x)
			taken.Role = "the capture"
			c.Because = append(c.Because, taken)
		}
	}
	if before, ok := t.earlier[loser]; ok {
		before.Role = "the check before it"
		before.Because = nil
		c.Because = append([]Cause{before}, c.Because...)
	}
	return c
}

// bereft is the side of which the act captured a royal piece, "" if there is none: one that is destroyed as royal or, where those are
// kept, the last that has been captured.
func (t *trace) bereft() (side string) {
	royal := t.royal()
	for i := range t.act.Outcomes {
		p, ok := t.act.Outcomes[i].Payload.(events.PieceCaptured)
		if !ok {
			continue
		}
		if side = t.taken[i].Side; royal[p.Piece] {
			return side
		}
	}
	return side
}

// royal lists the pieces that the act destroys as royal ones.
func (t *trace) royal() map[string]bool {
	royal := map[string]bool{}
	for i := range t.act.Outcomes {
		if d, ok := t.act.Outcomes[i].Payload.(events.PieceDestroyed); ok && d.Why == events.WhyRoyal {
			royal[d.Piece] = true
		}
	}
	return royal
}

// fallen returns the captures of the act that a side fell by, as places in it: of pieces that are destroyed as
// royal ones, or, where those are kept, of everything that it lost.
func (t *trace) fallen(loser string) []int {
	royal := t.royal()
	var all, kings []int
	for i := range t.act.Outcomes {
		p, ok := t.act.Outcomes[i].Payload.(events.PieceCaptured)
		if !ok || t.taken[i].Side != loser {
			continue
		}
		all = append(all, i)
		if royal[p.Piece] {
			kings = append(kings, i)
		}
	}
	if len(kings) > 0 {
		return kings
	}
	return all
}
