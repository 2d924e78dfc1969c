package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/draw/diagram"
	"adjudicate/history/amendment"
	"adjudicate/internal/term"
	"adjudicate/rules"
)

func ruleDiffCommand() *cli.Command {
	return &cli.Command{
		Name: "diff", ArgsUsage: "BEFORE AFTER", Usage: "compare two revisions of a rule by their meaning",
		Description: `BEFORE and AFTER are each a rule file, NUMBER/REVISION as it came into force in the ledger, or
NUMBER as it is in force. What differs is listed by its path with its clause; for a piece the moves
that appear and vanish are drawn, and with a ledger also those on the board as it stands.`,
		UsageText: `adjudicate rule diff 1230.5 rook.yaml
adjudicate rule diff 1230.5/5 1230.5/6
adjudicate rule diff old.yaml new.yaml --svg change.svg --json`,
		Flags:  reading(systemFlag, svgFlag),
		Action: do(diffRules),
	}
}

func diffRules(s *session) error {
	c, err := s.ruleContext()
	if err != nil {
		return err
	}
	defer c.close()
	number := ""
	for _, i := range []int{0, 1} {
		if !isFile(s.arg(i)) {
			number, _, _ = strings.Cut(s.arg(i), "/")
		}
	}
	before, err := s.revision(c, s.arg(0), number)
	if err != nil {
		return err
	}
	if number == "" {
		number = before.Number
	}
	after, err := s.revision(c, s.arg(1), number)
	if err != nil {
		return err
	}
	if before.Number != after.Number {
		return usagef("", "rules %s and %s are not revisions of one rule", before.Number, after.Number)
	}
	v := &ruleDiffView{Rule: before.Number, Title: after.Title, Before: before.Revision, After: after.Revision,
		Changes: append([]amendment.Change{}, amendment.Diff(before, after)...), Diagrams: []*diagram.Diagram{}, Doubts: []string{}}
	if err := v.draw(c, before, after); err != nil {
		return err
	}
	if c.state != nil && len(v.Changes) > 0 {
		if err := v.onBoard(c, before, after); err != nil {
			return err
		}
	}
	if path := s.c.String("svg"); path != "" {
		sheet := v.sheet()
		if len(sheet.Panels) == 0 {
			return usagef("", "no move appears or vanishes: there is nothing to draw")
		}
		if err := s.writeFile(path, sheet.SVG); err != nil || path == "-" {
			return err
		}
	}
	return s.show(v)
}

type ruleDiffView struct {
	Rule     string                  `json:"rule"`
	Title    string                  `json:"title"`
	Before   int                     `json:"before"` // revisions
	After    int                     `json:"after"`
	Changes  []amendment.Change      `json:"changes"`
	Diagrams []*diagram.Diagram      `json:"diagrams"`        // the settings in which the moves differ
	Doubts   []string                `json:"doubts"`          // why something is not drawn
	Board    *boardDiff              `json:"board,omitempty"` // with a ledger
	Prices   []amendment.PriceChange `json:"prices,omitempty"`
	board    *diagram.Diagram
}

type boardDiff struct {
	Sequence uint64                   `json:"sequence"`
	Plays    []amendment.PlayChange   `json:"plays"`
	Checks   []amendment.CheckChange  `json:"checks"`
	Weights  []amendment.WeightChange `json:"weights"`
	Shapes   []amendment.ShapeChange  `json:"shapes"`
}

// draw compares the pictures of the types whose moves the rule may change: its own and
// those that move as it does, or if it names conditions all types.
func (v *ruleDiffView) draw(c *ruleContext, before, after *rules.Rule) error {
	a, b := c.book.With(*before), c.book.With(*after)
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
		d, err := diagram.Compare(a, b, c.readings, name)
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
	return slices.ContainsFunc(slices.Concat(p.Modes, p.Special), func(m rules.Mode) bool { return m.As != nil && m.As.Type == typ })
}

// onBoard compares the game as it stands under the two revisions.
func (v *ruleDiffView) onBoard(c *ruleContext, before, after *rules.Rule) error {
	f, err := amendment.Compare(c.state, engine, before, after)
	if err != nil {
		return err
	}
	at := c.game.l.Head()
	v.Board = &boardDiff{Sequence: at, Plays: f.Plays, Checks: f.Checks, Weights: f.Weights, Shapes: f.Shapes}
	v.Prices = f.Prices
	d, err := f.Board(c.state, fmt.Sprintf("on the board as it stands, after #%d", at))
	if err != nil {
		return err
	}
	if d.Panels[0].Changed() {
		v.board = d
	}
	return nil
}

// sheet puts everything drawn into one picture.
func (v *ruleDiffView) sheet() *diagram.Diagram {
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
	if v.board != nil {
		all.Panels = append(all.Panels, v.board.Panels...)
	}
	return all
}

func (v *ruleDiffView) text(p *term.Page) {
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
	if v.board != nil {
		p.Blank()
		p.Raw(v.board.Text())
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
