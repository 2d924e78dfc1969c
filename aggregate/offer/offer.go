// Package offer answers: what may a side write next in a play?
//
//	judge, side, text so far ──New──► Offer ──Pieces──► the pieces that can act
//	                                      └──Choices──► what one piece can do, as text, with a ruling
//
// The web page builds a play from it click by click. In a game of whole turns, the choices are
// the legal turns that begin with the text so far. In other games they are the atomic plays
// that the definitions allow on the board after that text, with what else belongs to each; the judge rules on each together
// with what precedes it. An atomic play that the judge refuses is still a choice and carries
// its faults, so that a page can say why.
//
// The package writes nothing and changes no state. It does not list promotions of other
// pieces that no rule demands (these are typed), passes or surrenders (these need no piece).
package offer

import (
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
)

// Most is how many turns of a game of whole turns are looked at.
const Most = 20_000

// mostChosen is how many plays of other games are put to the judge with choices that come with their acts.
const mostChosen = 4096

// A Piece is one of the side's that can do something next.
type Piece struct {
	ID, Type, Glyph string
	At              string // its square; "" off the board
}

// A Choice is something that can be written next.
type Choice struct {
	Play     string         // the whole play with it
	Text     string         // what it adds
	From, To string         // squares: from "" for a placement; to is where the choice is made on the board, of a capture the victim's
	Kind     notation.Kind  // of what it adds
	Faults   []events.Fault // why the judge would refuse the play; none: it would not
}

// Later reports whether nothing speaks against a choice but that it is not yet time for it, or not yet all of the play.
func (c *Choice) Later() bool {
	for i := range c.Faults {
		switch c.Faults[i].Code {
		case aggregate.FaultNotYourTurn, aggregate.FaultNotStarted, aggregate.FaultSuspended, aggregate.FaultShape:
		default:
			return false
		}
	}
	return len(c.Faults) > 0
}

// Captures reports whether what a choice adds takes a piece.
func (c *Choice) Captures() bool { return c.Kind == notation.Capture }

// Extraordinary reports whether it adds a move of a declared kind or a promotion.
func (c *Choice) Extraordinary() bool {
	return c.Kind.Declared() || c.Kind == notation.Promotion
}

// Exits reports whether it adds a move that ends off the board.
func (c *Choice) Exits() bool { return c.Kind == notation.Exit }

// Closes reports whether it adds a square that the turn closes, or on which it destroys a piece.
func (c *Choice) Closes() bool { return c.Kind == notation.Close || c.Kind == notation.Destroy }

// Placement is the text that places a piece from a holding, whether or not it is offered.
func Placement(id, square string) string {
	return notation.Item{Kind: notation.Placement, ID: id, To: square}.String()
}

// An Offer is what a side may write next. Make one with New. It is not safe for concurrent use.
type Offer struct {
	in    aggregate.Input
	play  events.PlaySubmitted
	judge *aggregate.Judge // as the game stands
	now   *aggregate.Judge // on the board after what is written
	side  movement.SideID
	whole []Choice // of a game of whole turns in which it is the side's turn; of others what may be chosen besides the last act that is written
	put   int      // how many plays have been put to the judge with choices that they need
	turns bool
}

// New returns the offer to whoever submits an input, whose payload is a play as far as it is written: the text may be empty. It
// is nil where no rules say how pieces move, or the side is unknown.
func New(j *aggregate.Judge, in aggregate.Input) *Offer {
	play, ok := in.Payload.(events.PlaySubmitted)
	if !ok || j.Position() == nil {
		return nil
	}
	o := &Offer{in: in, play: play, judge: j, now: j}
	if o.side, ok = j.SideID(play.Side); !ok {
		return nil
	}
	o.play.Text = strings.Trim(strings.TrimSpace(play.Text), "; \n")
	if o.play.Text != "" {
		a := j.Attempt(o.input(o.play.Text), nil)
		for i := range a.Stages {
			if s := &a.Stages[i]; s.Judge != nil && s.Judge.Position() != nil {
				o.now = s.Judge
				if s.Kind == aggregate.StageEnd {
					break
				}
			}
		}
	}
	if !o.listTurns() && o.play.Text != "" {
		for _, item := range j.Left(o.input(o.play.Text)) {
			o.whole = append(o.whole, o.ruled(item, ""))
		}
		o.whole = slices.DeleteFunc(o.whole, func(c Choice) bool { return len(c.Faults) > 0 && !c.Later() })
	}
	return o
}

