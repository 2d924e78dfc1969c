package report

import (
	"fmt"
	"strings"

	"adjudicate/draw"
	"adjudicate/internal/term"
	"adjudicate/position"
)

func where(r *position.PieceReport) string {
	if r.At == "" {
		return r.ID + " off-board"
	}
	return r.ID + " on " + r.At
}

// mark puts what a piece can legally do on the board.
func mark(b *draw.Board, r *position.PieceReport) {
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
	add(draw.Special, r.Specials...)
	add(draw.Target, r.LegalMoves...)
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

type Moves struct {
	*position.PieceReport
	Drawn draw.Board `json:"-"`
}

// NewMoves is what a piece of a position can do, with the board on which that is marked.
func NewMoves(set *position.Setting, r *position.PieceReport) *Moves {
	b := boardOfSetting(set, fmt.Sprintf("%s of %s, %s", r.Type, r.Side, where(r)))
	mark(&b, r)
	return &Moves{PieceReport: r, Drawn: b}
}

func (v *Moves) Print(p *term.Page) {
	p.Raw(textBoard(p, v.Drawn))
	p.Blank()
	p.Item("", pieceLine(v.PieceReport))
	var barred []string
	legal := map[string]bool{}
	for _, sq := range v.LegalMoves {
		legal[sq] = true
	}
	for _, sq := range v.Moves {
		if !legal[sq] {
			barred = append(barred, sq)
		}
	}
	for _, c := range v.Captures {
		found := false
		for _, l := range v.LegalCaptures {
			found = found || l == c
		}
		if !found {
			barred = append(barred, c.At)
		}
	}
	if len(barred) > 0 {
		p.Item("", "would leave "+v.Side+" in check: "+strings.Join(barred, " "))
	}
}
