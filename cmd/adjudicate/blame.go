package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/blame"
	"adjudicate/internal/term"
)

func blameCommand() *cli.Command {
	return &cli.Command{
		Name: "blame", Category: catRead, ArgsUsage: "SUBJECT [NAME] [ASSET]",
		Flags: reading(&cli.IntFlag{Name: "last", Usage: "only the last `NUMBER` of the events"}),
		Usage: "say which events and clauses a present fact rests on",
		Description: `SUBJECT is a square or a piece's id alone, or one of these words with a NAME:

  square SQUARE         who stands there and how it came; if nobody, who was last and why it left
  piece ID              everything that happened to a piece
  weight SIDE           the pieces that a Weight is of, and the last change of it, piece by piece
  check SIDE            since when a side is in check, and how the pieces that give it came there
  knife PLAYER          every knife e holds: the capture or surrender, and the check before it
  money ACCOUNT [ASSET] every change of what an account holds of money, or of another asset
  rule NUMBER           how a rule came to its revision
  reading ENTRY         how an entry of the register came to be read as it is
  list, turn, winner    what put each side where it is in the play list; whose turn it is; who won

Every line is an event: its sequence, its time, what happened, the input that it came of, the clauses
and readings that it rests on, and the amendment or interpretation that brought those about unless
they were there from the beginning. --at N asks about the game as it stood then.`,
		UsageText: "adjudicate blame q4\nadjudicate blame R1\nadjudicate blame weight Red\nadjudicate blame knife Ann --json\nadjudicate blame money Ann benefyts\nadjudicate blame list --at 120",
		Action: do(func(s *session) error {
			last := s.c.Int("last")
			if last < 0 {
				return usagef("", "--last %d: expected a number from 0", last)
			}
			g, err := s.attach()
			if err != nil {
				return err
			}
			defer g.close()
			names, err := s.names(g)
			if err != nil {
				return err
			}
			subject, err := blame.Parse(s.c.Args().Slice(), names)
			if err != nil {
				return usagef("", "%v", err)
			}
			p, err := s.point(g)
			if err != nil {
				return err
			}
			r, err := blame.Ask(p.events(1), subject, p.changed)
			if err != nil {
				return err
			}
			v := blamed(r)
			if n := len(v.Causes); s.c.IsSet("last") && last < n {
				v.Causes, v.Earlier = v.Causes[n-last:], n-last
			}
			return s.show(v)
		}),
	}
}

// A causeView is an outcome that a fact rests on.
type causeView struct {
	Sequence uint64          `json:"sequence"`
	Recorded time.Time       `json:"recorded"`
	Actor    string          `json:"actor,omitempty"`
	Role     string          `json:"role,omitempty"` // what it has to do with the fact
	Text     string          `json:"text"`
	Event    payloadView     `json:"event"`
	Input    *inputView      `json:"input,omitempty"`
	Clauses  []string        `json:"clauses"`
	Readings []string        `json:"readings"`
	Because  []*blame.Origin `json:"because"`  // amendments and interpretations that brought those about
	RestsOn  []causeView     `json:"rests_on"` // further outcomes
}

// inputView is what somebody did.
type inputView struct {
	Sequence uint64 `json:"sequence"`
	Type     string `json:"type"`
	Text     string `json:"text"`
	Change   string `json:"change,omitempty"` // what the edition has to do with it
}

func (v *inputView) words() string {
	text := fmt.Sprintf("#%d %s", v.Sequence, v.Text)
	if v.Change != "" {
		text += ", " + v.Change
	}
	return text
}

// changed tells what the edition has to do with an input, "" for one as it was recorded.
func (p *point) changed(e *events.Envelope) string {
	for i := range p.e.Changes {
		c := &p.e.Changes[i]
		switch {
		case c.Input != e.Sequence:
		case c.What == history.Insert && history.InsertedID(p.cat.Name(), c.ID) == e.ID:
			return "inserted by change " + c.ID
		case p.inserted(e):
		case c.What == history.Correct:
			return "corrected by change " + c.ID
		case c.What == history.Void:
			return "voided by change " + c.ID
		case c.What == history.Rule:
			return "ruled on by change " + c.ID
		}
	}
	return ""
}

