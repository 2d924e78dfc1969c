package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/place"
	"adjudicate/ledger/signature"
	"adjudicate/report"
)

// Whatever is entered by a page or by a program is entered here, one at a time in each game of an office.

// summedUp is how many events of a game whoever lists the games may have to read: its summary is brought up to date whenever as many have been added.
const summedUp = 64

// An entering is what somebody wants to enter in a game.
type entering struct {
	game, actor string
	who         *ticket // for whom: what is entered and previewed is told as they may see it
	wish        wish
	signed      *events.Signature // nil for none

	// before finds the entry of the same request that came before: the sequence of its input, 0 for none. It is asked about the input as
	// the game spells it, before anything is written. Nil for plays, which the ledger knows by their message.
	before func(ctx context.Context, l *ledger.Ledger, p events.Payload) (uint64, error)
}

// sign adds a signature as it was given, "" for none, after the event that it names as the last one seen.
func (x *entering) sign(given string, after uint64) error {
	if strings.TrimSpace(given) == "" {
		return nil
	}
	stored, err := signature.Stored(given)
	if err != nil {
		return &requestError{"signature: " + err.Error()}
	}
	x.signed = &events.Signature{Seen: after, Value: stored}
	return nil
}

// wished is the input that somebody wants, as the game spells it and with its signature where that belongs.
func (x *entering) wished(l *ledger.Ledger) (events.Envelope, error) {
	in := events.Envelope{Actor: x.actor}
	p, err := x.wish(l)
	if err != nil {
		return in, err
	}
	in.Payload = l.Spelled(p)
	if x.signed != nil {
		signature.Put(&in, x.signed.Seen, x.signed.Value)
	}
	return in, nil
}

// admit refuses what the game cannot rule on.
func (x *entering) admit(ctx context.Context, l *ledger.Ledger, p events.Payload) error {
	if _, err := l.Admit(x.actor, p); err != nil {
		return err
	}
	return l.CheckClauses(ctx, p)
}

// preview is what would be ruled on an input now, and how the game would stand. Nothing is written.
func (s *Server) preview(ctx context.Context, x entering) (*report.Ruling, error) {
	l, at, err := s.sitting(ctx, x.game)
	if err != nil {
		return nil, err
	}
	in, err := x.wished(l)
	if err == nil {
		err = x.admit(ctx, l, in.Payload)
	}
	if err != nil {
		return nil, err
	}
	if !seesAll(x.who) && l.State().Hides() {
		return nil, &forbiddenError{text: "the rules hide a part of this game: entries are not previewed"}
	}
	return report.Foretell(ctx, l, aggregate.Input{Payload: in.Payload, Actor: x.actor, At: at})
}

// enter submits an input. Once it returns a ruling, that is recorded; what is asked for again returns the same.
func (s *Server) enter(ctx context.Context, x entering) (*report.Ruling, error) {
	mine := s.turns.of(x.game)
	mine.Lock()
	defer mine.Unlock()
	var v *report.Ruling
	if !s.rate("entries of "+x.actor+" in "+x.game, enterEvery, enterAtOnce) {
		return nil, &tooManyError{}
	}
	err := s.store.Game(x.game).Enter(mostTries, func() (err error) {
		v, err = s.enterOnce(ctx, &x)
		return err
	})
	if isA[*place.ContendedError](err) {
		err = &busyError{"other programs are writing to this game: submit it again in a moment"}
	}
	return v, err
}

