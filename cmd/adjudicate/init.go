package main

import (
	"cmp"
	"errors"
	"path/filepath"
	"strings"

	"adjudicate/events"
	"adjudicate/ledger/intake"
	"adjudicate/ledger/place"
	"adjudicate/report"
	"adjudicate/rules"
	"adjudicate/systems/array"
)

func initCommand() *command {
	return newCommand("init", flags{
		option("game", "the game's `NAME` (default: $ADJUDICATE_GAME, else the name of the ledger's file)"),
		option("system", "the `SYSTEM` of rules (default: partychess)"),
		option("seed", "the seed of all lots, 64 `HEX` digits (default: drawn at random)"),
		option("note", "a `TEXT` to record in the first event"),
		option("fen", "begin with `POSITION` instead of the opening array"),
		options("player", "assign a side of the system to a player, `SIDE=PLAYER` (repeatable)"),
		option("zone", "the time `ZONE` for input and output, such as Europe/London (default: UTC)"),
		option("rulebook", "`PATH` of a rule file or folder to use instead of the system's rules"),
		apart(option("season", "begin with the season in `FILE`"), "game", "system", "seed", "note", "zone", "rulebook", "fen", "player"),
		ledgerFlag, aheadFlag, nowFlag, actorFlag,
	}, do(initLedger))
}

func initLedger(s *session) (report.View, error) {
	if path := s.c.String("season"); path != "" {
		return s.importFile(path)
	}
	opened, list, then, err := s.opening()
	if err != nil {
		return nil, err
	}
	draft, state, err := intake.Open(s.ctx, s.host, opened, list, s.c.String("actor"), s.at, then...)
	var rejected *intake.RejectedError
	if errors.As(err, &rejected) {
		return nil, usagef("\"adjudicate rule check FILE\" checks rules before they are used", "%s was rejected: %s", report.InputWords(rejected.Input), rejected.Fault.Message)
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

// opening makes the first inputs from the flags.
func (s *session) opening() (o events.GameOpened, list []rules.Rule, then []events.Payload, err error) {
	game := s.gameName()
	if game == "" {
		where := s.place()
		if place.IsAddress(where) {
			return o, nil, nil, usagef("use --game NAME", "no name for the new game in %s", place.Shown(where))
		}
		game = strings.TrimSuffix(filepath.Base(where), filepath.Ext(where))
	}
	seed, err := intake.Seed(s.c.String("seed"), s.host.Entropy)
	if errors.Is(err, intake.ErrSeed) {
		err = usagef("", "invalid --seed %q: %v", s.c.String("seed"), err)
	}
	sys, missing := s.system()
	if err = cmp.Or(err, missing); err != nil {
		return o, nil, nil, err
	}
	o = sys.Opening(game, seed, s.c.String("note"))
	o.Zone = s.c.String("zone")
	if _, err := events.LoadZone(o.Zone); err != nil {
		return o, nil, nil, usagef("", "invalid --zone: %v", err)
	}
	if path := s.c.String("rulebook"); path != "" {
		own, err := readRules(path)
		if err != nil {
			return o, nil, nil, err
		}
		return o, own.Rules(), nil, nil
	}
	if then, err = array.Opening(sys, s.c.String("fen"), s.c.StringSlice("player")); err != nil {
		err = usagef("", "%v", err)
	}
	return o, sys.Book.Rules(), then, err
}
