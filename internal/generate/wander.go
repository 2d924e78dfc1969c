package generate

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"

	"adjudicate/aggregate"
	"adjudicate/aggregate/offer"
	"adjudicate/events"
	"adjudicate/rules/turns"
)

// A Wanderer names inputs of a game of any system that has begun: legal turns where a game lists them, elsewhere what a side may write
// next; now and then what is refused, what is no play, and what is a change of the law. The same source and answers of the judge give
// the same game.
type Wanderer struct {
	Laws func(*aggregate.State) events.Payload // a change of the law, nil for none

	rng *rand.Rand
	at  time.Time
}

// Wander returns a wanderer that goes on from a moment.
func Wander(seed uint64, from time.Time) *Wanderer {
	return &Wanderer{rng: rand.New(rand.NewPCG(seed, 0x3a1d)), at: from}
}

// Next names an input; ok is false if the game is over.
func (w *Wanderer) Next(j *aggregate.Judge) (in aggregate.Input, ok bool) {
	s := j.State()
	if s.Over() {
		return in, false
	}
	w.at = w.at.Add(time.Duration(5+w.rng.IntN(500)) * time.Minute)
	in.At, in.Payload = w.at, w.payload(j)
	if p, play := in.Payload.(events.PlaySubmitted); play {
		if side, there := s.Side(p.Side); there {
			in.Actor = side.Player
		}
		return in, true
	}
	in.Actor = s.Holder(events.KnownOffice)
	if players := s.Players(); in.Actor == "" && len(players) > 0 {
		in.Actor = players[0].Name
	}
	return in, true
}

func (w *Wanderer) payload(j *aggregate.Judge) events.Payload {
	s := j.State()
	switch n := w.rng.IntN(1000); {
	case n < 40 && w.Laws != nil:
		if p := w.Laws(s); p != nil {
			return p
		}
	case n < 55:
		if players := s.Players(); len(players) > 0 {
			amount := events.Whole(w.rng.IntN(60) - 15)
			return events.TransactionRecorded{Account: players[w.rng.IntN(len(players))].Name, Asset: events.MoneyAsset, Amount: amount}
		}
	case n < 75:
		return events.TimePassed{}
	case n < 100:
		return events.StateAnnounced{}
	}
	side := w.side(s)
	if side == "" {
		return events.TimePassed{}
	}
	return events.PlaySubmitted{Side: side, Text: w.text(j, side)}
}

// side is most often one that is to play.
func (w *Wanderer) side(s *aggregate.State) string {
	var all []string
	for side := range s.Sides() {
		all = append(all, side.Name)
	}
	if len(all) == 0 {
		return ""
	}
	if to := s.AllToPlay(); len(to) > 0 && w.rng.IntN(30) > 0 {
		if len(to) == 1 {
			return to[0]
		}
		return to[w.rng.IntN(len(to))]
	}
	return all[w.rng.IntN(len(all))]
}

func (w *Wanderer) text(j *aggregate.Judge, side string) string {
	switch n := w.rng.IntN(1000); {
	case n < 25:
		return "pass"
	case n < 30:
		return "surrender"
	case n < 50:
		return "Xa1-b2"
	}
	var list []string
	if mover, ok := j.SideID(side); ok && j.Turns(mover, func(_ *turns.Turn, text string) bool { list = append(list, text); return len(list) < 400 }) && len(list) > 0 {
		return list[w.rng.IntN(len(list))]
	}
	o := offer.New(j, aggregate.Input{Payload: events.PlaySubmitted{Side: side}, At: w.at})
	if o == nil {
		return "pass"
	}
	pieces := o.Pieces()
	for range min(4, len(pieces)) {
		i := w.rng.IntN(len(pieces))
		choices := slices.DeleteFunc(o.Choices(pieces[i].ID, false), func(c offer.Choice) bool { return len(c.Faults) > 0 })
		if len(choices) > 0 {
			return cmp.Or(choices[w.rng.IntN(len(choices))].Play, "pass")
		}
	}
	if w.rng.IntN(8) == 0 {
		return "surrender"
	}
	return "pass"
}
