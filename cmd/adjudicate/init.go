package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/report"
	"adjudicate/rules"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/systems"
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

func initLedger(s *session) error {
	if path := s.c.String("season"); path != "" {
		for _, f := range []string{"game", "system", "seed", "note", "rulebook"} {
			if s.c.IsSet(f) {
				return usagef("", "--season brings its own game: expected no --%s beside it", f)
			}
		}
		return s.importFile(path)
	}
	at, err := s.now()
	if err != nil {
		return err
	}
	opened, list, err := s.opening()
	if err != nil {
		return err
	}
	draft := memory.New()
	v, err := s.begin(draft, opened, list, at)
	if err != nil {
		return err
	}
	if v.Ledger, err = s.fill(streamName(opened.Game), draft); err != nil {
		return err
	}
	return s.show(v)
}

// opening makes the first inputs from the flags.
func (s *session) opening() (events.GameOpened, []rules.Rule, error) {
	o := events.GameOpened{Game: s.gameName(), System: s.c.String("system"), Seed: s.c.String("seed"), Note: s.c.String("note")}
	if o.Game == "" {
		place := s.place()
		if address.MatchString(place) {
			return o, nil, usagef("expected --game NAME", "which game to begin in %s is not said", shown(place))
		}
		base := filepath.Base(place)
		o.Game = strings.TrimSuffix(base, filepath.Ext(base))
	}
	if o.System == "" {
		o.System = systems.Systems()[len(systems.Systems())-1]
		for _, name := range systems.Systems() {
			if name == defaultSystem {
				o.System = name
			}
		}
	}
	book, _, err := systems.Load(o.System)
	if err == nil {
		o, err = systems.Opening(o.Game, o.System, o.Seed, o.Note)
	}
	if err != nil {
		return o, nil, &inputError{"--system", err}
	}
	list := book.Rules()
	if path := s.c.String("rulebook"); path != "" {
		files, err := readRules(path)
		if err != nil {
			return o, nil, err
		}
		list = rulesOf(files)
	}
	if o.Seed == "" {
		var seed [32]byte
		if _, err := io.ReadFull(rand.Reader, seed[:]); err != nil {
			return o, nil, fmt.Errorf("draw a seed: %w", err)
		}
		o.Seed = hex.EncodeToString(seed[:])
	} else if !seedPattern.MatchString(o.Seed) {
		return o, nil, usagef("", "--seed %q: expected 64 hexadecimal digits in small letters", o.Seed)
	}
	return o, list, nil
}

// defaultSystem is the system of a game whose umpire names none.
const defaultSystem = "partychess"

var (
	seedPattern = regexp.MustCompile(`^[0-9a-f]{64}$`)
	noName      = regexp.MustCompile(`[^a-z0-9]+`)
)

// streamName makes the name of the stream from that of the game: "Hand 3" is "hand-3".
func streamName(game string) string {
	name := strings.Trim(noName.ReplaceAllString(strings.ToLower(game), "-"), "-")
	if name == "" {
		return "game"
	}
	return name
}

// begin makes a draft of the opening and the rules.
func (s *session) begin(draft store.Store, o events.GameOpened, list []rules.Rule, at time.Time) (*report.Opening, error) {
	l, err := ledger.Create(s.ctx, draft, streamName(o.Game), options(func(int64) {}))
	if err != nil {
		return nil, err
	}
	put := func(p events.Payload) error {
		res, err := l.Submit(s.ctx, p, s.c.String("actor"), at)
		if err == nil && res.Ruling.Verdict != aggregate.Accepted {
			f := res.Ruling.Faults[0]
			err = usagef("\"adjudicate rule check FILE\" looks at rules before they are used", "%s is not accepted: %s", report.InputWords(p), f.Message)
		}
		return err
	}
	if err := put(o); err != nil {
		return nil, err
	}
	for i := range list {
		if err := put(events.RuleEnacted{Number: list[i].Number, Rule: list[i].Canonical()}); err != nil {
			return nil, err
		}
	}
	book, err := report.RulebookOf(l.State())
	if err != nil {
		return nil, err
	}
	return &report.Opening{Game: o.Game, System: o.System, Seed: o.Seed, Rules: len(list),
		Pieces: len(book.Pieces()), Rulebook: book.Hash(), Sequence: l.Head()}, nil
}
