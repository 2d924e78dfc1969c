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

const salt = "green-and-salt"

// TestTimePassesAsTheDocumentationSays is about plays that wait for answers, for days, in secret, and for what is done meanwhile; and about what
// each day brings.
func TestTimePassesAsTheDocumentationSays(t *testing.T) {
	from, to := seeds(60)
	kinds, refused, failures := map[string]int{}, 0, 0
	for seed := from; seed < to; seed++ {
		r := NewRandom(11000000 + seed)
		text := r.Waits()
		j, g, err := begun(text, r.Sides, r.Men(read(text), 8, 16), nil)
		if err != nil {
			refused++
			continue
		}
		w := waiting{j: j, g: g, r: r, kinds: kinds}
		j.Commit(aggregate.Decision{Outcomes: []events.Outcome{{Payload: events.CalendarReached{At: noon}}}})
		g.now = noon
		for range 30 {
			if g.astronomical() {
				break
			}
			if odd := w.step(); odd != "" {
				t.Errorf("seed %d: %s\n%s\n%s", seed, odd, text, strings.Join(w.log, "\n"))
				if failures++; failures > 2 {
					t.FailNow()
				}
				break
			}
		}
	}
	t.Logf("%d books refused, %v", refused, kinds)
	if n := int(to - from); refused > n/3 {
		t.Errorf("%d of %d rulebooks are refused", refused, n)
	} else if n >= 60 && (kinds["play approved"] < 30 || kinds["play refused"] < 30 || kinds["over"] < 20 || kinds["opened"] < 4 || kinds["used meanwhile"] < 5) {
		t.Errorf("too little happens: %v", kinds)
	}
}

// A waiting game is played by both opinions at moments that pass.
type waiting struct {
	j     *aggregate.Judge
	g     *game
	r     *Random
	kinds map[string]int
	log   []string
}

func (w *waiting) decide(p events.Payload) aggregate.Decision {
	d := w.j.Decide(aggregate.Input{ID: "in", At: w.g.now, Actor: "Umpire", Payload: p})
	w.log = append(w.log, fmt.Sprintf("%s %+v: %s %v %v", w.g.now.Format("2 Jan 15:04"), p, d.Ruling.Verdict, faults(d), outcomes(d)))
	return d
}

func (w *waiting) same(after string) string {
	if diff := differ(w.g, w.j); diff != "" {
		return fmt.Sprintf("after %s (-naive +engine):\n%s", after, diff)
	}
	if a, b := w.g.toPlay(), w.j.State().ToPlay(); a != b {
		return fmt.Sprintf("after %s %s is to play, and %s by the second opinion", after, b, a)
	}
	return w.waits(after)
}

// waits holds the matters of both together.
func (w *waiting) waits(after string) string {
	_, engine := w.j.State().PendingPlay(w.g.toPlay())
	if naive := w.g.pending != nil; naive != engine {
		return fmt.Sprintf("after %s it waits: %t, and by the second opinion %t", after, engine, naive)
	}
	return ""
}

func (w *waiting) step() string {
	last := w.g.now
	hours := w.r.IntN(16)
	if w.r.chance(25) {
		hours += w.r.IntN(90)
	}
	to := last.Add(time.Duration(hours)*time.Hour + time.Duration(1+w.r.IntN(58))*time.Minute)
	was := w.g.pending
	w.g.passes(to)
	w.j.BringAbout(aggregate.Input{ID: "in", At: to, Actor: "Umpire", Payload: events.PlaySubmitted{Side: w.j.State().ToPlay()}}, last, func(in aggregate.Input, d aggregate.Decision) {
		w.log = append(w.log, fmt.Sprintf("%s due: %v", in.At.Format("2 Jan 15:04"), outcomes(d)))
	})
	if was != nil && w.g.pending == nil {
		w.kinds["over"]++
	}
	if odd := w.same("what became due"); odd != "" {
		return odd
	}
	switch {
	case w.r.chance(25):
		before := w.g.pending
		if odd := tried(w.j, w.g, w.r, w.kinds); odd != "" {
			return odd
		}
		if before != nil {
			w.kinds["used meanwhile"]++
		}
		return w.same("a power")
	case w.g.pending != nil && w.r.chance(90):
		return w.answer()
	default:
		return w.play()
	}
}

func (w *waiting) play() string {
	side := w.g.toPlay()
	acts := w.g.acts(side)
	if len(acts) == 0 {
		return ""
	}
	a := acts[w.r.IntN(len(acts))]
	for range 3 {
		if a.kind == "pass" || a.kind == "placement" || a.kind == "move" {
			a = acts[w.r.IntN(len(acts))]
		}
	}
	offends := w.g.refusedTurn([]act{a})
	var m *matter
	switch {
	case w.g.pending != nil:
		offends = append(offends, "another play waits")
	case len(offends) == 0:
		if m = w.g.matter([]act{a}); m != nil {
			if pass, _ := m.could(w.g); !pass {
				offends = append(offends, "no consent")
			}
		}
	}
	d := w.decide(events.PlaySubmitted{Side: side, Text: a.text()})
	legal := d.Ruling.Verdict == aggregate.Accepted
	if legal != (len(offends) == 0) {
		if ambiguous(d) {
			return ""
		}
		return fmt.Sprintf("%s %s: the second opinion finds %v, the program %v", side, a.text(), offends, faults(d))
	}
	if !legal {
		w.kinds["illegal"]++
		return ""
	}
	w.j.Commit(d)
	if w.g.pending = m; m == nil {
		w.g.play(a)
		return w.same(a.text())
	}
	w.g.pending.sealsIn()
	w.kinds["play "+w.g.settles()]++
	return w.same(a.text())
}

// answer lets a player answer the matter that waits.
func (w *waiting) answer() string {
	m := w.g.pending
	label, _ := w.j.State().PendingPlay(w.g.toPlay())
	everybody := w.g.everybody()
	who, yes := everybody[w.r.IntN(len(everybody))], w.r.chance(60)
	given := events.AnswerGiven{Matter: label, Player: who, Yes: yes}
	asked := slices.Contains(m.all(), who)
	was, has := m.answers[who]
	sealed := m.sealed[who]
	word := map[bool]string{true: "yes", false: "no"}[yes]
	lawful := asked
	var then func()
	switch {
	case who == m.player && !yes:
		lawful = !m.firm
		then = func() { w.g.pending = nil; w.kinds["withdrawn"]++ }
	case m.secret && !m.opening:
		given = aggregate.SealAnswer(given, salt)
		lawful = asked && !has && sealed == ""
		then = func() { m.sealed[who] = word; m.sealsIn(); w.kinds["sealed"]++ }
	case m.secret:
		given.Salt = salt
		lawful = asked && !has && sealed == word
		then = func() { m.answers[who] = word; w.kinds["opened"]++ }
	default:
		lawful = asked && !(has && was == word)
		then = func() { m.answers[who] = word }
	}
	d := w.decide(given)
	if accepted := d.Ruling.Verdict == aggregate.Accepted; accepted != lawful {
		return fmt.Sprintf("the answer %+v is %v: %v; asked %v, answers %v, seals %v, opening %t", given, d.Ruling.Verdict, faults(d), m.asked, m.answers, m.sealed, m.opening)
	} else if !accepted {
		return ""
	}
	w.j.Commit(d)
	then()
	if w.g.pending != nil {
		w.kinds["play "+w.g.settles()]++
	}
	return w.same(fmt.Sprintf("the answer %+v", given))
}
