package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"adjudicate/internal/term"
)

func listCommand() *cli.Command {
	return &cli.Command{
		Name: "list", Category: catRead, Flags: reading(),
		Usage:       "show the Swinger Play List: who plays next",
		Description: "The top one plays; sides in check stand above the others (1230.2 §3).",
		UsageText:   "adjudicate list",
		Action: do(func(s *session) error {
			g, err := s.open()
			if err != nil {
				return err
			}
			defer g.close()
			st := g.l.State()
			v := &listView{List: []listEntry{}, standing: standingOf(st, g.l.Head())}
			for _, name := range st.PlayList() {
				e := listEntry{Side: name, InCheck: st.InCheck(name), ToPlay: name == st.ToPlay()}
				if side, ok := st.Side(name); ok {
					e.Player, e.Warm, e.Away = side.Player, side.Warm, side.Away
				}
				v.List = append(v.List, e)
			}
			return s.show(v)
		}),
	}
}

type listEntry struct {
	Side    string `json:"side"`
	Player  string `json:"player"`
	ToPlay  bool   `json:"to_play,omitempty"`
	InCheck bool   `json:"in_check,omitempty"`
	Warm    bool   `json:"warm,omitempty"`
	Away    bool   `json:"away,omitempty"`
}

type listView struct {
	List     []listEntry `json:"list"`
	standing *standing
}

func (v *listView) text(p *term.Page) {
	for i, e := range v.List {
		note := ""
		for _, x := range []struct {
			is   bool
			word string
		}{{e.ToPlay, "to play"}, {e.InCheck, "in check"}, {e.Warm, "warm"}, {e.Away, "Somewhere Else"}} {
			if x.is {
				note += "  " + x.word
			}
		}
		p.Line("%3d. %s (%s)%s", i+1, e.Side, e.Player, note)
	}
	if len(v.List) == 0 || !v.standing.Started {
		p.Field("Next", v.standing.next())
	}
	if v.standing.Limit != nil {
		p.Line("%s", fmt.Sprintf("until %s", moment(*v.standing.Limit)))
	}
}
