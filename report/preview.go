package report

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history/amendment"
	"adjudicate/internal/term"
	"adjudicate/ledger"
)

// Preview is what a change of the rules would bring about.
type Preview struct {
	Inputs   []string `json:"inputs"`
	Sequence uint64   `json:"sequence"` // of the last event that the preview knows of
	*amendment.Foresight
	Also    []string `json:"also,omitempty"` // what else would happen
	Verbose bool     `json:"-"`
	Names   *Names   `json:"-"`
}

// PreviewOf determines the effects that inputs changing the rules would have on a game at a moment; actor returns who submits each.
func PreviewOf(l *ledger.Ledger, inputs []events.Payload, actor func(events.Payload) string, at time.Time) (*Preview, error) {
	v := &Preview{Sequence: l.Head(), Names: NamesOf(l.State())}
	var list []aggregate.Input
	for _, p := range inputs {
		if err := l.Check(p); err != nil {
			return nil, err
		}
		v.Inputs = append(v.Inputs, InputWords(p))
		list = append(list, aggregate.Input{ID: "preview", Payload: p, At: at, Actor: actor(p)})
	}
	var err error
	if v.Foresight, err = amendment.Foresee(l.State(), l.Engine(), list); err != nil {
		return nil, err
	}
	for _, o := range v.Other {
		if text := OutcomeWords(o, v.Names); text != "" {
			v.Also = append(v.Also, text)
		}
	}
	return v, nil
}

// Print writes the view for people.
func (v *Preview) Print(p *term.Page) {
	p.Line("%s", p.Style(term.Bold, fmt.Sprintf("preview after #%d: %s", v.Sequence, strings.Join(v.Inputs, "; "))))
	if !v.Accepted {
		p.Line("%s  %s", p.Style(term.Red, "WOULD BE REJECTED"), Counted(len(v.Faults), "fault"))
		for i, f := range v.Faults {
			text := f.Message
			if f.Clause != "" {
				text += " (" + f.Clause + ")"
			}
			p.Item(fmt.Sprintf("  %d. ", i+1), text)
		}
		return
	}
	p.Line("%s", p.Style(term.Green, "WOULD BE ACCEPTED"))
	changesText(p, v.Changes)
	var lines []string
	for _, f := range v.Facts {
		if f.Code == aggregate.FactUndefined {
			continue // told with the pieces that leave
		}
		lines = append(lines, f.Message)
	}
	p.Field("Facts", strings.Join(lines, "\n"))
	v.pieces(p)
	standingText(p, v.Checks, v.Weights, v.Plays)
	shapesText(p, v.Shapes)
	pricesText(p, v.Prices)
	p.Field("Also", strings.Join(v.Also, "\n"))
	if v.Verbose {
		for _, c := range v.Plays {
			playsText(p, "+ ", c.Gained)
			playsText(p, "− ", c.Lost)
		}
	}
	p.Field("Rulebook", v.Before+"\n"+v.After)
	p.Line("Nothing is written.")
}

// pieces tells which definitions and pieces come and go.
func (v *Preview) pieces(p *term.Page) {
	for _, d := range v.BecomeValid {
		p.Field("New type", fmt.Sprintf("%s (%s)", d.Type, d.Clause))
	}
	for _, d := range v.BecomeInvalid {
		p.Field("Not valid", fmt.Sprintf("%s (%s): %s", d.Type, d.Clause, d.Why))
	}
	var list []string
	for _, l := range v.Leaving {
		list = append(list, fmt.Sprintf("%s %s of %s from %s", l.Type, l.Piece, l.Side, l.From))
	}
	p.Field("Leaving", strings.Join(list, "\n"))
	list = nil
	for _, e := range v.Destroyed {
		text := fmt.Sprintf("%s of %s: %s beyond the limit of %d (%s", Counted(len(e.Pieces), e.Type), e.Side, isAre(len(e.Pieces)), e.Limit, strings.Join(e.Pieces, ", "))
		if e.Drawn {
			text += ", drawn by lot"
		}
		list = append(list, text+")")
	}
	p.Field("Destroyed", strings.Join(list, "\n"))
}

func isAre(n int) string {
	if n == 1 {
		return "it is"
	}
	return "they are"
}

func shapesText(p *term.Page, list []amendment.ShapeChange) {
	var lines []string
	for _, c := range list {
		lines = append(lines, fmt.Sprintf("%s: %s → %s", c.Side, shapes(c.Before), shapes(c.After)))
	}
	p.Field("Shapes", strings.Join(lines, "\n"))
}

func shapes(list []string) string {
	if len(list) == 0 {
		return "single plays only"
	}
	return strings.Join(list, " / ")
}

// standingText tells what changes on a board: checks, Weights, legal plays.
func standingText(p *term.Page, checks []amendment.CheckChange, weights []amendment.WeightChange, plays []amendment.PlayChange) {
	var list []string
	for _, c := range checks {
		switch {
		case len(c.Before) == 0:
			list = append(list, fmt.Sprintf("%s comes into check by %s", c.Side, Listed(c.After)))
		case len(c.After) == 0:
			list = append(list, fmt.Sprintf("%s is no longer in check by %s", c.Side, Listed(c.Before)))
		default:
			list = append(list, fmt.Sprintf("%s is in check by %s, before by %s", c.Side, Listed(c.After), Listed(c.Before)))
		}
	}
	if len(list) == 0 {
		list = []string{"no change"}
	}
	p.Field("Checks", strings.Join(list, "\n"))
	list = nil
	for _, w := range weights {
		text := fmt.Sprintf("%s %s", w.Side, w.Before)
		if w.After != w.Before {
			text += " → " + w.After.String()
		}
		list = append(list, text)
	}
	p.Field("Weights", strings.Join(list, ", "))
	list = nil
	for _, c := range plays {
		text := fmt.Sprintf("%s %d", c.Side, c.Before)
		if len(c.Gained)+len(c.Lost) > 0 {
			text += fmt.Sprintf(" → %d (+%d −%d)", c.After, len(c.Gained), len(c.Lost))
		}
		list = append(list, text)
	}
	p.Field("Plays", strings.Join(list, ", "))
}

func playsText(p *term.Page, sign string, list []amendment.Play) {
	for i := range list {
		p.Line("  %s%s: %s", sign, list[i].Side, list[i].String())
	}
}

func pricesText(p *term.Page, list []amendment.PriceChange) {
	var lines []string
	price := func(h *events.Half, terms string) string {
		if h == nil {
			return cmp.Or(terms, "not sold")
		}
		if terms != "" {
			return h.String() + " (" + terms + ")"
		}
		return h.String()
	}
	for _, c := range list {
		lines = append(lines, fmt.Sprintf("%s %s → %s", c.Type, price(c.Before, c.TermsBefore), price(c.After, c.TermsAfter)))
	}
	p.Field("Prices", strings.Join(lines, ", "))
}
