package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/report"
	"adjudicate/season"
	"adjudicate/store"
	"adjudicate/store/memory"
)

func importCommand() *cli.Command {
	return newCommand("import", []cli.Flag{ledgerFlag, &cli.BoolFlag{Name: "unjudged", Usage: "import an export without judging its inputs again"}}, do(func(s *session) error { return s.importFile(s.arg(0)) }))
}

// importFile fills an empty ledger from a file of either form.
func (s *session) importFile(path string) error {
	label, text, err := s.readFile(path)
	if err != nil {
		return err
	}
	if isExport(text) {
		return s.importExport(label, text)
	}
	return s.importSeason(label, path, text)
}

// isExport tells an export from a season: its first sign is that of a JSON object.
func isExport(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) > 0 && text[0] == '{'
}

// vacant opens the ledger's file, made if there is none, for a new game. Only a place named
// as a store takes one beside others.
func (s *session) vacant(name string) (*game, error) {
	place, several := s.placeNamed()
	st, err := openOrCreate(s.ctx, place)
	if err != nil {
		return nil, err
	}
	g := &game{ctx: s.ctx, address: place, place: shown(place), st: st, name: name}
	var names []string
	if !several {
		names, _, err = streams(s.ctx, st)
	}
	head, herr := st.Head(s.ctx, name)
	switch err = errors.Join(err, herr); {
	case err != nil:
	case several && head != store.NoStream:
		err = &usageError{text: fmt.Sprintf("%s: the store already holds a game %q", g.place, name), hint: "choose another --game"}
	case head != store.NoStream, len(names) > 0:
		err = &usageError{text: fmt.Sprintf("%s: %v", g.place, ledger.ErrGame), err: ledger.ErrGame,
			hint: "choose another --ledger for a new game, or add it to this one by --store"}
	}
	if err != nil {
		g.close()
		return nil, err
	}
	return g, nil
}

// fill copies a draft into the ledger's file in one piece, and returns the file's name. A
// file that is made and then cannot be filled stays there, empty: another process may
// have begun to use it.
func (s *session) fill(name string, draft *memory.Store) (place string, err error) {
	var list []store.Event
	for rec, err := range draft.Read(s.ctx, name, 1) {
		if err != nil {
			return "", err
		}
		list = append(list, rec.Event)
	}
	return s.append(name, list)
}

func (s *session) append(name string, list []store.Event) (place string, err error) {
	g, err := s.vacant(name)
	if err != nil {
		return "", err
	}
	defer g.close()
	head, err := g.st.Append(s.ctx, name, store.NoStream, list)
	if err == nil {
		g.summarise(head)
	}
	return g.place, err
}

// importExport copies the events of an export. Everything is read and checked before
// anything is written, and then written in one piece.
func (s *session) importExport(label string, text []byte) error {
	at, done := s.progress("reading", int64(len(text)))
	list, name, err := ledger.ReadExport(label, text, func(n int) { at(int64(n)) })
	done()
	if err != nil {
		return &inputError{label, err}
	}
	if as := s.c.String("game"); as != "" && as != name && streamName(as) != name {
		return usagef("an export keeps its name, which stands in every event of it", "%s is the game %q: expected no other --game", label, name)
	}
	v := &report.Import{Name: name, Events: len(list), File: label}
	if !s.c.Bool("unjudged") {
		found, err := s.judgeExport(name, list)
		if err != nil {
			return &inputError{label, err}
		}
		v.Findings, v.Otherwise = found.Differences, found.Otherwise
		if len(v.Findings) > 0 {
			if err := s.show(v); err != nil {
				return err
			}
			return errDifference
		}
	}
	if v.Ledger, err = s.append(name, list); err != nil {
		return err
	}
	return s.show(v)
}

// judgeExport judges the events of an export again, and says what differs.
func (s *session) judgeExport(name string, list []store.Event) (*ledger.Verification, error) {
	at, done := s.progress("judging", int64(len(list)))
	defer done()
	draft := memory.New()
	if _, err := draft.Append(s.ctx, name, store.NoStream, list); err != nil {
		return nil, err
	}
	return ledger.Verify(s.ctx, draft, name, options(at))
}

