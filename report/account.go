package report

import (
	"fmt"
	"strconv"
	"strings"

	"adjudicate/aggregate"
	why "adjudicate/aggregate/explain"
	"adjudicate/events"
	"adjudicate/internal/term"
)

// WeightsExplained is what every piece adds to the Weight of its side.
type WeightsExplained struct {
	Sequence uint64            `json:"sequence"`
	Sides    []why.SideAccount `json:"sides"`
	Full     bool              `json:"-"`
}

// Print writes the view for people.
func (v *WeightsExplained) Print(p *term.Page) {
	for i := range v.Sides {
		if i > 0 {
			p.Blank()
		}
		accountText(p, &v.Sides[i], v.Full)
	}
}

func accountText(p *term.Page, a *why.SideAccount, full bool) {
	if a.Clause == "" {
		p.Line("%s", p.Style(term.Bold, a.Side+" weighs nothing")+p.Style(term.Dim, " (no rule has the section weights)"))
		return
	}
	p.Line("%s", p.Style(term.Bold, fmt.Sprintf("%s weighs %v", a.Side, a.Weight))+p.Style(term.Dim, " ("+a.Clause+")"))
	if !a.Weighs {
		p.Line("  nothing counts, since this is false: %s", a.When)
	}
	if len(a.Pieces) == 0 {
		p.Line("  no pieces on-board")
		return
	}
	rows := [][]string{{"piece", "at", ">value", ">mobility", "moves", "attacks", ">", "defends", ">", ">adds"}}
	for i := range a.Pieces {
		x := &a.Pieces[i]
		moves := "none"
		if n := len(x.Moves) + len(x.Exits); n > 0 {
			moves = fmt.Sprintf("%d, %d–%d", n, x.Least, x.Greatest)
		}
		rows = append(rows, []string{x.Type + " " + x.ID, x.At, x.Value.String(), x.Mobility.String(), moves,
			targets(x.Attacks), plus(x.ForAttacks), targets(x.Defends), plus(x.ForDefends), x.Adds.String()})
	}
	sum := a.Sum().String()
	if !a.Weighs {
		sum = a.Weight.String()
	}
	rows = append(rows, []string{"", "", "", "", "", "", "", "", "", sum})
	p.Table(rows)
	p.Item("", "each piece adds "+a.Rule+"; mobility is "+a.Mobility)
	if !full {
		return
	}
	for i := range a.Pieces {
		x := &a.Pieces[i]
		var moves []string
		for _, m := range append(append([]why.Counted{}, x.Moves...), x.Exits...) {
			moves = append(moves, m.To+":"+strconv.Itoa(m.Distance))
		}
		text := x.Type + " " + x.ID + " (" + x.Clause + ")  " + x.Branch
		if len(moves) > 0 {
			text += "; " + strings.Join(moves, " ")
		}
		p.Item("  ", text)
	}
	if len(a.Readings) > 0 {
		p.Item("", "under "+strings.Join(a.Readings, ", "))
	}
}

func targets(list []why.Target) string {
	words := make([]string, len(list))
	for i, t := range list {
		words[i] = t.ID
	}
	if len(words) > 4 {
		words = append(words[:3], fmt.Sprintf("and %d more", len(words)-3))
	}
	return strings.Join(words, " ")
}

func plus(h events.Half) string {
	if h == 0 {
		return ""
	}
	if h > 0 {
		return "+" + h.String()
	}
	return h.String()
}

// ExplainWeights accounts for the Weight of a side, or of every side if it is "".
func ExplainWeights(j *aggregate.Judge, sequence uint64, side string, full bool) *WeightsExplained {
	v := &WeightsExplained{Sequence: sequence, Sides: []why.SideAccount{}, Full: full}
	for _, a := range why.Weights(j) {
		if side == "" || a.Side == side {
			v.Sides = append(v.Sides, a)
		}
	}
	return v
}
