package report

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"adjudicate/aggregate/dispute"
	"adjudicate/history/remedy"
	"adjudicate/internal/term"
	"adjudicate/ledger"
	"adjudicate/rules/names"
)

// Hangs adds to a dispute what else its judge is to know: what contradicts it or hangs on it, whether it is moot, and which precedents
// speak of the same. Relations are those of all disputes, as far as they are known.
func (v *Dispute) Hangs(d *dispute.Docket, l *ledger.Ledger, relations []dispute.Relation) error {
	v.Moot, v.Superseded = d.Moot(&v.Dispute), d.Superseded(&v.Dispute)
	for _, r := range relations {
		if r.From == v.ID || r.To == v.ID {
			v.Relations = append(v.Relations, r)
		}
	}
	register, err := l.State().Register()
	if err != nil {
		return err
	}
	for _, p := range d.Offers(&v.Dispute, register) {
		v.Offers = append(v.Offers, p.ID)
		v.offered = append(v.offered, fmt.Sprintf("%s, %s in %s", p.Cite(), p.Verdict, p.Dispute))
	}
	return nil
}

// Remedies finds out what may be done about a plan or, if it names one, about a dispute.
func Remedies(ctx context.Context, l *ledger.Ledger, id string, q remedy.Question) (*Remedy, error) {
	for i, word := range q.Spare {
		var err error
		if q.Spare[i], err = names.Find("side", word, l.State().SideNames()); err != nil {
			return nil, err
		}
	}
	if id != "" {
		d, err := l.Docket(ctx)
		if err != nil {
			return nil, err
		}
		c, ok := d.Dispute(id)
		if !ok {
			return nil, &ledger.InputError{Field: "dispute", Text: fmt.Sprintf("no such dispute: %q", id)}
		}
		if q.Plan, err = l.VerdictPlan(ctx, &c, ""); err != nil {
			return nil, err
		}
		if len(q.Plan.Changes)+len(q.Plan.Withdraw) == 0 {
			return nil, &ledger.InputError{Field: "dispute", Text: fmt.Sprintf("%s changes nothing: %s", id, standsWords(&c))}
		}
	}
	cat, _, err := l.Plan(ctx, q.Plan)
	if err != nil {
		return nil, err
	}
	q.Store, q.Catalogue = l.Store(), cat
	found, err := remedy.Least(ctx, q)
	if err != nil {
		return nil, err
	}
	return &Remedy{Answer: found, Spare: append([]string{}, q.Spare...), Most: cmp.Or(q.Most, remedy.DefaultMost)}, nil
}

// DisputeGraph shows how the disputes of a game affect each other.
type DisputeGraph struct {
	Disputes  []dispute.Dispute  `json:"disputes"`
	Relations []dispute.Relation `json:"relations"`
	Moot      []string           `json:"moot"` // disputes on which nothing hangs any more
	// Superseded are disputes whose verdict was that a ruling stays, which the current edition has otherwise.
	Superseded []string `json:"superseded"`

	why map[string]string
}

// DisputeGraphOf returns the graph of a game's docket, with the dependencies under a policy.
func DisputeGraphOf(ctx context.Context, l *ledger.Ledger, policy string) (*DisputeGraph, error) {
	d, err := l.Docket(ctx)
	if err != nil {
		return nil, err
	}
	relations, err := l.Relations(ctx, policy)
	return newDisputeGraph(d, relations), err
}

// newDisputeGraph is the graph of a docket.
func newDisputeGraph(d *dispute.Docket, relations []dispute.Relation) *DisputeGraph {
	v := &DisputeGraph{Disputes: append([]dispute.Dispute{}, d.Disputes()...), Relations: relations, Moot: []string{}, Superseded: []string{}, why: map[string]string{}}
	for i := range v.Disputes {
		c := &v.Disputes[i]
		if why := d.Moot(c); why != "" {
			v.Moot, v.why[c.ID] = append(v.Moot, c.ID), "moot: "+why
		}
		if why := d.Superseded(c); why != "" {
			v.Superseded, v.why[c.ID] = append(v.Superseded, c.ID), "superseded: "+why
		}
	}
	return v
}

var relationWords = map[string]string{dispute.RelSame: "is about the same as", dispute.RelConflict: "conflicts with", dispute.RelPrecedent: "is a precedent for", dispute.RelDepends: "decides"}

