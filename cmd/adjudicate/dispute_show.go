package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/term"
	"adjudicate/projections"
	"adjudicate/store"
)

func disputeListCommand() *cli.Command {
	return &cli.Command{
		Name: "list", Usage: "list the disputes",
		UsageText: "adjudicate dispute list\nadjudicate dispute list --open --json",
		Flags:     []cli.Flag{&cli.BoolFlag{Name: "open", Usage: "only those that are open"}, ledgerFlag, atFlag},
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
			v := &docketView{Disputes: []dispute.Dispute{}}
			for _, c := range d.Disputes() {
				if c.Status == dispute.Open || !s.c.Bool("open") {
					v.Disputes = append(v.Disputes, c)
				}
			}
			return s.show(v)
		}),
	}
}

type docketView struct {
	Disputes []dispute.Dispute `json:"disputes"`
}

func (v *docketView) text(p *term.Page) {
	if len(v.Disputes) == 0 {
		p.Line("There is no dispute.")
		return
	}
	rows := [][]string{{"", "opened", "by", "about", "how it stands"}}
	for i := range v.Disputes {
		c := &v.Disputes[i]
		rows = append(rows, []string{c.ID, moment(c.Opened.At), c.By, aboutWords(c), standsWords(c)})
	}
	p.Table(rows)
}

// aboutWords says what a dispute is about.
func aboutWords(c *dispute.Dispute) string {
	switch c.About {
	case dispute.AboutRuling:
		return fmt.Sprintf("#%d, ruled %s", c.Input, c.Ruling)
	case dispute.AboutReading:
		return fmt.Sprintf("%s read as %s from #%d on", c.Entry, c.Reading, c.Input)
	}
	return "the clause " + c.Clause
}

// standsWords says how a dispute stands.
func standsWords(c *dispute.Dispute) string {
	switch {
	case c.Verdict != nil:
		text := fmt.Sprintf("%s by %s", c.Verdict.Verdict, c.Verdict.Judge)
		if n := len(c.Editions); n > 0 {
			text += fmt.Sprintf(", in edition %d", c.Editions[n-1])
		} else if len(c.Verdict.Changes) > 0 {
			text += ", in no edition yet"
		}
		return text
	case c.Withdrawn != nil:
		return "withdrawn by " + c.Withdrawn.By
	case c.Judge != "":
		return "open, before " + c.Judge
	}
	return "open"
}

func disputeShowCommand() *cli.Command {
	return &cli.Command{
		Name: "show", ArgsUsage: "DISPUTE", Usage: "show a dispute and its stakes: what the history becomes if it is upheld",
		Description: `The stakes are worked out by ruling on the history again as if the verdict had been given already;
nothing is written. They are shown for an open dispute, and for a verdict that no edition has taken
up yet. --no-stakes leaves them out.`,
		UsageText: "adjudicate dispute show D1\nadjudicate dispute show D1 --policy void --json",
		Flags:     []cli.Flag{&cli.BoolFlag{Name: "no-stakes", Usage: "do not rule on the history again"}, policyFlag, ledgerFlag, atFlag},
		Action: do(func(s *session) error {
			g, c, err := s.openDispute(s.arg(0))
			if err != nil {
				return err
			}
			defer g.close()
			d, err := g.l.Docket(s.ctx)
			if err != nil {
				return err
			}
			v := &disputeView{Dispute: *c}
			if c.Input != 0 {
				if in, err := s.rulingAt(g, c.Input); err == nil {
					v.Text = in.Text
				}
			}
			if c.Withdrawn == nil && !d.TakenUp(c) && !s.c.Bool("no-stakes") {
				if v.Stakes, err = s.stakes(g, c); err != nil {
					return err
				}
			}
			return s.show(v)
		}),
	}
}

// disputeView is a dispute with all that was said and is at stake.
type disputeView struct {
	dispute.Dispute
	Text   string      `json:"text,omitempty"` // the input that it is about
	Stakes *stakesView `json:"stakes,omitempty"`
}

func (v *disputeView) text(p *term.Page) {
	p.Line("%s  %s  %s", p.Style(term.Bold, v.ID), aboutWords(&v.Dispute), p.Style(term.Dim, standsWords(&v.Dispute)))
	if v.Text != "" {
		p.Field("Event", fmt.Sprintf("#%d %s", v.Input, v.Text))
	}
	p.Field("Opened", fmt.Sprintf("%s by %s at #%d", moment(v.Opened.At), v.By, v.Opened.Sequence))
	p.Field("Judge", v.Judge)
	p.Field("Grounds", v.Grounds)
	p.Field("Clause", v.Clause)
	var said []string
	for _, a := range v.Arguments {
		said = append(said, a.By+": "+a.Text)
	}
	p.Field("Arguments", strings.Join(said, "\n"))
	if r := v.Verdict; r != nil {
		p.Field("Verdict", fmt.Sprintf("%s, by %s at %s", strings.ToUpper(r.Verdict), r.Judge, moment(r.At)))
		p.Field("Reasons", r.Reasons)
		p.Field("Effect", r.Effect)
		p.Field("Rests on", strings.Join(r.Precedents, ", "))
		p.Field("Precedent", r.Precedent)
	}
	if v.Withdrawn != nil {
		p.Field("Withdrawn", strings.TrimSuffix(fmt.Sprintf("by %s at %s: %s", v.Withdrawn.By, moment(v.Withdrawn.At), v.Withdrawn.Reason), ": "))
	}
	if v.Stakes != nil {
		p.Blank()
		v.Stakes.text(p)
	}
}

