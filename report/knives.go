package report

import (
	"fmt"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/projections"
	"adjudicate/rules/words"
)

// Knife is a player with the Stabber's Knives that they hold (1230.40).
type Knife struct {
	Player string `json:"player"`
	Knives int    `json:"knives"`
	Status string `json:"status"`
}

// Title is a hand that was won.
type Title struct {
	Player string `json:"player"`
	Title  string `json:"title"`
	Hand   int    `json:"hand"`
}

// Knives is who holds Stabber's Knives, and who has won a hand.
type Knives struct {
	Players []Knife `json:"players"`
	Total   int     `json:"total"`
	Sides   int     `json:"sides"`
	Hand    int     `json:"hand"` // the one being played
	Titles  []Title `json:"titles"`

	// Changes is how the knives came and went; only "knives" itself tells it.
	Changes []projections.KnifeChange `json:"changes,omitzero"`
	Hands   []projections.Hand        `json:"hands,omitzero"` // that were won, and when; only "knives" tells it
	names   *Names
}

// knivesOf tells who holds Stabber's Knives in a state.
func knivesOf(st *aggregate.State) *Knives {
	v := &Knives{names: NamesBy(st.Speaker()), Players: []Knife{}, Titles: []Title{}, Sides: st.SideCount(), Hand: st.HandsWon() + 1}
	for _, p := range st.Players() {
		if n := st.Held(p.Name, events.KnifeAsset); n > 0 {
			v.Players = append(v.Players, Knife{p.Name, n, p.Status})
			v.Total += n
		}
	}
	for _, t := range st.Titles() {
		v.Titles = append(v.Titles, Title{t.Player, t.Title, t.Hand})
	}
	return v
}

// Tell adds how the knives came and went, and when hands were won.
func (v *Knives) Tell(awards *projections.Knives, won *projections.Winners) {
	v.Changes = append([]projections.KnifeChange{}, awards.Changes()...)
	v.Hands = append([]projections.Hand{}, won.Hands()...)
}

// Print writes the view for people.
func (v *Knives) Print(p *term.Page) {
	var parts []string
	for _, k := range v.Players {
		parts = append(parts, fmt.Sprintf("%s %d", k.Player, k.Knives))
	}
	say := v.names.says()
	if len(parts) == 0 {
		parts = []string{"nobody holds one"}
	}
	p.Field(words.Capital(say.Asset(events.KnifeAsset)), fmt.Sprintf("%s (hand %d, %s)", strings.Join(parts, ", "), v.Hand, Counted(v.Sides, "side")))
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
