package report

import (
	"fmt"
	"strings"

	"adjudicate/events"
	"adjudicate/history/sensitivity"
	"adjudicate/internal/term"
)

// Sensitivity is the view of what was found out of each reading by itself: the ones that matter, or all.
func (s *Stability) Sensitivity() *Sensitivity {
	v := &Sensitivity{Tried: len(s.Findings), Findings: []sensitivity.Finding{}}
	for _, f := range s.Findings {
		if f.Matters || f.Refused != "" {
			v.Matter++
		}
		if f.Matters || f.Refused != "" || s.All {
			v.Findings = append(v.Findings, f)
		}
	}
	return v
}

// Sensitivity is which readings matter to a game.
type Sensitivity struct {
	Tried    int                   `json:"tried"`
	Matter   int                   `json:"matter"`
	Findings []sensitivity.Finding `json:"findings"`
}

// Print writes the view for people.
func (v *Sensitivity) Print(p *term.Page) {
	p.Line("%s tried, %d of them would have made a difference.", Counted(v.Tried, "reading"), v.Matter)
	if len(v.Findings) == 0 {
		return
	}
	p.Blank()
	rows := [][]string{{"entry", "reading", ">from", ">verdicts", ">effects", "at the end"}}
	for _, f := range v.Findings {
		if f.Refused != "" {
			rows = append(rows, []string{f.Entry, f.Reading, "", "", "", "cannot be adopted: " + f.Refused})
			continue
		}
		if !f.Matters {
			rows = append(rows, []string{f.Entry, f.Reading, "", "", "", p.Style(term.Dim, "no difference")})
			continue
		}
		var end []string
		for _, x := range []struct {
			is   bool
			word string
		}{{f.Winner, "winner"}, {f.Marks, events.Usual().Marks}, {f.Board, "board"}, {f.Turn, "turn"}} {
			if x.is {
				end = append(end, x.word)
			}
		}
		text := "the same again"
		if len(end) > 0 {
			text = "another " + strings.Join(end, ", ")
		}
		rows = append(rows, []string{f.Entry, f.Reading, "#" + fmt.Sprint(f.From), fmt.Sprint(f.Flipped), fmt.Sprint(f.Effects), text})
	}
	p.Table(rows)
}
