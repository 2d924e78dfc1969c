package notation

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// awkward are names that mean something else without care.
var awkward = []string{
	"R", "p", "x", "X", "×", "-", "–", "@", "#", "=", "(", ")", "!", "%", "*", "&", "+", "1", ";", `"`, `\`, ">", "a", "a1", "b1", "p12", "H3", "#1", "##",
	"Rook", "il-Nabi", "Bouncy!Ball", "Strange Name", "pass", "surrender", "special", "scratch", "off", "victim", "Victim",
	"a1-", "a1-b2", "a1xb2", "b2=", "R@c3", "@c3", "f6=@a1", "x(shot)", "R (shot)", ` "`, `\"`, "Ünï", "Ra", "x1", "c3;pass",
	"action", "mash", ":", "a1:", "c3: d4", "_", "éa",
}

func TestEveryItemReadsBackWhateverItsNames(t *testing.T) {
	places := []Item{
		{Kind: Move, From: "a1", To: "t20"},
		{Kind: Capture, From: "a1", Victim: "b2"},
		{Kind: Capture, From: "a1", Victim: "b2", To: "a1", Way: Shot},
		{Kind: Capture, From: "a1", Victim: "b2", To: "b2", Way: Onward},
		{Kind: Capture, From: "a1", Victim: "b2", To: "c3"},
		{Kind: Placement, To: "c3"},
		{Kind: "special", From: "a1", To: "b3"},
		{Kind: "special", From: "a1", Victim: "b3"},
		{Kind: "special", From: "a1", Victim: "b3", To: "a1"},
		{Kind: Exit, From: "h7"},
		{Kind: Exit, From: "h7", To: "a1"},
		{Kind: Off, From: "a1"},
		{Kind: Promotion, From: "f6"},
		{Kind: Action, From: "c3", Targets: []string{"d3"}},
		{Kind: Action, Action: "mash", From: "c3", Targets: []string{"d3", "c14", "b3"}},
	}
	for _, item := range places {
		var items []Item
		for _, name := range awkward {
			named, known := item, item
			named.Name, known.ID = name, name
			items = append(items, named, known)
		}
		if item.Kind != Placement {
			items = append(items, item)
		}
		for _, item := range items {
			if item.Kind != Promotion {
				checkReadsBack(t, item)
			}
			if item.Kind == Off || item.Kind == Exit {
				continue
			}
			for _, becomes := range awkward {
				item.Becomes = becomes
				checkReadsBack(t, item)
			}
		}
	}
}

func checkReadsBack(t *testing.T, item Item) {
	t.Helper()
	text := fmt.Sprintf("pass; %s\nsurrender", item)
	play, err := Parse(text)
	if err != nil {
		t.Errorf("%+v is written %q, which does not parse: %v", item, text, err)
		return
	}
	want := []Item{{Kind: Pass}, item, {Kind: Surrender}}
	if diff := cmp.Diff(want, play.Items, meaning); diff != "" {
		t.Errorf("written %q, reads (-item +read):\n%s", text, diff)
	}
}
