package main

import (
	"strings"

	"adjudicate/events"
	"adjudicate/rules/names"
)

func draftCommand() *command {
	return newCommand("draft", writing(), entering(func(s *session, g *game) ([]events.Payload, error) {
		p := events.PiecesChosen{Side: s.arg(0)}
		book, err := g.l.State().Rulebook()
		if err != nil {
			return nil, err
		}
		for word := range strings.SplitSeq(strings.Join(s.c.Args().Tail(), ","), ",") {
			if word = strings.TrimSpace(word); word == "" {
				continue
			}
			typ, err := book.TypeNamed(word)
			if err != nil {
				return nil, err
			}
			p.Types = append(p.Types, typ)
		}
		return []events.Payload{p}, nil
	}))
}

func buyCommand() *command {
	return newCommand("buy", writing(option("payer", "the `ACCOUNT` that pays (default: the side's Swinger)"), dryRunFlag), entering(func(s *session, g *game) ([]events.Payload, error) {
		book, err := g.l.State().Rulebook()
		if err != nil {
			return nil, err
		}
		typ, err := book.TypeNamed(s.arg(1))
		if err != nil {
			return nil, err
		}
		p := g.l.Spelled(events.PurchaseRequested{Side: s.arg(0), Type: typ, Buyer: s.c.String("payer")}).(events.PurchaseRequested)
		if payer, ok := names.Known(p.Buyer, g.l.State().PlayerNames()); ok {
			p.Buyer = payer
		}
		if side, ok := g.l.State().Side(p.Side); ok && p.Buyer == "" {
			p.Buyer = side.Player
		}
		return []events.Payload{p}, nil
	}))
}

func destroyCommand() *command {
	return newCommand("destroy", writing(dryRunFlag), entering(func(s *session, g *game) ([]events.Payload, error) {
		id := s.arg(1)
		if _, ok := g.l.State().Piece(id); !ok {
			if p, ok := g.l.State().PieceAt(id); ok {
				id = p.ID
			}
		}
		return []events.Payload{events.DestructionRequested{Side: s.arg(0), Piece: id}}, nil
	}))
}
