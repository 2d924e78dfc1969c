package history

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// A when is what somebody says of time: from its beginning up to its end. Of a moment both are the same.
type when struct{ from, to time.Time }

// said are the parts of which a time is put together, as far as a text names them.
type said struct {
	year, month, day int
	weekday          int // 1 for Monday to 7 for Sunday
	hour, minute     int // of a text with a time of day
	second           int
	timed            bool
	back             string // "last", "this": with a unit, weekday or month
	unit             string // "day", "week", "month", "year"
	others           []said // what it may mean besides
	midnight         bool   // 12 at night, of which it is not said at which end of the day
}

var (
	monthNames = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}
	dayNames   = []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}
	fillers    = []string{"on", "at", "in", "of", "the", "o'clock"}
)

// nameIn returns the place of a name in a list, from 1, or of an abbreviation of at least three letters; 0 if it is none.
func nameIn(list []string, word string) int {
	word = strings.TrimSuffix(word, ".")
	if len(word) < 3 {
		return 0
	}
	return 1 + slices.IndexFunc(list, func(n string) bool { return strings.HasPrefix(n, word) })
}

// whenOf reads what people say of a time: dates with and without their year, months, years, weekdays, weeks, times of day, in any order that
// English has. It reports false of what is none, and an error of what may mean two times, which it names.
//
//	time  = part… ; each at most once, "on", "at", "in", "of" and "the" may stand anywhere
//	part  = 6 | 6th | October | 1998 | 6/10/1998 | 6.10.1998 | 1998-10-06 | 1998-10 | Monday | 10am | 10:30 | 10:30 pm | noon | midnight
//	      | today | yesterday | (last | this) (week | month | year | Monday | October)
//
// What lacks its year or its day is the latest that has begun.
func whenOf(text string, now time.Time, zone *time.Location) (when, bool, error) {
	now = now.In(zone)
	words := strings.Fields(strings.ToLower(strings.NewReplacer(",", " ", "a.m.", "am", "p.m.", "pm").Replace(text)))
	words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(fillers, w) })
	var s said
	for i := 0; i < len(words); i++ {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		taken := s.take(words[i], next, now)
		if taken == 0 {
			return when{}, false, nil
		}
		i += taken - 1
	}
	if s.others == nil && s.midnight {
		w, ok, err := s.span(text, now, zone)
		if ok && err == nil {
			w = when{w.from, w.from.AddDate(0, 0, 1)}
			return w, true, ambiguous(text, w.from, w.to)
		}
		return w, false, err
	}
	w, ok, err := s.span(text, now, zone)
	if err != nil {
		return w, false, err
	}
	for _, o := range s.others {
		if other, there, _ := o.span(text, now, zone); ok && there && !other.from.Equal(w.from) {
			return w, true, ambiguous(text, w.from, other.from)
		}
	}
	return w, ok, nil
}

func ambiguous(text string, list ...time.Time) error {
	var words []string
	for _, t := range list {
		form := "2 January 2006"
		if h, m, _ := t.Clock(); h+m > 0 || list[0].Equal(t) && strings.Contains(strings.ToLower(text), "midnight") || t.Sub(list[0]) == 24*time.Hour {
			form = "2006-01-02T15:04"
		}
		words = append(words, t.Format(form))
	}
	return &PointWordError{text, "it may mean " + strings.Join(words, " or ") + ": write which"}
}

