package main

import (
	"strings"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/report"
)

func transferCommand() *command {
	return newCommand("transfer", writing(option("note", "a `TEXT` for the record"),
		option("to", "the receiving `ACCOUNT`"),
		toggle("new", "open the account even if its name is close to that of another")), do(func(s *session) (report.View, error) {
		amount, err := events.ParseHalf(strings.TrimPrefix(s.arg(2), "+"))
		if err != nil {
			return nil, inputError("AMOUNT", err)
		}
		t := events.TransactionRecorded{Account: s.arg(0), Asset: s.arg(1), Amount: amount, Note: s.c.String("note")}
		to := s.c.String("to")
		switch {
		case t.Account == "" || t.Asset == "":
			return nil, usagef("", "transfer takes an account and an asset: found an empty name")
		case to == "":
			return s.transact(t)
		case amount <= 0:
			return nil, usagef("", "invalid AMOUNT %q: expected more than 0 to transfer from %s to %s", s.arg(2), t.Account, to)
		}
		gets := t
		t.Amount, gets.Account = -amount, to
		return s.transact(t, gets)
	}))
}

// transact submits transactions, unless an account is not known whose name is nearly that of one that is.
func (s *session) transact(list ...events.TransactionRecorded) (report.View, error) {
	return s.submitWith(func(g *game) (inputs []events.Payload, err error) {
		for _, t := range list {
			if err := g.l.CheckAccount(t.Account); err != nil && !s.c.Bool("new") {
				return nil, err
			}
			inputs = append(inputs, t)
		}
		return inputs, nil
	})
}

func lotCommand() *command {
	return newGroup("lot",
		newCommand("supply", writing(option("source", "the `SOURCE` of the result, such as a dice server")), do(func(s *session) (report.View, error) {
			return s.submit(events.LotSupplied{Draw: s.arg(0), Result: s.c.Args().Tail(), Source: s.c.String("source")})
		})),
		newCommand("list", reading(), onView(func(s *session, _ *game, h *history.View) (report.View, error) {
			return report.LotsOf(s.ctx, h)
		})),
	)
}
