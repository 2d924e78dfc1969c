package main

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger"
	"adjudicate/projections"
	"adjudicate/report"
)

func logCommand() *cli.Command {
	return newCommand("log", reading(
		&cli.StringFlag{Name: "side", Usage: "list only what concerns the `SIDE`"},
		&cli.StringFlag{Name: "piece", Usage: "list only what concerns the piece `ID`, such as R1"},
		&cli.StringFlag{Name: "clause", Usage: "list only what rests on a `CLAUSE`, such as 1230.5 or \"1230.2 §6\""},
		&cli.StringFlag{Name: "reading", Usage: "list only what rests on a `READING`, such as gess-adjacent or gess-adjacent=no"},
		&cli.BoolFlag{Name: "rejected", Usage: "list only rejected inputs"},
		&cli.BoolFlag{Name: "plays", Usage: "list only plays"},
		&cli.BoolFlag{Name: "all", Usage: "also the rules that opened the game"},
		&cli.IntFlag{Name: "last", Usage: "list only the last `NUMBER`, such as 10"},
	), do(func(s *session) error {
		if s.c.Int("last") < 0 {
			return usagef("", "--last %d: expected a number from 0", s.c.Int("last"))
		}
		g, err := s.attach()
		if err != nil {
			return err
		}
		defer g.close()
		history, known := projections.NewHistory(), projections.NewKnown()
		if err := s.fold(g, history, known); err != nil {
			return err
		}
		query, err := s.query(known)
		if err != nil {
			return err
		}
		last := -1
		if s.c.IsSet("last") {
			last = s.c.Int("last")
		}
		p, err := s.point(g)
		if err != nil {
			return err
		}
		if entry, _, _ := strings.Cut(query.Reading, "="); entry != "" {
			st := aggregate.NewState()
			for e, err := range p.events(1) {
				if err != nil {
					return err
				}
				if p.folds(&e) {
					st.Apply(e.Payload)
				}
			}
			register, err := st.Register()
			if err != nil {
				return err
			}
			if !slices.Contains(register.IDs(), entry) {
				return unknownName("entry of the register", entry, register.IDs(), "\"adjudicate interpret list\" lists them")
			}
		}
		return s.show(report.NewLog(history, query, p.addresses(), s.c.Bool("all"), last))
	}))
}

// query says which entries the flags ask for. What a flag names has to be known to the history;
// case does not matter where it leaves one.
func (s *session) query(known *projections.Known) (projections.Query, error) {
	q := projections.Query{Clause: s.c.String("clause"), Reading: s.c.String("reading")}
	rule, _, _ := strings.Cut(strings.NewReplacer("§", " ", "/", " ").Replace(q.Clause), " ")
	for _, f := range []struct {
		flag, what, word string
		names            []string
		into             *string
	}{
		{"side", "side", s.c.String("side"), known.Names(events.RoleSide), &q.Side},
		{"piece", "piece", s.c.String("piece"), known.Names(events.RolePiece), &q.Piece},
		{"clause", "rule", rule, known.Names(events.RoleRule), &rule},
	} {
		name, ok := knownAs(f.word, f.names)
		if !ok {
			return q, unknownName(f.what, f.word, f.names, "")
		}
		*f.into = name
	}
	if s.c.Bool("rejected") {
		q.Verdict = aggregate.Rejected
	}
	if s.c.Bool("plays") {
		q.Kind = events.PlaySubmitted{}.Kind()
	}
	return q, nil
}

// lastRuling is the last entry of the history: the one input and its outcomes that are left
// when all has been read.
func (s *session) lastRuling(g *game) (*report.Entry, error) {
	p, err := s.point(g)
	if err != nil {
		return nil, err
	}
	last, err := events.LastAct(p.upTo, func(from uint64) iter.Seq2[events.Envelope, error] {
		if !p.plain {
			from = 1 // what is latest may have been recorded at any time
		}
		return p.events(from)
	})
	if err != nil || last == nil {
		return nil, err
	}
	entry := report.EntryOf(last)
	return &entry, nil
}

func rulingCommand() *cli.Command {
	return newCommand("ruling", reading(boardFlag, checkpointFlag, receiptFlag, signFlag), do(func(s *session) error {
		g, err := s.attach()
		if err != nil {
			return err
		}
		defer g.close()
		place, err := s.asked(g, s.arg(0))
		if err != nil {
			return err
		}
		v, err := s.rulingOf(g, place)
		if err != nil {
			return err
		}
		if err := s.withDisputes(g, v); err != nil {
			return err
		}
		if err := s.withCheckpoint(g, v); err != nil {
			return err
		}
		if err := s.receipt(g, v); err != nil {
			return err
		}
		return s.show(v)
	}))
}

// asked reads the sequence of an event, or the address of an entry that the edition has put in.
func (s *session) asked(g *game, word string) (history.Place, error) {
	if address := strings.TrimPrefix(word, "#"); history.IsChange(address) {
		h, err := s.point(g)
		if err != nil {
			return history.Place{}, err
		}
		return h.inserted(address)
	}
	n, err := s.sequence(g, word)
	if err == nil && word == "" {
		n, err = s.adopting(g, n)
	}
	return history.Place{Input: n}, err
}

// adopting returns the adoption that an event restates something for, else its own sequence.
func (s *session) adopting(g *game, sequence uint64) (uint64, error) {
	for e, err := range ledger.Events(s.ctx, g.st, g.name, sequence) {
		if err != nil {
			return 0, fmt.Errorf("%s: %w", g.place, err)
		}
		if e.Effective >= e.Sequence {
			break
		}
		cat, err := history.Load(s.ctx, g.st, g.name, sequence)
		if err != nil {
			return 0, pointError(err)
		}
		return cat.Current().Adopted, nil
	}
	return sequence, nil
}

// sequence reads a sequence number; an empty word is the last one where the flags point.
func (s *session) sequence(g *game, word string) (uint64, error) {
	upto := s.c.Uint64("at")
	if word == "" && upto != 0 {
		return upto, nil
	}
	if word == "" && s.pointed() {
		last, err := s.lastRuling(g)
		if err == nil && last == nil {
			err = usagef("\"adjudicate log\" lists the events", "no ruling found")
		}
		if err != nil {
			return 0, err
		}
		return last.Sequence, nil
	}
	if word == "" {
		head, err := g.st.Head(s.ctx, g.name)
		return uint64(head), err
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(word, "#"), 10, 63)
	if err == nil && upto != 0 && n > upto {
		return 0, usagef("", "event %d comes after --at %d", n, upto)
	}
	if err != nil || n == 0 {
		return 0, usagef("\"adjudicate log\" lists the numbers", "NUMBER %q: expected the sequence of an event, from 1", word)
	}
	return n, nil
}
