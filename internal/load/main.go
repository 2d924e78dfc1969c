// Load measures what one office holds at fixed rates. It starts the program itself, with a store of its own in a temporary folder, and is to it
// what browsers and programs are: another process, on the loopback device, that knows addresses and documents and nothing else.
//
//	init, import, player invite ──► games.ledger ──► adjudicate serve
//	                                                    ▲    │
//	pages that are kept, pages of points drawn anew ────┤    │ server-sent events
//	plays, by the players of many games ────────────────┘    └──► watchers
//
// The loop is open: requests are due at moments fixed beforehand, whether or not earlier ones have been answered, and each is measured from the
// moment at which it was due, so that an office which falls behind is seen to. A play reaches a watcher with the first event that names
// the play's number or a later one; a watcher who got no such event is missing. Each player has an address of the loopback network
// of their own, as the office counts what an address writes.
//
//	go run ./internal/load -program build/adjudicate
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"time"
)

// A plan is how much is asked, and for how long.
type plan struct {
	program, season string
	kept, anew      int // pages a second
	games, watchers int
	plays           int // a second
	lasts           time.Duration
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == bareFolder {
		if err := serveBare(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, "load:", err)
			os.Exit(1)
		}
	}
	var p plan
	flag.StringVar(&p.program, "program", "build/adjudicate", "the `PROGRAM` to measure")
	flag.StringVar(&p.season, "season", "fixtures/season/autumn.season", "the `FILE` of the season whose pages are asked for")
	flag.IntVar(&p.kept, "kept", 10_000, "kept pages a second")
	flag.IntVar(&p.anew, "anew", 800, "pages a second that nobody has asked for")
	flag.IntVar(&p.games, "games", 500, "games that are played at once")
	flag.IntVar(&p.watchers, "watchers", 5000, "streams that are open on them")
	flag.IntVar(&p.plays, "plays", 300, "plays a second")
	flag.DurationVar(&p.lasts, "for", 30*time.Second, "how `LONG` each rate is kept up")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, p, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, p plan, w io.Writer) error {
	if most := p.games * longest / max(p.plays, 1); time.Duration(most)*time.Second < p.lasts {
		return fmt.Errorf("%d games hold %d plays: at %d a second expected at most -for %ds", p.games, p.games*longest, p.plays, most)
	}
	dir, err := os.MkdirTemp("", "load-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	o := &office{program: p.program, dir: dir}
	players, err := o.prepare(ctx, p)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s a rate; times in ms, from the moment at which a request was due\n\n", p.lasts)
	fmt.Fprint(w, "| asked | a second | refused | missing | p50 | p99 | most | processor time of the office, ms each | memory of the office at most, MiB |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, part := range []func(context.Context, *office, plan) ([]row, error){
		keptPages, newPages,
		func(ctx context.Context, o *office, p plan) ([]row, error) { return watched(ctx, o, p, players) },
	} {
		// Each rate meets an office that has just begun, so that the memory is that of its own work.
		if err := o.start(ctx); err != nil {
			return err
		}
		rows, err := part(ctx, o, p)
		if ended := o.end(); err == nil {
			err = ended
		}
		if err != nil {
			return err
		}
		for _, r := range rows {
			fmt.Fprintln(w, r)
		}
	}
	fmt.Fprintf(w, "\nAt its end the last office took %s to let go of %d streams and stop.\n", o.stopping.Round(time.Millisecond), p.watchers)
	return nil
}

// A row is what was measured of one kind of request.
type row struct {
	what             string
	rate             float64 // answers a second
	refused, missing int
	took             []time.Duration
	each             time.Duration // processor time of the office
	memory           int64         // bytes
}

func (r row) String() string {
	slices.Sort(r.took)
	at := func(part int) float64 {
		if len(r.took) == 0 {
			return 0
		}
		return ms(r.took[(len(r.took)-1)*part/100])
	}
	spent, held := "", ""
	if r.each > 0 {
		spent = fmt.Sprintf("%.2f", ms(r.each))
	}
	if r.memory > 0 {
		held = fmt.Sprint(r.memory >> 20)
	}
	return fmt.Sprintf("| %s | %.0f | %d | %d | %.1f | %.1f | %.1f | %s | %s |", r.what, r.rate, r.refused, r.missing, at(50), at(99), at(100), spent, held)
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
