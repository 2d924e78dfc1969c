package main

import (
	"errors"
	"path/filepath"
	"strings"

	"adjudicate/ledger/intake"
	"adjudicate/ledger/place"
	"adjudicate/report"
	"adjudicate/systems"
)

func initCommand() *command {
	return newCommand("init", flags{
		option("game", "the game's `NAME` (default: $ADJUDICATE_GAME, else the name of the ledger's file)"),
		option("system", "the `SYSTEM` of rules (default: "+systems.Usual()+")"),
		checked(intake.CheckSeed, option("seed", "the seed of all lots, 64 `HEX` digits (default: drawn at random)")),
		option("note", "a `TEXT` to record in the first event"),
		option("fen", "begin with `POSITION` instead of the opening array"),
		options("player", "assign a side of the system to a player, `SIDE=PLAYER` (repeatable)"),
		checked(intake.CheckZone, option("zone", "the time `ZONE` for input and output, such as Europe/London (default: UTC)")),
		option("rulebook", "`PATH` of a rule file or folder to use instead of the system's rules"),
		apart(option("season", "begin with the season in `FILE`"), "game", "system", "seed", "note", "zone", "rulebook", "fen", "player"),
		ledgerFlag, aheadFlag, nowFlag, actorFlag,
	}, do(initLedger))
}

func initLedger(s *session) (report.View, error) {
	if path := s.c.String("season"); path != "" {
		return s.importFile(path)
	}
	b, err := s.beginning()
	if err != nil {
		return nil, err
	}
	draft, state, rules, err := b.Draft(s.ctx, s.host)
	var rejected *intake.RejectedError
	if errors.As(err, &rejected) {
		return nil, usagef("\"adjudicate rule check FILE\" checks rules before they are used", "%s was rejected: %s", report.InputWords(rejected.Input), rejected.Fault.Message)
	}
	if err != nil {
		return nil, err
	}
	v, err := report.NewOpening(state, rules, draft.Events)
	if err == nil {
		v.Store = s.c.String("store")
		v.Ledger, err = s.put(draft)
	}
	return v, err
}

// put writes a draft where the flags say. Only a place named as a store takes a game beside others.
func (s *session) put(d *intake.Draft) (string, error) {
	where, several := s.placeNamed()
	return d.Put(s.ctx, s.host, where, several)
}

// beginning is how the flags have a game begin.
func (s *session) beginning() (*intake.Beginning, error) {
	b := &intake.Beginning{Game: s.gameName(), Note: s.c.String("note"), Zone: s.c.String("zone"), Seed: s.c.String("seed"),
		FEN: s.c.String("fen"), Players: s.c.StringSlice("player"), Actor: s.c.String("actor"), At: s.at}
	if where := s.place(); b.Game == "" && place.IsAddress(where) {
		return nil, usagef("use --game NAME", "no name for the new game in %s", place.Shown(where))
	} else if b.Game == "" {
		b.Game = strings.TrimSuffix(filepath.Base(where), filepath.Ext(where))
	}
	if path := s.c.String("rulebook"); path != "" {
		own, err := readRules(path)
		if err != nil {
			return nil, err
		}
		b.Rules = own.Rules()
	}
	var err error
	b.System, err = s.system()
	return b, err
}
