package report

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/internal/term"
)

// NewPrecedents lists the precedents of a docket by their clauses, with the rulings that cite
// each; only those about a clause or one within it, if one is named.
func NewPrecedents(d *dispute.Docket, cited map[string][]uint64, only string) *Precedents {
	v := &Precedents{Clauses: []PrecedentClause{}}
	for _, p := range d.Precedents() {
		set := d.SetBy(&p)
		for _, clause := range p.Clauses {
			if only == "" || only == clause || events.Covers(only, clause) {
				v.add(clause, Precedent{Precedent: p, Reasons: set.Reasons, Judge: set.Judge, Events: cited[p.ID]})
			}
		}
	}
	slices.SortStableFunc(v.Clauses, func(a, b PrecedentClause) int { return strings.Compare(a.Clause, b.Clause) })
	return v
}

// Citations finds the rulings of a history that cite each precedent.
func Citations(history iter.Seq2[events.Envelope, error], d *dispute.Docket) (map[string][]uint64, error) {
	cited := map[string][]uint64{}
	for _, p := range d.Precedents() {
		cited[p.ID] = []uint64{}
	}
	if len(cited) == 0 {
		return cited, nil
	}
	for e, err := range history {
		if err != nil {
			return nil, err
		}
		if _, ruled := e.Payload.(events.Ruled); !ruled {
			continue
		}
		for _, clause := range e.Basis.Clauses {
			for word := range strings.SplitSeq(clause, ", ") {
				id, _, _ := strings.Cut(word, " ")
				if list, ok := cited[id]; ok && !slices.Contains(list, e.Sequence) {
					cited[id] = append(list, e.Sequence)
				}
			}
		}
	}
	return cited, nil
}

// Precedent is a precedent with what cites it.
type Precedent struct {
	dispute.Precedent
	Judge   string   `json:"judge"`
	Reasons string   `json:"reasons"`
	Events  []uint64 `json:"events"` // rulings that cite it
}

// PrecedentClause is a clause with its precedents.
type PrecedentClause struct {
	Clause     string      `json:"clause"`
	Precedents []Precedent `json:"precedents"`
}

// Precedents is the precedents by clause.
type Precedents struct {
	Clauses []PrecedentClause `json:"clauses"`
}

func (v *Precedents) add(clause string, p Precedent) {
	for i := range v.Clauses {
		if v.Clauses[i].Clause == clause {
			v.Clauses[i].Precedents = append(v.Clauses[i].Precedents, p)
			return
		}
	}
	v.Clauses = append(v.Clauses, PrecedentClause{clause, []Precedent{p}})
}

// Print writes the view for people.
func (v *Precedents) Print(p *term.Page) {
	if len(v.Clauses) == 0 {
		p.Line("No precedents.")
		return
	}
	for _, c := range v.Clauses {
		p.Line("%s", p.Style(term.Bold, c.Clause))
		for _, one := range c.Precedents {
			p.Item(fmt.Sprintf("  %-3s ", one.ID), fmt.Sprintf("%s in %s by %s: %s", one.Verdict, one.Dispute, one.Judge, one.Reasons))
			if one.Retracted {
				p.Item("      ", "no longer a precedent: the verdict was retracted or appealed")
			}
			by := slices.Clone(one.CitedBy)
			for _, n := range one.Events {
				by = append(by, fmt.Sprintf("#%d", n))
			}
			if len(by) > 0 {
				p.Item("      ", "cited by "+strings.Join(by, ", "))
			}
		}
	}
}
