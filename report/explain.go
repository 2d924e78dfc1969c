package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"adjudicate/aggregate"
	why "adjudicate/aggregate/explain"
	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/ledger"
	"adjudicate/report/draw"
	"adjudicate/rules"
)

// Explanation is an explained ruling.
type Explanation struct {
	Sequence uint64     `json:"sequence,omitempty"` // of the input, 0 if nobody has made it
	Address  string     `json:"address,omitempty"`  // its sequence; of an entry that an edition has put in just before that input, the change that did
	Edition  int        `json:"edition,omitempty"`
	Recorded *time.Time `json:"recorded,omitempty"`
	Actor    string     `json:"actor,omitempty"`
	Event    uint64     `json:"event,omitempty"` // the outcome that was asked about
	Text     string     `json:"text"`            // the input as a season file writes it
	*why.Tree
	Full  bool `json:"-"`
	judge *aggregate.Judge
}

// ExplainPlay explains what would be ruled on a play that a side has not submitted, if it did at a moment.
func ExplainPlay(l *ledger.Ledger, side, text string, at time.Time) (*Explanation, error) {
	in := l.Spelled(events.PlaySubmitted{Side: side, Text: text})
	if err := l.Check(in); err != nil {
		return nil, err
	}
	tree := why.WhyNot(l.Judge(), aggregate.Input{ID: "why-not", Payload: in, At: at}, NamesOf(l.State()).Tell)
	return &Explanation{Text: InputWords(in), Tree: tree, judge: l.Judge()}, nil
}

// Picture writes the board before the input, with what the explanation marks.
func (v *Explanation) Picture(w io.Writer) error {
	title := fmt.Sprintf("before #%d: %s", v.Sequence, v.Text)
	if v.Sequence == 0 {
		title = "asked: " + v.Text
	}
	return treePicture(w, v.judge, v.Root, title)
}

// Print writes the view for people.
func (v *Explanation) Print(p *term.Page) {
	head := "asked"
	if v.Sequence != 0 {
		head = fmt.Sprintf("#%s  %s", v.Address, moment(*v.Recorded))
		if v.Actor != "" {
			head += "  " + v.Actor
		}
		if v.Edition > 1 {
			head += fmt.Sprintf("  edition %d", v.Edition)
		}
	}
	p.Line("%s   %s", p.Style(term.Dim, head), p.Style(term.Bold, v.Text))
	verdict := strings.ToUpper(v.Verdict)
	if v.Verdict == aggregate.Accepted {
		verdict = p.Style(term.Green, verdict)
	} else {
		verdict = p.Style(term.Red, verdict)
	}
	if v.Event != 0 {
		verdict += fmt.Sprintf("; asked about #%d", v.Event)
	}
	p.Line("%s", verdict)
	if v.Differs != "" {
		p.Line("%s", p.Style(term.Yellow, "This version would rule differently: "+v.Differs))
	}
	writeTree(p, v.Root, v.Full)
}

// CheckExplained says what gives a side check.
type CheckExplained struct {
	Sequence uint64    `json:"sequence"`
	Side     string    `json:"side"`
	InCheck  bool      `json:"in_check"`
	Root     *why.Node `json:"root"`
	Full     bool      `json:"-"`
	judge    *aggregate.Judge
}

// ExplainCheck says what gives a side check.
func ExplainCheck(l *ledger.Ledger, side string) (*CheckExplained, error) {
	node, err := why.Check(l.Judge(), side)
	return &CheckExplained{Sequence: l.Head(), Side: side, InCheck: l.State().InCheck(side), Root: node, judge: l.Judge()}, err
}

// Print writes the view for people.
func (v *CheckExplained) Print(p *term.Page) { writeTree(p, v.Root, v.Full) }

// Picture writes the board, with what the explanation marks.
func (v *CheckExplained) Picture(w io.Writer) error {
	return treePicture(w, v.judge, v.Root, fmt.Sprintf("%s after #%d", v.Side, v.Sequence))
}

// treePicture writes the board of an explanation: what it marks and what is drawn over it.
func treePicture(w io.Writer, j *aggregate.Judge, root *why.Node, title string) error {
	var over draw.Overlay
	book, err := j.State().Rulebook()
	if err != nil {
		return err
	}
	b := BoardOf(j.State(), book, title)
	b.Arrows = nil // the ways show the checks
	drawn, squares := map[string]bool{}, map[string]bool{}
	for n := range root.All {
		if n.Kind == why.Fact && !n.Check && len(n.Path) == 0 || n.Detail {
			continue
		}
		if key := strings.Join(n.Path, " "); len(n.Path) > 1 && !drawn[key] {
			drawn[key] = true
			kind := draw.Target
			switch {
			case n.Check:
				kind = draw.Check
			case n.Kind == why.Fact: // an attack on another piece
				kind = draw.Capture
			}
			over.Ways = append(over.Ways, draw.Way{Squares: n.Path, Kind: kind, Title: n.Text})
		}
		if n.Holds && !n.Check {
			continue
		}
		for _, sq := range n.Squares {
			if !squares[sq] && onBoard(&b, sq) {
				squares[sq] = true
				over.Squares = append(over.Squares, sq)
			}
		}
	}
	return Picture(b, over)(w)
}

// onBoard reports whether a word names a square of the board: a play may name others.
func onBoard(b *draw.Board, square string) bool {
	file, rank, ok := rules.ParseSquare(square)
	return ok && file < b.Files && rank < b.Ranks
}