// take takes a word, or two, into what is said; it returns how many, 0 if they are no part of a time or are said twice.
func (s *said) take(word, next string, now time.Time) int {
	set := func(to *int, value int) int {
		if *to != 0 || value <= 0 {
			return 0
		}
		*to = value
		return 1
	}
	if m := nameIn(monthNames, word); m > 0 {
		return set(&s.month, m)
	}
	if d := nameIn(dayNames, word); d > 0 {
		return set(&s.weekday, d)
	}
	switch word {
	case "today", "yesterday":
		if s.day+s.month+s.year+s.weekday != 0 {
			return 0
		}
		y, m, d := now.Date()
		if word == "yesterday" {
			y, m, d = now.AddDate(0, 0, -1).Date()
		}
		s.year, s.month, s.day = y, int(m), d
		return 1
	case "last", "this", "past":
		if s.back != "" {
			return 0
		}
		s.back = strings.Replace(word, "past", "last", 1)
		if i := slices.Index([]string{"day", "week", "month", "year"}, next); i > 0 {
			s.unit = next
			return 2
		}
		return 1
	case "noon", "midday", "midnight":
		if s.timed {
			return 0
		}
		s.timed, s.midnight, s.hour = true, word == "midnight", 12
		if s.midnight {
			s.hour = 0
		}
		return 1
	case "year":
		if n, err := strconv.Atoi(next); err == nil && len(next) == 4 {
			return 2 * set(&s.year, n)
		}
		return 0
	}
	if n := s.clock(word, next); n > 0 {
		return n
	}
	if s.date(word) {
		return 1
	}
	for _, th := range []string{"st", "nd", "rd", "th"} {
		if rest, ok := strings.CutSuffix(word, th); ok {
			word = rest
			break
		}
	}
	n, err := strconv.Atoi(word)
	switch {
	case err != nil:
		return 0
	case len(word) == 4:
		return set(&s.year, n)
	case len(word) < 3 && n <= 31:
		return set(&s.day, n)
	}
	return 0
}

// clock takes a time of day: 10am, 10 am, 10:30, 10.30 pm.
func (s *said) clock(word, next string) (taken int) {
	half, taken := "", 1
	for _, h := range []string{"am", "pm"} {
		if rest, ok := strings.CutSuffix(word, h); ok {
			half, word = h, rest
			break
		} else if next == h {
			half, taken = h, 2
		}
	}
	parts := strings.Split(word, ":")
	if half != "" && len(parts) == 1 {
		parts = strings.Split(word, ".")
	}
	if s.timed || len(parts) > 3 || half == "" && len(parts) == 1 {
		return 0
	}
	var n [3]int
	for i, p := range parts {
		v, err := strconv.Atoi(p)
		if err != nil || len(p) > 2 || i > 0 && (len(p) != 2 || v > 59) {
			return 0
		}
		n[i] = v
	}
	switch {
	case half == "" && n[0] > 23, half != "" && (n[0] < 1 || n[0] > 12):
		return 0
	case half != "":
		n[0] %= 12
		if half == "pm" {
			n[0] += 12
		}
	}
	s.hour, s.minute, s.second, s.timed = n[0], n[1], n[2], true
	return taken
}

// date takes a date in numbers: 1998-10-06, 1998-10, 6.10.1998, and 6/10/1998, which may be of October or of June.
func (s *said) date(word string) bool {
	if s.year+s.month+s.day != 0 {
		return false
	}
	if list := strings.Split(word, "-"); len(list) == 3 && len(list[0]) == 4 && len(word) == len(time.DateOnly) {
		y, _ := strconv.Atoi(list[0])
		m, _ := strconv.Atoi(list[1])
		d, _ := strconv.Atoi(list[2])
		if y > 0 && 0 < m && m <= 12 && 0 < d && d <= 31 {
			s.year, s.month, s.day = y, m, d // whether there is that day is asked later
			return true
		}
	}
	for _, form := range []string{time.DateOnly, "2006-01", "2.1.2006", "2/1/2006"} {
		t, err := time.Parse(form, word)
		if err != nil {
			continue
		}
		s.year, s.month = t.Year(), int(t.Month())
		if form != "2006-01" {
			s.day = t.Day()
		}
		if form == "2/1/2006" && s.day <= 12 && s.day != s.month {
			o := *s
			o.day, o.month = s.month, s.day
			s.others = append(s.others, o)
		}
		return true
	}
	if t, err := time.Parse("1/2/2006", word); err == nil {
		s.year, s.month, s.day = t.Year(), int(t.Month()), t.Day()
		return true
	}
	return false
}

