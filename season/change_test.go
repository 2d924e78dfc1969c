package season

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	_ "adjudicate/internal/testheap"
)

var (
	changeSides   = []string{"Red", "Blue", "Deep Green"}
	changePlayers = []string{"Ann", "Fred"}
)

func entry(inputs ...events.Payload) *Entry { return &Entry{Inputs: inputs} }

func TestChangesAreRead(t *testing.T) {
	for _, test := range []struct {
		sentence, text string
		want           Change
	}{
		{"a rule from a point on", "from 120 amend archer.yaml", Change{What: "from", Point: "120", Entry: &Entry{Source: &Source{File: "archer.yaml", Amend: true}}}},
		{"a rule from a day on", "from 1998-10-07 enact frog.yaml", Change{What: "from", Point: "1998-10-07", Entry: &Entry{Source: &Source{File: "frog.yaml"}}}},
		{"a reading from a moment on", "from 1998-10-07T10:00Z adopt gess-adjacent no",
			Change{What: "from", Point: "1998-10-07T10:00Z", Entry: entry(events.InterpretationAdopted{Entry: "gess-adjacent", Reading: "no"})}},
		{"a play put in", "from 300 Red: Ra1-a7; p@b2", Change{What: "from", Point: "300", Entry: entry(events.PlaySubmitted{Side: "Red", Text: "Ra1-a7; p@b2"})}},
		{"a play of a side with two names", `from 300 "Deep Green": pass`, Change{What: "from", Point: "300", Entry: entry(events.PlaySubmitted{Side: "Deep Green", Text: "pass"})}},
		{"a purchase put in", "from 1998-10-07 buy Rook for Red paid by Ann",
			Change{What: "from", Point: "1998-10-07", Entry: entry(events.PurchaseRequested{Side: "Red", Type: "Rook", Buyer: "Ann"})}},
		{"an entry taken to another point", "move 612 to 120", Change{What: "move", Point: "612", To: "120"}},
		{"an entry taken to a moment", "move 612 to 1998-10-07T10:00:30", Change{What: "move", Point: "612", To: "1998-10-07T10:00:30"}},
		{"a correction", "correct 743 Red: Rq14-q8", Change{What: "correct", Point: "743", Entry: entry(events.PlaySubmitted{Side: "Red", Text: "Rq14-q8"})}},
		{"the moment of an entry", "correct 743 at 1998-10-07T10:00Z", Change{What: "correct", Point: "743", At: "1998-10-07T10:00Z"}},
		{"an entry and its moment", "correct 743 at 1998-10-07 Red: Rq14-q8",
			Change{What: "correct", Point: "743", At: "1998-10-07", Entry: entry(events.PlaySubmitted{Side: "Red", Text: "Rq14-q8"})}},
		{"what never happened", "void 745", Change{What: "void", Point: "745"}},
		{"what never happened, with a reason", `void 745 "a slip"`, Change{What: "void", Point: "745", Reason: "a slip"}},
		{"an entry that an edition has put in", "void 2.1", Change{What: "void", Point: "2.1"}},
		{"before an entry that an edition has put in", "from 2.1 amend archer.yaml", Change{What: "from", Point: "2.1", Entry: &Entry{Source: &Source{File: "archer.yaml", Amend: true}}}},
		{"a ruling", "rule 745 stands", Change{What: "rule", Point: "745", Remedy: "stands"}},
		{"a ruling by a clause with a reason", `rule 745 illegal by "1230.2 §6.C" "the square was attacked"`,
			Change{What: "rule", Point: "745", Remedy: "illegal", Clause: "1230.2 §6.C", Reason: "the square was attacked"}},
		{"a ruling with a reason", `rule 745 default-play "too late"`, Change{What: "rule", Point: "745", Remedy: "default-play", Reason: "too late"}},
		{"a change withdrawn", "withdraw 2.1", Change{What: "withdraw", Withdraw: "2.1"}},
		{"all changes withdrawn", "withdraw *", Change{What: "withdraw", Withdraw: "*"}},
		{"tabs and spaces", "  void\t745  ", Change{What: "void", Point: "745"}},
	} {
		t.Run(test.sentence, func(t *testing.T) {
			list, err := ParseChanges("plan", test.text, &Names{changeSides, changePlayers})
			if err != nil || len(list) != 1 {
				t.Fatalf("%d changes, %v", len(list), err)
			}
			test.want.Line = 1
			got := list[0]
			if got.Entry != nil {
				got.Entry.Line = 0
				got.Entry.Actor, got.Entry.Notes = "", nil
			}
			if d := cmp.Diff(test.want, got, sameText); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

func TestAPlanIsAChangeALine(t *testing.T) {
	list, err := ParseChanges("plan", "# what we agreed on\r\n\n void 745\n  # and then\nwithdraw 2.1\n", &Names{})
	if err != nil {
		t.Fatal(err)
	}
	want := []Change{{Line: 3, What: "void", Point: "745"}, {Line: 5, What: "withdraw", Withdraw: "2.1"}}
	if d := cmp.Diff(want, list); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if list, err := ParseChanges("plan", "", &Names{}); err != nil || len(list) != 0 {
		t.Errorf("an empty plan: %v, %v", list, err)
	}
}

func TestAWrongChangeIsRefusedWithItsPlace(t *testing.T) {
	for _, test := range []struct{ sentence, text, want string }{
		{"no kind of change", "undo 745", `plan:1:1: expected a change: from, move, correct, void, rule, withdraw, found "undo"`},
		{"almost a kind of change", "viod 745", `plan:1:1: expected a change: from, move, correct, void, rule, withdraw, found "viod" (did you mean "void"?)`},
		{"nothing behind it", "void", `plan:1:5: expected the sequence of an event, or a moment such as 1998-10-07T10:00Z, found the end of the line`},
		{"no point", "void Red", `plan:1:6: expected the sequence of an event, or a moment such as 1998-10-07T10:00Z, found "Red"`},
		{"a number below none", "void -1", `plan:1:6: expected the sequence of an event, or a moment such as 1998-10-07T10:00Z, found "-1"`},
		{"half a moment", "void 1998-10", `plan:1:6: expected the sequence of an event, or a moment such as 1998-10-07T10:00Z, found "1998-10"`},
		{"a move to nowhere", "move 612", `plan:1:9: expected "to", found the end of the line`},
		{"a move without its word", "move 612 120", `plan:1:10: expected "to", found "120"`},
		{"a move to no point", "move 612 to Red", `plan:1:13: expected the sequence of an event, or a moment such as 1998-10-07T10:00Z, found "Red"`},
		{"no remedy", "rule 745", `plan:1:9: expected "illegal" or "stands" or "default-play" or "void" or "reopen" or "rewind", found the end of the line`},
		{"a remedy that is none", "rule 745 ilegal", `plan:1:10: expected "illegal" or "stands" or "default-play" or "void" or "reopen" or "rewind", found "ilegal" (did you mean "illegal"?)`},
		{"a clause that is missing", "rule 745 illegal by", `plan:1:20: expected a clause in quotes, found the end of the line`},
		{"a clause without quotation marks", "rule 745 illegal by 1230.2 §6", `plan:1:28: expected the end of the line, found "§6"`},
		{"a reason without quotation marks", "void 745 slip", `plan:1:10: expected the end of the line, found "slip"`},
		{"a reason that is not closed", `void 745 "slip`, `plan:1:10: expected a quoted note, closed by a quotation mark, found "\"slip"`},
		{"no entry", "from 120", `plan:1:9: expected an entry: a play such as Red: Ra1-a5, or a word such as announce or buy, found the end of the line`},
		{"no entry to correct to", "correct 120 ", `plan:1:13: expected an entry: a play such as Red: Ra1-a5, or a word such as announce or buy, found the end of the line`},
		{"no moment", "correct 120 at", `plan:1:15: expected a moment such as 1998-10-07T10:00Z, found the end of the line`},
		{"a sequence for a moment", "correct 120 at 119", `plan:1:16: expected a moment such as 1998-10-07T10:00Z, found "119"`},
		{"a side that nobody knows", "from 120 Rde: pass", `plan:1:10: expected a side declared above, found "Rde:" (did you mean "Red"?)`},
		{"an entry with a verdict", "from 120 Red: pass => accepted", `plan:1:20: expected the end of the line, found "=>"`},
		{"a rule without a file", "from 120 amend", `plan:1:15: expected a rule file, found the end of the line`},
		{"no change to withdraw", "withdraw", `plan:1:9: expected the id of a change, such as 2.1, or *, found the end of the line`},
		{"two changes to withdraw", "withdraw 2.1 2.2", `plan:1:14: expected the end of the line, found "2.2"`},
		{"a control character", "void 745 \"\x01\"", `plan:1:11: expected printable characters in UTF-8, found "\x01\""`},
		{"the second line", "void 745\nmove 7", `plan:2:7: expected "to", found the end of the line`},
		{"two lines", "void\nmove 7", "plan:1:5: expected the sequence of an event, or a moment such as 1998-10-07T10:00Z, found the end of the line\nplan:2:7: expected \"to\", found the end of the line"},
	} {
		t.Run(test.sentence, func(t *testing.T) {
			list, err := ParseChanges("plan", test.text, &Names{changeSides, changePlayers})
			var errs SyntaxErrors
			if !errors.As(err, &errs) || list != nil {
				t.Fatalf("%v, %v: want SyntaxErrors", list, err)
			}
			if d := cmp.Diff(test.want, err.Error()); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

func TestTheRemediesAreThoseOfTheJudge(t *testing.T) {
	if d := cmp.Diff(aggregate.Remedies, remedies); d != "" {
		t.Errorf("-the judge's +here:\n%s", d)
	}
}

func TestASequenceIsANumber(t *testing.T) {
	if n, ok := Sequence("120"); n != 120 || !ok {
		t.Errorf("%d, %t", n, ok)
	}
	for _, text := range []string{"", "1998-10-07", "-1", "99999999999999999999", "0x10"} {
		if n, ok := Sequence(text); ok {
			t.Errorf("%q is %d", text, n)
		}
	}
}

func FuzzChanges(f *testing.F) {
	for _, text := range []string{"from 120 amend archer.yaml", "from 1998-10-07 adopt gess-adjacent no", "move 612 to 120", "correct 743 Red: Rq14-q8",
		`void 745 "a slip"`, `rule 745 illegal by "1230.2 §6.C" "so"`, "withdraw *", "from 1 rulebook partychess", `from 3 "Deep Green": pass`,
		`from 3 dispute argue D1 "so" by Fred`, "from 3 lot a:b gives x, y", "from 9 draft Red: Rook, Camel"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ParseChanges("fuzz", text, &Names{slices.Clone(changeSides), slices.Clone(changePlayers)})
		if err != nil {
			var errs SyntaxErrors
			if !errors.As(err, &errs) || len(errs) == 0 || errs[0].Line < 1 || errs[0].Column < 1 {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		for i := range list {
			written := list[i].String()
			again, err := ParseChanges("written", written, &Names{slices.Clone(changeSides), slices.Clone(changePlayers)})
			if err != nil || len(again) != 1 {
				t.Fatalf("%v\nin what was written: %s", err, written)
			}
			again[0].Line = list[i].Line
			if d := cmp.Diff(list[i], again[0], sameText); d != "" {
				t.Fatalf("parsing %q differs (-first +second):\n%s", written, d)
			}
		}
	})
}
