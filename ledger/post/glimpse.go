package post

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/aggregate/offer"
	"adjudicate/events"
	"adjudicate/ledger/people"
	"adjudicate/mail"
)

// A Glimpse is what can be told of a mail that cannot be taken as it is.
type Glimpse struct {
	From, Subject string
	Sent          time.Time
	Text          string   // of the mail, as far as it is text
	Player        string   // whose address it came from, "" if that is not known
	Sides         []string // that the player holds
	Nearest       []string // plays that it could mean, the likeliest first
	ID            string   // the Message-ID
}

// Glimpse reads as much of a letter as can be read, at a moment of the judge's game.
func (o *Office) Glimpse(j *aggregate.Judge, l Letter, now time.Time) Glimpse {
	m, _ := o.Short.Read(bytes.NewReader(l.Raw))
	g := Glimpse{From: m.From, Subject: m.Subject, Sent: m.Sent, ID: m.ID, Text: mail.TextOf(l.Raw)}
	if list := people.Find(o.People, m.From); len(list) == 1 {
		g.Player = list[0]
		for side := range o.State.Sides() {
			if side.Player == g.Player {
				g.Sides = append(g.Sides, side.Name)
			}
		}
	}
	for _, said := range m.Plays() {
		if said.Text != "" {
			g.Nearest = append(g.Nearest, strings.ReplaceAll(said.Text, "\n", "; "))
		}
	}
	for _, r := range offer.Read(j, g.Player, g.Sides, g.Text, now) {
		g.Nearest = append(g.Nearest, r.Play)
	}
	for _, play := range mail.Nearest(g.Text) {
		if !slices.Contains(g.Nearest, play) {
			g.Nearest = append(g.Nearest, play)
		}
	}
	return g
}

// Taken is the play that a person reads in a letter, in its author's words or in others: it was sent when the letter was, and is
// the letter's own play, so that it is entered once.
func (o *Office) Taken(l Letter, side, text string, now time.Time) events.PlaySubmitted {
	m, _ := o.Short.Read(bytes.NewReader(l.Raw))
	play := events.PlaySubmitted{Side: side, Text: text}
	if m.Key != "" {
		play.Message = key(&m, side)
	}
	o.date(&play, &m, now)
	if err := signed(&play, &m); err != nil {
		play.Seen = 0 // it is as if there were none: whether the game takes it so is for the ledger
	}
	return play
}
