package report

import (
	"fmt"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/term"
	"adjudicate/rules/keys"
	"adjudicate/rules/words"
)

// Stakes is what a history becomes if a dispute is upheld, or has become by a verdict.
type Stakes struct {
	*Outline
	Upheld bool `json:"supposed"` // nobody has ruled so yet
	// Reversed: nobody has ruled yet on a dispute that has been reopened, of which the edition holds the verdict before.
	Reversed bool `json:"reversed,omitempty"`

	Marks  []CountChange `json:"@marks"` // of players whose number differs
	Winner *WinnerChange `json:"winner,omitempty"`
	Hands  *CountChange  `json:"hands,omitempty"`
	Why    string        `json:"impossible,omitempty"` // the changes cannot be made

	Relied []compare.Relied `json:"relied,omitempty"` // plays that fall and were made after what falls before them

	relying *relying
}

// MarshalJSON writes the fields under the names by which others know them.
func (s Stakes) MarshalJSON() ([]byte, error) {
	type plain Stakes
	return keys.Marshal(plain(s))
}

// CountChange is a number in both histories.
type CountChange struct {
	Player string `json:"player,omitempty"`
	Before int    `json:"before"`
	After  int    `json:"after"`
}

// WinnerChange is the winner in both histories.
type WinnerChange struct {
	Before string `json:"before"` // "" for nobody
	After  string `json:"after"`
}

// newStakes begins the stakes of a dispute.
func newStakes(c *dispute.Dispute) *Stakes {
	return &Stakes{Outline: &Outline{Flips: []Step{}, Changes: []events.Change{}}, Upheld: c.Verdict == nil, Marks: []CountChange{}, relying: newRelying()}
}

// Watch takes an input that differs.
func (v *Stakes) Watch(s *readjudicate.Step) error {
	if err := v.relying.Watch(s); err != nil {
		return err
	}
	return v.Outline.Watch(s)
}

// Compare tells what of the standing of players differs at the end, and who relied on what falls.
func (v *Stakes) Compare(c *readjudicate.Candidate) (err error) {
	for _, p := range c.After.Players() {
		if a, b := c.Before.Held(p.Name, events.Usual().Marks), c.After.Held(p.Name, events.Usual().Marks); a != b {
			v.Marks = append(v.Marks, CountChange{p.Name, a, b})
		}
	}
	if a, b := winnerOf(c.Before), winnerOf(c.After); a != b {
		v.Winner = &WinnerChange{a, b}
	}
	if a, b := c.Before.HandsWon(), c.After.HandsWon(); a != b {
		v.Hands = &CountChange{Before: a, After: b}
	}
	v.Relied, err = v.relying.found(c)
	return err
}

func winnerOf(s *aggregate.State) string {
	return strings.Join(s.Winners(), ", ")
}

// Print writes the view for people.
func (v *Stakes) Print(p *term.Page) {
	head := "The history under the verdict:"
	switch {
	case v.Adopted != 0:
		head = fmt.Sprintf("Edition %d is current from #%d on:", v.Edition, v.Adopted)
	case v.Reversed:
		head = fmt.Sprintf("Stakes: the history if the verdict in edition %d is reversed", v.Base)
	case v.Upheld:
		head = "Stakes: the history if the dispute is upheld"
	}
	p.Line("%s", p.Style(term.Bold, head))
	for i := range v.Changes {
		p.Item("  ", changeWords(&v.Changes[i]))
	}
	switch {
	case v.Why != "":
		p.Item("  ", "It cannot: "+v.Why)
		return
	case v.Halted != nil:
		p.Item("  ", "Under the policy halt it ends there: "+v.Halted.words()+".")
		return
	case v.From == 0:
		p.Line("  Nothing differs.")
		return
	}
	p.Item("  ", fmt.Sprintf("First difference at #%d. %s with a different verdict, %d with different effects, %d with different clauses; %s inserted, %d withdrawn.",
		v.From, Counted(v.Flipped, "input"), v.effects, v.citations, Counted(v.Inserted, "input"), v.Withdrawn))
	const most = 8
	for i := range v.Flips {
		if i == most {
			p.Line("  … and %d more", len(v.Flips)-most)
			break
		}
		v.Flips[i].Print(p)
	}
	if words := relianceWords(v.Relied); words != "" {
		p.Item("  Made ", words)
	}
	if v.Same {
		p.Line("  Board, books and standing are the same at the end.")
		return
	}
	var marks []string
	for _, k := range v.Marks {
		marks = append(marks, fmt.Sprintf("%s %d instead of %d", k.Player, k.After, k.Before))
	}
	p.Field(words.Capital(events.Usual().Marks), strings.Join(marks, "; "))
	if w := v.Winner; w != nil {
		p.Field("Winner", fmt.Sprintf("%s instead of %s", somebody(w.After), somebody(w.Before)))
	}
	if h := v.Hands; h != nil {
		p.Field("Hands", fmt.Sprintf("%d won instead of %d", h.After, h.Before))
	}
	v.After.write(p, v.Before, v.types)
}
