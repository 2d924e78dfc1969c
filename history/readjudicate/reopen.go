package readjudicate

import (
	"fmt"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
)

// Under Reopen a side whose play falls has its turn again. Whoever played on until the ruling
// took the turn to be over: what was announced by then was announced of another turn, and starts
// no limit. Under Rewind nothing that was done in the game by then happened; rules, people, and
// what was paid outside the game stand. What is recorded after the ruling (the
// adoption of the edition that first has the play fall) counts in either case.

// reopening reports whether a change rules of one play what the policies Reopen and Rewind make of all that fall: it falls, and so does what
// they have fall with it.
func reopening(c *events.Change) bool { return c.What == history.Rule && reopens(c.Remedy) }

// reopened is a turn that is open again.
type reopened struct {
	side  string
	at    uint64 // the play that fell
	until uint64 // the last event before the ruling by which it fell
}

// turned notes that a step has reopened a turn, or that an open one is over.
func (x *execution) turned(s *Step, c *events.Change) {
	how := x.Policy
	if c != nil && reopening(c) {
		how = c.Remedy
	}
	p, play := s.Input.Payload.(events.PlaySubmitted)
	after := ruled(s.After)
	switch {
	case x.open != nil && play && p.Side == x.open.side && (after.Verdict == aggregate.Accepted || after.Verdict == aggregate.Stands):
		x.open = nil
	case !reopens(how) || !play || after.Verdict != aggregate.Voided || s.Standing != history.Recorded || s.First != aggregate.Accepted:
	case len(s.After) > 1: // its side was to play
		x.open = &reopened{side: p.Side, at: s.Place.Input, until: x.ruling(s)}
		if x.back == nil && how == Rewind {
			x.back = x.open
		}
	}
}

// ruling is the last event before the ruling by which an input that falls here has fallen first.
func (x *execution) ruling(s *Step) uint64 {
	if before := ruled(s.Before); before.Verdict == aggregate.Voided {
		if e, err := x.cat.Edition(s.Edition); err == nil && e.Adopted != 0 {
			return e.Adopted
		}
	}
	return x.Head
}

// unheeded is how an entry is ruled on that was made when nobody knew that a turn is open again, nil if
// it counts.
func (x *execution) unheeded(s *Step) *aggregate.Order {
	if s.Standing != history.Recorded || s.Place.Change != "" {
		return nil
	}
	if x.back != nil && s.Place.Input <= x.back.until && aggregate.Judges(s.Input.Payload) && !x.stays(s.Input.Payload) {
		s.Follows = x.back.at
		return &aggregate.Order{Remedy: aggregate.RemedyVoid, Reason: fmt.Sprintf("the game has gone back to #%d", x.back.at)}
	}
	if _, told := s.Input.Payload.(events.StateAnnounced); told && x.open != nil && s.Place.Input <= x.open.until {
		return &aggregate.Order{Remedy: aggregate.RemedyReopen}
	}
	return nil
}

// stays reports whether an entry is no move in the game, and stands though the game goes back. An answer belongs to what it is an answer to: that of
// a rule that was proposed stands, or the rule would come into force against the votes.
func (x *execution) stays(p events.Payload) bool {
	if a, ok := p.(events.AnswerGiven); ok {
		m, waits := x.judge.State().Matter(a.Matter)
		wanted, err := events.DecodePayload(m.Wants, m.Input)
		return waits && err == nil && events.About(wanted)&^outside == 0
	}
	return events.About(p)&^outside == 0
}

// outside is what is no move in the game: law, people, what was paid and drawn elsewhere.
const outside = events.PartLaw | events.PartPlayers | events.PartSides | events.PartOffice | events.PartAccounts | events.PartLots | events.PartStart

// effects completes an order that lets an input stand by what it had brought about when it was recorded. Of
// a play that is found by playing it.
func (x *execution) effects(s *Step, o *aggregate.Order) error {
	if _, play := s.Input.Payload.(events.PlaySubmitted); play {
		return nil
	}
	if ruled(s.Before).Verdict == aggregate.Accepted {
		o.Effects = s.Before
		return nil
	}
	first, err := x.cat.Edition(1)
	if err != nil {
		return err
	}
	for e, err := range x.cat.History(x.ctx, first, history.Range{From: s.Place.Input, Extended: true}) {
		if err != nil {
			return err
		}
		if e.Place == s.Place {
			o.Effects = e.Payloads()
		}
		break
	}
	return nil
}
