package report

import (
	"fmt"
	"strings"

	"adjudicate/internal/term"
)

// Taken is what became of mails that were taken in.
type Taken struct {
	Mails []TakenMail `json:"mails"`
}

// TakenMail is what became of one.
type TakenMail struct {
	Label    string      `json:"label"` // where it was found
	From     string      `json:"from,omitempty"`
	Game     string      `json:"game,omitempty"`
	Player   string      `json:"player,omitempty"`
	Made     string      `json:"made"`               // "ruled", "tray", "ignored" or "wish"
	Repeated bool        `json:"repeated,omitempty"` // it had been dealt with before
	Why      string      `json:"why,omitempty"`      // it lies in the tray, or is ignored
	Proof    string      `json:"proof,omitempty"`    // what speaks for its sender
	Plays    []TakenPlay `json:"plays,omitempty"`
	Answer   bool        `json:"answer,omitempty"` // an answer to it is due
}

// TakenPlay is what was ruled on a play of a mail.
type TakenPlay struct {
	Sequence uint64   `json:"sequence"`
	Side     string   `json:"side"`
	Play     string   `json:"play"`
	Verdict  string   `json:"verdict"`
	Faults   []string `json:"faults,omitempty"`
}

// Print writes the view for people.
func (v *Taken) Print(p *term.Page) {
	if len(v.Mails) == 0 {
		p.Line("No mails")
	}
	for i := range v.Mails {
		m := &v.Mails[i]
		p.Line("%s", m.Line())
		for _, x := range m.Plays {
			p.Line("  #%d %s: %s is %s%s", x.Sequence, x.Side, x.Play, x.Verdict, strings.TrimSuffix(fmt.Sprint(": ", strings.Join(x.Faults, "; ")), ": "))
		}
	}
}

// Line is what became of the mail, in a line.
func (m *TakenMail) Line() string {
	about := m.Label
	if m.From != "" {
		about += " from " + m.From
	}
	switch {
	case m.Repeated && len(m.Plays) == 0:
		return about + ": already processed"
	case m.Made == "ruled":
		return about + ": " + Counted(len(m.Plays), "play")
	case m.Made == "tray":
		return about + ": in the tray: " + m.Why
	}
	return about + ": " + m.Made + ": " + m.Why
}

// Demanded is what a game requires of mails.
type Demanded struct {
	Game   string `json:"game"`
	Demand string `json:"demand"` // "nothing", "authenticated", "token" or "umpire"
}

// Print writes the view for people.
func (v *Demanded) Print(p *term.Page) {
	p.Line("%s: %s", v.Game, map[string]string{
		"nothing":       "plays are accepted from every mail sent from a player's address",
		"authenticated": "plays are accepted if the sender's domain authenticates the mail",
		"token":         "plays are accepted if the subject has the token of the player's mails",
		"umpire":        "the umpire enters each mailed play",
	}[v.Demand])
}
