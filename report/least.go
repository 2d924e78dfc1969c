package report

import (
	"context"
	"fmt"
	"strings"

	"adjudicate/history"
	"adjudicate/history/bisect"
	"adjudicate/history/condition"
	"adjudicate/internal/term"
)

// Least is the changes of the rules that a condition rests on.
type Least struct {
	At uint64 `json:"at"` // the last event of the history in which it was asked
	*bisect.Answer
	Enough bool   `json:"-"` // the search ended because it had found one
	Sooner uint64 `json:"-"` // the input after which it stood otherwise
}

// LeastOf looks for the least changes of the rules that a condition rests on where a view ends. What the turn rests on is
// tried first; fixed is a point that was asked for.
func LeastOf(ctx context.Context, h *history.View, turn *Turn, q bisect.Question, fixed bool) (*Least, error) {
	q.Catalogue, q.Edition, q.UpTo = h.Catalogue, h.Edition, h.UpTo
	if turn != nil && turn.Ruling != nil {
		for _, o := range turn.Ruling.Because {
			q.Likely = append(q.Likely, o.Sequence)
		}
	}
	a, err := bisect.Least(ctx, q)
	if err != nil {
		return nil, err
	}
	v := &Least{Answer: a, At: h.UpTo, Enough: q.Enough && len(a.Sets) > 0}
	if turn != nil && turn.Input != nil && turn.Holds != a.Holds && !fixed {
		v.Sooner = turn.Input.Sequence
	}
	return v, nil
}

// Print writes the view for people.
func (v *Least) Print(p *term.Page) {
	p.Blank()
	stands := "holds"
	if !v.Holds {
		stands = "does not hold"
	}
	text := fmt.Sprintf("At #%d it %s.", v.At, stands)
	if v.Sooner != 0 {
		text += fmt.Sprintf(" --as-of %d asks about the game right after #%d.", v.Sooner, v.Sooner)
	}
	p.Item("", text)
	n := len(v.Changes)
	switch {
	case n == 0:
		p.Line("The rules have not been changed since they opened the game.")
		return
	case len(v.Sets) > 0:
	case n == 1 && v.Complete:
		p.Item("", fmt.Sprintf("Without the only change of the rules, %s, it would be the same.", ruleChangeWords(&v.Changes[0])))
	case v.Complete:
		p.Item("", fmt.Sprintf("No combination of the %d changes of the rules makes a difference (%s tried).", n, histories(v.Tried)))
	case v.Together:
		p.Item("", fmt.Sprintf("Without all %d changes of the rules together it would be different; smaller sets were not found.", n))
	default:
		p.Item("", fmt.Sprintf("Leaving out any %d of the %d changes of the rules makes no difference (%s tried).", max(1, v.Sizes), n, histories(v.Tried)))
	}
	would := "would hold"
	if v.Holds {
		would = "would not hold"
	}
	for i := range v.Sets {
		set := &v.Sets[i]
		names := make([]string, len(set.Changes))
		for k := range set.Changes {
			names[k] = ruleChangeWords(&set.Changes[k])
		}
		text := fmt.Sprintf("Without %s it %s", p.Style(term.Bold, strings.Join(names, " and ")), would)
		if values := wouldBe(set.Values, v.Values); values != "" {
			text += ": " + values
		}
		p.Item("  ", text+".")
	}
	if v.Size > 1 && v.Complete {
		p.Line("No smaller set does (%s tried).", histories(v.Tried))
	}
	if v.Enough {
		p.Line("%s", p.Style(term.Dim, "The search ended there: there may be others of that size."))
	} else if !v.Complete && (v.Together || v.Sizes < 2) {
		p.Line("%s", p.Style(term.Yellow, fmt.Sprintf("There may be other sets, or smaller ones: the search ended after %s. --most allows more.", histories(v.Tried))))
	}
	for i := range v.Refused {
		p.Item("  ", p.Style(term.Dim, fmt.Sprintf("%s cannot be left out: %s", ruleChangeWords(&v.Refused[i].Change), v.Refused[i].Why)))
	}
}

func histories(n int) string {
	if n == 1 {
		return "1 history"
	}
	return fmt.Sprintf("%d histories", n)
}

// ruleChangeWords says what a change of the rules is: "amendment 12.5/6 (#612)".
func ruleChangeWords(c *bisect.RuleChange) string {
	of := map[string]string{"enacted": "enactment", "amended": "amendment", "repealed": "repeal", "adopted": "interpretation", "added": "addition"}[c.What]
	if of == "" {
		return c.String()
	}
	if c.Change != "" {
		return fmt.Sprintf("%s %s (change %s, from #%d)", of, c.Of, c.Change, c.Sequence)
	}
	return fmt.Sprintf("%s %s (#%d)", of, c.Of, c.Sequence)
}

// wouldBe writes what a condition would ask for, where that differs from what it is.
func wouldBe(would, is []condition.Value) string {
	var list []string
	for i, v := range would {
		if i < len(is) && is[i].Is != v.Is {
			list = append(list, fmt.Sprintf("%s would be %s, not %s", v.Of, v.Is, is[i].Is))
		}
	}
	return strings.Join(list, "; ")
}
