package aggregate

import (
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/systems"
)

// gems is a game that nobody plays: sides have gems, and get two for each piece on the last rank.
const gems = `
rules:
  - number: "7.1"
    title: The field
    procedure:
      board: {files: 6, ranks: 6, cite: §1}
      capturing: {cite: §2}
      plays: {counts: "true", one_only: "false", cite: §3}
      play_list: {cite: §4}
      assets: [{name: gems, of: side, most: 5, cite: §5}]
      consequences:
        - {on: enters, do: [{pay: 2, asset: gems, payee: side}, {create: Stone}], cite: §6}
        - on: turn-ends
          do: [{pay: '2 * count(side.pieces, it.square.rank == 6)', asset: gems, payee: side, why: summit}]
          cite: §7
        - {on: hand-ends, do: [{clear: gems}, {lift: pieces}], cite: §9}
        - {on: hand-ends, of: other, do: [{pay: 1, asset: crowns, payee: other, again: sceptres}], cite: §10}
      ends: [END]
  - number: "7.2"
    title: The Stone
    piece: {name: Stone, glyph: S, value: 1, modes: [{legs: [{dir: orthogonal, n: 1..5}]}]}
`

// gemsGame begins a game of gems that ends so: North's Stone on a5, South's on f1.
// Further rules may be added.
func gemsGame(t *testing.T, end string, more ...string) *game {
	t.Helper()
	file, err := rules.ParseFile("gems.yaml", []byte(strings.Replace(gems, "END", end, 1)+strings.Join(more, "")))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range file.Check(nil, new(rules.Register), rules.Game{}) {
		if p.Severity == rules.Fault {
			t.Fatal(p)
		}
	}
	s := NewState()
	outcomes(s, events.LedgerOpened{Game: "test", System: "gems", Seed: strings.Repeat("5e", 32), Format: systems.Format})
	for _, r := range file.Rules {
		s.Apply(events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
	}
	outcomes(s, events.PlayerKnown{Player: "Ann", Status: StatusActive}, events.PlayerKnown{Player: "Bob", Status: StatusActive})
	j, err := NewJudge(s, "test")
	if err != nil {
		t.Fatal(err)
	}
	g := &game{t: t, j: j}
	want(t, told(g.input(0, events.SideCreated{Side: "North", Player: "Ann"})[1:]), []string{"North gems 2 (rule)", "S1 Stone created for North"})
	g.input(0, events.SideCreated{Side: "South", Player: "Bob"})
	return g.apply(events.StartDone{}, events.OrderChanged{Order: []string{"North", "South"}}, events.TurnBegan{Side: "North"},
		events.PiecePlaced{Piece: "S1", At: "a5"}, events.PiecePlaced{Piece: "S2", At: "f1"})
}

func TestAnotherSystemHasAssetsAndHandsOfItsOwn(t *testing.T) {
	g := gemsGame(t, `{of: side, counts: gems, when: held >= 5, title: Jeweller, then: new-hand, cite: §8}`)
	play := func(side, text string) []string {
		t.Helper()
		return told(g.play(side, text))
	}
	if got := play("North", "Sa5-a6"); got[3] != "North gems 2 (summit)" {
		t.Errorf("%q, want two gems for the last rank (7.1 §7)", got)
	}
	play("South", "Sf1-e1")
	// North would have six; nobody has more than five (§5), and five win (§8).
	want(t, play("North", "Sa6-b6")[3:], []string{
		"North gems 1 (summit)", "end-declared", "assets-cleared", "S1 off b6 (effect)", "S2 off e1 (effect)", "North crowns 1 (rule)",
		"list: South North", "turn: South",
	})
	st := g.j.State()
	if st.HandsWon() != 1 || st.Over() || st.Held("North", "gems") != 0 || st.Held("South", "gems") != 0 || st.Titles()[0] != (Title{"North", "Jeweller", 1}) {
		t.Errorf("hands %d, over %t, titles %v, gems %d and %d", st.HandsWon(), st.Over(), st.Titles(), st.Held("North", "gems"), st.Held("South", "gems"))
	}
	// The second crown is a sceptre instead (§10).
	g.apply(events.PiecePlaced{Piece: "S1", At: "a6"}, events.AssetChanged{Account: "North", Asset: "gems", Change: events.Whole(3)}, events.TurnBegan{Side: "North"})
	play("North", "Sa6-b6")
	if st.Held("North", "crowns") != 0 || st.Held("North", "sceptres") != 1 {
		t.Errorf("%d crowns and %d sceptres, want one sceptre", st.Held("North", "crowns"), st.Held("North", "sceptres"))
	}
	for name, codes := range map[string]string{"knives": "unknown-asset", "swingpoints": "unknown-asset"} {
		want(t, g.rejected(0, events.TransactionRecorded{Account: "Ann", Asset: name, Amount: 2}), []string{codes})
	}
}

// Beside playing a duty speaks of what the input is about (docs/rule-language/procedures.md): of a transaction that is its amount.
func TestADutyKnowsHowMuchIsTransferred(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20").with(`
number: "1230.91"
title: Small change
procedure:
  duties: [{forbid: transfer, when: amount > 10, cite: §1}]
`)
	pays := func(n int) events.Payload {
		return events.TransactionRecorded{Account: "Red's", Asset: "money", Amount: events.Whole(n)}
	}
	want(t, g.rejected(0, pays(11)), []string{FaultDuty + " 1230.91/0 §1"})
	g.input(0, pays(10))
}

func TestNothingIsPlayedWhenTheGameIsOver(t *testing.T) {
	g := gemsGame(t, `{when: 'any(mover.pieces, it.square.rank == 6)', winner: mover, title: Climber, cite: §8}`)
	told(g.play("North", "Sa5-a4"))
	told(g.play("South", "Sf1-e1"))
	got := g.play("North", "Sa4-a6")
	if last := got[len(got)-1]; last.Kind() != "turn-began" || g.j.State().ToPlay() != "" || !g.j.State().Over() {
		t.Errorf("%v: %q is to play, want nobody", told(got), g.j.State().ToPlay())
	}
	if title := g.j.State().Titles()[0]; title != (Title{"Ann", "Climber", 1}) {
		t.Errorf("%v", title)
	}
	if faults := codes(g.refused("South", "Se1-d1")); faults[0] != FaultOver {
		t.Errorf("%v, want %s", faults, FaultOver)
	}
}
