package ledger

import (
	"context"
	"slices"
	"strings"

	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
)

// entries say what stands in a ledger, for its docket, which so need not read and remember every input.
type entries struct {
	ctx context.Context
	cat *history.Catalogue
	err error // the ledger could not be read
}

// Entry is that of dispute.Source.
func (x *entries) Entry(sequence uint64, address string) (s dispute.Subject, ok bool) {
	if x.err == nil {
		s, ok, x.err = x.find(sequence, address)
	}
	return s, ok && x.err == nil
}

func (x *entries) find(sequence uint64, address string) (s dispute.Subject, ok bool, err error) {
	at := history.Place{Change: address}
	if address == "" {
		if at, ok, err = x.cat.EntryAt(x.ctx, sequence); err != nil || !ok {
			return s, false, err
		}
	}
	edition := x.cat.Current()
	if at.Change != "" {
		var put *events.Change
		if edition, put = x.inserted(at.Change); put == nil {
			return s, false, nil
		}
		at.Input = put.Input
		kind, _, _ := strings.Cut(put.Type, ".")
		s = dispute.Subject{Kind: kind, Gone: edition != x.cat.Current()}
		if put.At != nil {
			s.At = *put.At
		}
	}
	if s.At.IsZero() {
		in, err := x.cat.Recorded(x.ctx, at.Input)
		if err != nil {
			return s, false, err
		}
		if s.At = in.Recorded; s.Kind == "" {
			s.Kind = in.Payload.Kind()
		}
	}
	s.Sequence, s.Address = at.Input, at.Change
	if s.Gone {
		return s, true, nil
	}
	s.Verdict, err = x.cat.VerdictAt(x.ctx, edition, at)
	return s, err == nil, err
}

// inserted returns the newest edition that has an entry put in, and the change that did; nil if none has.
func (x *entries) inserted(address string) (*history.Edition, *events.Change) {
	list := x.cat.Editions()
	for i := range slices.Backward(list) {
		for k := range list[i].Changes {
			if c := &list[i].Changes[k]; c.ID == address && c.What == history.Insert {
				return &list[i], c
			}
		}
	}
	return nil, nil
}
