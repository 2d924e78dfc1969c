package aggregate

import (
	"adjudicate/notation"
	"adjudicate/rules/movement"
)

// What a side chooses besides an act, in plays that are put together of acts. A square that is closed, or a piece that is placed where the
// act began, belongs to the act before it and is none of the acts that a play is made of.

// chooses reports whether an item is a choice that belongs to the act before it.
func (p *play) chooses(item *notation.Item) bool {
	l := p.d.law()
	if len(p.steps) == 0 || l.whole || len(l.proc.Choices) == 0 {
		return false
	}
	if item.Kind == notation.Close || item.Kind == notation.Destroy {
		return true
	}
	last := &p.steps[len(p.steps)-1].item
	if item.Kind != notation.Placement || last.Kind != notation.Move && last.Kind != notation.Capture || item.To != last.From {
		return false
	}
	for i := range l.proc.Choices {
		if place := l.proc.Choices[i].Place; place == "from" || place == "either" {
			return true
		}
	}
	return false
}

// owes notes which choices come with an act that is about to be made.
func (p *play) owes(a *act) {
	if len(p.d.law().proc.Choices) == 0 || p.d.now.turns() == nil {
		return
	}
	a.ply = movement.Ply{Play: kindOfPlay(a.step.item.Kind), Piece: a.id, From: a.from, To: a.to, Other: movement.NoPiece,
		Take: movement.Taking{Victim: a.victim, Also: movement.NoPiece}, Becomes: movement.NoType, Make: movement.NoType, Side: p.side}
	if a.take != nil {
		a.ply.Take = *a.take
	}
	a.owed = p.d.now.turns().Owed(p.side, &a.ply)
}

// choosesWith makes what was chosen besides an act that has been made, or refuses it.
func (p *play) choosesWith(s *step, made *act) {
	if len(s.chosen) == 0 && (made == nil || made.owed == 0) {
		return
	}
	t := &wholeTurn{p: p, g: p.d.now.turns(), step: s}
	var owed uint64
	if made != nil {
		t.act, owed = made.ply, made.owed
	}
	if !t.choices(s.chosen) {
		return
	}
	if o := t.g.Choose(p.side, &t.act, owed, t.given); o != nil {
		t.objects(o)
		return
	}
	p.done = append(p.done, p.d.now.chosenItems(t.given)...)
	p.emitChosen(basisOf(nil, t.g.CiteChoices()...), t.given)
}
