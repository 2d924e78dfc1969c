package aggregate

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/systems"

	"github.com/google/go-cmp/cmp"
)

const day = 24 * time.Hour

// input has an input accepted, so long after noon, and commits it. Folding its outcomes
// into the state from before must give the state that the judge then has.
func (g *game) input(after time.Duration, in events.Payload) []events.Payload {
	g.t.Helper()
	d := g.j.Decide(Input{ID: "in", At: noon.Add(after), Actor: "Umpire", Payload: in})
	if d.Ruling.Verdict != Accepted {
		g.t.Fatalf("%#v rejected: %v", in, d.Ruling.Faults)
	}
	folded := g.j.State().Clone()
	var list []events.Payload
	for _, o := range d.Outcomes {
		folded.Apply(o.Payload)
		list = append(list, o.Payload)
	}
	g.j.Commit(d)
	if diff := diffStates(folded, g.j.State()); diff != "" {
		g.t.Fatalf("%#v: the fold of the outcomes differs from the state committed:\n%s", in, diff)
	}
	if g.j.State().Started() {
		inStep(g.t.(*testing.T), g.j)
	}
	return list[1:]
}

// rejected has an input rejected with nothing but its ruling, and returns "code clause"
// of its faults.
func (g *game) rejected(after time.Duration, in events.Payload) []string {
	g.t.Helper()
	d := g.j.Decide(Input{ID: "in", At: noon.Add(after), Actor: "Umpire", Payload: in})
	if d.Ruling.Verdict != Rejected || len(d.Outcomes) != 1 {
		g.t.Fatalf("%#v: %s with %d outcomes, want rejected with the ruling alone", in, d.Ruling.Verdict, len(d.Outcomes))
	}
	var list []string
	for _, f := range d.Ruling.Faults {
		list = append(list, strings.TrimSpace(f.Code+" "+f.Clause))
	}
	return list
}

// facts decides an input and returns the codes of the facts it rests on.
func (g *game) facts(after time.Duration, in events.Payload) []string {
	g.t.Helper()
	d := g.j.Decide(Input{ID: "in", At: noon.Add(after), Actor: "Umpire", Payload: in})
	var list []string
	for _, f := range d.Ruling.Facts {
		list = append(list, strings.TrimSpace(f.Code+" "+f.Interpretation))
	}
	return list
}

// basis decides an input and returns the clauses and readings that its outcomes of a kind
// rest on.
func (g *game) basis(after time.Duration, in events.Payload, kind string) []string {
	g.t.Helper()
	var list []string
	for _, o := range g.j.Decide(Input{ID: "in", At: noon.Add(after), Payload: in}).Outcomes {
		if o.Payload.Kind() == kind && o.Basis != nil {
			list = append(list, append(append([]string(nil), o.Basis.Clauses...), o.Basis.Readings...)...)
		}
	}
	return list
}

// said renders outcomes a line each, leaving out Weights.
func said(list []events.Payload) []string {
	var lines []string
	for _, payload := range list {
		switch p := payload.(type) {
		case events.LimitSet:
			lines = append(lines, fmt.Sprintf("limit of %s: %v", p.Side, p.Expires.Sub(p.From)))
		case events.PlayEnded:
			line := p.Side + " done"
			if p.How != HowSubmitted {
				line += " (" + p.How + ")"
			}
			if p.Defaults > 0 {
				line += fmt.Sprintf(", default %d", p.Defaults)
			}
			lines = append(lines, line)
		case events.TurnBegan:
			line := "turn: " + p.Side
			if len(p.Skipped) > 0 {
				line += ", skipping " + strings.Join(p.Skipped, " ")
			}
			lines = append(lines, line)
		case events.SideEntered:
			lines = append(lines, p.Side+" enters for "+p.Player)
		case events.SideLeft:
			lines = append(lines, p.Side+" leaves")
		case events.AllotmentSet:
			lines = append(lines, fmt.Sprintf("%s may choose %d worth %v", p.Side, p.Count, p.Budget))
		case events.StageSet:
			lines = append(lines, fmt.Sprintf("free for all %s, %v to %v, %d objections", p.State, p.Starts.Sub(noon), p.Ends.Sub(noon), len(p.Objections)))
		case events.SideAttributeSet:
			lines = append(lines, fmt.Sprintf("%s is %s: %v", p.Side, p.Attribute, p.On))
		case events.EndDeclared:
			lines = append(lines, fmt.Sprintf("%s wins hand %d", p.Player, p.Hand))
		case events.RulePutInForce:
			lines = append(lines, fmt.Sprintf("rule %s/%d in force", p.Number, p.Revision))
		case events.LotDrawn:
			lines = append(lines, fmt.Sprintf("lot %s among %s (%s)", p.Draw, strings.Join(p.Among, " "), p.Source))
		default:
			lines = append(lines, told([]events.Payload{payload})...)
		}
	}
	return lines
}

