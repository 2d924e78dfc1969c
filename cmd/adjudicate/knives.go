package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate"
	"adjudicate/internal/term"
	"adjudicate/projections"
)

func knivesCommand() *cli.Command {
	return &cli.Command{
		Name: "knives", Category: catRead, Flags: reading(),
		Usage:       "say who holds Stabber's Knives, and who has won a hand",
		Description: "1230.40: whoever holds enough of them wins the hand.",
		UsageText:   "adjudicate knives",
		Action: do(func(s *session) error {
			g, err := s.open()
			if err != nil {
				return err
			}
			defer g.close()
			v := knivesOf(g.l.State())
			awards := projections.NewKnives()
			at, err := s.fold(g, awards)
			if err != nil {
				return err
			}
			v.Changes = append([]projections.KnifeChange{}, awards.Changes()...)
			for i := range v.Changes {
				v.Changes[i].Sequence = at.of(v.Changes[i].Sequence)
			}
			return s.show(v)
		}),
	}
}

type knifeView struct {
	Player string `json:"player"`
	Knives int    `json:"knives"`
	Status string `json:"status"`
}

type titleView struct {
	Player string `json:"player"`
	Title  string `json:"title"`
	Hand   int    `json:"hand"`
}

type knivesView struct {
	Players []knifeView `json:"players"`
	Total   int         `json:"total"`
	Sides   int         `json:"sides"`
	Hand    int         `json:"hand"` // the one being played
	Titles  []titleView `json:"titles"`

	// Changes is how the knives came and went; only "knives" itself tells it.
	Changes []projections.KnifeChange `json:"changes,omitzero"`
}

func knivesOf(st *aggregate.State) *knivesView {
	v := &knivesView{Players: []knifeView{}, Titles: []titleView{}, Sides: st.SideCount(), Hand: st.HandsWon() + 1}
	for _, p := range st.Players() {
		if n := st.Knives(p.Name); n > 0 {
			v.Players = append(v.Players, knifeView{p.Name, n, p.Status})
			v.Total += n
		}
	}
	for _, t := range st.Titles() {
		v.Titles = append(v.Titles, titleView{t.Player, t.Title, t.Hand})
	}
	return v
}

func (v *knivesView) text(p *term.Page) {
	var parts []string
	for _, k := range v.Players {
		parts = append(parts, fmt.Sprintf("%s %d", k.Player, k.Knives))
	}
	if len(parts) == 0 {
		parts = []string{"nobody holds one"}
	}
	p.Field("Knives", fmt.Sprintf("%s (hand %d, %s)", strings.Join(parts, ", "), v.Hand, counted(v.Sides, "side")))
	for _, t := range v.Titles {
		p.Field("Title", fmt.Sprintf("%s: %s, hand %d", t.Player, t.Title, t.Hand))
	}
	if len(v.Changes) == 0 {
		return
	}
	p.Blank()
	rows := [][]string{{">seq", "time", "player", ">change", ">held", "why"}}
	for _, c := range v.Changes {
		rows = append(rows, []string{fmt.Sprint(c.Sequence), moment(c.Recorded), c.Player, c.Change.String(), c.Held.String(), c.Why})
	}
	p.Table(rows)
}
