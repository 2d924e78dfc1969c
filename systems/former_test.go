package systems_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adjudicate/rules"
	"adjudicate/systems"

	"github.com/google/go-cmp/cmp"
)

// former is the rulebook of Party Chess with the texts that ledgers of before hold, in the words of before.
func former(t *testing.T) *rules.Rulebook {
	t.Helper()
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	list, err := filepath.Glob("../rules/testdata/former/*.yaml")
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	for _, file := range list {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := rules.Parse(file, text)
		if err != nil {
			t.Fatal(err)
		}
		book = book.With(parsed[0])
	}
	return book
}

// said is what a rulebook says of the course of a game, of assets and of ends, as a judge reads it.
func said(t *testing.T, b *rules.Rulebook) map[string]any {
	t.Helper()
	p := *b.Procedure()
	for i := range p.Attributes {
		p.Attributes[i].In = nil
	}
	p.Draft, p.RoyalFall, p.Marking, p.Winning = nil, nil, nil, nil
	p.Consequences, p.Ends, p.Assets = nil, nil, nil
	var out map[string]any
	text, err := json.Marshal(map[string]any{"procedure": p, "consequences": b.Consequences(), "ends": b.Ends(), "assets": plain(b.Assets())})
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// plain are assets without the clauses that declare them: nothing declared them before.
func plain(list []rules.Asset) map[string]rules.Asset {
	out := map[string]rules.Asset{}
	for _, a := range list {
		a.Cite = ""
		out[a.Name] = a
	}
	return out
}

func TestTheGeneralSectionsSayWhatThoseOfOneGameSaid(t *testing.T) {
	now, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(said(t, former(t)), said(t, now)); diff != "" {
		t.Errorf("former and present texts differ (-former +present):\n%s", diff)
	}
}

// An amendment in the words of before means the same to either text.
func TestAmendmentsInFormerWordsMeanTheSameToTheGeneralSections(t *testing.T) {
	now, register, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range []string{
		`{number: "1230.2", set: {procedure.time.days: 7}}`,
		`{number: "1230.2", set: {procedure.time: {days: 2, most_days: 4, away_after: 2, cite: "§4"}}}`,
		`{number: "1230.2", set: {procedure.time.away_after: 5}}`,
		`{number: "1230.2", set: {procedure.office.cite: "§1"}}`,
		`{number: "1230.2", set: {procedure.play_list.checked_up: false}}`,
		`{number: "1230.2", set: {procedure.play_list.after_answer: revert}}`,
		`{number: "1230.2", set: {procedure.warmth.skip_when: "active >= 3 and pieces == 0"}}`,
		`{number: "1230.2", set: {procedure.free_for_all.royal_captures: true, procedure.free_for_all.wait_days: 1}}`,
		`{number: "1230.2", set: {procedure.draft.count: 8, procedure.draft.budget: "40 + sides"}}`,
		`{number: "1230.2", set: {procedure.draft: {given: [King, Pawn], count: 2, budget: 10}}}`,
		`{number: "1230.2", set: {procedure.royal_fall.payment: "min(7, money)"}}`,
		`{number: "1230.2", set: {procedure.royal_fall.recreate: false, procedure.royal_fall.owed: 50}}`,
		`{number: "1230.40", set: {procedure.knives.royal_capture: 2}}`,
		`{number: "1230.40", set: {procedure.knives.surrender: 3, procedure.knives.royal_capture: 0}}`,
		`{number: "1230.40", set: {procedure.winning.points: 12, procedure.winning.keep_pieces: 9}}`,
		`{number: "1230.40", set: {procedure.winning.when: "knives > sides and leader == 1"}}`,
		`{number: "1230.40", set: {procedure.winning.compensation: "value + 1", procedure.winning.free_pieces: "max(0, 4 - owned)"}}`,
	} {
		parsed, err := rules.Parse("set.yaml", []byte(set))
		if err != nil {
			t.Errorf("%s: %v", set, err)
			continue
		}
		var both [2]map[string]any
		for i, book := range []*rules.Rulebook{former(t), now} {
			whole, err := book.Complete(parsed[0])
			if err != nil {
				t.Errorf("%s: text %d: %v", set, i, err)
				continue
			}
			after := book.With(whole)
			both[i] = said(t, after)
			if cmp.Equal(both[i], said(t, book)) {
				t.Errorf("%s: text %d says what it said", set, i)
			}
			if problems := rules.Problems(rules.Check(&whole, book, register)).Faults(); len(problems) > 0 {
				t.Errorf("%s: text %d: %v", set, i, problems)
			}
		}
		if diff := cmp.Diff(both[0], both[1]); diff != "" {
			t.Errorf("%s (-former +present):\n%s", set, diff)
		}
	}
}

func TestAFieldOfAFormerSectionIsNotSetBesideWordsThatPlayersChanged(t *testing.T) {
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	amend := func(text string) (rules.Rule, error) {
		t.Helper()
		parsed, err := rules.Parse("amendment.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return book.Complete(parsed[0])
	}
	for _, c := range []struct{ number, reword, former, at string }{
		{"1230.40", "procedure.consequences[0].do[0].pay: 3", "procedure.knives.royal_capture: 2", "procedure.consequences[0]"},
		{"1230.40", "procedure.consequences[4].do[1].pay: 11", "procedure.winning.points: 5", "procedure.consequences[4]"},
		{"1230.2", "procedure.consequences[0].do[0].why: gift", "procedure.draft.count: 7", "procedure.consequences[0]"},
	} {
		before := book
		if _, err := amend("number: " + c.number + "\nset:\n  " + c.former + "\n"); err != nil {
			t.Errorf("%s of the text as it is: %v", c.former, err)
		}
		whole, err := amend("number: " + c.number + "\nset:\n  " + c.reword + "\n")
		if err != nil {
			t.Fatal(err)
		}
		book = book.With(whole)
		var problems rules.Problems
		if _, err := amend("number: " + c.number + "\nset:\n  " + c.former + "\n"); !errors.As(err, &problems) || !strings.Contains(err.Error(), c.at) {
			t.Errorf("%s after %s: %v, want a refusal that names %s", c.former, c.reword, err, c.at)
		}
		book = before
	}
}
