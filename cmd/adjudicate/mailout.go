package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"adjudicate/ledger/place"
	"adjudicate/report"
	"adjudicate/web"
	"adjudicate/web/outbox"
)

var (
	smtpFlag     = option("smtp", "the `ADDRESS` of the mail server, such as smtp://umpire@mail.example.org:587; the password is read from $ADJUDICATE_SMTP_PASSWORD or the file $ADJUDICATE_SMTP_PASSWORD_FILE")
	mailFromFlag = option("from", "the sender's `ADDRESS`, such as umpire@example.org")
	mailListFlag = option("list", "the `ADDRESS` of a mailing list that receives the mails instead of the players")
	mailURLFlag  = checked(web.CheckAddress, option("url", "the `ADDRESS` at which players reach \"adjudicate serve\", for links"))
)

func mailCommand() *command {
	return newGroup("mail", takeCommand(), demandCommand(), newCommand("send", flags{ledgerFlag, nowFlag, smtpFlag, mailFromFlag, mailListFlag, mailURLFlag,
		toggle("again", "also retry mails that the server has rejected")}, onStore(sendMails)))
}

// outbox is how mails are sent, by the flags.
func (s *session) outbox(now func() time.Time) (outbox.Options, error) {
	key, _ := s.host.Key(web.KeyPurpose) // without one subjects have no tokens
	holder := s.host.Holder()            // until the process ends
	o := outbox.Options{Key: key, From: s.c.String("from"), List: s.c.String("list"), URL: s.c.String("url"), Again: s.c.Bool("again"), Holder: holder.Name, Gone: holder.Gone, Release: holder.Close, Now: now}
	o.Wishes = func(game, origin, player string) string {
		return web.LettersLink(key, s.c.String("url"), game, origin, player, now())
	}
	password, err := place.Password(os.Getenv("ADJUDICATE_SMTP_PASSWORD"), os.Getenv("ADJUDICATE_SMTP_PASSWORD_FILE"))()
	if err == nil {
		err = o.Through(s.c.String("smtp"), password)
	}
	if err != nil {
		err = usagef("", "--smtp and --from: %v", err)
	}
	return o, err
}

// sendMails sends what is due of one game.
func sendMails(s *session, g *game) (report.View, error) {
	o, err := s.outbox(func() time.Time { return s.at })
	if err != nil {
		return nil, err
	}
	defer o.Close()
	return outbox.Once(s.ctx, g.Game, o)
}

// keepSending sends what is due of all games, again and again until ctx is done.
func (s *session) keepSending(ctx context.Context, st *place.Store) error {
	if s.c.String("smtp") == "" {
		return nil
	}
	o, err := s.outbox(time.Now)
	if err != nil {
		return err
	}
	outbox.Start(ctx, st, o, func(err error) { fmt.Fprintf(s.Errs, "%s: %v\n", name, err) })
	return nil
}
