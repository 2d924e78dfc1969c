package main

import (
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/mail"
)

// TestADateCountsBetweenAnnouncementAndArrival announces a turn at 10 and has it end at 20.
func TestADateCountsBetweenAnnouncementAndArrival(t *testing.T) {
	hour := func(h int) time.Time { return time.Date(1998, 10, 5, h, 0, 0, 0, time.UTC) }
	old := time.Unix(0, 0).UTC()
	for _, c := range []struct {
		name                string
		date, received, now time.Time
		want                time.Time
		clock               string
	}{
		{"within", hour(12), hour(13), hour(14), hour(12), "by its Date"},
		{"backdated to before the announcement", old, hour(21), hour(22), hour(21), "the server that received it; its Date, 1970-01-01 00:00, is before the announcement"},
		{"backdated, and no server says when it came", old, time.Time{}, hour(22), hour(22), "the moment of this command"},
		{"dated ahead", hour(23), hour(12), hour(22), hour(12), "is later"},
		{"sent before its turn", hour(8), hour(9), hour(11), hour(8), "by its Date"},
		{"a server whose clock is ahead", hour(12), hour(23), hour(22), hour(12), "by its Date"},
	} {
		t.Run(c.name, func(t *testing.T) {
			st := aggregate.NewState()
			st.Apply(events.TurnBegan{Side: "Red"})
			st.Apply(events.LimitSet{Side: "Red", From: hour(10), Expires: hour(20)})
			if _, ok := st.Limit(); !ok {
				t.Fatal("there is no limit")
			}
			got, clock := moment(&mail.Message{Sent: c.date, Received: c.received}, st, "Red", c.now)
			if !got.Equal(c.want) || !strings.Contains(clock, c.clock) {
				t.Errorf("%s, %q; want %s, %q", got, clock, c.want, c.clock)
			}
		})
	}
}
