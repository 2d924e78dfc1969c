package main

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/report"
	"adjudicate/web"
	"adjudicate/web/hooks"
)

func webhookCommand() *command {
	return newGroup("webhook",
		newCommand("add", flags{ledgerFlag, toggle("inside", "allow http, this machine and private networks")}, onStore(hooked(func(s *session, g *game, _ hooks.Options) (*people.Hook, error) {
			return hooks.Add(s.ctx, g.Game, s.arg(0), s.arg(1), s.c.Bool("inside"))
		}))),
		newCommand("list", flags{ledgerFlag}, onStore(func(s *session, g *game) (report.View, error) {
			all, err := g.Hooks(s.ctx, nil)
			return &report.Webhooks{Game: g.Name, Hooks: all.List}, err
		})),
		newCommand("remove", flags{ledgerFlag}, onStore(func(s *session, g *game) (report.View, error) {
			err := hooks.Remove(s.ctx, g.Game, s.arg(0))
			all, _ := g.Hooks(s.ctx, nil)
			return &report.Webhooks{Game: g.Name, Hooks: all.List}, err
		})),
		newCommand("test", flags{ledgerFlag}, onStore(hooked(func(s *session, g *game, o hooks.Options) (*people.Hook, error) {
			return hooks.Test(s.ctx, g.Game, s.arg(0), uuid.NewString(), o)
		}))))
}

// hooked shows a webhook after something was done with it, and its secret.
func hooked(act func(*session, *game, hooks.Options) (*people.Hook, error)) func(*session, *game) (report.View, error) {
	return func(s *session, g *game) (report.View, error) {
		key, err := s.host.Key(web.KeyPurpose)
		if err != nil {
			return nil, err
		}
		h, err := act(s, g, hooks.Options{Key: key, Now: time.Now})
		if err != nil {
			return nil, err
		}
		return &report.Webhooks{Game: g.Name, Hooks: []people.Hook{*h}, Secret: hooks.Secret(key, g.Name, h.ID)}, nil
	}
}

// keepCalling calls the webhooks of all games until ctx is done.
func (s *session) keepCalling(ctx context.Context, st *place.Store, key []byte) {
	holder := s.host.Holder()
	go hooks.Keep(ctx, st, hooks.Options{Key: key, URL: s.c.String("url"), Holder: holder.Name, Gone: holder.Gone, Release: holder.Close, Now: time.Now},
		func(err error) { fmt.Fprintf(s.Errs, "%s: webhooks: %v\n", name, err) })
}
