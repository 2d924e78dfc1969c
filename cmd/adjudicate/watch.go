package main

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"syscall"
	"time"

	"adjudicate/history"
	"adjudicate/report"
	"adjudicate/store"
)

func watchCommand() *command {
	return newCommand("watch", flags{ledgerFlag,
		least(0, numberOr("last", 3, "begin with the last `NUMBER` of entries")),
		durationOr("every", time.Second/2, "the polling interval, a `DURATION` such as 500ms or 1m"),
		durationOr("for", 0, "stop after a `DURATION` such as 10m (default: when interrupted)"),
	}, onStore(func(s *session, g *game) (report.View, error) {
		if s.c.Duration("every") <= 0 || s.c.Duration("for") < 0 {
			return nil, usagef("", "invalid --every or --for: expected a duration above 0, such as 500ms or 1m")
		}
		ctx, stop := signal.NotifyContext(s.ctx, syscall.SIGINT, syscall.SIGTERM)
		defer stop()
		if d := s.c.Duration("for"); d > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, d)
			defer cancel()
		}
		w := report.Watcher{Last: s.c.Int("last"), Waiting: func(err error) { fmt.Fprintf(s.errs, "%s: %v; trying again\n", name, err) },
			Head: func(ctx context.Context) (uint64, error) {
				head, err := g.st.Head(ctx, g.name)
				return uint64(head), err
			},
			Look: func(ctx context.Context, head uint64) (*history.View, error) {
				return history.Look(ctx, g.st, g.name, history.Where{Known: head})
			},
			Away: func(err error) bool { var away *store.UnreachableError; return errors.As(err, &away) },
			Pause: func(ctx context.Context) {
				select {
				case <-ctx.Done():
				case <-time.After(s.c.Duration("every")):
				}
			},
			Told: func(v *report.Watched) error {
				if s.json {
					return v.WriteLines(s.out)
				}
				p := s.page()
				v.Print(p)
				_, err := fmt.Fprint(s.out, p.String())
				return err
			}}
		return nil, w.Run(ctx)
	}))
}
