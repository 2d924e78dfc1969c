package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate"
	"adjudicate/internal/branch"
	"adjudicate/ledger/place"
	"adjudicate/ledger/plan"
	"adjudicate/report"
)

func whatifCommand() *cli.Command {
	flags := func(more ...cli.Flag) []cli.Flag { return append(more, ledgerFlag, nowFlag, actorFlag) }
	return newGroup("whatif",
		newCommand("try", flags(), do(whatifTry)),
		newCommand("then", flags(boardFlag), do(whatifThen)),
		newCommand("show", flags(boardFlag), do(whatifShow)),
		newCommand("list", flags(), do(whatifList)),
		newCommand("compare", flags(), do(whatifCompare)),
		newCommand("discard", flags(), do(whatifDiscard)),
		newCommand("adopt", writing(&cli.StringFlag{Name: "reason", Usage: "a `TEXT` with the reason"}), do(whatifAdopt)),
	)
}

// branches is the folder of the branches of a ledger.
func (s *session) branches() string {
	at := s.place()
	if place.IsAddress(at) {
		// The game's name, beside which no address stands: an address may hold a password.
		at = strings.Map(func(r rune) rune {
			if strings.ContainsRune(`/\:?@&=,`, r) {
				return '-'
			}
			return r
		}, strings.SplitN(place.Shown(at), "://", 2)[1]+"-"+s.gameName())
	}
	return at + ".whatif"
}

// branch reads a branch; one that does not exist is empty if it may be new.
func (s *session) branch(name string, fresh bool) (*branch.Branch, error) {
	b, err := branch.New(s.branches(), name)
	if err != nil {
		return nil, usagef("", "%v", err)
	}
	err = b.Read()
	switch {
	case err == nil, errors.Is(err, fs.ErrNotExist) && fresh:
		return b, nil
	case errors.Is(err, fs.ErrNotExist):
		names, _ := branch.Names(s.branches())
		return nil, unknownName("branch", name, names, "\"adjudicate whatif try "+name+" CHANGE\" begins one")
	}
	return nil, fileError(b.Path, err)
}

// work rules on a branch.
func (s *session) work(g *game, b *branch.Branch) (*report.Branch, error) {
	v := &report.Branch{Branch: b.Name, Changes: append([]string{}, b.Changes...), Then: []*report.Ruling{}}
	state := g.l.State().Clone()
	if len(b.Changes) > 0 {
		plan, err := s.plan(g, b.Changes)
		if err != nil {
			return nil, err
		}
		v.Candidate = &report.Candidate{Diff: report.Diff{Kinds: []string{"verdict"}}}
		if err := s.trial(g).Become(s.ctx, plan, v.Candidate); err != nil {
			return nil, err
		}
		state = v.Candidate.After
	}
	if err := s.workThen(g, b, v, state); err != nil {
		return nil, err
	}
	v.Standing, v.State = report.StandingOf(state, g.l.Head()), state
	if s.c.Bool("board") {
		book, err := state.Rulebook()
		if err != nil {
			return nil, err
		}
		board := report.BoardOf(state, book, "")
		v.Drawn = &board
	}
	return v, nil
}

// workThen rules on the entries at the end of a branch.
func (s *session) workThen(g *game, b *branch.Branch, v *report.Branch, state *aggregate.State) error {
	judge, err := aggregate.NewJudge(state, engine)
	if err != nil {
		return err
	}
	at, err := s.momentIn(g)
	if err != nil {
		return err
	}
	reader := s.reader(g)
	for i, text := range b.Then {
		inputs, err := reader.Entry(s.ctx, plan.Text{Label: fmt.Sprintf("%s: then %d", b.Name, i+1), Lines: text, Rules: disk{"."}})
		if err != nil {
			return err
		}
		for _, p := range inputs {
			one, err := report.Tried(judge, p, s.actor(g, p), at, g.l.Head())
			if err != nil {
				return err
			}
			v.Then = append(v.Then, one)
		}
	}
	return nil
}

// branchIn opens the ledger and reads the branch that the first argument names.
func (s *session) branchIn(fresh bool) (*game, *branch.Branch, error) {
	b, err := s.branch(s.arg(0), fresh)
	if err != nil {
		return nil, nil, err
	}
	g, err := s.open()
	return g, b, err
}

func whatifTry(s *session) (report.View, error) {
	return s.extend(func(b *branch.Branch, words []string) { b.Changes = append(b.Changes, words...) })
}
func whatifThen(s *session) (report.View, error) {
	return s.extend(func(b *branch.Branch, words []string) { b.Then = append(b.Then, words...) })
}

// extend adds to a branch what can be ruled on, and shows what it then comes to.
func (s *session) extend(add func(*branch.Branch, []string)) (report.View, error) {
	g, b, err := s.branchIn(true)
	if err != nil {
		return nil, err
	}
	add(b, s.wordsOf()[1:])
	v, err := s.work(g, b)
	if err != nil {
		return nil, err
	}
	if err := b.Write(); err != nil {
		return nil, &usageError{text: "cannot keep the branch: " + err.Error(), err: err}
	}
	return v, nil
}

func whatifShow(s *session) (report.View, error) {
	g, b, err := s.branchIn(false)
	if err != nil {
		return nil, err
	}
	v, err := s.work(g, b)
	return v, err
}

func whatifList(s *session) (report.View, error) {
	names, err := branch.Names(s.branches())
	if err != nil {
		return nil, fileError(s.branches(), err)
	}
	v := &report.Branches{Folder: s.branches(), Branches: []report.BranchLine{}}
	for _, n := range names {
		b, err := s.branch(n, false)
		if err != nil {
			return nil, err
		}
		v.Branches = append(v.Branches, report.BranchLine{Branch: n, Changes: append([]string{}, b.Changes...), Then: append([]string{}, b.Then...)})
	}
	return v, nil
}

func whatifCompare(s *session) (report.View, error) {
	g, a, err := s.branchIn(false)
	if err != nil {
		return nil, err
	}
	b, err := s.branch(s.arg(1), false)
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
	if err := v.Compare(); err != nil {
		return nil, err
	}
	return v, nil
}

func whatifDiscard(s *session) (report.View, error) {
	b, err := s.branch(s.arg(0), false)
	if err != nil {
		return nil, err
	}
	if err := b.Discard(); err != nil {
		return nil, fileError(b.Path, err)
	}
	return &report.Discarded{Discarded: b.Name}, nil
}

func whatifAdopt(s *session) (report.View, error) {
	g, b, err := s.branchIn(false)
	if err != nil {
		return nil, err
	}
	at, err := s.now()
	if err != nil {
		return nil, err
	}
	if len(b.Then) > 0 {
		return nil, usagef("enter them with \"adjudicate play\", or take the lines out of "+b.Path,
			"branch %s tries entries at the end of the history, which nobody has made", b.Name)
	}
	plan, err := s.plan(g, b.Changes)
	if err != nil {
		return nil, err
	}
	v := &report.Candidate{Diff: report.Diff{Kinds: []string{"verdict"}}}
	if err := s.trial(g).Adopt(s.ctx, plan, s.c.String("reason"), s.umpire(g), at, v); err != nil {
		return nil, err
	}
	if err := b.Discard(); err != nil {
		return nil, fileError(b.Path, err)
	}
	return v, nil
}
