package report

import (
	"fmt"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
)

// thinkingNotes says how much time a side has left, or until when it has some while its clock runs.
func thinkingNotes(st *aggregate.State, book *rules.Rulebook, side string) []string {
	for _, t := range st.Thinking(book.Procedure()) {
		switch {
		case t.Side != side:
		case t.Until.IsZero():
			return []string{thinkingWords(t.Left, t.Unit) + " left"}
		default:
			return []string{"until " + t.Until.In(shownIn()).Format("2006-01-02 15:04:05 MST")}
		}
	}
	return nil
}

// thinkingWords writes so many units of time: days, or hours, minutes and seconds.
func thinkingWords(n events.Half, unit time.Duration) string {
	const day = 24 * time.Hour
	if unit == day {
		return n.String() + map[bool]string{true: " day", false: " days"}[n == events.Whole(1)]
	}
	seconds := int64(n) * int64(unit/time.Second) / 2
	if seconds >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}
