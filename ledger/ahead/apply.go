package ahead

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger"
	"adjudicate/store"
)

// mostMade is how many plays one call of Apply makes: plays that wait for each other could go on for long.
const mostMade = 100

// Apply makes the plays whose time has come by a moment, and returns them and those that have lapsed. A play that was made before an
// error stays made.
func (k *Keeper) Apply(ctx context.Context, now time.Time) (done []Play, err error) {
	for range mostMade {
		list, err := k.List(ctx, "")
		if err != nil || !slices.ContainsFunc(list, func(p Play) bool { return p.pending() }) {
			return done, err
		}
		one, err := k.next(ctx, list, now)
		var conflict *store.ConflictError
		if errors.As(err, &conflict) {
			continue // somebody played meanwhile
		}
		if err != nil || one == nil {
			return done, err
		}
		done = append(done, *one)
	}
	return done, nil
}

// next makes the first play whose time has come, or lets the first lapse for which it never will; nil if there is none.
func (k *Keeper) next(ctx context.Context, list []Play, now time.Time) (*Play, error) {
	l, err := k.g.Ledger(ctx, 0, nil)
	if err != nil {
		return nil, err
	}
	for i := range list {
		p := &list[i]
		if !p.pending() {
			continue
		}
		met, why, err := k.weigh(ctx, l, p)
		switch {
		case err != nil:
			return nil, err
		case p.Status == Made: // before an interruption
			return p, k.settle(ctx, p)
		case why != "":
			p.Status, p.Why = Lapsed, why
			return p, k.settle(ctx, p)
		case met && turnOf(l.State(), p.Side):
			return p, k.make(ctx, l, p, now)
		}
	}
	return nil, nil
}

// turnOf reports whether a side is to play.
func turnOf(st *aggregate.State, side string) bool {
	if len(st.Round()) > 0 {
		return slices.Contains(st.Awaited(), side)
	}
	return st.IsToPlay(side) && !st.Free()
}

// weigh holds what has happened since a play was written against what it expects. Why says why it never will.
func (k *Keeper) weigh(ctx context.Context, l *ledger.Ledger, p *Play) (met bool, why string, err error) {
	if side, ok := l.State().Side(p.Side); !ok || side.Player != p.Player {
		return false, fmt.Sprintf("%s no longer holds %s", p.Player, p.Side), nil
	}
	st, at := history.KeptState(ctx, l.Store(), l.Name(), p.Seen)
	if err := history.FoldStream(ctx, l.Store(), l.Name(), st, at, p.Seen); err != nil {
		return false, "", err
	}
	left := slices.Clone(p.Expects)
	for act, err := range events.Acts(history.Stream(ctx, l.Store(), l.Name(), p.Seen+1)) {
		if err != nil {
			return false, "", err
		}
		ruled := act.Ruled()
		if play, ok := act.Input.Payload.(events.PlaySubmitted); ok && play.Message == p.message() && act.Input.Actor == p.Player {
			p.Status, p.Sequence, p.Verdict = Made, act.Input.Sequence, ruled.Verdict
			return true, "", nil
		}
		if _, adopted := act.Input.Payload.(events.EditionAdopted); adopted {
			return false, fmt.Sprintf("another edition was adopted (#%d)", act.Input.Sequence), nil
		}
		if i := slices.IndexFunc(left, func(e Expect) bool { return e.Side == ruled.Side }); i >= 0 && ruled.Verdict == aggregate.Accepted && ruled.Play != "" {
			same, err := k.same(st, l.Engine(), act, left[i], ruled.Play)
			if err != nil {
				return false, "", err
			}
			if !same {
				return false, fmt.Sprintf("expected %s, found %s (#%d)", left[i], ruled.Play, act.Input.Sequence), nil
			}
			left = slices.Delete(left, i, i+1)
		}
		for e := range act.All() {
			if err := history.Fold(st, e); err != nil {
				return false, "", err
			}
		}
	}
	return len(left) == 0, "", nil
}

// same reports whether a side has played what was expected: the judge executes both as the same play.
func (k *Keeper) same(st *aggregate.State, engine string, act *events.Act, e Expect, played string) (bool, error) {
	if e.Play == "" || e.Play == played {
		return true, nil
	}
	j, err := aggregate.NewJudge(st.Clone(), engine)
	if err != nil {
		return false, err
	}
	d := j.Decide(aggregate.Input{Payload: events.PlaySubmitted{Side: e.Side, Text: e.Play}, Actor: act.Input.Actor, At: act.Input.Recorded})
	return d.Ruling.Verdict == aggregate.Accepted && d.Ruling.Play == played, nil
}

// make submits a play.
func (k *Keeper) make(ctx context.Context, l *ledger.Ledger, p *Play, now time.Time) error {
	if err := k.claim(ctx, p); err != nil {
		return err
	}
	sent := p.Written
	if l.Last().After(sent) {
		sent = l.Last() // what it waited for has just happened
	}
	if now.Before(l.Last()) {
		now = l.Last()
	}
	play := p.payload()
	if sent = sent.UTC().Truncate(time.Second); sent.Before(now) {
		play.Sent = &sent
	}
	list, err := l.Admit(p.Player, play)
	if err == nil {
		err = l.CheckSigned(ctx, list[0])
	}
	var refused *ledger.InputError
	if errors.As(err, &refused) {
		p.Status, p.Why = Lapsed, refused.Error()
		return k.settle(ctx, p)
	}
	if err != nil {
		return err
	}
	res, err := l.Submit(ctx, list[0], p.Player, now)
	if err != nil {
		return err
	}
	p.Status, p.Sequence, p.Verdict = Made, res.Input.Sequence, res.Ruled().Verdict
	return k.settle(ctx, p)
}

// claim keeps a play from being changed or withdrawn from here on. A *store.ConflictError says that it just was.
func (k *Keeper) claim(ctx context.Context, p *Play) error {
	return k.change(ctx, func(b *book) error {
		have := b.find(p.ID)
		if have == nil || !have.pending() || !have.Written.Equal(p.Written) {
			return &store.ConflictError{Stream: k.g.Name}
		}
		have.Status = Making
		return nil
	})
}

// pending reports whether a play is to be made.
func (p *Play) pending() bool { return p.Status == Waiting || p.Status == Making }

// payload is the play as it is submitted.
func (p *Play) payload() events.PlaySubmitted {
	return events.PlaySubmitted{Side: p.Side, Text: p.Text, Message: p.message(), Seen: p.After, Signature: p.Signature}
}

// message is the name under which a play is submitted.
func (p *Play) message() string { return ledger.MessageDigest("ahead:" + p.ID) }

// settle notes what has become of a play. One that its author has changed or withdrawn meanwhile stays as they have it.
func (k *Keeper) settle(ctx context.Context, p *Play) error {
	return k.change(context.WithoutCancel(ctx), func(b *book) error {
		have := b.find(p.ID)
		if have != nil && have.pending() && have.Written.Equal(p.Written) {
			*have = *p
		}
		return nil
	})
}
