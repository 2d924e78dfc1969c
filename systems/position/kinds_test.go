package position_test

import (
	"fmt"
	"strings"
	"testing"

	"adjudicate/rules"
	"adjudicate/systems"
	"adjudicate/systems/position"
)

func TestSpecialsAreSortedByWhetherTheSideCanMakeThem(t *testing.T) {
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	terms := book.Procedure()
	tests := []struct {
		name, king   string
		benefyts     int
		terms        *rules.Procedure
		open, barred bool
		why          string
	}{
		{"a Benefyt, and nothing behind the Rook", "t1", 1, terms, true, false, ""},
		// Off the file a the Rook no longer shields its King from the one on a9.
		{"a Benefyt, and the King behind the Rook", "a1", 1, terms, false, true, ""},
		{"no Benefyt", "t1", 0, terms, false, false, "Red has 0 of the 1 benefyts"},
		{"no rule about specials", "t1", 5, new(rules.Procedure), false, false, "no rule"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := fmt.Sprintf(`{"system": "partychess", "sides": [{"name": "Red", "benefyts": %d}, {"name": "Blue"}], "pieces": [
				{"id": "K1", "type": "King", "side": "Red", "at": %q}, {"id": "R1", "type": "Rook", "side": "Red", "at": "a3"},
				{"id": "K2", "type": "King", "side": "Blue", "at": "t20"}, {"id": "R2", "type": "Rook", "side": "Blue", "at": "a9"}]}`, tt.benefyts, tt.king)
			d, err := position.Read("specials", strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			set, _, err := position.Setup("specials", d, nil)
			if err != nil {
				t.Fatal(err)
			}
			list, err := set.OfKinds("R1", tt.terms)
			if err != nil {
				t.Fatal(err)
			}
			if len(list) != 1 || list[0].Kind != "special" {
				t.Fatalf("moves of declared kinds: %v", list)
			}
			open, barred, why := list[0].Open, list[0].Barred, list[0].Why
			if len(open) > 0 != tt.open || len(barred) > 0 != tt.barred || !strings.HasPrefix(why, tt.why) || tt.why == "" && why != "" {
				t.Errorf("open %v, barred %v, why %q", open, barred, why)
			}
		})
	}
}