// Print writes the view for people.
func (v *DisputeGraph) Print(p *term.Page) {
	if len(v.Disputes) == 0 {
		p.Line("No disputes.")
		return
	}
	for i := range v.Disputes {
		c := &v.Disputes[i]
		p.Line("%s  %s  %s", p.Style(term.Bold, c.ID), aboutWords(c), p.Style(term.Dim, standsWords(c)))
		if why := v.why[c.ID]; why != "" {
			p.Item("    ", why)
		}
		for _, r := range v.Relations {
			if r.From == c.ID {
				p.Item("    ", fmt.Sprintf("%s %s: %s", relationWords[r.Kind], r.To, r.Why))
			}
		}
	}
}

// relationLabels are relations as an arrow is labelled, from the dispute that bears on the other.
var relationLabels = map[string]string{dispute.RelSame: "same", dispute.RelConflict: "conflict", dispute.RelPrecedent: "precedent", dispute.RelDepends: "decides"}

var relationColors = map[string]string{dispute.RelSame: "#6b675f", dispute.RelConflict: "#b3261e", dispute.RelPrecedent: "#1f5fa8", dispute.RelDepends: "#8a5a00"}

// SVG draws the graph: the disputes below each other, and arcs from each to those that it bears on.
func (v *DisputeGraph) SVG(w io.Writer) error {
	const row, width = 56, 340
	var b strings.Builder
	reach := 0
	for _, r := range v.Relations {
		i, j := v.index(r.From), v.index(r.To)
		reach = max(reach, max(i, j)-min(i, j))
	}
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="system-ui, sans-serif" font-size="13">`, width+180+reach*40, len(v.Disputes)*row+16)
	fmt.Fprintln(&b)
	for i := range v.Disputes {
		c := &v.Disputes[i]
		fill := map[string]string{dispute.Open: "#fff4d6", dispute.Ruled: "#e3f1e6", dispute.Withdrawn: "#eeeeee"}[c.Status]
		dash := ""
		if v.why[c.ID] != "" {
			dash = ` stroke-dasharray="5 4"`
		}
		fmt.Fprintf(&b, `<g><title>%s</title><rect x="8" y="%d" width="%d" height="40" rx="6" fill="%s" stroke="#6b675f"%s/>`, escaped(standsWords(c)), 8+i*row, width, fill, dash)
		fmt.Fprintf(&b, `<text x="18" y="%d"><tspan font-weight="bold">%s</tspan> %s</text><text x="18" y="%d" fill="#6b675f" font-size="11">%s</text></g>`,
			24+i*row, escaped(c.ID), escaped(cut(aboutWords(c), 46)), 40+i*row, escaped(cut(standsWords(c), 58)))
		fmt.Fprintln(&b)
	}
	for k, r := range v.Relations {
		i, j := v.index(r.From), v.index(r.To)
		from, to := 22+i*row+k%3*5, 30+j*row+k%3*5
		bend := width + 8 + 30 + 40*(max(i, j)-min(i, j))
		color := relationColors[r.Kind]
		fmt.Fprintf(&b, `<g stroke="%s" fill="none"><title>%s</title><path d="M %d %d C %d %d %d %d %d %d"/><path d="M %d %d l 9 -4 m -9 4 l 9 4"/></g>`,
			color, escaped(r.From+" "+relationWords[r.Kind]+" "+r.To+": "+r.Why), width+8, from, bend, from, bend, to, width+8, to, width+8, to)
		fmt.Fprintf(&b, `<text x="%d" y="%d" fill="%s" font-size="11" stroke="#ffffff" stroke-width="4" paint-order="stroke">%s</text>`, bend-8, (from+to)/2+4, color, relationLabels[r.Kind])
		fmt.Fprintln(&b)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (v *DisputeGraph) index(id string) int {
	return slices.IndexFunc(v.Disputes, func(c dispute.Dispute) bool { return c.ID == id })
}

// escaped is a text as XML holds it; characters that it cannot hold are replaced.
func escaped(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0xFFFE || r == 0xFFFF {
			return '\uFFFD'
		}
		return r
	}, text)
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}

// cut shortens a text to so many characters.
func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}
