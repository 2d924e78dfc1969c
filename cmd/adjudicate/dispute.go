package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/report"
)

func disputeCommand() *command {
	return newGroup("dispute", disputeOpenCommand(), docketCommand("assign", reasonFlag), docketCommand("recuse", reasonFlag), docketCommand("hear"), docketCommand("argue"),
		disputeRuleCommand(), disputeAdoptCommand(), docketCommand("appeal", judgeFlag), docketCommand("retract", reasonFlag), docketCommand("withdraw", reasonFlag),
		disputeListCommand(), disputeShowCommand(), disputeGraphCommand(), disputePageCommand(), precedentsCommand())
}

// Flags that commands about disputes share.
var (
	byFlag        = option("by", "the `PLAYER` who makes the entry (default: --actor, else the umpire)")
	reasonFlag    = option("reason", "a `TEXT` for the record")
	judgeFlag     = option("judge", "the `PLAYER` who judges")
	entryFlag     = option("interpretation", "an `ENTRY` of the interpretation register")
	asReadingFlag = option("reading", "with --interpretation: the `READING` to adopt")
	fromFlag      = option("from", "with --interpretation: the `EVENT` from which on the reading is disputed")
	policyFlag    = optionOr("policy", readjudicate.DefaultPlay, "what happens to plays that are no longer legal: `POLICY` default-play, void, reopen, rewind, stands or halt")
)

func disputeOpenCommand() *command {
	return newCommand("open", signing(option("grounds", "the reason, a `TEXT` for the record"), byFlag, judgeFlag, entryFlag, asReadingFlag, fromFlag,
		option("clause", "the disputed `CLAUSE`, or the clause the dispute rests on")), docketed(func(s *session, _ *game, by string) (events.Payload, error) {
		p := events.DisputeOpened{By: by, Judge: s.c.String("judge"), Grounds: s.c.String("grounds"), Clause: s.c.String("clause"),
			Entry: s.c.String("interpretation"), Reading: s.c.String("reading")}
		var err error
		if p.From, p.Address, err = history.ParseAddress(s.c.String("from")); err == nil && s.arg(0) != "" {
			p.Event, p.Address, err = history.ParseAddress(s.arg(0))
		}
		return p, err
	}))
}

// docketCommand enters one thing into the docket, as its flags and arguments say.
func docketCommand(verb string, more ...cli.Flag) *command {
	judging, by := verb == "hear" || verb == "retract", byFlag
	if judging {
		by = option("by", "the `PLAYER` who makes the entry (default: --actor, else the judge)")
	}
	return newCommand(verb, signing(append(more, by)...), docketed(func(s *session, g *game, by string) (p events.Payload, err error) {
		said := dispute.Said{Dispute: s.arg(0), By: by, Word: s.arg(1), Reason: s.c.String("reason"), Judge: s.c.String("judge")}
		if c, err := g.l.Dispute(s.ctx, said.Dispute); err == nil && judging && s.c.String("by")+s.c.String("actor") == "" {
			said.By = c.Presides(by)
		}
		if verb == "hear" {
			said.Until, err = s.momentOf("MOMENT", said.Word, history.EndBy)
		}
		return said.Input(verb), err
	}))
}

func disputeRuleCommand() *command {
	return newCommand("rule", signing(option("reason", "the reasons, a `TEXT` for the record"), judgeFlag,
		option("effect", "the consequence: `EFFECT` illegal, stands, void, reopen, rewind, reading or none"),
		entryFlag, asReadingFlag, fromFlag,
		options("clause", "a `CLAUSE` that the verdict is about (repeatable)"),
		options("precedent", "a `PRECEDENT` that the verdict rests on, such as P1 (repeatable)"),
		toggle("adopt", "append the edition that applies the verdict"), policyFlag), onDispute(ruleDispute))
}

func disputeAdoptCommand() *command {
	return newCommand("adopt", writing(option("reason", "a `TEXT` for the record (default: the verdict's)"), policyFlag), onDispute(func(s *session, g *game, c *dispute.Dispute) (report.View, error) {
		return s.adoptVerdict(g, c)
	}))
}

