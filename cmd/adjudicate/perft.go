package main

import (
	"adjudicate/report"
	"adjudicate/rules"
	"adjudicate/rules/betza"
)

func perftCommand() *command {
	return newCommand("perft", flags{
		apart(option("system", "count full legal play of a `SYSTEM`, built in or a folder"), "betza", "land", "rulebook", "position"),
		option("betza", "the piece `SET` as glyph=Betza pairs, such as k=K,r=W4; glyph k is royal"),
		options("land", "the `SQUARES` on which a type may land, such as \"t:a1 a2 b1\" (repeatable)"),
		option("rulebook", "`PATH` of a rule file or folder to use instead of --betza"),
		option("fen", "the `POSITION` of two sides in FEN"),
		option("position", "`FILE` of a position of any number of sides, - for standard input"),
		number("depth", "the `NUMBER` of turns to search, such as 3"),
		toggle("divide", "also count the leaves below each first turn"),
	}, do(countPlays))
}

func countPlays(s *session) (report.View, error) {
	depth := s.c.Int("depth")
	if !s.c.IsSet("depth") || depth < 0 {
		return nil, usagef("", "perft requires --depth: expected a whole number of at least 0")
	}
	t, err := s.tally()
	if err != nil {
		return nil, err
	}
	at, done := s.Progress("counting", -1)
	defer done()
	t.Progress = at
	return t.Count(s.ctx, depth, s.c.Bool("divide"))
}

// tally is the game of a system with all its rules, or the plain one that the flags describe.
func (s *session) tally() (t *report.Tally, err error) {
	t = &report.Tally{FEN: s.c.String("fen"), Land: s.c.StringSlice("land")}
	path := s.c.String("position")
	if s.c.IsSet("system") {
		t.System, err = s.system()
		return t, err
	}
	if t.Pieces, err = s.pieceSet(); err != nil {
		return nil, err
	}
	switch {
	case t.FEN != "" && path != "" || t.FEN == "" && path == "":
		return nil, usagef("", "perft requires one position: --fen or --position")
	case path != "":
		t.Setup, err = s.document(path)
	}
	return t, err
}

func (s *session) pieceSet() ([]rules.Rule, error) {
	text, path := s.c.String("betza"), s.c.String("rulebook")
	switch {
	case text != "" && path != "" || text == "" && path == "":
		return nil, usagef("", "perft requires one set of pieces: --betza or --rulebook")
	case text != "":
		set, err := betza.Set(text)
		if err != nil {
			return nil, inputError("--betza", err)
		}
		return set, nil
	}
	own, err := readRules(path)
	if err != nil {
		return nil, err
	}
	return own.Rules(), nil
}
