package naivelaw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
)

// TestProposalsGoAsTheDocumentationSays is about rules that players enact, amend and repeal, to which others agree or not, and what follows.
func TestProposalsGoAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 30, 27000000, (*Random).Proposed)
	if few := kinds["games"] < 30; !few && (kinds["enacted"] < 50 || kinds["amended"] < 15 || kinds["repealed"] < 15 || kinds["enacted again"] < 8 || kinds["proposals refused"] < 10 || kinds["proposals forbidden"] < 30 || kinds["rebuffs"] < 20) {
		t.Errorf("too few proposals: %v", kinds)
	}
}

// proposed has somebody change the law at random, by both; odd says where they part.
func proposed(j *aggregate.Judge, g *game, r *Random, kinds map[string]int) (odd string) {
	p := proposal{verb: r.one("enact", "enact", "amend", "repeal"), number: r.one("60", "61", "62"), player: g.people[r.IntN(len(g.people))]}
	if open := []string{"71", "72", "73"}; r.chance(30) { // cards, but for those that define types, which others may name
		p.number = open[r.IntN(3)]
		if rule := g.rule(p.number); rule != nil && rule["piece"] != nil {
			p.number = "60"
		}
	}
	if there := g.rule(p.number) != nil; there == (p.verb == "enact") && r.chance(80) {
		p.verb = map[bool]string{true: r.one("amend", "repeal"), false: "enact"}[there]
	}
	text, in := "", events.Payload(events.RuleRepealed{Number: p.number})
	if p.verb != "repeal" {
		g.drafts++
		text = "rules:\n" + r.proposal(p.number, g.drafts)
		p.rule = read(text).rules[0]
		list, err := rules.Parse("random", []byte(text))
		if err != nil {
			return fmt.Sprint(err, "\n", text)
		}
		if in = events.RuleAmended(events.RuleEnacted{Number: p.number, Rule: list[0].Canonical()}); p.verb == "enact" {
			in = events.RuleEnacted{Number: p.number, Rule: list[0].Canonical()}
		}
	}
	before := strings.Join(g.told(), "; ")
	what := fmt.Sprintf("%s by %s\n%s", p.verb, p.player, text)
	d := j.Decide(aggregate.Input{ID: "in", At: recordedAt(g), Actor: p.player, Payload: in})
	about := p.doing(g)
	m := g.put(&matter{player: p.player, answers: map[string]string{}, sealed: map[string]string{}}, about.env(), p.verb)
	reasons := g.rejects(p, m)
	switch accepted := d.Ruling.Verdict == aggregate.Accepted; {
	case accepted != (len(reasons) == 0):
		return fmt.Sprintf("%s: the second opinion finds %v, the program %v\n%s", what, reasons, faults(d), before)
	case !accepted && slices.Contains(reasons, notThere):
		kinds["not there"]++
		fallthrough
	case !accepted:
		kinds["proposals forbidden"]++
		return rebuffed(j, g, d, kinds, func() { g.rebuffs(p.verb, about, reasons) }, what)
	case m != nil && m.stands(g) == "pending":
		j.Commit(d)
		g.ruled()
		if d, odd = consented(j, g, m, r); odd != "" {
			return fmt.Sprintf("%s: %s\n%s", what, odd, before)
		}
		if m.stands(g) == "refused" {
			kinds["proposals refused"]++
			return rebuffed(j, g, d, kinds, func() { g.rebuffs(p.verb, about, []string{notAgreed}) }, what+" is not agreed to")
		}
		kinds["proposals approved"]++
	}
	kinds[map[string]string{"enact": "enacted", "amend": "amended", "repeal": "repealed"}[p.verb]]++
	if p.verb == "enact" && g.ever[p.number] {
		kinds["enacted again"]++
	}
	g.ever[p.number] = true
	j.Commit(d)
	dice, rest := thrown(g, d, kinds, &odd)
	g.dice = dice
	unmade := picked(d, g, kinds, &odd)
	if g.legislates(p); odd == "" && rest()+unmade() > 0 {
		odd = fmt.Sprintf("the program draws %d more lots and makes %d more plays", rest(), unmade())
	}
	if diff := differ(g, j); odd == "" && diff != "" {
		odd = diff
	}
	if odd != "" {
		return fmt.Sprintf("after %s (-naive +engine):\n%s\nbefore: %s\noutcomes %v", what, odd, before, outcomes(d))
	}
	return ""
}
