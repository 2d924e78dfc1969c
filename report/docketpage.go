package report

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
	"adjudicate/history/remedy"
	"adjudicate/internal/term"
	"adjudicate/ledger"
)

//go:embed docket.html.tmpl
var docketText string

var docketPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("docket").Funcs(template.FuncMap{
		"moment":   moment,
		"deadline": func(t *time.Time) string { return deadline(*t) },
		"fault":    func(f events.Fault) string { return faultWords(&f) },
		"faring":   func(w remedy.Way, how string) string { return faring(&w, how) },
		"share":    func(s remedy.Share) string { return shareWords(&s) },
		"join":     func(list []string) string { return strings.Join(list, ", ") },
		"verdict":  reportVerdict,
		"reliance": relianceWords,
	}).Parse(docketText))
})

// CaseFile is one page with everything a judge needs to know about a dispute.
type CaseFile struct {
	Title   string           `json:"title"`
	Dispute *Dispute         `json:"dispute"`
	Ruling  events.Ruled     `json:"ruling"` // the one in dispute, as it stands
	Basis   events.Basis     `json:"basis"`
	Table   []remedy.Way     `json:"table"`            // what upholding it comes to, under each policy
	Relied  []compare.Relied `json:"relied,omitempty"` // plays that fall if it is upheld, and were made after what falls before them
	Cited   []Precedent      `json:"precedents"`
	Graph   *DisputeGraph    `json:"graph"`

	effects []string         // what the ruling in dispute brought about, in words
	boards  [2]template.HTML // before and after the entry in dispute
	ends    [2]template.HTML // as things stand, and if the dispute is upheld; empty if the same stands on them
}

// CaseFileOf collects everything a judge needs to know about a dispute.
func CaseFileOf(ctx context.Context, l *ledger.Ledger, c *dispute.Dispute, policy, engine string) (*CaseFile, error) {
	d, err := l.Docket(ctx)
	if err != nil {
		return nil, err
	}
	relations, err := l.Relations(ctx, policy)
	if err != nil {
		return nil, err
	}
	v := &CaseFile{Title: l.State().Game(), Dispute: &Dispute{Dispute: *c}, Table: []remedy.Way{}, Cited: []Precedent{}, Graph: newDisputeGraph(d, relations)}
	if err := v.Dispute.Hangs(d, l, relations); err != nil {
		return nil, err
	}
	for _, id := range v.Dispute.Offers {
		p, _ := d.Precedent(id)
		set := d.SetBy(&p)
		v.Cited = append(v.Cited, Precedent{Precedent: p, Reasons: set.Reasons, Judge: set.Judge, Events: []uint64{}})
	}
	cat, err := history.Load(ctx, l.Store(), l.Name(), l.Head())
	if err != nil {
		return nil, err
	}
	if c.Input != 0 {
		if err := v.look(ctx, cat, c); err != nil {
			return nil, err
		}
	}
	plan, err := l.VerdictPlan(ctx, c, "")
	if err == nil && len(plan.Changes)+len(plan.Withdraw) > 0 {
		v.Table, err = remedy.Table(ctx, remedy.Question{Store: l.Store(), Catalogue: cat, Plan: plan, Engine: engine})
		if err == nil {
			err = v.rely(ctx, l, plan)
		}
	}
	return v, err
}

// rely finds the plays that rely on what falls if the dispute is upheld, and draws what that comes to. Where it cannot be, the table says so.
func (v *CaseFile) rely(ctx context.Context, l *ledger.Ledger, plan readjudicate.Plan) error {
	r := newRelying()
	_, run, err := l.Plan(ctx, plan)
	var c *readjudicate.Candidate
	if err == nil {
		c, err = run.Do(ctx, readjudicate.Options{Watch: r.Watch})
	}
	if err == nil {
		v.Relied, err = r.found(c)
	}
	if err == nil && len(compare.Pieces(c.Before, c.After)) > 0 {
		v.ends, err = boardsOf(slices.Concat(c.Before.Entered(), c.After.Entered()), c.Before, c.After, "as things stand", "if "+v.Dispute.ID+" is upheld")
	}
	var change *readjudicate.ChangeError
	if errors.As(err, &change) || errors.Is(err, readjudicate.ErrNothing) || HaltOf(err) != nil {
		return nil
	}
	return err
}

// look finds the entry in dispute, and draws the boards before and after it.
func (v *CaseFile) look(ctx context.Context, cat *history.Catalogue, c *dispute.Dispute) error {
	e := cat.Current()
	var before, after *aggregate.State
	var err error
	if before, err = cat.Before(ctx, e, c.Input); err != nil {
		return err
	}
	if after, err = cat.StateAt(ctx, e, c.Input); err != nil {
		return err
	}
	for entry, err := range cat.History(ctx, e, history.Range{From: c.Input, To: c.Input}) {
		if err != nil {
			return err
		}
		if entry.Place == (history.Place{Input: c.Input, Change: c.Address}) {
			v.Ruling, v.Dispute.Text = entry.Ruled(), InputWords(entry.Input.Payload)
			if len(entry.Outcomes) > 0 {
				v.Basis = entry.Outcomes[0].Basis
			}
			types := Both(NamesOf(before), NamesOf(after))
			for i := range entry.Outcomes {
				if text := OutcomeWords(entry.Outcomes[i].Payload, types); text != "" {
					v.effects = append(v.effects, text)
				}
			}
		}
	}
	entered := slices.Concat(before.Entered(), after.Entered())
	v.boards, err = boardsOf(entered, before, after, fmt.Sprintf("before #%d", c.Input), fmt.Sprintf("after #%d", c.Input))
	return err
}

// Page writes the case as one page of HTML that needs nothing else.
func (v *CaseFile) Page(w io.Writer) error {
	var graph strings.Builder
	if len(v.Graph.Disputes) > 1 {
		if err := v.Graph.SVG(&graph); err != nil {
			return err
		}
	}
	return docketPage().Execute(w, struct {
		*CaseFile
		About        string
		Effects      []string
		Boards, Ends [2]template.HTML
		Drawn        template.HTML
	}{v, aboutWords(&v.Dispute.Dispute), v.effects, v.boards, v.ends, template.HTML(graph.String())}) // drawn by this program; names in it are escaped
}

// Print writes the view for people.
func (v *CaseFile) Print(p *term.Page) {
	v.Dispute.Print(p)
	p.Blank()
	waysText(p, v.Table)
	if words := relianceWords(v.Relied); words != "" {
		p.Item("Made ", words)
	}
}
