package aggregate

import (
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
)

// Of a hand the last end counts: whoever has won it together is named, in whatever order they were told.
func TestWhoeverHasWonTogetherIsNamed(t *testing.T) {
	for _, tt := range []struct {
		winners []string
		says    string
	}{
		{[]string{""}, "the game is over: nobody has won"},
		{[]string{"Bob"}, "the game is over: Bob has won"},
		{[]string{"Bob", "Ann"}, "the game is over: Ann and Bob have won"},
		{[]string{"Cy", "Bob", "Ann"}, "the game is over: Ann, Bob and Cy have won"},
	} {
		g := newGame(t, "Red: King a1; Blue: King t20")
		g.apply(events.EndDeclared{Player: "Dan", Hand: 1, Title: "hand"})
		for _, name := range tt.winners {
			g.apply(events.EndDeclared{Player: name, Hand: 2, Title: "game", Over: true})
		}
		g.only(playOf("Red", "pass"), FaultOver, tt.says)
	}
}

// frog is a rule that an umpire wrote.
func frog(number, glyph string) rules.Rule {
	return rules.Rule{
		Number: number, Title: "Party Chess Piece Frog",
		Piece: &rules.Piece{Name: "Frog", Glyph: glyph, Value: "4", Modes: []rules.Mode{{Legs: []rules.Leg{{Leap: []int{3, 3}}}, Cite: "§2"}}},
	}
}

func enacted(r rules.Rule) events.RuleEnacted {
	return events.RuleEnacted{Number: r.Number, Rule: r.Canonical()}
}

// only checks that an input is rejected with one fault of a code whose message has a part.
func (g *game) only(in events.Payload, code, part string) {
	g.t.Helper()
	d := g.j.Decide(Input{Payload: in, At: noon})
	if len(d.Ruling.Faults) != 1 || d.Ruling.Faults[0].Code != code || !strings.Contains(d.Ruling.Faults[0].Message, part) {
		g.t.Errorf("%T: faults %v, want one %s that says %q", in, d.Ruling.Faults, code, part)
	}
}

func TestARuleIsEnacted(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20")
	g.apply(events.AssetChanged{Account: "Ann", Asset: "money", Change: events.Whole(29)})
	want(t, said(g.input(0, enacted(frog("1230.26", "F")))), []string{"rule 1230.26/0 in force"})
	g.input(0, events.PurchaseRequested{Side: "Red", Type: "Frog", Buyer: "Ann"}) // 1 + 7*4
	g.only(enacted(frog("1230.26", "F")), FaultRuleInForce, "revision 0")
	r := frog("1230.27", "Y")
	g.only(events.RuleEnacted{Number: "1230.28", Rule: r.Canonical()}, FaultRuleNumber, "1230.27")
}

func TestFaultsInTheTextOfARuleHavePlaces(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20")
	for _, tt := range []struct{ name, text, place string }{
		{"no rule at all", `["a"]`, "1:2: expected a mapping"},
		{"an unknown field", `{"number":"1230.26","revision":0,"title":"Frog","piece":{"name":"Frog","glyph":"F","value":"4","jumps":3}}`, "piece"},
		{"a formula that cannot be read", `{"number":"1230.26","revision":0,"title":"Frog","piece":{"name":"Frog","glyph":"F","value":"4 +","modes":[{"legs":[{"leap":[3,3]}]}]}}`, "piece.value"},
		{"an unknown reading", `{"number":"1230.26","revision":0,"title":"Frog","piece":{"name":"Frog","glyph":"F","value":"4","modes":[{"when":"reading(\"king-steps\") == \"adjacent\"","legs":[{"leap":[3,3]}]}]}}`, "king-step"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := g.j.Decide(Input{Payload: events.RuleEnacted{Number: "1230.26", Rule: []byte(tt.text)}, At: noon})
			if len(d.Ruling.Faults) == 0 || d.Ruling.Faults[0].Code != FaultRuleText || !strings.Contains(d.Ruling.Faults[0].Message, tt.place) {
				t.Errorf("faults %v, want a %s that names %q", d.Ruling.Faults, FaultRuleText, tt.place)
			}
		})
	}
	// A section of the procedure stands in one rule.
	g.only(enacted(rules.Rule{Number: "1230.50", Title: "Prices", Procedure: &rules.Procedure{Draft: &rules.Draft{Budget: "30"}}}), FaultRuleText, "1230.2/49")
}