// by is the player that a flag names, else who acts.
func (s *session) by(g *game, flag string) string { return cmp.Or(s.c.String(flag), s.umpire(g)) }

// docketed makes an action of a command that submits an input of the docket, said by a player. What is
// wrong with it is told before anything is written.
func docketed(input func(s *session, g *game, by string) (events.Payload, error)) action {
	return entering(func(s *session, g *game) ([]events.Payload, error) {
		p, err := input(s, g, s.by(g, "by"))
		if err == nil {
			err = s.checkDispute(g, p)
		}
		return []events.Payload{p}, err
	})
}

func (s *session) checkDispute(g *game, p events.Payload) error {
	err := g.l.CheckDispute(s.ctx, aggregate.Input{Payload: p, At: s.at, Actor: s.actor(g, p)})
	if errors.Is(err, dispute.ErrReach) {
		return cmp.Or[error](s.show(&report.OutOfReach{Why: strings.TrimPrefix(err.Error(), "subject: ")}), errRejected)
	}
	return err
}

// onDispute makes an action of a command about the dispute that its first argument names.
func onDispute(f func(*session, *game, *dispute.Dispute) (report.View, error)) action {
	return do(func(s *session) (report.View, error) {
		g, err := s.open()
		if err != nil {
			return nil, err
		}
		c, err := g.l.Dispute(s.ctx, s.arg(0))
		if err != nil {
			return nil, err
		}
		return f(s, g, c)
	})
}

// ruleDispute enters a verdict and shows what the history becomes.
func ruleDispute(s *session, g *game, c *dispute.Dispute) (report.View, error) {
	if err := s.canSign(); err != nil {
		return nil, err
	}
	from, address, err := history.ParseAddress(s.c.String("from"))
	p := events.DisputeRuled{Dispute: c.ID, Verdict: s.arg(1), Reasons: s.c.String("reason"), Effect: s.c.String("effect"),
		Entry: s.c.String("interpretation"), Reading: s.c.String("reading"), From: from, Address: address,
		Clauses: s.c.StringSlice("clause"), Precedents: s.c.StringSlice("precedent"), Judge: s.c.String("judge")}
	if p.Judge == "" && s.c.String("actor") == "" {
		p.Judge = c.Judge
	}
	if p.Judge == "" {
		p.Judge = s.by(g, "judge")
	}
	if err := cmp.Or(err, s.checkDispute(g, p)); err != nil {
		return nil, err
	}
	v := &report.Verdict{}
	if v.Ruling, err = s.enterSigned(g, p, s.at); err != nil {
		return nil, err
	}
	signing := s.withCheckpoint(g, v.Ruling)
	if err := s.consequences(g, c.ID, v); err != nil {
		return nil, fmt.Errorf("verdict on %s recorded at %d, but its effect is unknown: %w", c.ID, v.Ruling.Sequence, err)
	}
	return s.unsigned(v, nil, signing)
}

// consequences shows or adopts what a verdict changes.
func (s *session) consequences(g *game, id string, v *report.Verdict) error {
	d, err := g.l.Docket(s.ctx)
	if err != nil {
		return err
	}
	c, _ := d.Dispute(id)
	if v.Settles(d, &c) {
		return nil
	}
	if s.c.Bool("adopt") {
		v.Stakes, err = s.adoptVerdict(g, &c)
		return err
	}
	v.Next = fmt.Sprintf("%q appends the edition that applies the verdict.", name+" dispute adopt "+id)
	v.Stakes, err = s.trial(g).Stakes(s.ctx, &c, s.c.String("policy"))
	return err
}

// adoptVerdict appends the edition that takes a verdict up.
func (s *session) adoptVerdict(g *game, c *dispute.Dispute) (*report.Stakes, error) {
	reason := s.c.String("reason")
	if s.c.Command.Name == "rule" {
		reason = "" // it is the verdict's
	}
	return s.trial(g).AdoptVerdict(s.ctx, c, s.c.String("policy"), reason, s.umpire(g), s.at)
}
