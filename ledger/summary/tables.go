package summary

import (
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// tableTurn is a table where sides take turns among themselves, of a game with several.
type tableTurn struct {
	Order   []string   `json:"order"`
	ToPlay  string     `json:"to_play,omitempty"`
	Expires *time.Time `json:"expires,omitempty"`
}

// table is the one of which outcomes tell; nil where there are none.
func (s *Summary) table() *tableTurn {
	if s.Table < 1 || s.Table > len(s.Tables) {
		return nil
	}
	return &s.Tables[s.Table-1]
}

// gather tells who is to play at all tables, and which limit expires first.
func (s *Summary) gather() {
	var sides []string
	s.Expires = nil
	for _, t := range s.Tables {
		if t.ToPlay != "" {
			sides = append(sides, t.ToPlay)
		}
		if t.Expires != nil && (s.Expires == nil || t.Expires.Before(*s.Expires)) {
			s.Expires = t.Expires
		}
	}
	s.ToPlay = strings.Join(sides, ", ")
	s.Player = s.holderOf(s.ToPlay)
}

// setTables folds who sits where.
func (s *Summary) setTables(p events.TablesSet) {
	before := s.Tables
	if before == nil {
		before = []tableTurn{{ToPlay: s.ToPlay, Expires: s.Expires}}
	}
	s.Tables, s.Table = nil, 1
	for _, t := range p.Tables {
		now := tableTurn{Order: t.Order}
		for _, o := range before {
			if o.ToPlay != "" && slices.Contains(t.Order, o.ToPlay) {
				now.ToPlay, now.Expires = o.ToPlay, o.Expires
				break
			}
		}
		s.Tables = append(s.Tables, now)
	}
	s.gather()
	if len(p.Tables) < 2 {
		s.Tables, s.Table = nil, 0
	}
}

// fromTables takes them from a state.
func (s *Summary) fromTables(st *aggregate.State) {
	for k, order := range st.Tables() {
		at := st.Facing(order[0])
		t := tableTurn{Order: order, ToPlay: at.ToPlay()}
		if l, ok := at.Limit(); ok {
			t.Expires = &l.Expires
		}
		s.Tables = append(s.Tables, t)
		if slices.Equal(order, st.Order()) {
			s.Table = k + 1
		}
	}
	s.gather()
}
