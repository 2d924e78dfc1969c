package report

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/internal/term"
	"adjudicate/report/draw"
	"adjudicate/rules"
	"adjudicate/systems/position"
)

func where(r *position.PieceReport) string {
	if r.At == "" {
		return r.ID + " off-board"
	}
	return r.ID + " on " + r.At
}

// mark puts what a piece can legally do on the board; open are the squares of the moves of declared kinds that it can make.
func mark(b *draw.Board, r *position.PieceReport, open []string) {
	add := func(kind draw.Kind, squares ...string) {
		for _, sq := range squares {
			b.Marks = append(b.Marks, draw.Mark{Square: sq, Kind: kind})
		}
	}
	if r.At == "" {
		add(draw.Target, r.Placements...)
		return
	}
	add(draw.Origin, r.At)
	add(draw.Declared, open...)
	add(draw.Target, r.LegalMoves...)
	for _, a := range r.Along {
		if a.Legal && !slices.Contains(r.LegalMoves, a.To) {
			add(draw.Target, a.To)
		}
	}
	at := map[string]string{}
	for _, p := range b.Pieces {
		at[p.ID] = p.Square
	}
	for _, id := range r.Defends {
		add(draw.Defended, at[id])
	}
	for _, c := range r.LegalCaptures {
		add(draw.Capture, c.At)
	}
}

// Moves is what one piece can do, drawn.
type Moves struct {
	*position.PieceReport
	Drawn draw.Board `json:"-"`

	kinds     []position.OfKind // its moves of declared kinds
	exposing  []string
	forbidden []string
}

// newMoves is what a piece of a position can do, with the board on which that is marked. Moves of declared
// kinds that its side cannot make are told apart and not marked.
func newMoves(set *position.Setting, r *position.PieceReport, declared *rules.Procedure) (*Moves, error) {
	v := &Moves{PieceReport: r, Drawn: boardOfSetting(set, fmt.Sprintf("%s of %s, %s", r.Type, r.Side, where(r)))}
	var err error
	if v.kinds, err = set.OfKinds(r.ID, declared); err != nil {
		return nil, err
	}
	for _, of := range v.kinds {
		v.exposing = append(v.exposing, of.Barred...)
	}
	exposing, forbidden := set.Barred(r)
	v.exposing, v.forbidden = once(append(v.exposing, exposing...)), forbidden
	v.Drawn.OtherKind = kindInLegend(set.Rules.Kinds())
	mark(&v.Drawn, r, v.open())
	return v, nil
}

// Print writes the view for people.
func (v *Moves) Print(p *term.Page) {
	p.Raw(textBoard(p, v.Drawn))
	p.Blank()
	line := *v.PieceReport
	line.Kinds = nil
	for _, of := range v.kinds {
		if len(of.Open) > 0 {
			line.Kinds = append(line.Kinds, position.KindMoves{Kind: of.Kind, To: of.Open})
		}
	}
	p.Item("", pieceLine(&line))
	for _, of := range v.kinds {
		if of.Why != "" {
			p.Item("", of.Kind+" moves not open now, "+of.Why+": "+strings.Join(of.All, " "))
		}
	}
	if len(v.exposing) > 0 {
		p.Item("", "would leave "+v.Side+" in check: "+strings.Join(v.exposing, " "))
	}
	if len(v.forbidden) > 0 {
		p.Item("", "a rule forbids for now: "+strings.Join(v.forbidden, " "))
	}
}

// OfKinds lists the piece's moves of the kinds that rules declare: those that its side can make now, and why it can make none.
func (v *Moves) OfKinds() []position.OfKind { return v.kinds }

func (v *Moves) open() (list []string) {
	for _, of := range v.kinds {
		list = append(list, of.Open...)
	}
	return list
}

// kindInLegend is how a legend calls moves of declared kinds: by the name of the only one.
func kindInLegend(kinds []string) string {
	if len(kinds) == 1 {
		return kinds[0]
	}
	return ""
}

// Takes lists what the piece can capture: the victim's square, with the victim, and where the captor ends if elsewhere.
func (v *Moves) Takes() []string { return takings(v.LegalCaptures) }

// WithOthers lists the piece's Moves in which another piece goes along.
func (v *Moves) WithOthers() []string { return along(v.Along) }

// Exposing lists the squares that the piece reaches by acts that would leave its side in check.
func (v *Moves) Exposing() []string { return v.exposing }

// Forbidden lists those that it reaches by acts that a duty forbids, and that would leave no check.
func (v *Moves) Forbidden() []string { return v.forbidden }

// once leaves out what a list has already.
func once(list []string) (out []string) {
	for _, x := range list {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}
