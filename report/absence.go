package report

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/blame"
	"adjudicate/history/condition"
	"adjudicate/internal/term"
	"adjudicate/ledger"
	"adjudicate/rules/names"
)

// Absent explains why something does not stand on a square.
type Absent struct {
	Absence blame.Absence `json:"absence"`
	Edition int           `json:"edition"`
	Text    string        `json:"text"` // the fact in words
	Stands  bool          `json:"stands,omitempty"`
	Instead []Instead     `json:"instead"` // editions in which it does stand there
	Left    []Cause       `json:"left"`    // how one that stood there came, and went
	Refused []Attempted   `json:"refused"` // plays of its side to the square without effect, the latest ones
	Others  []Elsewhere   `json:"others"`  // the pieces meant, and what brought them where they are
}

// Instead is an edition in which it does stand there.
type Instead struct {
	Edition int         `json:"edition"`
	Piece   BlamedPiece `json:"piece"`
	Cause   *Cause      `json:"cause,omitempty"`
	Address string      `json:"address,omitempty"` // of the entry by which it came there
	Became  *Attempted  `json:"became,omitempty"`  // what that is here; nothing: it does not stand here
}

// Attempted is an entry that did not have its intended effect.
type Attempted struct {
	Address string         `json:"address"`
	Text    string         `json:"text"`
	Verdict string         `json:"verdict"`
	Change  string         `json:"change,omitempty"`
	Faults  []events.Fault `json:"faults"`
	Facts   []events.Fact  `json:"facts,omitempty"`
}

// Elsewhere is a piece that is at another place, or is another's or of another type by now.
type Elsewhere struct {
	Piece BlamedPiece  `json:"piece"`
	Was   *BlamedPiece `json:"was,omitempty"` // while it was one of those asked about
	Gone  bool         `json:"destroyed,omitempty"`
	Cause *Cause       `json:"cause,omitempty"`
}

// readAbsence reads what does not stand where, with the names that a history has known.
func readAbsence(ctx context.Context, h *history.View, known *condition.Catalogue, text string) (a blame.Absence, err error) {
	state, err := h.State(ctx)
	if err != nil {
		return a, err
	}
	var types []string
	for p := range state.Pieces() {
		types = append(types, p.Type)
	}
	if book, err := state.Rulebook(); err == nil {
		for _, d := range book.Pieces() {
			types = append(types, d.Piece.Name)
		}
	}
	slices.Sort(types)
	return blame.ParseAbsence(text, known, slices.Compact(types))
}

// AbsentOf says why something does not stand on a square at the end of a view, as a text says it. Beside it there is
// nothing to ask. The error is a *ledger.InputError or a *names.UnknownError if the text cannot be read.
func AbsentOf(ctx context.Context, h *history.View, known *condition.Catalogue, text string, beside []string) (*Absent, error) {
	if len(beside) > 0 {
		return nil, &ledger.InputError{Field: "absent", Text: fmt.Sprintf("cannot be combined with %q", beside[0])}
	}
	a, err := readAbsence(ctx, h, known, text)
	if misspelled := (*names.UnknownError)(nil); err != nil && !errors.As(err, &misspelled) {
		err = &ledger.InputError{Field: "absent", Text: err.Error()}
	}
	if err != nil {
		return nil, err
	}
	m, err := blame.Absent(ctx, h, a)
	if err != nil {
		return nil, err
	}
	called := NamesBy(known.Speaker())
	v := &Absent{Absence: a, Edition: h.Edition.Number, Stands: m.There != nil, Instead: []Instead{}, Left: []Cause{}, Refused: []Attempted{}, Others: []Elsewhere{}}
	what := a.Piece
	if what == "" {
		what = a.Type + " of " + a.Side
	}
	v.Text = fmt.Sprintf("No %s stands on %s in edition %d.", what, a.Square, v.Edition)
	if a.Piece != "" {
		v.Text = fmt.Sprintf("%s does not stand on %s in edition %d.", what, a.Square, v.Edition)
	}
	if m.There != nil {
		v.Text = fmt.Sprintf("%s %s of %s stands on %s in edition %d: \"adjudicate blame %s\" says why.", m.There.Type, m.There.ID, m.There.Side, a.Square, v.Edition, a.Square)
	}
	for i := range m.Stands {
		x := &m.Stands[i]
		v.Instead = append(v.Instead, Instead{Edition: x.Edition, Piece: pieceOf(x.Piece), Cause: causeIf(x.Cause, called), Address: x.Address, Became: attempted(x.Became)})
	}
	for i := range m.Left {
		v.Left = append(v.Left, causeOf(&m.Left[i], called))
	}
	for i := range m.Refused {
		v.Refused = append(v.Refused, *attempted(&m.Refused[i]))
	}
	for _, x := range m.Others {
		e := Elsewhere{Piece: pieceOf(x.Piece), Gone: x.Gone, Cause: causeIf(x.Cause, called)}
		if x.Was != nil {
			was := pieceOf(*x.Was)
			e.Was = &was
		}
		v.Others = append(v.Others, e)
	}
	return v, nil
}

