package main

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/ledger/intake"
	"adjudicate/ledger/place"
	"adjudicate/report"
	"adjudicate/rules"
)

func initCommand() *cli.Command {
	return newCommand("init", []cli.Flag{
		&cli.StringFlag{Name: "game", Usage: "the game's `NAME` (default: $ADJUDICATE_GAME, else the name of the ledger's file)"},
		&cli.StringFlag{Name: "system", Usage: "the `SYSTEM` of rules (default: partychess)"},
		&cli.StringFlag{Name: "seed", Usage: "the seed of all lots, 64 `HEX` digits (default: drawn at random)"},
		&cli.StringFlag{Name: "note", Usage: "a `TEXT` recorded in the first event"},
		&cli.StringFlag{Name: "rulebook", Usage: "`PATH` of a rule file or a folder of them, in place of the system's own"},
		&cli.StringFlag{Name: "season", Usage: "a season `FILE` to begin with"},
		ledgerFlag, aheadFlag, nowFlag, actorFlag,
	}, do(initLedger))
}

func initLedger(s *session) (report.View, error) {
	if path := s.c.String("season"); path != "" {
		for _, f := range []string{"game", "system", "seed", "note", "rulebook"} {
			if s.c.IsSet(f) {
				return nil, usagef("", "--season brings its own game: expected no --%s beside it", f)
			}
		}
		return s.importFile(path)
	}
	at, err := s.now()
	if err != nil {
		return nil, err
	}
	opened, list, err := s.opening()
	if err != nil {
		return nil, err
	}
	draft, state, err := intake.Open(s.ctx, s.host, opened, list, s.c.String("actor"), at)
	var rejected *intake.RejectedError
	if errors.As(err, &rejected) {
		return nil, usagef("\"adjudicate rule check FILE\" looks at rules before they are used", "%s is not accepted: %s", report.InputWords(rejected.Input), rejected.Fault.Message)
	}
	if err != nil {
		return nil, err
	}
	v, err := report.NewOpening(state, len(list), len(draft.Events))
	if err == nil {
		v.Ledger, err = s.put(draft)
	}
	return v, err
}

// put writes a draft where the flags say. Only a place named as a store takes a game beside others.
func (s *session) put(d *intake.Draft) (string, error) {
	where, several := s.placeNamed()
	return d.Put(s.ctx, s.host, where, several)
}

// defaultSystem is the system of a game whose umpire names none.
const defaultSystem = "partychess"

// opening makes the first inputs from the flags.
func (s *session) opening() (o events.GameOpened, list []rules.Rule, err error) {
	game := s.gameName()
	if game == "" {
		where := s.place()
		if place.IsAddress(where) {
			return o, nil, usagef("expected --game NAME", "which game to begin in %s is not said", place.Shown(where))
		}
		base := filepath.Base(where)
		game = strings.TrimSuffix(base, filepath.Ext(base))
	}
	seed, err := intake.Seed(s.c.String("seed"), s.host.Entropy)
	if errors.Is(err, intake.ErrSeed) {
		err = usagef("", "--seed %q: %v", s.c.String("seed"), err)
	}
	if err != nil {
		return o, nil, err
	}
	sys, err := s.system()
	if err != nil {
		return o, nil, err
	}
	o = sys.Opening(game, seed, s.c.String("note"))
	if path := s.c.String("rulebook"); path != "" {
		own, err := readRules(path)
		if err != nil {
			return o, nil, err
		}
		return o, own.Rules(), nil
	}
	return o, sys.Book.Rules(), nil
}
