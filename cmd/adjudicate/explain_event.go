package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	why "adjudicate/aggregate/explain"
	"adjudicate/draw"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger"
	"adjudicate/report"
)

// located is an event that somebody asks about, and the input it belongs to.
type located struct {
	event, input uint64
	change       string // of an entry that an edition has put in just before the input, its address
	outcome      bool   // it is an outcome of the input beside the ruling
	edition      int    // the one asked for, or the one that states the event; 0 for neither
}

// locate finds the event of a sequence or an id, the last one for an empty word.
func (s *session) locate(g *game, word string) (located, error) {
	if history.IsChange(strings.TrimPrefix(word, "#")) {
		p, err := s.point(g)
		if err != nil {
			return located{}, err
		}
		place, err := p.inserted(strings.TrimPrefix(word, "#"))
		return located{input: place.Input, change: place.Change, edition: p.e.Number}, err
	}
	id, idErr := uuid.Parse(word)
	var wanted uint64
	if idErr != nil || len(word) < 32 {
		n, err := s.sequence(g, word)
		if err == nil && word == "" {
			n, err = s.adopting(g, n)
		}
		if err != nil {
			return located{}, err
		}
		wanted, id = n, uuid.Nil
	}
	at := located{edition: s.c.Int("edition")}
	var group int
	var adopted *events.EditionAdopted
	var restated history.Place
	for e, err := range ledger.Events(s.ctx, g.st, g.name, 1) {
		if err != nil {
			return located{}, fmt.Errorf("%s: %w", g.place, err)
		}
		if events.IsInput(e.Payload.Kind()) {
			at.input, group, adopted = e.Sequence, 0, nil
			if p, ok := e.Payload.(events.EditionAdopted); ok {
				adopted = &p
			}
		} else {
			group++
		}
		if p, ok := e.Payload.(events.InputRestated); ok {
			restated = history.Restates(p)
		}
		if e.Sequence != wanted && (id == uuid.Nil || e.ID != id) {
			continue
		}
		at.event, at.outcome = e.Sequence, group > 1
		if adopted != nil && e.Effective != 0 && e.Effective != e.Sequence {
			at.input, at.change = e.Effective, restated.Change
			if at.edition == 0 {
				at.edition = adopted.Edition
			}
		}
		return at, nil
	}
	if id != uuid.Nil {
		return located{}, usagef("\"adjudicate export\" lists the ids", "no event %s in the ledger", id)
	}
	return located{}, usagef("\"adjudicate log\" lists the events", "no event %d in the ledger", wanted)
}

// caseAt puts a judge before an input, in the edition asked for or else the one that holds,
// and says what was ruled on it there.
func (s *session) caseAt(g *game, at located) (why.Case, *history.Entry, error) {
	fail := func(err error) (why.Case, *history.Entry, error) {
		return why.Case{}, nil, fmt.Errorf("%s: %w", g.place, err)
	}
	known := s.c.Uint64("known-at")
	if known == 0 {
		head, err := g.st.Head(s.ctx, g.name)
		if err != nil {
			return fail(err)
		}
		known = uint64(head)
	}
	cat, err := history.Load(s.ctx, g.st, g.name, known)
	if err != nil {
		return fail(err)
	}
	ed, err := editionOf(cat, at)
	if err != nil {
		return fail(err)
	}
	state, err := cat.Before(s.ctx, ed, at.input)
	if err != nil {
		return fail(err)
	}
	for entry, err := range cat.History(s.ctx, ed, history.Range{From: at.input, To: at.input}) {
		if err != nil {
			return fail(err)
		}
		if entry.Place.Change != at.change {
			if entry.Place.Change == "" {
				break
			}
			for i := range entry.Outcomes {
				state.Apply(entry.Outcomes[i].Payload)
			}
			continue
		}
		judge, err := aggregate.NewJudge(state, engine)
		if err != nil {
			return fail(err)
		}
		labels, err := cat.Labels(s.ctx)
		if err != nil {
			return fail(err)
		}
		judge.Know(labels)
		ruled := entry.Ruled()
		c := why.Case{Judge: judge, Ruled: &ruled, Words: report.OutcomeWords, Order: orderOf(ed, entry, &ruled),
			Input: aggregate.Input{ID: entry.Input.ID.String(), Address: entry.Place.Address(), Payload: entry.Input.Payload, At: entry.Input.Recorded, Actor: entry.Input.Actor}}
		for i := range entry.Outcomes {
			if i > 0 {
				c.Outcomes = append(c.Outcomes, events.Outcome{Payload: entry.Outcomes[i].Payload, Basis: &entry.Outcomes[i].Basis})
			}
		}
		c.Unjudged, c.Title = !entry.Judged, report.InputWords(entry.Input.Payload)
		return c, entry, nil
	}
	return why.Case{}, nil, usagef("", "edition %d has no input %s", ed.Number, history.Place{Input: at.input, Change: at.change}.Address())
}

// editionOf is the edition asked for. If none was it is, for an outcome, the one in which the
// outcome stands, and else the one that holds.
func editionOf(cat *history.Catalogue, at located) (*history.Edition, error) {
	if at.edition != 0 {
		return cat.Edition(at.edition)
	}
	if !at.outcome {
		return cat.Current(), nil
	}
	number := 1
	for _, e := range cat.Editions() {
		if e.Adopted <= at.event {
			number = e.Number
		}
	}
	return cat.Edition(number)
}

// orderOf is what an edition has decided of an input: by a change of its own, or by its
// policy for plays that lost their legality.
func orderOf(ed *history.Edition, entry *history.Entry, ruled *events.Ruled) *aggregate.Order {
	for i := range ed.Changes {
		c := &ed.Changes[i]
		if c.ID != entry.Changed {
			continue
		}
		switch c.What {
		case history.Void:
			return &aggregate.Order{Remedy: aggregate.RemedyVoid, Clause: c.Clause, Reason: c.Reason}
		case history.Rule:
			o := &aggregate.Order{Remedy: c.Remedy, Clause: c.Clause, Reason: c.Reason}
			if ruled.Verdict == aggregate.Replaced && o.Remedy == aggregate.RemedyIllegal {
				o.Otherwise = aggregate.RemedyDefault
			}
			return o
		}
	}
	switch ruled.Verdict {
	case aggregate.Replaced:
		return &aggregate.Order{Remedy: aggregate.RemedyDefault}
	case aggregate.Voided:
		return &aggregate.Order{Remedy: aggregate.RemedyVoid}
	}
	return nil
}

// drawTree draws the board of a judge with the ways and squares of an explanation, if the
// command was asked to.
func (s *session) drawTree(j *aggregate.Judge, root *why.Node, title string) error {
	path := s.c.String("svg")
	if path == "" {
		return nil
	}
	b, over, err := report.TreePicture(j, root, title)
	if err != nil {
		return err
	}
	return s.writeFile(path, func(w io.Writer) error { return draw.SVGOver(w, b, over, draw.Options{}) })
}