func TestOfTwoRulesThatClaimAGlyphTheLowerNumberKeepsIt(t *testing.T) {
	g := newGame(t, "Red: King a1, Camel c3; Blue: King t20, Camel")
	// 1230.1 §3.A(v): upper and lower case are the same, and 1230.26 comes after 1230.6.
	want(t, g.facts(0, enacted(frog("1230.26", "c"))), []string{FactRuleDoubt})
	want(t, said(g.input(0, enacted(frog("1230.26", "c")))), []string{"rule 1230.26/0 in force"})
	g.apply(events.AssetChanged{Account: "Ann", Asset: "money", Change: events.Whole(99)})
	want(t, g.rejected(0, events.PurchaseRequested{Side: "Red", Type: "Frog", Buyer: "Ann"}), []string{"unknown-type 1230.1/21 §2.D"})
	// 1230.3 is taken, 1230.3.1 comes before 1230.6: then Camels are defined no longer.
	g.input(0, events.RuleRepealed{Number: "1230.26"})
	want(t, said(g.input(0, enacted(frog("1230.3.1", "C")))), []string{"rule 1230.3.1/0 in force", "C1 off c3 (definition)"})
	if pc, _ := g.j.State().Piece("C1"); pc.Side != "Red" {
		t.Errorf("C1 belongs to %s, want Red still (1230.1 §3.E)", pc.Side)
	}
	want(t, said(g.input(0, events.RuleRepealed{Number: "1230.3.1"})), []string{"rule-out-of-force"})
	g.input(0, playOf("Red", "C@c3")) // Camels are pieces again
}

func TestARuleIsAmendedOrRepealed(t *testing.T) {
	g := newGame(t, "Red: King a1, Rook t9; Green: King c1; Blue: King t20, Camel t15; White: King a20")
	same := amended(t, "1230.6", func(r *rules.Rule) { r.Revision-- })
	g.only(same, FaultRevision, "revision 4")
	g.only(events.RuleAmended{Number: "1230.99", Rule: func() []byte { r := frog("1230.99", "F"); return r.Canonical() }()}, FaultRuleNotInForce, "1230.99")
	g.only(events.RuleRepealed{Number: "1230.99"}, FaultRuleNotInForce, "1230.99")
	// Without a board nothing could be played.
	g.only(events.RuleRepealed{Number: "1230.1"}, FaultRulebook, "board")

	// A Rook that goes eleven squares attacks the King on t20 once no Camel stands on t15, and
	// a checked side moves up at once (1230.2 §3.C).
	want(t, said(g.input(0, amended(t, "1230.5", func(r *rules.Rule) { r.Piece.Modes[0].Legs[0].N = "1..11" }))), []string{"rule 1230.5/6 in force"})
	want(t, said(g.input(0, amended(t, "1230.6", func(r *rules.Rule) { r.Piece = nil; r.Note = "Unclear." }))), []string{
		"rule 1230.6/5 in force", "C1 off t15 (definition)", "checks: Blue by R1", "list: Blue Red Green White", "turn: Blue",
	})
	want(t, said(g.input(0, events.RuleRepealed{Number: "1230.5"})), []string{"rule-out-of-force", "R1 off t9 (definition)", "checks:"})
}

func TestATypeThatIsStillNamedIsDoubtedOnceNoRuleDefinesIt(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20")
	g.input(0, enacted(frog("1230.26", "F")))
	keen := frog("1230.27", "Y")
	keen.Piece.Name, keen.Piece.Modes[0].When = "Keen", `count(pieces, it.type == "Frog") > 0`
	g.input(0, enacted(keen))
	toad := frog("1230.26", "F")
	toad.Revision, toad.Piece.Name = 1, "Toad"
	for _, in := range []events.Payload{events.RuleRepealed{Number: "1230.26"}, events.RuleAmended{Number: "1230.26", Rule: toad.Canonical()}} {
		d := g.j.Decide(Input{Payload: in, At: noon})
		var said []string
		for _, f := range d.Ruling.Facts {
			if f.Code == FactRuleDoubt {
				said = append(said, f.Message)
			}
		}
		want(t, said, []string{"other rules still name the type Frog, which no rule defines any longer: 1230.27"})
	}
	want(t, g.facts(0, events.RuleRepealed{Number: "1230.27"}), nil)
}

