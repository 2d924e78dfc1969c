package dispute_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/internal/played"
	_ "adjudicate/internal/testheap"
	"adjudicate/rules"
	"adjudicate/systems"
)

var noon = time.Date(1998, 10, 5, 12, 0, 0, 0, time.UTC)

// A table is a game being played: what happens, and when.
type table struct {
	t     testing.TB
	bench *played.Bench
	at    time.Time
	log   []events.Envelope
}

// submit enters an input and returns its sequence and the decision.
func (g *table) submit(p events.Payload) (uint64, aggregate.Decision) {
	g.t.Helper()
	seq := g.bench.Head() + 1
	d := g.bench.Decide(aggregate.Input{Payload: p, At: g.at})
	if again := g.bench.Decide(aggregate.Input{Payload: p, At: g.at}); !cmp.Equal(again, d) {
		g.t.Errorf("deciding %s twice yields something else:\n%s", p.Kind(), cmp.Diff(d, again))
	}
	g.bench.Commit(d)
	list := append([]events.Outcome{{Payload: p}}, d.Outcomes...)
	for i, o := range list {
		g.log = append(g.log, events.Envelope{Sequence: seq + uint64(i), Effective: seq + uint64(i), Recorded: g.at, Payload: o.Payload})
	}
	return seq, d
}

// must enters an input that is to be accepted.
func (g *table) must(p events.Payload) uint64 {
	g.t.Helper()
	seq, d := g.submit(p)
	if len(d.Ruling.Faults) > 0 {
		g.t.Fatalf("%s is rejected: %+v", p.Kind(), d.Ruling.Faults)
	}
	return seq
}

// refused enters an input that is to be rejected for one reason.
func (g *table) refused(p events.Payload, code string) {
	g.t.Helper()
	if _, d := g.submit(p); !slices.Equal(codes(d), []string{code}) {
		g.t.Errorf("%+v is refused for %v, want %s", p, d.Ruling.Faults, code)
	}
}

// The sequences of what newTable enters.
type entries struct {
	opening, player, placed, refused, bought uint64
}

