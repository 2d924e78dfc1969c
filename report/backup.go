package report

import (
	"fmt"

	"adjudicate/internal/term"
	"adjudicate/ledger"
)

// Backup is what a backup holds.
type Backup struct {
	Store  string       `json:"store"`
	Backup string       `json:"backup"`
	Bytes  int64        `json:"bytes"`
	Games  []BackupGame `json:"games"`

	LeftOut []LeftOut `json:"left_out,omitempty"`
	Err     error     `json:"-"` // of the first that was left out
}

// LeaveOut notes the error of a game that could not be read, nil if it could.
func (v *Backup) LeaveOut(name string, err error) {
	if err == nil {
		return
	}
	v.LeftOut = append(v.LeftOut, LeftOut{name, err.Error()})
	if v.Err == nil {
		v.Err = fmt.Errorf("%s: %w", name, err)
	}
}

// LeftOut is a game that could not be read, and why.
type LeftOut struct {
	Name  string `json:"name"`
	Error string `json:"error"`
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
	for _, g := range v.LeftOut {
		p.Line("%s is missing, or not whole: %s.", g.Name, p.Style(term.Red, g.Error))
	}
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
