package history_test

import (
	"fmt"
	"testing"

	"adjudicate/events"
	"adjudicate/history"
)

// An entry that an edition has changed says since which, by whom and by which change, and what was entered; what followed from the
// changes of others is marked as well, and the history as first ruled on has no marks.
func TestAnEditionMarksWhatItHasChanged(t *testing.T) {
	g := fiveEditions(t)
	marks := func(edition int) (map[history.Place][]history.Mark, *history.Catalogue) {
		t.Helper()
		v, err := history.Look(ctx, g.st, name, history.Where{Edition: edition})
		if err != nil {
			t.Fatal(err)
		}
		all, err := v.Marks(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return all, v.Catalogue
	}
	third, cat := marks(3)
	told := func(m history.Mark) string {
		text := fmt.Sprintf("%s by %q since %d at %d", m.What, m.Change, m.Edition, m.Event)
		if p, ok := m.Was.(events.PlaySubmitted); ok {
			text += " was " + p.Side + ": " + p.Text
		}
		return text
	}
	second, adopted := cat.Editions()[1].Adopted, cat.Editions()[2].Adopted
	for _, c := range []struct {
		at   history.Place
		want string
	}{
		{history.Place{Input: g.find("R@s12")}, fmt.Sprintf(`corrected by "3.1" since 3 at %d was Blue: R@s12`, adopted)},
		{history.Place{Input: g.find("Rs12-s10")}, fmt.Sprintf(`voided by "2.2" since 2 at %d`, second)},
		{history.Place{Input: g.find("Ba6-c8"), Change: "2.3"}, fmt.Sprintf(`inserted by "2.3" since 2 at %d`, second)},
		{history.Place{Input: g.find("Bf1xa6")}, fmt.Sprintf(`ruled on again by "" since 2 at %d`, second)},
	} {
		if list := third[c.at]; len(list) != 1 || told(list[0]) != c.want {
			t.Errorf("%s: %+v, want %s", c.at.Address(), list, c.want)
		}
	}
	if first, _ := marks(1); len(first) != 0 {
		t.Errorf("edition 1 has marks: %v", first)
	}
}