// Side is the side that the offer is for.
func (o *Offer) Side() string { return o.play.Side }

func (o *Offer) input(text string) aggregate.Input {
	in := o.in
	in.Play = nil
	play := o.play
	play.Text = text
	in.Payload = play
	return in
}

// listTurns lists the turns that begin with what is written, and reports whether the side makes whole turns now.
func (o *Offer) listTurns() bool {
	rs, n := o.judge.Position().Ruleset(), 0
	o.turns = o.judge.Turns(o.side, func(t *turns.Turn, text string) bool {
		n++
		if rest, ok := strings.CutPrefix(text, o.play.Text); ok && (o.play.Text == "" || strings.HasPrefix(rest, ";") || strings.HasPrefix(rest, "=")) && rest != "" {
			c := Choice{Play: text, Text: strings.TrimLeft(rest, "; ")}
			c.ofTurn(rs, t, o.play.Text)
			o.whole = append(o.whole, c)
		}
		return n < Most
	})
	// What forbids a side every play, such as a power that must be used first, no position shows: then each is put to the judge.
	refused := func(c Choice) bool { return len(o.judge.Decide(o.input(c.Play)).Ruling.Faults) > 0 }
	if o.play.Text == "" && len(o.whole) > 0 && refused(o.whole[0]) {
		o.whole = slices.DeleteFunc(o.whole, refused)
	}
	return o.turns
}

// actKinds are the kinds of items that acts are written as.
var actKinds = map[movement.Play]notation.Kind{
	movement.Move: notation.Move, movement.Capture: notation.Capture, movement.Placement: notation.Placement, movement.Become: notation.Promotion, movement.Pass: notation.Pass,
}

// ofTurn notes where on the board the part of a turn is that comes behind what is written.
func (c *Choice) ofTurn(rs *movement.Ruleset, t *turns.Turn, written string) {
	act := t.Act
	if act.From != movement.Off {
		c.From = rs.SquareName(act.From)
	}
	switch c.To = rs.SquareName(act.To); {
	case act.Acts():
		c.Kind, c.To = notation.Action, rs.SquareName(act.Take.At)
	case act.Leaves():
		c.Kind, c.To = notation.Exit, c.From
	case act.Play == movement.Declared:
		c.Kind = notation.Kind(rs.ActOf(act))
	default:
		c.Kind = actKinds[act.Play]
	}
	if act.Play == movement.Capture && act.To == act.From {
		c.To = rs.SquareName(act.Take.At)
	}
	if written == "" && act.Play != movement.Pass || strings.HasPrefix(c.Text, "=") {
		return
	}
	chosen := strings.Count(written, ";") // what is written begins with the act
	if act.Play == movement.Pass && written != "" {
		chosen++ // it is written by nothing
	}
	if chosen < len(t.Chosen) {
		x := t.Chosen[chosen]
		c.Kind, c.From, c.To = notation.Close, "", rs.SquareName(x.Square)
		if x.Name != "" {
			c.Kind = notation.Choice
		} else if x.Destroys {
			c.Kind = notation.Destroy
		} else if x.Piece != movement.NoPiece {
			c.Kind = notation.Placement
		}
	}
}

// of notes where on the board an item is.
func (c *Choice) of(item *notation.Item) {
	c.Kind, c.From, c.To = item.Kind, item.From, item.To
	if item.Kind == notation.Capture || c.To == "" && item.Victim != "" {
		c.To = item.Victim
	}
	if len(item.Targets) > 0 {
		c.To = item.Targets[0]
	}
	if c.To == "" {
		c.To = item.From
	}
}

// Pieces lists the pieces of the side that can do something next, by the definitions alone.
func (o *Offer) Pieces() (list []Piece) {
	pos := o.now.Position()
	from := map[string]bool{}
	for i := range o.whole {
		from[o.whole[i].From] = true
	}
	for pc := range o.now.State().PiecesOf(o.play.Side) {
		id, ok := o.now.PieceID(pc.ID)
		if !ok {
			continue
		}
		p := Piece{ID: pc.ID, Type: pc.Type, Glyph: pos.Ruleset().Glyph(pos.TypeOf(id)), At: o.at(id)}
		switch {
		case o.turns && p.At == "":
			ok = slices.ContainsFunc(o.whole, func(c Choice) bool { return o.placed(&c, &p) })
		case o.turns:
			ok = from[p.At]
		case p.At != "":
			ok = len(o.now.Proposals(o.side, p.ID)) > 0
		}
		if ok {
			list = append(list, p)
		}
	}
	return list
}

