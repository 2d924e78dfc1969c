package history

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"adjudicate/events"
	"adjudicate/store"
)

// Points of a ledger as people say them:
//
//	163                       the event of that sequence
//	1998-10-06, yesterday     the end of that day in the ledger's time zone; also today, the day before yesterday, 6 October 1998, Oct 6, 1998
//	1998-10-06T12:00:00Z      a moment, or one with another zone: 1998-10-06T12:00:00+02:00; without one it is the ledger's
//	2 days ago, an hour ago
//	before 163, after #163    the event before that one, or itself
//	now, the end              the last event
//	2 plays ago               before the last two plays; also "before the last two plays"
//	10am, noon on 6 October, October 1998, last week, Monday, 6.10.1998; see whenOf
//	before the start          before the last entry of a kind: "play submitted", "rule amended", as far as it is needed to tell it, or "the amendment", "the last play"
//	after the start           after it, with all that came of it; "before the truce", a stage, and "after" it are its beginning and its end
//
// What is meant is the last event that had been recorded by then.

// PointWordError reports a text that names no point of a ledger.
type PointWordError struct{ Text, Why string }

func (e *PointWordError) Error() string { return fmt.Sprintf("%s: %s", e.Text, e.Why) }

// point is what a text means: a time, an event, or what is near an entry.
type point struct {
	timed       bool
	from, until time.Time // a timed one: from before its first moment to its last one
	end         bool      // the last event
	number      uint64    // an event
	plays       int       // before the last so many plays
	beside      string    // before or after the last entry of a kind, or a stage
	side        string    // "before" or "after" what is named; else ""
}

// readPoint reads a text other than a number.
func readPoint(text string, now time.Time, zone *time.Location) (p point, err error) {
	asked := text
	text = plainly(text)
	words := strings.Fields(strings.ToLower(text))
	days := func(later int) {
		p.timed, p.from, p.until = true, dayOf(now, zone, later).Add(-time.Nanosecond), dayOf(now, zone, later+1).Add(-time.Nanosecond)
	}
	switch {
	case text == "0":
		return p, &PointWordError{text, "the first event is 1"}
	case len(words) == 1 && words[0] == "today":
		days(0)
	case len(words) == 1 && words[0] == "yesterday":
		days(-1)
	case text == "day before yesterday":
		days(-2)
	case len(words) == 1 && words[0] == "tomorrow":
		err = &PointWordError{asked, "it is still to come"}
	case text == "now", text == "the end":
		p.end = true
	case len(words) == 1 && isCount(words[0]):
		p.number, err = strconv.ParseUint(words[0], 10, 64)
	case len(words) == 2 && (words[0] == "before" || words[0] == "after") && isCount(words[1]):
		p.side = words[0]
		p.number, err = strconv.ParseUint(words[1], 10, 64)
		if p.side == "before" && err == nil && p.number == 1 {
			err = &PointWordError{asked, "the first event is 1"}
		}
	case len(words) == 3 && words[2] == "ago":
		n, broken := strconv.Atoi(words[0])
		then, timed := ago(now, n, strings.TrimSuffix(words[1], "s"), zone)
		switch {
		case broken != nil || n < 1:
			err = &PointWordError{text, "expected a number from 1 before " + words[1]}
		case timed:
			p.timed, p.from, p.until = true, then.Add(-time.Nanosecond), then
		case strings.TrimSuffix(words[1], "s") == "play":
			p.plays = n
		default:
			err = &PointWordError{text, "expected plays, minutes, hours, days, weeks, months or years ago"}
		}
	default:
		if len(words) > 1 && slices.Contains([]string{"before", "after", "by", "until", "since"}, words[0]) {
			p.side, text = words[0], strings.TrimSpace(text[len(words[0]):])
		}
		w, ok, broken := timeIn(text, now, zone)
		switch {
		case broken != nil:
			err = broken
		case ok:
			p.timed, p.from, p.until = true, w.from, w.to
			switch p.from = w.from.Add(-time.Nanosecond); p.side {
			case "before":
				p.until = p.from
			case "after":
				p.from = p.until
			}
		case p.side == "before" || p.side == "after":
			p.beside = entryWord(text)
		default:
			err = &PointWordError{asked, unread(text)}
		}
	}
	return p, err
}

// PointOf returns the sequence of the event that a text other than a number names in the record of a ledger.
func PointOf(ctx context.Context, st store.Store, name, text string, now time.Time) (uint64, error) {
	zone, err := zoneOf(ctx, st, name)
	if err != nil {
		return 0, err
	}
	p, err := readPoint(text, now, zone)
	switch {
	case err != nil:
		return 0, err
	case p.end:
		head, err := st.Head(ctx, name)
		return uint64(head), err
	case p.number != 0 && p.side == "before":
		return p.number - 1, nil
	case p.number != 0:
		return p.number, nil
	case p.plays > 0:
		return before(ctx, st, name, text, p.plays, func(kind string) bool { return kind == (events.PlaySubmitted{}).Kind() })
	case p.beside != "":
		return beside(ctx, st, name, text, p)
	}
	found, err := RecordedBy(ctx, st, name, p.until)
	if err == nil && found == 0 {
		err = &PointWordError{text, "nothing recorded by " + p.until.In(zone).Format("2006-01-02 15:04 MST")}
	}
	return found, err
}

