package report

import (
	"cmp"
	"slices"
	"time"

	"adjudicate/aggregate"
	"adjudicate/internal/term"
	"adjudicate/ledger/people"
)

// NewPlayers lists the players of a state with what is known of them beside the ledger.
func NewPlayers(st *aggregate.State, known []people.Person) *Players {
	v := &Players{Players: []Player{}}
	for _, p := range st.Players() {
		person := people.Of(known, p.Name)
		out := Player{Player: p.Name, Status: p.Status, Sides: []string{}, Name: person.Name, Addresses: slices.Clone(person.Addresses)}
		for side := range st.Sides() {
			if side.Player == p.Name {
				out.Sides = append(out.Sides, side.Name)
			}
		}
		v.Players = append(v.Players, out)
	}
	return v
}

// Person is what is known of a player beside the ledger.
type Person struct{ people.Person }

// Print writes the view for people.
func (v *Person) Print(p *term.Page) {
	called := ""
	if v.Name != "" {
		called = " (" + v.Name + ")"
	}
	p.Line("%s%s: %s", v.Player, called, Listed(v.Addresses))
}

// Invitation is a link by which a player can sign in.
type Invitation struct {
	Player string    `json:"player"`
	Role   string    `json:"role"` // player, umpire, judge or watcher
	Link   string    `json:"link"`
	Until  time.Time `json:"until"` // the link is good before that

	Umpire string `json:"-"` // the umpire of the game, "" if nobody is
}

// Print writes the view for people.
func (v *Invitation) Print(p *term.Page) {
	p.Raw(v.Link + "\n")
	does := map[string]string{"umpire": "sit at the umpire's desk", "judge": "judge", "watcher": "watch"}[v.Role]
	p.Line("Whoever opens it can %s as %s, until %s.", cmp.Or(does, "play"), v.Player, moment(v.Until))
	if v.Role == "umpire" && v.Player != v.Umpire {
		p.Line("%s is not the umpire of the game; %s is.", v.Player, cmp.Or(v.Umpire, "nobody"))
	}
}

// Forgotten is what was forgotten of a player.
type Forgotten struct {
	Player    string   `json:"player"`
	Forgotten bool     `json:"forgotten"` // something was known
	Recorded  []string `json:"recorded"`  // addresses that events hold
}

// Print writes the view for people.
func (v *Forgotten) Print(p *term.Page) {
	if v.Forgotten {
		p.Line("The data about %s was erased. The ledger is unchanged.", v.Player)
	} else {
		p.Line("Nothing was stored about %s beside the ledger.", v.Player)
	}
	if len(v.Recorded) > 0 {
		p.Line("An early version recorded permanently in events: %s", Listed(v.Recorded))
	}
}

// Player is a player with what is known beside the ledger.
type Player struct {
	Player    string   `json:"player"`
	Status    string   `json:"status"`
	Sides     []string `json:"sides"`
	Name      string   `json:"name,omitempty"` // outside the game
	Addresses []string `json:"addresses"`
}

// Players is a list of the players.
type Players struct {
	Players []Player `json:"players"`
}

// Print writes the view for people.
func (v *Players) Print(p *term.Page) {
	rows := [][]string{{"player", "status", "holds", "name", "addresses"}}
	for _, x := range v.Players {
		rows = append(rows, []string{x.Player, x.Status, Listed(x.Sides), x.Name, Listed(x.Addresses)})
	}
	if len(rows) == 1 {
		p.Line("No player is known yet: adjudicate player add NAME ADDRESS")
	}
	p.Table(rows)
}
