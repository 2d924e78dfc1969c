package main

import (
	"errors"
	"fmt"
	"iter"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger"
)

// A point is where a command looks: an edition of the history, up to an effective point, as
// the ledger was known at a sequence. --at N alone is the ledger as it stood after event N.
type point struct {
	s     *session
	g     *game
	cat   *history.Catalogue
	e     *history.Edition
	upTo  uint64 // an effective point
	last  string // of an entry put in just before the input at upTo: the last one that is wanted; "" for all
	plain bool   // the edition is the stream as it was recorded
}

// pointed reports whether the flags name more than --at.
func (s *session) pointed() bool {
	return s.c.Int("edition") != 0 || s.c.String("as-of") != "" || s.c.Uint64("known-at") != 0
}

// point finds out where the flags point.
func (s *session) point(g *game) (*point, error) {
	known, at := s.c.Uint64("known-at"), s.c.Uint64("at")
	if s.writes() {
		at = 0 // an old name of --if-at
	}
	for _, flag := range []string{"at", "as-of", "known-at"} {
		if !s.writes() && s.c.IsSet(flag) && s.c.Uint64(flag) == 0 && (flag != "as-of" || s.c.String(flag) == "0") {
			return nil, usagef("", "--%s 0: the first event is 1; nothing holds before it", flag)
		}
	}
	if known != 0 && at != 0 && known != at {
		return nil, usagef("--at N is --known-at N; --as-of names the effective point", "--at %d and --known-at %d: expected one of them", at, known)
	}
	cat, err := history.Load(s.ctx, g.st, g.name, max(known, at))
	if err != nil {
		if at != 0 {
			head, _ := g.st.Head(s.ctx, g.name)
			return nil, usagef("", "the ledger has %d events: no state at %d", head, at)
		}
		return nil, pointError(err)
	}
	p := &point{s: s, g: g, cat: cat}
	if p.e, err = cat.Edition(s.c.Int("edition")); err != nil {
		return nil, pointError(err)
	}
	p.upTo = cat.End(p.e)
	asOf, address, err := addressed(s.c.String("as-of"))
	if err != nil {
		return nil, usagef("", "invalid --as-of %q: expected a number from 1, or the address of an entry that an edition inserted, such as 2.1", s.c.String("as-of"))
	}
	if address != "" {
		place, err := p.inserted(address)
		if err != nil {
			return nil, err
		}
		p.upTo, p.last = place.Input, address
	}
	if asOf != 0 {
		if asOf > p.upTo {
			return nil, pointError(&history.PointError{Asked: asOf, Last: p.upTo, What: "effective point"})
		}
		if p.upTo, err = p.groupEnd(asOf); err != nil {
			return nil, err
		}
	}
	p.plain = p.e.Number == 1
	return p, nil
}

// groupEnd is the last event of the input that a sequence belongs to.
func (p *point) groupEnd(sequence uint64) (uint64, error) {
	end := sequence
	for e, err := range ledger.Events(p.s.ctx, p.g.st, p.g.name, sequence+1) {
		if err != nil {
			return 0, err
		}
		if events.IsInput(e.Type) || e.Sequence > p.upTo {
			break
		}
		end = e.Sequence
	}
	return end, nil
}

// in is the whole of another edition, as far as the ledger is known.
func (p *point) in(e *history.Edition) *point {
	other := *p
	other.e, other.upTo, other.last, other.plain = e, p.cat.End(e), "", e.Number == 1
	return &other
}

// openPoint opens the game where the flags point.
func (s *session) openPoint() (*game, error) {
	g, err := s.attach()
	if err != nil {
		return nil, err
	}
	p, err := s.point(g)
	if err == nil {
		place := history.Place{Input: p.upTo, Change: p.last}
		g.l, err = ledger.OpenEdition(s.ctx, g.st, p.cat, p.e, place, s.host.Options(nil))
		err = pointError(err)
	}
	if err != nil {
		g.close()
		return nil, err
	}
	g.began = g.l.Head()
	return g, nil
}

// events yields the events of the history from a sequence on, in effective order: of what an
// adoption restates, those that hold in the edition, with the sequences that they have.
func (p *point) events(from uint64) iter.Seq2[events.Envelope, error] {
	return func(yield func(events.Envelope, error) bool) {
		showProgress, done := p.s.progress("reading", int64(p.upTo))
		defer done()
		if p.plain {
			for e, err := range ledger.Events(p.s.ctx, p.g.st, p.g.name, from) {
				if err != nil {
					yield(e, fmt.Errorf("%s: %w", p.g.place, err))
					return
				}
				if e.Sequence > p.upTo || !yield(e, nil) {
					return
				}
				if e.Sequence%1024 == 0 {
					showProgress(int64(e.Sequence))
				}
			}
			return
		}
		for entry, err := range p.cat.History(p.s.ctx, p.e, history.Range{From: from, To: p.upTo}) {
			if err != nil {
				yield(events.Envelope{}, fmt.Errorf("%s: %w", p.g.place, err))
				return
			}
			showProgress(int64(entry.Place.Input))
			if !yield(entry.Input, nil) {
				return
			}
			for i := range entry.Outcomes {
				if entry.Place.Change != "" {
					entry.Outcomes[i].Causation = entry.Input.ID // recorded is the adoption, as it does not stand in the stream
				}
				if !yield(entry.Outcomes[i], nil) {
					return
				}
			}
			if p.last != "" && entry.Place.Change == p.last {
				return
			}
		}
	}
}

// near returns a state from which the history can be folded on to a sequence, and the
// sequence of the last event in it.
func (p *point) near(sequence uint64) (*aggregate.State, uint64) {
	if !p.plain || sequence == 0 {
		return aggregate.NewState(), 0
	}
	return history.KeptState(p.s.ctx, p.g.st, p.g.name, sequence-1)
}

// folds reports whether an event of the history goes into the state. What a history yields
// of an adoption does not; the outcomes that it restates do, in their places.
func (p *point) folds(e *events.Envelope) bool { return events.IsOutcome(e.Type) }

// inserted finds the entry that a change of the edition has put in.
func (p *point) inserted(address string) (history.Place, error) {
	place, err := p.cat.Inserted(p.e, address)
	var none *history.AddressError
	if errors.As(err, &none) && len(none.Others) > 0 {
		return place, usagef(fmt.Sprintf("--edition %d shows it", none.Others[len(none.Others)-1]), "%v", err)
	}
	if err != nil {
		return place, usagef("\"adjudicate editions\" lists what each puts in", "%v", err)
	}
	return place, nil
}

// change is the address of an input that stands in the ledger only as a change of the
// edition, "" of any other: its sequence is that of the input it precedes.
func (p *point) change(e *events.Envelope) string {
	if p.plain || !events.IsInput(e.Type) {
		return ""
	}
	for i := range p.e.Changes {
		if c := &p.e.Changes[i]; c.What == history.Insert && c.Input == e.Sequence && history.InsertedID(p.cat.Name(), c.ID) == e.ID {
			return c.ID
		}
	}
	return ""
}

// addresses gives, by the ids of their events, the addresses of what the edition has put in.
func (p *point) addresses() map[uuid.UUID]string {
	list := map[uuid.UUID]string{}
	for i := range p.e.Changes {
		if c := &p.e.Changes[i]; c.What == history.Insert && !p.plain {
			list[history.InsertedID(p.cat.Name(), c.ID)] = c.ID
		}
	}
	return list
}
