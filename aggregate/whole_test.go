package aggregate

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
	"adjudicate/systems"
)

// The judge is held to package turns, which counts the published numbers: in random games of every system each legal turn is
// accepted and leaves the position that it leaves there, and plays that mean no legal turn are refused.

// shown writes a position down, pieces without their labels.
func shown(p *movement.Position) string {
	rs := p.Ruleset()
	var list []string
	for i := range p.Pieces() {
		id := movement.PieceID(i)
		if p.Gone(id) {
			continue
		}
		moved, placed, base := p.Marks(id)
		at := "held"
		if p.Where(id) != movement.Off {
			at = rs.SquareName(p.Where(id))
		} else {
			moved, placed = false, false
		}
		list = append(list, fmt.Sprintf("%s %s %s moved %t placed %t base %d", at, p.SideName(p.Owner(id)), rs.TypeName(p.TypeOf(id)), moved, placed, base))
		if rs.Remembers() {
			past := p.PastOf(id)
			list[len(list)-1] += fmt.Sprintf(" past %v, captured last %t", past, p.Captor() == id)
		}
	}
	slices.Sort(list)
	for _, sq := range rs.Squares() {
		if p.ClosedAt(sq) {
			list = append(list, "closed "+rs.SquareName(sq))
		}
	}
	by, squares := p.Passing()
	if len(squares) > 0 && by != movement.NoPiece {
		list = append(list, fmt.Sprint("passed ", rs.SquareName(p.Where(by)), squares))
	}
	return strings.Join(list, "\n")
}

// follow plays a random game and compares every so many legal turns of each position.
func followTurns(t *testing.T, system string, seed uint64, plays, each int, amendments ...string) (compared, refused int) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 7))
	g := newArray(t, system, "")
	for _, text := range amendments {
		parsed, err := rules.ParseFile("amendment.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		number, canonical := parsed.Rules[0].Number, parsed.Rules[0].Canonical()
		if _, known := g.j.State().Rule(number); known {
			g.accept(events.RuleAmended{Number: number, Rule: canonical})
		} else {
			g.accept(events.RuleEnacted{Number: number, Rule: canonical})
		}
	}
	rs := g.j.Position().Ruleset()
	for n := range plays {
		if g.j.State().Over() {
			break
		}
		side := g.j.State().ToPlay()
		mover, _ := g.j.SideID(side)
		var list []string
		var apart []int
		legal := map[string]bool{}
		g.j.Turns(mover, func(turn *turns.Turn, text string) bool {
			if turn.Act.Apart() {
				apart = append(apart, len(list))
			}
			list = append(list, text)
			legal[text] = true
			return true
		})
		if len(list) != len(legal) {
			t.Errorf("%s after %d plays: %d turns have %d texts", system, n, len(list), len(legal))
			return
		}
		if len(list) == 0 {
			break
		}
		picked := make([]int, each)
		after := map[int]string{}
		for i := range picked {
			picked[i] = random.IntN(len(list))
			if i%2 > 0 && len(apart) > 0 {
				picked[i] = apart[random.IntN(len(apart))]
			}
			after[picked[i]] = ""
		}
		k := 0
		g.j.Turns(mover, func(*turns.Turn, string) bool {
			if _, ok := after[k]; ok {
				after[k] = shown(g.j.base.pos)
			}
			k++
			return true
		})
		for _, pick := range picked {
			x := struct{ text, after string }{list[pick], after[pick]}
			d := g.j.Decide(Input{ID: "x", Payload: events.PlaySubmitted{Side: side, Text: x.text}, At: noon})
			if d.Ruling.Verdict != Accepted {
				t.Errorf("%s after %d plays: %s is legal and %s: %v", system, n, x.text, d.Ruling.Verdict, d.Ruling.Faults)
				return
			}
			if diff := cmp.Diff(strings.Split(x.after, "\n"), strings.Split(shown(g.j.work.pos), "\n")); diff != "" {
				t.Errorf("%s after %d plays, %s (-turns +judge):\n%s", system, n, x.text, diff)
				return
			}
			if again := d.Ruling.Play; again != x.text {
				t.Errorf("%s after %d plays: %s is recorded as %s", system, n, x.text, again)
				return
			}
			cold := newTable(g.j.work.state.Clone())
			if err := cold.compile(); err != nil || shown(cold.pos) != shown(g.j.work.pos) {
				t.Errorf("%s after %d plays, %s: the state alone gives another position: %s", system, n, x.text,
					cmp.Diff(strings.Split(shown(g.j.work.pos), "\n"), strings.Split(shown(cold.pos), "\n")))
				return
			}
			compared++
		}
		for range each {
			from, to := rs.Squares()[random.IntN(len(rs.Squares()))], rs.Squares()[random.IntN(len(rs.Squares()))]
			if ids := g.j.Position().OnBoard(); len(ids) > 0 {
				from = g.j.Position().Where(ids[random.IntN(len(ids))])
			}
			text := rs.SquareName(from) + "-" + rs.SquareName(to)
			if random.IntN(2) == 0 {
				text = rs.SquareName(from) + "x" + rs.SquareName(to)
			}
			d := g.j.Decide(Input{ID: "x", Payload: events.PlaySubmitted{Side: side, Text: text}, At: noon})
			if d.Ruling.Verdict == Accepted && !legal[d.Ruling.Play] {
				t.Errorf("%s after %d plays: %s is accepted as %s, which is not legal", system, n, text, d.Ruling.Play)
				return
			}
			if d.Ruling.Verdict == Rejected && len(d.Ruling.Faults) == 0 {
				t.Errorf("%s: %s is rejected without a reason", system, text)
			}
			if d.Ruling.Verdict == Rejected {
				refused++
			}
		}
		if apart := unlisted(g, side, legal); apart != "" {
			t.Errorf("%s after %d plays: %s is accepted, which is not legal", system, n, apart)
			return
		}
		x := list[picked[random.IntN(each)]]
		d := g.j.Decide(Input{ID: "x", Payload: events.PlaySubmitted{Side: side, Text: x}, At: noon})
		if d.Ruling.Verdict != Accepted {
			t.Errorf("%s after %d plays: %s is legal and %s: %v", system, n, x, d.Ruling.Verdict, d.Ruling.Faults)
			return
		}
		g.j.Commit(d)
	}
	return compared, refused
}

