package report

import (
	"cmp"

	"adjudicate/events"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/term"
)

// Step is an input before and after.
type Step struct {
	Input    uint64         `json:"input"`
	Address  string         `json:"address"` // of the entry: its sequence or, if a change has put it in, that change
	Change   string         `json:"change,omitempty"`
	Standing string         `json:"standing"`
	Text     string         `json:"text"`
	Differs  string         `json:"differs"` // verdict, effects or citations
	Before   string         `json:"before"`  // the verdict
	After    string         `json:"after"`
	Faults   []events.Fault `json:"faults"` // of the ruling after, or else before
	Play     string         `json:"play,omitempty"`

	Algebraic string `json:"algebraic,omitempty"` // the play in algebraic notation, as it was made or else as it would be, if the words of the game say so
	side      string
	word      string // before each of the faults
}

// Outline is what a history becomes, in outline: what flips, and the end.
type Outline struct {
	Edition   int             `json:"edition"`
	Base      int             `json:"base"`
	Adopted   uint64          `json:"adopted,omitempty"` // the sequence of the adoption
	Policy    string          `json:"policy"`
	Changes   []events.Change `json:"changes"`
	From      uint64          `json:"from"` // the first input that differs; 0: none does
	Restated  int             `json:"restated"`
	Flipped   int             `json:"flipped"`
	Inserted  int             `json:"inserted"`
	Withdrawn int             `json:"withdrawn"`
	Judged    int             `json:"judged"`
	Same      bool            `json:"same_state"` // the state at the end is the same
	Flips     []Step          `json:"flips"`
	Halted    *Halt           `json:"halted,omitempty"`
	Before    *Standing       `json:"before,omitempty"`
	After     *Standing       `json:"after,omitempty"`
	effects   int
	citations int
	types     *Names
}

// Watch takes a step of a history that is ruled on again.
func (v *Outline) Watch(s *readjudicate.Step) error {
	how := readjudicate.Compare(s.Before, s.After)
	switch how {
	case readjudicate.Effects:
		v.effects++
	case readjudicate.Citations:
		v.citations++
	}
	if how != readjudicate.Verdict {
		return nil
	}
	before, after := s.Ruled()
	one := Step{Input: s.Place.Input, Address: s.Place.Address(), Change: s.Change, Standing: s.Standing, Text: InputWords(s.Input.Payload), Differs: how.String(),
		Before: before.Verdict, After: after.Verdict, Play: after.Play, Faults: []events.Fault{}}
	if len(v.Flips) < mostAlgebraic {
		was, is := s.Algebraic()
		one.Algebraic, one.side = cmp.Or(was, is), events.MadeBy(s.Input.Payload)
	}
	faults, word := faultsTurned(before, after)
	one.Faults, one.word = append(one.Faults, faults...), word
	v.Flips = append(v.Flips, one)
	return nil
}

// Fill closes the outline with what the history came to.
func (v *Outline) Fill(c *readjudicate.Candidate) {
	v.Edition, v.Base, v.Policy, v.Changes, v.From = c.Number, c.Base, c.Policy, c.Changes, c.From
	v.Restated, v.Flipped, v.Inserted, v.Withdrawn, v.Judged = c.Restated, c.Flipped, c.Inserted, c.Gone, c.Judged
	v.Before, v.After = StandingOf(c.Before, c.Head), StandingOf(c.After, c.Head)
	a, errA := c.Before.Snapshot(nil)
	b, errB := c.After.Snapshot(nil)
	v.Same = errA == nil && errB == nil && string(a) == string(b)
	v.types = NamesOf(c.After)
}

// Print writes the view for people.
func (f *Step) Print(p *term.Page) {
	p.Line("  #%-5s %s → %s  %s", f.Address, verdictWord(p, f.Before), verdictWord(p, f.After), said(f.side, f.Algebraic, f.Text))
	for i := range f.Faults {
		p.Item("          ", f.word+faultWords(&f.Faults[i]))
	}
}
