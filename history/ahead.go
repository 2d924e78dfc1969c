package history

import (
	"bytes"
	"context"
	"iter"
	"strings"

	"adjudicate/events"
	"adjudicate/store"
	"adjudicate/store/ahead"
)

// A walk of a long history reads ahead: beside whoever rules on its entries, another goroutine reads the events that follow and decodes those
// that will be wanted. What is yielded, and in which order, is as without.

const (
	aheadAfter = 4096 // events of a walk, before it reads ahead
	aheadChunk = 256  // events that are handed over at a time; three times as many are in memory
)

// A record is an event of a stream, decoded if that was foreseen.
type record struct {
	store.Recorded
	known  bool
	event  events.Envelope
	broken error // of decoding
}

func (w *walk) decode(dec *events.Decoder, r *record) (events.Envelope, error) {
	if r.known {
		return r.event, r.broken
	}
	return w.c.decode(dec, &r.Recorded)
}

// records yields what the stream holds from a sequence on. A record is the walk's until the next.
func (w *walk) records(from uint64) iter.Seq2[*record, error] {
	return func(yield func(*record, error) bool) {
		n, next := 0, from
		for rec, err := range w.c.records(w.ctx, from) {
			if !yield(&record{Recorded: rec}, err) || err != nil {
				return
			}
			if n++; n == aheadAfter {
				next = uint64(rec.Revision) + 1
				break
			}
		}
		if n < aheadAfter {
			return
		}
		for r, err := range ahead.Of(w.ctx, aheadChunk, func(ctx context.Context) iter.Seq2[record, error] { return w.foreseen(ctx, next) }) {
			if !yield(&r, err) {
				return
			}
		}
	}
}

// foreseen yields the same, each record decoded if it is wanted.
func (w *walk) foreseen(ctx context.Context, from uint64) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		var dec events.Decoder
		wanted := w.wanted()
		for rec, err := range w.c.records(ctx, from) {
			r := record{Recorded: rec}
			if r.known = err == nil && wanted(&rec); r.known {
				r.event, r.broken = w.c.decode(&dec, &rec)
				r.Data = nil
			} else {
				r.Data = bytes.Clone(r.Data) // it is lent, and this one may still be asked for
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// wanted foresees which events the walk decodes. Where it is wrong, the walk takes longer. What a catalogue that grows has of overrides is not
// asked, since others write to it.
func (w *walk) wanted() func(*store.Recorded) bool {
	var adopts, restates bool
	return func(rec *store.Recorded) bool {
		if events.IsInput(rec.Type) {
			adopts = strings.HasPrefix(rec.Type, adopted+".")
			if !w.c.grows {
				s, ok := w.over[Place{Input: uint64(rec.Revision)}]
				restates = ok && !s.first()
			}
			return true
		}
		return !adopts && (!restates || strings.HasPrefix(rec.Type, ruled))
	}
}
