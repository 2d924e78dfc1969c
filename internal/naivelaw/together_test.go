package naivelaw

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// TestSidesPlayTogetherAsTheDocumentationSays is about sides that play at once: who they are, what is accepted of them, openly or under a
// seal, which plays conflict and what happens then.
func TestSidesPlayTogetherAsTheDocumentationSays(t *testing.T) {
	from, to := seeds(40)
	kinds, why, refused, failures := map[string]int{}, map[string]int{}, 0, 0
	for seed := from; seed < to; seed++ {
		r := NewRandom(15000000 + seed)
		text := r.Together()
		men := r.Men(read(text), 6, 14)
		if r.chance(30) {
			men = men[:min(4, len(men))]
		}
		j, g, err := begun(text, r.Sides, men, nil)
		if err != nil {
			refused++
			why[err.Error()]++
			continue
		}
		m := meeting{j: j, g: g, r: r, kinds: kinds}
		kinds[fmt.Sprint(len(r.Sides), " sides")]++
		for range r.plays {
			odd := m.same("the last play")
			if odd == "" && !g.over && !g.astronomical() {
				odd = m.step()
			} else if odd == "" {
				break
			}
			if odd == "-" {
				break
			}
			if odd != "" {
				t.Errorf("seed %d: %s\n%s\n%s", seed, odd, text, strings.Join(m.log, "\n"))
				if failures++; failures > 2 {
					t.FailNow()
				}
				break
			}
		}
	}
	t.Logf("%d books refused, %v", refused, kinds)
	if testing.Verbose() {
		t.Log(why)
	}
	if n := int(to - from); refused > n/3 {
		t.Errorf("%d of %d rulebooks are refused: %v", refused, n, why)
	} else if n >= 40 && (kinds["made"] < 60 || kinds["again"] < 10 || kinds["opened"] < 20 || kinds["defaults"] < 3 || kinds["expired"] < 3 || kinds["lots"] < 10 || kinds["rejected"] < 60) {
		t.Errorf("too little happens: %v", kinds)
	}
}

// A meeting is a game in rounds that both opinions play.
type meeting struct {
	j     *aggregate.Judge
	g     *game
	r     *Random
	kinds map[string]int
	log   []string
	days  int // that have passed
}

func (m *meeting) now() time.Time { return noon.AddDate(0, 0, m.days) }

func (m *meeting) same(after string) string {
	if diff := differ(m.g, m.j); diff != "" {
		return fmt.Sprintf("after %s (-naive +engine):\n%s", after, diff)
	}
	s := m.j.State()
	if m.g.over != s.Over() {
		return fmt.Sprintf("after %s it is over: %t, and %t by the second opinion", after, s.Over(), m.g.over)
	}
	if m.g.over {
		return ""
	}
	if a, b := m.g.awaited(), s.Awaited(); m.g.toPlay() != s.ToPlay() || strings.Join(a, " ") != strings.Join(b, " ") {
		return fmt.Sprintf("after %s %q is to play and %v are awaited, and by the second opinion %q and %v", after, s.ToPlay(), b, m.g.toPlay(), a)
	}
	if m.g.round == nil && !slices.Equal(m.g.order, s.Order()) {
		return fmt.Sprintf("after %s the order is %v, and %v by the second opinion", after, s.Order(), m.g.order)
	}
	return ""
}

func (m *meeting) decide(side, text string) aggregate.Decision {
	d := m.j.Decide(aggregate.Input{ID: "in", At: m.now(), Actor: "Umpire", Payload: events.PlaySubmitted{Side: side, Text: text}})
	m.log = append(m.log, fmt.Sprintf("%s %s: %s %v %v", side, text, d.Ruling.Verdict, faults(d), outcomes(d)))
	return d
}

// turn writes a play of a side; "" if it knows none.
func (m *meeting) turn(side string) (turn []act, text string) {
	acts := m.g.acts(side)
	if (m.r.shapes || slices.ContainsFunc(m.g.ends, func(e section) bool { return e["on"] == "surrender" })) && m.r.chance(4) {
		acts = []act{{side: side, kind: "surrender"}}
	}
	if len(acts) == 0 {
		return nil, ""
	}
	a := acts[m.r.IntN(len(acts))]
	for range 2 {
		if a.kind != "capture" && m.r.chance(60) {
			a = acts[m.r.IntN(len(acts))]
		}
	}
	turn, text = []act{a}, a.text()
	if m.r.shapes && a.p != nil && m.r.chance(50) {
		after := m.g.clone()
		after.do(a.on(after))
		if more := after.acts(side); len(more) > 0 {
			b := more[m.r.IntN(len(more))]
			for range 8 {
				if m.g.shaped([]act{a, b}) {
					break
				}
				b = more[m.r.IntN(len(more))]
			}
			turn, text = append(turn, b), text+"; "+b.text()
		}
	}
	return turn, text
}

