package report

import (
	"testing"
	"time"

	"adjudicate/events"
)

func TestTimeLeftIsWrittenAsOnAClock(t *testing.T) {
	for _, c := range []struct {
		n    int
		unit time.Duration
		want string
	}{
		{154, time.Second, "2:34"}, {0, time.Second, "0:00"}, {5400, time.Second, "1:30:00"}, {90, time.Minute, "1:30:00"},
		{36, time.Hour, "36:00:00"}, {1, 24 * time.Hour, "1 day"}, {12, 24 * time.Hour, "12 days"},
	} {
		if got := thinkingWords(events.Whole(c.n), c.unit); got != c.want {
			t.Errorf("%d × %s: want %s, got %s", c.n, c.unit, c.want, got)
		}
	}
}
