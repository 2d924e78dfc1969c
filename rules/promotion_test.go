package rules

import "testing"

func TestAPromotionSaysToWhatAndWhen(t *testing.T) {
	for _, c := range []struct {
		p    Promotion
		want string
	}{
		{Promotion{On: "reach", In: []string{"last"}, To: "any"}, "to any type on reaching last"},
		{Promotion{On: "reach", In: []string{"a8", "b8"}, To: "any", Types: []string{"Queen"}}, "to Queen on reaching a8, b8"},
		{Promotion{On: "stay", To: "any", Types: []string{"Queen", "Rook", "Knight"}}, "to Queen, Rook or Knight where it stands, as a play of its own: on any square"},
		{Promotion{On: "capture", To: "victim", Except: []string{"King"}}, "to what it captures but King by capturing"},
		{Promotion{On: "leave", To: "base", Timing: "end-of-turn"}, "to what it was before its promotion on leaving its square, at the end of the turn"},
	} {
		if got := c.p.Words(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
