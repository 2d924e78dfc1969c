package report

import (
	"adjudicate/internal/term"
)

// Mailed is what a pass over a game's outbox has sent.
type Mailed struct {
	Game     string   `json:"game"`
	Sent     int      `json:"sent"`     // mails that the server has taken
	Returned []Letter `json:"returned"` // mails that it refuses for good
	Unknown  []string `json:"unknown"`  // players who were to hear something and have no address
}

// Letter is a mail that was refused.
type Letter struct {
	Sequence uint64 `json:"sequence"` // of the entry it is about
	To       string `json:"to"`       // the player, or "list"
	Code     int    `json:"code"`     // what the server answered
}

// Print writes the view for people.
func (v *Mailed) Print(p *term.Page) {
	p.Line("%s: %s sent", v.Game, Counted(v.Sent, "mail"))
	for _, l := range v.Returned {
		p.Line("The mail server refused the mail about #%d to %s (%d): --again sends it once more", l.Sequence, l.To, l.Code)
	}
	if len(v.Unknown) > 0 {
		p.Line("No address is known for %s", Listed(v.Unknown))
	}
}

// No reports whether a mail was refused.
func (v *Mailed) No() bool { return len(v.Returned) > 0 }
