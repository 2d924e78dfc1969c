package report

import (
	"time"

	"adjudicate/events"
)

// ClockWords says when a mail counts as sent, and by which clock; "" if the play did not come by mail.
func ClockWords(p *events.PlaySubmitted) string {
	by := map[string]string{events.ClockDate: "its Date", events.ClockServer: "the server that received it", events.ClockCommand: "the command that received it"}[p.Clock]
	if by == "" || p.Sent == nil {
		return ""
	}
	stamp := func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 MST") }
	text := stamp(*p.Sent) + ", by " + by
	switch {
	case p.Dated == nil:
	case p.Dated.After(*p.Sent):
		text += "; its Date, " + stamp(*p.Dated) + ", is later"
	default:
		text += "; its Date, " + stamp(*p.Dated) + ", is before the announcement"
	}
	return text
}
