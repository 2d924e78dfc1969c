package amendment_test

import (
	"fmt"
	"iter"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history/amendment"
	"adjudicate/rules"
)

// stream numbers payloads as a ledger does.
func stream(list ...events.Payload) iter.Seq2[events.Envelope, error] {
	return func(yield func(events.Envelope, error) bool) {
		for i, p := range list {
			seq := uint64(i + 1)
			if !yield(events.Envelope{Sequence: seq, Effective: seq, Actor: "Umpire", Payload: p}, nil) {
				return
			}
		}
	}
}

func history(t *testing.T, amended rules.Rule) []events.Payload {
	t.Helper()
	first := *parse(t, frog)
	return []events.Payload{
		events.RuleEnacted{Number: first.Number, Rule: first.Canonical()},
		events.Ruled{Verdict: aggregate.Accepted},
		events.RulePutInForce{Number: first.Number, Revision: 0, Rule: first.Canonical()},
		events.RuleAmended{Number: first.Number, Rule: first.Canonical()},
		events.Ruled{Verdict: aggregate.Rejected, Faults: []events.Fault{{Message: "no later revision"}}},
		events.RuleAmended{Number: first.Number, Rule: amended.Canonical()},
		events.Ruled{Verdict: aggregate.Accepted},
		events.RulePutInForce{Number: first.Number, Revision: 1, Rule: amended.Canonical()},
		events.TimePassed{},
		events.Ruled{Verdict: aggregate.Accepted},
		events.RuleRepealed{Number: first.Number},
		events.Ruled{Verdict: aggregate.Accepted},
		events.RuleOutOfForce{Number: first.Number},
	}
}

