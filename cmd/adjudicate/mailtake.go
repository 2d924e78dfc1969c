package main

import (
	"cmp"
	"context"
	"net"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/ledger/post"
	"adjudicate/report"
	"adjudicate/web"
	"adjudicate/web/inbox"
)

var (
	mailTrustFlag = &cli.StringSliceFlag{Name: "trust", Usage: "the `NAME` by which a mail server of yours signs Authentication-Results, such as mx.example.org (repeatable)"}
	mailTrayFlag  = &cli.StringFlag{Name: "tray", Usage: "the `FOLDER` of refused mails, for the umpire's desk (default: beside the ledger)"}
)

func takeCommand() *cli.Command {
	return newCommand("take", []cli.Flag{ledgerFlag, nowFlag, mailTrayFlag, mailTrustFlag, mailURLFlag, mailFromFlag}, onWhole(func(s *session, st *place.Store) (report.View, error) {
		at, err := s.now()
		if err != nil {
			return nil, err
		}
		paths := s.c.Args().Slice()
		if len(paths) == 0 {
			paths = []string{"-"}
		}
		pile, err := inbox.Gather(paths, s.in, true)
		if err != nil {
			return nil, err
		}
		return pile.Take(s.ctx, s.inbox(st, func() time.Time { return at }))
	}))
}

// inbox is the desk that takes mails, by the flags.
func (s *session) inbox(st *place.Store, now func() time.Time) *inbox.Desk {
	key, _ := s.host.Key(web.KeyPurpose) // without one no token is known
	return inbox.New(st, inbox.Options{Now: now, Tray: cmp.Or(s.c.String("tray"), place.Tray(st.Address)), Key: key, URL: s.c.String("url"), Game: s.c.String("game"),
		Own: inbox.Addresses(s.c.String("from"), s.c.String("list")), Trust: post.Trust{Trusted: s.c.StringSlice("trust"), Lookup: lookup}})
}

// lookup asks for the keys of domains.
func lookup(domain string) ([]string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return net.DefaultResolver.LookupTXT(ctx, domain)
}

func demandCommand() *cli.Command {
	return newCommand("demand", []cli.Flag{ledgerFlag}, onStore(func(s *session, g *game) (report.View, error) {
		p, err := g.Posted(s.ctx, nil)
		if what := s.arg(0); what != "" && err == nil {
			if p, err = g.Demand(s.ctx, what); err != nil {
				return nil, usagef("", "%v: expected one of %s", err, strings.Join(people.Demands, ", "))
			}
		}
		return &report.Demanded{Game: g.Name, Demand: cmp.Or(p.Demand, people.DemandNothing)}, err
	}))
}