// stakesView is what a history becomes if a dispute is upheld, or has become by a verdict.
type stakesView struct {
	*outlineView
	Upheld bool          `json:"supposed"` // nobody has ruled so yet
	Knives []countChange `json:"knives"`   // of players whose number differs
	Winner *winnerChange `json:"winner,omitempty"`
	Hands  *countChange  `json:"hands,omitempty"`
	Why    string        `json:"impossible,omitempty"` // the changes cannot be made
}

type countChange struct {
	Player string `json:"player,omitempty"`
	Before int    `json:"before"`
	After  int    `json:"after"`
}

type winnerChange struct {
	Before string `json:"before"` // "" for nobody
	After  string `json:"after"`
}

func newStakes(c *dispute.Dispute) *stakesView {
	return &stakesView{outlineView: &outlineView{Flips: []stepView{}, Changes: []events.Change{}}, Upheld: c.Verdict == nil, Knives: []countChange{}}
}

// stakes rules on the history again with what a dispute changes, and writes nothing. It is
// nil for a dispute that changes nothing.
func (s *session) stakes(g *game, c *dispute.Dispute) (*stakesView, error) {
	plan, err := g.l.VerdictPlan(s.ctx, c, s.c.String("policy"))
	if err != nil || len(plan.Changes) == 0 {
		return nil, err
	}
	v := newStakes(c)
	_, run, err := s.prepare(g, plan)
	if err == nil {
		told, done := s.progress("judging", int64(g.l.Head()))
		var candidate *readjudicate.Candidate
		candidate, err = run.Do(s.ctx, readjudicate.Options{Watch: v.watch, Progress: func(n uint64) { told(int64(n)) }})
		done()
		if err == nil {
			v.fill(candidate)
			v.compare(candidate)
			return v, nil
		}
	}
	v.Policy = plan.Policy
	var halt *readjudicate.HaltError
	var change *readjudicate.ChangeError
	switch {
	case errors.As(err, &halt):
		v.Halted, v.Changes = &haltView{Input: halt.Input, Faults: halt.Faults}, plan.Changes
		return v, nil
	case errors.As(err, &change):
		v.Why, v.Changes = change.Error(), plan.Changes
		return v, nil
	}
	return nil, err
}

// compare tells what of the standing of players differs at the end.
func (v *stakesView) compare(c *readjudicate.Candidate) {
	for _, p := range c.After.Players() {
		if a, b := c.Before.Knives(p.Name), c.After.Knives(p.Name); a != b {
			v.Knives = append(v.Knives, countChange{p.Name, a, b})
		}
	}
	if a, b := winnerOf(c.Before), winnerOf(c.After); a != b {
		v.Winner = &winnerChange{a, b}
	}
	if a, b := c.Before.HandsWon(), c.After.HandsWon(); a != b {
		v.Hands = &countChange{Before: a, After: b}
	}
}

func winnerOf(s *aggregate.State) string {
	if t := s.Titles(); len(t) > 0 {
		return t[len(t)-1].Player
	}
	return ""
}

func (v *stakesView) text(p *term.Page) {
	head := "What the verdict makes of the history:"
	switch {
	case v.Adopted != 0:
		head = fmt.Sprintf("Edition %d holds from #%d on:", v.Edition, v.Adopted)
	case v.Upheld:
		head = "Stakes: what the history becomes if it is upheld"
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
		p.Item("  ", fmt.Sprintf("Under the policy halt it ends at the play at #%d, which is no longer legal.", v.Halted.Input))
		return
	case v.From == 0:
		p.Line("  Nothing differs.")
		return
	}
	p.Item("  ", fmt.Sprintf("First difference at #%d. %s with another verdict, %d with other effects, %d resting on other clauses; %s put in, %d withdrawn.",
		v.From, counted(v.Flipped, "input"), v.effects, v.citations, counted(v.Inserted, "input"), v.Withdrawn))
	const most = 8
	for i := range v.Flips {
		if i == most {
			p.Line("  … and %d more", len(v.Flips)-most)
			break
		}
		v.Flips[i].text(p)
	}
	if v.Same {
		p.Line("  Board, books and standing are the same at the end.")
		return
	}
	var knives []string
	for _, k := range v.Knives {
		knives = append(knives, fmt.Sprintf("%s %d instead of %d", k.Player, k.After, k.Before))
	}
	p.Field("Knives", strings.Join(knives, "; "))
	if w := v.Winner; w != nil {
		p.Field("Winner", fmt.Sprintf("%s instead of %s", somebody(w.After), somebody(w.Before)))
	}
	if h := v.Hands; h != nil {
		p.Field("Hands", fmt.Sprintf("%d won instead of %d", h.After, h.Before))
	}
	v.After.write(p, v.Before, v.types)
}

