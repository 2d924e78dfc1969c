package report_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/report"
)

func TestStatesOfSquaresAreListedByNameAndSquare(t *testing.T) {
	st := aggregate.NewState()
	for _, m := range []events.SquareMarked{
		{Square: "c10", Mark: "mined", On: true}, {Square: "c2", Mark: "mined", On: true}, {Square: "aa1", Mark: "frozen", On: true},
		{Square: "b7", Mark: "frozen", On: true}, {Square: "c2", Mark: "frozen", On: true}, {Square: "c2", Mark: "frozen"},
	} {
		st.Apply(m)
	}
	want := []report.Marks{{State: "frozen", Squares: []string{"b7", "aa1"}}, {State: "mined", Squares: []string{"c2", "c10"}}}
	if diff := cmp.Diff(want, report.Marked(st)); diff != "" {
		t.Error(diff)
	}
}
