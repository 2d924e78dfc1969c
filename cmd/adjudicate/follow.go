package main

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"adjudicate/report"
	"adjudicate/store"
	"adjudicate/store/replica"
)

func followCommand() *cli.Command {
	return newCommand("follow", []cli.Flag{gameFlag,
		&cli.DurationFlag{Name: "every", Value: 2 * time.Second, Usage: "the polling interval, a `DURATION` such as 500ms or 1m (default: 2s)"},
		&cli.DurationFlag{Name: "for", Usage: "stop after a `DURATION` such as 10m (default: when interrupted)"},
	}, do(func(s *session) error {
		if s.c.Duration("every") <= 0 || s.c.Duration("for") < 0 {
			return usagef("", "--every and --for: expected durations above 0, such as 500ms or 1m")
		}
		c, err := s.copier(s.arg(0), s.arg(1))
		if err != nil {
			return err
		}
		defer c.close()
		return s.follow(c)
	}))
}

func (s *session) follow(c *copier) error {
	ctx, stop := signal.NotifyContext(s.ctx, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if d := s.c.Duration("for"); d > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	v := &report.Following{Copy: report.Copy{From: shown(c.fromAt), To: shown(c.toAt), Name: c.names[0]}}
	first := true
	told := func(res replica.Result) {
		v.Copied += uint64(res.After - res.Before)
		v.Events = uint64(res.After)
		if first {
			v.Compared, v.Before, first = uint64(res.Compared), uint64(res.Before), false
		}
		if res.After > res.Before {
			v.Updates++
			c.caughtUp(ctx, v)
		}
		if !s.json {
			p := s.page()
			v.Came(p, uint64(res.After-res.Before))
			fmt.Fprint(s.out, p.String())
		}
	}
	err := c.of(v.Name, nil).Follow(ctx, replica.Following{Every: s.c.Duration("every"), Told: told, Waiting: func(err error) {
		fmt.Fprintf(s.errs, "%s: %v; trying again\n", name, err)
	}})
	switch {
	case differs(&v.Copy, err):
		err = errDifference
	case ctx.Err() != nil && s.ctx.Err() == nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)):
		err = nil // it was to end
	default:
		return err
	}
	if serr := s.show(v); serr != nil {
		return serr
	}
	return err
}

// caughtUp brings what lies beside the copy up to date as well.
func (c *copier) caughtUp(ctx context.Context, v *report.Following) {
	if n, err := c.checkpoints(ctx, v.Name, int64(v.Events)); err == nil {
		v.Checkpoints = n
	}
	g := &game{ctx: ctx, st: c.to, name: v.Name, notes: c.keeper}
	g.summarise(store.Revision(v.Events))
}
