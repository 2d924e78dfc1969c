package report

import (
	"fmt"
	"slices"

	"adjudicate/internal/term"
	"adjudicate/ledger/copies"
	"adjudicate/ledger/place"
)

// Copies lists what was copied, game by game.
type Copies struct {
	From    string `json:"from"`
	To      string `json:"to"`
	Ledgers []Copy `json:"ledgers"`

	place.State
	Err error `json:"-"` // of the first that could not be copied, or of the first trouble
}

// Add adds what was copied of a game, or the error of one that could not be.
func (v *Copies) Add(name string, one *copies.Copy, err error) {
	if err != nil {
		one = &copies.Copy{From: v.From, To: v.To, Name: name, Error: err.Error()}
		if v.Err == nil {
			v.Err = fmt.Errorf("%s: %w", name, err)
		}
	}
	v.Ledgers = append(v.Ledgers, Copy{*one})
}

// Damage is what could not be copied, and what is the matter with the store.
func (v *Copies) Damage() error { return v.Err }

// No reports whether a copy is not the beginning of its source.
func (v *Copies) No() bool {
	return slices.ContainsFunc(v.Ledgers, func(c Copy) bool { return c.No() })
}

// Print writes the view for people.
func (v *Copies) Print(p *term.Page) {
	for i := range v.Ledgers {
		v.Ledgers[i].Print(p)
	}
	p.Line("%s of %s.", Counted(len(v.Ledgers), "game"), v.From)
	state(p, v.State)
}

// Copy is what was copied of a game.
type Copy struct{ copies.Copy }

// No reports whether the copy is not the beginning of its source.
func (v *Copy) No() bool { return v.Difference != nil }

// Print writes the view for people.
func (v *Copy) Print(p *term.Page) {
	if v.Error != "" {
		p.Line("%s: %s.", v.Name, p.Style(term.Red, v.Error))
		return
	}
	if v.Difference != nil {
		p.Line("%s: %s is not a prefix of %s: %s.", v.Name, v.To, v.From, p.Style(term.Red, v.Difference.Text))
		if v.Copied > 0 {
			p.Line("%s had been copied before that.", Counted(int(v.Copied), "event"))
		}
		return
	}
	had := ""
	if v.Compared > 0 {
		had = fmt.Sprintf(", %d were already there and are the same", v.Compared)
	}
	p.Line("%s holds %s: %s, %d copied%s.", v.To, v.Name, Counted(int(v.Events), "event"), v.Copied, had)
	if v.Checkpoints > 0 {
		p.Line("%s carried over.", Counted(v.Checkpoints, "checkpoint"))
	}
	p.Line("Root       %s, of both", v.Root)
}

// Following is what came while a ledger was followed.
type Following struct{ *copies.Following }

// Came tells of one update.
func (v *Following) Came(p *term.Page, more uint64) {
	if more == 0 {
		p.Line("%s holds %s: %s, nothing is missing.", v.To, v.Name, Counted(int(v.Events), "event"))
		return
	}
	p.Line("%s holds %s: %s, %d of them new.", v.To, v.Name, Counted(int(v.Events), "event"), more)
}

// No reports whether the copy is not the beginning of its source.
func (v *Following) No() bool { return v.Difference != nil }

// Print writes the view for people.
func (v *Following) Print(p *term.Page) {
	if v.Difference != nil {
		(&Copy{v.Copy}).Print(p)
		return
	}
	p.Line("Followed %s: %s came in %s.", v.From, Counted(int(v.Copied), "event"), Counted(v.Updates, "update"))
}
