// Package post turns mails from players to the umpire into plays.
//
//	a file ──Open──► Letters ──Office.Read──► the plays, when they were sent, by which clock
//	                               ├──► sender ──desk──► player ──state──► side
//	                               └──► a *RefusedError, for a person to examine
//
// Package mail finds the play in the text of a mail. This package matches it with a game. The sender's address
// identifies the player, and so the side. A forwarded mail counts if its sender or the umpire forwarded
// it. A play announced for a side that the sender does not hold is refused.
//
// The Date of a mail is the sender's claim. It counts if it lies between the earliest time at which the sender
// could have known the position, the announcement of the turn, and the arrival of the mail; otherwise the
// arrival counts.
//
// A mail that leaves open who plays what is refused, always with a *RefusedError. Nothing is submitted here.
package post

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/signature"
	"adjudicate/mail"
)

// A Letter is one message as it arrived, and where it was found.
type Letter struct {
	Label string
	Raw   []byte
}

// Open takes the messages out of what a file holds: one, or a mailbox of several.
func Open(label string, raw []byte) ([]Letter, error) {
	parts, err := mail.Split(raw)
	if err != nil {
		return nil, err
	}
	list := make([]Letter, len(parts))
	for i, p := range parts {
		list[i] = Letter{label, p}
		if len(parts) > 1 {
			list[i].Label = fmt.Sprintf("%s, message %d", label, i+1)
		}
	}
	return list, nil
}

// RefusedError says that a mail cannot be taken as it is; it is for a person to look at.
type RefusedError struct{ Err error }

func (e *RefusedError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *RefusedError) Unwrap() error { return e.Err }

// A SenderError says that it is not known whose mail one is, or for which side they play.
type SenderError struct {
	Address string   // of the sender
	Players []string // whose address it is
	Sides   []string // that the only player holds, of those that were asked for
	Wanted  string   // the side asked for, "" if none was
}

func (e *SenderError) Error() string {
	switch {
	case len(e.Players) > 1:
		return fmt.Sprintf("header From: %s is an address of more than one player: %s", e.Address, strings.Join(e.Players, " and "))
	case len(e.Players) == 0:
		return "header From: no player with address " + e.Address
	case len(e.Sides) > 1:
		return fmt.Sprintf("header From: %s holds %s", e.Players[0], strings.Join(e.Sides, " and "))
	case e.Wanted != "":
		return fmt.Sprintf("header From: %s does not hold %s", e.Players[0], e.Wanted)
	}
	return fmt.Sprintf("header From: %s does not hold a side", e.Players[0])
}

// An Office reads the mails of one game.
type Office struct {
	State  *aggregate.State
	People []people.Person
	Side   string     // which side is meant, where a sender holds several; "" if it is not said
	Short  mail.Short // of the game's judge
}

// Read finds out who plays what in a letter that is here now: a play, or several of different sides. Its errors are *RefusedError.
func (o *Office) Read(l Letter, now time.Time) ([]events.PlaySubmitted, error) {
	m, err := o.Short.Read(bytes.NewReader(l.Raw))
	if err != nil {
		return nil, &RefusedError{err}
	}
	return o.Plays(&m, now)
}

// Plays is Read of a mail that has been read.
func (o *Office) Plays(m *mail.Message, now time.Time) (list []events.PlaySubmitted, err error) {
	for _, said := range m.Plays() {
		side, err := o.sender(m, said.Announced)
		if err == nil {
			err = o.meant(m, &said, side)
		}
		if err != nil {
			return nil, &RefusedError{err}
		}
		if len(m.Others) > 0 && !strings.EqualFold(said.Announced, side.Name) {
			return nil, &RefusedError{&mail.Refusal{Reason: mail.ManyPlays, Line: said.Lines[0], Text: said.Text}}
		}
		play := events.PlaySubmitted{Side: side.Name, Text: said.Text, Message: key(m, side.Name)}
		o.date(&play, m, now)
		if err := signed(&play, m); err != nil {
			return nil, &RefusedError{err}
		}
		list = append(list, play)
	}
	return list, nil
}

// signed adds the signature that a mail has.
func signed(play *events.PlaySubmitted, m *mail.Message) (err error) {
	if m.Signature != "" {
		play.Seen = m.After
		play.Signature, err = signature.Stored(m.Signature)
	}
	return err
}

// key is by what the ledger knows the play of a side in a mail.
func key(m *mail.Message, side string) string {
	if len(m.Others) > 0 {
		return ledger.MessageDigest("the play of " + side + " in " + m.Key)
	}
	return ledger.MessageDigest(m.Key)
}

// sender finds the side that the sender of a mail holds: of several the one that is announced.
func (o *Office) sender(m *mail.Message, announced string) (aggregate.Side, error) {
	e := &SenderError{Address: m.From, Players: people.Find(o.People, m.From), Wanted: o.Side}
	if len(e.Players) != 1 {
		return aggregate.Side{}, e
	}
	var found []aggregate.Side
	for side := range o.State.Sides() {
		if side.Player != e.Players[0] || o.Side != "" && side.Name != o.Side {
			continue
		}
		if strings.EqualFold(side.Name, announced) {
			return side, nil
		}
		e.Sides, found = append(e.Sides, side.Name), append(found, side)
	}
	if len(found) != 1 {
		return aggregate.Side{}, e
	}
	return found[0], nil
}

// meant refuses a play that is announced for somebody else, and one that somebody forwarded who
// is neither its sender nor the umpire.
func (o *Office) meant(m *mail.Message, said *mail.Said, side aggregate.Side) error {
	for other := range o.State.Sides() {
		if other.Name != side.Name && (strings.EqualFold(said.Announced, other.Name) || strings.EqualFold(said.Announced, other.Player) && other.Player != side.Player) {
			return fmt.Errorf("line %d: the play is for %s, but the sender plays %s", said.Lines[0], said.Announced, side.Name)
		}
	}
	if m.Forwarder == "" {
		return nil
	}
	for _, p := range people.Find(o.People, m.Forwarder) {
		if p == side.Player || p == o.State.Holder(events.KnownOffice) {
			return nil
		}
	}
	return fmt.Errorf("header From: %s forwards the mail of %s: expected its sender or the umpire", m.Forwarder, m.From)
}

// date says when a play was sent, and by which clock: its Date counts from what its author could know to
// its arrival.
func (o *Office) date(play *events.PlaySubmitted, m *mail.Message, now time.Time) {
	arrived, by := now, events.ClockCommand
	if !m.Received.IsZero() && m.Received.Before(now) {
		arrived, by = m.Received, events.ClockServer
	}
	sent, dated := m.Sent.UTC(), m.Sent.UTC()
	play.Sent, play.Clock = &sent, events.ClockDate
	if m.Sent.IsZero() {
		sent = arrived.UTC()
		play.Clock = by
		return
	}
	limit, limited := o.State.Facing(play.Side).Limit()
	if sent.After(arrived) || limited && limit.Side == play.Side && sent.Before(limit.From) && arrived.After(limit.From) {
		sent = arrived.UTC()
		play.Clock, play.Dated = by, &dated
	}
}
