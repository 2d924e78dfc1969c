package season

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"adjudicate/events"
)

const seed = "00000000000000000000000000000000000000000000000000000000000000ff"

// sameText compares seasons but for where they stood in a text.
var sameText = cmp.Options{
	cmpopts.IgnoreFields(Season{}, "File"),
	cmpopts.IgnoreFields(Entry{}, "Line"),
	cmpopts.IgnoreFields(Expectation{}, "Line"),
}

const preamble = `season 1
on 1998-10-05
game "Hand 3" system partychess seed ` + seed + `
player Fred fred@example.org
player "Mo Hammed"
umpire Fred
swingership Red swinger Fred party
swingership "Deep Blue" swinger "Mo Hammed" nap
`

func clock(hour, minute int) time.Time {
	return time.Date(1998, 10, 5, hour, minute, 0, 0, time.UTC)
}

func mustParse(t *testing.T, text string) *Season {
	t.Helper()
	s, err := Parse("test.season", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestALineBecomesTheInputItStandsFor(t *testing.T) {
	sent := clock(12, 0)
	fred := func(p events.Payload) Entry {
		return Entry{At: clock(0, 0), Actor: "Fred", Inputs: []events.Payload{p}}
	}
	for _, test := range []struct {
		name, text string
		want       Entry
	}{
		{"a play with its verdict", "09:30 Red: Ra1-a5; p@b2 => accepted by 1230.2 §6.B, 1230.5/5",
			Entry{At: clock(9, 30), Actor: "Fred", Inputs: []events.Payload{events.PlaySubmitted{Side: "Red", Text: "Ra1-a5; p@b2"}},
				Verdict: &Verdict{Accepted: true, Clauses: []string{"1230.2 §6.B", "1230.5/5"}}}},
		{"a play of a side whose name needs quotation marks", `"Deep Blue": pass`,
			Entry{At: clock(0, 0), Actor: "Mo Hammed", Inputs: []events.Payload{events.PlaySubmitted{Side: "Deep Blue", Text: "pass"}}}},
		{"a rejection whose further reasons are left open", "Red: Ka1-c1 => rejected by 1230.4 §B, ...",
			Entry{At: clock(0, 0), Actor: "Fred", Inputs: []events.Payload{events.PlaySubmitted{Side: "Red", Text: "Ka1-c1"}},
				Verdict: &Verdict{Clauses: []string{"1230.4 §B"}, Open: true}}},
		{"a play with what is known of its message", "\"Deep Blue\": pass\n  by \"Mo Hammed\"\n  sent 1998-10-05 08:00 -0400\n  message <a=>b@example.org>",
			Entry{At: clock(0, 0), Actor: "Mo Hammed", Inputs: []events.Payload{events.PlaySubmitted{Side: "Deep Blue", Text: "pass", Sent: &sent, Message: "<a=>b@example.org>"}}}},
		{"a purchase that is refused", `buy Rook for "Deep Blue" paid by Treasury => rejected by 1230.1 §2.D`,
			Entry{At: clock(0, 0), Actor: "Mo Hammed", Inputs: []events.Payload{events.PurchaseRequested{Side: "Deep Blue", Type: "Rook", Buyer: "Treasury"}},
				Verdict: &Verdict{Clauses: []string{"1230.1 §2.D"}}}},
		{"an announcement late in the day", "23:59 announce",
			Entry{At: clock(23, 59), Actor: "Fred", Inputs: []events.Payload{events.StateAnnounced{}}}},
		{"an objection", `object "Deep Blue"`,
			Entry{At: clock(0, 0), Actor: "Mo Hammed", Inputs: []events.Payload{events.StageObjected{Stage: "free-for-all", Side: "Deep Blue"}}}},
		{"a rule beside the season", "enact frog.yaml",
			Entry{At: clock(0, 0), Actor: "Fred", Source: &Source{File: "frog.yaml"}}},
		{"a rule in the season", "amend\n| number: \"1230.60\"\n|\n|   piece: {}\n  => rejected",
			Entry{At: clock(0, 0), Actor: "Fred", Source: &Source{Amend: true, Text: "number: \"1230.60\"\n\n  piece: {}\n"}, Verdict: &Verdict{}}},
		{"a built-in rulebook", "rulebook partychess => accepted",
			Entry{At: clock(0, 0), Actor: "Fred", Source: &Source{Suite: "partychess"}, Verdict: &Verdict{Accepted: true}}},
		{"a draft", "draft Red: Rook, Bouncy!Ball, il-Nabi",
			fred(events.PiecesChosen{Side: "Red", Types: []string{"Rook", "Bouncy!Ball", "il-Nabi"}})},
		{"a destruction", "destroy R1 of Red", fred(events.DestructionRequested{Side: "Red", Piece: "R1"})},
		{"a transaction with a note that holds an arrow", `account Fred money +12.5 "for a => b"`,
			fred(events.TransactionRecorded{Account: "Fred", Asset: "money", Amount: 25, Note: "for a => b"})},
		{"an extension", "extend 5 days", fred(events.LimitExtended{Length: 5})},
		{"a tick", "tick", fred(events.TimePassed{})},
		{"the start", "start", fred(events.GameStarted{})},
		{"warmth", "warm Red", fred(events.AttributeChanged{Attribute: "warm", Side: "Red", On: true})},
		{"warmth that ends", "cold Red", fred(events.AttributeChanged{Attribute: "warm", Side: "Red"})},
		{"a vacation", "vacation Fred", fred(events.PlayerStatusChanged{Player: "Fred", Status: "vacation"})},
		{"a return", "active Fred", fred(events.PlayerStatusChanged{Player: "Fred", Status: "active"})},
		{"a new Swinger", `swinger Red "Mo Hammed"`, fred(events.SideTransferred{Side: "Red", Player: "Mo Hammed"})},
		{"a swingership that ends", "dissolve Red", fred(events.SideRemoved{Side: "Red"})},
		{"an office left empty", "no umpire", fred(events.OfficeVacated{Office: "umpire"})},
		{"a Free For All", "free-for-all 10 days", fred(events.StageAnnounced{Stage: "free-for-all", Length: 10})},
		{"a corrected duration", "correct 1 day", fred(events.StageCorrected{Stage: "free-for-all", Length: 1})},
		{"a reading", `adopt gess-adjacent no "so ruled"`, fred(events.InterpretationAdopted{Entry: "gess-adjacent", Reading: "no", Reason: "so ruled"})},
		{"a question for the register", `register frog-leap clause 1230.26 asks "May a Frog leap over a Zombie?" reads yes "It may.", no "It may not."`,
			fred(events.InterpretationAdded{Entry: "frog-leap", Clause: "1230.26", Question: "May a Frog leap over a Zombie?", Default: "yes", InForce: "yes",
				Readings: []events.RegisterReading{{Reading: "yes", Text: "It may."}, {Reading: "no", Text: "It may not."}}})},
		{"a question with its default, its answer and a reason", `register frog-leap clause "1230.26 §1, 1230.5" asks "May it?" reads yes "It may.", no "Never.", "at times" "On Sundays." default no adopt "at times" "so \"ruled\""`,
			fred(events.InterpretationAdded{Entry: "frog-leap", Clause: "1230.26 §1, 1230.5", Question: "May it?", Default: "no", InForce: "at times", Reason: `so "ruled"`,
				Readings: []events.RegisterReading{{Reading: "yes", Text: "It may."}, {Reading: "no", Text: "Never."}, {Reading: "at times", Text: "On Sundays."}}})},
		{"a supplied lot", `lot play-list:start gives Red, "Deep Blue" from "Dice Server"`,
			fred(events.LotSupplied{Draw: "play-list:start", Result: []string{"Red", "Deep Blue"}, Source: "Dice Server"})},
		{"a repeal", "repeal 1230.24", fred(events.RuleRepealed{Number: "1230.24"})},
		{"a dispute about an event", `dispute open #17 clause "1230.2 §6" "so \"it\" was" by Fred judge "Mo Hammed"`,
			fred(events.DisputeOpened{By: "Fred", Judge: "Mo Hammed", Event: 17, Clause: "1230.2 §6", Grounds: `so "it" was`})},
		{"a dispute about an entry that an edition has put in", `dispute open #2.1 "so" by Fred`, fred(events.DisputeOpened{By: "Fred", Address: "2.1", Grounds: "so"})},
		{"a dispute about a reading from such an entry on", `dispute open reading gess-adjacent no from #2.1 "so" by Fred`,
			fred(events.DisputeOpened{By: "Fred", Entry: "gess-adjacent", Reading: "no", Address: "2.1", Grounds: "so"})},
		{"a dispute about an entry with a label", "tick\n  label late\ndispute open #late \"so\" by \"Mo Hammed\" => rejected",
			Entry{At: clock(0, 0), Actor: "Mo Hammed", About: "late", Inputs: []events.Payload{events.DisputeOpened{By: "Mo Hammed", Grounds: "so"}}, Verdict: &Verdict{}}},
		{"a dispute about a reading", `dispute open reading gess-adjacent no from #3 "so" by Fred`,
			fred(events.DisputeOpened{By: "Fred", Entry: "gess-adjacent", Reading: "no", From: 3, Grounds: "so"})},
		{"a dispute about a clause", `dispute open clause 1230.4 "so" by Fred`, fred(events.DisputeOpened{By: "Fred", Clause: "1230.4", Grounds: "so"})},
		{"an edition that takes a verdict up", "dispute adopt D1", fred(events.EditionAdopted{Changes: []events.Change{{Dispute: "D1"}}})},
		{"an argument", `dispute argue D1 "no" by Fred`, fred(events.DisputeArgued{Dispute: "D1", By: "Fred", Text: "no"})},
		{"a verdict with all that can come with it", `dispute rule D1 overturned "r" by Fred effect reading reading gess-adjacent no from #3 clause "1230.2 §6", 1230.4 precedent P1, P2`,
			fred(events.DisputeRuled{Dispute: "D1", Judge: "Fred", Verdict: "overturned", Reasons: "r", Effect: "reading", Entry: "gess-adjacent", Reading: "no", From: 3,
				Clauses: []string{"1230.2 §6", "1230.4"}, Precedents: []string{"P1", "P2"}})},
		{"a withdrawal by somebody whom another line names", "dispute withdraw D1 \"settled\" by Fred\n  by \"Mo Hammed\"",
			Entry{At: clock(0, 0), Actor: "Mo Hammed", Inputs: []events.Payload{events.DisputeWithdrawn{Dispute: "D1", By: "Fred", Reason: "settled"}}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := mustParse(t, preamble+test.text+"\n")
			got := s.Entries[len(s.Entries)-1]
			if diff := cmp.Diff(test.want, got, sameText); diff != "" {
				t.Errorf("entry differs (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(s, mustParse(t, s.String()), sameText); diff != "" {
				t.Errorf("parsing what was written differs (-first +second):\n%s", diff)
			}
		})
	}
}

func TestACommentStaysWithWhatFollowsIt(t *testing.T) {
	s := mustParse(t, "# a sample\n"+preamble+"# the first play\nRed: pass\n  # they have nothing else\n  expect turn \"Deep Blue\"\n#the end\n")
	play := s.Entries[len(s.Entries)-1]
	got := [][]string{s.Head, play.Notes, play.Expect[0].Notes, s.Tail}
	want := [][]string{{"a sample"}, {"the first play"}, {"they have nothing else"}, {"the end"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestEveryFormOfExpectationIsReadAndWritten(t *testing.T) {
	fill := map[string]string{
		"SIDE": "Red", "SIDES": `Red, "Deep Blue"`, "PLAYER": `"Mo Hammed"`, "PIECE": "R1", "PIECES": "R1, a5",
		"TYPE": "Bouncy!Ball", "TYPES": `Rook, "Great Rook"`, "SQUARE": "t20", "COUNT": "3", "HALF": "37.5",
		"MOMENT": "1998-10-08 18:00", "NAME": "Hn", "NAMES": "x, y",
	}
	for _, form := range Expectations() {
		var line []string
		for word := range strings.FieldsSeq(form) {
			if fill[word] != "" {
				word = fill[word]
			}
			line = append(line, word)
		}
		text := strings.Join(line, " ")
		s := mustParse(t, preamble+"tick\nexpect "+text+"\n")
		e := s.Entries[len(s.Entries)-1].Expect[0]
		if e.Kind != form {
			t.Errorf("expect %s: read as %q, want %q", text, e.Kind, form)
		}
		if e.String() != text {
			t.Errorf("expect %s: written as %q", text, e.String())
		}
	}
}

func TestAClauseCoversWhatStandsWithinIt(t *testing.T) {
	for _, test := range []struct {
		expected, cited string
		want            bool
	}{
		{"1230.2", "1230.2/49 §6.C", true},
		{"1230.2 §6", "1230.2/49 §6.C", true},
		{"1230.2 §6.C", "1230.2/49 §6.C", true},
		{"1230.2/49 §6.C", "1230.2/49 §6.C", true},
		{"1230.2/48 §6.C", "1230.2/49 §6.C", false},
		{"1230.2 §6.C", "1230.2/49 §6", false},
		{"1230.2 §1", "1230.2/49 §10", false},
		{"1230.2", "1230.25/1 §1", false},
		{"1230.8 §3", "1230.8/9 §3a", true},
	} {
		if got := events.Covers(test.expected, test.cited); got != test.want {
			t.Errorf("events.Covers(%q, %q) = %v, want %v", test.expected, test.cited, got, test.want)
		}
	}
}
