package rules_test

import (
	"strings"
	"testing"

	"adjudicate/rules"
)

func TestASideThatARuleBringsInMayBeNamedBesideThoseOfTheGame(t *testing.T) {
	const text = `number: 60
procedure:
  consequences:
    - {on: turn-ends, when: 'side != "Rebels"', do: [{enter: Rebels, holder: 'first(players, true)'}], cite: §1}
    - {on: turn-ends, when: 'side == "Rebel"', do: [{leave: side}], cite: §2}
`
	f, err := rules.ParseFile("rebels.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, p := range f.Check(checkBook(), nil, rules.Game{Sides: []string{"Red", "Blue"}}) {
		said = append(said, p.String())
	}
	if all := strings.Join(said, "\n"); strings.Contains(all, `"Rebels": it`) || !strings.Contains(all, `no side is called "Rebel": it equals none (did you mean "Rebels"?)`) {
		t.Errorf("found:\n%s", all)
	}
}
