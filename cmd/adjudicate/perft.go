package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/position/perft"
	"adjudicate/report"
	"adjudicate/rules"
	"adjudicate/rules/betza"
)

func perftCommand() *cli.Command {
	return newCommand("perft", []cli.Flag{
		&cli.StringFlag{Name: "system", Usage: "count full legal play of a `SYSTEM`, built in or a folder"},
		&cli.StringFlag{Name: "betza", Usage: "the piece `SET` as glyph=Betza pairs; glyph k is royal"},
		&cli.StringSliceFlag{Name: "land", Usage: "`SQUARES` on which a type may land, as \"t:a1 a2 b1\"; may be repeated"},
		&cli.StringFlag{Name: "rulebook", Usage: "`PATH` of a rule file or a folder of them, in place of --betza"},
		&cli.StringFlag{Name: "fen", Usage: "the `POSITION` of two sides"},
		&cli.StringFlag{Name: "position", Usage: "`FILE` of a position of any number of sides, - for standard input"},
		&cli.IntFlag{Name: "depth", Usage: "search a `NUMBER` of turns, such as 3"},
		&cli.BoolFlag{Name: "divide", Usage: "also give the share of each first turn"},
	}, do(countPlays))
}

func countPlays(s *session) (report.View, error) {
	depth := s.c.Int("depth")
	if !s.c.IsSet("depth") || depth < 0 {
		return nil, usagef("", "perft needs --depth: expected a whole number from 0")
	}
	g, err := s.counted()
	if err != nil {
		return nil, err
	}
	at, done := s.progress("counting", -1)
	v := &report.Perft{Depth: depth}
	stop := func(nodes uint64) bool {
		at(int64(nodes))
		return s.ctx.Err() != nil
	}
	if s.c.Bool("divide") {
		v.Nodes, v.Divide = g.Divide(depth, stop)
	} else {
		v.Nodes = g.Walk(depth, stop)
	}
	done()
	return v, nil
}

// counted sets up the game of a system with all its rules, or the plain one.
func (s *session) counted() (perft.Tree, error) {
	if !s.c.IsSet("system") {
		return s.plainGame()
	}
	for _, f := range []string{"betza", "land", "rulebook", "position"} {
		if s.c.IsSet(f) {
			return nil, usagef("", "--system brings its own rules: expected no --%s beside it", f)
		}
	}
	sys, err := s.system()
	if err != nil {
		return nil, err
	}
	return perft.FromSystem(sys, s.c.String("fen"))
}

// plainGame sets up the game that the flags describe.
func (s *session) plainGame() (*perft.Game, error) {
	set, err := s.pieceSet()
	if err != nil {
		return nil, err
	}
	if set, err = perft.Restricted(set, s.c.StringSlice("land")); err != nil {
		return nil, &inputError{"--land", err}
	}
	book := rules.NewRulebook(set...)
	switch fen, path := s.c.String("fen"), s.c.String("position"); {
	case fen != "" && path != "" || fen == "" && path == "":
		return nil, usagef("", "perft needs the position: expected one of --fen and --position")
	case fen != "":
		return perft.Read(book, fen)
	default:
		file, doc, err := s.document(path)
		if err != nil {
			return nil, err
		}
		return perft.FromDocument(file, doc, book)
	}
}

func (s *session) pieceSet() ([]rules.Rule, error) {
	text, path := s.c.String("betza"), s.c.String("rulebook")
	switch {
	case text != "" && path != "" || text == "" && path == "":
		return nil, usagef("", "perft needs the pieces: expected one of --betza and --rulebook")
	case text != "":
		set, err := betza.Set(text)
		if err != nil {
			return nil, &inputError{"--betza", err}
		}
		return set, nil
	}
	own, err := readRules(path)
	if err != nil {
		return nil, err
	}
	return own.Rules(), nil
}