func TestHistoryNamesEveryChangeWithTheRulebooksAboutIt(t *testing.T) {
	first, amended := *parse(t, frog), *parse(t, frog)
	amended.Revision, amended.Title = 1, "The Frog"
	none, one, two := rules.NewRulebook().Hash(), rules.NewRulebook(first).Hash(), rules.NewRulebook(amended).Hash()
	got, err := amendment.History(stream(history(t, amended)...))
	if err != nil {
		t.Fatal(err)
	}
	entry := func(seq uint64, what string, revision int, title, verdict, before, after string, faults ...string) amendment.Entry {
		return amendment.Entry{Sequence: seq, Effective: seq, Actor: "Umpire", What: what, Number: "1230.90", Revision: revision,
			Title: title, Verdict: verdict, Faults: faults, Before: before, After: after}
	}
	want := []amendment.Entry{
		entry(1, "enacted", 0, "A Frog", aggregate.Accepted, none, one),
		entry(4, "amended", 0, "A Frog", aggregate.Rejected, one, one, "no later revision"),
		entry(6, "amended", 1, "The Frog", aggregate.Accepted, one, two),
		entry(11, "repealed", 1, "The Frog", aggregate.Accepted, two, none),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRevisionsAreThoseThatCameIntoForce(t *testing.T) {
	amended := *parse(t, frog)
	amended.Revision = 1
	got, err := amendment.Revisions(stream(history(t, amended)...), "1230.90")
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].Rule.Revision != 0 || got[0].Sequence != 3 || got[1].Rule.Revision != 1 || got[1].Sequence != 8 {
		t.Errorf("got %+v", got)
	}
}

func TestHistoryNamesWhatBecomesOfRulesByThemselves(t *testing.T) {
	first, amended := *parse(t, frog), *parse(t, frog)
	amended.Revision = 1
	restored := first
	restored.Revision = 2
	none := rules.NewRulebook().Hash()
	got, err := amendment.History(stream(
		events.RuleEnacted{Number: first.Number, Rule: first.Canonical()},
		events.Ruled{Verdict: aggregate.Accepted},
		events.RulePutInForce{Number: first.Number, Revision: 0, Rule: first.Canonical()},
		events.RuleDormant{Number: first.Number, Dormant: true},
		events.TimePassed{},
		events.Ruled{Verdict: aggregate.Accepted},
		events.RuleDormant{Number: first.Number},
		events.RuleAmended{Number: first.Number, Rule: amended.Canonical()},
		events.Ruled{Verdict: aggregate.Accepted},
		events.RulePutInForce{Number: first.Number, Revision: 1, Rule: amended.Canonical()},
		events.TimePassed{},
		events.Ruled{Verdict: aggregate.Accepted},
		events.RulePutInForce{Number: first.Number, Revision: 2, Rule: restored.Canonical()},
		events.TimePassed{},
		events.Ruled{Verdict: aggregate.Accepted},
		events.RuleOutOfForce{Number: first.Number},
	))
	if err != nil {
		t.Fatal(err)
	}
	var lines [][3]any
	for _, e := range got {
		lines = append(lines, [3]any{e.Sequence, e.What, e.Revision})
	}
	want := [][3]any{{uint64(1), "enacted", 0}, {uint64(4), "suspended", 0}, {uint64(7), "resumed", 0}, {uint64(8), "amended", 1}, {uint64(13), "restored", 2}, {uint64(16), "lapsed", 2}}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
	if last := got[len(got)-1]; last.After != none || last.Before == none {
		t.Errorf("the lapse leads from %s to %s", last.Before, last.After)
	}
}

// By hand: Ann proposes the rule and Ben agrees, so that it is in force and hers; Cy proposes its repeal, which is refused: it stays in force.
func TestHistoryTellsProposalsFromWhatTakesEffect(t *testing.T) {
	r := *parse(t, frog)
	log := amendment.NewLog()
	list := []struct {
		actor string
		p     events.Payload
	}{
		{"Ann", events.RuleEnacted{Number: r.Number, Rule: r.Canonical()}},
		{"", events.Ruled{Verdict: aggregate.Accepted}},
		{"", events.MatterOpened{Matter: "matter-1", Player: "Ann"}},
		{"Ben", events.AnswerGiven{Matter: "matter-1", Player: "Ben", Yes: true}},
		{"", events.Ruled{Verdict: aggregate.Accepted}},
		{"", events.MatterAnswered{Matter: "matter-1", Player: "Ben", Yes: true}},
		{"", events.MatterClosed{Matter: "matter-1", How: aggregate.MatterTaken}},
		{"", events.RulePutInForce{Number: r.Number, Rule: r.Canonical()}},
		{"Cy", events.RuleRepealed{Number: r.Number}},
		{"", events.Ruled{Verdict: aggregate.Accepted}},
		{"", events.MatterOpened{Matter: "matter-2", Player: "Cy"}},
		{"Ben", events.AnswerGiven{Matter: "matter-2", Player: "Ben"}},
		{"", events.Ruled{Verdict: aggregate.Accepted}},
		{"", events.MatterClosed{Matter: "matter-2", How: aggregate.MatterRefused}},
	}
	err := log.Read(func(yield func(events.Envelope, error) bool) {
		for i, e := range list {
			if !yield(events.Envelope{Sequence: uint64(i + 1), Effective: uint64(i + 1), Actor: e.actor, Payload: e.p}, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	lines := func(l *amendment.Log) (out []string) {
		for _, e := range l.Entries {
			out = append(out, fmt.Sprintf("%d %s by %s: wants %q, came %q, proposed in %d", e.Sequence, e.What, e.Actor, e.Wants, e.Came, e.Proposed))
		}
		return out
	}
	want := []string{
		`1 proposed by Ann: wants "enacted", came "taken", proposed in 0`,
		`8 enacted by Ann: wants "", came "", proposed in 1`,
		`9 proposed by Cy: wants "repealed", came "refused", proposed in 0`,
	}
	if diff := cmp.Diff(want, lines(log)); diff != "" {
		t.Error(diff)
	}
	want[2] = `9 proposed by Cy: wants "repealed", came "", proposed in 0`
	if diff := cmp.Diff(want, lines(log.UpTo(11))); diff != "" {
		t.Errorf("up to #11: %s", diff)
	}
}
