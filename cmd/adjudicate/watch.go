package main

import (
	"context"
	"fmt"
	"time"

	"adjudicate/report"
)

func watchCommand() *command {
	return newCommand("watch", flags{ledgerFlag,
		least(0, numberOr("last", 3, "begin with the last `NUMBER` entries")),
		durationOr("every", time.Second/2, "the polling interval, a `DURATION` such as 500ms or 1m"),
		durationOr("for", 0, "stop after a `DURATION` such as 10m (default: when interrupted)"),
	}, onStore(func(s *session, g *game) (report.View, error) {
		ctx, begin, stop, err := s.polling()
		if err != nil {
			return nil, err
		}
		defer stop()
		w := report.WatchGame(g.Game, s.c.Int("last"))
		w.Waiting = func(err error) { fmt.Fprintf(s.Errs, "%s: %v; trying again\n", name, err) }
		w.Pause = func(ctx context.Context) { begin(); pause(ctx, s.c.Duration("every")) } // what there is has been told
		w.Told = func(v *report.Watched) error {
			if s.JSON {
				return v.WriteLines(s.Out)
			}
			return s.show(v)
		}
		return nil, w.Run(ctx)
	}))
}