func (o *Offer) at(id movement.PieceID) string {
	if sq := o.now.Position().Where(id); sq != movement.Off {
		return o.now.Position().Ruleset().SquareName(sq)
	}
	return ""
}

// placed reports whether a choice places a piece.
func (o *Offer) placed(c *Choice, p *Piece) bool {
	name, _, found := strings.Cut(c.Text, "@")
	return found && (name == p.Glyph || name == p.Type || strings.TrimPrefix(name, "#") == p.ID)
}

// Rest lists the choices that belong to no piece: squares to close, pieces that are there only by the act.
func (o *Offer) Rest() (list []Choice) {
	if !o.turns {
		for _, act := range o.now.Proposals(o.side, "") {
			for _, c := range o.judged(&act) {
				if len(c.Faults) == 0 || c.Later() {
					list = append(list, c)
				}
			}
		}
	}
	pieces := o.Pieces()
	for _, c := range o.whole {
		if c.Kind != notation.Pass && !slices.ContainsFunc(pieces, func(p Piece) bool { return p.At != "" && p.At == c.From || p.At == "" && o.placed(&c, &p) }) {
			list = append(list, c)
		}
	}
	return list
}

// Choices lists what a piece can do next, by the square where the choice is made. With barred also what its definition allows and
// the judge refuses, with the reasons.
func (o *Offer) Choices(piece string, barred bool) (list []Choice) {
	id, ok := o.now.PieceID(piece)
	if pc, there := o.now.State().Piece(piece); !ok || !there || pc.Side != o.play.Side {
		return nil
	}
	pos := o.now.Position()
	p := Piece{ID: piece, Glyph: pos.Ruleset().Glyph(pos.TypeOf(id)), Type: pos.Ruleset().TypeName(pos.TypeOf(id)), At: o.at(id)}
	for _, c := range o.whole {
		if p.At != "" && c.From == p.At || p.At == "" && o.placed(&c, &p) {
			list = append(list, c)
		}
	}
	if !o.turns || barred && o.now == o.judge {
		for _, act := range o.now.Proposals(o.side, piece) {
			for _, c := range o.judged(&act) {
				if o.turns { // listTurns lists it where it is legal
					if len(c.Faults) == 0 || slices.ContainsFunc(list, func(have Choice) bool { return have.From == c.From && have.To == c.To }) {
						continue
					}
				} else if !barred && len(c.Faults) > 0 && !c.Later() {
					continue
				}
				list = append(list, c)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Choice) int { return aggregate.InOrder(a.Text, b.Text) })
	return list
}

// judged puts an act to the judge, behind what is written, with what the play lacks and may have besides. Where nothing will do, it is as it is.
func (o *Offer) judged(p *aggregate.Proposal) (list []Choice) {
	text := p.Text
	if o.play.Text != "" {
		text = o.play.Text + "; " + text
	}
	first := Choice{}
	o.judge.Complete(o.input(text), func(play string, d aggregate.Decision) bool {
		c := Choice{Play: play, Text: p.Text + strings.TrimPrefix(play, text), Faults: d.Ruling.Faults}
		c.of(&p.Items[0])
		if play == text {
			first = c
		} else {
			o.put++
		}
		if len(c.Faults) == 0 || c.Later() {
			list = append(list, c)
		}
		return o.put < mostChosen
	})
	if len(list) == 0 {
		list = append(list, first)
	}
	return list
}

// ruled is the choice of an item with what is written behind it.
func (o *Offer) ruled(item notation.Item, behind string) Choice {
	c := Choice{Text: item.String() + behind}
	c.Play = c.Text
	c.of(&item)
	if o.play.Text != "" {
		c.Play = o.play.Text + "; " + c.Text
	}
	c.Faults = o.judge.Decide(o.input(c.Play)).Ruling.Faults
	return c
}

// State is the game on the board after what is written. It is read only.
func (o *Offer) State() *aggregate.State { return o.now.State() }

// Written is what is written so far.
func (o *Offer) Written() string { return o.play.Text }