func (s *Server) enterOnce(ctx context.Context, x *entering) (*report.Ruling, error) {
	g := s.store.Game(x.game)
	l, err := s.written(ctx, g)
	if err == nil {
		err = g.Behind(ctx, l.Head())
	}
	if err != nil {
		return nil, err
	}
	in, err := x.wished(l)
	if err != nil {
		return nil, err
	}
	if x.before != nil {
		if at, err := x.before(ctx, l, in.Payload); err != nil || at > 0 {
			return s.repeated(ctx, x, l.Head(), at, err)
		}
	}
	if err := x.admit(ctx, l, in.Payload); err != nil {
		return nil, err
	}
	before, watch := l.Head(), report.Watch(l)
	if in.Payload, err = l.WithSight(ctx, in.Payload); err != nil {
		return nil, err
	}
	res, err := l.SubmitSigned(ctx, in.Payload, in.Signature, x.actor, later(l, s.opts.Now()))
	if err != nil {
		return nil, err
	}
	s.open.Set(x.game, l)
	s.rooms.tell(x.game, l.Head())
	if res.Repeated {
		return s.repeated(ctx, x, l.Head(), res.Input.Sequence, sameAgain(&res.Input, in.Payload))
	}
	if before/summedUp != l.Head()/summedUp {
		g.Summarise(ctx, l.Head())
	}
	return x.told(watch.Ruling(res), l.State()), nil
}

// told is a ruling as whoever has entered the input may see it.
func (x *entering) told(v *report.Ruling, st *aggregate.State) *report.Ruling {
	if seesAll(x.who) || !st.Hides() {
		return v
	}
	return v.Veiled(true)
}

// written is a game to write to: as this office has left it, if nobody else has written since, so that neither its beginning nor the messages of its plays are read
// again for each. Whoever has it, has it alone: it is left for the next one when something was entered.
func (s *Server) written(ctx context.Context, g *place.Game) (*ledger.Ledger, error) {
	if l, ok := s.open.Invalidate(g.Name); ok {
		if head, err := g.Events.Head(ctx, g.Name); err != nil {
			return nil, err
		} else if uint64(head) == l.Head() {
			return l, nil
		}
	}
	return g.Ledger(ctx, 0, nil)
}

// repeated is the ruling on an input that was recorded, for whoever asks for it again; or an error, if there is one.
func (s *Server) repeated(ctx context.Context, x *entering, head, sequence uint64, err error) (*report.Ruling, error) {
	if err != nil {
		return nil, err
	}
	at, err := s.look(ctx, x.game, where{}, head)
	if err != nil {
		return nil, err
	}
	v, err := at.ruling(ctx, fmt.Sprint(sequence))
	if err != nil {
		return nil, err
	}
	v.Repeated = true
	return x.told(v, at.state), nil
}

// formBefore finds the entry of a form that was sent before: the same input by the same person, recorded after the event that the form
// was made at.
func formBefore(actor, head string) (func(context.Context, *ledger.Ledger, events.Payload) (uint64, error), error) {
	from, err := strconv.ParseUint(head, 10, 64)
	if err != nil {
		return nil, &requestError{"the form lacks its event number: reload the page"}
	}
	return func(ctx context.Context, l *ledger.Ledger, p events.Payload) (uint64, error) {
		return enteredAfter(ctx, l, actor, from, digestOf(p))
	}, nil
}

// enteredAfter finds an input of a digest that somebody entered after an event, 0 if there is none.
func enteredAfter(ctx context.Context, l *ledger.Ledger, actor string, from uint64, digest string) (uint64, error) {
	if l.Head() == from {
		return 0, nil
	}
	for e, err := range ledger.Events(ctx, l.Store(), l.Name(), from+1) {
		if err != nil {
			return 0, err
		}
		if e.Actor == actor && events.IsInput(e.Type) && digestOf(e.Payload) == digest {
			return e.Sequence, nil
		}
	}
	return 0, nil
}

// digestOf tells inputs apart: the SHA-256 of what is recorded of one, but for what its author had seen of the game.
func digestOf(p events.Payload) string {
	if play, ok := p.(events.PlaySubmitted); ok {
		p = events.PlaySubmitted{Side: play.Side, Text: play.Text}
	}
	wire, said, err := events.EncodePayload(p)
	if err != nil {
		return "" // of what cannot be recorded
	}
	sum := sha256.Sum256(append([]byte(wire+" "), said...))
	return hex.EncodeToString(sum[:])
}
