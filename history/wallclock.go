package history

import (
	"fmt"
	"time"
)

// What a clock on the wall shows is not always one moment: where the clocks go back an hour comes twice, where they go forward one is left out. A
// day begins with its first moment, which need not be midnight. A time of day that comes twice, or not at all, is refused with what it may mean.

// shown are the moments at which clocks in a zone show a time, the first one first; gap is when they went forward over it, if there is none.
func shown(year int, month time.Month, day, hour, minute, second int, zone *time.Location) (list []time.Time, gap time.Time) {
	utc := time.Date(year, month, day, hour, minute, second, 0, time.UTC)
	var then []time.Time // what it would be by the offset of the day before, and of the day after
	for _, beside := range []time.Duration{-24 * time.Hour, 24 * time.Hour} {
		_, offset := utc.Add(beside).In(zone).Zone()
		t := utc.Add(-time.Duration(offset) * time.Second).In(zone)
		if len(then) > 0 && t.Equal(then[0]) {
			continue
		}
		then = append(then, t)
		if _, now := t.Zone(); now == offset {
			list = append(list, t)
		}
	}
	if len(list) == 2 && list[1].Before(list[0]) {
		list[0], list[1] = list[1], list[0]
	}
	if len(list) == 0 {
		gap, _ = then[0].ZoneBounds() // by the old offset it comes after the change
	}
	return list, gap
}

// dayAt is the first moment of a day in a zone.
func dayAt(year int, month time.Month, day int, zone *time.Location) time.Time {
	list, gap := shown(year, month, day, 0, 0, 0, zone)
	if len(list) == 0 {
		return gap
	}
	return list[0]
}

// momentAt is the moment at which clocks in a zone show a time. The error says of what they show twice, or not at all, what it may mean.
func momentAt(text string, year int, month time.Month, day, hour, minute, second int, zone *time.Location) (time.Time, error) {
	list, gap := shown(year, month, day, hour, minute, second, zone)
	const form = "2006-01-02T15:04:05Z07:00"
	switch len(list) {
	case 1:
		return list[0], nil
	case 0:
		return gap, &PointWordError{text, fmt.Sprintf("clocks in %s never show it: they went forward at %s", zone, gap.UTC().Format(form))}
	}
	return list[0], &PointWordError{text, fmt.Sprintf("clocks in %s went back then: it may mean %s or %s: write which", zone, list[0].Format(form), list[1].Format(form))}
}
