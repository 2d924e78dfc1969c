package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"adjudicate/ledger/people"
	"adjudicate/ledger/proof"
	"adjudicate/report"
	"adjudicate/store"
	"adjudicate/store/replica"
	"adjudicate/store/sqlite"
)

func copyCommand() *cli.Command {
	return newCommand("copy", []cli.Flag{gameFlag, &cli.BoolFlag{Name: "all", Usage: "copy every game that FROM holds"}}, do(func(s *session) error {
		c, err := s.copier(s.arg(0), s.arg(1))
		if err != nil {
			return err
		}
		defer c.close()
		return s.copy(c)
	}))
}

// A copier copies ledgers between two places.
type copier struct {
	from, to store.Store
	fromAt   string // as given
	toAt     string
	names    []string // of the games to copy
	keeper   store.Keeper
	side     store.Store
}

// copier opens both places and chooses what to copy.
func (s *session) copier(fromAt, toAt string) (*copier, error) {
	if sameFile(fromAt, toAt) {
		return nil, usagef("", "%s is to be copied to itself: expected another place", shown(fromAt))
	}
	from, err := openStore(s.ctx, fromAt)
	if err != nil {
		return nil, err
	}
	c := &copier{from: from, fromAt: fromAt, toAt: toAt}
	if c.names, err = s.chosen(from, shown(fromAt), s.c.Bool("all")); err == nil {
		c.to, err = openOrCreate(s.ctx, toAt)
	}
	if err != nil {
		c.close()
		return nil, err
	}
	c.keeper, c.side = keeperOf(toAt, c.to)
	return c, nil
}

// chosen is the games of a store that the flags ask for.
func (s *session) chosen(st store.Store, place string, all bool) ([]string, error) {
	if !all {
		name, err := choose(s.ctx, place, st, s.gameName())
		return []string{name}, err
	}
	if s.c.String("game") != "" {
		return nil, usagef("", "--all copies every game: expected no --game beside it")
	}
	names, listed, err := streams(s.ctx, st)
	if err == nil && !listed {
		err = usagef("--game NAME chooses one", "%s does not tell which games it holds", place)
	}
	return names, err
}

// sameFile reports whether two places are one.
func sameFile(a, b string) bool {
	if a == b {
		return true
	}
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(x, y)
}

func (c *copier) close() {
	for _, st := range []store.Store{c.side, c.to, c.from} {
		if st != nil {
			_ = st.Close() // what was acknowledged is on the disk already
		}
	}
}

// of is one game of those to be copied.
func (c *copier) of(name string, progress func(done, of store.Revision)) *replica.Replica {
	return &replica.Replica{From: c.from, To: c.to, Stream: name, Keeper: c.keeper, Source: shown(c.fromAt), Progress: progress}
}

func (s *session) copy(c *copier) error {
	v := &report.Copies{From: shown(c.fromAt), To: shown(c.toAt), Ledgers: []report.Copy{}}
	for _, name := range c.names {
		one, err := s.copyOne(c, name)
		if err != nil && !(s.c.Bool("all") && store.Alone(err)) {
			return err
		}
		v.Add(name, one, err)
	}
	var answer report.View = v
	if !s.c.Bool("all") {
		answer = &v.Ledgers[0]
	}
	if err := s.show(answer); err != nil || !v.Differ() {
		return errors.Join(err, v.Err)
	}
	return errDifference
}

// copyOne copies a game, carries its checkpoints over and holds the roots of both against
// each other.
func (s *session) copyOne(c *copier, name string) (*report.Copy, error) {
	at, done := s.progress("copying "+name, -1)
	defer done()
	var tree proof.Tree // of what the source has
	r := c.of(name, func(n, _ store.Revision) { at(int64(n)) })
	r.Each = func(e *store.Recorded) { tree.Add(e.Data) }
	res, err := r.Update(s.ctx, true)
	v := &report.Copy{From: shown(c.fromAt), To: shown(c.toAt), Name: name, Compared: uint64(res.Compared), Copied: uint64(res.After - res.Before), Events: uint64(res.After)}
	if differs(v, err) {
		return v, nil
	}
	if err != nil {
		if res.After > res.Before {
			fmt.Fprintf(s.errs, "%s: the copy has %d events so far; the same command goes on from there\n", name, res.After)
		}
		return nil, err
	}
	if err := c.roots(s.ctx, &tree, v); err != nil {
		return nil, err
	}
	if v.Checkpoints, err = c.checkpoints(s.ctx, name, int64(res.After)); err != nil {
		return nil, err
	}
	g := &game{ctx: s.ctx, st: c.to, name: name, notes: c.keeper}
	g.summarise(res.After)
	return v, nil
}

// roots reads the copy back and holds the root of its tree against that of the source.
func (c *copier) roots(ctx context.Context, source *proof.Tree, v *report.Copy) error {
	got, err := proof.Log{Store: c.to, Keeper: c.keeper, Stream: v.Name}.Renew(ctx, int64(v.Events))
	if err != nil {
		return err
	}
	v.Root = got.Root().String()
	if source.Size() != int64(v.Events) || source.Root() != got.Root() {
		v.Difference = &report.CopyDifference{What: "root", Text: fmt.Sprintf("the tree of %d events has the root %s in the source, %s in the copy", v.Events, source.Root(), got.Root())}
	}
	return nil
}

// checkpoints puts those that lie beside the source and stand for what was copied beside the
// copy, and says how many.
func (c *copier) checkpoints(ctx context.Context, name string, size int64) (int, error) {
	if !c.desks() {
		return 0, nil
	}
	from, err := deskAt(c.fromAt)
	if err != nil {
		return 0, err
	}
	notes, err := from.Checkpoints(ctx, name)
	if err := errors.Join(err, from.Close()); err != nil || len(notes) == 0 {
		return 0, err
	}
	var to people.Desk
	if to, err = deskAt(c.toAt); err != nil {
		return 0, err
	}
	defer to.Close()
	carried := 0
	for _, n := range notes {
		signed, err := proof.Read(n, proof.Verifiers(nil))
		if err != nil || signed.Size > size {
			continue
		}
		if err := to.AddCheckpoint(ctx, name, signed.Size, n); err != nil {
			return carried, err
		}
		carried++
	}
	return carried, nil
}

// desks reports whether the two places have desks of their own: two servers share the one
// of whoever uses them.
func (c *copier) desks() bool {
	_, from := c.from.(*sqlite.Store)
	_, to := c.to.(*sqlite.Store)
	return from || to
}

// differs takes an error that says that the copy is not the beginning of its source.
func differs(v *report.Copy, err error) bool {
	var d *replica.DifferenceError
	if !errors.As(err, &d) {
		return false
	}
	v.Difference = &report.CopyDifference{Sequence: uint64(d.At), What: d.What, Text: d.Error()}
	return true
}
