// Package plan reads the text form of a plan for readjudication: lines such as
//
//	from 120 amend archer.yaml
//	correct 743 Lantern: Rq14-q8
//	void 194
//
//	text ──season.ParseChanges──► lines ──Reader.Read──► readjudicate.Plan ──Prepare──► Run
//
// Package season parses a line; package readjudicate defines a plan. This package resolves the lines against
// the ledger: which event a time means, the original text of an entry that moves, the actor of an insertion.
//
// It writes nothing. It refuses, with an *Error that names the line, malformed lines, points that are no event or
// time of the ledger, and entries that are outcomes or more than one.
package plan

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
	"adjudicate/rules/names"
	"adjudicate/season"
	"adjudicate/store"
)

// Error says what is wrong with a plan, and where.
type Error struct {
	Place string // "change 1:1"; "" where the error names it
	Err   error
}

func (e *Error) Error() string {
	if e.Place == "" {
		return e.Err.Error()
	}
	return e.Place + ": " + e.Err.Error()
}

func (e *Error) Unwrap() error { return e.Err }

// A Text is some lines of a plan, and what to call them in messages.
type Text struct {
	Label string
	Lines string
	Rules season.Library // the rules that they name
}

// A Reader reads plans for one ledger.
type Reader struct {
	Store store.Store
	Name  string

	Catalogue func(context.Context) (*history.Catalogue, error) // of the ledger

	Actor func(p events.Payload) string // who enters what is put in

	names *season.Names // once asked for: whoever there has ever been, and whom the lines read so far put in
}

// Read adds the changes of texts to a plan.
func (r *Reader) Read(ctx context.Context, plan *readjudicate.Plan, texts ...Text) error {
	for _, t := range texts {
		list, err := r.parse(ctx, t)
		if err != nil {
			return err
		}
		for i := range list {
			if err := r.add(ctx, plan, &list[i]); err != nil {
				return &Error{Place: fmt.Sprintf("%s:%d", t.Label, list[i].Line), Err: err}
			}
		}
	}
	return nil
}

// Entries reads entries, one a line, which the label and their number name.
func (r *Reader) Entries(ctx context.Context, label string, lines []string, library season.Library) (all []events.Payload, err error) {
	for i, line := range lines {
		inputs, err := r.Entry(ctx, Text{Label: fmt.Sprintf("%s %d", label, i+1), Lines: line, Rules: library})
		if err != nil {
			return nil, err
		}
		all = append(all, inputs...)
	}
	return all, nil
}

// Entry reads one entry, as it is written behind "from POINT".
func (r *Reader) Entry(ctx context.Context, t Text) ([]events.Payload, error) {
	const from = "from 2 "
	t.Lines = from + t.Lines
	list, err := r.parse(ctx, t)
	if err != nil {
		var at *season.SyntaxError
		if errors.As(err, &at) && at.Line == 1 {
			at.Column -= len(from) // as it was written
		}
		return nil, err
	}
	return list[0].Entry.Inputs, nil
}

func (r *Reader) parse(ctx context.Context, t Text) ([]season.Change, error) {
	if r.names == nil {
		cat, err := r.Catalogue(ctx)
		if err != nil {
			return nil, err
		}
		r.names = new(season.Names)
		if r.names.Sides, r.names.Players, err = cat.Names(ctx); err != nil {
			return nil, err
		}
	}
	list, err := season.ParseChanges(t.Label, t.Lines, r.names)
	if err == nil {
		err = season.ResolveChanges(t.Label, list, t.Rules)
	}
	if err != nil {
		return nil, r.disputed(ctx, t.Lines, &Error{Err: err}) // it names the change and the line itself
	}
	return list, nil
}

// A DisputeError reports that a dispute is named where a change is expected.
type DisputeError struct {
	Dispute string
	Err     *Error
}

func (e *DisputeError) Error() string { return e.Err.Error() }
func (e *DisputeError) Unwrap() error { return e.Err }

// Advice says what takes the name of a dispute.
func (e *DisputeError) Advice() string {
	return fmt.Sprintf("%s is a dispute: \"adjudicate edition remedy --dispute %[1]s\" starts with its changes, \"adjudicate dispute adopt %[1]s\" makes them", e.Dispute)
}

// disputed returns what is wrong with some lines as a *DisputeError if that is that one of them names a dispute and nothing else.
func (r *Reader) disputed(ctx context.Context, lines string, wrong *Error) error {
	var at *season.SyntaxError
	all := strings.Split(lines, "\n")
	if !errors.As(wrong.Err, &at) || at.Line < 1 || at.Line > len(all) || len(strings.Fields(all[at.Line-1])) != 1 {
		return wrong
	}
	cat, err := r.Catalogue(ctx)
	if err != nil {
		return err
	}
	d, err := ledger.DisputesOf(ctx, cat)
	if err != nil {
		return err
	}
	if id, ok := names.Known(strings.TrimSpace(all[at.Line-1]), d.IDs()); ok {
		return &DisputeError{Dispute: id, Err: wrong}
	}
	return wrong
}

// add translates one line.
func (r *Reader) add(ctx context.Context, plan *readjudicate.Plan, c *season.Change) error {
	if c.What == "withdraw" {
		plan.Withdraw = append(plan.Withdraw, c.Withdraw)
		return nil
	}
	at, err := r.point(ctx, plan, c.Point)
	if err != nil {
		return err
	}
	about := events.Change{Input: at.Input, Address: at.Change, Clause: c.Clause, Reason: c.Reason}
	switch c.What {
	case "void":
		about.What = history.Void
	case "rule":
		about.What, about.Remedy = history.Rule, c.Remedy
	case "move":
		return r.move(ctx, plan, at, c.To)
	case "correct":
		return r.correct(ctx, plan, at, c)
	default:
		when, err := r.momentOf(ctx, c.Point)
		if err != nil {
			return err
		}
		for _, p := range c.Entry.Inputs {
			one := events.Change{What: history.Insert, Input: at.Input, Address: at.Change, Actor: r.Actor(p), At: when}
			if err := r.put(plan, one, p); err != nil {
				return err
			}
		}
		return nil
	}
	plan.Changes = append(plan.Changes, about)
	return nil
}

