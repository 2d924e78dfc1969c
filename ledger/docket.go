package ledger

import (
	"cmp"
	"context"
	"errors"
	"time"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/rules/names"
	"adjudicate/store"
)

// Dispute returns the dispute that a word names. The error is a *names.UnknownError if there is none.
func (l *Ledger) Dispute(ctx context.Context, word string) (*dispute.Dispute, error) {
	d, err := l.Docket(ctx)
	if err != nil {
		return nil, err
	}
	id, err := names.Find("dispute", word, d.IDs())
	c, _ := d.Dispute(id)
	return &c, err
}

// Docket returns the disputes of the game as it stands. Where they stand in the stream is known by a note; later ones are
// read as they come. The docket is read only, and answers until the ledger goes on.
func (l *Ledger) Docket(ctx context.Context) (*dispute.Docket, error) {
	if err := l.flush(ctx, l.head); err != nil {
		return nil, err
	}
	head := uint64(l.head)
	if l.entries == nil {
		cat, err := history.Load(ctx, l.st, l.name, head)
		if err != nil {
			return nil, err
		}
		l.entries = &entries{cat: cat}
		l.docket.AskOf(l.entries)
		for e, err := range cat.Disputes(ctx) {
			if err != nil {
				l.entries, l.docket = nil, dispute.Docket{}
				return nil, err
			}
			l.docket.Apply(&e)
		}
	}
	l.entries.ctx = ctx
	if l.entries.cat.Known() < head && l.entries.err == nil {
		l.entries.err = l.hear(ctx, head)
	}
	return &l.docket, l.entries.err
}

// hear takes what has come since into the docket.
func (l *Ledger) hear(ctx context.Context, head uint64) error {
	var dec events.Decoder
	heard := l.entries.cat.Known()
	for rec, err := range store.Lend(ctx, l.st, l.name, store.Revision(heard+1)) {
		if err != nil {
			return err
		}
		if uint64(rec.Revision) > head {
			break
		}
		if heard = uint64(rec.Revision); dispute.Needs(rec.Type) {
			e, err := dec.Decode(rec.Data)
			if err != nil {
				return err
			}
			l.docket.Apply(&e)
		}
	}
	if heard < head {
		return &history.GapError{At: heard + 1}
	}
	return l.entries.cat.Advance(ctx, head)
}

// decide has an input ruled on: disputes by the docket, everything else by the judge.
func (l *Ledger) decide(ctx context.Context, in aggregate.Input) (aggregate.Decision, error) {
	if !dispute.Handles(in.Payload.Kind()) {
		return l.judge.Decide(in), nil
	}
	d, err := l.Docket(ctx)
	if err != nil {
		return aggregate.Decision{}, err
	}
	out, err := d.Decide(in, dispute.Setting{State: l.State(), Engine: l.opts.Engine, Head: uint64(l.head)})
	return out, cmp.Or(l.entries.err, err)
}

// withinReach refuses changes that reach further back than the rules in force allow.
func (l *Ledger) withinReach(ctx context.Context, changes []events.Change, at time.Time) error {
	book, err := l.State().Rulebook()
	if err != nil || book.Procedure().Reach == nil {
		return err
	}
	d, err := l.Docket(ctx)
	if err != nil {
		return err
	}
	err = d.Reaches(book, changes, at)
	return cmp.Or(l.entries.err, err)
}

// CheckDispute is Check for the inputs of package dispute: what the docket would refuse, and clauses of rules that there never were. The error is an *InputError, or a *dispute.ReachError
// for a dispute about something too long ago.
func (l *Ledger) CheckDispute(ctx context.Context, in aggregate.Input) error {
	d, err := l.decide(ctx, in)
	if err != nil {
		return err
	}
	if len(d.Ruling.Faults) == 0 {
		return l.CheckClauses(ctx, in.Payload)
	}
	var list []error
	for _, f := range d.Ruling.Faults {
		e := &InputError{Field: dispute.Field(f.Code), Text: f.Message, Err: dispute.ErrorOf(in.Payload, f)}
		e.Named = f.Code == aggregate.FaultUnknownPlayer || f.Code == dispute.FaultText
		list = append(list, e)
	}
	return errors.Join(list...)
}

var (
	ruledType, _   = events.Type(events.Ruled{})
	adoptedType, _ = events.Type(events.EditionAdopted{})
)

// DisputesOf returns the docket of the disputes in a ledger as far as a catalogue knows it. It does not know the entries that they are about.
func DisputesOf(ctx context.Context, cat *history.Catalogue) (*dispute.Docket, error) {
	var d dispute.Docket
	for e, err := range cat.Disputes(ctx) {
		if err != nil {
			return nil, err
		}
		d.Apply(&e)
	}
	return &d, nil
}

// DocketFrom returns a docket folded only from the events between two sequences, inclusive; upTo 0 means the
// last event. It suffices to find the disputes about an input, but not what became of them.
func DocketFrom(ctx context.Context, st store.Store, name string, from, upTo uint64) (*dispute.Docket, error) {
	var d dispute.Docket
	var dec events.Decoder
	for rec, err := range store.Lend(ctx, st, name, store.Revision(from)) {
		if err != nil {
			return nil, err
		}
		if upTo != 0 && uint64(rec.Revision) > upTo {
			break
		}
		if !dispute.Needs(rec.Type) || rec.Type == ruledType || events.IsInput(rec.Type) && rec.Type != adoptedType {
			continue
		}
		e, err := dec.Decode(rec.Data)
		if err != nil {
			return nil, &history.BrokenError{Sequence: uint64(rec.Revision), Text: err.Error()}
		}
		d.Apply(&e)
	}
	return &d, nil
}
