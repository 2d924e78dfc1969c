package rules

import "strings"

// Words says to what a piece is promoted, and when: "to Queen or Rook on reaching last".
func (p *Promotion) Words() string {
	text := "to any type"
	switch {
	case p.To == "victim":
		text = "to what it captures"
	case p.To == "base":
		text = "to what it was before its promotion"
	case p.To == "mirror":
		text = "to the type of two friends that stand mirror-wise"
	case len(p.Types) > 0:
		last := len(p.Types) - 1
		text = "to " + strings.Join(p.Types[:last], ", ") + " or " + p.Types[last]
		if last == 0 {
			text = "to " + p.Types[0]
		}
	}
	if len(p.Except) > 0 {
		text += " but " + strings.Join(p.Except, ", ")
	}
	switch p.On {
	case "reach":
		text += " on reaching " + strings.Join(p.In, ", ")
	case "capture":
		text += " by capturing"
	case "own-play":
		text += " after a Move or Capture of its side"
	case "leave":
		text += " on leaving " + squaresOr(p.In, "its square")
	case "placed":
		text += " with its Placement"
	case "stay":
		text += " where it stands, as a play of its own: on " + squaresOr(p.In, "any square")
	}
	switch p.Timing {
	case "end-of-turn":
		text += ", at the end of the turn"
	case OnTheWay:
		text += ", also in the midst of a capture"
	}
	return text
}

// squaresOr joins squares; without any it is about all.
func squaresOr(squares []string, all string) string {
	if len(squares) == 0 {
		return all
	}
	return strings.Join(squares, ", ")
}
