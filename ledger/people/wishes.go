package people

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"adjudicate/events"
	"adjudicate/rules/names"
)

// A Wish is how a player wants to be written to. The zero Wish is: at once, in English.
type Wish struct {
	Off      bool   `json:"off,omitempty"`      // nothing is sent but answers to their own mails
	Language string `json:"language,omitempty"` // "de"; "" is English
	Zone     string `json:"zone,omitempty"`     // of the times, "Europe/Berlin"; "" is UTC
	Quiet    string `json:"quiet,omitempty"`    // when nothing is sent, "22:00-07:00"
	Digest   string `json:"digest,omitempty"`   // when everything of a day is sent together, "18:00"
}

// wishSheet is the word under which the wishes of a game's players lie on the desk.
const wishSheet = "wishes"

// Languages that letters are written in besides English.
var Languages = []string{"de"}

// WishesOf returns how the players of a ledger want to be written to; change, if there is one, changes it in the same step.
func WishesOf(ctx context.Context, d Desk, ledger string, change func(map[string]Wish) error) (map[string]Wish, error) {
	var each func(*map[string]Wish) error
	if change != nil {
		each = func(all *map[string]Wish) error { return change(*all) }
	}
	return sheetOf(ctx, d, ledger, wishSheet, "what players wish of mails cannot be read", func() map[string]Wish { return map[string]Wish{} }, each)
}

// ForgetWish takes a player's wish off the desk.
func ForgetWish(ctx context.Context, d Desk, ledger, player string) error {
	wishes, err := WishesOf(ctx, d, ledger, nil)
	if _, there := wishes[player]; err != nil || !there {
		return err
	}
	_, err = WishesOf(ctx, d, ledger, func(all map[string]Wish) error { delete(all, player); return nil })
	return err
}

var clockTime = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([01]?[0-9]|2[0-3]):([0-5][0-9])$`) })

// minuteOf reads a time of day, in minutes.
func minuteOf(text string) (int, bool) {
	m := clockTime().FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return 0, false
	}
	h, _ := strconv.Atoi(m[1])
	min, _ := strconv.Atoi(m[2])
	return h*60 + min, true
}

// Check refuses a wish that cannot be fulfilled.
func (w Wish) Check() error {
	if w.Language != "" && w.Language != "en" && !slices.Contains(Languages, w.Language) {
		return names.Unknown("language", w.Language, append([]string{"en"}, Languages...))
	}
	if _, err := events.LoadZone(w.Zone); err != nil {
		return err
	}
	if w.Quiet != "" {
		from, to, _ := strings.Cut(w.Quiet, "-")
		a, ok := minuteOf(from)
		b, also := minuteOf(to)
		if !ok || !also || a == b {
			return fmt.Errorf("invalid quiet hours %q: expected times such as 22:00-07:00", w.Quiet)
		}
	}
	if _, ok := minuteOf(w.Digest); w.Digest != "" && !ok {
		return fmt.Errorf("invalid time of the digest %q: expected one such as 18:00", w.Digest)
	}
	return nil
}

// Location is the zone of the wish's times.
func (w Wish) Location() *time.Location { return events.ZoneOr(w.Zone) }

// Later is until when what comes at a moment is to be kept back, the zero time if it is to be sent at once. A digest goes once a day, and not in quiet hours.
func (w Wish) Later(now time.Time) time.Time {
	at := time.Time{}
	if due, ok := minuteOf(w.Digest); ok {
		at = w.next(now, due)
	}
	if from, to, ok := strings.Cut(w.Quiet, "-"); ok {
		begin, _ := minuteOf(from)
		end, _ := minuteOf(to)
		when := now
		if !at.IsZero() {
			when = at
		}
		local := when.In(w.Location())
		minute := local.Hour()*60 + local.Minute()
		if begin < end && begin <= minute && minute < end || begin > end && (minute >= begin || minute < end) {
			at = w.next(when, end)
		}
	}
	if at.IsZero() {
		return at
	}
	return at.UTC()
}

// next is the first moment after one at which clocks show a time of day.
func (w Wish) next(after time.Time, minute int) time.Time {
	local := after.In(w.Location())
	for day := 0; ; day++ {
		at := time.Date(local.Year(), local.Month(), local.Day()+day, minute/60, minute%60, 0, 0, w.Location())
		if at.After(after) {
			return at
		}
	}
}