func want(t *testing.T, got, want []string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// warm makes sides Warm, by outcomes taken for granted.
func (g *game) warm(sides ...string) *game {
	for _, s := range sides {
		g.apply(events.SideAttributeSet{Attribute: "warm", Side: s, On: true})
	}
	return g
}

// amended returns a rule of the suite at its next revision, changed.
func amended(t testing.TB, number string, change func(*rules.Rule)) events.RuleAmended {
	t.Helper()
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	old, ok := book.Rule(number)
	if !ok {
		t.Fatalf("no rule %s", number)
	}
	r, err := rules.FromCanonical(old.Canonical())
	if err != nil {
		t.Fatal(err)
	}
	r.Revision++
	change(&r)
	return events.RuleAmended{Number: number, Rule: r.Canonical()}
}

// emptyLedger is a judge of a ledger before its first event.
func emptyLedger(t testing.TB) *game {
	t.Helper()
	j, err := NewJudge(NewState(), "test")
	if err != nil {
		t.Fatal(err)
	}
	return &game{t: t, j: j}
}

var opening = func() events.GameOpened {
	o, err := systems.Opening("Hand 1", "partychess", strings.Repeat("5e", 32), "")
	if err != nil {
		panic(err)
	}
	return o
}()

// TestAGameIsSetUpByInputsAlone enters a whole suite rule by rule, drafts and starts.
func TestAGameIsSetUpByInputsAlone(t *testing.T) {
	g := emptyLedger(t)
	g.input(0, opening)
	for _, o := range suiteRules(t) {
		r := o.(events.RulePutInForce)
		g.input(0, events.RuleEnacted{Number: r.Number, Rule: r.Rule})
	}
	for _, p := range []string{"Ann", "Bob", "Cid", "Umpire"} {
		g.input(0, events.PlayerRegistered{Player: p, Addresses: []string{p + "@example.org"}})
	}
	g.input(0, events.OfficeFilled{Office: "umpire", Player: "Umpire"})
	want(t, said(g.input(0, events.SideCreated{Side: "Red", Player: "Ann", Attributes: []string{"party"}})),
		[]string{"Red enters for Ann", "K1 King created for Red", "Red may choose 5 worth 30"})
	g.input(0, events.SideCreated{Side: "Blue", Player: "Bob", Attributes: []string{"party"}})
	g.input(0, events.SideCreated{Side: "Nap", Player: "Cid", Attributes: []string{"nap"}})
	want(t, said(g.input(0, events.PiecesChosen{Side: "Red", Types: []string{"Rook", "r", "Bishop", "Kamikaze"}})),
		[]string{"R1 Rook created for Red", "R2 Rook created for Red", "B1 Bishop created for Red", "Z1 Kamikaze created for Red", "Red may choose 1 worth 0"})
	g.input(0, events.LotSupplied{Draw: "play-list:start", Result: []string{"Blue", "Red"}, Source: "dice server"})
	want(t, said(g.input(0, events.GameStarted{})),
		[]string{"lot play-list:start:1 among Red Blue (dice server)", "list: Nap Blue Red", "start-done", "turn: Nap"})
	if hash, want := g.j.Decide(Input{Payload: events.TimePassed{}, At: noon}).Ruling.Rulebook, hashOfSuite(t); hash != want {
		t.Errorf("the rulebook in force is %s, want %s", hash, want)
	}
}

func hashOfSuite(t testing.TB) string {
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	return book.Hash()
}

func TestWhatIsOpenedOnceAndNeededByEverything(t *testing.T) {
	g := emptyLedger(t)
	for _, in := range []events.Payload{
		events.RuleEnacted{Number: "1"}, events.RuleAmended{Number: "1"}, events.RuleRepealed{Number: "1"},
		events.InterpretationAdopted{}, events.OfficeFilled{Office: "umpire"}, events.OfficeVacated{Office: "umpire"}, events.PlayerRegistered{},
		events.PlayerStatusChanged{}, events.SideCreated{}, events.SideRemoved{}, events.SideTransferred{},
		events.AttributeChanged{Attribute: "warm"}, events.GameStarted{}, events.PiecesChosen{}, events.PurchaseRequested{},
		events.DestructionRequested{}, events.StateAnnounced{}, events.LimitExtended{}, events.TimePassed{},
		events.StageAnnounced{Stage: "free-for-all"}, events.StageObjected{Stage: "free-for-all"}, events.StageCorrected{Stage: "free-for-all"},
		events.TransactionRecorded{}, events.LotSupplied{},
	} {
		want(t, g.rejected(0, in), []string{"game-not-opened"})
	}
	want(t, g.rejected(0, events.GameOpened{System: "partyches", Seed: "5E"}), []string{"name-missing", "bad-seed", "unknown-system"})
	g.input(0, opening)
	want(t, g.rejected(0, opening), []string{"game-opened-already"})
	if files, ranks := g.j.State().Board(); files != 0 || ranks != 0 {
		t.Errorf("before any rule the board has %d files and %d ranks", files, ranks)
	}
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	board, _ := book.Rule("1230.1")
	g.input(0, events.RuleEnacted{Number: board.Number, Rule: board.Canonical()})
	if files, ranks := g.j.State().Board(); files != 20 || ranks != 20 {
		t.Errorf("the board has %d files and %d ranks, want 20 and 20 (1230.1 §1)", files, ranks)
	}
}
