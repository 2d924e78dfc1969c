package aggregate

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"adjudicate/rules"
)

// The states of a game share the list of its rules until one changes, and are asked the same about it again and again: it is read once. So is that of many games
// that are played by the same rules, each of which has a list of its own.

// mostReadings is how many lists of rules are kept read for states to come.
const mostReadings = 32

// readings are the lists that were asked about last, the newest first.
var readings struct {
	sync.Mutex
	list []*reading
}

// A reading is what a list of rules says, worked out when it is first asked for.
type reading struct {
	rules       []RuleInForce
	book, whole func() (*rules.Rulebook, error) // the rules that have force; all of them
	board       func() *rules.Board             // nil: no rule says which
	suspending  func() []string                 // offices without which the game is suspended
	covering    func() (map[string]*rules.Piece, *rules.Board)
}

// readingOf returns the reading of a list that nobody writes to.
func readingOf(list []RuleInForce) *reading {
	readings.Lock()
	defer readings.Unlock()
	i := slices.IndexFunc(readings.list, func(r *reading) bool { return sameList(r.rules, list) })
	if i < 0 {
		i = slices.IndexFunc(readings.list, func(r *reading) bool { return slices.EqualFunc(r.rules, list, alikeInForce) })
	}
	if i >= 0 {
		r := readings.list[i]
		copy(readings.list[1:i+1], readings.list[:i])
		readings.list[0] = r
		return r
	}
	r := &reading{rules: list}
	r.book = sync.OnceValues(func() (*rules.Rulebook, error) { return readBook(list, inForce) })
	r.whole = sync.OnceValues(func() (*rules.Rulebook, error) { return readBook(list, func(*RuleInForce) bool { return true }) })
	r.board = sync.OnceValue(r.readBoard)
	r.suspending = sync.OnceValue(r.readSuspending)
	r.covering = sync.OnceValues(r.readCovering)
	readings.list = slices.Insert(readings.list[:min(len(readings.list), mostReadings-1)], 0, r)
	return r
}

// alikeInForce reports whether two rules in force say the same: nothing else of them is read.
func alikeInForce(a, b RuleInForce) bool {
	return a.Number == b.Number && a.Revision == b.Revision && a.Dormant == b.Dormant && a.Decreed == b.Decreed && a.Until.Equal(b.Until) && a.Before == b.Before && bytes.Equal(a.Rule, b.Rule)
}

func inForce(r *RuleInForce) bool { return !r.Dormant }

// says reports whether a rule has force and its text has a word.
func (r *RuleInForce) says(word string) bool {
	return !r.Dormant && bytes.Contains(r.Rule, []byte(word))
}

func readBook(list []RuleInForce, counts func(*RuleInForce) bool) (*rules.Rulebook, error) {
	read := make([]rules.Rule, 0, len(list))
	for i := range list {
		if !counts(&list[i]) {
			continue
		}
		rule, err := rules.FromCanonical(list[i].Rule)
		if err != nil {
			return nil, fmt.Errorf("rule %s in force: %w", list[i].Number, err)
		}
		read = append(read, rule)
	}
	return rules.NewRulebook(read...), nil
}

func (r *reading) readBoard() *rules.Board {
	book := new(rules.Rulebook)
	for i := range r.rules {
		if !r.rules[i].says(`"board":`) {
			continue
		}
		if rule, err := rules.FromCanonical(r.rules[i].Rule); err == nil {
			book = book.With(rule)
		}
	}
	if p := book.Procedure(); p != nil {
		return p.Board
	}
	return nil
}

func (r *reading) readSuspending() (offices []string) {
	for i := range r.rules {
		if !r.rules[i].says(`"office`) {
			continue
		}
		rule, err := rules.FromCanonical(r.rules[i].Rule)
		if err != nil || rule.Procedure == nil {
			continue
		}
		for _, o := range rule.Procedure.Today().Offices {
			if o.Suspends {
				offices = append(offices, o.Name)
			}
		}
	}
	return offices
}

func (r *reading) readCovering() (wide map[string]*rules.Piece, board *rules.Board) {
	if !slices.ContainsFunc(r.rules, func(r RuleInForce) bool { return r.says(`"covers":`) }) {
		return nil, nil
	}
	book, err := readBook(r.rules, func(r *RuleInForce) bool { return r.says(`"covers":`) || r.says(`"board":`) })
	if err != nil {
		return nil, nil
	}
	return book.Covering(), book.Procedure().Board
}
