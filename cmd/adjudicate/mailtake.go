package main

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"os"
	"time"

	"adjudicate/internal/term"
	"adjudicate/ledger/advice"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/ledger/post"
	"adjudicate/report"
	"adjudicate/web"
	"adjudicate/web/inbox"
	"adjudicate/web/inbox/imap"
)

var (
	mailTrustFlag = options("trust", "the `NAME` by which a mail server of yours signs Authentication-Results, such as mx.example.org (repeatable)")
	mailIMAPFlag  = option("imap", "take the mails of the mailbox `ADDRESS`, such as imaps://umpire@mail.example.org/INBOX; the password is read from $ADJUDICATE_IMAP_PASSWORD or the file $ADJUDICATE_IMAP_PASSWORD_FILE")
	mailTrayFlag  = option("tray", "the `FOLDER` of refused mails, for the umpire's desk (default: beside the ledger)")
)

func takeCommand() *command {
	return newCommand("take", flags{ledgerFlag, nowFlag, mailTrayFlag, mailTrustFlag, mailIMAPFlag, mailURLFlag, mailFromFlag}, onWhole(func(s *session, st *place.Store) (report.View, error) {
		desk := s.inbox(st, func() time.Time { return s.at })
		if s.c.String("imap") != "" {
			return s.takeMailbox(desk)
		}
		paths := s.c.Args().Slice()
		if len(paths) == 0 {
			paths = []string{"-"}
		}
		pile, err := inbox.Gather(paths, s.In, true)
		if err != nil {
			return nil, err
		}
		return pile.Take(s.ctx, desk)
	}))
}

// mailbox is the one that --imap names.
func (s *session) mailbox() (*imap.Source, error) {
	box, err := imap.New(s.c.String("imap"), place.Password(os.Getenv("ADJUDICATE_IMAP_PASSWORD"), os.Getenv("ADJUDICATE_IMAP_PASSWORD_FILE")), nil)
	if err != nil {
		err = usagef("", "invalid --imap: %v", err)
	}
	return box, err
}

// takeMailbox takes what is in a mailbox.
func (s *session) takeMailbox(desk *inbox.Desk) (report.View, error) {
	if s.c.NArg() > 0 {
		return nil, usagef("", "expected files or --imap, found both")
	}
	box, err := s.mailbox()
	if err != nil {
		return nil, err
	}
	v := &report.Taken{Mails: []report.TakenMail{}}
	if err := box.Once(s.ctx, desk.Taker(func(m *report.Taken) { v.Mails = append(v.Mails, m.Mails...) })); err != nil {
		return nil, &advice.UnavailableError{Place: "the mailbox", Found: "it could not be emptied", Err: err}
	}
	return v, nil
}

// keepTaking takes the mails of a mailbox until ctx is done.
func (s *session) keepTaking(ctx context.Context, st *place.Store) error {
	if s.c.String("imap") == "" {
		return nil
	}
	box, err := s.mailbox()
	if err != nil {
		return err
	}
	told := func(what any) { fmt.Fprintf(s.Errs, "%s: %s\n", name, term.Escape(fmt.Sprint(what))) }
	go box.Keep(ctx, s.inbox(st, time.Now).Taker(func(v *report.Taken) {
		for i := range v.Mails {
			told(v.Mails[i].Line())
		}
	}), func(err error) { told(err) })
	return nil
}

// inbox is the desk that takes mails, by the flags.
func (s *session) inbox(st *place.Store, now func() time.Time) *inbox.Desk {
	key, _ := s.host.Key(web.KeyPurpose) // without one no token is known
	return inbox.New(st, inbox.Options{Now: now, Tray: cmp.Or(s.c.String("tray"), place.Tray(st.Address)), Key: key, URL: s.c.String("url"), Game: s.c.String("game"),
		Own: inbox.Addresses(s.c.String("from"), s.c.String("list")), Trust: post.Trust{Trusted: s.c.StringSlice("trust"), Lookup: net.LookupTXT}})
}

func demandCommand() *command {
	return newCommand("demand", flags{ledgerFlag}, onStore(func(s *session, g *game) (report.View, error) {
		p, err := g.Posted(s.ctx, nil)
		if what := s.arg(0); what != "" && err == nil {
			if p, err = g.Demand(s.ctx, what); err != nil {
				return nil, err
			}
		}
		return &report.Demanded{Game: g.Name, Demand: cmp.Or(p.Demand, people.DemandNothing)}, err
	}))
}