func TestALoweredInstanceLimitDestroysTheExcess(t *testing.T) {
	g := newGame(t, "Red: King a1, Guard c3, Guard e3, Guard g3, Guard, Guard; Blue: King t20, Guard j9")
	three := amended(t, "1230.25", func(r *rules.Rule) { r.Piece.Limit = 3 })
	// 1230.1 §3.G: off-board pieces first; there is nothing to choose between.
	want(t, said(g.input(0, three)), []string{"rule 1230.25/2 in force", "+4 destroyed (excess)", "+5 destroyed (excess)"})
	two := amended(t, "1230.25", func(r *rules.Rule) { r.Revision++; r.Piece.Limit = 2 })
	g.input(0, events.LotSupplied{Draw: "excess:Red:Guard", Result: []string{"+2"}, Source: "dice"})
	want(t, said(g.input(0, two)), []string{"rule 1230.25/3 in force", "lot excess:Red:Guard:1 among +1 +2 +3 (dice)", "+2 destroyed (excess)"})
	one := amended(t, "1230.25", func(r *rules.Rule) { r.Revision += 2; r.Piece.Limit = 1 })
	got := said(g.input(0, one))
	lost := shuffled(g.j.State().Seed(), "excess:Red:Guard:2", []string{"+1", "+3"})[0]
	want(t, got, []string{"rule 1230.25/4 in force", "lot excess:Red:Guard:2 among +1 +3 (seed)", lost + " destroyed (excess)"})
}

func TestAReadingIsAdopted(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King j10")
	g.only(events.InterpretationAdopted{Entry: "king-stop", Reading: "literal"}, FaultReading, "king-step")
	g.only(events.InterpretationAdopted{Entry: "king-step", Reading: "litteral"}, FaultReading, "literal")
	in := events.InterpretationAdopted{Entry: "king-step", Reading: "literal"}
	want(t, g.basis(0, in, "reading-in-force"), []string{"1230.4/4 §B–C", "king-step=literal"})
	// Neither King stands one file or rank from the other.
	want(t, said(g.input(0, in)), []string{"reading-in-force"})
	g.only(in, FaultNoChange, "literal")
	want(t, said(g.input(0, playOf("Red", "Ka1-b17"))), []string{"K1 a1-b17", "Red: move King", "Red done", "list: Blue Red", "turn: Blue"})
	// One rank apart they attack each other, under this reading only.
	g = newGame(t, "Red: King a1; Blue: King j2; Green: King t20")
	want(t, said(g.input(0, in))[1:], []string{"checks: Red by K2 Blue by K1"})
	want(t, said(g.input(0, events.InterpretationAdopted{Entry: "king-step", Reading: "adjacent"}))[1:], []string{"checks:"})
}

func TestLotsAreSuppliedOnce(t *testing.T) {
	g := newGame(t, "Red: King a1, Guard c3, Guard e3; Blue: King t20")
	want(t, g.rejected(0, events.LotSupplied{Draw: "excess:Red:Guard"}), []string{"lot"})
	want(t, g.rejected(0, events.LotSupplied{Result: []string{"+1"}}), []string{"lot"})
	g.input(0, events.LotSupplied{Draw: "excess:Red:Guard:1", Result: []string{"+7"}})
	want(t, g.rejected(0, events.LotSupplied{Draw: "excess:Red:Guard", Result: []string{"+1"}}), []string{"lot"})
	// What does not answer the draw is not used, and the ruling says so.
	one := amended(t, "1230.25", func(r *rules.Rule) { r.Piece.Limit = 1 })
	want(t, g.facts(0, one), []string{FactLot})
	if got := said(g.input(0, one)); got[1] != "lot excess:Red:Guard:1 among +1 +2 (seed)" {
		t.Errorf("%v, want a lot from the seed", got)
	}
	want(t, g.rejected(0, events.LotSupplied{Draw: "excess:Red:Guard:1", Result: []string{"+1"}}), []string{"lot"})
}

func TestRulesMayBeBrokenUntilTheGameStarts(t *testing.T) {
	g := emptyLedger(t)
	g.input(0, opening)
	g.input(0, enacted(frog("1230.26", "F"))) // there is no board
	g.apply(events.OfficeHeld{Office: "umpire", Player: "Umpire"}, events.PlayerKnown{Player: "Ann", Status: StatusActive})
	g.input(0, events.SideCreated{Side: "Red", Player: "Ann"}) // no rule says what it receives
	if got := g.rejected(0, events.GameStarted{}); got[0] != FaultRulebook {
		t.Errorf("%v, want %s", got, FaultRulebook)
	}
	g.input(0, events.RuleRepealed{Number: "1230.26"})
}
