package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/report"
	"adjudicate/rules/formula"
)

func transferCommand() *cli.Command {
	return newCommand("transfer", writing(&cli.StringFlag{Name: "note", Usage: "a `TEXT` for the record"},
		&cli.StringFlag{Name: "to", Usage: "the `ACCOUNT` that receives what ACCOUNT gives"},
		&cli.BoolFlag{Name: "new", Usage: "open the account even if its name resembles another"}), do(func(s *session) error {
		amount, err := events.ParseHalf(strings.TrimPrefix(s.arg(2), "+"))
		if err != nil {
			return &inputError{"AMOUNT", err}
		}
		account, asset, to, note := s.arg(0), s.arg(1), s.c.String("to"), s.c.String("note")
		if account == "" || asset == "" {
			return usagef("", "transfer expects an account and an asset: found an empty name")
		}
		if to == "" {
			return s.transact(events.TransactionRecorded{Account: account, Asset: asset, Amount: amount, Note: note})
		}
		if amount <= 0 {
			return usagef("", "AMOUNT %q: expected more than 0 to go from %s to %s", s.arg(2), account, to)
		}
		return s.transact(
			events.TransactionRecorded{Account: account, Asset: asset, Amount: -amount, Note: note},
			events.TransactionRecorded{Account: to, Asset: asset, Amount: amount, Note: note})
	}))
}

// transact submits transactions, unless an account is not known whose name is nearly that of
// one that is.
func (s *session) transact(list ...events.TransactionRecorded) error {
	return s.submitWith(func(g *game) ([]events.Payload, error) {
		var known []string
		for _, p := range g.l.State().Players() {
			known = append(known, p.Name)
		}
		for at := range g.l.State().Balances() {
			known = append(known, at.Account)
		}
		var inputs []events.Payload
		for _, t := range list {
			if near := nearly(t.Account, known); near != "" && !s.c.Bool("new") {
				return nil, usagef(fmt.Sprintf("did you mean %q? --new opens an account of that name", near), "no such account: %q", t.Account)
			}
			inputs = append(inputs, t)
		}
		return inputs, nil
	})
}

// nearly returns the name that somebody may have meant who wrote one that is not known: of
// short names, which often differ by a letter, only one that differs in case.
func nearly(name string, known []string) string {
	if slices.Contains(known, name) {
		return ""
	}
	if i := slices.IndexFunc(known, func(k string) bool { return strings.EqualFold(k, name) }); i >= 0 {
		return known[i]
	}
	if utf8.RuneCountInString(name) < 4 {
		return ""
	}
	return formula.Near(name, known)
}

func lotCommand() *cli.Command {
	return newGroup("lot",
		newCommand("supply", writing(&cli.StringFlag{Name: "source", Usage: "`WHERE` the result was drawn, such as a dice server"}), do(func(s *session) error {
			return s.submit(events.LotSupplied{Draw: s.arg(0), Result: s.c.Args().Tail(), Source: s.c.String("source")})
		})),
		newCommand("list", reading(), onGame(func(s *session, g *game) error {
			return s.show(&report.Lots{Lots: append([]events.LotDrawn{}, g.l.State().Lots()...)})
		})),
	)
}
