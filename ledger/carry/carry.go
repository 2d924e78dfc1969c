package carry

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// ErrNotOlder says that a ledger is of today's format already.
var ErrNotOlder = errors.New("the ledger is already in the current format")

// A StuckError says which entry of the old ledger the new one cannot take.
type StuckError struct {
	Sequence uint64
	What     string // "edition 3", "D2"
	Err      error
}

func (e *StuckError) Error() string {
	return fmt.Sprintf("cannot convert event %d (%s): %v", e.Sequence, e.What, e.Err)
}

func (e *StuckError) Unwrap() error { return e.Err }

// Over returns the events of the ledger that a game of format 1 becomes, and what has become of
// its entries. Renew makes its opening that of today's format.
func Over(ctx context.Context, from store.Store, name string, renew func(events.GameOpened) (events.GameOpened, error), opts ledger.Options) ([]store.Event, *Report, error) {
	told := opts.Progress
	opts.Progress = nil
	draft := memory.New()
	l, err := ledger.Create(ctx, draft, name, opts)
	if err != nil {
		return nil, nil, err
	}
	c := &carrier{ctx: ctx, from: from, to: draft, name: name, renew: renew, l: l, labels: map[string]string{}, named: map[string]string{}, after: map[uint64]uint64{},
		report: &Report{Due: []Due{}, Otherwise: []Otherwise{}, Labels: []Label{}, Rewritten: []Rewritten{}, LeftOut: []LeftOut{}}}
	for act, err := range events.Acts(ledger.Events(ctx, from, name, 1)) {
		if err == nil {
			err = c.take(act)
		}
		if err != nil {
			return nil, nil, err
		}
		c.report.Events = c.upTo
		if told != nil {
			told(int(c.upTo))
		}
	}
	if c.upTo == 0 {
		return nil, nil, ledger.ErrNoGame
	}
	if err := c.compare(); err != nil {
		return nil, nil, err
	}
	c.report.Written = l.Head()
	list := make([]store.Event, 0, l.Head())
	for rec, err := range draft.Read(ctx, name, 1) {
		if err != nil {
			return nil, nil, err
		}
		list = append(list, rec.Event)
	}
	return list, c.report, nil
}

// A carrier is on its way through the old ledger.
type carrier struct {
	ctx    context.Context
	from   store.Store
	to     store.Store
	name   string
	renew  func(events.GameOpened) (events.GameOpened, error)
	l      *ledger.Ledger // the new one
	report *Report

	upTo   uint64            // the last event of the old one that was taken
	spans  []span            // what the events of the old ledger belong to
	labels map[string]string // of pieces and lots of the current edition that have others in the new ledger
	named  map[string]string // disputes and precedents; "" where the new ledger has none
	after  map[uint64]uint64 // input of the new ledger → of the old one, where that was carried
}

// A span is a run of events of the old ledger that belong to one entry.
type span struct {
	first   uint64        // event
	place   history.Place // in the old ledger
	entries []entry       // in the new one, what was due first; of an input that was recorded
}

// An entry is an input of the new ledger.
type entry struct {
	sequence uint64
	at       time.Time
}

// take carries one input over.
func (c *carrier) take(act *events.Act) error {
	in := &act.Input
	c.spans = append(c.spans, span{first: in.Sequence, place: history.Place{Input: in.Sequence}})
	own := len(c.spans) - 1
	for i := range act.Outcomes {
		if p, ok := act.Outcomes[i].Payload.(events.InputRestated); ok {
			c.spans = append(c.spans, span{first: act.Outcomes[i].Sequence, place: history.Restates(p)})
		} else if _, ok := act.Outcomes[i].Payload.(events.InputsRestated); ok { // it is about several entries, and so part of the adoption
			c.spans = append(c.spans, span{first: act.Outcomes[i].Sequence, place: history.Place{Input: in.Sequence}})
		}
	}
	c.upTo = act.Events()[len(act.Outcomes)].Sequence
	if p, ok := in.Payload.(events.EditionAdopted); ok {
		return c.adopt(act, p, own)
	}
	p, text, err := c.translate(in)
	switch {
	case errors.Is(err, ErrNotOlder):
		return err
	case err != nil:
		return &StuckError{in.Sequence, in.Payload.Kind(), err}
	case p == nil:
		return nil
	}
	res, err := c.l.Submit(c.ctx, p, in.Actor, in.Recorded)
	if err != nil {
		return &StuckError{in.Sequence, in.Payload.Kind(), err}
	}
	if res.Repeated {
		c.report.left(in, fmt.Sprintf("repeats the message of #%d", res.Input.Sequence))
		c.spans[own].entries = []entry{{res.Input.Sequence, in.Recorded}}
		return nil
	}
	c.report.Inputs++
	if text != "" {
		c.report.Rewritten = append(c.report.Rewritten, Rewritten{in.Sequence, res.Input.Sequence, text})
	}
	for i := range res.Due {
		c.spans[own].entries = append(c.spans[own].entries, entry{res.Due[i].Input.Sequence, res.Due[i].Events()[0].Recorded})
	}
	c.spans[own].entries = append(c.spans[own].entries, entry{res.Input.Sequence, in.Recorded})
	c.after[res.Input.Sequence] = in.Sequence
	return c.learn(act, &events.Act{Input: res.Events()[0], Outcomes: res.Events()[1:]})
}

