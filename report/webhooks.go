package report

import (
	"adjudicate/internal/term"
	"adjudicate/ledger/people"
)

// Webhooks are the addresses that are called when something happens in a game.
type Webhooks struct {
	Game   string        `json:"game"`
	Hooks  []people.Hook `json:"hooks"`
	Secret string        `json:"secret,omitempty"` // what the calls of the only one are signed with
}

// Print writes the view for people.
func (v *Webhooks) Print(p *term.Page) {
	if len(v.Hooks) == 0 {
		p.Line("%s has no webhooks", v.Game)
	}
	for _, h := range v.Hooks {
		p.Line("%s  %s", h.ID, h.URL)
		switch {
		case h.Off:
			p.Line("    off after %s: %s", Counted(h.Failures, "failure"), h.Last)
		case h.Failures > 0:
			p.Line("    delivered up to #%d; next attempt after %s: %s", h.UpTo, h.Next.Format("2006-01-02 15:04:05"), h.Last)
		default:
			p.Line("    delivered up to #%d", h.UpTo)
			if h.Last != "" && h.Last != "ok" {
				p.Line("    the last call failed: %s", h.Last)
			}
		}
	}
	if v.Secret != "" {
		p.Line("secret: %s", v.Secret)
	}
}

// No reports whether one is off, or did not answer the last call well.
func (v *Webhooks) No() bool {
	for _, h := range v.Hooks {
		if h.Off || h.Last != "" && h.Last != "ok" {
			return true
		}
	}
	return false
}