// importSeason judges a season, and then writes the ledger that came of it in one piece.
func (s *session) importSeason(label, path string, text []byte) error {
	list, err := season.Parse(label, text)
	if err != nil {
		return err
	}
	dir := "."
	if path != "-" {
		dir = filepath.Dir(path)
	}
	if err := list.Resolve(season.Beside(os.DirFS(dir))); err != nil {
		return &inputError{label, err}
	}
	inputs, err := list.Inputs()
	if err != nil {
		return &inputError{label, err}
	}
	opened, ok := inputs[0].(events.GameOpened)
	if !ok {
		return &inputError{label, errors.New("the season does not begin with its game: expected a line such as: game \"Hand 3\" system partychess seed HEX")}
	}
	draft, name := memory.New(), streamName(opened.Game)
	if as := s.c.String("game"); as != "" {
		name = streamName(as)
	}
	v, people, err := s.judge(draft, name, list, len(inputs))
	if err != nil {
		return err
	}
	if v.Ledger, err = s.fill(name, draft); err != nil {
		return err
	}
	if err := s.notePeople(v.Ledger, name, people); err != nil {
		return fmt.Errorf("%s holds %s, whole, but the addresses of its players could not be put beside it: %w", v.Ledger, name, err)
	}
	if err := s.show(v); err != nil {
		return err
	}
	if len(v.Differences) > 0 {
		return errDifference
	}
	return nil
}

// notePeople puts the players of a season whose addresses it tells beside the ledger.
func (s *session) notePeople(place, name string, people []people.Person) error {
	if len(people) == 0 {
		return nil
	}
	d, err := deskAt(place)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Put(s.ctx, name, people...)
}

// judge runs a season against a draft, and returns also who its players are.
func (s *session) judge(draft store.Store, name string, list *season.Season, inputs int) (*report.Import, []people.Person, error) {
	at, done := s.progress("judging", int64(inputs))
	defer done()
	l, err := ledger.Create(s.ctx, draft, name, options(func(int64) {}))
	if err != nil {
		return nil, nil, err
	}
	clerk := &clerk{s: s, l: l, at: at}
	ran, err := season.Run(list, clerk)
	if err == nil {
		err = clerk.err
	}
	if err != nil {
		return nil, nil, err
	}
	v := &report.Import{Name: name, Events: int(l.Head()), Entries: len(list.Entries), Differences: []report.Difference{}}
	v.Plays, v.Accepted = ran.Plays()
	for _, r := range ran.Differences() {
		for _, d := range r.Differences {
			v.Differences = append(v.Differences, report.Difference{Line: r.Entry.Line, Text: d})
		}
	}
	v.File = list.File
	return v, clerk.people, nil
}

// A clerk lets a season run against a ledger: what it decides is appended. The addresses of
// players go no further than the clerk.
type clerk struct {
	s      *session
	l      *ledger.Ledger
	at     func(int64)
	n      int64
	err    error
	people []people.Person
}

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
	var res ledger.Result
	var err error
	if id, ok := season.TakesUp(in.Payload); ok {
		res, err = c.takeUp(in, id)
	} else {
		res, err = c.l.Submit(c.s.ctx, in.Payload, in.Actor, in.At)
	}
	if err != nil {
		c.err = fmt.Errorf("entry of %s: %w", in.At.Format(time.RFC3339), err)
		return aggregate.Decision{Ruling: events.Ruled{Verdict: aggregate.Rejected}}
	}
	c.n++
	c.at(c.n)
	d := aggregate.Decision{Ruling: res.Ruling}
	for i := range res.Events[1:] {
		e := &res.Events[1+i]
		d.Outcomes = append(d.Outcomes, events.Outcome{Payload: e.Payload, Basis: &e.Basis})
	}
	return d
}

// register notes the addresses of a player, and reports whether that is all that there is
// to do: e is known already, or the addresses are none, which is ruled on here.
func (c *clerk) register(p events.PlayerRegistered) (r events.Ruled, done bool) {
	r = events.Ruled{Verdict: aggregate.Accepted, Subject: p.Kind(), Engine: engine}
	people, err := people.With(c.people, people.Person{Player: p.Player, Addresses: p.Addresses})
	if err != nil {
		r.Verdict, r.Faults = aggregate.Rejected, []events.Fault{{Code: aggregate.FaultAddress, Message: err.Error()}}
		return r, true
	}
	c.people = people
	_, known := c.l.State().Player(p.Player)
	return r, known
}

// Commit does nothing: the ledger has committed what it decided.
func (c *clerk) Commit(aggregate.Decision) {}

func (c *clerk) State() *aggregate.State { return c.l.State() }
