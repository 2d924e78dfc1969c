package outbox

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"adjudicate/aggregate"
	"adjudicate/history"
	"adjudicate/ledger/notice"
	"adjudicate/ledger/people"
)

// Players who wish quiet hours, or one letter a day, are not written to at once: what is due is held, which is noted on the desk as if it had been sent.
// When the hour has come, all that is held for a player until then goes as one letter. What is held until a moment is settled once that moment has come, so
// a letter that is sent again after a crash holds the same, under the same Message-ID.

// hold reports until when the letter of an entry to somebody is held; the zero time if it is to be sent now. What cannot wait, because a limit expires before, is not held.
func (p *pass) hold(a addressed, st *aggregate.State) time.Time {
	if a.key == list {
		return time.Time{}
	}
	until := p.wishes[a.key].Later(p.o.Now())
	if l, ok := st.Limit(); ok && !until.IsZero() && !l.Expires.After(until) {
		for _, n := range a.notices {
			if n.Kind == notice.Turn || n.Kind == notice.Limit {
				return time.Time{}
			}
		}
	}
	return until
}

// isHeld reports whether what somebody is to hear of an entry is held.
func (p *pass) isHeld(sequence uint64, to string) bool {
	return slices.ContainsFunc(p.posted.Held, func(h people.Held) bool { return h.Sequence == sequence && h.To == to })
}

// keep notes that a letter is held.
func (p *pass) keep(ctx context.Context, sequence uint64, to string, until time.Time) error {
	return p.note(ctx, func(n *people.Posted) error {
		n.Held = append(n.Held, people.Held{Sequence: sequence, To: to, Until: until.UTC().Truncate(time.Second)})
		return nil
	})
}

// A batch is what is held for one player until one moment.
type batch struct {
	to        string
	until     time.Time
	sequences []uint64
	notices   []notice.Notice
	headings  []string // of the entries
}

// due are the batches whose moment has come, the earliest first.
func (p *pass) due() (list []*batch) {
	now := p.o.Now()
	for _, h := range p.posted.Held {
		if now.Before(h.Until) {
			continue
		}
		i := slices.IndexFunc(list, func(b *batch) bool { return b.to == h.To && b.until.Equal(h.Until) })
		if i < 0 {
			i, list = len(list), append(list, &batch{to: h.To, until: h.Until})
		}
		list[i].sequences = append(list[i].sequences, h.Sequence)
	}
	slices.SortStableFunc(list, func(a, b *batch) int { return a.until.Compare(b.until) })
	return list
}

// release sends what was held and is due, as the game stands in st.
func (p *pass) release(ctx context.Context, st *aggregate.State, head uint64) error {
	batches := p.due()
	if len(batches) == 0 {
		return nil
	}
	first := head
	for _, b := range batches {
		slices.Sort(b.sequences)
		first = min(first, b.sequences[0])
	}
	then, at := history.KeptState(ctx, p.g.Events, p.g.Name, first-1)
	if err := history.FoldStream(ctx, p.g.Events, p.g.Name, then, at, first-1); err != nil {
		return err
	}
	for e, err := range notice.Read(then, p.stream(ctx, first, head)) {
		if err != nil {
			return err
		}
		for _, b := range batches {
			if slices.Contains(b.sequences, e.Act.First().Sequence) {
				b.add(e)
			}
		}
	}
	for _, b := range batches {
		if err := p.sendBatch(ctx, b, st); err != nil {
			return err
		}
	}
	return nil
}

// add takes what an entry tells the player.
func (b *batch) add(e *notice.Entry) {
	for _, n := range e.Notices {
		if n.Player == b.to {
			b.notices = append(b.notices, n)
			b.headings = append(b.headings, fmt.Sprintf("#%d", e.Act.First().Sequence))
		}
	}
}

// sendBatch sends one letter with all that is held for a player until a moment.
func (p *pass) sendBatch(ctx context.Context, b *batch, st *aggregate.State) error {
	awaited := notice.Awaited(st)
	a := addressed{key: b.to}
	for i, n := range b.notices {
		if n.Kind == notice.Turn && !slices.Contains(awaited, n.Side) {
			continue // the turn is over
		}
		a.notices, a.headings = append(a.notices, n), append(a.headings, b.headings[i])
	}
	person, key := people.Of(p.people, b.to), ""
	if len(a.notices) > 0 && len(person.Addresses) > 0 && !p.wishes[b.to].Off {
		a.address, a.name = person.Addresses[0], person.Name
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d", p.origin, b.to, b.until.Unix()))
		l, err := p.letter("held-"+hex.EncodeToString(sum[:8]), a, st, nil)
		if err != nil {
			return err
		}
		l.Subject += fmt.Sprintf(" (%s)", a.headings[0])
		if last := a.headings[len(a.headings)-1]; last != a.headings[0] {
			l.Subject += "–" + last
		}
		if err := p.send(ctx, l, b.to, false, b.sequences...); err != nil {
			return err
		}
		key = l.Key
	}
	return p.note(context.WithoutCancel(ctx), func(n *people.Posted) error {
		n.Held = slices.DeleteFunc(n.Held, func(h people.Held) bool { return h.To == b.to && h.Until.Equal(b.until) })
		n.Sent = slices.DeleteFunc(n.Sent, func(id string) bool { return id == key })
		return nil
	})
}
