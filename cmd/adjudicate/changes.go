package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/infile"
	"adjudicate/ledger"
	"adjudicate/rules"
	"adjudicate/season"
	"adjudicate/systems"
)

// planFlags are those of commands that take changes.
func planFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "plan", Usage: "read changes from `FILE` too, one a line; - for standard input"},
		&cli.IntFlag{Name: "base", Usage: "begin with edition `N` (default: the current one)"},
		&cli.StringFlag{Name: "policy", Usage: "what happens to plays that are no longer legal: `POLICY` default-play, void, stands or halt (default: that of the edition begun with, default-play for the first)"},
		&cli.BoolFlag{Name: "thorough", Usage: "judge every input again from the first change on"},
	}
}

// plan reads the changes of a command line.
func (s *session) plan(g *game, words []string) (readjudicate.Plan, error) {
	plan := readjudicate.Plan{Base: s.c.Int("base"), Policy: s.c.String("policy"), Thorough: s.c.Bool("thorough"), Strict: true}
	texts := []struct{ label, dir, text string }{}
	for i, w := range words {
		texts = append(texts, struct{ label, dir, text string }{fmt.Sprintf("change %d", i+1), ".", w})
	}
	if path := s.c.String("plan"); path != "" {
		label, text, err := s.readFile(path)
		if err != nil {
			return plan, err
		}
		dir := "."
		if path != "-" {
			dir = filepath.Dir(path)
		}
		texts = append(texts, struct{ label, dir, text string }{label, dir, string(text)})
	}
	names, err := s.everyName(g)
	if err != nil {
		return plan, err
	}
	for _, t := range texts {
		list, err := season.ParseChanges(t.label, t.text, names)
		if err == nil {
			err = season.ResolveChanges(t.label, list, disk{t.dir})
		}
		if err != nil {
			return plan, &usageError{text: err.Error(), hint: "nothing was written", err: err} // it names the change and the line itself
		}
		for i := range list {
			if err := s.addChange(g, &plan, &list[i]); err != nil {
				return plan, &inputError{fmt.Sprintf("%s:%d", t.label, list[i].Line), err}
			}
		}
	}
	return plan, nil
}

// everyName lists the sides and players that there have ever been in the game.
func (s *session) everyName(g *game) (*season.Names, error) {
	cat, err := history.Load(s.ctx, g.st, g.name, g.l.Head())
	if err != nil {
		return nil, err
	}
	n := new(season.Names)
	n.Sides, n.Players, err = cat.Names(s.ctx)
	return n, err
}

// disk is the library of rules that changes name: the files of a folder, or of paths.
type disk struct{ dir string }

func (d disk) Suite(name string) ([]rules.Rule, error) {
	book, _, err := systems.Load(name)
	if err != nil {
		return nil, err
	}
	return book.Rules(), nil
}

func (d disk) File(name string) ([]byte, error) {
	if !filepath.IsAbs(name) {
		name = filepath.Join(d.dir, name)
	}
	return infile.File(name)
}

// addChange translates what somebody wrote.
func (s *session) addChange(g *game, plan *readjudicate.Plan, c *season.Change) error {
	if c.What == "withdraw" {
		plan.Withdraw = append(plan.Withdraw, c.Withdraw)
		return nil
	}
	at, address, err := s.pointOf(g, c.Point)
	if err != nil {
		return err
	}
	switch c.What {
	case "void":
		plan.Changes = append(plan.Changes, events.Change{What: history.Void, Input: at, Address: address, Reason: c.Reason})
	case "rule":
		plan.Changes = append(plan.Changes, events.Change{What: history.Rule, Input: at, Address: address, Remedy: c.Remedy, Clause: c.Clause, Reason: c.Reason})
	case "move":
		return s.moveChange(g, plan, at, address, c.To)
	case "correct", "from":
		for _, p := range c.Entry.Inputs {
			if err := noAddresses(p); err != nil {
				return err
			}
			wire, data, err := events.EncodePayload(p)
			if err != nil {
				return err
			}
			ch := events.Change{What: history.Insert, Input: at, Address: address, Type: wire, Payload: data}
			if c.What == "correct" {
				ch.What = history.Correct
			} else {
				ch.Actor, ch.At = s.actor(g, p), momentOf(c.Point)
			}
			plan.Changes = append(plan.Changes, ch)
		}
		if c.What == "correct" && len(c.Entry.Inputs) != 1 {
			return fmt.Errorf("a correction is one entry, this is %d", len(c.Entry.Inputs))
		}
	}
	return nil
}

