package main

import (
	"fmt"
	"time"

	"adjudicate/ledger/advice"
	"adjudicate/ledger/copies"
	"adjudicate/ledger/place"
	"adjudicate/report"
)

func followCommand() *command {
	return newCommand("follow", flags{gameFlag,
		durationOr("every", 2*time.Second, "the polling interval, a `DURATION` such as 500ms or 1m"),
		durationOr("for", 0, "stop after a `DURATION` such as 10m (default: when interrupted)"),
	}, do(follow))
}

func follow(s *session) (report.View, error) {
	outer := s.ctx
	ctx, begin, stop, err := s.polling()
	if err != nil {
		return nil, err
	}
	defer stop()
	begin() // to find the places takes of the time as well
	s.ctx = ctx
	c, err := s.copier()
	if ctx.Err() != nil && outer.Err() == nil {
		return nil, &advice.UnavailableError{Place: place.Shown(s.arg(0)), Found: fmt.Sprintf("it was not reached within %s", s.c.Duration("for"))}
	}
	if err != nil {
		return nil, err
	}
	defer c.Close()
	watch := copies.Watch{Every: s.c.Duration("every"),
		Waiting: func(err error) { fmt.Fprintf(s.Errs, "%s: %v; trying again\n", name, err) },
		Came: func(f *copies.Following, more uint64) {
			if !s.JSON {
				p := s.Page()
				(&report.Following{Following: f}).Came(p, more)
				fmt.Fprint(s.Out, p.String())
			}
		}}
	v, err := c.Follow(ctx, c.Names[0], watch)
	switch {
	case err != nil:
		return nil, err
	case outer.Err() != nil:
		return nil, outer.Err()
	}
	return &report.Following{Following: v}, nil
}
