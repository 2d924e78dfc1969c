package dispute

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/names"
)

// Setting is what a docket has to know of the game around it.
type Setting struct {
	State  *aggregate.State // as it stands
	Engine string           // the version that rulings name
	Head   uint64           // the last event before the input
}

var (
	opening  = events.GameOpened{}.Kind()
	adoption = events.EditionAdopted{}.Kind()
	playing  = events.PlaySubmitted{}.Kind()
)

// A session is one input being decided.
type session struct {
	d      *Docket
	in     aggregate.Input
	at     Setting
	book   *rules.Rulebook
	ruling events.Ruled
	out    []events.Outcome
	basis  *events.Basis
}

// Decide judges an input of a kind that Handles names, and never writes. The ruling is the
// first outcome; a rejected input has no other. The error says that a rule in force cannot be
// read.
func (d *Docket) Decide(in aggregate.Input, at Setting) (aggregate.Decision, error) {
	s := &session{d: d, in: in, at: at, out: make([]events.Outcome, 1), basis: &events.Basis{}}
	s.ruling = events.Ruled{Verdict: aggregate.Accepted, Subject: in.Payload.Kind(), Engine: at.Engine}
	var err error
	if s.book, err = at.State.Rulebook(); err != nil {
		return aggregate.Decision{}, err
	}
	s.ruling.Rulebook = s.book.Hash()
	switch p := in.Payload.(type) {
	case events.DisputeOpened:
		s.open(p)
	case events.DisputeArgued:
		s.argue(p)
	case events.DisputeRuled:
		s.rule(p)
	case events.VerdictRetracted:
		s.retract(p)
	case events.JudgeNamed:
		s.name(p)
	case events.HearingSet:
		s.hear(p)
	case events.VerdictAppealed:
		s.appeal(p)
	case events.DisputeWithdrawn:
		s.withdraw(p)
	default:
		s.refuse(aggregate.FaultUnknownInput, "unknown kind of input: %q", in.Payload.Kind())
	}
	if len(s.ruling.Faults) > 0 {
		s.ruling.Verdict = aggregate.Rejected
		s.out = s.out[:1]
	}
	basis := &events.Basis{Clauses: slices.Clone(s.basis.Clauses)}
	for _, f := range s.ruling.Faults {
		if f.Clause != "" && !slices.Contains(basis.Clauses, f.Clause) {
			basis.Clauses = append(basis.Clauses, f.Clause)
		}
	}
	s.out[0] = events.Outcome{Payload: s.ruling, Basis: basis}
	return aggregate.Decision{Ruling: s.ruling, Outcomes: s.out}, nil
}

func (s *session) refuse(code, format string, args ...any) {
	s.ruling.Faults = append(s.ruling.Faults, events.Fault{Code: code, Message: fmt.Sprintf(format, args...)})
}

func (s *session) note(code, clause, format string, args ...any) {
	s.ruling.Facts = append(s.ruling.Facts, events.Fact{Code: code, Clause: clause, Message: fmt.Sprintf(format, args...)})
}

func (s *session) emit(p events.Payload) {
	s.out = append(s.out, events.Outcome{Payload: p, Basis: s.basis})
}

func (s *session) rests(clause string) {
	if clause != "" && !slices.Contains(s.basis.Clauses, clause) {
		s.basis.Clauses = append(s.basis.Clauses, clause)
	}
}

// opened refuses what is said before there is a game.
func (s *session) opened() bool {
	if !s.at.State.Opened() {
		s.refuse(aggregate.FaultNotOpened, "no game has been opened in this ledger")
	}
	return s.at.State.Opened()
}

// player requires a player to be known; what is the part that the player has in the input.
func (s *session) player(what, name string) {
	if name == "" {
		s.refuse(aggregate.FaultUnknownPlayer, "%s: missing player", what)
	} else if _, ok := s.at.State.Player(name); !ok {
		s.refuse(aggregate.FaultUnknownPlayer, "%s: %v", what, names.Unknown("player", name, s.at.State.PlayerNames()))
	}
}

// says requires the text that the input has to have.
func (s *session) says(text string) {
	if strings.TrimSpace(text) == "" {
		s.refuse(FaultText, "%v", &TextError{textOf(s.in.Payload)})
	}
}

// clause is how clauses are written: a rule's number, its revision if that matters, a section.
var clause = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9]+(?:\.[0-9]+)*(/[0-9]+)?( [§¶][^ ,]+)?$`) })

func (s *session) clauses(list ...string) {
	for i, c := range list {
		switch {
		case !clause().MatchString(c):
			s.refuse(FaultClause, "invalid clause %q: expected one such as 12.2 §6.C", c)
		case slices.Contains(list[:i], c):
			s.refuse(FaultClause, "clause %s is named twice", c)
		}
	}
}

// find looks an event up, or an entry that an edition has put in; what is the part that it
// plays. Events that are not there yet are refused, entries that no longer stand, and the
// first event, before which nothing can be otherwise.
func (s *session) find(what string, sequence uint64, address string) (Subject, bool) {
	found, ok := s.d.Entry(sequence, address)
	switch {
	case !ok && address != "":
		s.refuse(FaultEvent, "%s: no edition has an entry %s", what, address)
		return found, false
	case found.Gone:
		s.refuse(FaultEvent, "%s: entry %s does not stand in the current edition", what, found.Address)
		return found, false
	case !ok || sequence > s.at.Head:
		s.refuse(FaultEvent, "%s: no event %d yet, the last one is %d", what, sequence, s.at.Head)
		return found, false
	case found.Kind == opening:
		s.refuse(FaultNotDisputable, "%s: event %d opens the ledger, and nothing comes before it", what, sequence)
		return found, false
	}
	return found, true
}

// within refuses what happened too long before a moment.
func (s *session) within(found Subject, now time.Time) bool {
	var far *ReachError
	if err := Within(s.book, found.At, now); errors.As(err, &far) {
		s.ruling.Faults = append(s.ruling.Faults, events.Fault{Code: FaultReach, Clause: far.Clause, Message: fmt.Sprintf("%s: %v", found.Name(), far)})
		return false
	}
	return true
}

// register is the interpretation register of the game, an empty one if it has none.
func (s *session) register() *rules.Register {
	register, err := s.at.State.Register()
	if err != nil || register == nil {
		return new(rules.Register)
	}
	return register
}

// reading requires a reading that the register has.
func (s *session) reading(entry, reading string) {
	if err := s.register().Validate(entry, reading); err != nil {
		s.refuse(aggregate.FaultReading, "%v", err)
	}
}

// standing returns the open dispute of that number.
func (s *session) standing(id string) (Dispute, bool) {
	c, ok := s.d.Dispute(id)
	switch {
	case !ok:
		s.refuse(FaultUnknownDispute, "no such dispute: %q", id)
	case c.Status == Ruled:
		s.refuse(FaultClosed, "%s has been ruled on already: %s by %s at %s", id, c.Verdict.Verdict, c.Verdict.Judge, stamp(c.Verdict.At))
	case c.Status == Withdrawn:
		s.refuse(FaultClosed, "%s was withdrawn by %s at %s", id, c.Withdrawn.By, stamp(c.Withdrawn.At))
	}
	return c, ok && c.Status == Open
}
