package web

import (
	"fmt"
	"html/template"
	"time"

	"adjudicate/internal/markup"
)

// Time left is said in the two largest units that it has of days, hours and minutes, rounded down, as somebody in a hurry counts: whoever reads
// "2 hours left" has at least that. It stands in an element that programs read, as a duration of ISO 8601, behind the moment itself, and is worked out when the
// page is asked for. Pages that are kept as files say the moment alone.

// Left is how much time is left until a limit expires.
func (p *page) Left(limit time.Time) template.HTML {
	if p.now.IsZero() {
		return ""
	}
	var m markup.Text
	if left := limit.Sub(p.now); left > 0 {
		m.Put(` (<time datetime="%">%</time>)`, duration(left), p.T("%s left", p.lasting(left)))
	} else {
		m.Put(" (%)", p.T("expired"))
	}
	return template.HTML(m)
}

// lasting says a length of time in words.
func (p *page) lasting(d time.Duration) string {
	minutes := int(d / time.Minute)
	counted := func(n int, one, many string) string {
		if n == 1 {
			return p.T(one)
		}
		return p.T(many, n)
	}
	days, hours, minutes := minutes/(24*60), minutes/60%24, minutes%60
	switch {
	case days > 0 && hours > 0:
		return counted(days, "1 day", "%d days") + " " + counted(hours, "1 hour", "%d hours")
	case days > 0:
		return counted(days, "1 day", "%d days")
	case hours > 0 && minutes > 0:
		return counted(hours, "1 hour", "%d hours") + " " + counted(minutes, "1 minute", "%d minutes")
	case hours > 0:
		return counted(hours, "1 hour", "%d hours")
	case minutes > 0:
		return counted(minutes, "1 minute", "%d minutes")
	}
	return p.T("less than a minute")
}

// duration is a length of time as a time element has it, to the second.
func duration(d time.Duration) string {
	seconds := int64(d / time.Second)
	return fmt.Sprintf("P%dDT%dH%dM%dS", seconds/86400, seconds/3600%24, seconds/60%60, seconds%60)
}

// Idle says why it is nobody's turn in a game. A stage in which it is not has its name.
func (p *page) Idle(why string) string {
	switch why {
	case "over":
		return p.T("The game is over")
	case "suspended":
		return p.T("The game is suspended")
	case "not started":
		return p.T("Not started")
	case "nobody":
		return p.T("It is nobody's turn")
	}
	return why
}
