package web

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger"
	"adjudicate/ledger/advice"
	"adjudicate/report"
)

// A look is a game at a point of its history, as one request sees it. It is made for that request and not shared.
type look struct {
	s     *Server
	name  string
	lang  string // of whoever asks; "" is English
	where where
	head  uint64
	view  *history.View
	last  *history.Seen // the last entry in view; nil if there is none
	state *aggregate.State
}

// look opens a game at a plain point.
func (s *Server) look(ctx context.Context, name string, w where, head uint64) (*look, error) {
	l := &look{s: s, name: name, where: w, head: head}
	var err error
	switch l.view, l.last, err = s.memory.Last(ctx, s.store.Game(name).Recall(), name, w.in(head)); {
	case err != nil:
	case l.last != nil:
		l.state = l.last.After
	default:
		l.state, err = l.view.State(ctx)
	}
	return l, err
}

func (l *look) events(ctx context.Context) iter.Seq2[events.Envelope, error] {
	return l.view.Events(ctx, 1)
}

func (l *look) overview(ctx context.Context) (*report.Overview, error) {
	v, err := report.NewOverview(l.state, l.view.UpTo)
	if err != nil {
		return nil, err
	}
	v.Last, err = report.LastEntry(ctx, l.view, l.state)
	return v, err
}

func (l *look) board(ctx context.Context) (*report.Board, error) {
	if who := viewerOf(ctx); who != nil {
		return report.NewBoardSeen(l.state, l.view.UpTo, who.sides...)
	}
	return report.NewBoard(l.state, l.view.UpTo)
}

func (l *look) orderOfPlay(ctx context.Context) (*report.OrderOfPlay, error) {
	v := report.NewOrderOfPlay(l.state, l.view.UpTo)
	if who := viewerOf(ctx); who != nil {
		v = v.Veiled(who.sides)
	}
	return v, nil
}

func (l *look) holdings(ctx context.Context) (*report.Holdings, error) {
	if who := viewerOf(ctx); who != nil {
		return report.HoldingsSeen(l.state, who.sides...)
	}
	return report.HoldingsOf(l.state), nil
}

func (l *look) marks(ctx context.Context) (v *report.HandMarks, err error) {
	err = l.running(ctx, func(r *report.Running) { v = r.Marks(l.state) })
	return v, err
}

func (l *look) weights(ctx context.Context) (v *report.Weights, err error) {
	kept, err := l.past(ctx, func(r *report.Running) { v = r.WeightsUpTo(l.view.UpTo) })
	if !kept && err == nil {
		err = l.running(ctx, func(r *report.Running) { v = r.Weights() })
	}
	return v, err
}

func (l *look) rules(context.Context) (*report.Rules, error) {
	book, err := l.state.WholeRulebook()
	if err != nil {
		return nil, err
	}
	return report.NewRules(book), nil
}

func (l *look) register(context.Context) (*report.Register, error) {
	register, err := l.state.Register()
	if err != nil {
		return nil, err
	}
	return report.NewRegister(register, l.state, ""), nil
}

func (l *look) editions(context.Context) (*report.Editions, error) {
	return report.NewEditions(l.view.Catalogue), nil
}

func (l *look) docket(ctx context.Context) (*report.Docket, error) {
	d, err := ledger.DisputesOf(ctx, l.view.Catalogue)
	if err != nil {
		return nil, err
	}
	return report.NewDocket(d, false, ""), nil
}

// ruleLog is how a rule came to be what it is, and before that nothing.
func (l *look) ruleLog(ctx context.Context, number string) (*report.RuleLog, error) {
	changes, err := l.changes(ctx)
	if err != nil {
		return nil, err
	}
	v, err := report.RuleLogIn(ctx, l.view, changes.Entries, number)
	if err == nil && number != "" && len(v.Entries) == 0 {
		err = &missingError{text: fmt.Sprintf("no rule %q has ever been in force", number)}
	}
	return v, err
}

// ruling is the ruling on the entry of an address.
func (l *look) ruling(ctx context.Context, address string) (*report.Ruling, error) {
	if l.last != nil && l.last.Address == address {
		return report.RulingOf(l.last, l.view.Edition), nil
	}
	at, err := l.view.Named(ctx, address)
	if err != nil {
		return nil, err
	}
	seen, err := l.view.Ruling(ctx, at)
	if err != nil {
		return nil, err
	}
	return report.RulingOf(seen, l.view.Edition), nil
}

// moves is what a piece can do, by its id or its square.
func (l *look) moves(_ context.Context, piece string) (*report.Moves, error) {
	at, err := report.SetupOf(l.name, l.state)
	if err != nil {
		return nil, err
	}
	v, err := at.Moves(piece)
	if advice.IsA[advice.Adviser](err) {
		return nil, &missingError{err.Error(), err}
	}
	return v, err
}

func (l *look) log(ctx context.Context, q report.LogQuery) (*report.Log, error) {
	return report.ReadLog(ctx, l.view, l.events(ctx), q, l.state)
}

// A missingError says that what is asked for is not there.
type missingError struct {
	text string
	err  error // behind it, nil if the text says all
}

func (e *missingError) Error() string { return e.text }

func (e *missingError) Unwrap() error { return e.err }

// A tooManyError says that somebody enters too much.
type tooManyError struct{}

func (*tooManyError) Error() string { return tooOften }

// A busyError says that there are too many requests.
type busyError struct{ text string }

func (e *busyError) Error() string { return e.text }

func isA[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

// later is a moment as a ledger takes it: no earlier than its last entry.
func later(l *ledger.Ledger, now time.Time) time.Time {
	if now = now.UTC().Truncate(time.Second); now.Before(l.Last()) {
		return l.Last()
	}
	return now
}
