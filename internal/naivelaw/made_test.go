package naivelaw

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// TestRulesPlayAsTheDocumentationSays is about plays that rules make for sides, by preference or by lot, and Passes.
func TestRulesPlayAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 40, 23000000, (*Random).Made)
	if few := kinds["games"] < 40; !few && (kinds["made by rules"] < 40 || kinds["plays drawn"] < 15) {
		t.Errorf("rules make too few plays: %v", kinds)
	}
}

var (
	placedText = regexp.MustCompile(`^"?#?"?([A-Z])(\d*)"?@`)
	lettersOf  = regexp.MustCompile(`^#[A-Z]\d+ |=[A-Za-z]+|["A-Z]| \(move\)`)
	landedText = regexp.MustCompile(`(x([a-h]\d))-([a-h]\d)`)
)

// alike is a play of one act as both opinions would write it: without what only tells who acts, and where a captor lands if its last victim stood there.
func (g *game) alike(text string) string {
	act, chosen, _ := strings.Cut(text, "; ")
	if m := placedText.FindStringSubmatch(act); m != nil {
		if glyph := m[1]; m[2] == "" {
			return glyph + "@" + strings.TrimPrefix(act, m[0]) + chosen
		}
		return g.find(m[1] + m[2]).typ[:1] + "@" + strings.TrimPrefix(act, m[0]) + chosen
	}
	act = strings.TrimLeft(lettersOf.ReplaceAllString(act, ""), " ")
	act = landedText.ReplaceAllStringFunc(act, func(s string) string {
		if m := landedText.FindStringSubmatch(s); m[2] == m[3] {
			return m[1]
		}
		return s
	})
	return act + chosen
}

// alike is the same of an act.
func (a act) alike(g *game) string {
	if a.kind == "placement" {
		return fmt.Sprint(a.p.typ[:1], "@", a.to) + strings.TrimPrefix(a.choice(), "; ")
	}
	return g.alike(a.text())
}

// picked lets the second opinion pick the plays that the program has made for sides, if it finds them among the best; left tells how many it has not.
func picked(d aggregate.Decision, g *game, kinds map[string]int, odd *string) (left func() int) {
	var texts []string
	for _, o := range d.Outcomes {
		if e, ok := o.Payload.(events.PlayEnded); ok && e.Play != "" {
			texts = append(texts, e.Play)
		}
	}
	g.picks = func(best []act, lot bool) act {
		var names []string
		for _, a := range best {
			if name := a.alike(g); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		if len(texts) == 0 {
			*odd = fmt.Sprintf("the program makes no play where these are best: %v", names)
			return best[0]
		}
		text := g.alike(texts[0])
		texts = texts[1:]
		kinds["made by rules"]++
		if lot && len(names) > 1 {
			kinds["plays drawn"]++
			text = g.dice(names, 1)[0]
		}
		for _, a := range best {
			if a.alike(g) == text {
				return a
			}
		}
		*odd = fmt.Sprintf("the program makes %s, and the best are %v", text, names)
		return best[0]
	}
	return func() int { return len(texts) }
}

// TestBothMakeThesePlays asks both opinions what a rule plays for Blue, once Red has passed. What is expected was worked out by hand from
// docs/rule-language/consequences.md, "Plays that rules make".
func TestBothMakeThesePlays(t *testing.T) {
	for _, test := range []struct{ name, more, do, then string }{
		{"the most valuable victim", "", "{play: side, first: -victim.value}", "A1 Ant Blue ; A2 Ant Blue c4; B1 Bee Blue c2; Red is to play"},
		{"and where no play will do the next one", "", "{play: side, where: to.rank == 1}, {play: side, where: victim == none, first: -to.file}", "A1 Ant Red c4; A2 Ant Blue d3; B1 Bee Blue c2; Red is to play"},
		{"each side once", "", "{play: side, where: 'to == \"b3\"'}, {play: side, where: 'to == \"d3\"'}", "A1 Ant Red c4; A2 Ant Blue b3; B1 Bee Blue c2; Red is to play"},
		{"or none, and it is still to play", "", "{play: side, where: to.rank == 1}", "A1 Ant Red c4; A2 Ant Blue c3; B1 Bee Blue c2; Blue is to play"},
		{"a lot decides of it as of any", "chances: [{draw: [One, Two], made: false}]", "{play: side, first: -victim.value}", "A1 Ant Red c4; A2 Ant Blue c3; B1 Bee Blue c2; Red is to play"},
		{"duties bind it", "duties: [{forbid: capture}]", "{play: side, where: victim != none}, {pass: side}", "A1 Ant Red c4; A2 Ant Blue c3; B1 Bee Blue c2; Red is to play"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := fmt.Sprintf(`rules:
  - number: 1
    procedure:
      board: {files: 5, ranks: 5}
      order: {by: fixed}
      passing: {when: 'mover == "Red"'}
      %s
      consequences: [{on: turn-starts, when: 'side == "Blue"', do: [%s]}]
  - {number: 2, piece: {name: Ant, glyph: A, value: 2, modes: [{legs: [{dir: orthogonal}]}]}}
  - {number: 3, piece: {name: Bee, glyph: B, value: 1, immovable: true}}
`, test.more, test.do)
			j, g, err := begun(text, []string{"Red", "Blue"}, menOf("Red Ant c4, Blue Ant c3, Blue Bee c2"), nil)
			if err != nil {
				t.Fatal(err)
			}
			d := j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: "Red", Text: "pass"}})
			if d.Ruling.Verdict != aggregate.Accepted {
				t.Fatal(faults(d))
			}
			j.Commit(d)
			odd := ""
			g.dice, _ = thrown(g, d, map[string]int{}, &odd)
			picked(d, g, map[string]int{}, &odd)
			if g.play(act{side: "Red", kind: "pass"}); odd != "" {
				t.Error(odd)
			}
			for who, got := range map[string][]string{"the second opinion": append(g.told(), g.toPlay()+" is to play"), "the program": append(toldByEngine(j), j.State().ToPlay()+" is to play")} {
				if want := test.then; strings.Join(got, "; ") != want {
					t.Errorf("%s: %s, and not %s", who, strings.Join(got, "; "), want)
				}
			}
		})
	}
}
