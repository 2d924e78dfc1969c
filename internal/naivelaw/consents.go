package naivelaw

import (
	"slices"
	"strings"
	"time"
)

// A matter is a play that waits for answers.
type matter struct {
	text    string // as it was written
	side    string
	player  string // who proposes it
	stake   string // id of the first piece that it was to capture
	entries []section
	asked   [][]string        // by entry: players
	answers map[string]string // "yes", "no" or, of who did not answer in time, "silent"
	firm    bool
	closes  time.Time         // when no answer, or no seal, comes any more; zero: never
	ends    time.Time         // when seals are not opened any more
	secret  bool              // whether answers are sealed
	sealed  map[string]string // what is in the seals that were sent
	opening bool              // seals are opened now
}

// matter is what a turn has to wait for; nil if nothing asks for consent to it.
func (g *game) matter(turn []act) *matter {
	m := &matter{text: turn[0].text(), side: turn[0].side, player: g.player(turn[0].side), answers: map[string]string{}, sealed: map[string]string{}}
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
	if victim != nil {
		m.stake = victim.id
	}
	return g.put(m, e.with("self", self).with("victim", victim), "play")
}

// matterOf is what the use of a power has to wait for; nil if nothing asks for consent to it.
func (g *game) matterOf(u use) *matter {
	m := &matter{player: u.player, side: u.side, answers: map[string]string{}, sealed: map[string]string{}}
	return g.put(m, u.doing.env(), word(u.power, "name"))
}

// put says by which entries a matter needs consent, and who is asked; nil if none does.
func (g *game) put(m *matter, e *env, to string) *matter {
	for _, c := range g.consents {
		if !slices.Contains(words(c, "to"), to) || !e.holds(c, "when") {
			continue
		}
		var asked []string
		for _, who := range g.everybody() {
			if e.with("who", playerName(who)).holds(c, "of") {
				asked = append(asked, who)
			}
		}
		m.entries, m.asked, m.firm = append(m.entries, c), append(m.asked, asked), m.firm || c["firm"] == true
		later := func(t *time.Time, days int) {
			if at := g.now.AddDate(0, 0, days); days > 0 && at.After(*t) {
				*t = at
			}
		}
		secret := number(c, "secret")
		if m.secret = m.secret || secret > 0; secret > 0 {
			later(&m.closes, number(c, "days"))
		}
		later(&m.ends, number(c, "days")+secret)
	}
	if len(m.entries) == 0 {
		return nil
	}
	if !m.secret {
		m.closes = m.ends
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

// missing lists who has not answered yet.
func (m *matter) missing() (list []string) {
	for _, p := range m.all() {
		if _, given := m.answers[p]; !given {
			list = append(list, p)
		}
	}
	return list
}

// stands says what has become of a matter: "pending", "approved" or "refused".
func (m *matter) stands(g *game) string {
	pass, fail := m.could(g)
	for i, c := range m.entries {
		if c["awaits"] == true && slices.ContainsFunc(m.missing(), func(p string) bool { return slices.Contains(m.asked[i], p) }) {
			fail = fail || pass // it cannot be approved yet
		}
	}
	switch {
	case !pass:
		return "refused"
	case fail:
		return "pending"
	}
	return "approved"
}

// sealsIn has seals opened once all are in.
func (m *matter) sealsIn() {
	if m.secret && !m.opening && len(m.missing()) == len(m.sealed) {
		m.open()
	}
}

func (m *matter) open() {
	m.opening, m.closes = true, m.ends
	for _, p := range m.missing() {
		if m.sealed[p] == "" {
			m.answers[p] = "silent"
		}
	}
}

// expires is what comes when the time of a matter is over.
func (m *matter) expires() {
	for _, p := range m.missing() {
		m.answers[p] = "silent"
	}
}

// settles makes the play of a matter that has been approved, as the board is by then, and forgets it once it waits no more.
func (g *game) settles() (how string) {
	how = g.pending.stands(g)
	if how == "pending" {
		return how
	}
	turn := g.again()
	g.pending = nil
	if how == "approved" {
		if turn == nil || len(g.refusedTurn(turn)) > 0 {
			return "failed"
		}
		g.play(turn...)
	}
	return how
}

// again is the play that waits, as it would be on the board as it is now; nil if there is no such play.
func (g *game) again() (turn []act) {
	for _, reads := range []func(string) string{func(text string) string { return text }, unordered} {
		for _, a := range g.acts(g.pending.side) {
			if reads(a.text()) == reads(g.pending.text) {
				return []act{a}
			}
		}
	}
	return nil
}

// unordered is a play with what it captures in the order of the alphabet: of several captured at once it does not matter.
func unordered(text string) string {
	play, end, _ := strings.Cut(text, "-")
	parts := strings.Split(play, "x")
	slices.Sort(parts[1:])
	return strings.Join(parts, "x") + "-" + end
}

// passes lets time pass up to a moment: what becomes due comes in its order.
func (g *game) passes(to time.Time) {
	for {
		midnight := g.now.Truncate(24*time.Hour).AddDate(0, 0, 1)
		waits := g.pending != nil && !g.pending.closes.IsZero()
		switch {
		case waits && !g.pending.closes.After(to) && !g.pending.closes.After(midnight):
			g.now = g.pending.closes
			if sealing := g.pending.secret && !g.pending.opening; sealing {
				g.pending.open() // which by itself decides nothing
			} else {
				g.pending.expires()
				g.settles()
			}
		case !midnight.After(to):
			g.now = midnight
			for _, side := range g.sides {
				if g.atSide("day", side); midnight.Day() == 1 {
					g.atSide("month", side)
				}
			}
			g.excess()
		default:
			g.now = to
			return
		}
	}
}