// timeIn reads a moment as programs write it, or what people say of a time.
func timeIn(text string, now time.Time, zone *time.Location) (when, bool, error) {
	if len(text) > len(time.DateOnly) {
		if at, ok, err := MomentIn(text, zone); ok || err != nil {
			return when{at, at}, ok, err
		}
	}
	return whenOf(text, now, zone)
}

// dayOf is the beginning of the day of a moment in a time zone, or so many days later.
func dayOf(t time.Time, zone *time.Location, later int) time.Time {
	y, m, d := t.In(zone).Date()
	return dayAt(y, m, d+later, zone)
}

// zoneOf returns the time zone of a ledger: the one its opening names, else UTC.
func zoneOf(ctx context.Context, st store.Store, name string) (*time.Location, error) {
	return events.LoadZone(ZoneName(ctx, st, name))
}

// ZoneName returns the time zone named in the opening of a ledger, "" if there is none or it cannot be read.
func ZoneName(ctx context.Context, st store.Store, name string) string {
	for e, err := range Stream(ctx, st, name, 1) {
		if p, ok := e.Payload.(events.GameOpened); ok && err == nil {
			return p.Zone
		}
		break
	}
	return ""
}

// MomentIn parses a time or a date, which is its first moment. Without a zone of its own the text is read in zone. The error is a *PointWordError of a time
// that clocks there show twice, or never.
func MomentIn(text string, zone *time.Location) (time.Time, bool, error) {
	return MomentBy(text, func() *time.Location { return zone })
}

// MomentBy is MomentIn with a zone that is requested only if the text names none.
func MomentBy(text string, ask func() *time.Location) (time.Time, bool, error) {
	for _, form := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(form, text); err == nil {
			return t.UTC(), true, nil
		}
	}
	zone := ask()
	for _, form := range []string{time.DateOnly, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04"} {
		t, err := time.Parse(form, text)
		if err != nil {
			continue
		}
		y, m, d := t.Date()
		if form == time.DateOnly {
			return dayAt(y, m, d, zone).UTC(), true, nil
		}
		t, err = momentAt(text, y, m, d, t.Hour(), t.Minute(), t.Second(), zone)
		return t.UTC(), err == nil, err
	}
	return time.Time{}, false, nil
}

// EndBy is MomentBy of something that lasts until then: of a date it is the last second of the day.
func EndBy(text string, ask func() *time.Location) (time.Time, bool, error) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return MomentBy(text, ask)
	}
	y, m, d := day.AddDate(0, 0, 1).Date()
	return dayAt(y, m, d, ask()).Add(-time.Second).UTC(), true, nil
}

// backStep is how many events are read at once by who looks for something from the end.
const backStep = 512

// RecordedBy returns the sequence of the last event recorded at or before a time, 0 if there is none. Mostly it is one of the last events. Otherwise it is
// searched for: time goes back at adoptions alone, so that from one to the next each event is as late as the one before it, or later.
func RecordedBy(ctx context.Context, st store.Store, name string, moment time.Time) (found uint64, err error) {
	var first uint64 // of the last events
	err = backwards(ctx, st, name, func(list []events.Envelope) bool {
		first = list[0].Sequence
		for _, e := range list {
			if !e.Recorded.After(moment) {
				found = max(found, e.Sequence)
			}
		}
		return true
	})
	if err != nil || found != 0 || first <= 1 {
		return found, err
	}
	head, err := st.Head(ctx, name)
	if err != nil {
		return 0, err
	}
	s := &stream{st: st, name: name}
	starts, err := adoptions.sequences(ctx, s, uint64(head))
	if err != nil {
		return 0, err
	}
	for end, i := first, len(starts); end > 1 && i >= 0; i-- {
		start := uint64(1)
		if i > 0 {
			start = starts[i-1]
		}
		if start >= end {
			continue
		}
		n := sort.Search(int(end-start), func(n int) bool {
			if err != nil {
				return true
			}
			var at time.Time
			at, err = s.recorded(ctx, start+uint64(n))
			return at.After(moment)
		})
		if err != nil || n > 0 {
			return start + uint64(n) - 1, err
		}
		end = start
	}
	return 0, nil
}

// recorded is when an event was recorded.
func (s *stream) recorded(ctx context.Context, at uint64) (time.Time, error) {
	for rec, err := range s.st.Read(ctx, s.name, store.Revision(at)) {
		if err != nil {
			return time.Time{}, err
		}
		e, err := events.Decode(rec.Data)
		if err != nil {
			return time.Time{}, &BrokenError{Sequence: at, Text: err.Error()}
		}
		return e.Recorded, nil
	}
	return time.Time{}, &PointError{Asked: at, What: "event"}
}

