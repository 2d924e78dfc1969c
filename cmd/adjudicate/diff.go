package main

import (
	"cmp"
	"io"

	"adjudicate/history"
	"adjudicate/report"
)

func diffCommand() *command {
	return newCommand("diff", append(append(flags{ledgerFlag, knownFlag, nowFlag, actorFlag}, planFlags()...), diffFlags()...), onGame(func(s *session, g *game) (report.View, error) {
		v, err := s.diff(g)
		if err != nil {
			return nil, err
		}
		shown, err := s.withPage(g, v, v)
		return shown, cmp.Or(err, errDifference.when(v.First != 0))
	}))
}

// diffFlags are those of commands that show a difference.
func diffFlags() flags {
	return flags{
		toggle("candidate", "compare with the changes given as arguments, such as \"void 194\""),
		option("only", "list the inputs that differ in `WHAT`: verdict, effects or citations"),
		toggle("all", "list every input that differs"),
		options("open", "list everything that followed from input `N`, or was changed by change N (repeatable)"),
		sequence("input", "show input `N` in full"),
		sequence("point", "also compare the positions after input `N`"),
		option("html", "also write a self-contained report to `FILE`, or - for standard output"),
	}
}

// listed begins a difference that lists what the flags want listed.
func (s *session) listed() (*report.Diff, error) {
	return report.NewDiff(s.c.String("only"), s.c.Bool("all"), s.c.StringSlice("open"), s.c.Uint64("input"), report.Printed(s.JSON || s.c.String("html") != ""))
}

// diff compares what the arguments name.
func (s *session) diff(g *game) (*report.Diff, error) {
	v, err := s.listed()
	if err != nil {
		return nil, err
	}
	if s.c.Bool("candidate") || s.c.String("plan") != "" {
		return v, s.diffCandidate(g, v)
	}
	cat, err := history.Load(s.ctx, g.Recall(), g.Name, g.l.Head())
	if err != nil {
		return nil, err
	}
	a, b, err := report.EditionPair(cat, s.c.Args().Slice())
	if err != nil {
		return nil, err
	}
	return v, s.trial(g).Editions(s.ctx, cat, a, b, v)
}

// diffCandidate compares the history with what changes would make of it.
func (s *session) diffCandidate(g *game, v *report.Diff) error {
	plan, err := s.plan(g, s.wordsOf())
	if err != nil {
		return err
	}
	c := &report.Candidate{Diff: *v}
	err = s.trial(g).Become(s.ctx, plan, c)
	*v = c.Diff
	return err
}

// withPage answers with a view that has a difference, whose page is written if that is wanted.
func (s *session) withPage(g *game, v report.View, d *report.Diff) (report.View, error) {
	return s.withFile(v, "html", func(w io.Writer) error { return report.WritePage(w, g.l.State().Game(), d) })
}
