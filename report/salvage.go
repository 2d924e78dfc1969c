package report

import (
	"fmt"

	"adjudicate/internal/term"
	"adjudicate/ledger/salvage"
)

// Salvage is what of a damaged file became a new ledger.
type Salvage struct {
	From        string               `json:"from"`
	Form        string               `json:"form"` // "ledger" or "export"
	Ledger      string               `json:"ledger"`
	Name        string               `json:"name"`
	Events      int                  `json:"events"`
	Inputs      int                  `json:"inputs"`
	LeftOut     *salvage.LeftOut     `json:"left_out,omitempty"`
	Differences []salvage.Difference `json:"differences"`
	Unreadable  int                  `json:"unreadable_pages,omitempty"` // that the disk did not give
	Streams     int                  `json:"other_games,omitempty"`
	Log         *salvage.Log         `json:"log,omitempty"`
}

// NewSalvage is what of a source became a new ledger.
func NewSalvage(from, to string, s *salvage.Source, p *salvage.Prefix) *Salvage {
	v := &Salvage{From: from, Ledger: to, Form: s.Form, Name: p.Name, Events: p.Events, Inputs: p.Inputs,
		LeftOut: p.LeftOut, Differences: p.Differences, Unreadable: s.Unreadable, Streams: p.Streams}
	if s.Log.Frames+s.Log.Unread > 0 {
		v.Log = &s.Log
	}
	return v
}

// No reports whether something is known to be missing.
func (v *Salvage) No() bool { return v.LeftOut != nil || v.Unreadable > 0 || v.Streams > 0 }

// Print writes the view for people.
func (v *Salvage) Print(p *term.Page) {
	p.Line("%s holds %s: %s, %s, out of %s.", v.Ledger, v.Name, Counted(v.Events, "event"), Counted(v.Inputs, "input"), v.From)
	if l := v.LeftOut; l != nil {
		p.Field("Left out", p.Style(term.Red, fmt.Sprintf("everything from event %d on", l.From)))
		p.Field("Why", l.Why)
		switch {
		case l.Readable > 0 && l.Known > 0:
			p.Field("After it", fmt.Sprintf("%s can be read, of at least %d that the ledger had; without what is missing they prove nothing", Counted(l.Readable, "event"), l.Known))
		case l.Readable > 0:
			p.Field("After it", Counted(l.Readable, "event")+" can be read; without what is missing they prove nothing")
		case l.Known > 0:
			p.Field("After it", fmt.Sprintf("nothing can be read; the ledger had at least %s", Counted(l.Known, "event")))
		}
	} else {
		p.Line("Nothing is known to be missing.")
	}
	if v.Unreadable > 0 {
		p.Field("Disk", Counted(v.Unreadable, "page")+" could not be read at all")
	}
	if v.Log != nil && v.Log.Unread > 0 {
		p.Field("Log", fmt.Sprintf("%d bytes of the log beside it are damaged, or were never committed", v.Log.Unread))
	}
	if v.Streams > 0 {
		p.Field("Others", fmt.Sprintf("the file also holds rows of %s; a ledger holds one game, they were left out", Counted(v.Streams, "other game")))
	}
	for _, d := range v.Differences {
		p.Item(fmt.Sprintf("#%d ", d.Sequence), d.Text)
	}
}
