package projections

import (
	"encoding/json"

	"adjudicate/events"
)

// Set folds several projections in one pass. Those that it does not hold are nil. The members
// are for reading: whoever folds one of them apart from the others brings them out of step,
// and the Set then refuses to go on.
type Set struct {
	cursor
	Weights  *Weights
	Knives   *Knives
	Winners  *Winners
	PlayList *PlayList
	Lots     *Lots
	Accounts *Accounts
	Holdings *Holdings
	History  *History

	members []member
	places  []*cursor // where the members stand
}

const setVersion = 1

// NewSet returns all projections before the first event.
func NewSet() *Set {
	s := NewLightSet()
	s.Accounts, s.Holdings, s.History = NewAccounts(), NewHoldings(), NewHistory()
	s.enlist()
	return s
}

// NewLightSet returns the projections that keep little: all but Accounts, Holdings and
// History.
func NewLightSet() *Set {
	s := &Set{Weights: NewWeights(), Knives: NewKnives(), Winners: NewWinners(), PlayList: NewPlayList(), Lots: NewLots()}
	s.enlist()
	return s
}

func (s *Set) enlist() {
	s.members = []member{s.Weights, s.Knives, s.Winners, s.PlayList, s.Lots}
	if s.Holdings != nil {
		s.members = append(s.members, s.Accounts, s.Holdings, s.History)
	}
	s.places = nil
	for _, m := range s.members {
		s.places = append(s.places, m.place())
	}
}

// Name returns "set".
func (s *Set) Name() string { return "set" }

// Projections returns the members, always in the same order.
func (s *Set) Projections() []Projection {
	list := make([]Projection, len(s.members))
	for i, m := range s.members {
		list[i] = m
	}
	return list
}

// Fold takes the next envelope into every member, or into none.
func (s *Set) Fold(e *events.Envelope) error {
	if err := s.refuse(s.Name(), e); err != nil {
		return err
	}
	for i, c := range s.places {
		if c.sequence != s.sequence {
			return &GapError{Projection: s.members[i].Name(), At: c.sequence, Found: e.Sequence}
		}
	}
	for i, m := range s.members {
		m.apply(e)
		s.places[i].stand(e)
	}
	s.stand(e)
	return nil
}

// Checkpoint writes the checkpoints of the members, one after the other.
func (s *Set) Checkpoint() ([]byte, error) {
	list := make([]json.RawMessage, len(s.members))
	for i, m := range s.members {
		var err error
		if list[i], err = m.Checkpoint(); err != nil {
			return nil, err
		}
	}
	return seal(s.Name(), setVersion, &s.cursor, list)
}

// Restore resumes from the checkpoint of a Set with the same members. It replaces the
// members by new ones.
func (s *Set) Restore(checkpoint []byte) error {
	var list []json.RawMessage
	c, err := unseal(checkpoint, s.Name(), setVersion, &list)
	if err != nil {
		return err
	}
	n := NewLightSet()
	if s.Holdings != nil {
		n = NewSet()
	}
	n.cursor = c
	if len(list) != len(n.members) {
		return &CheckpointError{Projection: s.Name(), Why: "it is one of other projections"}
	}
	for i, m := range n.members {
		if err := m.Restore(list[i]); err != nil {
			return err
		}
		if *m.place() != c {
			return &CheckpointError{Projection: s.Name(), Why: m.Name() + " stands elsewhere"}
		}
	}
	if err := confirm(n, checkpoint); err != nil {
		return err
	}
	*s = *n
	return nil
}
