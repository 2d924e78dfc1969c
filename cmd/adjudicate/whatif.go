package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/branch"
	"adjudicate/ledger/place"
	"adjudicate/report"
)

func whatifCommand() *command {
	with := func(more ...cli.Flag) flags { return append(more, ledgerFlag, nowFlag, actorFlag) }
	return newGroup("whatif",
		newCommand("try", with(), onBranch(true, whatifTry)),
		newCommand("then", with(boardFlag), onBranch(true, whatifThen)),
		newCommand("show", with(boardFlag), onBranch(false, whatifShow)),
		newCommand("list", with(), do(whatifList)),
		newCommand("compare", with(), onBranch(false, whatifCompare)),
		newCommand("discard", with(), do(whatifDiscard)),
		newCommand("adopt", writing(option("reason", "a `TEXT` with the reason")), onBranch(false, whatifAdopt)),
	)
}

// branches is the folder of the branches of a ledger.
func (s *session) branches() string { return place.Beside(s.place(), s.gameName(), ".whatif") }

// work rules on a branch.
func (s *session) work(g *game, b *branch.Branch) (*report.Branch, error) {
	v := &report.Branch{Branch: b.Name, Changes: append([]string{}, b.Changes...), Then: []*report.Ruling{}}
	var changes *readjudicate.Plan
	if len(b.Changes) > 0 {
		read, err := s.plan(g, b.Changes)
		if err != nil {
			return nil, err
		}
		changes = &read
	}
	then, err := s.reader(g).Entries(s.ctx, b.Name+": then", b.Then, rulesBeside("."))
	if err != nil {
		return nil, err
	}
	if err := s.trial(g).Branch(s.ctx, changes, then, func(p events.Payload) string { return s.actor(g, p) }, s.momentIn(g), v); err != nil {
		return nil, err
	}
	if s.c.Bool("board") {
		return v, v.Draw()
	}
	return v, nil
}

// onBranch is onGame for a command about the branch that its first argument names, one that is to begin if
// it may be fresh.
func onBranch(fresh bool, f func(*session, *game, *branch.Branch) (report.View, error)) action {
	return do(func(s *session) (report.View, error) {
		b, err := branch.Open(s.branches(), s.arg(0), fresh)
		if err != nil {
			return nil, err
		}
		g, err := s.open()
		if err != nil {
			return nil, err
		}
		return f(s, g, b)
	})
}

func whatifTry(s *session, g *game, b *branch.Branch) (report.View, error) {
	b.Changes = append(b.Changes, s.wordsOf()[1:]...)
	return s.keepBranch(g, b)
}

func whatifThen(s *session, g *game, b *branch.Branch) (report.View, error) {
	b.Then = append(b.Then, s.wordsOf()[1:]...)
	return s.keepBranch(g, b)
}

// keepBranch keeps a branch that can be ruled on, and shows what it comes to.
func (s *session) keepBranch(g *game, b *branch.Branch) (report.View, error) {
	v, err := s.work(g, b)
	if err == nil {
		err = b.Write()
	}
	return v, err
}

func whatifShow(s *session, g *game, b *branch.Branch) (report.View, error) { return s.work(g, b) }

func whatifList(s *session) (report.View, error) {
	list, err := branch.All(s.branches())
	return report.NewBranches(s.branches(), list), err
}

func whatifCompare(s *session, g *game, a *branch.Branch) (report.View, error) {
	b, err := branch.Open(s.branches(), s.arg(1), false)
	if err != nil {
		return nil, err
	}
	v := &report.BranchComparison{Different: []string{}}
	if v.A, err = s.work(g, a); err != nil {
		return nil, err
	}
	if v.B, err = s.work(g, b); err != nil {
		return nil, err
	}
	return v, v.Compare()
}

func whatifDiscard(s *session) (report.View, error) {
	b, err := branch.Open(s.branches(), s.arg(0), false)
	if err != nil {
		return nil, err
	}
	return &report.Discarded{Discarded: b.Name}, b.Discard()
}

func whatifAdopt(s *session, g *game, b *branch.Branch) (report.View, error) {
	if len(b.Then) > 0 {
		return nil, usagef("enter them with \"adjudicate play\", or remove the lines from "+b.Path,
			"branch %s holds entries at the end of the history that are not in the ledger", b.Name)
	}
	plan, err := s.plan(g, b.Changes)
	if err != nil {
		return nil, err
	}
	v := &report.Candidate{Diff: report.Diff{Kinds: []string{"verdict"}}}
	if err := s.trial(g).Adopt(s.ctx, plan, s.c.String("reason"), s.umpire(g), s.at, v); err != nil {
		return nil, err
	}
	return v, b.Discard()
}