// step makes one input; "-" says that nothing can be done any more.
func (m *meeting) step() string {
	g := m.g
	if g.round == nil {
		return m.alone(g.toPlay())
	}
	if g.clock != nil && m.r.chance(4) {
		return m.expires()
	}
	if len(g.powers) > 0 && m.r.chance(15) {
		if odd := tried(m.j, g, m.r, m.kinds); odd != "" {
			return odd
		}
		g.stirs()
		return m.same("a power")
	}
	awaited := g.awaited()
	side := awaited[m.r.IntN(len(awaited))]
	if m.r.chance(8) {
		side = g.sides[m.r.IntN(len(g.sides))]
	}
	var offends []string
	if !slices.Contains(awaited, side) {
		offends = append(offends, "not asked")
	}
	if seal := g.round.seals[side]; seal != "" && g.round.plays[side] == nil {
		return m.opens(side, seal, offends)
	}
	turn, text := m.turn(side)
	if turn == nil {
		if slices.ContainsFunc(awaited, func(s string) bool { return len(g.acts(s)) > 0 }) {
			return ""
		}
		return "-"
	}
	if g.mustSeal() != m.r.chance(6) {
		sealed, _ := aggregate.Seal(salt, text)
		d := m.decide(side, sealed)
		if odd := m.ruled(d, side, text+" under a seal", offends); odd != "" || len(offends) > 0 {
			return odd
		}
		m.kinds["sealed"]++
		m.j.Commit(d)
		g.round.seals[side] = text
		return m.same(side + " has sealed")
	}
	if g.mustSeal() {
		offends = append(offends, "unsealed")
	}
	offends = append(offends, g.refusedTurn(turn)...)
	d := m.decide(side, text)
	if odd := m.ruled(d, side, text, offends); odd != "" || len(offends) > 0 {
		return odd
	}
	return m.sent(d, side, turn, text)
}

// sent commits a play of a round that both opinions accept.
func (m *meeting) sent(d aggregate.Decision, side string, turn []act, text string) string {
	before := strings.Join(m.g.told(), "; ")
	turns, last := m.g.turns, len(m.g.awaited()) == 1
	m.j.Commit(d)
	if odd := m.drawn(d.Outcomes, func() { m.g.sends(side, turn) }); odd != "" {
		return fmt.Sprintf("after %s %s: %s\nbefore: %s", side, text, odd, before)
	}
	if last {
		switch {
		case m.g.turns == turns:
			m.kinds["again"]++
		default:
			m.kinds["made"]++
		}
	} else {
		m.kinds["kept"]++
	}
	m.log = append(m.log, "before: "+before)
	return m.same(side + " " + text)
}

// drawn lets the second opinion do something with the lots that the program drew.
func (m *meeting) drawn(outcomes []events.Outcome, do func()) (odd string) {
	dice, left := thrown(m.g, aggregate.Decision{Outcomes: outcomes}, m.kinds, &odd)
	m.g.dice = dice
	do()
	if m.g.dice = nil; odd == "" && left() > 0 {
		odd = fmt.Sprintf("the program draws %d more lots", left())
	}
	return odd
}

// expires lets the limit run out.
func (m *meeting) expires() string {
	d := m.j.Decide(aggregate.Input{ID: "in", At: m.now(), Actor: "Umpire", Payload: events.StateAnnounced{}})
	if d.Ruling.Verdict != aggregate.Accepted {
		return fmt.Sprint("the announcement: ", faults(d))
	}
	m.j.Commit(d)
	last := m.now()
	m.days += 5
	var came []events.Outcome
	m.j.BringAbout(aggregate.Input{ID: "in", At: m.now(), Actor: "Umpire", Payload: events.PlaySubmitted{Side: m.g.awaited()[0], Text: "pass"}}, last, func(in aggregate.Input, d aggregate.Decision) {
		came = append(came, d.Outcomes...)
		m.log = append(m.log, fmt.Sprintf("%s due: %v", in.At.Format("2 Jan 15:04"), outcomes(d)))
	})
	m.kinds["expired"]++
	if odd := m.drawn(came, m.g.expires); odd != "" {
		return "after the limit: " + odd
	}
	return m.same("the limit")
}

// opens opens a seal, rightly or not.
func (m *meeting) opens(side, text string, offends []string) string {
	turn := m.written(side, text)
	given := salt
	if m.r.chance(5) {
		given, offends = "green-and-pepper", append(offends, "another salt")
	}
	_, opened := aggregate.Seal(given, text)
	d := m.decide(side, opened)
	if odd := m.ruled(d, side, opened, offends); odd != "" || len(offends) > 0 {
		return odd
	}
	m.kinds["opened"]++
	if turn == nil || len(m.g.refusedTurn(turn)) > 0 {
		m.kinds["defaults"]++
		turn = m.g.byDefault(side)
	}
	return m.sent(d, side, turn, opened)
}

// written reads a play as it stands on the board now.
func (m *meeting) written(side, text string) (turn []act) {
	board := m.g
	for _, t := range actsIn(text) {
		acts := append(board.acts(side), act{side: side, kind: "surrender"})
		i := slices.IndexFunc(acts, func(a act) bool { return a.text() == t })
		if i < 0 {
			return nil
		}
		turn = append(turn, acts[i])
		board = board.clone()
		board.do(acts[i].on(board))
	}
	return turn
}

// ruled holds the verdicts together.
func (m *meeting) ruled(d aggregate.Decision, side, text string, offends []string) string {
	legal := d.Ruling.Verdict == aggregate.Accepted
	if legal == (len(offends) == 0) {
		if !legal {
			m.kinds["rejected"]++
		}
		return ""
	}
	if ambiguous(d) {
		return "-"
	}
	return fmt.Sprintf("%s %s: the second opinion finds %v, the program %v\n%s", side, text, offends, faults(d), strings.Join(m.g.told(), "; "))
}

// alone makes the play of a side whose turn it is.
func (m *meeting) alone(side string) string {
	turn, text := m.turn(side)
	if turn == nil {
		return "-"
	}
	offends := m.g.refusedTurn(turn)
	d := m.decide(side, text)
	if odd := m.ruled(d, side, text, offends); odd != "" || len(offends) > 0 {
		return odd
	}
	m.kinds["alone"]++
	m.j.Commit(d)
	if odd := m.drawn(d.Outcomes, func() { m.g.play(turn...) }); odd != "" {
		return fmt.Sprintf("after %s %s: %s", side, text, odd)
	}
	return m.same(side + " " + text)
}
