package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/rules/keys"
)

// Piece is a piece with where it is.
type Piece struct {
	ID       string         `json:"id"`
	Type     string         `json:"type"`
	Side     string         `json:"side"`
	At       string         `json:"at,omitempty"`
	Counters map[string]int `json:"counters,omitempty"`
}

// PiecesOf lists the pieces on the board, or those off it, in the order of creation.
func PiecesOf(st *aggregate.State, onBoard bool) []Piece {
	out := []Piece{}
	for p := range st.Pieces() {
		if (p.At != "") == onBoard {
			out = append(out, Piece{p.ID, p.Type, p.Side, p.At, countersOf(p.Counters)})
		}
	}
	return out
}

// SideHolding is what a side holds.
type SideHolding struct {
	Side    string  `json:"side"`
	Player  string  `json:"player"`
	OnBoard int     `json:"on_board"`
	Pieces  []Piece `json:"pieces"` // off-board
	Free    *Free   `json:"free,omitempty"`
	Auto    bool    `json:"@auto,omitempty"` // its turns are played automatically
	Away    bool    `json:"away,omitempty"`  // it has let too many time limits pass
	Hidden  bool    `json:"hidden,omitempty" doc:"it may hold more than is seen"`

	Attributes []string `json:"attributes,omitempty"` // what is true of it, by the names that the rules declare
	conduct    []string // those of them that say how its turns are played
}

// MarshalJSON writes the fields under the names by which others know them.
func (h SideHolding) MarshalJSON() ([]byte, error) {
	type plain SideHolding
	return keys.Marshal(plain(h))
}

// Free is the pieces that a side may still choose for nothing.
type Free struct {
	Count  int         `json:"count"`
	Budget events.Half `json:"budget"`
}

// Account is what an account holds.
type Account struct {
	Account string  `json:"account"`
	Assets  []Asset `json:"assets"`
}

// Asset is an amount of money or of another asset.
type Asset struct {
	Asset  string      `json:"asset"`
	Amount events.Half `json:"amount"`
}

// Holdings is what lies off the board, and the accounts.
type Holdings struct {
	Sides    []SideHolding `json:"sides"`
	Accounts []Account     `json:"accounts"`
	As       []string      `json:"as,omitzero" doc:"the sides whose view it is, none for that of nobody, where rules hide a part of the game"`
	Hidden   bool          `json:"hidden,omitempty" doc:"there may be more in accounts than is seen"`
	names    *Names
}

// HoldingsOf tells what the sides and accounts of a state hold.
func HoldingsOf(st *aggregate.State) *Holdings {
	v := &Holdings{Sides: []SideHolding{}, Accounts: []Account{}, names: NamesBy(st.Speaker())}
	off := PiecesOf(st, false)
	automatic, away := st.Conduct()
	for side := range st.Sides() {
		h := SideHolding{Side: side.Name, Player: side.Player, Pieces: []Piece{}, Attributes: side.Attributes, Auto: side.Has(automatic), Away: side.Has(away)}
		for _, a := range []string{automatic, away} {
			if side.Has(a) {
				h.conduct = append(h.conduct, a)
			}
		}
		h.OnBoard, _ = st.CountPieces(side.Name)
		for _, p := range off {
			if p.Side == side.Name {
				h.Pieces = append(h.Pieces, p)
			}
		}
		if side.Free.Count > 0 {
			h.Free = &Free{side.Free.Count, side.Free.Budget}
		}
		v.Sides = append(v.Sides, h)
	}
	for of, amount := range st.Balances() {
		i := slices.IndexFunc(v.Accounts, func(a Account) bool { return a.Account == of.Account })
		if i < 0 {
			i = len(v.Accounts)
			v.Accounts = append(v.Accounts, Account{Account: of.Account, Assets: []Asset{}})
		}
		v.Accounts[i].Assets = append(v.Accounts[i].Assets, Asset{of.Asset, amount})
	}
	return v
}

// Only leaves what a side holds, and the account of a player.
func (v *Holdings) Only(side, player string) {
	v.Sides = slices.DeleteFunc(v.Sides, func(x SideHolding) bool { return x.Side != side })
	v.Accounts = slices.DeleteFunc(v.Accounts, func(x Account) bool { return x.Account != player })
}

// Print writes the view for people.
func (v *Holdings) Print(p *term.Page) {
	rows := [][]string{{"side", v.names.says().Label("holder"), ">on board", "off-board"}}
	for _, h := range v.Sides {
		rows = append(rows, []string{h.Side, h.Player, fmt.Sprint(h.OnBoard), h.words(v.names)})
	}
	p.Table(rows)
	if len(v.Accounts) > 0 {
		p.Blank()
	}
	rows = [][]string{{"account", "holds"}}
	for _, a := range v.Accounts {
		var parts []string
		for _, x := range a.Assets {
			parts = append(parts, v.names.says().Balance(x.Asset, x.Amount))
		}
		rows = append(rows, []string{a.Account, strings.Join(parts, ", ")})
	}
	p.Table(rows)
	if v.Hidden {
		p.Line("What else accounts have is hidden.")
	}
}

func (h *SideHolding) words(n *Names) string {
	var parts []string
	for _, x := range h.Pieces {
		text := strings.TrimSpace(cmp.Or(x.Type, "?") + " " + x.ID)
		for _, name := range slices.Sorted(maps.Keys(x.Counters)) {
			text += fmt.Sprintf(" (%s=%d)", name, x.Counters[name])
		}
		parts = append(parts, text)
	}
	if h.Hidden {
		parts = append(parts, "what is hidden")
	} else if len(parts) == 0 {
		parts = []string{"nothing"}
	}
	text := strings.Join(parts, ", ")
	if h.Free != nil {
		text += fmt.Sprintf("; may choose %s of total value %s", Counted(h.Free.Count, "free piece"), h.Free.Budget)
	}
	for _, a := range h.conduct {
		text += "; " + n.says().Attribute(a)
	}
	return text
}