func TestTheJudgeRulesAsTurnsAreCounted(t *testing.T) {
	names := append(systems.Variants(), "chess")
	plays, seeds := 10, 1
	if long, err := strconv.Atoi(os.Getenv("ADJUDICATE_RANDOM")); err == nil {
		plays, seeds = 120, long // make random
	}
	compared, refused := 0, 0
	began := time.Now()
	for _, name := range names {
		for seed := range seeds {
			c, r := followTurns(t, name, uint64(11+seed), plays, 2)
			compared, refused = compared+c, refused+r
		}
	}
	t.Logf("%d turns compared, %d refused, in %v", compared, refused, time.Since(began))
	if compared < 10*len(names) || refused < 10*len(names) {
		t.Errorf("%d turns compared and %d refused in %d systems: too few", compared, refused, len(names))
	}
}

// Rules that ask what pieces have been through, and limits, in games of whole turns.
const asksThePast = `number: 90.1
procedure:
  duties:
    - {forbid: move, when: to == self.stood and self.rested < 4}
    - {forbid: capture, when: victim.captured_last and victim.age > 6 and victim.captures_of("Pawn") > 0}
    - {forbid: any, after: 'any(mover.pieces, it.captures > 3 and it.last_victim == "Queen")'}
  consequences:
    - {on: captures, when: self.captures == 2 and not self.royal, do: [{lift: self}]}
    - {on: moved, when: 'self.rested == 0 and any(pieces, it.age > 8 and it.stood == from)', do: [{close: from}]}
  limits:
    - {of: all, where: 4 <= it.file <= 5 and 4 <= it.rank <= 5, most: 2}
    - {where: it.rank == 3, counts: it.value, most: 5}
`

func TestTheJudgeRulesAsTurnsAreCountedWhereRulesAskThePast(t *testing.T) {
	plays := 24
	if _, err := strconv.Atoi(os.Getenv("ADJUDICATE_RANDOM")); err == nil {
		plays = 120
	}
	for seed, name := range []string{"chess", "crazyhouse", "chess"} {
		if compared, refused := followTurns(t, name, uint64(31+seed), plays, 3, asksThePast); compared < plays || refused < plays {
			t.Errorf("%s: %d turns compared and %d refused: too few", name, compared, refused)
		}
	}
}
