package people_test

import (
	"testing"
	"time"

	"adjudicate/ledger/people"
)

func TestWhatIsHeldUntilWhen(t *testing.T) {
	at := func(text string) time.Time {
		m, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, c := range []struct {
		title     string
		wish      people.Wish
		now, want string // "" is at once
	}{
		{"no wish", people.Wish{}, "1998-10-05T23:00:00Z", ""},
		{"by day", people.Wish{Quiet: "22:00-07:00"}, "1998-10-05T21:59:59Z", ""},
		{"when they begin", people.Wish{Quiet: "22:00-07:00"}, "1998-10-05T22:00:00Z", "1998-10-06T07:00:00Z"},
		{"after midnight", people.Wish{Quiet: "22:00-07:00"}, "1998-10-06T06:59:00Z", "1998-10-06T07:00:00Z"},
		{"when they end", people.Wish{Quiet: "22:00-07:00"}, "1998-10-06T07:00:00Z", ""},
		{"hours of one day", people.Wish{Quiet: "12:00-14:00"}, "1998-10-06T13:00:00Z", "1998-10-06T14:00:00Z"},
		{"in the reader's zone", people.Wish{Quiet: "22:00-07:00", Zone: "Europe/Berlin"}, "1998-10-05T20:30:00Z", "1998-10-06T05:00:00Z"}, // summer time
		{"the night on which clocks go back", people.Wish{Quiet: "22:00-07:00", Zone: "Europe/Berlin"}, "1998-10-24T20:30:00Z", "1998-10-25T06:00:00Z"},
		{"a digest today", people.Wish{Digest: "18:00"}, "1998-10-05T09:00:00Z", "1998-10-05T18:00:00Z"},
		{"a digest tomorrow", people.Wish{Digest: "18:00"}, "1998-10-05T18:00:00Z", "1998-10-06T18:00:00Z"},
		{"a digest in quiet hours", people.Wish{Digest: "06:00", Quiet: "22:00-07:00"}, "1998-10-05T09:00:00Z", "1998-10-06T07:00:00Z"},
	} {
		t.Run(c.title, func(t *testing.T) {
			if err := c.wish.Check(); err != nil {
				t.Fatal(err)
			}
			got := c.wish.Later(at(c.now))
			if c.want == "" {
				if !got.IsZero() {
					t.Errorf("held until %v", got)
				}
			} else if !got.Equal(at(c.want)) {
				t.Errorf("held until %v, want %s", got, c.want)
			}
		})
	}
	for _, bad := range []people.Wish{{Language: "xx"}, {Zone: "Nowhere/Town"}, {Zone: "Local"}, {Quiet: "22"}, {Quiet: "22:00-22:00"}, {Quiet: "25:00-07:00"}, {Digest: "noon"}} {
		if bad.Check() == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}
