package main

import (
	"cmp"
	"fmt"
	"iter"
	"strconv"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/condition"
	"adjudicate/ledger"
	"adjudicate/report"
)

// where is from where the flags look at the histories of a ledger. What is written to is looked at
// as it stands: --at is then a former name of --if-at.
func (s *session) where() history.Where {
	w := history.Where{Edition: int(s.point("edition")), AsOf: cmp.Or(s.points["as-of"], s.c.String("as-of")), Known: s.point("known-at")}
	if !s.writes() {
		w.At = s.point("at")
	}
	return w
}

// point is the number that a flag names, 0 if it names none.
func (s *session) point(flag string) uint64 {
	n, _ := strconv.ParseUint(cmp.Or(s.points[flag], s.c.String(flag)), 10, 64)
	return n
}

// readPoints finds what flags mean that name a point in words, or --at by an entry's address: where that stands in the game.
func (s *session) readPoints() (err error) {
	texts := map[string]string{}
	for _, flag := range []string{"at", "as-of", "known-at", "edition", "since", "until"} {
		if s.c.IsSet(flag) && !(s.writes() && flag == "at" || flag == "until" && s.c.Command.Name != "log") {
			texts[flag] = s.c.String(flag)
		}
	}
	s.points, err = history.ReadPoints(texts, s.now, func(flag, text string, at time.Time, w history.Where) (string, error) {
		g, err := s.attach()
		if err != nil {
			return "", err
		}
		point, err := history.PointNamed(s.ctx, g.Recall(), g.Name, flag, text, at, w)
		if err != nil {
			err = fmt.Errorf("--%s %w", flag, err)
		}
		return point, err
	})
	return err
}

// view looks at the history that the flags name.
func (s *session) view(g *game) (*history.View, error) {
	w := s.where()
	if w.Known != 0 && w.At != 0 && w.Known != w.At {
		return nil, usagef("--at N means --known-at N; --as-of is the effective point", "--at %d and --known-at %d cannot be used together", w.At, w.Known)
	}
	return history.Look(s.ctx, g.Recall(), g.Name, w)
}

// onView is onGame for a command that looks at the history that the flags name, without the game's state.
func onView(f func(*session, *game, *history.View) (report.View, error)) action {
	return onStore(func(s *session, g *game) (report.View, error) {
		v, err := s.view(g)
		if err != nil {
			return nil, err
		}
		return f(s, g, v)
	})
}

// openView opens the game as it stands where a view ends.
func (s *session) openView() (*game, error) {
	g, err := s.attach()
	if err != nil {
		return nil, err
	}
	v, err := s.view(g)
	if err == nil {
		g.l, err = ledger.OpenEdition(s.ctx, g.Recall(), v.Catalogue, v.Edition, v.Place(), s.host.Options(nil))
	}
	if err != nil {
		return nil, err
	}
	g.began = g.l.Head()
	return g, nil
}

// events yields the events of a view in the order in which they hold. It can be read more than once.
func (s *session) events(g *game, v *history.View) iter.Seq2[events.Envelope, error] {
	return s.Reading(g.Place, v.UpTo, v.Events(s.ctx, 1))
}

// names returns a view and every name that the game has known in it.
func (s *session) names(g *game) (*history.View, *condition.Catalogue, error) {
	v, err := s.view(g)
	if err != nil {
		return nil, nil, err
	}
	names, err := condition.Collect(s.events(g, v))
	return v, names, err
}

// ruling shows the ruling on an entry, or on that which an event belongs to, where the flags look.
func (s *session) ruling(g *game, at history.Place) (*report.Ruling, error) {
	v, err := s.view(g)
	if err != nil {
		return nil, err
	}
	seen, err := v.Ruling(s.ctx, at)
	if err != nil {
		return nil, err
	}
	r := report.RulingOf(seen, v.Edition)
	return r, s.withBoard(r, seen.After)
}
