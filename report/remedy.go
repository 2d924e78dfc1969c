package report

import (
	"fmt"
	"strings"

	"adjudicate/history/remedy"
	"adjudicate/internal/term"
)

// Remedy lists the remedies for a verdict, and the sides that each of them helps or harms.
type Remedy struct {
	*remedy.Answer
	Spare []string `json:"spare"` // sides that were to be spared
	Most  int      `json:"most"`  // how many histories might be tried
}

// Print writes the view for people.
func (v *Remedy) Print(p *term.Page) {
	waysText(p, v.Table)
	p.Blank()
	kind := "all of them"
	if !v.Exact {
		kind = "search limit reached"
	}
	switch {
	case v.Least == nil:
		p.Item("", fmt.Sprintf("No way found that spares %s (%s tried, %s).", joined(v.Spare, "and"), histories(v.Tried), kind))
		return
	case len(v.Spare) > 0:
		p.Line("%s", p.Style(term.Bold, "Least that spares "+joined(v.Spare, "and")+":"))
	default:
		p.Line("%s", p.Style(term.Bold, "Least:"))
	}
	p.Item("  ", wayWords(v.Least))
	for _, sh := range v.Least.Shares {
		p.Item("  ", shareWords(&sh))
	}
}

// waysText tells what comes of a verdict under every policy, as a table.
func waysText(p *term.Page, table []remedy.Way) {
	rows := [][]string{{"policy", "verdicts", "lost plays", "better off", "worse off", "mixed"}}
	var cannot []*remedy.Way
	for i := range table {
		w := &table[i]
		if w.Cannot != "" {
			cannot = append(cannot, w)
			continue
		}
		rows = append(rows, []string{w.Policy, fmt.Sprint(w.Flipped), fmt.Sprint(w.Lost), faring(w, "better"), faring(w, "worse"), faring(w, "mixed")})
	}
	p.Table(rows)
	for _, w := range cannot {
		p.Item("", fmt.Sprintf("%s is not possible: %s.", w.Policy, strings.TrimSuffix(strings.SplitN(w.Cannot, "\n", 2)[0], ".")))
	}
}

// faring lists the sides that fare in one way.
func faring(w *remedy.Way, how string) string {
	var list []string
	for _, sh := range w.Shares {
		if sh.Fares == how {
			list = append(list, sh.Side)
		}
	}
	return strings.Join(list, ", ")
}

// wayWords tells what is to be done.
func wayWords(w *remedy.Way) string {
	text := "policy " + w.Policy
	for _, r := range w.Rulings {
		text += fmt.Sprintf("; #%s of %s: %s", r.Address, r.Side, r.Remedy)
	}
	return fmt.Sprintf("%s. %s with a different verdict, %s lost.", text, Counted(w.Flipped, "input"), Counted(w.Lost, "play"))
}

// shareWords tells what a side has, and had.
func shareWords(sh *remedy.Share) string {
	var parts []string
	add := func(what string, a, b any) {
		if a != b {
			parts = append(parts, fmt.Sprintf("%s %v → %v", what, a, b))
		}
	}
	add("pieces", sh.Before.Pieces, sh.After.Pieces)
	add("Weight", sh.Before.Weight.String(), sh.After.Weight.String())
	for _, asset := range sh.Assets() {
		add(asset, sh.Before.Of(asset).String(), sh.After.Of(asset).String())
	}
	add("place", sh.Before.Place, sh.After.Place)
	if len(parts) == 0 {
		return sh.Side + ": the same"
	}
	return sh.Side + ": " + strings.Join(parts, ", ")
}
