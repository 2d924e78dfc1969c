package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
)

func draftCommand() *cli.Command {
	return &cli.Command{
		Name: "draft", Category: catGame, ArgsUsage: "SIDE TYPE…", Flags: writing(),
		Usage: "choose the free pieces of a side",
		Description: `The pieces that a new swingership may choose for nothing (1230.2 §2.B), or those that are due
after a hand (1230.40). Types are named by name or glyph, also in one list with commas.`,
		UsageText: "adjudicate draft Red Rook Bishop Camel HarfyBlob Jester\nadjudicate draft Red R,B,C,H,J",
		Action: do(func(s *session) error {
			return s.submitWith(func(g *game) ([]events.Payload, error) {
				p := events.PiecesChosen{Side: s.arg(0)}
				for _, list := range s.c.Args().Tail() {
					for _, word := range strings.Split(list, ",") {
						if word = strings.TrimSpace(word); word == "" {
							continue
						}
						typ, err := typeNamed(g, word)
						if err != nil {
							return nil, err
						}
						p.Types = append(p.Types, typ)
					}
				}
				return []events.Payload{p}, nil
			})
		}),
	}
}

func buyCommand() *cli.Command {
	return &cli.Command{
		Name: "buy", Category: catPlay, ArgsUsage: "SIDE TYPE",
		Usage:       "buy a piece for a side",
		Description: "The new piece is off-board in the side's holding (1230.1 §2.D).",
		UsageText:   "adjudicate buy Red Rook\nadjudicate buy Red Rook --payer \"The Bank\"",
		Flags:       writing(&cli.StringFlag{Name: "payer", Usage: "the `ACCOUNT` that pays (default: the side's Swinger)"}),
		Action: do(func(s *session) error {
			return s.submitWith(func(g *game) ([]events.Payload, error) {
				typ, err := typeNamed(g, s.arg(1))
				if err != nil {
					return nil, err
				}
				p := events.PurchaseRequested{Side: s.arg(0), Type: typ, Buyer: s.c.String("payer")}
				if side, ok := g.l.State().Side(p.Side); ok && p.Buyer == "" {
					p.Buyer = side.Player
				}
				return []events.Payload{p}, nil
			})
		}),
	}
}

func destroyCommand() *cli.Command {
	return &cli.Command{
		Name: "destroy", Category: catPlay, ArgsUsage: "SIDE PIECE", Flags: writing(),
		Usage:       "destroy one of a side's own pieces for compensation",
		Description: "PIECE is the piece's id or its square (1230.1 §2.E).",
		UsageText:   "adjudicate destroy Red p4\nadjudicate destroy Red a5",
		Action: do(func(s *session) error {
			return s.submitWith(func(g *game) ([]events.Payload, error) {
				id := s.arg(1)
				if _, ok := g.l.State().Piece(id); !ok {
					if p, ok := g.l.State().PieceAt(id); ok {
						id = p.ID
					}
				}
				return []events.Payload{events.DestructionRequested{Side: s.arg(0), Piece: id}}, nil
			})
		}),
	}
}