// moveChange lets an entry take effect at another point: there it is put in, and where it
// was recorded it never happened.
func (s *session) moveChange(g *game, plan *readjudicate.Plan, from uint64, address, to string) error {
	point, before, err := s.pointOf(g, to)
	if err != nil {
		return err
	}
	in, err := s.entered(g, plan, from, address)
	if err != nil {
		return err
	}
	wire, data, err := events.EncodePayload(in.Payload)
	if err != nil {
		return err
	}
	plan.Changes = append(plan.Changes,
		events.Change{What: history.Insert, Input: point, Address: before, Type: wire, Payload: data, Actor: in.Actor, At: momentOf(to)},
		events.Change{What: history.Void, Input: from, Address: address, Reason: "it takes effect from " + to})
	return nil
}

// entered is what was entered as an entry that a change is about.
func (s *session) entered(g *game, plan *readjudicate.Plan, sequence uint64, address string) (events.Envelope, error) {
	if address != "" {
		cat, err := history.Load(s.ctx, g.st, g.name, 0)
		if err != nil {
			return events.Envelope{}, err
		}
		e, err := cat.Edition(plan.Base)
		if err != nil {
			return events.Envelope{}, err
		}
		if _, err := cat.Inserted(e, address); err != nil {
			return events.Envelope{}, err
		}
		i := slices.IndexFunc(e.Changes, func(c events.Change) bool { return c.ID == address })
		return history.InsertedInput(g.name, &e.Changes[i], time.Time{})
	}
	for e, err := range ledger.Events(s.ctx, g.st, g.name, sequence) {
		if err == nil && !events.IsInput(e.Type) {
			err = fmt.Errorf("event %d is an outcome: expected the sequence number of an entry", sequence)
		}
		return e, err
	}
	return events.Envelope{}, fmt.Errorf("no event %d", sequence)
}

// pointOf returns the sequence that a point means: of a moment, the first input recorded at
// or after it. Of an entry that an edition has put in it is the address.
func (s *session) pointOf(g *game, text string) (sequence uint64, address string, err error) {
	if n, ok := season.Sequence(text); ok {
		return n, "", nil
	}
	if history.IsChange(text) {
		return 0, text, nil
	}
	at := momentOf(text)
	if at == nil {
		return 0, "", fmt.Errorf("%q is neither the sequence of an event nor a moment", text)
	}
	for e, err := range ledger.Events(s.ctx, g.st, g.name, 1) {
		if err != nil {
			return 0, "", err
		}
		if events.IsInput(e.Type) && !e.Recorded.Before(*at) {
			return e.Sequence, "", nil
		}
	}
	return 0, "", fmt.Errorf("nothing has been recorded since %s", text)
}

// momentOf is the moment that a point names, nil if it names none.
func momentOf(text string) *time.Time {
	for _, form := range []string{time.DateOnly, "2006-01-02T15:04Z", "2006-01-02T15:04:05Z", "2006-01-02T15:04", "2006-01-02T15:04:05"} {
		if t, err := time.Parse(form, text); err == nil {
			return &t
		}
	}
	return nil
}

// tellMoments says which entries are put in without a moment of their own.
func (s *session) tellMoments(plan readjudicate.Plan, run *readjudicate.Run) {
	for _, c := range run.Changes {
		asked := slices.ContainsFunc(plan.Changes, func(p events.Change) bool {
			return p.What == history.Insert && p.At == nil && p.Type == c.Type && bytes.Equal(p.Payload, c.Payload)
		})
		p, err := events.DecodePayload(c.Type, c.Payload)
		if c.What != history.Insert || c.At == nil || !asked || err != nil {
			continue
		}
		if _, law := events.Law(p); !law {
			fmt.Fprintf(s.errs, "%s: the entry inserted before #%d has the time of the entry before it, %s; \"from MOMENT\" gives another\n",
				name, c.Input, c.At.UTC().Format("2006-01-02T15:04:05Z"))
		}
	}
}

// prepare holds a plan against the ledger.
func (s *session) prepare(g *game, plan readjudicate.Plan) (*history.Catalogue, *readjudicate.Run, error) {
	cat, err := history.Load(s.ctx, g.st, g.name, g.l.Head())
	if err != nil {
		return nil, nil, err
	}
	run, err := readjudicate.Prepare(s.ctx, g.st, cat, plan, engine)
	if err == nil {
		s.tellMoments(plan, run)
	}
	return cat, run, err
}

// wordsOf is the arguments of the command.
func (s *session) wordsOf() []string {
	return slices.DeleteFunc(s.c.Args().Slice(), func(w string) bool { return strings.TrimSpace(w) == "" })
}