func somebody(name string) string {
	if name == "" {
		return "nobody"
	}
	return name
}

// docketWords writes the outcomes of disputes in a few words.
func docketWords(p events.Payload) string {
	switch p := p.(type) {
	case events.DisputeEntered:
		c := dispute.Dispute{About: p.About, Input: p.Input, Ruling: p.Ruling, Entry: p.Entry, Reading: p.Reading, Clause: p.Clause}
		return fmt.Sprintf("%s is open, by %s: %s", p.Dispute, p.By, aboutWords(&c))
	case events.ArgumentEntered:
		return fmt.Sprintf("%s argues in %s", p.By, p.Dispute)
	case events.VerdictEntered:
		text := fmt.Sprintf("%s is ruled %s by %s", p.Dispute, p.Verdict, p.Judge)
		if len(p.Changes) > 0 {
			var list []string
			for i := range p.Changes {
				list = append(list, changeWords(&p.Changes[i]))
			}
			text += "; for an edition to take up: " + strings.Join(list, "; ")
		}
		return text
	case events.InputMarked:
		return fmt.Sprintf("#%d is marked: %s", p.Input, strings.ReplaceAll(p.Mark, "-", " "))
	case events.PrecedentSet:
		return fmt.Sprintf("%s is a precedent for %s", p.Precedent, strings.Join(p.Clauses, ", "))
	case events.DisputeClosed:
		return fmt.Sprintf("%s is closed: %s by %s", p.Dispute, p.How, p.By)
	}
	return ""
}

// withDisputes adds to a ruling which disputes are about it, and whether it is marked.
func (s *session) withDisputes(g *game, v *rulingView) error {
	var d dispute.Docket
	var dec events.Decoder
	upto := s.c.Uint64("at")
	for rec, err := range g.st.Read(s.ctx, g.name, store.Revision(v.Sequence)) {
		if err != nil {
			return err
		}
		if upto != 0 && uint64(rec.Revision) > upto {
			break
		}
		if !dispute.Needs(rec.Type) || rec.Type == ruledType || events.IsInput(rec.Type) && rec.Type != adoptedType {
			continue
		}
		e, err := dec.Decode(rec.Data)
		if err != nil {
			return fmt.Errorf("event %d: %w", rec.Revision, err)
		}
		d.Apply(&e)
	}
	for _, c := range d.Disputed(v.Sequence) {
		v.Disputes = append(v.Disputes, disputeBrief{c.ID, standsWords(&c)})
	}
	if c, ok := d.Marked(v.Sequence); ok {
		v.Mark = dispute.MarkStands
		v.markedBy = c.ID
	}
	return nil
}

var (
	ruledType, _   = events.Type(events.Ruled{})
	adoptedType, _ = events.Type(events.EditionAdopted{})
)

// disputeBrief is a dispute about a ruling.
type disputeBrief struct {
	Dispute string `json:"dispute"`
	Stands  string `json:"stands"` // how
}

// disputes tells which disputes are about a ruling.
func (v *rulingView) disputes(p *term.Page) {
	if v.Mark != "" {
		p.Field("Marked", p.Style(term.Yellow, fmt.Sprintf("%s (%s)", strings.ReplaceAll(v.Mark, "-", " "), v.markedBy)))
	}
	var list []string
	for _, d := range v.Disputes {
		list = append(list, d.Dispute+" "+d.Stands)
	}
	p.Field("Disputes", strings.Join(list, "\n"))
}

// disputed adds to entries of the history which disputes are about them.
func (v *logView) disputed(history *projections.History) {
	var d dispute.Docket
	for e := range history.All() {
		for _, o := range e.Outcomes {
			d.Apply(&events.Envelope{Sequence: o.Sequence, Effective: o.Sequence, Recorded: e.Recorded, Payload: o.Payload})
		}
	}
	for i := range v.Entries {
		e := &v.Entries[i]
		for _, c := range d.Disputed(e.Sequence) {
			text := fmt.Sprintf("disputed in %s: %s", c.ID, c.Status)
			if c.Verdict != nil {
				text = fmt.Sprintf("disputed in %s: %s", c.ID, c.Verdict.Verdict)
			}
			if by, ok := d.Marked(e.Sequence); ok && by.ID == c.ID {
				text += " though illegal"
			}
			e.Notable = append(e.Notable, text)
		}
	}
}
