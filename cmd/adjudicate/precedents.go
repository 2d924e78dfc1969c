package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/season"
)

func precedentsCommand() *cli.Command {
	return &cli.Command{
		Name: "precedents", Category: catRead,
		Usage: "list the precedents by clause, with what cites them",
		Description: `A verdict in a dispute that names clauses is a precedent for them. What cites one is listed below it:
verdicts that rest on it, and rulings of editions that took such verdicts up.`,
		UsageText: "adjudicate precedents\nadjudicate precedents --clause \"1230.2 §6\" --json",
		Flags:     []cli.Flag{&cli.StringFlag{Name: "clause", Usage: "only those about a `CLAUSE` or one within it"}, ledgerFlag, atFlag},
		Action: do(func(s *session) error {
			g, err := s.open()
			if err != nil {
				return err
			}
			defer g.close()
			d, err := g.l.Docket(s.ctx)
			if err != nil {
				return fmt.Errorf("%s: %w", g.place, err)
			}
			v := &precedentsView{Clauses: []clauseView{}}
			cited, err := s.citations(g, d)
			if err != nil {
				return fmt.Errorf("%s: %w", g.place, err)
			}
			for _, p := range d.Precedents() {
				c, _ := d.Dispute(p.Dispute)
				for _, clause := range p.Clauses {
					if only := s.c.String("clause"); only == "" || only == clause || season.Covers(only, clause) {
						v.add(clause, precedentView{Precedent: p, Reasons: c.Verdict.Reasons, Judge: c.Verdict.Judge, Events: cited[p.ID]})
					}
				}
			}
			slices.SortStableFunc(v.Clauses, func(a, b clauseView) int { return strings.Compare(a.Clause, b.Clause) })
			return s.show(v)
		}),
	}
}

// citations finds the rulings that cite each precedent, in the edition that holds: a verdict may
// be cited by what is restated of earlier inputs.
func (s *session) citations(g *game, d *dispute.Docket) (map[string][]uint64, error) {
	cited := map[string][]uint64{}
	for _, p := range d.Precedents() {
		cited[p.ID] = []uint64{}
	}
	if len(cited) == 0 {
		return cited, nil
	}
	h, err := s.point(g)
	if err != nil {
		return nil, err
	}
	for e, err := range h.events(1) {
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

type precedentView struct {
	dispute.Precedent
	Judge   string   `json:"judge"`
	Reasons string   `json:"reasons"`
	Events  []uint64 `json:"events"` // rulings that cite it
}

type clauseView struct {
	Clause     string          `json:"clause"`
	Precedents []precedentView `json:"precedents"`
}

type precedentsView struct {
	Clauses []clauseView `json:"clauses"`
}

func (v *precedentsView) add(clause string, p precedentView) {
	for i := range v.Clauses {
		if v.Clauses[i].Clause == clause {
			v.Clauses[i].Precedents = append(v.Clauses[i].Precedents, p)
			return
		}
	}
	v.Clauses = append(v.Clauses, clauseView{clause, []precedentView{p}})
}

func (v *precedentsView) text(p *term.Page) {
	if len(v.Clauses) == 0 {
		p.Line("There is no precedent.")
		return
	}
	for _, c := range v.Clauses {
		p.Line("%s", p.Style(term.Bold, c.Clause))
		for _, one := range c.Precedents {
			p.Item(fmt.Sprintf("  %-3s ", one.ID), fmt.Sprintf("%s in %s by %s: %s", one.Verdict, one.Dispute, one.Judge, one.Reasons))
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