func causeOf(c *blame.Cause) causeView {
	v := causeView{
		Sequence: c.Event.Sequence, Recorded: c.Event.Recorded, Actor: c.Event.Actor, Role: c.Role, Text: causeWords(c),
		Event:   payloadView{Sequence: c.Event.Sequence, Type: c.Event.Type, Payload: c.Event.Payload},
		Clauses: c.Grounds.Clauses, Readings: c.Grounds.Readings, Because: c.Grounds.Because, RestsOn: []causeView{},
	}
	if c.Input != nil {
		// What an edition restates was recorded with its adoption, by whoever adopted it.
		v.Recorded, v.Actor = c.Input.Recorded, c.Input.Actor
		v.Input = &inputView{Sequence: c.Input.Sequence, Type: c.Input.Type, Text: inputWords(c.Input.Payload), Change: c.Change}
		v.Because = slices.DeleteFunc(append([]*blame.Origin{}, v.Because...), func(o *blame.Origin) bool {
			return o.Sequence == c.Input.Sequence && o.Change == c.Change // what it is itself the work of
		})
	}
	for i := range c.Because {
		v.RestsOn = append(v.RestsOn, causeOf(&c.Because[i]))
	}
	return v
}

// causeWords writes an outcome in words, also those that a ruling tells elsewhere.
func causeWords(c *blame.Cause) string {
	switch p := c.Event.Payload.(type) {
	case events.ChecksChanged:
		var list []string
		for _, check := range p.Checks {
			list = append(list, check.Side+" by "+strings.Join(withTypes(check.By, c.Types), ", "))
		}
		return "in check: " + listed(list)
	case events.WeightsPosted:
		return "Weights are posted"
	case events.PlayListChanged:
		return "the play list is " + strings.Join(p.Order, ", ")
	case events.TurnBegan:
		text := p.Side + " is to play"
		if len(p.Skipped) > 0 {
			text += "; passed over: " + strings.Join(p.Skipped, ", ")
		}
		return text
	case events.AtomicPlayed:
		return fmt.Sprintf("%s plays %s (%s)", p.Side, p.Play, p.How)
	}
	if text := outcomeWords(c.Event.Payload, c.Types); text != "" {
		return text
	}
	return c.Event.Payload.Kind()
}

// write tells a cause, further in the deeper it lies.
func (v *causeView) write(p *term.Page, depth int) {
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
	if o.Actor != "" {
		text += " by " + o.Actor
	}
	if o.Replaces != "" && o.Replaces != o.Of {
		text += " in place of " + o.Replaces
	}
	return text
}

// blameView is what a fact rests on.
type blameView struct {
	Subject blame.Subject `json:"subject"`
	Text    string        `json:"text"` // the fact in words
	Piece   *blamedPiece  `json:"piece,omitempty"`
	Value   *events.Half  `json:"value,omitempty"`
	Holds   string        `json:"holds,omitempty"`
	Causes  []causeView   `json:"causes"`
	Omitted int           `json:"omitted,omitempty"` // causes that no longer matter
	Earlier int           `json:"earlier,omitempty"` // causes that --last has left out
	Shares  []shareView   `json:"shares,omitempty"`
	Change  *changeView   `json:"change,omitempty"`
	Places  []placeView   `json:"places,omitempty"`
}

type blamedPiece struct {
	ID       string           `json:"id"`
	Type     string           `json:"type"`
	Side     string           `json:"side"`
	At       string           `json:"at,omitempty"`
	Counters []events.Counter `json:"counters,omitempty"`
}

func pieceOf(p aggregate.Piece) blamedPiece { return blamedPiece(p) }

// shareView is what a piece adds to a Weight.
type shareView struct {
	Piece    blamedPiece `json:"piece"`
	Weight   events.Half `json:"weight"`
	Value    events.Half `json:"value"`
	Mobility events.Half `json:"mobility"`
	Attacks  []string    `json:"attacks"`
	Defends  []string    `json:"defends"`
	Way      *causeView  `json:"way,omitempty"` // how it came where it stands
}

type changeView struct {
	Was    events.Half `json:"was"`
	Is     events.Half `json:"is"`
	Cause  causeView   `json:"cause"`
	Shifts []shiftView `json:"shifts"`
}

type shiftView struct {
	Piece blamedPiece `json:"piece"`
	To    string      `json:"to,omitempty"`
	Was   events.Half `json:"was"`
	Is    events.Half `json:"is"`
	Why   string      `json:"why"`
}

type placeView struct {
	Side  string     `json:"side"`
	Cause *causeView `json:"cause,omitempty"`
}

