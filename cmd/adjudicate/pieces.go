package main

import (
	"crypto/rand"
	"fmt"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/report"
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

var (
	sealFlag = toggle("seal", "record a seal instead, and say what opens it")
	saltFlag = option("salt", "open the seal that was made with `SALT`")
)

// salt is a new one, which is shown: it opens what it seals.
func (s *session) salt() string {
	salt := rand.Text()
	fmt.Fprintf(s.errs, "to open this seal, run the same command with --salt %s instead of --seal\n", salt)
	return salt
}

func powerCommand() *command {
	return newCommand("power", writing(sealFlag, saltFlag, option("for", "the `SIDE` for which the power is used"),
		option("on", "the `TARGET` of the power: a side, a piece's id or square, a square"),
		number("amount", "the `NUMBER` that is named with it, such as a bid"), dryRunFlag), do(func(s *session) (report.View, error) {
		used := events.PowerUsed{Power: s.arg(0), Player: s.arg(1), Side: s.c.String("for"), On: s.c.String("on"), Amount: s.c.Int("amount"), Salt: s.c.String("salt")}
		if s.c.Bool("seal") {
			used = aggregate.SealPower(used, s.salt())
		}
		return s.submit(used)
	}))
}

func answerCommand() *command {
	return newCommand("answer", writing(sealFlag, saltFlag, dryRunFlag), do(func(s *session) (report.View, error) {
		yes := s.arg(2)
		if yes != "yes" && yes != "no" {
			return nil, usagef("", "invalid answer %q: expected yes or no", yes)
		}
		a := events.AnswerGiven{Matter: s.arg(0), Player: s.arg(1), Yes: yes == "yes", Salt: s.c.String("salt")}
		if s.c.Bool("seal") {
			a = aggregate.SealAnswer(a, s.salt())
		}
		return s.submit(a)
	}))
}
