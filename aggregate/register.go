package aggregate

import (
	"fmt"
	"slices"
	"sync/atomic"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/words"
	"adjudicate/systems"
)

// Words returns the vocabulary of the game. The slice is read only.
func (s *State) Words() []events.Word { return s.words }

// Speaker says things as the game does, under the rules in force.
func (s *State) Speaker() *words.Speaker {
	return words.New(s.words, func() *rules.Rulebook { return readLaw(s, nil, nil).book })
}

// Procedure returns the sections of the rules in force, put together. It must not be changed.
func (s *State) Procedure() *rules.Procedure { return readLaw(s, nil, nil).proc }

// Conduct is that of the procedure: the attributes of sides that change how their turns are played. Every page about a game asks for it,
// and the rules in force seldom change between two of them.
func (s *State) Conduct() (automatic, away string) {
	slot := &conducts[len(s.rules)%len(conducts)]
	if c := slot.Load(); c != nil && c.format == s.format && slices.EqualFunc(c.rules, s.rules, RuleInForce.Same) {
		return c.automatic, c.away
	}
	automatic, away = s.Procedure().Conduct()
	slot.Store(&conduct{s.rules, s.format, automatic, away})
	return automatic, away
}

// A conduct is what was found for a list of rules in force, which is never written to.
type conduct struct {
	rules           []RuleInForce
	format          int
	automatic, away string
}

var conducts [64]atomic.Pointer[conduct]

// Register returns the interpretation register of the game: what the ledger holds of it, and in
// format 1 before that what the register of the game's system was then. It is nil before the
// ledger has been opened. Which readings hold is for Readings to say.
func (s *State) Register() (*rules.Register, error) {
	if !s.opened {
		return nil, nil
	}
	base := new(rules.Register)
	if s.format == 0 {
		var err error
		if base, err = systems.FormatOne(s.system); err != nil {
			return nil, fmt.Errorf("interpretation register of %q: %w", s.system, err)
		}
	}
	register, err := base.With(systems.Entries(s.register)...)
	if err != nil {
		return nil, fmt.Errorf("interpretation register: %w", err)
	}
	return register, nil
}