func causeIf(c *blame.Cause, n *Names) *Cause {
	if c == nil {
		return nil
	}
	v := causeOf(c, n)
	return &v
}

func attempted(a *blame.Attempt) *Attempted {
	if a == nil {
		return nil
	}
	return &Attempted{Address: a.Address, Text: InputWords(a.Input.Payload), Verdict: a.Ruled.Verdict, Change: a.Changed,
		Faults: append([]events.Fault{}, a.Ruled.Faults...), Facts: a.Ruled.Facts}
}

// Print writes the view for people.
func (v *Absent) Print(p *term.Page) {
	p.Item("", p.Style(term.Bold, v.Text))
	for i := range v.Instead {
		x := &v.Instead[i]
		p.Item("", fmt.Sprintf("In edition %d %s %s of %s stands there:", x.Edition, x.Piece.Type, x.Piece.ID, x.Piece.Side))
		if x.Cause != nil {
			x.Cause.write(p, 0)
		}
		switch {
		case x.Became != nil:
			p.Line("        in edition %d:", v.Edition)
			x.Became.write(p, "        ")
		case x.Address != "":
			p.Item("        ", fmt.Sprintf("entry %s does not stand in edition %d", x.Address, v.Edition))
		}
	}
	if len(v.Left) > 0 {
		p.Line("Such a piece stood there last:")
	}
	for i := range v.Left {
		v.Left[i].write(p, 0)
	}
	var refused []Attempted
	for _, a := range v.Refused {
		if !slices.ContainsFunc(v.Instead, func(x Instead) bool { return x.Address == a.Address }) {
			refused = append(refused, a)
		}
	}
	if len(refused) > 0 {
		p.Line("Plays to %s without effect:", v.Absence.Square)
	}
	for i := range refused {
		refused[i].write(p, "")
	}
	switch {
	case v.Stands:
	case len(v.Others) == 0 && v.Absence.Piece == "":
		p.Line("%s never had such a piece.", v.Absence.Side)
	case len(v.Others) > 0:
		p.Line("Where it is instead:")
	}
	for i := range v.Others {
		x := &v.Others[i]
		where := "on " + x.Piece.At
		switch {
		case x.Gone:
			where = "destroyed"
		case x.Piece.At == "":
			where = "in the holding of " + x.Piece.Side
		}
		what := x.Piece
		if x.Was != nil {
			what, where = *x.Was, fmt.Sprintf("now %s of %s, %s", x.Piece.Type, x.Piece.Side, where)
		}
		p.Item("  ", fmt.Sprintf("%s %s: %s", what.Type, what.ID, where))
		if x.Cause != nil {
			x.Cause.write(p, 1)
		}
	}
}

// write tells an entry that did not bring about what it was to.
func (a *Attempted) write(p *term.Page, indent string) {
	text := a.Text
	if a.Change != "" {
		text += ", " + a.Change
	}
	p.Item(fmt.Sprintf("%s%6s  %s  ", indent, "#"+a.Address, verdictWord(p, a.Verdict)), text)
	for i := range a.Faults {
		p.Item(indent+strings.Repeat(" ", 12), faultWords(&a.Faults[i]))
	}
	if len(a.Faults) == 0 {
		for _, f := range a.Facts {
			p.Item(indent+strings.Repeat(" ", 12), f.Message)
		}
	}
}