// span is the time that was said. The error is of a time of day that its day has twice, or not at all.
func (s *said) span(text string, now time.Time, zone *time.Location) (when, bool, error) {
	day := func(y, m, d int) time.Time { return dayAt(y, time.Month(m), d, zone) }
	y, month, d := now.Date()
	m := int(month)
	var w when
	switch {
	case s.unit != "":
		if s.year+s.month+s.day+s.weekday != 0 {
			return w, false, nil
		}
		back := 0
		if s.back == "last" {
			back = 1
		}
		switch s.unit {
		case "week":
			back = d - (int(now.Weekday())+6)%7 - 7*back
			w = when{day(y, m, back), day(y, m, back+7)}
		case "month":
			w = when{day(y, m-back, 1), day(y, m-back+1, 1)}
		default:
			w = when{day(y-back, 1, 1), day(y-back+1, 1, 1)}
		}
	case s.day != 0 && s.month != 0:
		if s.year == 0 {
			if s.year = y; s.back == "last" && m == s.month || day(y, s.month, s.day).After(now) {
				s.year--
			}
		}
		at := day(s.year, s.month, s.day)
		if at.Day() != s.day {
			return w, false, &PointWordError{text, "there is no such day"}
		}
		if s.weekday != 0 && (int(at.Weekday())+6)%7+1 != s.weekday {
			return w, false, &PointWordError{text, at.Format("2 January 2006") + " is a " + at.Weekday().String()}
		}
		w = when{at, day(s.year, s.month, s.day+1)}
	case s.day != 0:
		return w, false, nil
	case s.month != 0:
		if s.year == 0 {
			if s.year = y; s.month > m || s.back == "last" && s.month == m {
				s.year--
			}
		}
		w = when{day(s.year, s.month, 1), day(s.year, s.month+1, 1)}
	case s.year != 0:
		w = when{day(s.year, 1, 1), day(s.year+1, 1, 1)}
	case s.weekday != 0:
		ago := ((int(now.Weekday())+6)%7 + 1 - s.weekday + 7) % 7
		if ago == 0 && s.back == "last" {
			ago = 7
		}
		w = when{day(y, m, d-ago), day(y, m, d-ago+1)}
	case s.timed && s.back == "":
		w = when{day(y, m, d), day(y, m, d+1)}
		if at := time.Date(y, month, d, s.hour, s.minute, s.second, 0, zone); at.After(now) {
			w = when{day(y, m, d-1), day(y, m, d)} // the latest that has been
		}
	default:
		return w, false, nil
	}
	if s.timed {
		if w.to.Sub(w.from) > 25*time.Hour {
			return w, false, nil // a time of no day
		}
		fy, fm, fd := w.from.Date()
		at, err := momentAt(text, fy, fm, fd, s.hour, s.minute, s.second, zone)
		return when{at, at}, err == nil, err
	}
	w.to = w.to.Add(-time.Nanosecond)
	return w, true, nil
}

// ago is so many units before now, as "2 weeks ago" says; ok is false of other units. Days and what is longer are those of the calendar in a zone: a
// month before 31 March is the end of February, and a day before noon is noon, whatever the clocks did.
func ago(now time.Time, n int, unit string, zone *time.Location) (t time.Time, ok bool) {
	y, m, d := now.In(zone).Date()
	switch unit {
	case "day", "week", "fortnight":
		d -= n * map[string]int{"day": 1, "week": 7, "fortnight": 14}[unit]
	case "month", "year":
		if unit == "year" {
			n *= 12
		}
		last := time.Date(y, m-time.Month(n)+1, 0, 0, 0, 0, 0, time.UTC)
		y, m, d = last.Year(), last.Month(), min(d, last.Day())
	default:
		length, ok := map[string]time.Duration{"second": time.Second, "minute": time.Minute, "hour": time.Hour}[unit]
		return now.Add(-time.Duration(n) * length), ok
	}
	hour, minute, second := now.In(zone).Clock()
	list, gap := shown(y, m, d, hour, minute, second, zone)
	if len(list) == 0 {
		return gap, true
	}
	return list[len(list)-1], true
}

// unread says why a text is no moment.
func unread(text string) string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == '-' || r == '/' || r == '.' })
	digits := func(p string) bool { return strings.Trim(p, "0123456789") == "" }
	if len(parts) == 3 && (len(parts[0]) == 4 || len(parts[2]) == 4) && digits(strings.Join(parts, "")) {
		return "there is no such day"
	}
	return expected()
}

func expected() string {
	return `expected a number, a moment such as 1998-10-06T12:00:00Z or "10am on 6 October", a date, "last week", "2 days ago", "2 plays ago" or "before the start"`
}
