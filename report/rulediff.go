package report

import (
	"errors"
	"fmt"
	"slices"

	"adjudicate/history/amendment"
	"adjudicate/internal/term"
	"adjudicate/report/draw/diagram"
	"adjudicate/rules"
)

// NewRuleDiff compares two revisions of a rule under a law, on the board of its game too, if it has one. What sets single fields is made whole
// where it is, from the text that the rulebook has.
func NewRuleDiff(l *amendment.Law, engine string, before, after *rules.Rule) (*RuleDiff, error) {
	if before.Number != after.Number {
		return nil, fmt.Errorf("rules %s and %s are not revisions of one rule", before.Number, after.Number)
	}
	for _, r := range []*rules.Rule{before, after} {
		whole, err := l.Book.Complete(*r)
		if err != nil {
			return nil, err
		}
		*r = whole
	}
	v := &RuleDiff{Rule: before.Number, Title: after.Title, Before: before.Revision, After: after.Revision,
		Changes: append([]amendment.Change{}, amendment.Diff(before, after)...), Diagrams: []*diagram.Diagram{}, Doubts: []string{}}
	if err := v.draw(l.Book, l.Readings, before, after); err != nil {
		return nil, err
	}
	return v, v.onBoard(l, engine, before, after)
}

// RuleDiff is how two revisions of a rule differ.
type RuleDiff struct {
	Rule     string                  `json:"rule"`
	Title    string                  `json:"title"`
	Before   int                     `json:"before"` // revisions
	After    int                     `json:"after"`
	Changes  []amendment.Change      `json:"changes"`
	Diagrams []*diagram.Diagram      `json:"diagrams"`        // the settings in which the moves differ
	Doubts   []string                `json:"doubts"`          // why something is not drawn
	Board    *BoardChange            `json:"board,omitempty"` // with a ledger
	Prices   []amendment.PriceChange `json:"prices,omitempty"`
	Drawn    *diagram.Diagram        `json:"-"`
}

// BoardChange is what a revision of a rule changes on the current board.
type BoardChange struct {
	Sequence uint64                   `json:"sequence"`
	Plays    []amendment.PlayChange   `json:"plays"`
	Checks   []amendment.CheckChange  `json:"checks"`
	Weights  []amendment.WeightChange `json:"weights"`
	Shapes   []amendment.ShapeChange  `json:"shapes"`
}

// draw compares the pictures of the types whose moves the rule may change: its own and
// those that move as it does, or if it names conditions all types.
func (v *RuleDiff) draw(book *rules.Rulebook, readings map[string]string, before, after *rules.Rule) error {
	a, b := book.With(*before), book.With(*after)
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, r := range []*rules.Rule{before, after} {
		if r.Piece != nil {
			add(r.Piece.Name)
			for _, d := range b.Pieces() {
				if borrows(d.Piece, r.Piece.Name) {
					add(d.Piece.Name)
				}
			}
		}
		if r.Procedure != nil && r.Procedure.Conditions != nil {
			for _, d := range b.Pieces() {
				add(d.Piece.Name)
			}
		}
	}
	for _, name := range names {
		d, err := diagram.Compare(a, b, readings, name)
		var unknown *diagram.TypeError
		if errors.As(err, &unknown) {
			v.Doubts = append(v.Doubts, err.Error())
			continue
		}
		if err != nil {
			return err
		}
		d.Panels = slices.DeleteFunc(d.Panels, func(p diagram.Panel) bool { return !p.Changed() })
		if len(d.Panels) > 0 {
			v.Diagrams = append(v.Diagrams, d)
		}
	}
	return nil
}

// borrows reports whether a definition has modes of another type by its name.
func borrows(p *rules.Piece, typ string) bool {
	return slices.ContainsFunc(p.AllModes(), func(m rules.Mode) bool { return m.As != nil && m.As.Type == typ })
}

// onBoard compares the game as it stands under the two revisions, if there is one and they differ.
func (v *RuleDiff) onBoard(l *amendment.Law, engine string, before, after *rules.Rule) error {
	st, at := l.State, l.At
	if st == nil || len(v.Changes) == 0 {
		return nil
	}
	f, err := amendment.Compare(st, engine, before, after)
	if err != nil {
		return err
	}
	v.Board = &BoardChange{Sequence: at, Plays: f.Plays, Checks: f.Checks, Weights: f.Weights, Shapes: f.Shapes}
	v.Prices = f.Prices
	d, err := foreseen(f, st, fmt.Sprintf("on the board as it stands, after #%d", at))
	if err != nil {
		return err
	}
	if d.Panels[0].Changed() {
		v.Drawn = d
	}
	return nil
}

// Sheet puts everything drawn into one picture.
func (v *RuleDiff) Sheet() *diagram.Diagram {
	all := &diagram.Diagram{}
	for _, d := range v.Diagrams {
		if all.Type == "" {
			all.Type, all.Glyph, all.Clause = d.Type, d.Glyph, fmt.Sprintf("%s/%d and %d", v.Rule, v.Before, v.After)
		}
		for _, p := range d.Panels {
			if len(v.Diagrams) > 1 {
				p.Title = d.Type + " " + p.Title
			}
			all.Panels = append(all.Panels, p)
		}
	}
	if v.Drawn != nil {
		all.Panels = append(all.Panels, v.Drawn.Panels...)
	}
	return all
}

// Print writes the view for people.
func (v *RuleDiff) Print(p *term.Page) {
	p.Line("%s", p.Style(term.Bold, fmt.Sprintf("rule %s, revision %d → %d: %s", v.Rule, v.Before, v.After, v.Title)))
	changesText(p, v.Changes)
	if len(v.Changes) == 0 {
		p.Line("The two mean the same.")
	}
	for _, d := range v.Doubts {
		p.Line("not drawn: %s", d)
	}
	for _, d := range v.Diagrams {
		p.Blank()
		d.Notes = nil
		p.Raw(d.Text())
	}
	if v.Drawn != nil {
		p.Blank()
		p.Raw(v.Drawn.Text())
	}
	if v.Board != nil {
		p.Blank()
		p.Line("%s", p.Style(term.Bold, fmt.Sprintf("on the board after #%d", v.Board.Sequence)))
		standingText(p, v.Board.Checks, v.Board.Weights, v.Board.Plays)
		shapesText(p, v.Board.Shapes)
		pricesText(p, v.Prices)
	}
}

// changesText lists changes, each with its clause.
func changesText(p *term.Page, list []amendment.Change) {
	for _, c := range list {
		text := c.Path + ": "
		switch {
		case c.Before == "":
			text += p.Style(term.Green, "+ ") + c.After
		case c.After == "":
			text += p.Style(term.Red, "− ") + c.Before
		default:
			text += c.Before + " → " + c.After
		}
		p.Item("  ", text+p.Style(term.Dim, "  ("+c.Clause+")"))
	}
}
