package report

import (
	"fmt"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/aggregate/offer"
	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/ledger"
)

// manySquares is from how many on the squares of a placement are counted for people and not listed.
const manySquares = 40

// SidePlays is what a side may play next, piece by piece. What needs no piece (a Pass, a Surrender) and what is typed (actions,
// announced promotions) is not listed.
type SidePlays struct {
	Side     string       `json:"side"`
	Sequence uint64       `json:"sequence"`
	ToPlay   string       `json:"to_play,omitempty"` // whose turn it is
	Plays    int          `json:"plays"`             // how many are listed
	Pieces   []PiecePlays `json:"pieces"`
}

// PiecePlays is what one piece may do.
type PiecePlays struct {
	Piece string        `json:"piece,omitempty"` // none of plays that are made with no piece there is
	Type  string        `json:"type,omitempty"`
	At    string        `json:"at,omitempty"`   // none off the board
	Also  []string      `json:"also,omitempty"` // others off the board of the same type, for which the same can be written
	Plays []OfferedPlay `json:"plays"`
}

// OfferedPlay is a play that the judge would take.
type OfferedPlay struct {
	Play string `json:"play"`
	Kind string `json:"kind"`
	To   string `json:"to,omitempty"`
	Part bool   `json:"part,omitempty"` // it would be taken with more, or later: when it is the side's turn
}

// PlaysOf lists what a side may play next at a moment, as whoever holds it.
func PlaysOf(l *ledger.Ledger, side string, at time.Time) *SidePlays {
	Sit(l, at)
	st := l.Judge().State()
	v := &SidePlays{Side: side, Sequence: l.Head(), ToPlay: st.ToPlayWith(side), Pieces: []PiecePlays{}}
	p := events.PlaySubmitted{Side: side}
	o := offer.New(l.Judge(), aggregate.Input{Payload: p, Actor: l.Actor(p), At: at})
	if o == nil {
		return v
	}
	add := func(one PiecePlays, choices []offer.Choice) {
		listed := map[string]bool{} // what is written alike is one play, whichever ways of the piece lead there
		for _, c := range choices {
			if !listed[c.Play] && (len(c.Faults) == 0 || c.Later()) {
				listed[c.Play] = true
				one.Plays = append(one.Plays, OfferedPlay{Play: c.Play, Kind: c.Kind.String(), To: c.To, Part: len(c.Faults) > 0})
			}
		}
		if len(one.Plays) > 0 {
			v.Plays += len(one.Plays)
			v.Pieces = append(v.Pieces, one)
		}
	}
	placed := map[string]int{} // type -> which of the pieces stands for all of it
	for _, piece := range o.Pieces() {
		if i, seen := placed[piece.Type]; seen && piece.At == "" {
			v.Pieces[i].Also = append(v.Pieces[i].Also, piece.ID)
			continue
		}
		n := len(v.Pieces)
		add(PiecePlays{Piece: piece.ID, Type: piece.Type, At: piece.At}, o.Choices(piece.ID, false))
		if piece.At == "" && len(v.Pieces) > n {
			placed[piece.Type] = n
		}
	}
	add(PiecePlays{}, o.Rest())
	return v
}

// Print writes the view for people.
func (v *SidePlays) Print(p *term.Page) {
	head := fmt.Sprintf("%s after #%d: %s", v.Side, v.Sequence, Counted(v.Plays, "play"))
	if v.ToPlay != v.Side && v.ToPlay != "" {
		head += ", once it is its turn; " + v.ToPlay + " is to play"
	}
	p.Line("%s", p.Style(term.Bold, head))
	for _, piece := range v.Pieces {
		where := strings.Join(append([]string{piece.Piece}, piece.Also...), ", ") + " " + piece.Type
		if piece.At == "" {
			where += " off-board"
		}
		var texts []string
		for _, one := range piece.Plays {
			texts = append(texts, one.Play)
		}
		if n := len(texts); piece.At == "" && n > manySquares {
			texts = []string{fmt.Sprintf("%d squares, such as %s and %s", n, texts[0], texts[n-1])}
		}
		p.Item("  ", p.Style(term.Dim, strings.TrimSpace(where)+":")+" "+strings.Join(texts, " "))
	}
}