// correct says what an entry was to be, or when it was.
func (r *Reader) correct(ctx context.Context, plan *readjudicate.Plan, at history.Place, c *season.Change) error {
	about := events.Change{What: history.Correct, Input: at.Input, Address: at.Change}
	if c.At != "" {
		when, err := r.momentOf(ctx, c.At)
		if err != nil {
			return err
		}
		if about.At = when; when == nil {
			return fmt.Errorf("invalid moment %q", c.At)
		}
	}
	if c.Entry == nil {
		in, err := r.entered(ctx, plan.Base, at)
		if err != nil {
			return err
		}
		about.Type, about.Payload, err = events.EncodePayload(in.Payload)
		plan.Changes = append(plan.Changes, about)
		return err
	}
	if n := len(c.Entry.Inputs); n != 1 {
		return fmt.Errorf("a correction takes one entry: found %d", n)
	}
	return r.put(plan, about, c.Entry.Inputs[0])
}

// put adds a change with what it enters.
func (r *Reader) put(plan *readjudicate.Plan, c events.Change, p events.Payload) (err error) {
	if err := ledger.Enterable(p); err != nil {
		return err
	}
	if events.About(p) == events.PartKeys {
		return errors.New("keys and demands of signatures hold from where they were entered on: expected another entry")
	}
	c.Type, c.Payload, err = events.EncodePayload(p)
	later := slices.IndexFunc(plan.Changes, func(o events.Change) bool {
		return o.What == history.Insert && o.Input == c.Input && o.Address == c.Address && o.At != nil && c.At != nil && o.At.After(*c.At)
	})
	if later < 0 {
		later = len(plan.Changes)
	}
	plan.Changes = slices.Insert(plan.Changes, later, c) // in whichever order they are named, they stand in that of their moments
	return err
}

// move lets an entry take effect at another point: there it is put in, and where it was recorded
// it never happened.
func (r *Reader) move(ctx context.Context, plan *readjudicate.Plan, from history.Place, to string) error {
	at, err := r.point(ctx, plan, to)
	if err != nil {
		return err
	}
	in, err := r.entered(ctx, plan.Base, from)
	if err != nil {
		return err
	}
	when, err := r.momentOf(ctx, to)
	if err != nil {
		return err
	}
	if err := r.put(plan, events.Change{What: history.Insert, Input: at.Input, Address: at.Change, Actor: in.Actor, At: when}, in.Payload); err != nil {
		return err
	}
	plan.Changes = append(plan.Changes, events.Change{What: history.Void, Input: from.Input, Address: from.Change, Reason: "it takes effect from " + to})
	return nil
}

// entered is what was entered as an entry that a change is about.
func (r *Reader) entered(ctx context.Context, base int, at history.Place) (events.Envelope, error) {
	if at.Change != "" {
		cat, err := r.Catalogue(ctx)
		if err != nil {
			return events.Envelope{}, err
		}
		e, err := cat.Edition(base)
		if err != nil {
			return events.Envelope{}, err
		}
		if _, err := cat.Inserted(e, at.Change); err != nil {
			return events.Envelope{}, err
		}
		i := slices.IndexFunc(e.Changes, func(c events.Change) bool { return c.ID == at.Change })
		return history.InsertedInput(r.Name, &e.Changes[i], time.Time{})
	}
	for e, err := range history.Stream(ctx, r.Store, r.Name, at.Input) {
		if err == nil && !events.IsInput(e.Type) {
			err = fmt.Errorf("event %d is an outcome: expected the sequence of an entry", at.Input)
		}
		return e, err
	}
	return events.Envelope{}, fmt.Errorf("no event %d", at.Input)
}

// point is what a point means: a sequence, the address of an entry that an edition has put in, or
// of a moment the first entry of the base edition at or after it.
func (r *Reader) point(ctx context.Context, plan *readjudicate.Plan, text string) (history.Place, error) {
	if n, ok := season.Sequence(text); ok {
		return history.Place{Input: n}, nil
	}
	if history.IsChange(text) {
		return history.Place{Change: text}, nil
	}
	at, err := r.momentOf(ctx, text)
	if err != nil {
		return history.Place{}, err
	}
	if at == nil {
		return history.Place{}, fmt.Errorf("invalid point %q: expected the sequence of an event or a moment", text)
	}
	cat, err := r.Catalogue(ctx)
	if err != nil {
		return history.Place{}, err
	}
	base, err := cat.Edition(plan.Base)
	if err != nil {
		return history.Place{}, err
	}
	gone := func(change string) bool {
		return slices.Contains(plan.Withdraw, change) || slices.Contains(plan.Withdraw, "*")
	}
	found, err := cat.FirstSince(ctx, base, *at, gone)
	switch {
	case err == nil && found == history.Place{}:
		err = errors.New("nothing recorded since " + text)
	case found.Change != "":
		found.Input = 0 // its address says where
	}
	return found, err
}

// momentOf is the moment that a point names, in the ledger's time zone where it says none; nil if it names none.
func (r *Reader) momentOf(ctx context.Context, text string) (*time.Time, error) {
	at, ok, err := history.MomentIn(text, events.ZoneOr(history.ZoneName(ctx, r.Store, r.Name)))
	if ok {
		return &at, nil
	}
	return nil, err
}
