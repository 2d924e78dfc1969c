package history

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"adjudicate/events"
	"adjudicate/store"
)

// Points of the game as people say them. What PointOf reads as a point of the record, the last event recorded by then, is here the last entry of a
// history that had its moment by then: an entry that an edition puts in or corrects has that which the change gives it, "2 plays ago" are plays of
// that history as far as it is known, and "before the truce" is before the one that it has.

// ofGame are the flags whose points lie in the game and not in the record.
var ofGame = []string{"as-of", "since", "until"}

// PointNamed resolves a point given in words to the value of a flag. Those of the record are numbers: of "edition" the one current at that point, of any
// other the last event by then. "as-of" and "until" become the last entry in the history that w selects, "since" the first one that counts: a sequence, or
// the address of an entry that the edition has put in.
func PointNamed(ctx context.Context, st store.Store, name, flag, text string, now time.Time, w Where) (string, error) {
	if slices.Contains(ofGame, flag) {
		w.AsOf = ""
		v, err := Look(ctx, st, name, w)
		if err != nil {
			return "", err
		}
		at, err := v.pointOf(ctx, flag, text, now)
		if err != nil || at.Change != "" {
			return at.Change, err
		}
		return strconv.FormatUint(at.Input, 10), nil
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

// errOver ends a walk.
var errOver = errors.New("over")

// pointOf is the last entry of the view that had its moment by a point, or for "since" the first one after it; a day begins with its first.
func (v *View) pointOf(ctx context.Context, flag, text string, now time.Time) (Place, error) {
	zone, err := zoneOf(ctx, v.Catalogue.st, v.Catalogue.name)
	if err != nil {
		return Place{}, err
	}
	p, err := readPoint(text, now, zone)
	if err != nil {
		return Place{}, err
	}
	if p.timed && flag == "since" {
		p.until = p.from // of a day all of it counts
	}
	switch {
	case p.timed:
	case p.end:
		return v.next(flag, Place{Input: v.UpTo}), nil
	case p.plays == 0 && p.beside == "":
		return v.next(flag, v.numbered(p)), nil
	}
	var found, later Place // the entry that is meant, and the one behind it
	left, want := p.plays, false
	is, heard := entryIs(p), heard{}
	err = v.backwards(ctx, Range{To: v.UpTo}, func(e *Entry) error {
		heard.add(e.Input.Payload)
		for i := range e.Outcomes {
			heard.add(e.Outcomes[i].Payload)
		}
		switch {
		case want, p.timed && !e.Input.Recorded.After(p.until):
			found = last(e)
			return errOver
		case p.plays > 0 && e.Input.Payload.Kind() == (events.PlaySubmitted{}).Kind() && !Voided(e.Outcomes):
			left--
			want = left == 0
		case p.beside != "" && is(e):
			if want = p.side == "before"; !want {
				found = last(e)
				return errOver
			}
		}
		later = e.Place
		return nil
	})
	switch {
	case errors.Is(err, errOver):
	case err != nil:
		return Place{}, err
	case flag == "since" && (p.timed || want):
	case p.timed:
		return Place{}, &PointWordError{text, "nothing had happened by " + p.until.In(zone).Format("2006-01-02 15:04 MST")}
	default:
		return Place{}, &PointWordError{text, "there is no such entry in this history" + heard.meant(p)}
	}
	if flag != "since" {
		return found, nil
	}
	if later == (Place{}) {
		later = Place{Input: v.UpTo + 1}
	}
	return later, nil
}

// last is the place of an entry, with the last of its outcomes where they stand behind it in the record.
func last(e *Entry) Place {
	at := e.Place
	if n := len(e.Outcomes); n > 0 && at.Change == "" && e.Edition == 1 {
		at.Input = e.Outcomes[n-1].Sequence
	}
	return at
}

// next is a point as a flag means it: of "since" what comes behind it.
func (v *View) next(flag string, at Place) Place {
	if flag == "since" && at.Change == "" {
		at.Input++
	}
	return at
}

// numbered is a point named by an event, or the last entry that the edition has put in just before it.
func (v *View) numbered(p point) Place {
	at := Place{Input: p.number}
	if p.side != "before" {
		return at
	}
	at.Input--
	for i := range v.Edition.Changes {
		if c := &v.Edition.Changes[i]; c.What == Insert && c.Input == p.number && !v.plain {
			at = PlaceOf(c)
		}
	}
	return at
}

// entryIs says of which entries a text before or after which somebody means may be: of a kind, or one that began a stage of the game or ended it.
func entryIs(p point) func(*Entry) bool {
	is := besideIs(p)
	return func(e *Entry) bool {
		if Voided(e.Outcomes) {
			return false
		}
		return is(e.Input.Payload) || slices.ContainsFunc(e.Outcomes, func(o events.Envelope) bool { return is(o.Payload) })
	}
}

// besideIs says of which events it may be.
func besideIs(p point) func(events.Payload) bool {
	return func(payload events.Payload) bool {
		if s, ok := payload.(events.StageSet); ok {
			return strings.EqualFold(s.Stage, p.beside) && (p.side == "before") == (s.State == "running") && (s.State == "running" || s.State == "over")
		}
		kind := payload.Kind()
		return events.IsInput(kind) && namesKind(p.beside, kind)
	}
}

// How many events are walked over at once from the end, and how many times as many after each.
const (
	walkStep = 512
	walkMore = 4
)

// backwards shows the entries of a range of the view's edition, the last one first, until an error, which it returns.
func (v *View) backwards(ctx context.Context, r Range, show func(*Entry) error) error {
	step := uint64(walkStep)
	if Dated(v.Edition.Changes) {
		step = r.To // what came before says which moments count
	}
	for ; r.To > 0; step *= walkMore {
		var before time.Time
		from := r.To - min(r.To-1, step)
		r.From = from
		if from > 1 {
			e, err := v.Catalogue.Recorded(ctx, from-1)
			if err != nil {
				return err
			}
			before = e.Recorded
		}
		var list []*Entry
		for e, err := range v.Catalogue.history(ctx, v.Edition, r, &before) {
			if err != nil {
				return err
			}
			list = append(list, e)
			if v.Last != "" && e.Place.Change == v.Last {
				break
			}
		}
		for _, e := range slices.Backward(list) {
			if err := show(e); err != nil {
				return err
			}
		}
		r.To = from - 1
	}
	return nil
}

// FirstSince is the first entry that has its moment at or after a time in an edition and what was recorded since it ended, other than those that the changes
// left out have put in. It is a zero Place if there is none.
func (c *Catalogue) FirstSince(ctx context.Context, e *Edition, at time.Time, without func(change string) bool) (found Place, err error) {
	v := &View{Catalogue: c, Edition: e, plain: e.Number == 1}
	err = v.backwards(ctx, Range{To: c.known, Extended: true}, func(e *Entry) error {
		switch {
		case e.Place.Change != "" && without(e.Place.Change):
		case e.Input.Recorded.Before(at):
			return errOver
		default:
			found = e.Place
		}
		return nil
	})
	if errors.Is(err, errOver) {
		err = nil
	}
	return found, err
}