// before is the last event before the nth last input of a kind.
func before(ctx context.Context, st store.Store, name, text string, n int, is func(kind string) bool) (found uint64, err error) {
	err = backwards(ctx, st, name, func(list []events.Envelope) bool {
		for i := len(list) - 1; i >= 0 && n > 0; i-- {
			if kind := list[i].Payload.Kind(); events.IsInput(kind) && is(kind) {
				n, found = n-1, list[i].Sequence-1
			}
		}
		return n == 0
	})
	if err == nil && (n > 0 || found == 0) {
		err = &PointWordError{text, "no such entry"}
	}
	return found, err
}

// backwards shows the events of a ledger in groups, the last group first, until there is enough.
func backwards(ctx context.Context, st store.Store, name string, enough func([]events.Envelope) bool) error {
	head, err := st.Head(ctx, name)
	if err != nil {
		return err
	}
	for to := uint64(head); to > 0; {
		from := to - min(to-1, backStep)
		var list []events.Envelope
		var dec events.Decoder
		for rec, err := range store.Lend(ctx, st, name, store.Revision(from)) {
			if err != nil {
				return err
			}
			if uint64(rec.Revision) > to {
				break
			}
			e, err := dec.Decode(rec.Data)
			if err != nil {
				return &BrokenError{Sequence: uint64(rec.Revision), Text: err.Error()}
			}
			list = append(list, e)
		}
		if enough(list) {
			return nil
		}
		to = from - 1
	}
	return nil
}

// InWords reports whether text names a point by anything other than a sequence from 1 or an address.
func InWords(text string) bool {
	n, err := strconv.ParseUint(text, 10, 64)
	return (err != nil || n == 0) && !IsChange(text)
}

// ReadPoints finds what the values of flags mean that name points in words, and --at by the address of an entry. Now and
// where in the ledger such a point is, as PointNamed finds it, are asked for only if there is one: first those of the record, then, in the history that
// they select, those of the game.
func ReadPoints(texts map[string]string, now func() (time.Time, error), named func(flag, text string, now time.Time, w Where) (string, error)) (map[string]string, error) {
	points, values := map[string]string{}, maps.Clone(texts)
	for _, flag := range slices.Concat([]string{"at", "known-at", "edition"}, ofGame) {
		text := texts[flag]
		if flag == "at" && IsChange(text) {
			points["as-of"], values["as-of"] = text, text
		}
		if _, set := texts[flag]; set && text == "" {
			return nil, &PointWordError{"--" + flag, "it is empty: expected a number or a moment"}
		} else if IsChange(text) && (flag == "known-at" || flag == "edition") {
			return nil, &PointWordError{"--" + flag + " " + text, "it is the address of an entry, which --as-of takes: expected a number or a moment"}
		} else if !set || !InWords(text) {
			continue
		}
		at, err := now()
		if err != nil {
			return nil, err
		}
		number := func(flag string) (n uint64) {
			n, _ = strconv.ParseUint(values[flag], 10, 64)
			return n
		}
		if points[flag], err = named(flag, text, at, Where{At: number("at"), Known: number("known-at"), Edition: int(number("edition"))}); err != nil {
			return nil, err
		}
		values[flag] = points[flag]
	}
	return points, nil
}

// beside is the last event before the last entry of a kind, or the last that came of it; of a stage of the game before it began or what its
// end came to. What adoptions restate about earlier points does not count.
func beside(ctx context.Context, st store.Store, name, asked string, p point) (found uint64, err error) {
	is, heard := besideIs(p), heard{}
	err = backwards(ctx, st, name, func(list []events.Envelope) bool {
		for i := len(list) - 1; i >= 0 && found == 0; i-- {
			heard.add(list[i].Payload)
			if list[i].Effective == list[i].Sequence && is(list[i].Payload) {
				found = list[i].Sequence
			}
		}
		return found != 0
	})
	if err == nil && found == 0 {
		err = &PointWordError{asked, "there is no such entry" + heard.meant(p)}
	}
	if err != nil {
		return 0, err
	}
	first, last := found, found // of what belongs to one input
	for e, err := range Stream(ctx, st, name, found+1) {
		if err != nil {
			return 0, err
		}
		if events.IsInput(e.Type) {
			break
		}
		last = e.Sequence
	}
	if p.side == "after" {
		return last, nil
	}
	err = backwards(ctx, st, name, func(list []events.Envelope) bool {
		for i := len(list) - 1; i >= 0; i-- {
			if list[i].Sequence <= found && events.IsInput(list[i].Type) {
				first = list[i].Sequence
				return true
			}
		}
		return false
	})
	return first - 1, err
}
