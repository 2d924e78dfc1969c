package compare_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history/compare"
)

// Every part of two states is compared: a difference that no list shows would be told as none.
func TestWhateverDiffersIsTold(t *testing.T) {
	begin := func(more ...events.Payload) *aggregate.State {
		s := aggregate.NewState()
		for _, p := range append([]events.Payload{events.SideEntered{Side: "Red", Player: "Ann"}, events.PlayerKnown{Player: "Ann", Status: aggregate.StatusActive}}, more...) {
			s.Apply(p)
		}
		return s
	}
	for _, c := range []struct {
		about string
		more  events.Payload
		want  compare.Pair[string]
	}{
		{"warmth", events.SideAttributeSet{Attribute: "warm", Side: "Red", On: true}, compare.Pair[string]{Name: "Red, warm", After: "yes"}},
		{"a side that is away", events.SideAttributeSet{Attribute: "away", On: true, Side: "Red"}, compare.Pair[string]{Name: "Red, away", After: "yes"}},
		{"a vacation", events.PlayerKnown{Player: "Ann", Status: aggregate.StatusVacation}, compare.Pair[string]{Name: "player Ann", Before: "active", After: "vacation"}},
		{"the office", events.OfficeHeld{Office: "umpire", Player: "Ann"}, compare.Pair[string]{Name: "umpire", After: "Ann"}},
	} {
		t.Run(c.about, func(t *testing.T) {
			d, err := compare.States(begin(), begin(c.more))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]compare.Pair[string]{c.want}, d.Status); diff != "" || d.Same {
				t.Errorf("same: %t (-want +got):\n%s", d.Same, diff)
			}
		})
	}
}
