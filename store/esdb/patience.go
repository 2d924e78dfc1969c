package esdb

import (
	"context"
	"fmt"
	"strings"
	"time"

	"adjudicate/store"
)

// patience is one call's: it counts how long the server has been away.
type patience struct {
	s      *Store
	writes bool
	doing  string // "appending to stream \"ledger-x\""

	failing bool          // whether the latest attempt failed
	began   time.Time     // when the latest attempt that no failure precedes did
	since   time.Time     // when the first of the failures in a row began
	pause   time.Duration // before the next attempt
	odd     int           // odd errors in a row
	text    string        // what the latest failure that says something is
	cause   error         // its error
	doubt   bool          // whether something may have been written

	told   bool      // whether Waiting has been told anything
	named  bool      // whether it has been told of the trouble
	slow   bool      // whether it has been told of a slow answer
	latest time.Time // when it was told last
	open   time.Time // when a subscription was confirmed of which nothing has come
}

// patience begins a call. Of one that writes it is kept whether something may have been
// written.
func (s *Store) patience(writes bool, doing string) *patience {
	return &patience{s: s, writes: writes, doing: doing}
}

// answered notes that the server has answered: whatever comes is a new trouble.
func (p *patience) answered() {
	if p.told {
		p.s.o.Waiting(fmt.Sprintf("%s answers again", p.s.place))
	}
	p.failing, p.told, p.named, p.slow = false, false, false, false
	p.odd, p.pause, p.cause, p.open = 0, 0, nil, time.Time{}
	p.s.grant()
}

// opened notes that a subscription was confirmed. That says little: some servers confirm what they
// then refuse.
func (p *patience) opened() { p.open = time.Now() }

// steady is how long a subscription must last to count as an answer.
const steady = time.Second

// limit is until when an attempt that begins now may take.
func (p *patience) limit(now time.Time) time.Time {
	if !p.failing {
		p.began = now
	}
	end := now.Add(p.s.o.Answer)
	if last := p.since.Add(p.s.o.Patience); p.failing && last.Before(end) {
		return last
	}
	if last := p.began.Add(p.s.o.Patience); !p.failing && last.Before(end) {
		return last
	}
	return end
}

// again waits until the next attempt after an error, or returns the error that ends the
// call.
func (p *patience) again(ctx context.Context, err error) error {
	f := diagnose(err)
	if f.text == deniedText && p.s.conf.Username == "" {
		f.text = "anonymous access denied: the address has no user name and password"
	}
	if !p.open.IsZero() && time.Since(p.open) >= steady {
		p.answered()
	}
	p.open = time.Time{}
	if f.sort == final && denied(err) && p.s.mayBeLoading() {
		if f.sort = again; p.failing && time.Since(p.since) >= settling {
			f.sort = final
			p.s.grant()
		}
	}
	p.doubt = p.doubt || p.writes && !f.sure
	if f.sort == oddly {
		p.odd++
	} else {
		p.odd = 0
	}
	if ctx.Err() != nil {
		return p.over(ctx)
	}
	if f.sort == final || p.odd >= most {
		return p.fail(f.text, err)
	}
	now := time.Now()
	if !p.failing {
		p.failing, p.since, p.pause, p.latest = true, p.began, 50*time.Millisecond, now
	}
	if p.cause == nil || !strings.HasSuffix(f.text, silent) {
		p.text, p.cause = f.text, err // the last attempt may have been cut short: that says less
	}
	waited := now.Sub(p.since)
	if waited >= p.s.o.Patience {
		return p.fail(fmt.Sprintf("%s for %s", p.text, roughly(waited)), p.cause)
	}
	switch {
	case waited >= p.s.notice/3 && !p.named:
		p.told, p.named, p.latest = true, true, now
		p.s.o.Waiting(fmt.Sprintf("%s: %s; waiting at most %s", p.s.place, f.text, roughly(p.s.o.Patience-waited)))
	case p.named && now.Sub(p.latest) >= 5*p.s.notice:
		p.latest = now
		p.s.o.Waiting(fmt.Sprintf("%s: %s; still waiting, at most %s more", p.s.place, f.text, roughly(p.s.o.Patience-waited)))
	}
	timer := time.NewTimer(min(p.pause, p.s.o.Patience-waited))
	defer timer.Stop()
	p.pause = min(2*p.pause, time.Second)
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return p.over(ctx)
	}
}

// roughly rounds a duration as people say it.
func roughly(d time.Duration) time.Duration {
	if d < 10*time.Second {
		return d.Round(100 * time.Millisecond)
	}
	return d.Round(time.Second)
}

// over is the error of a call whose context has ended.
func (p *patience) over(ctx context.Context) error {
	if p.doubt {
		return &store.UnreachableError{Place: p.s.place, Found: p.doing + " was cancelled", InDoubt: true, Err: context.Cause(ctx)}
	}
	return context.Cause(ctx)
}

func (p *patience) fail(text string, err error) error {
	return &store.UnreachableError{Place: p.s.place, Found: text, InDoubt: p.doubt, Alone: denied(err), Err: &whileError{p.doing, err}}
}

// mention tells once that an answer is slow to come, unless mentioned is called before.
func (p *patience) mention() *time.Timer {
	if p.slow {
		return nil
	}
	return time.AfterFunc(p.s.notice, func() {
		p.s.o.Waiting(fmt.Sprintf("%s has not answered for %s; waiting at most %s", p.s.place, p.s.notice, p.s.o.Answer))
	})
}

// mentioned ends mention.
func (p *patience) mentioned(t *time.Timer) {
	if t != nil && !t.Stop() && !p.slow {
		p.slow, p.told, p.latest = true, true, time.Now()
	}
}

// ask puts one question to the server, again where that makes sense and is harmless. The
// errors for which isAnswer holds are returned as the client has them; the others are the
// context's or a *store.UnreachableError.
func ask[T any](ctx context.Context, p *patience, question func(ctx context.Context, l *link) (T, error)) (T, error) {
	var none T
	for {
		if ctx.Err() != nil {
			return none, p.over(ctx)
		}
		v, err := attempt(ctx, p, question)
		if err == nil || isAnswer(err) {
			p.answered()
			return v, err
		}
		if err := p.again(ctx, err); err != nil {
			return none, err
		}
	}
}

// attempt puts a question once.
func attempt[T any](ctx context.Context, p *patience, question func(ctx context.Context, l *link) (T, error)) (T, error) {
	ctx, cancel := context.WithDeadlineCause(ctx, p.limit(time.Now()), errSlow)
	defer cancel()
	defer p.mentioned(p.mention())
	l, err := p.s.linked(ctx)
	if err != nil {
		var none T
		return none, err
	}
	told := p.s.addressed(ctx)
	return guard(ctx, p.s, l, func() (T, error) { return question(told, l) })
}