// blamed makes the view of a report.
func blamed(r *blame.Report) *blameView {
	v := &blameView{Subject: r.Subject, Text: blameWords(r), Holds: r.Holds, Causes: []causeView{}, Omitted: r.Omitted}
	if r.Piece != nil {
		piece := pieceOf(*r.Piece)
		v.Piece = &piece
	}
	switch r.Subject.Kind {
	case blame.Weight, blame.Knife, blame.Money:
		v.Value = &r.Value
	}
	for i := range r.Causes {
		v.Causes = append(v.Causes, causeOf(&r.Causes[i]))
	}
	for i := range r.Shares {
		x := &r.Shares[i]
		out := shareView{Piece: pieceOf(x.Piece), Weight: x.Weight, Value: x.Value, Mobility: x.Mobility,
			Attacks: append([]string{}, x.Attacks...), Defends: append([]string{}, x.Defends...)}
		if x.Way != nil {
			way := causeOf(x.Way)
			out.Way = &way
		}
		v.Shares = append(v.Shares, out)
	}
	if c := r.Change; c != nil {
		v.Change = &changeView{Was: c.Was, Is: c.Is, Cause: causeOf(&c.Cause), Shifts: []shiftView{}}
		for _, x := range c.Shifts {
			v.Change.Shifts = append(v.Change.Shifts, shiftView{Piece: pieceOf(x.Piece), To: x.To, Was: x.Was, Is: x.Is, Why: x.Why})
		}
	}
	for _, place := range r.Places {
		out := placeView{Side: place.Side}
		if place.Cause != nil {
			cause := causeOf(place.Cause)
			out.Cause = &cause
		}
		v.Places = append(v.Places, out)
	}
	return v
}

// blameWords says what the fact is.
func blameWords(r *blame.Report) string {
	name := r.Subject.Name
	switch r.Subject.Kind {
	case blame.Square:
		switch {
		case r.Piece != nil:
			return fmt.Sprintf("%s %s of %s stands on %s.", r.Piece.Type, r.Piece.ID, r.Piece.Side, name)
		case r.Last != "":
			return fmt.Sprintf("Nothing stands on %s; the last was %s.", name, r.Last)
		}
		return fmt.Sprintf("Nothing stands on %s, or ever has.", name)
	case blame.Piece:
		switch {
		case r.Piece == nil:
			return fmt.Sprintf("%s has been destroyed.", name)
		case r.Piece.At == "":
			return fmt.Sprintf("%s %s lies in the holding of %s.", r.Piece.Type, name, r.Piece.Side)
		}
		return fmt.Sprintf("%s %s of %s stands on %s.", r.Piece.Type, name, r.Piece.Side, r.Piece.At)
	case blame.Weight:
		text := fmt.Sprintf("%s weighs %s", name, r.Value)
		var sum events.Half
		for i := range r.Shares {
			sum += r.Shares[i].Weight
		}
		if sum != r.Value {
			text += fmt.Sprintf(", though its pieces on the board come to %s: its King is off-board, or the board has changed since Weights were posted", sum)
		}
		return text + "."
	case blame.Knife:
		return fmt.Sprintf("%s holds %s.", name, knivesHeld(r.Value))
	case blame.Money:
		return fmt.Sprintf("%s has %s of %s.", name, r.Value, r.Subject.Asset)
	case blame.List:
		if len(r.Places) == 0 {
			return "There is no play list yet."
		}
		return "The play list, the next to play first:"
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

func knivesHeld(n events.Half) string {
	if n == events.Whole(1) {
		return "1 Stabber's Knife"
	}
	return n.String() + " Stabber's Knives"
}

func (v *blameView) text(p *term.Page) {
	p.Item("", p.Style(term.Bold, v.Text))
	if v.Subject.Also {
		p.Line("%s", p.Style(term.Dim, fmt.Sprintf("There is a piece %s as well: \"adjudicate blame piece %s\".", v.Subject.Name, v.Subject.Name)))
	}
	if v.Earlier > 0 {
		p.Line("%s", p.Style(term.Dim, fmt.Sprintf("… and %s before", counted(v.Earlier, "event"))))
	}
	for i := range v.Causes {
		v.Causes[i].write(p, 0)
	}
	if v.Omitted > 0 {
		p.Line("%s", p.Style(term.Dim, fmt.Sprintf("%s before that no longer matter; \"adjudicate blame piece %s\" lists all.",
			counted(v.Omitted, "event"), v.Piece.ID)))
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

func (v *blameView) shares(p *term.Page) {
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

func (v *blameView) change(p *term.Page) {
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
