package intake

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/ledger/seasons"
	"adjudicate/season"
	"adjudicate/store/memory"
	"adjudicate/systems"
)

// ErrNoGame says that a season does not say which game it is of.
var ErrNoGame = errors.New("the season does not begin with a game: expected a line such as: game \"Hand 3\" system " + systems.Usual() + " seed HEX")

// Read reads a season, whose label is for messages, and fetches the rules that it names from the
// folder that it stands in. Own is a system that it may name beside the built-in ones; nil for none.
func Read(label string, text []byte, folder fs.FS, own *systems.System) (*season.Season, error) {
	s, err := season.Parse(label, text)
	if err != nil {
		return nil, err
	}
	if err := s.Resolve(season.Under(own, folder)); err != nil {
		return nil, err
	}
	return s, nil
}

// Season drafts the game of a season that has been resolved, under the name of its game or
// another one. Told, if not nil, hears of the inputs ruled on.
func Season(ctx context.Context, h *place.Host, s *season.Season, as string, told func(int64)) (*Draft, *seasons.Report, error) {
	d, ran, _, err := seasonOf(ctx, h, s, as, told)
	return d, ran, err
}

// seasonOf is Season with the state that the game has come to.
func seasonOf(ctx context.Context, h *place.Host, s *season.Season, as string, told func(int64)) (*Draft, *seasons.Report, *aggregate.State, error) {
	inputs, err := s.Inputs()
	if err != nil {
		return nil, nil, nil, err
	}
	opened, ok := inputs[0].(events.GameOpened)
	if !ok {
		return nil, nil, nil, ErrNoGame
	}
	if as == "" {
		as = opened.Game
	}
	st, name := memory.New(), ledger.StreamName(as)
	opts := h.Options(nil)
	opts.ID = s.Entries[0].Game
	l, err := ledger.Create(ctx, st, name, opts)
	if err != nil {
		return nil, nil, nil, err
	}
	c := &clerk{ctx: ctx, l: l, engine: h.Engine, told: told, file: s.File}
	ran, err := seasons.Run(s, c)
	if err == nil {
		err = c.err
	}
	if err != nil {
		return nil, nil, nil, err
	}
	if l.State().Game() == "" {
		return nil, nil, nil, unopened(s, ran)
	}
	d, err := drafted(ctx, st, name)
	if err != nil {
		return nil, nil, nil, err
	}
	d.People = c.people
	return d, ran, l.State(), nil
}

// unopened is the error of a season whose game the judge does not open.
func unopened(s *season.Season, ran *seasons.Report) error {
	for _, r := range ran.Results {
		for i := range r.Rulings {
			for _, f := range r.Rulings[i].Faults {
				return fmt.Errorf("%s:%d: no game is opened: %s", s.File, r.Entry.Line, f.Message)
			}
		}
	}
	return fmt.Errorf("%s: no game is opened", s.File)
}

// A clerk lets a season run against a ledger: what it decides is appended. The addresses of
// players go no further than the clerk.
type clerk struct {
	ctx    context.Context
	l      *ledger.Ledger
	engine string
	told   func(int64)
	n      int64
	err    error
	people []people.Person
	signed *events.Signature // of the entry that is ruled on next; nil for none
	place  string            // of that entry, as messages name it
	file   string            // of the season
}

// Head returns the sequence of the last event, for seasons that refer to entries.
func (c *clerk) Head() uint64 { return c.l.Head() }

func (c *clerk) State() *aggregate.State { return c.l.State() }

// Entry hears of the entry whose inputs come next.
func (c *clerk) Entry(e *season.Entry) {
	if c.signed = nil; e.Signed.Value != "" {
		c.signed = &e.Signed
	}
	c.place = fmt.Sprintf("%s:%d", c.file, e.Line)
}

// Commit does nothing: the ledger has committed what it decided.
func (c *clerk) Commit(aggregate.Decision) {}

func (c *clerk) Decide(in aggregate.Input) aggregate.Decision {
	if c.err != nil {
		return aggregate.Decision{Ruling: events.Ruled{Verdict: aggregate.Rejected}}
	}
	if p, ok := in.Payload.(events.PlayerRegistered); ok && len(p.Addresses) > 0 {
		if r, done := c.register(p); done {
			return aggregate.Decision{Ruling: r}
		}
		in.Payload = events.PlayerRegistered{Player: p.Player}
	}
	submit := func() (ledger.Result, error) { return c.l.SubmitSigned(c.ctx, in.Payload, c.signed, in.Actor, in.At) }
	if id, ok := season.TakesUp(in.Payload); ok {
		submit = func() (ledger.Result, error) { return c.takeUp(in, id) }
	}
	res, err := submit()
	if err != nil {
		c.err = fmt.Errorf("%s: %w", c.place, err)
		return aggregate.Decision{Ruling: events.Ruled{Verdict: aggregate.Rejected}}
	}
	c.n++
	if c.told != nil {
		c.told(c.n)
	}
	return aggregate.Decision{Ruling: res.Ruled(), Outcomes: res.Payloads()}
}

// register notes the addresses of a player, and reports whether that is all that there is
// to do: they are known already, or the addresses are none, which is ruled on here.
func (c *clerk) register(p events.PlayerRegistered) (r events.Ruled, done bool) {
	r = events.Ruled{Verdict: aggregate.Accepted, Subject: p.Kind(), Engine: c.engine}
	list, err := people.With(c.people, people.Person{Player: p.Player, Addresses: p.Addresses})
	if err != nil {
		r.Verdict, r.Faults = aggregate.Rejected, []events.Fault{{Code: aggregate.FaultAddress, Message: err.Error()}}
		return r, true
	}
	c.people = list
	_, known := c.l.State().Player(p.Player)
	return r, known
}

// takeUp adopts the edition that takes a verdict up.
func (c *clerk) takeUp(in aggregate.Input, id string) (ledger.Result, error) {
	res, _, err := c.l.AdoptVerdict(c.ctx, id, "", "", in.Actor, in.At, nil)
	var wrong *ledger.InputError
	if errors.As(err, &wrong) || errors.Is(err, readjudicate.ErrNothing) {
		refused := events.Ruled{Verdict: aggregate.Rejected, Subject: events.EditionAdopted{}.Kind(), Engine: c.engine,
			Faults: []events.Fault{{Code: dispute.FaultUnknownDispute, Message: err.Error()}}}
		return ledger.Result{Act: events.Act{Outcomes: []events.Envelope{{Payload: refused}}}}, nil
	}
	return res, err
}
