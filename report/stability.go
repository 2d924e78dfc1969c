package report

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"adjudicate/aggregate/dispute"
	"adjudicate/history/sensitivity"
	"adjudicate/internal/term"
	"adjudicate/ledger"
)

// Stability is which facts hold whatever is adopted and ruled.
type Stability struct {
	*sensitivity.Stability
	All bool `json:"-"` // list certain facts, and readings without effect, as well
}

// Print writes the view for people.
func (v *Stability) Print(p *term.Page) {
	if len(v.Points) == 0 {
		p.Line("Nothing is open: no other reading makes a difference, and no dispute is pending.")
		return
	}
	p.Item("Open  ", strings.Join(v.Points, ", "))
	how := fmt.Sprintf("all %d combinations tried", v.Tried)
	if !v.Exact {
		how = fmt.Sprintf("search limit reached: %d of %d combinations tried, all with up to %s; facts that did not change may change with more",
			v.Tried, v.Combinations-1, Counted(v.Departures, "departure"))
	}
	if v.Impossible > 0 {
		how += fmt.Sprintf(", %d of them impossible", v.Impossible)
	}
	p.Item("      ", how+".")
	if n := v.leftOut(); n > 0 {
		p.Item("      ", fmt.Sprintf("Not combined: %d more entries of the register, none of whose other readings makes a difference on its own; name those to try.", n))
	}
	certain, rows := 0, [][]string{{"fact", "now", "can be", "if", "depends on"}}
	for _, f := range v.Facts {
		if !f.Turns {
			certain++
			if v.All {
				rows = append(rows, []string{f.Kind + " " + f.Name, f.Value, "", "", ""})
			}
			continue
		}
		var under []string
		for _, c := range f.Witness {
			under = append(under, c.Point+" "+c.As)
		}
		rows = append(rows, []string{f.Kind + " " + f.Name, f.Value, f.Becomes, strings.Join(under, ", "), strings.Join(f.HangsOn, ", ")})
	}
	word := "certain"
	switch {
	case !v.Exact:
		word = "not seen to change"
	case v.leftOut() > 0:
		word = "certain as far as these are open"
	}
	p.Line("%d of %s %s.", certain, Counted(len(v.Facts), "fact"), word)
	if len(rows) > 1 {
		p.Blank()
		p.Table(rows)
	}
}

// leftOut is of how many entries readings were tried by themselves alone.
func (v *Stability) leftOut() int {
	out := map[string]bool{}
	for _, f := range v.Findings {
		if !slices.Contains(v.Points, f.Entry) {
			out[f.Entry] = true
		}
	}
	return len(out)
}

// StabilityOf finds out what holds whatever is adopted and however the open disputes are ruled on, or what each reading by itself makes of the
// game.
func StabilityOf(ctx context.Context, l *ledger.Ledger, policy string, known uint64, all bool, q sensitivity.Uncertain) (*Stability, error) {
	if !q.Single {
		var err error
		if q.Pending, err = pending(ctx, l, policy); err != nil {
			return nil, err
		}
	}
	register, err := l.State().Register()
	if err != nil {
		return nil, err
	}
	s, err := sensitivity.Stable(ctx, l.Name(), known, register, q)
	return &Stability{s, all}, err
}

// pending are the disputes that may still change the game: each upheld, where a verdict waits to be applied adopted, and where the edition holds one
// that has been appealed or retracted reversed.
func pending(ctx context.Context, l *ledger.Ledger, policy string) (list []sensitivity.Choice, err error) {
	d, err := l.Docket(ctx)
	if err != nil {
		return nil, err
	}
	for i := range d.Disputes() {
		c := &d.Disputes()[i]
		if c.Status == dispute.Withdrawn || d.Settled(c) || d.Moot(c) != "" {
			continue
		}
		plan, err := l.VerdictPlan(ctx, c, policy)
		if err != nil {
			return nil, err
		}
		if len(plan.Changes)+len(plan.Withdraw) > 0 {
			as := "upheld"
			switch {
			case c.Verdict != nil:
				as = "adopted"
			case d.TakenUp(c):
				as = "reversed"
			}
			list = append(list, sensitivity.Choice{Point: c.ID, As: as, Plan: plan})
		}
	}
	return list, nil
}
