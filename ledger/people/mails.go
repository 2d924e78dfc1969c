package people

import (
	"context"
	"slices"
	"time"
)

// Mails lists the mails that an office received lately, oldest first: the result of each, and the answers still to be sent.
type Mails struct {
	List   []Mail    `json:"list"`
	Holder string    `json:"holder,omitempty"` // who is sending the answers
	Until  time.Time `json:"until,omitzero"`   // how long the others leave it to the holder
}

// What was made of a mail.
const (
	MailBegun   = "begun"   // its plays are being entered
	MailRuled   = "ruled"   // its plays are recorded, with the rulings on them: the letters about these are the answer
	MailTray    = "tray"    // it lies in the tray
	MailIgnored = "ignored" // it came from a machine or from the office itself
	MailWish    = "wish"    // it said how its sender wants to be written to
	MailLink    = "link"    // it is none: somebody asked on a page for a link to sign in with, which is the answer
)

// A Mail is one that was taken in.
type Mail struct {
	Key    string    `json:"key"`              // by which it is known when it comes again: a digest of its sender and its id
	Sender string    `json:"sender"`           // a digest of the sender's address
	At     time.Time `json:"at"`               // when it was taken in
	Made   string    `json:"made"`             // what was made of it
	Game   string    `json:"game,omitempty"`   // that it is about
	Player string    `json:"player,omitempty"` // who wrote it
	ID     string    `json:"id,omitempty"`     // the Message-ID that answers refer to
	Plays  []string  `json:"plays,omitempty"`  // by which the ledger knows its plays
	Upto   uint64    `json:"upto,omitempty"`   // the event of the last ruling on them
	Answer *Answer   `json:"answer,omitempty"` // that is due
	Told   bool      `json:"told,omitempty"`   // an answer was due
}

// An Answer is one that a mail is still to get. When it has been sent nothing of it is kept.
type Answer struct {
	To      string `json:"to"` // the address
	Name    string `json:"name,omitempty"`
	Subject string `json:"subject"`
	Text    string `json:"text"`
}

// mostMails is how many mails are remembered. Of an older one that comes again the ledger knows the plays.
const mostMails = 500

// Find returns the mail of a key, nil if it is not known.
func (m *Mails) Find(key string) *Mail {
	if i := slices.IndexFunc(m.List, func(x Mail) bool { return x.Key == key }); i >= 0 {
		return &m.List[i]
	}
	return nil
}

// Playing returns the mail that held a play, by what the ledger knows the play by; nil if none is known.
func (m *Mails) Playing(message string) *Mail {
	if message == "" {
		return nil
	}
	if i := slices.IndexFunc(m.List, func(x Mail) bool { return slices.Contains(x.Plays, message) }); i >= 0 {
		return &m.List[i]
	}
	return nil
}

// Put notes a mail, in the place of what was known of it. The oldest that nothing is owed to is forgotten if there are too many.
func (m *Mails) Put(mail Mail) {
	if known := m.Find(mail.Key); known != nil {
		*known = mail
		return
	}
	m.List = append(m.List, mail)
	for len(m.List) > mostMails {
		i := max(0, slices.IndexFunc(m.List, func(x Mail) bool { return x.Answer == nil && x.Made != MailBegun }))
		m.List = slices.Delete(m.List, i, i+1)
	}
}

// forget takes out what belongs to a player of a game.
func (m *Mails) forget(game, player string) {
	for i := range m.List {
		if x := &m.List[i]; x.Game == game && x.Player == player {
			x.Player, x.ID, x.Answer = "", "", nil
		}
	}
}

// Forget takes out of the mails of an office what belongs to a player of a game.
func Forget(ctx context.Context, d Desk, office, game, player string) error {
	m, err := MailsOf(ctx, d, office, nil)
	if err != nil || !slices.ContainsFunc(m.List, func(x Mail) bool { return x.Game == game && x.Player == player }) {
		return err
	}
	_, err = MailsOf(ctx, d, office, func(m *Mails) error { m.forget(game, player); return nil })
	return err
}

// MailsOf returns the mails that an office has taken in; change, if there is one, changes them in the same step, or refuses to by an
// error, which is returned as it is. They are a sheet under a name that no game has, for names of games have no spaces.
func MailsOf(ctx context.Context, d Desk, office string, change func(*Mails) error) (Mails, error) {
	return sheetOf(ctx, d, "mails "+office, "mails", "cannot read the record of received mails", func() Mails { return Mails{} }, change)
}
