package report

import (
	"slices"

	"fmt"

	"adjudicate/aggregate"
	"adjudicate/internal/term"
	"adjudicate/rules/keys"
)

// NewOrderOfPlay is the order of play of a state, after an event.
func NewOrderOfPlay(st *aggregate.State, at uint64) *OrderOfPlay {
	v := &OrderOfPlay{List: []ListEntry{}, standing: StandingOf(st, at), names: NamesOf(st)}
	automatic, away := st.Conduct()
	order := st.Order()
	if tables := st.Tables(); tables != nil {
		order = slices.Concat(tables...)
	}
	for _, name := range order {
		e := ListEntry{Side: name, InCheck: st.InCheck(name), ToPlay: st.IsToPlay(name) || slices.Contains(st.Awaited(), name), Promised: name == st.Promised(), Vacation: onVacation(st, name)}
		if side, ok := st.Side(name); ok {
			e.Player, e.Attributes = side.Player, side.Attributes
			e.Auto, e.Away = side.Has(automatic), side.Has(away)
		}
		v.List = append(v.List, e)
	}
	return v
}

// ListEntry is a side in the order of play.
type ListEntry struct {
	Side    string `json:"side"`
	Player  string `json:"player"`
	ToPlay  bool   `json:"to_play,omitempty"`
	InCheck bool   `json:"in_check,omitempty"`
	Auto    bool   `json:"@auto,omitempty"` // its turns are played automatically
	Away    bool   `json:"away,omitempty"`  // it has let too many time limits pass

	Vacation   bool     `json:"vacation,omitempty"`   // its player is on vacation
	Promised   bool     `json:"promised,omitempty"`   // it moves to the top when the turn that is running ends
	Attributes []string `json:"attributes,omitempty"` // what is true of it, by the names that the rules declare
}

// MarshalJSON writes the fields under the names by which others know them.
func (e ListEntry) MarshalJSON() ([]byte, error) {
	type plain ListEntry
	return keys.Marshal(plain(e))
}

// OrderOfPlay is the order in which the sides play.
type OrderOfPlay struct {
	List     []ListEntry `json:"list"`
	standing *Standing
	names    *Names
}

// Print writes the view for people.
func (v *OrderOfPlay) Print(p *term.Page) {
	for i, e := range v.List {
		note := ""
		if e.ToPlay {
			note += "  to play"
		}
		if e.Promised {
			note += "  plays next"
		}
		if e.InCheck {
			note += "  in check"
		}
		if e.Vacation {
			note += "  on vacation"
		}
		for _, a := range e.Attributes {
			note += "  " + v.names.says().Attribute(a)
		}
		p.Line("%3d. %s (%s)%s", i+1, e.Side, e.Player, note)
	}
	if len(v.List) == 0 || !v.standing.Started {
		p.Field("Next", v.standing.next(v.names))
	}
	for _, t := range v.standing.Tables {
		if t.Limit != nil {
			p.Line("%s until %s", t.ToPlay, deadline(*t.Limit))
		}
	}
	if v.standing.Limit != nil && len(v.standing.Tables) == 0 {
		p.Line("%s", fmt.Sprintf("until %s", deadline(*v.standing.Limit)))
	}
}
