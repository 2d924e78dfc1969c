package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"adjudicate/draw"
	"adjudicate/internal/term"
)

func showCommand() *cli.Command {
	return &cli.Command{
		Name: "show", Category: catRead, Flags: reading(),
		Usage:       "show everything at a glance",
		Description: "The board, whose turn it is, checks, Weights, holdings, knives and the last ruling.",
		UsageText:   "adjudicate show\nadjudicate show --at 120 --json",
		Action: do(func(s *session) error {
			g, err := s.open()
			if err != nil {
				return err
			}
			defer g.close()
			st := g.l.State()
			book, err := bookOf(st)
			if err != nil {
				return err
			}
			v := &showView{Game: st.Game(), System: st.System(), Rulebook: book.Hash(), Standing: standingOf(st, g.l.Head()),
				Board: piecesView(st, true), Holdings: holdingsOf(st), Knives: knivesOf(st), types: typesOf(st)}
			v.board = boardOf(st, book, fmt.Sprintf("%s after #%d", st.Game(), g.l.Head()))
			if v.Last, err = s.lastRuling(g); err != nil {
				return err
			}
			return s.show(v)
		}),
	}
}

type showView struct {
	Game     string        `json:"game"`
	System   string        `json:"system"`
	Rulebook string        `json:"rulebook"`
	Standing *standing     `json:"standing"`
	Board    []pieceView   `json:"board"`
	Holdings *holdingsView `json:"holdings"`
	Knives   *knivesView   `json:"knives"`
	Last     *historyEntry `json:"last,omitempty"`
	board    draw.Board
	types    map[string]string
}

func (v *showView) text(p *term.Page) {
	p.Raw(textBoard(p, v.board))
	p.Blank()
	if v.Last != nil {
		p.Field("Last", v.Last.words())
	}
	v.Standing.write(p, nil, v.types)
	if v.Standing.Umpire != "" {
		p.Field("Umpire", v.Standing.Umpire)
	}
	p.Blank()
	v.Holdings.text(p)
	if len(v.Knives.Players) > 0 {
		p.Blank()
		v.Knives.text(p)
	}
}

func boardCommand() *cli.Command {
	return &cli.Command{
		Name: "board", Category: catRead, Flags: reading(svgFlag),
		Usage:       "draw the board",
		Description: "Each square shows a piece's glyph and a letter of its side; the legend tells them.",
		UsageText:   "adjudicate board\nadjudicate board --at 120 --svg board.svg",
		Action: do(func(s *session) error {
			g, err := s.open()
			if err != nil {
				return err
			}
			defer g.close()
			st := g.l.State()
			book, err := bookOf(st)
			if err != nil {
				return err
			}
			v := &boardView{Sequence: g.l.Head(), Pieces: piecesView(st, true), board: boardOf(st, book, fmt.Sprintf("%s after #%d", st.Game(), g.l.Head()))}
			v.Files, v.Ranks = v.board.Files, v.board.Ranks
			if err := s.picture(v.board); err != nil || s.c.String("svg") == "-" {
				return err
			}
			return s.show(v)
		}),
	}
}

type boardView struct {
	Sequence uint64      `json:"sequence"`
	Files    int         `json:"files"`
	Ranks    int         `json:"ranks"`
	Pieces   []pieceView `json:"pieces"`
	board    draw.Board
}

func (v *boardView) text(p *term.Page) { p.Raw(textBoard(p, v.board)) }
