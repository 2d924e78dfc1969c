package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/term"
)

func holdingsCommand() *cli.Command {
	return &cli.Command{
		Name: "holdings", Category: catRead, ArgsUsage: "[SIDE]", Flags: reading(),
		Usage:       "list the pieces off the board, and the accounts",
		Description: "For each side what it holds off the board; for each account what it holds of every asset.",
		UsageText:   "adjudicate holdings\nadjudicate holdings Red --json",
		Action: do(func(s *session) error {
			g, err := s.open()
			if err != nil {
				return err
			}
			defer g.close()
			v := holdingsOf(g.l.State())
			if only := s.arg(0); only != "" {
				side, ok := g.l.State().Side(only)
				if !ok {
					return unknownName("side", only, sideNames(g.l.State()), "")
				}
				v.Sides = slices.DeleteFunc(v.Sides, func(x sideHolding) bool { return x.Side != only })
				v.Accounts = slices.DeleteFunc(v.Accounts, func(x accountView) bool { return x.Account != side.Player })
			}
			return s.show(v)
		}),
	}
}

func sideNames(st *aggregate.State) []string {
	var names []string
	for side := range st.Sides() {
		names = append(names, side.Name)
	}
	return names
}

// pieceView is a piece with where it is.
type pieceView struct {
	ID       string         `json:"id"`
	Type     string         `json:"type"`
	Side     string         `json:"side"`
	At       string         `json:"at,omitempty"`
	Counters map[string]int `json:"counters,omitempty"`
}

// piecesView lists the pieces on the board, or those off it, in the order of creation.
func piecesView(st *aggregate.State, onBoard bool) []pieceView {
	out := []pieceView{}
	for p := range st.Pieces() {
		if (p.At != "") == onBoard {
			out = append(out, pieceView{p.ID, p.Type, p.Side, p.At, countersOf(p.Counters)})
		}
	}
	return out
}

type sideHolding struct {
	Side    string      `json:"side"`
	Player  string      `json:"player"`
	OnBoard int         `json:"on_board"`
	Pieces  []pieceView `json:"pieces"` // off-board
	Free    *freeView   `json:"free,omitempty"`
	Warm    bool        `json:"warm,omitempty"`
	Away    bool        `json:"away,omitempty"`
}

type freeView struct {
	Count  int         `json:"count"`
	Budget events.Half `json:"budget"`
}

type accountView struct {
	Account string      `json:"account"`
	Assets  []assetView `json:"assets"`
}

type assetView struct {
	Asset  string      `json:"asset"`
	Amount events.Half `json:"amount"`
}

type holdingsView struct {
	Sides    []sideHolding `json:"sides"`
	Accounts []accountView `json:"accounts"`
}

func holdingsOf(st *aggregate.State) *holdingsView {
	v := &holdingsView{Sides: []sideHolding{}, Accounts: []accountView{}}
	off := piecesView(st, false)
	for side := range st.Sides() {
		h := sideHolding{Side: side.Name, Player: side.Player, Pieces: []pieceView{}, Warm: side.Warm, Away: side.Away}
		h.OnBoard, _ = st.CountPieces(side.Name)
		for _, p := range off {
			if p.Side == side.Name {
				h.Pieces = append(h.Pieces, p)
			}
		}
		if side.Free.Count > 0 {
			h.Free = &freeView{side.Free.Count, side.Free.Budget}
		}
		v.Sides = append(v.Sides, h)
	}
	for of, amount := range st.Balances() {
		i := slices.IndexFunc(v.Accounts, func(a accountView) bool { return a.Account == of.Account })
		if i < 0 {
			i = len(v.Accounts)
			v.Accounts = append(v.Accounts, accountView{Account: of.Account, Assets: []assetView{}})
		}
		v.Accounts[i].Assets = append(v.Accounts[i].Assets, assetView{of.Asset, amount})
	}
	return v
}

func (v *holdingsView) text(p *term.Page) {
	rows := [][]string{{"side", "Swinger", ">on board", "off-board"}}
	for _, h := range v.Sides {
		rows = append(rows, []string{h.Side, h.Player, fmt.Sprint(h.OnBoard), h.words()})
	}
	p.Table(rows)
	if len(v.Accounts) > 0 {
		p.Blank()
	}
	rows = [][]string{{"account", "holds"}}
	for _, a := range v.Accounts {
		var parts []string
		for _, x := range a.Assets {
			parts = append(parts, x.Asset+" "+x.Amount.String())
		}
		rows = append(rows, []string{a.Account, strings.Join(parts, ", ")})
	}
	p.Table(rows)
}

func (h *sideHolding) words() string {
	var parts []string
	for _, x := range h.Pieces {
		text := x.Type + " " + x.ID
		for name, n := range x.Counters {
			text += fmt.Sprintf(" (%s=%d)", name, n)
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		parts = []string{"nothing"}
	}
	text := strings.Join(parts, ", ")
	if h.Free != nil {
		text += fmt.Sprintf("; may choose %s of total value %s", counted(h.Free.Count, "free piece"), h.Free.Budget)
	}
	if h.Warm {
		text += "; warm"
	}
	if h.Away {
		text += "; Somewhere Else"
	}
	return text
}
