package aggregate

import (
	"slices"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
)

// dated reports whether something follows at the beginning of days, or of months alone.
func (l *law) dated() (days, months bool) {
	days = len(l.occasions[rules.OnDay]) > 0
	if f := l.thinking.runs; f != nil { // a clock that runs on some days begins and stops with them
		days = days || slices.ContainsFunc([]string{"year", "month", "day", "weekday"}, f.Uses)
	}
	return days, len(l.occasions[rules.OnMonth]) > 0
}

// beginCalendar lets the days count from now on if a rule asks for them and none did before.
func (d *decision) beginCalendar() {
	if !d.state().Started() || d.now.compile() != nil {
		return
	}
	days, months := d.law().dated()
	before := false
	if d.before.state.Started() && d.before.compile() == nil {
		was, were := d.before.rulebook().dated()
		before = was || were
	}
	if (days || months) && !before {
		d.emit(d.rests, events.CalendarReached{At: d.in.At})
	}
}

// nextDate is the moment of the next day or month that a rule asks for.
func (t *table) nextDate() (time.Time, bool) {
	at := t.state.calendar.UTC()
	if at.IsZero() || t.compile() != nil {
		return time.Time{}, false
	}
	days, months := t.rulebook().dated()
	switch {
	case days:
		return time.Date(at.Year(), at.Month(), at.Day()+1, 0, 0, 0, 0, time.UTC), true
	case months:
		return time.Date(at.Year(), at.Month()+1, 1, 0, 0, 0, 0, time.UTC), true
	}
	return time.Time{}, false
}

// dateComes brings about what follows at the beginning of a day, and of a month, of each side in the
// order of their creation.
func (d *decision) dateComes() {
	at, _ := d.now.nextDate()
	d.emit(d.rests, events.CalendarReached{At: at})
	for _, side := range d.sideNames() {
		d.occasion(rules.OnDay, side)
		if at.Day() == 1 {
			d.occasion(rules.OnMonth, side)
		}
	}
	d.afterwards()
}
