package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate"
	"adjudicate/internal/term"
	"adjudicate/ledger/summary"
	"adjudicate/store"
)

func ledgersCommand() *cli.Command {
	return &cli.Command{
		Name: "ledgers", Category: catLedger,
		Flags: []cli.Flag{ledgerFlag, &cli.BoolFlag{Name: "anew", Usage: "read every ledger, and trust no summary kept earlier"}},
		Usage: "list the games of a store: turn, winner, last play",
		Description: `Each game with the number of its events, whose turn it is, the hands won and who won the last one,
and the last play. Summaries are kept in the store (for a server in a file under your cache
folder) by the commands that write; only games that have moved on since are read. --game shows
one of them.`,
		UsageText: "adjudicate ledgers --store all.ledger\nadjudicate ledgers --store esdb://localhost:2113?tls=false --json",
		Action:    do(listLedgers),
	}
}

func listLedgers(s *session) error {
	place := s.place()
	g := &game{ctx: s.ctx, address: place, place: shown(place)}
	var err error
	if g.st, err = openStore(s.ctx, place); err != nil {
		return err
	}
	defer g.close()
	v := &ledgersView{Store: g.place, Ledgers: []ledgerView{}}
	if s.c.String("game") != "" {
		err = s.oneLedger(g, v)
	} else {
		err = s.allLedgers(g, v)
	}
	if err != nil {
		return err
	}
	if err := s.show(v); err != nil {
		return err
	}
	return v.err
}

func (s *session) oneLedger(g *game, v *ledgersView) error {
	var err error
	if g.name, err = choose(s.ctx, g.place, g.st, s.c.String("game")); err != nil {
		return err
	}
	e := summary.Entry{Name: g.name}
	if s.c.Bool("anew") {
		if e.Summary, err = summary.After(s.ctx, g.st, store.Note{Stream: g.name}); err == nil {
			summary.Keep(s.ctx, g.keeper(), g.name, e.Summary)
		}
	} else {
		var head store.Revision
		if head, err = g.st.Head(s.ctx, g.name); err == nil {
			e.Summary, err = summary.Current(s.ctx, g.st, g.keeper(), g.name, head)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", g.place, err)
	}
	v.add(e)
	return nil
}

func (s *session) allLedgers(g *game, v *ledgersView) error {
	at, done := s.progress("reading", -1)
	defer done()
	for e, err := range summary.All(s.ctx, g.st, g.keeper(), s.c.Bool("anew")) {
		if errors.Is(err, summary.ErrNoList) {
			return usagef("--game NAME chooses one", "%s: %v", g.place, err)
		}
		if err != nil {
			return err
		}
		v.add(e)
		at(int64(len(v.Ledgers)))
	}
	return nil
}

type ledgersView struct {
	Store   string       `json:"store"`
	Ledgers []ledgerView `json:"ledgers"`
	err     error        // of the first ledger that could not be read
}

type ledgerView struct {
	Name       string          `json:"name"`
	Game       string          `json:"game,omitempty"`
	System     string          `json:"system,omitempty"`
	Events     uint64          `json:"events"`
	Hand       int             `json:"hand,omitempty"` // the one being played
	Turn       string          `json:"turn,omitempty"` // in words
	ToPlay     string          `json:"to_play,omitempty"`
	Player     string          `json:"player,omitempty"`
	FreeForAll string          `json:"free_for_all,omitempty"`
	Winner     *summary.Winner `json:"winner,omitempty"` // of the last hand won
	Last       *summary.Play   `json:"last,omitempty"`
	Recorded   *time.Time      `json:"recorded,omitempty"` // when the last event was
	Error      string          `json:"error,omitempty"`
}

func (v *ledgersView) add(e summary.Entry) {
	if e.Err != nil {
		v.Ledgers = append(v.Ledgers, ledgerView{Name: e.Name, Error: e.Err.Error()})
		if v.err == nil {
			v.err = fmt.Errorf("%s: %s: %w", v.Store, e.Name, e.Err)
		}
		return
	}
	s := &e.Summary
	v.Ledgers = append(v.Ledgers, ledgerView{Name: e.Name, Game: s.Game, System: s.System, Events: s.Sequence, Hand: s.Hand,
		Turn: s.Turn(), ToPlay: s.ToPlay, Player: s.Player, FreeForAll: s.FreeForAll, Winner: s.Winner, Last: s.Last, Recorded: &s.Recorded})
}

func (v *ledgersView) text(p *term.Page) {
	rows := [][]string{{"ledger", ">events", "turn", ">hand", "winner", "last play"}}
	for i := range v.Ledgers {
		l := &v.Ledgers[i]
		if l.Error != "" {
			rows = append(rows, []string{l.Name, "", "unreadable", "", "", ""})
			continue
		}
		winner, last := "-", "-"
		if l.Winner != nil {
			winner = fmt.Sprintf("%s (hand %d)", l.Winner.Player, l.Winner.Hand)
		}
		if l.Last != nil {
			last = fmt.Sprintf("%s  %s: %s", moment(l.Last.At), l.Last.Side, l.Last.Text)
			if l.Last.Verdict != aggregate.Accepted {
				last += "  " + verdictWord(&term.Page{}, l.Last.Verdict)
			}
		}
		rows = append(rows, []string{l.Name, fmt.Sprint(l.Events), l.Turn, fmt.Sprint(l.Hand), winner, last})
	}
	p.Table(rows)
	p.Line("%s holds %s.", v.Store, counted(len(v.Ledgers), "game"))
}
