package generate

import "adjudicate/rules"

// words are what the rules of a game call its stage and what may be true of its sides; "" where they have no word for it.
type words struct {
	stage string // that is announced
	first string // of sides that come first in the order
	of    string // of sides that become away
	away  string // of sides that do not answer
	auto  string // of sides that play automatically
}

func wordsOf(p *rules.Procedure) (w words) {
	for i := range p.Stages {
		if w.stage == "" && !p.Stages[i].Opens {
			w.stage = p.Stages[i].Name
		}
	}
	if p.Order != nil {
		w.first = p.Order.First
	}
	if p.Clock != nil && p.Clock.Away != nil {
		w.of, w.away = p.Clock.Away.Of, p.Clock.Away.Becomes
	}
	if p.Automatic != nil {
		w.auto = p.Automatic.Who
	}
	return w
}
