package report

import (
	"strings"

	"adjudicate/internal/term"
	"adjudicate/ledger/people"
)

// Wished is how a player is written to.
type Wished struct {
	Player string `json:"player"`
	people.Wish
}

// Print writes the view for people.
func (v *Wished) Print(p *term.Page) {
	if v.Off {
		p.Line("%s: no mails but answers", v.Player)
		return
	}
	said := []string{"at once"}
	if v.Digest != "" {
		said[0] = "once a day at " + v.Digest
	}
	if v.Quiet != "" {
		said = append(said, "not from "+strings.Replace(v.Quiet, "-", " to ", 1))
	}
	zone, language := v.Zone, v.Language
	if zone == "" {
		zone = "UTC"
	}
	if language == "" {
		language = "en"
	}
	p.Line("%s: mails %s (%s), in %s", v.Player, strings.Join(said, ", "), zone, language)
}