// newTable is a game of Ann and Bob in which one play was accepted and one rejected, and in
// which Cy, who has no side, tried in vain to buy something for one.
func newTable(t testing.TB, more ...rules.Rule) (*table, entries) {
	t.Helper()
	b, err := played.NewBench("test")
	if err != nil {
		t.Fatal(err)
	}
	g := &table{t: t, bench: b, at: noon}
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	var e entries
	e.opening = g.must(opened(t, "Hand 3"))
	for _, r := range append(book.Rules(), more...) {
		g.must(events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	for _, name := range []string{"Ann", "Bob", "Cy"} {
		e.player = g.must(events.PlayerRegistered{Player: name})
	}
	g.must(events.OfficeFilled{Office: "umpire", Player: "Cy"})
	g.must(events.SideCreated{Side: "Red", Player: "Ann"})
	g.must(events.SideCreated{Side: "Blue", Player: "Bob", Attributes: []string{"nap"}})
	g.must(events.GameStarted{})
	e.placed = g.must(events.PlaySubmitted{Side: "Blue", Text: "K@j1"})
	e.refused, _ = g.submit(events.PlaySubmitted{Side: "Red", Text: "K@j2"})
	e.bought, _ = g.submit(events.PurchaseRequested{Side: "Red", Type: "Rook", Buyer: "Cy"})
	return g, e
}

func codes(d aggregate.Decision) []string {
	list := []string{}
	for _, f := range d.Ruling.Faults {
		list = append(list, f.Code)
	}
	return list
}

func facts(d aggregate.Decision) []string {
	list := []string{}
	for _, f := range d.Ruling.Facts {
		list = append(list, f.Code)
	}
	return list
}

func TestADisputeIsAboutOneThingThatThereIs(t *testing.T) {
	g, e := newTable(t)
	for _, c := range []struct {
		title string
		in    events.DisputeOpened
		about string // "" for rejected
		input uint64
		codes []string
	}{
		{"an accepted play", events.DisputeOpened{Event: e.placed}, "ruling", e.placed, nil},
		{"the ruling on it", events.DisputeOpened{Event: e.placed + 1}, "ruling", e.placed, nil},
		{"the last of its outcomes", events.DisputeOpened{Event: e.refused - 1}, "ruling", e.placed, nil},
		{"a rejected play", events.DisputeOpened{Event: e.refused}, "ruling", e.refused, nil},
		{"a reading from an event on", events.DisputeOpened{Entry: "gess-adjacent", Reading: "no", From: e.placed + 1}, "reading", e.placed, nil},
		{"a clause", events.DisputeOpened{Clause: "1230.2 §6.C"}, "clause", 0, nil},
		{"nothing", events.DisputeOpened{}, "", 0, []string{dispute.FaultSubject}},
		{"an event and a reading", events.DisputeOpened{Event: e.placed, Entry: "gess-adjacent"}, "", 0, []string{dispute.FaultSubject}},
		{"the opening of the ledger", events.DisputeOpened{Event: e.opening}, "", 0, []string{dispute.FaultNotDisputable}},
		{"an event to come", events.DisputeOpened{Event: 1 << 40}, "", 0, []string{dispute.FaultEvent}},
		{"an entry that the register does not have", events.DisputeOpened{Entry: "gess", Reading: "no", From: e.placed}, "", 0, []string{aggregate.FaultReading}},
		{"a reading that the entry does not have", events.DisputeOpened{Entry: "gess-adjacent", Reading: "maybe", From: e.placed}, "", 0, []string{aggregate.FaultReading}},
		{"a reading from no event on", events.DisputeOpened{Entry: "gess-adjacent", Reading: "no"}, "", 0, []string{dispute.FaultSubject}},
		{"a clause that is none", events.DisputeOpened{Clause: "section 6"}, "", 0, []string{dispute.FaultClause}},
		{"a player whom nobody knows", events.DisputeOpened{Event: e.placed, By: "Zoe"}, "", 0, []string{aggregate.FaultUnknownPlayer}},
		{"a judge whom nobody knows", events.DisputeOpened{Event: e.placed, Judge: "Zoe"}, "", 0, []string{aggregate.FaultUnknownPlayer}},
		{"no grounds", events.DisputeOpened{Event: e.placed, Grounds: " "}, "", 0, []string{dispute.FaultText}},
	} {
		t.Run(c.title, func(t *testing.T) {
			if c.in.By == "" {
				c.in.By = "Ann"
			}
			if c.in.Grounds == "" {
				c.in.Grounds = "so"
			}
			_, d := g.submit(c.in)
			if c.about == "" {
				if diff := cmp.Diff(c.codes, codes(d)); diff != "" || len(d.Outcomes) != 1 {
					t.Errorf("faults (-want +got):\n%s%d outcomes", diff, len(d.Outcomes))
				}
				return
			}
			p, ok := d.Outcomes[len(d.Outcomes)-1].Payload.(events.DisputeEntered)
			if !ok || p.About != c.about || p.Input != c.input {
				t.Errorf("%+v %+v, want about %s, input %d", d.Ruling.Faults, p, c.about, c.input)
			}
		})
	}
}

func TestPartsOfDisputesAreNotDisputed(t *testing.T) {
	g, e := newTable(t)
	opened := g.must(events.DisputeOpened{By: "Ann", Grounds: "so", Event: e.placed})
	if _, d := g.submit(events.DisputeOpened{By: "Bob", Grounds: "so", Event: opened}); !slices.Equal(codes(d), []string{dispute.FaultNotDisputable}) {
		t.Errorf("got %v", codes(d))
	}
}

func TestAVerdictHasTheEffectThatItBringsByItselfOrThatItNames(t *testing.T) {
	g, e := newTable(t)
	reading := events.InterpretationAdopted{Entry: "gess-adjacent", Reading: "no", Reason: "r"}
	for _, c := range []struct {
		title string
		about events.DisputeOpened
		rule  events.DisputeRuled
		want  []events.Change // Dispute and Reason are filled in
		codes []string
	}{
		{"an accepted play overturned is held illegal", events.DisputeOpened{Event: e.placed}, events.DisputeRuled{Verdict: "overturned"},
			[]events.Change{{What: "rule", Input: e.placed, Remedy: "illegal"}}, nil},
		{"a rejected play overturned takes effect", events.DisputeOpened{Event: e.refused}, events.DisputeRuled{Verdict: "overturned"},
			[]events.Change{{What: "rule", Input: e.refused, Remedy: "stands"}}, nil},
		{"an accepted input that is no play is void", events.DisputeOpened{Event: e.player}, events.DisputeRuled{Verdict: "overturned"},
			[]events.Change{{What: "void", Input: e.player}}, nil},
		{"a rejected input that is no play cannot be made to stand", events.DisputeOpened{Event: e.bought}, events.DisputeRuled{Verdict: "overturned"},
			nil, []string{dispute.FaultEffect}},
		{"unless nothing comes of it", events.DisputeOpened{Event: e.bought}, events.DisputeRuled{Verdict: "overturned", Effect: "none"}, nil, nil},
		{"a play stands though illegal", events.DisputeOpened{Event: e.placed}, events.DisputeRuled{Verdict: "stands"},
			[]events.Change{{What: "rule", Input: e.placed, Remedy: "stands"}}, nil},
		{"what had no effect and is no play cannot stand", events.DisputeOpened{Event: e.bought}, events.DisputeRuled{Verdict: "stands"},
			nil, []string{dispute.FaultVerdict}},
		{"a reading cannot stand though illegal", events.DisputeOpened{Entry: "gess-adjacent", Reading: "no", From: e.placed}, events.DisputeRuled{Verdict: "stands"},
			nil, []string{dispute.FaultVerdict}},
		{"a ruling sustained changes nothing", events.DisputeOpened{Event: e.placed}, events.DisputeRuled{Verdict: "sustained"}, nil, nil},
		{"an undecided one neither", events.DisputeOpened{Event: e.placed}, events.DisputeRuled{Verdict: "undecided"}, nil, nil},
		{"and it can have no effect", events.DisputeOpened{Event: e.placed}, events.DisputeRuled{Verdict: "undecided", Effect: "void"}, nil, []string{dispute.FaultEffect}},
		{"the game may go back to a play", events.DisputeOpened{Event: e.placed}, events.DisputeRuled{Verdict: "overturned", Effect: "rewind"},
			[]events.Change{{What: "rule", Input: e.placed, Remedy: "rewind", Dispute: "D1"}}, nil},
		{"but not to what is no play", events.DisputeOpened{Event: e.bought}, events.DisputeRuled{Verdict: "overturned", Effect: "rewind"}, nil, []string{dispute.FaultEffect}},
		{"a play may be void", events.DisputeOpened{Event: e.placed}, events.DisputeRuled{Verdict: "overturned", Effect: "void"},
			[]events.Change{{What: "void", Input: e.placed}}, nil},
		{"a reading overturned is adopted from its point on", events.DisputeOpened{Entry: "gess-adjacent", Reading: "no", From: e.refused}, events.DisputeRuled{Verdict: "overturned"},
			[]events.Change{{What: "insert", Input: e.refused, Type: "interpretation-adopted.v1", Actor: "Cy", Clause: "1230.22 ¶4"}}, nil},
		{"a ruling may turn on a reading", events.DisputeOpened{Event: e.refused}, events.DisputeRuled{Verdict: "sustained", Entry: "gess-adjacent", Reading: "no", From: e.placed},
			[]events.Change{{What: "insert", Input: e.placed, Type: "interpretation-adopted.v1", Actor: "Cy", Clause: "1230.22 ¶4"}}, nil},
		{"a reading that is not to hold is not adopted", events.DisputeOpened{Entry: "gess-adjacent", Reading: "no", From: e.refused}, events.DisputeRuled{Verdict: "sustained", Effect: "reading"},
			nil, []string{dispute.FaultEffect}},
		{"a rejected play was never legal", events.DisputeOpened{Event: e.refused}, events.DisputeRuled{Verdict: "overturned", Effect: "illegal"}, nil, []string{dispute.FaultEffect}},
		{"an accepted play has had its effect", events.DisputeOpened{Event: e.placed}, events.DisputeRuled{Verdict: "overturned", Effect: "stands"}, nil, []string{dispute.FaultEffect}},
		{"a reading is not adopted by another effect", events.DisputeOpened{Event: e.refused}, events.DisputeRuled{Verdict: "overturned", Effect: "stands", Entry: "gess-adjacent", Reading: "no"},
			nil, []string{dispute.FaultEffect}},
		{"the effect needs a reading", events.DisputeOpened{Event: e.refused}, events.DisputeRuled{Verdict: "overturned", Effect: "reading"}, nil, []string{dispute.FaultEffect}},
		{"there is no such effect", events.DisputeOpened{Event: e.refused}, events.DisputeRuled{Verdict: "overturned", Effect: "shame"}, nil, []string{dispute.FaultEffect}},
		{"there is no such verdict", events.DisputeOpened{Event: e.refused}, events.DisputeRuled{Verdict: "upheld"}, nil, []string{dispute.FaultVerdict}},
		{"a clause is settled by words", events.DisputeOpened{Clause: "1230.2 §6"}, events.DisputeRuled{Verdict: "overturned"}, nil, nil},
		{"a judge whom nobody knows", events.DisputeOpened{Event: e.placed}, events.DisputeRuled{Verdict: "sustained", Judge: "Zoe"}, nil, []string{aggregate.FaultUnknownPlayer}},
		{"a precedent that nobody set", events.DisputeOpened{Event: e.placed}, events.DisputeRuled{Verdict: "sustained", Precedents: []string{"P99"}}, nil, []string{dispute.FaultPrecedent}},
	} {
		t.Run(c.title, func(t *testing.T) {
			c.about.By, c.about.Grounds = "Ann", "so"
			g.must(c.about)
			all := g.bench.Docket().Disputes()
			id := all[len(all)-1].ID
			c.rule.Dispute, c.rule.Reasons = id, "r"
			if c.rule.Judge == "" {
				c.rule.Judge = "Cy"
			}
			_, d := g.submit(c.rule)
			if diff := cmp.Diff(append([]string{}, c.codes...), codes(d)); diff != "" {
				t.Fatalf("faults (-want +got):\n%s", diff)
			}
			left, _ := g.bench.Docket().Dispute(id)
			if len(c.codes) > 0 {
				if left.Status != dispute.Open {
					t.Errorf("a refused verdict leaves the dispute %s", left.Status)
				}
				return
			}
			for i := range c.want {
				c.want[i].Dispute, c.want[i].Reason = id, "r"
				if c.want[i].Type != "" {
					_, c.want[i].Payload, _ = events.EncodePayload(reading)
				}
			}
			if diff := cmp.Diff(append([]events.Change{}, c.want...), left.Verdict.Changes); diff != "" || left.Status != dispute.Ruled {
				t.Errorf("%s changes (-want +got):\n%s", left.Status, diff)
			}
		})
	}
}

func TestNothingMoreIsSaidOnceADisputeIsClosed(t *testing.T) {
	g, e := newTable(t)
	g.must(events.DisputeOpened{By: "Ann", Grounds: "so", Event: e.placed})
	g.must(events.DisputeOpened{By: "Ann", Grounds: "so", Event: e.placed})
	g.must(events.DisputeArgued{Dispute: "D1", By: "Bob", Text: "no"})
	g.must(events.DisputeRuled{Dispute: "D1", Judge: "Cy", Verdict: "sustained", Reasons: "r"})
	g.must(events.DisputeWithdrawn{Dispute: "D2", By: "Ann", Reason: "settled"})
	for _, c := range []struct {
		in   events.Payload
		code string
		text string
	}{
		{events.DisputeRuled{Dispute: "D1", Judge: "Cy", Verdict: "overturned", Reasons: "r"}, dispute.FaultClosed, "D1 has been ruled on already: sustained by Cy"},
		{events.DisputeRuled{Dispute: "D2", Judge: "Cy", Verdict: "overturned", Reasons: "r"}, dispute.FaultClosed, "D2 was withdrawn by Ann"},
		{events.DisputeArgued{Dispute: "D1", By: "Bob", Text: "but"}, dispute.FaultClosed, "ruled on already"},
		{events.DisputeWithdrawn{Dispute: "D1", By: "Ann"}, dispute.FaultClosed, "ruled on already"},
		{events.DisputeWithdrawn{Dispute: "D3", By: "Ann"}, dispute.FaultUnknownDispute, `no such dispute: "D3"`},
		{events.DisputeArgued{Dispute: "", By: "Ann", Text: "x"}, dispute.FaultUnknownDispute, `no such dispute: ""`},
	} {
		_, d := g.submit(c.in)
		if !slices.Equal(codes(d), []string{c.code}) || !strings.Contains(d.Ruling.Faults[0].Message, c.text) {
			t.Errorf("%+v: %+v, want %s: %s", c.in, d.Ruling.Faults, c.code, c.text)
		}
	}
	if c, _ := g.bench.Docket().Dispute("D1"); len(c.Arguments) != 1 || c.Verdict.Verdict != "sustained" {
		t.Errorf("the dispute has changed: %+v", c)
	}
}

func TestAVerdictSetsAPrecedentAndCitesThoseItRestsOn(t *testing.T) {
	g, e := newTable(t)
	for range 3 {
		g.must(events.DisputeOpened{By: "Ann", Grounds: "so", Event: e.placed})
	}
	g.must(events.DisputeRuled{Dispute: "D1", Judge: "Cy", Verdict: "sustained", Reasons: "r", Clauses: []string{"1230.2 §6.C"}})
	_, d := g.submit(events.DisputeRuled{Dispute: "D2", Judge: "Cy", Verdict: "overturned", Reasons: "r", Clauses: []string{"1230.2 §6.C", "1230.4"}, Precedents: []string{"P1"}})
	const cite = "P1 (1230.2 §6.C)"
	if diff := cmp.Diff([]string{cite, "1230.2 §6.C", "1230.4"}, d.Outcomes[0].Basis.Clauses); diff != "" {
		t.Errorf("the ruling rests on (-want +got):\n%s", diff)
	}
	c, _ := g.bench.Docket().Dispute("D2")
	if got := c.Verdict.Changes[0].Clause; got != cite+", 1230.4" {
		t.Errorf("the change cites %q", got)
	}
	if c.Verdict.Precedent != "P2" {
		t.Errorf("it sets %q", c.Verdict.Precedent)
	}
	p, ok := g.bench.Docket().Precedent("P1")
	if !ok || !slices.Equal(p.CitedBy, []string{"D2"}) {
		t.Errorf("P1 is cited by %v", p.CitedBy)
	}
	g.must(events.DisputeRuled{Dispute: "D3", Judge: "Cy", Verdict: "undecided", Reasons: "r", Clauses: []string{"1230.4"}})
	if n := len(g.bench.Docket().Precedents()); n != 2 {
		t.Errorf("%d precedents, want 2: who does not decide sets none", n)
	}
}

func TestAPlayThatStandsThoughIllegalIsMarkedUntilSomebodyRulesOtherwise(t *testing.T) {
	g, e := newTable(t)
	rule := func(verdict string) {
		g.must(events.DisputeOpened{By: "Ann", Grounds: "so", Event: e.placed})
		all := g.bench.Docket().IDs()
		g.must(events.DisputeRuled{Dispute: all[len(all)-1], Judge: "Cy", Verdict: verdict, Reasons: "r"})
	}
	for _, c := range []struct {
		verdict string
		marked  bool
	}{{"sustained", false}, {"stands", true}, {"undecided", true}, {"overturned", false}} {
		rule(c.verdict)
		if _, marked := g.bench.Docket().MarkedAt(e.placed, ""); marked != c.marked {
			t.Errorf("after %s: marked %t", c.verdict, marked)
		}
	}
	if n := len(g.bench.Docket().DisputedAt(e.placed, "")); n != 4 {
		t.Errorf("%d disputes about it", n)
	}
}

func TestWhatTheRulesAreSilentAboutIsAllowedAndNoted(t *testing.T) {
	g, e := newTable(t)
	_, d := g.submit(events.DisputeOpened{By: "Ann", Judge: "Ann", Grounds: "so", Event: e.placed})
	if diff := cmp.Diff([]string{dispute.FactOwnJudge}, facts(d)); diff != "" {
		t.Error(diff)
	}
	_, d = g.submit(events.DisputeOpened{By: "Bob", Judge: "Cy", Grounds: "so", Event: e.placed})
	if diff := cmp.Diff([]string{dispute.FactAlso}, facts(d)); diff != "" {
		t.Error(diff)
	}
	_, d = g.submit(events.DisputeWithdrawn{Dispute: "D1", By: "Bob"})
	if diff := cmp.Diff([]string{dispute.FactOtherWithdraws}, facts(d)); diff != "" || d.Ruling.Verdict != aggregate.Accepted {
		t.Error(diff, d.Ruling.Verdict)
	}
}

func TestTheNamedJudgeRules(t *testing.T) {
	g, e := newTable(t)
	g.must(events.DisputeOpened{By: "Bob", Judge: "Cy", Grounds: "so", Event: e.placed})
	verdict := events.DisputeRuled{Dispute: "D1", Judge: "Ann", Verdict: "sustained", Reasons: "r", Clauses: []string{"1230.5 §2"}}
	g.refused(verdict, dispute.FaultJudge)
	g.must(events.PlayerStatusChanged{Player: "Cy", Status: aggregate.StatusVacation})
	_, d := g.submit(verdict)
	if diff := cmp.Diff([]string{dispute.FactOtherJudge}, facts(d)); diff != "" || d.Ruling.Verdict != aggregate.Accepted {
		t.Errorf("with the judge away: %v\n%s", d.Ruling, diff)
	}
}

func TestAVerdictIsTakenBackByWhoGaveIt(t *testing.T) {
	g, e := newTable(t)
	g.must(events.DisputeOpened{By: "Bob", Judge: "Cy", Grounds: "so", Event: e.placed})
	g.must(events.DisputeOpened{By: "Ann", Grounds: "the same", Event: e.placed})
	g.refused(events.VerdictRetracted{Dispute: "D1", By: "Cy"}, dispute.FaultNoVerdict)
	g.refused(events.VerdictRetracted{Dispute: "D9", By: "Cy"}, dispute.FaultUnknownDispute)
	stands := events.DisputeRuled{Dispute: "D1", Judge: "Cy", Verdict: "stands", Reasons: "late", Clauses: []string{"1230.5 §2"}}
	g.must(stands)
	if _, marked := g.bench.Docket().MarkedAt(e.placed, ""); !marked {
		t.Fatal("the play is not marked")
	}
	g.refused(events.VerdictRetracted{Dispute: "D1", By: "Bob"}, dispute.FaultJudge)
	g.must(events.VerdictRetracted{Dispute: "D1", By: "Cy", Reason: "I misread it"})
	c, _ := g.bench.Docket().Dispute("D1")
	if c.Status != dispute.Open || c.Verdict != nil || len(c.Retracted) != 1 || c.Retracted[0].Verdict != "stands" {
		t.Errorf("D1 is %+v, want it open with one verdict taken back", c)
	}
	if _, marked := g.bench.Docket().MarkedAt(e.placed, ""); marked {
		t.Error("the play is still marked")
	}
	g.refused(events.DisputeRuled{Dispute: "D2", Judge: "Ann", Verdict: "sustained", Reasons: "r", Precedents: []string{"P1"}}, dispute.FaultPrecedent)
	g.must(events.DisputeRuled{Dispute: "D1", Judge: "Cy", Verdict: "sustained", Reasons: "on second thoughts", Clauses: []string{"1230.5 §2"}})
	if p, ok := g.bench.Docket().Precedent("P2"); !ok || p.Retracted || p.Verdict != "sustained" {
		t.Errorf("the second verdict sets %+v", p)
	}
}

var fortnight = rules.Rule{Number: "1230.66", Title: "Let sleeping plays lie",
	Procedure: &rules.Procedure{Reach: &rules.Reach{Days: 14, Cite: "¶1"}}}

func TestWhatHappenedTooLongAgoStandsAsAttempted(t *testing.T) {
	g, e := newTable(t, fortnight)
	g.at = noon.AddDate(0, 0, 14)
	g.must(events.DisputeOpened{By: "Ann", Grounds: "on the last day", Event: e.placed})
	g.at = g.at.Add(time.Second)
	for _, in := range []events.DisputeOpened{{Event: e.placed}, {Entry: "gess-adjacent", Reading: "no", From: e.placed}} {
		in.By, in.Grounds = "Ann", "a second late"
		_, d := g.submit(in)
		if !slices.Equal(codes(d), []string{dispute.FaultReach}) || d.Ruling.Faults[0].Clause != "1230.66/0 ¶1" {
			t.Errorf("%+v", d.Ruling.Faults)
		}
	}
	g.must(events.DisputeOpened{By: "Ann", Grounds: "a clause is of no age", Clause: "1230.2 §6"})
	// What was disputed in time is ruled on in time, however late that is.
	g.at = g.at.AddDate(0, 1, 0)
	g.must(events.DisputeRuled{Dispute: "D1", Judge: "Cy", Verdict: "overturned", Reasons: "r", Entry: "gess-adjacent", Reading: "no", From: e.placed})
	c, _ := g.bench.Docket().Dispute("D1")
	book, err := g.bench.State().Rulebook()
	if err != nil {
		t.Fatal(err)
	}
	if err := g.bench.Docket().Reaches(book, c.Verdict.Changes, g.at); err != nil {
		t.Errorf("its changes: %v", err)
	}
	other := []events.Change{{What: "void", Input: e.placed}}
	var far *dispute.ReachError
	if err := g.bench.Docket().Reaches(book, other, g.at); !errors.As(err, &far) || !errors.Is(err, dispute.ErrReach) || far.Days != 14 || !far.At.Equal(noon) {
		t.Errorf("somebody else's change: %v", err)
	}
	// A clause disputed long after does not reach back by its effect either.
	_, d := g.submit(events.DisputeRuled{Dispute: "D2", Judge: "Cy", Verdict: "overturned", Reasons: "r", Entry: "gess-adjacent", Reading: "no", From: e.placed})
	if !slices.Equal(codes(d), []string{dispute.FaultReach}) {
		t.Errorf("%+v", d.Ruling.Faults)
	}
}

func TestWithoutAReachNothingIsTooOld(t *testing.T) {
	g, e := newTable(t)
	g.at = noon.AddDate(20, 0, 0)
	g.must(events.DisputeOpened{By: "Ann", Grounds: "so", Event: e.placed})
}

func TestStakesAreWhatOverturningBringsByItself(t *testing.T) {
	g, e := newTable(t)
	for _, c := range []struct {
		in   events.DisputeOpened
		want []events.Change
	}{
		{events.DisputeOpened{Event: e.placed, Clause: "1230.4"}, []events.Change{{What: "rule", Input: e.placed, Remedy: "illegal", Clause: "1230.4"}}},
		{events.DisputeOpened{Event: e.refused}, []events.Change{{What: "rule", Input: e.refused, Remedy: "stands"}}},
		{events.DisputeOpened{Event: e.bought}, nil},
		{events.DisputeOpened{Clause: "1230.4"}, nil},
	} {
		c.in.By, c.in.Grounds = "Ann", "so"
		g.must(c.in)
		all := g.bench.Docket().Disputes()
		last := all[len(all)-1]
		for i := range c.want {
			c.want[i].Dispute, c.want[i].Reason = last.ID, "if "+last.ID+" is upheld"
		}
		got, err := last.Stakes()
		if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
			t.Errorf("%+v: %v (-want +got):\n%s", c.in, err, diff)
		}
	}
}

func TestADocketFollowsEditions(t *testing.T) {
	g, e := newTable(t)
	g.must(events.DisputeOpened{By: "Ann", Grounds: "so", Event: e.placed})
	g.must(events.DisputeRuled{Dispute: "D1", Judge: "Cy", Verdict: "overturned", Reasons: "r"})
	g.must(events.DisputeOpened{By: "Bob", Grounds: "so", Event: e.placed})
	c, _ := g.bench.Docket().Dispute("D1")
	var d dispute.Docket
	for i := range g.log {
		d.Apply(&g.log[i])
	}
	head := g.bench.Head()
	adopt := func(edition int, changes []events.Change, verdict string) {
		at := head
		for _, p := range []events.Payload{events.EditionAdopted{Edition: edition, Changes: changes}, events.Ruled{Verdict: "accepted"}, events.EditionBegun{Edition: edition},
			events.InputRestated{Input: e.placed, Standing: "recorded"}, events.Ruled{Verdict: verdict}, events.PlayEnded{},
			events.StateRestated{Edition: edition, State: json.RawMessage("{}")}} {
			head++
			d.Apply(&events.Envelope{Sequence: head, Effective: head, Recorded: g.at, Payload: p})
		}
		for _, c := range []struct{ at, want uint64 }{{at + 1, at + 1}, {at + 3, at + 1}, {at + 4, e.placed}, {at + 6, e.placed}, {at + 7, at + 1}} {
			if s, ok := d.Input(c.at); !ok || s.Sequence != c.want {
				t.Errorf("event %d belongs to %d, want %d", c.at, s.Sequence, c.want)
			}
		}
	}
	adopt(2, c.Verdict.Changes, "rejected")
	if s, _ := d.Input(e.placed); s.Verdict != "rejected" {
		t.Errorf("the play is %s in edition 2", s.Verdict)
	}
	if c, _ = d.Dispute("D1"); !slices.Equal(c.Editions, []int{2}) || !d.TakenUp(&c) {
		t.Errorf("edition 2 takes it up: %v", c.Editions)
	}
	other, _ := d.Dispute("D2")
	if why := d.Moot(&other); why == "" {
		t.Error("the ruling that D2 doubts is another in edition 2, and nobody says so")
	}
	adopt(3, nil, "accepted")
	if c, _ = d.Dispute("D1"); d.TakenUp(&c) {
		t.Error("edition 3 has dropped it")
	}
	if why := d.Moot(&other); why != "" {
		t.Errorf("in edition 3 the ruling is as it was: %s", why)
	}
}

func TestADocketNeedsOnlyTheEventsThatItNames(t *testing.T) {
	g, e := newTable(t)
	g.must(events.DisputeOpened{By: "Ann", Grounds: "so", Event: e.placed})
	g.must(events.DisputeArgued{Dispute: "D1", By: "Bob", Text: "no"})
	g.must(events.DisputeRuled{Dispute: "D1", Judge: "Cy", Verdict: "stands", Reasons: "r", Clauses: []string{"1230.4"}})
	var some dispute.Docket
	left := 0
	for i := range g.log {
		if dispute.Needs(g.log[i].Payload.Kind() + ".v1") {
			some.Apply(&g.log[i])
		} else {
			left++
		}
	}
	if left == 0 {
		t.Error("nothing was left out")
	}
	all := g.bench.Docket()
	if diff := cmp.Diff(all.Disputes(), some.Disputes()) + cmp.Diff(all.Precedents(), some.Precedents()); diff != "" {
		t.Errorf("(-all +some):\n%s", diff)
	}
	for seq := range g.bench.Head() + 2 {
		a, okA := all.Input(seq)
		b, okB := some.Input(seq)
		if okA != okB || a != b {
			t.Errorf("event %d is %+v, and %+v", seq, a, b)
		}
	}
}

func TestBeforeThereIsAGameThereAreNoDisputes(t *testing.T) {
	b, err := played.NewBench("test")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []events.Payload{events.DisputeOpened{}, events.DisputeArgued{}, events.DisputeRuled{}, events.DisputeWithdrawn{}} {
		d := b.Decide(aggregate.Input{Payload: p, At: noon})
		if !slices.Equal(codes(d), []string{aggregate.FaultNotOpened}) || !dispute.Handles(p.Kind()) {
			t.Errorf("%s: %v", p.Kind(), codes(d))
		}
	}
	if dispute.Handles("play-submitted") {
		t.Error("plays are for the judge of the board")
	}
}

// opened is the opening of a game of today's format.
func opened(t testing.TB, game string) events.GameOpened {
	t.Helper()
	o, err := systems.Opening(game, "partychess", strings.Repeat("5e", 32), "")
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// A judge is named, steps back and does not come back; only the judge of a dispute sets its hearing; what is said after the
// deadline is too late, and a verdict before it too early.
func TestWhoJudgesAndUntilWhenIsHeard(t *testing.T) {
	g, e := newTable(t)
	g.must(events.DisputeOpened{By: "Bob", Grounds: "so", Event: e.placed})
	g.refused(events.JudgeNamed{Dispute: "D1", By: "Bob"}, dispute.FaultJudge) // it has none
	g.must(events.JudgeNamed{Dispute: "D1", By: "Bob", Judge: "Ann"})
	g.refused(events.JudgeNamed{Dispute: "D1", By: "Bob", Judge: "Ann"}, dispute.FaultJudge)
	g.must(events.JudgeNamed{Dispute: "D1", By: "Ann", Reason: "I played in that game"})
	g.refused(events.JudgeNamed{Dispute: "D1", By: "Bob", Judge: "Ann"}, dispute.FaultJudge)
	g.refused(events.DisputeRuled{Dispute: "D1", Judge: "Ann", Verdict: "sustained", Reasons: "r"}, dispute.FaultJudge)
	g.must(events.JudgeNamed{Dispute: "D1", By: "Bob", Judge: "Cy"})
	g.must(events.JudgeNamed{Dispute: "D1", By: "Bob"}) // taken off, not recused
	g.must(events.JudgeNamed{Dispute: "D1", By: "Bob", Judge: "Cy"})
	c, _ := g.bench.Docket().Dispute("D1")
	if c.Judge != "Cy" || !slices.Equal(c.Recused, []string{"Ann"}) {
		t.Errorf("before %s, recused %v", c.Judge, c.Recused)
	}
	for judge, want := range map[string]bool{"Ann": true, "Cy": true, "Bob": false} { // Ann has stepped back
		if c.WasBefore(judge) != want {
			t.Errorf("D1 is or was before %s: %v", judge, !want)
		}
	}
	now := g.at
	g.refused(events.HearingSet{Dispute: "D1", By: "Bob", Until: now.Add(time.Hour * 24)}, dispute.FaultJudge)
	g.refused(events.HearingSet{Dispute: "D1", By: "Cy", Until: now.Add(-time.Hour)}, dispute.FaultHearing)
	g.must(events.HearingSet{Dispute: "D1", By: "Cy", Until: now.Add(time.Hour * 24)})
	g.must(events.DisputeArgued{Dispute: "D1", By: "Bob", Text: "in time"})
	g.refused(events.DisputeRuled{Dispute: "D1", Judge: "Cy", Verdict: "sustained", Reasons: "r"}, dispute.FaultHearing)
	g.at = g.at.Add(48 * time.Hour)
	g.refused(events.DisputeArgued{Dispute: "D1", By: "Bob", Text: "too late"}, dispute.FaultHearing)
	g.must(events.DisputeRuled{Dispute: "D1", Judge: "Cy", Verdict: "sustained", Reasons: "r"})
}

// An appeal takes a verdict and its precedent off until another judge has ruled; the same verdict affirms it, another one reverses it.
func TestAVerdictIsAppealed(t *testing.T) {
	for verdict, want := range map[string]string{"overturned": dispute.Affirmed, "sustained": dispute.Reversed} {
		g, e := newTable(t)
		g.must(events.DisputeOpened{By: "Bob", Judge: "Cy", Grounds: "so", Event: e.placed, Clause: "1230.2 §6.C"})
		g.refused(events.VerdictAppealed{Dispute: "D1", By: "Ann", Grounds: "no"}, dispute.FaultNoVerdict)
		g.must(events.DisputeRuled{Dispute: "D1", Judge: "Cy", Verdict: "overturned", Reasons: "r"})
		g.refused(events.VerdictAppealed{Dispute: "D1", By: "Ann", Grounds: "no", Judge: "Cy"}, dispute.FaultJudge)
		g.must(events.VerdictAppealed{Dispute: "D1", By: "Ann", Grounds: "no", Judge: "Ann"})
		if p, _ := g.bench.Docket().Precedent("P1"); !p.Retracted {
			t.Error("the precedent may be cited while the verdict is under appeal")
		} else if set := g.bench.Docket().SetBy(&p); set.Judge != "Cy" {
			t.Errorf("while the verdict is under appeal its precedent was set by %+v, want the verdict of Cy", set)
		}
		g.refused(events.JudgeNamed{Dispute: "D1", By: "Bob", Judge: "Cy"}, dispute.FaultJudge)
		g.refused(events.DisputeRuled{Dispute: "D1", Judge: "Cy", Verdict: verdict, Reasons: "r"}, dispute.FaultJudge)
		g.must(events.DisputeRuled{Dispute: "D1", Judge: "Ann", Verdict: verdict, Reasons: "r"})
		c, _ := g.bench.Docket().Dispute("D1")
		if !c.WasBefore("Cy") || !c.WasBefore("Ann") || c.WasBefore("Bob") {
			t.Errorf("D1 was before Cy and is before Ann: %+v", c)
		}
		if len(c.Appeals) != 1 || c.Appeals[0].Result != want || c.Appeals[0].Verdict.Judge != "Cy" || c.Status != dispute.Ruled {
			t.Errorf("%s on appeal: %+v", verdict, c)
		}
		// Behind the appeal, as before, a precedent is told with the verdict that set it.
		for _, p := range g.bench.Docket().Precedents() {
			if set, judge := g.bench.Docket().SetBy(&p), map[string]string{"P1": "Cy", "P2": "Ann"}[p.ID]; set.Judge != judge {
				t.Errorf("%s: %s was set by %+v, want the verdict of %s", verdict, p.ID, set, judge)
			}
		}
	}
}

// What contradicts an earlier verdict is noted when it is entered, and told of the docket; what an earlier precedent says of
// the same clause is offered.
func TestVerdictsThatContradictEachOtherAreTold(t *testing.T) {
	g, e := newTable(t)
	g.must(events.DisputeOpened{By: "Bob", Grounds: "so", Event: e.placed, Clause: "1230.2 §6"})
	g.must(events.DisputeOpened{By: "Ann", Grounds: "so", Event: e.placed, Clause: "1230.2 §6.C"})
	g.must(events.DisputeOpened{By: "Ann", Grounds: "so", Clause: "1230.4"})
	if d := cmp.Diff([]dispute.Relation{{From: "D1", To: "D2", Kind: dispute.RelSame, Why: "both are open, about the same"}}, g.bench.Docket().Relations()); d != "" {
		t.Error(d)
	}
	g.must(events.DisputeRuled{Dispute: "D1", Judge: "Cy", Verdict: "overturned", Reasons: "r"})
	if d := cmp.Diff([]dispute.Relation{{From: "D1", To: "D2", Kind: dispute.RelSame, Why: "D1 was overturned, about the same"}}, g.bench.Docket().Relations()); d != "" {
		t.Error(d)
	}
	c, _ := g.bench.Docket().Dispute("D2")
	if offers := g.bench.Docket().Offers(&c, nil); len(offers) != 1 || offers[0].ID != "P1" {
		t.Errorf("offered %+v", offers)
	}
	if other, _ := g.bench.Docket().Dispute("D3"); len(g.bench.Docket().Offers(&other, nil)) != 0 {
		t.Error("a precedent for another clause is offered")
	}
	_, d := g.submit(events.DisputeRuled{Dispute: "D2", Judge: "Cy", Verdict: "sustained", Reasons: "r", Precedents: []string{"P1"}})
	if diff := cmp.Diff([]string{dispute.FactPrecedent, dispute.FactConflict}, facts(d)); diff != "" {
		t.Error(diff)
	}
	var kinds []string
	for _, r := range g.bench.Docket().Relations() {
		kinds = append(kinds, r.From+" "+r.Kind+" "+r.To)
	}
	if diff := cmp.Diff([]string{"D1 conflict D2", "D1 precedent D2"}, kinds); diff != "" {
		t.Error(diff)
	}
	// Whoever relies on a verdict that has been taken back is told so.
	g.must(events.VerdictRetracted{Dispute: "D1", By: "Cy", Reason: "I misread it"})
	for _, r := range g.bench.Docket().Relations() {
		if r.Kind == dispute.RelPrecedent && r.Why != "the verdict rests on P1 (1230.2 §6), which is no longer a precedent" {
			t.Errorf("D1 bears on D2: %s", r.Why)
		}
	}
}

// What a missing text is, and what verdicts there are, is told by the shape of an error and not by its words; those that are recorded stay.
func TestAFaultStandsForAnErrorThatSaysWhatIsMissing(t *testing.T) {
	g, e := newTable(t)
	g.must(events.DisputeOpened{By: "Ann", Grounds: "so", Event: e.placed, Judge: "Bob"})
	for _, c := range []struct {
		in              events.Payload
		text, sentence  string
		verdict, advice string
	}{
		{in: events.DisputeOpened{By: "Ann", Event: e.refused, Grounds: " "}, text: "grounds", sentence: "the grounds are missing"},
		{in: events.DisputeArgued{By: "Ann", Dispute: "D1"}, text: "argument", sentence: "the argument is missing"},
		{in: events.DisputeRuled{Judge: "Bob", Dispute: "D1", Verdict: dispute.Sustained}, text: "reasons", sentence: "the reasons are missing"},
		{in: events.DisputeRuled{Judge: "Bob", Dispute: "D1", Verdict: "upheld", Reasons: "so"}, verdict: "upheld", sentence: `no such verdict: "upheld": expected one of sustained, overturned, stands, undecided`,
			advice: "a ruling that is upheld is sustained, one against which the dispute is upheld is overturned"},
		{in: events.DisputeRuled{Judge: "Bob", Dispute: "D1", Verdict: "guilty", Reasons: "so"}, verdict: "guilty", sentence: `no such verdict: "guilty": expected one of sustained, overturned, stands, undecided`,
			advice: "sustained: the ruling stays"},
	} {
		_, d := g.submit(c.in)
		if len(d.Ruling.Faults) != 1 || d.Ruling.Faults[0].Message != c.sentence {
			t.Errorf("%+v: %+v, want %q", c.in, d.Ruling.Faults, c.sentence)
			continue
		}
		err := dispute.ErrorOf(c.in, d.Ruling.Faults[0])
		var missing *dispute.TextError
		if got := errors.As(err, &missing); got != (c.text != "") || got && (missing.Text != c.text || err.Error() != c.sentence) {
			t.Errorf("%+v: %v", c.in, err)
		}
		var unknown *dispute.VerdictError
		if got := errors.As(err, &unknown); got != (c.verdict != "") || got && (unknown.Word != c.verdict || !strings.HasPrefix(unknown.Advice(), c.advice)) {
			t.Errorf("%+v: %v", c.in, err)
		}
	}
}
