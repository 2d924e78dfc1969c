package report

import (
	"fmt"

	"adjudicate/internal/term"
	"adjudicate/ledger/intake"
)

// Recorded is what an import of games in Portable Game Notation wrote.
type Recorded struct {
	Games []RecordedGame `json:"games"`
	Left  []string       `json:"left,omitempty"` // games that were left out, and why
	file  string
}

// RecordedGame is one of them.
type RecordedGame struct {
	Ledger      string       `json:"ledger"`
	Name        string       `json:"name"`
	Players     []string     `json:"players"` // in the order of the sides
	Events      int          `json:"events"`
	Plays       int          `json:"plays"`
	Accepted    int          `json:"accepted"`
	Result      string       `json:"result"`          // as recorded
	Ruled       string       `json:"ruled,omitempty"` // what the rules say of the end, if the moves came to one
	Left        int          `json:"left,omitempty"`  // moves that were not ruled on, behind one that is illegal
	ended       bool         // behind the end of the game
	Differences []Difference `json:"differences"`
}

// newRecorded begins the view of a file, of which some games were left out.
func newRecorded(file string, left []error) *Recorded {
	v := &Recorded{Games: []RecordedGame{}, file: file}
	for _, err := range left {
		v.Left = append(v.Left, err.Error())
	}
	return v
}

// Add notes a game that has been written.
func (v *Recorded) Add(r *intake.Recording, ledger string) {
	made := newSeasonImport(r.Ran, r.Draft.Name, r.Draft.Events)
	g := RecordedGame{Ledger: ledger, Name: made.Name, Players: r.Told.Players[:], Events: made.Events, Plays: made.Plays, Accepted: made.Accepted,
		Result: r.Told.Result, Left: r.Told.Left, ended: r.Told.Ended, Differences: made.Differences}
	if r.Told.Why != nil {
		for i := range g.Differences {
			if g.Differences[i].Line == r.Told.Place.Line {
				g.Differences[i].Text += fmt.Sprintf(" (column %d: %v)", r.Told.Place.Column, r.Told.Why)
			}
		}
	}
	if tagged := r.Told.Tagged; tagged != "" {
		g.Differences = append(g.Differences, Difference{r.Told.Place.Line, fmt.Sprintf("the tag Result says %s, but %s stands behind the moves", tagged, g.Result)})
	}
	if r.State.Over() {
		g.Ruled = "1/2-1/2"
		if titles := r.State.Titles(); len(titles) > 0 {
			g.Ruled = map[string]string{g.Players[0]: "1-0", g.Players[1]: "0-1", "": "1/2-1/2"}[titles[len(titles)-1].Player]
		}
		if g.Result != "*" && g.Result != g.Ruled {
			g.Differences = append(g.Differences, Difference{r.Told.Place.Line, fmt.Sprintf("the recorded result is %s, but by the rules it is %s", g.Result, g.Ruled)})
		}
	}
	v.Games = append(v.Games, g)
}

// No reports whether some game is not by the rules what was recorded.
func (v *Recorded) No() bool {
	for _, g := range v.Games {
		if len(g.Differences) > 0 {
			return true
		}
	}
	return len(v.Left) > 0
}

// Print writes the view for people.
func (v *Recorded) Print(p *term.Page) {
	for _, g := range v.Games {
		for _, d := range g.Differences {
			p.Line("%s:%d: %s", v.file, d.Line, d.Text)
		}
		p.Line("%s holds %s: %s, %s (%d accepted, %d rejected), result %s.", g.Ledger, g.Name, Counted(g.Events, "event"),
			Counted(g.Plays, "play"), g.Accepted, g.Plays-g.Accepted, g.Result)
		switch {
		case g.ended:
			p.Line("Left out: %s after it, made when the game was over.", Counted(g.Left, "move"))
		case g.Left > 0:
			p.Line("Left out: %s after it, made in a position that was not reached.", Counted(g.Left, "move"))
		}
	}
	for _, text := range v.Left {
		p.Line("%s: this game is left out.", text)
	}
}
