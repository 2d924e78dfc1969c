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
	// Blue plays before its turn: Red, who is first, follows, unless it was passed over. Who is alone is followed by nobody, itself included.
	for _, c := range []struct {
		standing Standing
		want     string
	}{
		{Standing{ToPlay: "Blue", Order: []string{"Red", "Blue", "Green"}}, "Blue to play; then Red, Green"},
		{Standing{ToPlay: "Blue", Order: []string{"Red", "Blue", "Green"}, Skipped: []string{"Red"}}, "Blue to play; passed over: Red; then Green"},
		{Standing{ToPlay: "Blue", Order: []string{"Blue"}, promised: "Blue"}, "Blue to play"},
	} {
		c.standing.Started = true
		if got := c.standing.next(n); !strings.HasSuffix(got, c.want) {
			t.Errorf("%q, want it to end with %q", got, c.want)
		}
	}
}
