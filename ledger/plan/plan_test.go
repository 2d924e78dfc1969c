package plan_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/ledger/plan"
	"adjudicate/store/memory"
)

const name = "bishop"

func reader(t *testing.T) (*plan.Reader, []events.Envelope) {
	t.Helper()
	inputs, err := played.Inputs("../../fixtures/season/bishop.season")
	if err != nil {
		t.Fatal(err)
	}
	st := memory.New()
	l, err := ledger.Create(context.Background(), st, name, ledger.Options{Engine: "test", Entropy: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := played.Fill(l, inputs); err != nil {
		t.Fatal(err)
	}
	var list []events.Envelope
	for e, err := range history.Stream(context.Background(), st, name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return &plan.Reader{Store: st, Name: name, Catalogue: l.Catalogue, Actor: func(events.Payload) string { return "Ursula" }}, list
}

// told are the changes of a plan in a line each.
func told(p readjudicate.Plan) string {
	var b strings.Builder
	for _, c := range p.Changes {
		fmt.Fprintf(&b, "%s %d%s %s %s %s;", c.What, c.Input, c.Address, c.Type, c.Actor, c.Reason)
	}
	return b.String()
}

func TestLinesBecomeChanges(t *testing.T) {
	r, list := reader(t)
	play, day := 0, ""
	for i := range list {
		if _, ok := list[i].Payload.(events.PlaySubmitted); ok {
			play = i
		}
	}
	at := list[play].Sequence
	day = list[play].Recorded.Format("2006-01-02T15:04:05Z")
	first := at // of the inputs of that moment
	for i := play; i >= 0 && !list[i].Recorded.Before(list[play].Recorded); i-- {
		if events.IsInput(list[i].Type) {
			first = list[i].Sequence
		}
	}
	side := list[play].Payload.(events.PlaySubmitted).Side
	for _, test := range []struct{ line, want string }{
		{fmt.Sprintf("void %d \"it never happened\"", at), fmt.Sprintf("void %d   it never happened;", at)},
		{fmt.Sprintf("correct %d %s: pass", at, side), fmt.Sprintf("correct %d play-submitted.v1  ;", at)},
		{fmt.Sprintf("from %s %s: pass", day, side), fmt.Sprintf("insert %d play-submitted.v1 Ursula ;", first)},
		{fmt.Sprintf("move %d to 3", at), fmt.Sprintf("insert 3 play-submitted.v1 %s ;void %d   it takes effect from 3;", list[play].Actor, at)},
	} {
		var p readjudicate.Plan
		if err := r.Read(context.Background(), &p, plan.Text{Label: "change 1", Lines: test.line}); err != nil {
			t.Errorf("%s: %v", test.line, err)
		}
		if got := told(p); got != test.want {
			t.Errorf("%s: %s, want %s", test.line, got, test.want)
		}
	}
}

// Of the Bishop's season #155 was played on 4 September at 10:30 and #163 on the next day at ten. Three entries of the night between, named in
// no order, and one more in the edition that has them, stand as the night had them; so does what the edition dates back.
func TestWhatIsPutInStandsInTheOrderOfItsMoments(t *testing.T) {
	ctx := context.Background()
	inputs, err := played.Inputs("../../fixtures/season/bishop.season")
	if err != nil {
		t.Fatal(err)
	}
	st := memory.New()
	l, err := ledger.Create(ctx, st, name, ledger.Options{Engine: "test", Entropy: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := played.Fill(l, inputs); err != nil {
		t.Fatal(err)
	}
	r := &plan.Reader{Store: st, Name: name, Catalogue: l.Catalogue, Actor: func(events.Payload) string { return "Ursula" }}
	adopt := func(lines ...string) {
		t.Helper()
		var p readjudicate.Plan
		for i, line := range lines {
			if err := r.Read(ctx, &p, plan.Text{Label: fmt.Sprintf("change %d", i+1), Lines: line}); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, err := l.Adopt(ctx, p, "", "Ursula", l.Last(), nil); err != nil {
			t.Fatal(err)
		}
	}
	adopt("from 1996-09-05T03:00Z account Basil money +3", "from 1996-09-04T22:00Z account Basil money +1", "from 1996-09-05T02:00Z account Basil money +2",
		"correct 171 at 1996-09-05T10:10Z")
	adopt("from 1996-09-05T02:30Z account Rhoda money +2.5", "from 1996-09-05T10:20Z account Rhoda money +4")
	var got []string
	v, err := history.Look(ctx, st, name, history.Where{})
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range v.Catalogue.History(ctx, v.Edition, history.Range{From: 155, To: 179}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e.Place.Address()+" "+e.Input.Recorded.Format("15:04"))
	}
	want := "155 10:30, 2.1 22:00, 2.2 02:00, 3.1 02:30, 2.3 03:00, 163 10:00, 171 10:10, 3.2 10:20, 179 10:00"
	if strings.Join(got, ", ") != want {
		t.Errorf("there are %s, want %s", strings.Join(got, ", "), want)
	}
}

func TestWhatCannotBeReadIsNamedWithItsLine(t *testing.T) {
	r, list := reader(t)
	outcome := list[1].Sequence
	for _, test := range []struct{ line, want string }{
		{"nonsense 7", `p:2:1: `},
		{"void 2999-01-01", "p:2: nothing recorded since 2999-01-01"},
		{fmt.Sprintf("move %d to 3", outcome), fmt.Sprintf("p:2: event %d is an outcome: expected the sequence of an entry", outcome)},
		{"from 100 signatures all", "p:2: keys and demands of signatures hold from where they were entered on"},
		{"from 100 player Zed zed@example.org", "p:2: addresses are not part of the ledger"},
		{"from 100 dispute adopt D1", "p:2: editions are not entered"},
		{"move 99999 to 3", "p:2: no event 99999"},
	} {
		var p readjudicate.Plan
		err := r.Read(context.Background(), &p, plan.Text{Label: "p", Lines: "# a plan\n" + test.line})
		var wrong *plan.Error
		if !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.line, err, test.want)
		}
	}
}

// A person wrote the entry alone, not what stands before it in a plan.
func TestAnEntryIsToldWhereItIsWrong(t *testing.T) {
	rd, _ := reader(t)
	_, err := rd.Entry(t.Context(), plan.Text{Label: "entry", Lines: "extend 3 dayz"})
	if err == nil || !strings.HasPrefix(err.Error(), "entry:1:10: ") {
		t.Errorf("%v, expected column 10 named", err)
	}
}

// Whoever names a dispute where a change is expected hears what takes its name; a word that names none is a change that there is not.
func TestADisputeInPlaceOfAChangeIsToldFromASlip(t *testing.T) {
	r, _ := reader(t) // the season has one dispute
	for _, test := range []struct{ lines, dispute string }{
		{"D1", "D1"}, {"# so\n d1 ", "D1"}, {"D2", ""}, {"void D1", ""}, {"D1 163", ""}, {"undo", ""},
	} {
		var p readjudicate.Plan
		err := r.Read(t.Context(), &p, plan.Text{Label: "p", Lines: test.lines})
		var wrong *plan.Error
		var named *plan.DisputeError
		if !errors.As(err, &wrong) || errors.As(err, &named) != (test.dispute != "") {
			t.Errorf("%q: %v", test.lines, err)
			continue
		}
		hint := fmt.Sprintf(`%s is a dispute: "adjudicate edition remedy --dispute %[1]s"`, test.dispute)
		if named != nil && (named.Dispute != test.dispute || !strings.HasPrefix(named.Advice(), hint) || err.Error() != wrong.Error()) {
			t.Errorf("%q: %q, %q", test.lines, err, named.Advice())
		}
	}
}
