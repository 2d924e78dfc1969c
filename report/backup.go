package report

import (
	"adjudicate/internal/term"
	"adjudicate/ledger"
)

// Backup is what a backup holds.
type Backup struct {
	Store  string       `json:"store"`
	Backup string       `json:"backup"`
	Bytes  int64        `json:"bytes"`
	Games  []BackupGame `json:"games"`
}

// BackupGame is a game in a backup, with the number of its events.
type BackupGame struct {
	Name   string `json:"name"`
	Events uint64 `json:"events"`
}

// Print writes the view for people.
func (v *Backup) Print(p *term.Page) {
	events := 0
	for _, g := range v.Games {
		events += int(g.Events)
	}
	p.Line("%s is a backup of %s: %s, %s; every checksum is right.", v.Backup, v.Store, Counted(len(v.Games), "game"), Counted(events, "event"))
}

// Restoration is what a backup was found to be, and whether it was put in place.
type Restoration struct {
	Backup   string                 `json:"backup"`
	Ledger   string                 `json:"ledger"`
	Restored bool                   `json:"restored"`
	Games    []*ledger.Verification `json:"games"`
	Engine   string                 `json:"-"`
}

// Print writes the view for people.
func (v *Restoration) Print(p *term.Page) {
	for _, g := range v.Games {
		(&Verification{Verification: g, Engine: v.Engine}).Print(p)
	}
	if v.Restored {
		p.Line("%s is now what %s was.", v.Ledger, v.Backup)
	} else {
		p.Line("%s did not replace %s.", v.Backup, v.Ledger)
	}
}
