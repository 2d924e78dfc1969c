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

// mark puts what a piece can legally do on the board; open are the special moves that it can make.
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
	add(draw.Special, open...)
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

	open, barred []string // special moves that its side can make, and that would leave it in check
	why          string   // its side can make none
	kingless     bool     // its side has no royal piece on the board: whatever bars an act, it is no check
}

// newMoves is what a piece of a position can do, with the board on which that is marked. Special
// moves that its side cannot make are told apart and not marked.
func newMoves(set *position.Setting, r *position.PieceReport, terms *rules.Specials) (*Moves, error) {
	v := &Moves{PieceReport: r, Drawn: boardOfSetting(set, fmt.Sprintf("%s of %s, %s", r.Type, r.Side, where(r)))}
	var err error
	if v.open, v.barred, v.why, err = set.Specials(r.ID, terms); err != nil {
		return nil, err
	}
	v.kingless = !slices.ContainsFunc(set.Doc.Pieces, func(pc position.Piece) bool {
		t, ok := set.Rules.Type(pc.Type)
		return ok && pc.At != "" && pc.Side == r.Side && set.Rules.Royal(t)
	})
	mark(&v.Drawn, r, v.open)
	return v, nil
}

// Print writes the view for people.
func (v *Moves) Print(p *term.Page) {
	p.Raw(textBoard(p, v.Drawn))
	p.Blank()
	line := *v.PieceReport
	line.Specials = v.open
	p.Item("", pieceLine(&line))
	if v.why != "" && len(v.Specials) > 0 {
		p.Item("", "special moves not open now, "+v.why+": "+strings.Join(v.Specials, " "))
	}
	if barred := v.Exposing(); len(barred) > 0 && v.kingless {
		p.Item("", "a rule forbids for now: "+strings.Join(barred, " "))
	} else if len(barred) > 0 {
		p.Item("", "would leave "+v.Side+" in check: "+strings.Join(barred, " "))
	}
}

// Open lists the squares of the special moves that the side can make now; Closed says why it can make none, "" if it can.
func (v *Moves) Open() []string { return v.open }

// Closed: see Open.
func (v *Moves) Closed() string { return v.why }

// Takes lists what the piece can capture: the victim's square, with the victim, and where the captor ends if elsewhere.
func (v *Moves) Takes() []string { return takings(v.LegalCaptures) }

// WithOthers lists the piece's Moves in which another piece goes along.
func (v *Moves) WithOthers() []string { return along(v.Along, true) }

// Exposing lists the squares that the piece reaches by acts that would leave its side in check, or that a duty forbids.
func (v *Moves) Exposing() []string {
	barred := slices.Clone(v.barred)
	legal := map[string]bool{}
	for _, sq := range v.LegalMoves {
		legal[sq] = true
	}
	for _, sq := range v.Moves {
		if !legal[sq] {
			barred = append(barred, sq)
		}
	}
	barred = append(barred, along(v.Along, false)...)
	for _, c := range v.Captures {
		found := false
		for _, l := range v.LegalCaptures {
			found = found || l.Equal(c)
		}
		if !found {
			barred = append(barred, c.At)
		}
	}
	return barred
}
