package report

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/term"
)

// Halt is where a plan stops under the policy halt.
type Halt struct {
	Input  uint64         `json:"input"`
	Kind   string         `json:"kind"` // of the input, "play-submitted"
	Faults []events.Fault `json:"faults"`
}

// HaltOf is where a plan stopped, if that is what an error says, else nil.
func HaltOf(err error) *Halt {
	var halt *readjudicate.HaltError
	if !errors.As(err, &halt) {
		return nil
	}
	return &Halt{Input: halt.Input, Kind: halt.Kind, Faults: halt.Faults}
}

func (h *Halt) words() string {
	if h.Kind == (events.PlaySubmitted{}).Kind() {
		return fmt.Sprintf("the play at #%d is no longer legal", h.Input)
	}
	return fmt.Sprintf("the %s at #%d is no longer accepted", strings.ReplaceAll(h.Kind, "-", " "), h.Input)
}

// Candidate is what a history becomes under changes, or has become.
type Candidate struct {
	Edition int    `json:"edition"`
	Base    int    `json:"base"`
	Adopted uint64 `json:"adopted,omitempty"` // the sequence of the adoption
	Policy  string `json:"policy"`
	Judged  int    `json:"judged"` // how many inputs were ruled on again
	Passed  int    `json:"passed"` // events passed over: nothing that they rest on changes
	Halted  *Halt  `json:"halted,omitempty"`
	Diff
	collect *compare.Collector
}

// watching returns what sees the steps of a run.
func (v *Candidate) watching(changes []events.Change, boards int) readjudicate.Watch {
	v.collect = compare.NewCollector(changes)
	v.Form.set(v.collect, boards)
	return v.collect.Watch
}

// fill closes the view with what a run came to.
func (v *Candidate) fill(c *readjudicate.Candidate) error {
	v.Edition, v.Base, v.Policy, v.Judged, v.Passed = c.Number, c.Base, c.Policy, c.Judged, c.Passed
	r, err := v.collect.Report(c.Before, c.After)
	if err != nil {
		return err
	}
	v.A, v.B = fmt.Sprintf("edition %d", c.Base), fmt.Sprintf("candidate for edition %d", c.Number)
	v.Finish(r, c.Head)
	return v.AtPoint()
}

// Print writes the view for people.
func (v *Candidate) Print(p *term.Page) {
	if v.Halted != nil {
		p.Line("%s  %s", p.Style(term.Red, "HALTED"), v.Halted.words())
		for i, f := range v.Halted.Faults {
			p.Item(fmt.Sprintf("  %d. ", i+1), faultWords(&f))
		}
		return
	}
	if v.Adopted != 0 {
		p.Line("%s", p.Style(term.Green, fmt.Sprintf("edition %d is adopted at #%d", v.Edition, v.Adopted)))
	}
	if v.First == 0 {
		p.Line("Nothing differs: no ruling rests on what changes.")
		v.pointText(p)
		return
	}
	v.Diff.Print(p)
}

// pointOf is the states of two editions at a point.
func pointOf(ctx context.Context, cat *history.Catalogue, a, b int, at uint64) (*Point, error) {
	v := &Point{Point: at}
	for _, one := range []struct {
		edition int
		state   **aggregate.State
	}{{a, &v.StateA}, {b, &v.StateB}} {
		e, err := cat.Edition(one.edition)
		if err != nil {
			return nil, err
		}
		if *one.state, err = cat.StateAt(ctx, e, at); err != nil {
			return nil, err
		}
	}
	return v, nil
}
