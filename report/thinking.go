package report

import (
	"fmt"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/report/draw"
	"adjudicate/rules"
)

// clockOf says how much time a side has left, or until when it has some while its clock runs.
func clockOf(st *aggregate.State, book *rules.Rulebook, side string) draw.Phrase {
	for _, t := range st.Thinking(book.Procedure()) {
		switch {
		case t.Side != side:
		case !t.Until.IsZero():
			return draw.Phrase{Format: "until %s", Args: []any{t.Until.In(shownIn()).Format("2006-01-02 15:04:05 MST")}}
		case t.Unit == day && t.Left == events.Whole(1):
			return draw.Phrase{Format: "%s day left", Args: []any{t.Left}}
		case t.Unit == day:
			return draw.Phrase{Format: "%s days left", Args: []any{t.Left}}
		default:
			return draw.Phrase{Format: "%s left", Args: []any{thinkingWords(t.Left, t.Unit)}}
		}
	}
	return draw.Phrase{}
}

const day = 24 * time.Hour

// thinkingWords writes so many units of time: days, or hours, minutes and seconds.
func thinkingWords(n events.Half, unit time.Duration) string {
	if unit == day {
		return n.String() + map[bool]string{true: " day", false: " days"}[n == events.Whole(1)]
	}
	seconds := int64(n) * int64(unit/time.Second) / 2
	if seconds >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}
