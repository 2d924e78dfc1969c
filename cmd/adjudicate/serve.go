package main

import (
	"cmp"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger/place"
	"adjudicate/report"
	"adjudicate/web"
)

// urlFlag is where the world reaches the office.
var urlFlag = checked(web.CheckAddress, optionOr("url", "http://127.0.0.1:8080", "the `ADDRESS` at which players reach \"adjudicate serve\""))

func serveCommand() *command {
	return newCommand("serve", flags{ledgerFlag, urlFlag, smtpFlag, mailFromFlag, mailListFlag, optionOr("listen", "127.0.0.1:8080", "the `ADDRESS` to listen on; port 0 is any free one"),
		options("private", "show `GAME` to invited people only; * means every game (repeatable)"),
		mailTrayFlag, mailIMAPFlag, mailTrustFlag, options("acme", "speak TLS, with a certificate for `HOST` that is obtained by ACME and renewed (repeatable); the authority must reach HOST at port 443"),
		option("acme-directory", "the `ADDRESS` of the directory of the authority (default: that of Let's Encrypt)")}, onWhole(serve))
}

// serve answers until it is interrupted. Where it listens is told on standard error, and each failure of its own.
func serve(s *session, st *place.Store) (report.View, error) {
	certs := web.Certificates{Hosts: s.c.StringSlice("acme"), Folder: s.host.Own, Directory: s.c.String("acme-directory")}
	if !s.c.IsSet("url") {
		_ = s.c.Set("url", certs.Address(s.c.String("url"))) // of its kind
	}
	key, err := s.host.Key(web.KeyPurpose)
	if err != nil {
		fmt.Fprintf(s.Errs, "%s: nobody can sign in: %v\n", name, err)
	}
	tray := cmp.Or(s.c.String("tray"), place.Tray(st.Address))
	w, err := web.New(st, web.Options{Private: s.c.StringSlice("private"), Tray: func(string) string { return tray },
		Version: version, Now: time.Now, Key: key, URL: s.c.String("url"), Mails: s.c.String("smtp") != "", Secure: strings.HasPrefix(s.c.String("url"), "https:"), Log: slog.New(slog.NewTextHandler(s.Errs, nil))})
	if err != nil {
		return nil, err
	}
	l, err := s.listen()
	if err == nil {
		l, err = certs.Listen(l, func(err error) { fmt.Fprintf(s.Errs, "%s: %v\n", name, err) })
	}
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(s.Errs, "%s: serving %s at %s/\n", name, st.Place, certs.Address("http://"+l.Addr().String()))
	ctx, stop := s.until()
	defer stop()
	if err := cmp.Or(s.keepSending(ctx, st), s.keepTaking(ctx, st)); err != nil {
		return nil, err
	}
	s.keepCalling(ctx, st, key)
	go web.KeepPlaying(ctx, st, time.Now, func(err error) { fmt.Fprintf(s.Errs, "%s: plays written ahead: %v\n", name, err) })
	return nil, w.Run(ctx, l)
}

// asFlag is the role of somebody who is invited.
var asFlag = among("role", web.Roles, optionOr("as", "player", "the `ROLE`: player, umpire, judge, or watcher of a private game"))

// invite answers with a link by which somebody can sign in to the office.
func invite(s *session, g *game) (report.View, error) {
	p, err := s.known(g)
	if s.c.String("as") == "watcher" {
		p, err = aggregate.Player{Name: s.arg(0)}, nil // need not play
	}
	if err != nil {
		return nil, err
	}
	key, err := s.host.Key(web.KeyPurpose)
	if err != nil {
		return nil, err
	}
	v, err := web.Invitation(s.ctx, g.Game, key, s.c.String("url"), p.Name, s.c.String("as"), s.at.AddDate(0, 0, s.c.Int("days")))
	v.Umpire = g.l.State().Holder(events.KnownOffice)
	return v, err
}