// learn notes what an input's outcomes are called in the new ledger.
func (c *carrier) learn(old, is *events.Act) error {
	pairLabels(old.Outcomes, is.Outcomes, c.labels)
	ours := entered(is.Outcomes)
	for i, name := range entered(old.Outcomes) {
		c.named[name] = ""
		if i < len(ours) {
			c.named[name] = ours[i]
			c.report.Disputes++
		}
	}
	return nil
}

// entered lists what outcomes call disputes and precedents that begin with them.
func entered(outcomes []events.Envelope) []string {
	var list []string
	for i := range outcomes {
		for n := range events.Names(outcomes[i].Payload) {
			if n.New && (n.Role == events.RoleDispute || n.Role == events.RolePrecedent) {
				list = append(list, n.Value)
			}
		}
	}
	return list
}

// adopt adopts an edition once more.
func (c *carrier) adopt(act *events.Act, p events.EditionAdopted, own int) error {
	in := &act.Input
	if v := act.Ruled().Verdict; v != aggregate.Accepted {
		c.report.left(in, "it was "+v+", without effect")
		return nil
	}
	stuck := func(err error) error {
		return &StuckError{in.Sequence, fmt.Sprintf("edition %d", p.Edition), err}
	}
	labels, err := c.labelsOf(p.Base, in.Sequence-1)
	if err != nil {
		return err
	}
	plan := readjudicate.Plan{Base: p.Base, Withdraw: []string{"*"}, Policy: p.Policy}
	for _, ch := range p.Changes {
		if err := c.change(&ch, labels); err != nil {
			return stuck(err)
		}
		plan.Changes = append(plan.Changes, ch)
	}
	res, _, err := c.l.Adopt(c.ctx, plan, p.Reason, in.Actor, in.Recorded, nil)
	if err != nil {
		return stuck(err)
	}
	c.report.Inputs++
	c.report.Editions++
	c.spans[own].entries = []entry{{res.Input.Sequence, in.Recorded}}
	c.after[res.Input.Sequence] = in.Sequence
	c.labels, err = c.labelsOf(p.Edition, c.upTo)
	return err
}

// labelsOf returns the labels in an edition of the old ledger, as it is known at a sequence,
// that are others in the new one.
func (c *carrier) labelsOf(edition int, known uint64) (map[string]string, error) {
	labels := map[string]string{}
	return labels, c.pairs(edition, known, func(old, is *history.Entry) error {
		if old != nil && is != nil {
			pairLabels(old.Outcomes, is.Outcomes, labels)
		}
		return nil
	})
}

// change makes a change of the old ledger one of the new.
func (c *carrier) change(ch *events.Change, labels map[string]string) error {
	list := c.entries(ch.Input)
	if len(list) == 0 {
		return fmt.Errorf("change %s concerns #%d, which was not converted", ch.ID, ch.Input)
	}
	if ch.What == history.Insert && ch.At == nil {
		before := c.before(ch.Input)
		ch.At = &before
	}
	ch.Input = list[len(list)-1].sequence
	if ch.What == history.Insert {
		// It stands before what was due after its moment.
		i := slices.IndexFunc(list, func(e entry) bool { return e.at.After(*ch.At) })
		if i >= 0 {
			ch.Input = list[i].sequence
		}
	}
	if ch.Dispute != "" {
		to, err := c.called(ch.Dispute)
		if err != nil {
			return err
		}
		ch.Dispute = to
	}
	if ch.Type == "" {
		return nil
	}
	p, err := events.DecodePayload(ch.Type, ch.Payload)
	if err != nil {
		return err
	}
	p, _ = relabel(p, labels)
	ch.Type, ch.Payload, err = events.EncodePayload(p)
	return err
}

// entries are those of the new ledger that an input of the old one has become.
func (c *carrier) entries(input uint64) []entry {
	i, found := slices.BinarySearchFunc(c.spans, input, func(s span, first uint64) int { return cmp.Compare(s.first, first) })
	if !found || c.spans[i].place.Change != "" {
		return nil
	}
	return c.spans[i].entries
}

// before is the moment of the input before one.
func (c *carrier) before(input uint64) time.Time {
	i, _ := slices.BinarySearchFunc(c.spans, input, func(s span, first uint64) int { return cmp.Compare(s.first, first) })
	for i--; i >= 0; i-- {
		if n := len(c.spans[i].entries); n > 0 {
			return c.spans[i].entries[n-1].at
		}
	}
	return time.Time{}
}
