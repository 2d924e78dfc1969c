package history

import (
	"context"
	"fmt"
	"slices"
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
//	2 plays ago               before the last two plays
//	10am, noon on 6 October, October 1998, last week, Monday, 6.10.1998; see whenOf
//	before the start          before the last entry of a kind: "play submitted", "rule amended", as far as it is needed to tell it
//	after the start           after it, with all that came of it; "before the Free For All" and "after" it are its beginning and its end
//
// What is meant is the last event that had been recorded by then.

// PointWordError reports a text that names no point of a ledger.
type PointWordError struct{ Text, Why string }

func (e *PointWordError) Error() string { return fmt.Sprintf("%s: %s", e.Text, e.Why) }

// PointOf returns the sequence of the event that a text other than a number names in a ledger.
func PointOf(ctx context.Context, st store.Store, name, text string, now time.Time) (uint64, error) {
	asked := text
	text = plainly(text)
	words := strings.Fields(strings.ToLower(text))
	zone, err := zoneOf(ctx, st, name)
	if err != nil {
		return 0, err
	}
	var until time.Time
	day := func(t time.Time) time.Time { return dayOf(t, zone, 1).Add(-time.Nanosecond) }
	switch {
	case text == "0":
		return 0, &PointWordError{text, "the first event is 1"}
	case len(words) == 1 && words[0] == "today":
		until = day(now)
	case len(words) == 1 && words[0] == "yesterday":
		until = dayOf(now, zone, 0).Add(-time.Nanosecond)
	case text == "day before yesterday":
		until = dayOf(now, zone, -1).Add(-time.Nanosecond)
	case text == "now", text == "the end":
		head, err := st.Head(ctx, name)
		return uint64(head), err
	case len(words) == 1 && isCount(words[0]):
		return strconv.ParseUint(words[0], 10, 64)
	case len(words) == 2 && (words[0] == "before" || words[0] == "after") && isCount(words[1]):
		n, err := strconv.ParseUint(words[1], 10, 64)
		if words[0] == "before" {
			n--
		}
		if err == nil && n == 0 {
			err = &PointWordError{asked, "the first event is 1"}
		}
		return n, err
	case len(words) == 3 && words[2] == "ago":
		n, err := strconv.Atoi(words[0])
		then, timed := ago(now, n, strings.TrimSuffix(words[1], "s"))
		switch {
		case err != nil || n < 1:
			return 0, &PointWordError{text, "expected a number before " + words[1]}
		case timed:
			until = then
		case strings.TrimSuffix(words[1], "s") == "play":
			return before(ctx, st, name, text, n, func(kind string) bool { return kind == (events.PlaySubmitted{}).Kind() })
		default:
			return 0, &PointWordError{text, "expected plays, minutes, hours, days, weeks, months or years ago"}
		}
	default:
		side := "" // of what is named
		if len(words) > 1 && slices.Contains([]string{"before", "after", "by", "until", "since"}, words[0]) {
			side, text = words[0], strings.TrimSpace(text[len(words[0]):])
		}
		w, ok, err := timeIn(text, now, zone)
		switch {
		case err != nil:
			return 0, err
		case ok && side == "before":
			until = w.from.Add(-time.Nanosecond)
		case ok:
			until = w.to
		case side == "before" || side == "after":
			return beside(ctx, st, name, asked, strings.TrimPrefix(strings.Join(strings.Fields(strings.ToLower(text)), "-"), "the-"), side)
		default:
			return 0, &PointWordError{asked, expected()}
		}
	}
	found, err := RecordedBy(ctx, st, name, until)
	if err == nil && found == 0 {
		err = &PointWordError{text, "nothing recorded by " + until.In(zone).Format("2006-01-02 15:04 MST")}
	}
	return found, err
}

// timeIn reads a moment as programs write it, or what people say of a time.
func timeIn(text string, now time.Time, zone *time.Location) (when, bool, error) {
	if at, ok := MomentIn(text, zone); ok && len(text) > len(time.DateOnly) {
		return when{at, at}, true, nil
	}
	return whenOf(text, now, zone)
}

// dayOf is the beginning of the day of a moment in a time zone, or so many days later.
func dayOf(t time.Time, zone *time.Location, later int) time.Time {
	y, m, d := t.In(zone).Date()
	return time.Date(y, m, d+later, 0, 0, 0, 0, zone)
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

// MomentIn parses a time or a date. Without a zone of its own the text is read in zone.
func MomentIn(text string, zone *time.Location) (time.Time, bool) {
	return MomentBy(text, func() *time.Location { return zone })
}

// MomentBy is MomentIn with a zone that is requested only if the text names none.
func MomentBy(text string, ask func() *time.Location) (time.Time, bool) {
	for _, form := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(form, text); err == nil {
			return t.UTC(), true
		}
	}
	zone := ask()
	for _, form := range []string{time.DateOnly, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04"} {
		if t, err := time.ParseInLocation(form, text, zone); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

// backStep is how many events are read at once by who looks for something from the end.
const backStep = 512

// RecordedBy returns the sequence of the last event recorded at or before a time, 0 if there is none.
func RecordedBy(ctx context.Context, st store.Store, name string, moment time.Time) (found uint64, err error) {
	err = backwards(ctx, st, name, func(list []events.Envelope) bool {
		for _, e := range list {
			if !e.Recorded.After(moment) {
				found = max(found, e.Sequence)
			}
		}
		return found != 0
	})
	return found, err
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
		for rec, err := range st.Read(ctx, name, store.Revision(from)) {
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

// since is the first event that counts since what a text means: of a day, its first one.
func since(ctx context.Context, st store.Store, name, text string, now time.Time) (string, error) {
	zone, err := zoneOf(ctx, st, name)
	if err != nil {
		return "", err
	}
	text = plainly(text)
	w, ok, err := timeIn(text, now, zone)
	if err != nil {
		return "", err
	}
	if ok {
		if !w.moment() {
			w.from = w.from.Add(-time.Nanosecond) // all of it counts
		}
		at, err := RecordedBy(ctx, st, name, w.from)
		return strconv.FormatUint(at+1, 10), err
	}
	at, err := PointOf(ctx, st, name, text, now)
	return strconv.FormatUint(at+1, 10), err
}

// InWords reports whether text names a point by anything other than a sequence from 1 or an address.
func InWords(text string) bool {
	n, err := strconv.ParseUint(text, 10, 64)
	return (err != nil || n == 0) && !IsChange(text)
}

// PointNamed resolves a point given in words to the value of a flag: for "edition" the number of the edition
// current at that point, for "since" the event after it, for any other flag the event itself.
func PointNamed(ctx context.Context, st store.Store, name, flag, text string, now time.Time) (string, error) {
	if flag == "since" {
		return since(ctx, st, name, text, now)
	}
	at, err := PointOf(ctx, st, name, text, now)
	if err == nil && flag == "edition" {
		var cat *Catalogue
		if cat, err = Load(ctx, st, name, at); err == nil {
			at = uint64(cat.Current().Number)
		}
	}
	return strconv.FormatUint(at, 10), err
}

// ReadPoints finds what the values of flags mean that name points in words, and --at by the address of an entry. Now and
// where in the ledger such a point is, as PointNamed finds it, are asked for only if there is one.
func ReadPoints(texts map[string]string, now func() (time.Time, error), named func(flag, text string, now time.Time) (string, error)) (map[string]string, error) {
	points := map[string]string{}
	for flag, text := range texts {
		if flag == "at" && IsChange(text) {
			points["as-of"] = text
		}
		if !InWords(text) {
			continue
		}
		at, err := now()
		if err != nil {
			return nil, err
		}
		if points[flag], err = named(flag, text, at); err != nil {
			return nil, err
		}
	}
	return points, nil
}

// beside is the last event before the last entry of a kind, or the last that came of it; of a stage of the game before it began or what its
// end came to.
func beside(ctx context.Context, st store.Store, name, asked, wanted, side string) (found uint64, err error) {
	is := func(p events.Payload) bool {
		if s, ok := p.(events.StageSet); ok {
			return strings.EqualFold(s.Stage, wanted) && (side == "before") == (s.State == "running") && (s.State == "running" || s.State == "over")
		}
		kind := p.Kind()
		return events.IsInput(kind) && (strings.HasPrefix(kind, wanted) || strings.HasSuffix(kind, "-"+wanted) || wanted == "start" && kind == (events.GameStarted{}).Kind())
	}
	err = backwards(ctx, st, name, func(list []events.Envelope) bool {
		for i := len(list) - 1; i >= 0 && found == 0; i-- {
			if is(list[i].Payload) {
				found = list[i].Sequence
			}
		}
		return found != 0
	})
	if err == nil && found == 0 {
		err = &PointWordError{asked, "there is no such entry"}
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
	if side == "after" {
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
