package main

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate"
	"adjudicate/history"
	"adjudicate/history/amendment"
	"adjudicate/internal/rulefiles"
	"adjudicate/report"
	"adjudicate/rules"
)

// systemFlag chooses a built-in rulebook for commands about rules.
var systemFlag = &cli.StringFlag{Name: "system", Usage: "the rules of a `SYSTEM`, built in or a folder, not of a ledger"}

// A ruleContext is the rules that a command about rules speaks of: those of a ledger, or of
// a built-in system.
type ruleContext struct {
	game     *game            // nil: no ledger
	state    *aggregate.State // nil: no ledger
	book     *rules.Rulebook
	register *rules.Register
	readings map[string]string
}

// ruleContext returns the rules of --system; else of the ledger, if there is one or one was
// named; else of the default system.
func (s *session) ruleContext() (*ruleContext, error) {
	if s.c.String("system") == "" && s.hasLedger() {
		return s.ledgerContext()
	}
	sys, err := s.system()
	if err != nil {
		return nil, err
	}
	book, register := sys.Book, sys.Register
	readings, err := register.Complete(nil)
	if err != nil {
		return nil, err
	}
	return &ruleContext{book: book, register: register, readings: readings}, nil
}

// hasLedger reports whether a ledger is named or stands where it does by default.
func (s *session) hasLedger() bool {
	if s.c.String("ledger") != "" || os.Getenv("ADJUDICATE_LEDGER") != "" || s.point("at") != 0 {
		return true
	}
	_, err := os.Stat(defaultPlace)
	return !errors.Is(err, fs.ErrNotExist)
}

func (s *session) ledgerContext() (*ruleContext, error) {
	g, err := s.open()
	if err != nil {
		return nil, err
	}
	c := &ruleContext{game: g, state: g.l.State()}
	if c.book, err = c.state.WholeRulebook(); err == nil {
		c.readings, err = amendment.Readings(c.state)
	}
	if err == nil {
		c.register, err = c.state.Register()
	}
	return c, err
}

// soundFile reads a rule file and holds its rules to the rulebook; faults are an error that
// names their places. A claim that only another rule stands against is left to the caller.
func (s *session) soundFile(c *ruleContext, path string) (*rules.File, error) {
	file, err := s.ruleFile(path)
	if err != nil {
		return nil, err
	}
	if faults := file.Check(c.book, c.register).Faults(); len(faults) > 0 {
		return nil, faults
	}
	return file, file.Complete(c.book)
}

// revision finds the rule that a word means: the only rule of a file, or the one of a
// number; "NUMBER/REV" as it came into force in the ledger; "NUMBER" as it is in force.
func (s *session) revision(c *ruleContext, word, number string) (*rules.Rule, error) {
	if rulefiles.IsFile(word) {
		file, err := s.ruleFile(word)
		if err != nil {
			return nil, err
		}
		if len(file.Rules) == 1 {
			return &file.Rules[0], nil
		}
		if r, ok := file.Rule(number); ok {
			return r, nil
		}
		if number == "" {
			return nil, usagef("name the rule by its number as the other argument", "%s holds several rules: %s", word, report.Listed(file.Numbers()))
		}
		return nil, unknownName("rule in "+word, number, file.Numbers(), "it holds "+report.Listed(file.Numbers()))
	}
	number, rev, versed := strings.Cut(word, "/")
	inForce, ok := c.book.Rule(number)
	if !versed {
		if !ok {
			return nil, c.unknownRule(number)
		}
		return &inForce, nil
	}
	n, err := strconv.Atoi(rev)
	if err != nil || n < 0 {
		return nil, usagef("", "%q: expected NUMBER/REVISION such as 1230.5/5, or a file", word)
	}
	if ok && inForce.Revision == n {
		return &inForce, nil
	}
	if c.game == nil {
		return nil, usagef("earlier revisions stand in a ledger, or in a file", "no revision %d of rule %s", n, number)
	}
	r, err := amendment.Earlier(history.Stream(s.ctx, c.game.st, c.game.name, 1), number, n)
	var none *amendment.RevisionError
	if errors.As(err, &none) && len(none.Had) == 0 {
		err = c.unknownRule(number)
	}
	return r, err
}

func (c *ruleContext) unknownRule(number string) error {
	return unknownName("rule in force", number, c.book.Numbers(), "\"adjudicate rule list\" lists them; a file is named with its ending .yaml")
}
