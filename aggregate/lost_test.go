package aggregate

import (
	"slices"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
)

// TestARulingSaysWhichSectionsAreGone: 1230.2 with its play list alone loses ten sections.
func TestARulingSaysWhichSectionsAreGone(t *testing.T) {
	lost := func(d Decision) []string {
		var list []string
		for _, f := range d.Ruling.Facts {
			if f.Code == FactSectionLost {
				list = append(list, strings.SplitN(strings.TrimPrefix(f.Message, "no rule has the section "), " any more", 2)[0])
				if f.Clause == "" || strings.HasSuffix(f.Message, ": ") {
					t.Errorf("%+v says neither by what nor what follows", f)
				}
			}
		}
		return list
	}
	g := newGame(t, "Red: King a1, Rook; Blue: King t20")
	only := amended(t, "1230.2", func(r *rules.Rule) { r.Procedure = &rules.Procedure{Order: &rules.Order{Cite: "§3"}} })
	want := []string{"plays", "placing", "checks", "attributes", "offices", "clock", "automatic", "stages", "kinds", "consequences of enters"}
	d := g.j.Decide(Input{ID: "in", At: noon, Payload: only})
	if d.Ruling.Verdict != Accepted || !slices.Equal(lost(d), want) {
		t.Errorf("%s, gone are %v, want %v", d.Ruling.Verdict, lost(d), want)
	}
	formerly := newGame(t, "Red: King a1, Rook; Blue: King t20").amendedTo("1230.2", func(r *rules.Rule) {
		k := r.Procedure.Kinds[0]
		r.Procedure.Kinds, r.Procedure.OlderKinds = nil, &rules.OlderKind{Asset: k.Asset, Cost: k.Cost, Cite: k.Cite}
	})
	want = []string{"plays", "placing", "specials", "checks", "attributes", "offices", "clock", "automatic", "stages", "consequences of enters"}
	if got := lost(formerly.j.Decide(Input{ID: "in", At: noon, Payload: only})); !slices.Equal(got, want) {
		t.Errorf("of a rule in the earlier form gone are %v, want %v", got, want)
	}
	d = g.j.Decide(Input{ID: "in", At: noon, Payload: events.RuleRepealed{Number: "1230.3"}})
	if got := lost(d); !slices.Equal(got, []string{"weights"}) {
		t.Errorf("without 1230.3 gone are %v, want weights", got)
	}
	d = g.j.Decide(Input{ID: "in", At: noon, Payload: events.RuleRepealed{Number: "1230.7"}})
	if got := lost(d); len(got) != 0 {
		t.Errorf("without 1230.7, a piece's rule, gone are %v", got)
	}
}

func TestEverySectionSaysWhatTheGameIsWithoutIt(t *testing.T) {
	for _, name := range rules.Sections() {
		if rules.Without(name) == "" {
			t.Errorf("nothing is said of %s", name)
		}
	}
}
