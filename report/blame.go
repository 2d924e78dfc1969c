package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history/blame"
	"adjudicate/internal/term"
)

// A Cause is an outcome that a fact rests on.
type Cause struct {
	Sequence uint64          `json:"sequence"`
	Recorded time.Time       `json:"recorded"`
	Actor    string          `json:"actor,omitempty"`
	Role     string          `json:"role,omitempty"` // what it has to do with the fact
	Text     string          `json:"text"`
	Event    Event           `json:"event"`
	Input    *Input          `json:"input,omitempty"`
	Clauses  []string        `json:"clauses"`
	Readings []string        `json:"readings"`
	Because  []*blame.Origin `json:"because"`  // amendments and interpretations that brought those about
	RestsOn  []Cause         `json:"rests_on"` // further outcomes
}

// Input is what somebody did.
type Input struct {
	Sequence uint64 `json:"sequence"`
	Type     string `json:"type"`
	Text     string `json:"text"`
	Change   string `json:"change,omitempty"` // what the edition has to do with it
}

func (v *Input) words() string {
	text := fmt.Sprintf("#%d %s", v.Sequence, v.Text)
	if v.Change != "" {
		text += ", " + v.Change
	}
	return text
}

func causeOf(c *blame.Cause, n *Names) Cause {
	v := Cause{
		Sequence: c.Event.Sequence, Recorded: c.Event.Recorded, Actor: c.Event.Actor, Role: c.Role, Text: causeWords(c, n),
		Event:   Event{Sequence: c.Event.Sequence, Type: c.Event.Type, Payload: c.Event.Payload},
		Clauses: c.Grounds.Clauses, Readings: c.Grounds.Readings, Because: c.Grounds.Because, RestsOn: []Cause{},
	}
	if c.Input != nil {
		// What an edition restates was recorded with its adoption, by whoever adopted it.
		v.Recorded, v.Actor = c.Input.Recorded, c.Input.Actor
		v.Input = &Input{Sequence: c.Input.Sequence, Type: c.Input.Type, Text: InputWords(c.Input.Payload), Change: c.Change}
		v.Because = slices.DeleteFunc(append([]*blame.Origin{}, v.Because...), func(o *blame.Origin) bool {
			return o.Sequence == c.Input.Sequence && o.Change == c.Change // what it is itself the work of
		})
	}
	for i := range c.Because {
		v.RestsOn = append(v.RestsOn, causeOf(&c.Because[i], n))
	}
	return v
}

// causeWords writes an outcome in words, also those that a ruling tells elsewhere.
func causeWords(c *blame.Cause, n *Names) string {
	switch p := c.Event.Payload.(type) {
	case events.ChecksChanged:
		var list []string
		for _, check := range p.Checks {
			list = append(list, check.Side+" by "+strings.Join(n.with(c.Types).listed(check.By), ", "))
		}
		return "in check: " + Listed(list)
	case events.WeightsPosted:
		return "Weights are posted"
	case events.OrderChanged:
		return "the order of play is " + strings.Join(p.Order, ", ")
	case events.TurnBegan:
		text := p.Side + " is to play"
		if len(p.Skipped) > 0 {
			text += "; passed over: " + strings.Join(p.Skipped, ", ")
		}
		return text
	case events.AtomicPlayed:
		return fmt.Sprintf("%s plays %s (%s)", p.Side, p.Play, p.How)
	}
	if text := n.Tell(c.Event.Payload, c.Types); text != "" {
		return text
	}
	return c.Event.Payload.Kind()
}

// write tells a cause, further in the deeper it lies.
func (v *Cause) write(p *term.Page, depth int) {
	pad := strings.Repeat("   ", depth)
	head := fmt.Sprintf("%s%6s  %s  ", pad, fmt.Sprintf("#%d", v.Sequence), moment(v.Recorded))
	under := strings.Repeat(" ", len(head))
	text := v.Text
	if v.Role != "" {
		text = p.Style(term.Bold, v.Role) + ": " + text
	}
	p.Item(head, text)
	if v.Input != nil {
		by := ""
		if v.Actor != "" {
			by = ", by " + v.Actor
		}
		p.Item(under, p.Style(term.Dim, "of "+v.Input.words()+by))
	}
	if rests := append(append([]string{}, v.Clauses...), v.Readings...); len(rests) > 0 {
		p.Item(under, "rests on "+strings.Join(rests, ", "))
	}
	for _, o := range v.Because {
		p.Item(under, p.Style(term.Yellow, originWords(o)))
	}
	for i := range v.RestsOn {
		v.RestsOn[i].write(p, depth+1)
	}
}

