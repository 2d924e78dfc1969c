package report

import (
	"adjudicate/internal/term"
	"adjudicate/ledger/copies"
)

// Backup is what a backup holds.
type Backup struct{ *copies.Backup }

// Damage is what could not be saved, and what is the matter with the store.
func (v *Backup) Damage() error { return v.Err }

// Print writes the view for people.
func (v *Backup) Print(p *term.Page) {
	events := 0
	for _, g := range v.Games {
		events += int(g.Events)
	}
	p.Line("%s is a backup of %s: %s, %s; all checksums match.", v.Backup.Backup, v.Store, Counted(len(v.Games), "game"), Counted(events, "event"))
	for _, g := range v.LeftOut {
		p.Line("%s is missing or incomplete: %s.", g.Name, p.Style(term.Red, g.Error))
	}
	state(p, v.State)
}

// Restoration is the result of verifying a backup, and whether the ledger was restored from it.
type Restoration struct {
	*copies.Restoration
	Engine string `json:"-"`
}

// No reports whether nothing was restored.
func (v *Restoration) No() bool { return !v.Restored }

// Print writes the view for people.
func (v *Restoration) Print(p *term.Page) {
	for _, g := range v.Games {
		(&Verification{Verification: g, Engine: v.Engine}).Print(p)
	}
	if v.Restored {
		p.Line("%s is restored from %s.", v.Ledger, v.Backup)
	} else {
		p.Line("%s was not restored to %s.", v.Backup, v.Ledger)
	}
}
