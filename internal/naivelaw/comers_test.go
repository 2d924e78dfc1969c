package naivelaw

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// TestSidesComeAndGoAsTheDocumentationSays is about sides that enter and leave the game by effects.
func TestSidesComeAndGoAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 60, 24000000, (*Random).Comers)
	if few := kinds["games"] < 60; !few && (kinds["entered"] < 30 || kinds["left"] < 30) {
		t.Errorf("too few sides come and go: %v", kinds)
	}
}

// TestWhoComesBackIsNew has a side leave and another one of its name come. What is expected was worked out by hand from
// docs/rule-language/consequences.md, "Sides that come and go".
func TestWhoComesBackIsNew(t *testing.T) {
	text := `rules:
  - number: 1
    procedure:
      board: {files: 5, ranks: 5}
      order: {by: fixed}
      passing: {when: "true"}
      attributes: [{name: late}]
      assets: [{name: pearls, of: side}, {name: gems}]
      powers:
        - {name: go, by: side, do: [{leave: side}]}
        - {name: come, by: side, do: [{enter: Blue}]}
      consequences:
        - {on: passes, do: [{pay: 3, asset: pearls, payee: side}, {pay: 2, asset: gems, payee: Blue}, {attribute: late}, {create: Ant}]}
        - {on: enters, when: 'assets(side, "pearls") == 0 and not side.is("late")', do: [{pay: 1, asset: pearls, payee: side}]}
  - number: 2
    piece: {name: Ant, glyph: A, value: 1, modes: [{legs: [{dir: all}]}]}
`
	j, _, err := begun(text, []string{"Blue", "Red"}, menOf("Red Ant a5, Blue Ant b5"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, what := range []struct{ side, play, power string }{{"Blue", "pass", ""}, {"Red", "pass", ""}, {"Blue", "", "go"}, {"Red", "", "come"}} {
		var in events.Payload = events.PlaySubmitted{Side: what.side, Text: what.play}
		if what.power != "" {
			in = events.PowerUsed{Power: what.power, Player: playerOf(what.side), Side: what.side}
		}
		d := j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: in})
		if d.Ruling.Verdict != aggregate.Accepted {
			t.Fatal(faults(d))
		}
		j.Commit(d)
	}
	pearls := map[string]string{}
	for at, n := range j.State().Balances() {
		pearls[at.Account+" "+at.Asset] = n.String()
	}
	maps.DeleteFunc(pearls, func(_, n string) bool { return n == "0" })
	want := map[string]string{"Blue gems": "4", "Blue pearls": "1", "Red pearls": "3"} // the account that is called Blue is no side's
	if diff := cmp.Diff(want, pearls); diff != "" {
		t.Error(diff)
	}
	if told := strings.Join(toldByEngine(j), "; "); !strings.HasPrefix(told, "A1 Ant Red a5; A4 Ant Red ; ") || strings.Contains(told, "Blue late") {
		t.Error(told)
	}
}
