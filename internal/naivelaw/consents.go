package naivelaw

import "slices"

// A matter is a play that waits for answers.
type matter struct {
	turn    []act
	player  string // who proposes it
	entries []section
	asked   [][]string        // by entry: players
	answers map[string]string // "yes" or "no"
	firm    bool
}

// matter is what a turn has to wait for; nil if nothing asks for consent to it.
func (g *game) matter(turn []act) *matter {
	m := &matter{turn: turn, player: g.player(turn[0].side), answers: map[string]string{}}
	a := turn[0]
	e := g.env().with("side", sideName(a.side)).with("player", playerName(m.player)).with("from", a.from).with("to", a.to)
	var self, victim *piece
	if a.p != nil {
		self = g.find(a.p.id)
	}
	for _, b := range turn {
		if victim == nil && len(b.victims) > 0 {
			victim = g.find(b.victims[0].id)
		}
	}
	e = e.with("self", self).with("victim", victim)
	for _, c := range g.consents {
		if !slices.Contains(words(c, "to"), "play") || !e.holds(c, "when") {
			continue
		}
		var asked []string
		for _, side := range g.sides {
			if e.with("who", playerName(g.player(side))).holds(c, "of") {
				asked = append(asked, g.player(side))
			}
		}
		m.entries, m.asked, m.firm = append(m.entries, c), append(m.asked, asked), m.firm || c["firm"] == true
	}
	if len(m.entries) == 0 {
		return nil
	}
	if slices.Contains(m.all(), m.player) {
		m.answers[m.player] = "yes"
	}
	return m
}

// all lists who is asked.
func (m *matter) all() (list []string) {
	for _, asked := range m.asked {
		for _, p := range asked {
			if !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// could says whether the answers that are missing can still make it so that all entries are satisfied, and so that they are not.
func (m *matter) could(g *game) (pass, fail bool) {
	for _, p := range m.all() {
		if _, given := m.answers[p]; given {
			continue
		}
		for _, answer := range []string{"yes", "no", "silent"} { // which may never come
			m.answers[p] = answer
			a, b := m.could(g)
			pass, fail = pass || a, fail || b
		}
		delete(m.answers, p)
		return pass, fail
	}
	for i, c := range m.entries {
		n := map[string]float64{}
		for _, p := range m.asked[i] {
			n[m.answers[p]]++
		}
		needs := word(c, "needs")
		if needs == "" {
			needs = "yes == asked"
		}
		if !g.env().with("yes", n["yes"]).with("no", n["no"]).with("silent", n["silent"]).with("asked", float64(len(m.asked[i]))).truth(parse(needs)) {
			return false, true
		}
	}
	return true, false
}
