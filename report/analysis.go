package report

import (
	"slices"
	"strings"

	"adjudicate/internal/term"
	"adjudicate/systems/position"
)

// Analysis is the analysis of a position: what each piece can do, and each side's Weight.
type Analysis position.Report

// Print writes the view for people.
func (v *Analysis) Print(p *term.Page) {
	for _, side := range v.Sides {
		check := ""
		if side.InCheck {
			check = p.Style(term.Red, "in check by "+strings.Join(side.CheckedBy, ", "))
		}
		p.Line("%s  Weight %s, %s that count  %s", p.Style(term.Bold, side.Name), side.Weight, Counted(side.PiecesOnBoard, "piece"), check)
		for i := range v.Pieces {
			if v.Pieces[i].Side == side.Name {
				p.Item("  ", pieceLine(&v.Pieces[i]))
			}
		}
		p.Blank()
	}
}

// pieceLine says what a piece can do, in a few words.
func pieceLine(r *position.PieceReport) string {
	var parts []string
	add := func(what string, squares []string) {
		if len(squares) > 0 {
			parts = append(parts, what+" "+strings.Join(squares, " "))
		}
	}
	if r.At == "" {
		add("may be placed on", r.Placements)
		return r.ID + " " + r.Type + " off-board, value " + r.Value.String() + ends(parts)
	}
	legal := "moves"
	if len(r.LegalMoves) < len(r.Moves) || len(r.LegalCaptures) < len(r.Captures) {
		legal = "legally moves"
	}
	add(legal, r.LegalMoves)
	add("captures", takings(r.LegalCaptures))
	add("moves along with another piece", along(r.Along))
	for _, of := range r.Kinds {
		add(of.Kind, of.To)
	}
	add("defends", r.Defends)
	if r.Exits {
		parts = append(parts, "may leave the board")
	}
	return r.ID + " " + r.Type + " " + r.At + ", value " + r.Value.String() + ", mobility " + r.Mobility.String() + ends(parts)
}

func ends(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, "; ")
}

// along writes the legal Moves in which another piece goes along.
func along(list []position.AlongReport) (out []string) {
	for _, a := range list {
		if a.Legal {
			out = append(out, a.String())
		}
	}
	return out
}

// takings writes captures: the victim's square, and where the captor ends if elsewhere.
func takings(list []position.CaptureReport) []string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.At + "(" + c.Piece + ")"
		if c.Also.Piece != "" {
			out[i] = c.Also.At + "(" + c.Also.Piece + ")×" + out[i]
			for _, v := range slices.Backward(c.Before) {
				out[i] = v.At + "(" + v.Piece + ")×" + out[i]
			}
		}
		if c.To != c.At {
			out[i] += "→" + c.To
		}
	}
	return out
}
