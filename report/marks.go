package report

import (
	"fmt"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/projections"
	"adjudicate/rules/keys"
	"adjudicate/rules/words"
)

// Mark is a player with the marks that they hold.
type Mark struct {
	Player string `json:"player"`
	Marks  int    `json:"@marks"`
	Status string `json:"status"`
}

// MarshalJSON writes the fields under the names by which others know them.
func (m Mark) MarshalJSON() ([]byte, error) {
	type plain Mark
	return keys.Marshal(plain(m))
}

// Title is a hand that was won.
type Title struct {
	Player string `json:"player"`
	Title  string `json:"title"`
	Hand   int    `json:"hand"`
}

// HandMarks is who holds marks, and who has won a hand.
type HandMarks struct {
	Players []Mark  `json:"players"`
	Total   int     `json:"total"`
	Sides   int     `json:"sides"`
	Hand    int     `json:"hand"` // the one being played
	Titles  []Title `json:"titles"`

	// Changes is how the marks came and went; only the command itself tells it.
	Changes []projections.MarkChange `json:"changes,omitzero"`
	Hands   []projections.Hand       `json:"hands,omitzero"` // that were won, and when; only the command tells it
	names   *Names
}

// marksOf tells who holds marks in a state.
func marksOf(st *aggregate.State) *HandMarks {
	v := &HandMarks{names: NamesBy(st.Speaker()), Players: []Mark{}, Titles: []Title{}, Sides: st.SideCount(), Hand: st.HandsWon() + 1}
	for _, p := range st.Players() {
		if n := st.Held(p.Name, events.Usual().Marks); n > 0 {
			v.Players = append(v.Players, Mark{p.Name, n, p.Status})
			v.Total += n
		}
	}
	for _, t := range st.Titles() {
		v.Titles = append(v.Titles, Title{t.Player, t.Title, t.Hand})
	}
	return v
}

// Tell adds how the marks came and went, and when hands were won.
func (v *HandMarks) Tell(awards *projections.Marks, won *projections.Winners) {
	v.Changes = append([]projections.MarkChange{}, awards.Changes()...)
	v.Hands = append([]projections.Hand{}, won.Hands()...)
}

// Name is what they are called, with a capital.
func (v *HandMarks) Name() string { return words.Capital(v.names.says().Asset(events.Usual().Marks)) }

// Print writes the view for people.
func (v *HandMarks) Print(p *term.Page) {
	var parts []string
	for _, k := range v.Players {
		parts = append(parts, fmt.Sprintf("%s %d", k.Player, k.Marks))
	}
	say := v.names.says()
	if len(parts) == 0 {
		parts = []string{"nobody holds one"}
	}
	p.Field(v.Name(), fmt.Sprintf("%s (hand %d, %s)", strings.Join(parts, ", "), v.Hand, Counted(v.Sides, "side")))
	for _, t := range v.Titles {
		p.Field("Title", fmt.Sprintf("%s: %s, hand %d", t.Player, t.Title, t.Hand))
	}
	if len(v.Changes) == 0 {
		return
	}
	p.Blank()
	rows := [][]string{{">seq", "time", "player", ">change", ">held", "why"}}
	for _, c := range v.Changes {
		rows = append(rows, []string{fmt.Sprint(c.Sequence), moment(c.Recorded), c.Player, c.Change.String(), c.Held.String(), say.Reason(c.Why)})
	}
	p.Table(rows)
}
