package naivelaw

import (
	"testing"

	"adjudicate/events"
)

// TestDeclaredKindsOfMovesAreWhatTheDocumentationSays is about kinds of moves that rules declare: where pieces go by them, what they cost,
// and what forbids and requires them.
func TestDeclaredKindsOfMovesAreWhatTheDocumentationSays(t *testing.T) {
	kinds := games(t, 60, 16000000, (*Random).Declared)
	if few := kinds["games"] < 60; !few && (kinds["leap"] < 30 || kinds["haunt"] < 30 || kinds["rejected"] < 30) {
		t.Errorf("too few moves of declared kinds: %v", kinds)
	}
}

// opening is what players have when a random game begins, and whether it begins with an array.
func opening(r *Random) (list []events.Payload) {
	if r.purse {
		for _, side := range r.Sides {
			list = append(list, events.AssetChanged{Account: playerOf(side), Asset: "gems", Change: events.Half(r.IntN(13)), Why: "rule"})
		}
	}
	if r.array {
		list = append(list, events.ArrayLaid{})
	}
	return list
}

// ofKinds lists those of some acts that are moves of declared kinds.
func (g *game) ofKinds(acts []act) (list []act) {
	for _, a := range acts {
		if g.kindCalled(a.kind) != nil {
			list = append(list, a)
		}
	}
	return list
}