// originWords says which event a revision or a reading is because of.
func originWords(o *blame.Origin) string {
	text := fmt.Sprintf("%s because of #%d, %s %s", o.Of, o.Sequence, o.What, moment(o.Recorded))
	if o.Change != "" {
		text = fmt.Sprintf("%s because of #%d, %s, %s %s", o.Of, o.Sequence, o.Change, o.What, moment(o.Recorded))
	}
	if o.Proposed != 0 {
		text += fmt.Sprintf(" as proposed in #%d", o.Proposed)
	}
	if o.Actor != "" {
		text += " by " + o.Actor
	}
	if o.Replaces != "" && o.Replaces != o.Of {
		text += " in place of " + o.Replaces
	}
	return text
}

// Blame is what a fact rests on.
type Blame struct {
	Subject blame.Subject `json:"subject"`
	Text    string        `json:"text"` // the fact in words
	Piece   *BlamedPiece  `json:"piece,omitempty"`
	Value   *events.Half  `json:"value,omitempty"`
	Holds   string        `json:"holds,omitempty"`
	Causes  []Cause       `json:"causes"`
	Omitted int           `json:"omitted,omitempty"` // causes that no longer matter
	Earlier int           `json:"earlier,omitempty"` // causes that --last has left out
	Shares  []Share       `json:"shares,omitempty"`
	Change  *Change       `json:"change,omitempty"`
	Places  []Place       `json:"places,omitempty"`
}

// BlamedPiece is the piece that a question is about.
type BlamedPiece struct {
	ID       string           `json:"id"`
	Type     string           `json:"type"`
	Side     string           `json:"side"`
	At       string           `json:"at,omitempty"`
	Counters []events.Counter `json:"counters,omitempty"`
}

func pieceOf(p aggregate.Piece) BlamedPiece { return BlamedPiece(p) }

// Share is what a piece adds to a Weight.
type Share struct {
	Piece    BlamedPiece `json:"piece"`
	Weight   events.Half `json:"weight"`
	Value    events.Half `json:"value"`
	Mobility events.Half `json:"mobility"`
	Attacks  []string    `json:"attacks"`
	Defends  []string    `json:"defends"`
	Way      *Cause      `json:"way,omitempty"` // how it came where it stands
}

// Change is the last change of a Weight.
type Change struct {
	Was    events.Half `json:"was"`
	Is     events.Half `json:"is"`
	Cause  Cause       `json:"cause"`
	Shifts []Shift     `json:"shifts"`
}

// Shift is what a piece adds to a change of a Weight.
type Shift struct {
	Piece BlamedPiece `json:"piece"`
	To    string      `json:"to,omitempty"`
	Was   events.Half `json:"was"`
	Is    events.Half `json:"is"`
	Why   string      `json:"why"`
}

// Place is a place in the order, with what put the side there.
type Place struct {
	Side  string `json:"side"`
	Cause *Cause `json:"cause,omitempty"`
}

// NewBlame makes the view of a report.
func NewBlame(r *blame.Report, n *Names) *Blame {
	v := &Blame{Subject: r.Subject, Text: blameWords(r, n), Holds: r.Holds, Causes: []Cause{}, Omitted: r.Omitted}
	if r.Piece != nil {
		piece := pieceOf(*r.Piece)
		v.Piece = &piece
	}
	switch r.Subject.Kind {
	case blame.Weight, blame.Mark, blame.Money:
		v.Value = &r.Value
	}
	for i := range r.Causes {
		v.Causes = append(v.Causes, causeOf(&r.Causes[i], n))
	}
	for i := range r.Shares {
		x := &r.Shares[i]
		out := Share{Piece: pieceOf(x.Piece), Weight: x.Weight, Value: x.Value, Mobility: x.Mobility,
			Attacks: append([]string{}, x.Attacks...), Defends: append([]string{}, x.Defends...)}
		if x.Way != nil {
			way := causeOf(x.Way, n)
			out.Way = &way
		}
		v.Shares = append(v.Shares, out)
	}
	if c := r.Change; c != nil {
		v.Change = &Change{Was: c.Was, Is: c.Is, Cause: causeOf(&c.Cause, n), Shifts: []Shift{}}
		for _, x := range c.Shifts {
			v.Change.Shifts = append(v.Change.Shifts, Shift{Piece: pieceOf(x.Piece), To: x.To, Was: x.Was, Is: x.Is, Why: x.Why})
		}
	}
	for _, place := range r.Places {
		out := Place{Side: place.Side}
		if place.Cause != nil {
			cause := causeOf(place.Cause, n)
			out.Cause = &cause
		}
		v.Places = append(v.Places, out)
	}
	return v
}

