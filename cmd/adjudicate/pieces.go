package main

import (
	"crypto/rand"
	"fmt"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/report"
)

func draftCommand() *command {
	return newCommand("draft", signing(), entering(func(s *session, g *game) ([]events.Payload, error) {
		p, err := g.l.Choice(s.arg(0), s.c.Args().Tail())
		return []events.Payload{p}, err
	}))
}

func buyCommand() *command {
	return newCommand("buy", signing(option("payer", "the `ACCOUNT` that pays (default: the side's player)"), dryRunFlag), entering(func(s *session, g *game) ([]events.Payload, error) {
		p, err := g.l.Purchase(s.arg(0), s.arg(1), s.c.String("payer"))
		return []events.Payload{p}, err
	}))
}

func destroyCommand() *command {
	return newCommand("destroy", signing(dryRunFlag), entering(func(s *session, g *game) ([]events.Payload, error) {
		return []events.Payload{g.l.Destruction(s.arg(0), s.arg(1))}, nil
	}))
}

var (
	sealFlag = toggle("seal", "record a seal instead, and print how to open it")
	saltFlag = option("salt", "open the seal that was made with `SALT`")
)

// salt is a new one, which is shown: it opens what it seals.
func (s *session) salt() string {
	salt := rand.Text()
	fmt.Fprintf(s.Errs, "to open this seal, run the same command with --salt %s instead of --seal\n", salt)
	return salt
}

func powerCommand() *command {
	return newCommand("power", signing(sealFlag, saltFlag, option("for", "the `SIDE` for which the power is used"),
		option("on", "the `TARGET` of the power: a side, a piece's id or square, a square"),
		number("amount", "a `NUMBER` that the power asks for, such as a bid"), dryRunFlag), do(func(s *session) (report.View, error) {
		used := events.PowerUsed{Power: s.arg(0), Player: s.arg(1), Side: s.c.String("for"), On: s.c.String("on"), Amount: s.c.Int("amount"), Salt: s.c.String("salt")}
		if s.c.Bool("seal") {
			used = aggregate.SealPower(used, s.salt())
		}
		return s.submit(used)
	}))
}

func answerCommand() *command {
	return newCommand("answer", signing(sealFlag, saltFlag, dryRunFlag), do(func(s *session) (report.View, error) {
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
