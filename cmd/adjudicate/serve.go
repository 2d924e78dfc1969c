package main

import (
	"fmt"
	"log/slog"
	"net"
	"os/signal"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"adjudicate/ledger/place"
	"adjudicate/report"
	"adjudicate/web"
)

func serveCommand() *cli.Command {
	return newCommand("serve", []cli.Flag{ledgerFlag, &cli.StringFlag{Name: "listen", Value: "127.0.0.1:8080", Usage: "the `ADDRESS` to listen on; port 0 is any free one"}}, onWhole(serve))
}

// serve answers until it is interrupted. Where it listens is told on standard error, and each failure of its own.
func serve(s *session, st *place.Store) (report.View, error) {
	w, err := web.New(st, web.Options{Version: version, Now: time.Now, Log: slog.New(slog.NewTextHandler(s.errs, nil))})
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", s.c.String("listen"))
	if err != nil {
		return nil, usagef("--listen chooses another address", "cannot listen on %s: %v", s.c.String("listen"), err)
	}
	fmt.Fprintf(s.errs, "%s: %s is shown at http://%s/\n", name, st.Place, l.Addr())
	ctx, stop := signal.NotifyContext(s.ctx, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	return nil, w.Run(ctx, l)
}