// blameWords says what the fact is.
func blameWords(r *blame.Report, n *Names) string {
	name := r.Subject.Name
	switch r.Subject.Kind {
	case blame.Square:
		switch {
		case r.Piece != nil:
			return fmt.Sprintf("%s %s of %s stands on %s.", r.Piece.Type, r.Piece.ID, r.Piece.Side, name)
		case r.Closed:
			return fmt.Sprintf("%s is closed.", name)
		case r.Last != "":
			return fmt.Sprintf("Nothing stands on %s; the last was %s.", name, r.Last)
		}
		return fmt.Sprintf("Nothing stands on %s, or ever has.", name)
	case blame.Piece:
		switch {
		case r.Piece == nil:
			return fmt.Sprintf("%s has been destroyed.", name)
		case r.Piece.At == "":
			return fmt.Sprintf("%s %s is in the holding of %s.", r.Piece.Type, name, r.Piece.Side)
		}
		return fmt.Sprintf("%s %s of %s stands on %s.", r.Piece.Type, name, r.Piece.Side, r.Piece.At)
	case blame.Weight:
		text := fmt.Sprintf("%s weighs %s", name, r.Value)
		var sum events.Half
		for i := range r.Shares {
			sum += r.Shares[i].Weight
		}
		if sum != r.Value {
			text += fmt.Sprintf(", though its pieces on the board add up to %s: its King is off-board, or the board has changed since Weights were posted", sum)
		}
		return text + "."
	case blame.Mark:
		return fmt.Sprintf("%s holds %s.", name, n.says().Amount(events.Usual().Marks, r.Value))
	case blame.Money:
		if r.Value < 0 {
			return fmt.Sprintf("%s owes %s.", name, n.says().Amount(r.Subject.Asset, -r.Value))
		}
		return fmt.Sprintf("%s has %s.", name, n.says().Amount(r.Subject.Asset, r.Value))
	case blame.List:
		if len(r.Places) == 0 {
			return "No order of play yet."
		}
		return "The order of play, the next to play first:"
	case blame.Turn:
		if r.Side == "" {
			return "It is nobody's turn."
		}
		return fmt.Sprintf("It is the turn of %s.", r.Side)
	case blame.Check:
		if len(r.Causes) == 0 {
			return fmt.Sprintf("%s is not in check.", name)
		}
		return fmt.Sprintf("%s is in check.", name)
	case blame.Winner:
		if r.Player == "" {
			return "Nobody has won a hand yet."
		}
		return fmt.Sprintf("%s won the last hand.", r.Player)
	case blame.Rule:
		if r.Holds == "" {
			return fmt.Sprintf("Rule %s is not in force.", name)
		}
		return fmt.Sprintf("Rule %s is in force.", r.Holds)
	}
	if r.Holds == "" {
		return fmt.Sprintf("%s has its default reading: none was ever adopted.", name)
	}
	_, reading, _ := strings.Cut(r.Holds, "=")
	return fmt.Sprintf("%s is read as %s.", name, reading)
}

// Print writes the view for people.
func (v *Blame) Print(p *term.Page) {
	p.Item("", p.Style(term.Bold, v.Text))
	if v.Subject.Also {
		p.Line("%s", p.Style(term.Dim, fmt.Sprintf("There is a piece %s as well: \"adjudicate blame piece %s\".", v.Subject.Name, v.Subject.Name)))
	}
	if v.Earlier > 0 {
		p.Line("%s", p.Style(term.Dim, fmt.Sprintf("… and %s earlier", Counted(v.Earlier, "event"))))
	}
	for i := range v.Causes {
		v.Causes[i].write(p, 0)
	}
	if v.Omitted > 0 {
		p.Line("%s", p.Style(term.Dim, fmt.Sprintf("%s before that no longer matter; \"adjudicate blame piece %s\" lists all.",
			Counted(v.Omitted, "event"), v.Piece.ID)))
	}
	v.shares(p)
	v.change(p)
	for i, place := range v.Places {
		if place.Cause == nil {
			p.Line("%d. %s", i+1, place.Side)
			continue
		}
		p.Line("%d. %s", i+1, p.Style(term.Bold, place.Side))
		place.Cause.write(p, 0)
	}
}

func (v *Blame) shares(p *term.Page) {
	if len(v.Shares) == 0 {
		return
	}
	p.Blank()
	rows := [][]string{{"piece", "on", ">adds", ">value", ">mobility", "attacks", "defends", "since"}}
	for _, x := range v.Shares {
		since := ""
		if x.Way != nil {
			since = fmt.Sprintf("#%d %s", x.Way.Sequence, moment(x.Way.Recorded))
		}
		rows = append(rows, []string{x.Piece.Type + " " + x.Piece.ID, x.Piece.At, x.Weight.String(), x.Value.String(), x.Mobility.String(),
			strings.Join(x.Attacks, " "), strings.Join(x.Defends, " "), since})
	}
	p.Table(rows)
}

func (v *Blame) change(p *term.Page) {
	c := v.Change
	if c == nil {
		return
	}
	p.Blank()
	p.Line("It last changed from %s to %s:", c.Was, c.Is)
	c.Cause.write(p, 0)
	rows := [][]string{{"piece", "was on", "is on", ">added", ">adds", "because"}}
	for _, x := range c.Shifts {
		from := x.Piece.At
		if x.Why == "came onto the board" {
			from = ""
		}
		rows = append(rows, []string{x.Piece.Type + " " + x.Piece.ID, from, x.To, x.Was.String(), x.Is.String(), x.Why})
	}
	p.Table(rows)
}
