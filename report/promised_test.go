package report

import (
	"strings"
	"testing"

	"adjudicate/aggregate"
)

func TestWhoIsPromisedATurnComesBeforeTheOrder(t *testing.T) {
	n := NamesOf(aggregate.NewState())
	for promised, want := range map[string]string{"": "; then Blue, Green", "Green": "; then Green, Blue", "Red": "; then Red, Blue, Green"} {
		v := &Standing{Started: true, Umpire: "Cleo", ToPlay: "Red", Order: []string{"Red", "Blue", "Green"}, promised: promised}
		if got := v.next(n); !strings.HasSuffix(got, want) {
			t.Errorf("with %q promised: %q, want it to end with %q", promised, got, want)
		}
	}
}
