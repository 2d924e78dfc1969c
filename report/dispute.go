package report

import (
	"fmt"
	"strings"

	"adjudicate/aggregate/dispute"
	"adjudicate/internal/term"
)

// OutOfReach says that nothing was done, and by which rule.
type OutOfReach struct {
	Why string `json:"out_of_reach"`
}

// Print writes the view for people.
func (v *OutOfReach) Print(p *term.Page) {
	p.Line("%s", p.Style(term.Red, "OUT OF REACH"))
	p.Item("  ", v.Why)
	p.Line("Nothing was written.")
}

// Verdict is a verdict with what comes of it.
type Verdict struct {
	Ruling *Ruling `json:"ruling"`
	Stakes *Stakes `json:"history,omitempty"`
	Next   string  `json:"-"`
}

// Print writes the view for people.
func (v *Verdict) Print(p *term.Page) {
	v.Ruling.Print(p)
	if v.Stakes != nil {
		p.Blank()
		v.Stakes.Print(p)
	}
	if v.Next != "" {
		p.Line("%s", v.Next)
	}
}

// Settles reports whether a verdict leaves nothing to adopt: it changes nothing, or the newest edition holds what it brings, as
// after a retraction and an equal verdict. The latter is told as what comes next.
func (v *Verdict) Settles(d *dispute.Docket, c *dispute.Dispute) bool {
	if d.Settled(c) {
		v.Next = fmt.Sprintf("Edition %d already applies the verdict; there is nothing to adopt.", c.Editions[len(c.Editions)-1])
		return true
	}
	return len(c.Verdict.Changes) == 0 && len(d.Held(c.ID)) == 0
}

// NewDocket lists the disputes of a docket, or only those that are open, or that are or were before a judge.
func NewDocket(d *dispute.Docket, open bool, judge string) *Docket {
	v := &Docket{Disputes: []dispute.Dispute{}, but: map[string]string{}}
	for _, c := range d.Disputes() {
		switch {
		case d.Moot(&c) != "":
			v.but[c.ID] = "; moot"
		case d.Superseded(&c) != "":
			v.but[c.ID] = "; superseded"
		}
		if (c.Status == dispute.Open || !open) && (judge == "" || c.WasBefore(judge)) {
			v.Disputes = append(v.Disputes, c)
		}
	}
	return v
}

// Docket is a list of disputes.
type Docket struct {
	Disputes []dispute.Dispute `json:"disputes"`
	but      map[string]string // what the current edition has made of one
}

// Print writes the view for people.
func (v *Docket) Print(p *term.Page) {
	if len(v.Disputes) == 0 {
		p.Line("No disputes.")
		return
	}
	rows := [][]string{{"", "opened", "by", "about", "status"}}
	for i := range v.Disputes {
		c := &v.Disputes[i]
		rows = append(rows, []string{c.ID, moment(c.Opened.At), c.By, aboutWords(c), standsWords(c) + v.but[c.ID]})
	}
	p.Table(rows)
}

// Dispute is a dispute with all arguments and what is at stake.
type Dispute struct {
	dispute.Dispute
	Text   string  `json:"text,omitempty"` // the input that it is about
	Stakes *Stakes `json:"stakes,omitempty"`
	Moot   string  `json:"moot,omitempty"` // why nothing hangs on it any more
	// Superseded: the verdict was that the ruling stays, and the current edition has it otherwise.
	Superseded string             `json:"superseded,omitempty"`
	Relations  []dispute.Relation `json:"relations,omitempty"` // to other disputes
	Offers     []string           `json:"offers,omitempty"`    // precedents that speak of the same
	offered    []string
}

// Print writes the view for people.
func (v *Dispute) Print(p *term.Page) {
	p.Line("%s  %s  %s", p.Style(term.Bold, v.ID), aboutWords(&v.Dispute), p.Style(term.Dim, standsWords(&v.Dispute)))
	if v.Text != "" {
		p.Field("Event", fmt.Sprintf("#%s %s", addressOf(v.Input, v.Address), v.Text))
	}
	p.Field("Opened", fmt.Sprintf("%s by %s at #%d", moment(v.Opened.At), v.By, v.Opened.Sequence))
	p.Field("Judge", v.Judge)
	p.Field("Recused", strings.Join(v.Recused, ", "))
	p.Field("Grounds", v.Grounds)
	p.Field("Clause", v.Clause)
	var said []string
	for _, a := range v.Arguments {
		said = append(said, a.By+": "+a.Text)
	}
	p.Field("Arguments", strings.Join(said, "\n"))
	for i, r := range v.Retracted {
		back := v.Reopened[i]
		p.Field("Taken back", strings.TrimSuffix(fmt.Sprintf("%s by %s at %s; by %s at %s: %s", r.Verdict, r.Judge, moment(r.At), back.By, moment(back.At), back.Reason), ": "))
	}
	if r := v.Verdict; r != nil {
		p.Field("Verdict", fmt.Sprintf("%s, by %s at %s", strings.ToUpper(r.Verdict), r.Judge, moment(r.At)))
		p.Field("Reasons", r.Reasons)
		p.Field("Effect", r.Effect)
		p.Field("Rests on", strings.Join(r.Precedents, ", "))
		p.Field("Precedent", r.Precedent)
	}
	if v.Hearing != nil {
		p.Field("Hearing", "until "+deadline(*v.Hearing))
	}
	for _, a := range v.Appeals {
		p.Field("Appeal", strings.TrimSuffix(fmt.Sprintf("by %s at %s against %s by %s: %s; %s", a.By, moment(a.At), a.Verdict.Verdict, a.Verdict.Judge, a.Grounds, a.Result), "; "))
	}
	p.Field("Moot", v.Moot)
	p.Field("Superseded", v.Superseded)
	var related []string
	for _, r := range v.Relations {
		related = append(related, fmt.Sprintf("%s %s %s: %s", r.From, relationWords[r.Kind], r.To, r.Why))
	}
	p.Field("Bears on", strings.Join(related, "\n"))
	if v.Verdict == nil {
		p.Field("Precedents", strings.Join(v.offered, "\n"))
	}
	if v.Withdrawn != nil {
		p.Field("Withdrawn", strings.TrimSuffix(fmt.Sprintf("by %s at %s: %s", v.Withdrawn.By, moment(v.Withdrawn.At), v.Withdrawn.Reason), ": "))
	}
	if v.Stakes != nil {
		p.Blank()
		v.Stakes.Print(p)
	}
}
