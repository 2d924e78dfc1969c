package report

import (
	"slices"
	"strings"

	"adjudicate/internal/term"
	"adjudicate/report/draw"
	"adjudicate/rules"
	"adjudicate/systems/position"
)

// Tried is what rules would make of a position: what each piece that they change can do before and after.
type Tried struct {
	Rules  []string     `json:"rules"`  // numbers
	Pieces []TriedPiece `json:"pieces"` // that can do something else
	before draw.Board
	after  draw.Board
}

// TriedPiece is a piece before and after.
type TriedPiece struct {
	ID     string                `json:"id"`
	Before *position.PieceReport `json:"before,omitempty"` // left out: no rule before defines its type
	After  *position.PieceReport `json:"after"`
}

// Try sets a position up under a rulebook and under the same with other rules. Pieces of types that those rules define
// first are not there before.
func Try(at *Setup, book *rules.Rulebook, list []rules.Rule) (*Tried, error) {
	doc := at.doc
	v := &Tried{Pieces: []TriedPiece{}}
	with := book
	fresh := map[string]bool{}
	for _, r := range list {
		v.Rules = append(v.Rules, r.Number)
		with = with.With(r)
	}
	for _, d := range with.Pieces() {
		fresh[d.Piece.Name] = !slices.ContainsFunc(book.Pieces(), func(x rules.Definition) bool { return x.Piece.Name == d.Piece.Name })
	}
	set, found, err := at.reported(doc, with)
	if err != nil {
		return nil, err
	}
	older := *doc
	older.Pieces = slices.DeleteFunc(slices.Clone(doc.Pieces), func(p position.Piece) bool { return fresh[p.Type] })
	was, had, err := at.reported(&older, book)
	if err != nil {
		return nil, err
	}
	v.before, v.after = boardOfSetting(was, "before"), boardOfSetting(set, "after")
	for i := range found.Pieces {
		after := &found.Pieces[i]
		x := TriedPiece{ID: after.ID, After: after}
		for j := range had.Pieces {
			if had.Pieces[j].ID == after.ID {
				x.Before = &had.Pieces[j]
			}
		}
		if x.Before != nil && pieceLine(x.Before) == pieceLine(after) {
			continue
		}
		if v.Pieces = append(v.Pieces, x); len(v.Pieces) > 1 {
			continue // the pictures show the first
		}
		mark(&v.after, after, after.ByKinds)
		if x.Before != nil {
			mark(&v.before, x.Before, x.Before.ByKinds)
		}
	}
	return v, nil
}

// reported is under, with what each piece can do there.
func (s *Setup) reported(doc *position.Document, book *rules.Rulebook) (*position.Setting, *position.Report, error) {
	set, book, err := s.under(doc, book)
	if err != nil {
		return nil, nil, err
	}
	found, err := set.Report(book.Procedure().Placing)
	return set, found, err
}

// Print writes the view for people.
func (v *Tried) Print(p *term.Page) {
	if len(v.Pieces) == 0 {
		p.Line("Rule %s changes nothing that a piece of the position can do.", strings.Join(v.Rules, ", "))
		return
	}
	p.Line("before")
	p.Raw(textBoard(p, v.before))
	p.Blank()
	p.Line("after")
	p.Raw(textBoard(p, v.after))
	p.Blank()
	for _, x := range v.Pieces {
		if x.Before != nil {
			p.Item("before ", pieceLine(x.Before))
		}
		p.Item("after  ", pieceLine(x.After))
	}
}
