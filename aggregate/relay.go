package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// A game that began with an array remembers it, so that a rule can have it set up anew, as when the next hand begins. What is set up are the pieces, which
// squares are closed, what the last play before has passed and who plays first: all that the array said, but for the sides and who plays
// them, which stay as they are. New pieces stand there, and nothing of what the former ones have been through is theirs.

// An openingArray is what a game began with. It is never written once it has been made.
type openingArray struct {
	first  string // the side that played first
	pieces []events.ArrayPiece
	closed []string
	passer string // the square of the piece that can be captured in passing
	passed []string
	quiet  int
	given  []events.Given
}

// keepArray remembers the array that is laid, unless the game has one.
func (s *State) keepArray(p events.ArrayLaid) {
	if s.array != nil || s.started {
		return
	}
	a := &openingArray{closed: s.laid.closed, passed: p.Passed, quiet: p.Quiet, given: p.Given}
	for i := range s.pieces {
		pc := &s.pieces[i]
		if pc.gone {
			continue
		}
		a.pieces = append(a.pieces, events.ArrayPiece{Type: pc.typ, Side: s.sides[pc.side].name, At: pc.at, Moved: pc.moved, Base: pc.base})
		if pc.id == p.Passer {
			a.passer = pc.at
		}
	}
	s.array = a
}

// keepFirst remembers who plays first in a game with an array that starts.
func (s *State) keepFirst() {
	if s.array != nil && !s.started && len(s.order) > 0 {
		a := *s.array
		a.first = s.order[0]
		s.array = &a
	}
}

// layAnew sets the array up anew: of pieces whose type no rule defines any longer, whose side has left, or for which there is no room none comes. Laid bare the board
// is left empty, for effects that create others.
func (d *decision) layAnew(clause string, b *events.Basis, bare bool) {
	a := d.state().array
	if bare {
		if a == nil {
			a = new(openingArray)
		}
		a = &openingArray{first: a.first}
	}
	if a == nil {
		d.note(FactNoArray, clause, "no array is known that the game began with: nothing is set up")
		return
	}
	d.clearAway(clause, b, a)
	for _, sq := range a.closed {
		if _, there := d.law().ruleset.Square(sq); there && !slices.Contains(d.state().laid.closed, sq) {
			d.emit(b, events.SquareClosed{Square: sq})
		}
	}
	laid := events.ArrayLaid{Quiet: a.quiet}
	for _, pc := range a.pieces {
		id := d.lay(b, pc)
		if pc.At != "" && pc.At == a.passer && id != "" {
			laid.Passer, laid.Passed = id, a.passed
		}
	}
	for _, g := range a.given {
		if d.plays(g.Side) {
			laid.Given = append(laid.Given, g)
		}
	}
	d.emit(b, laid)
	d.anew = true
	if d.tablesAnew(a.first, b); len(d.state().benches) > 0 {
		d.playsNext, d.nextBy = d.firstHere(a.first), b
	} else if d.plays(a.first) {
		d.playsNext, d.nextBy = a.first, b
	}
}

// tablesAnew leaves nobody to play at the tables that are not looked at, where turns begin with whoever plays first there.
func (d *decision) tablesAnew(first string, b *events.Basis) {
	looked := d.state().bench
	for k := range d.state().benches {
		if k == looked {
			continue
		}
		d.sitAt(k + 1)
		order := d.state().order
		if top := toTop(order, slices.Index(order, d.firstHere(first))); !slices.Equal(top, order) {
			d.emit(b, events.OrderChanged{Order: top})
		}
		d.nobodysTurn()
	}
	d.sitAt(looked + 1)
}

// firstHere is who plays first at the table that is looked at: who does in the game, or the first there by the rules.
func (d *decision) firstHere(first string) string {
	order := d.state().order
	if slices.Contains(order, first) {
		return first
	}
	if o := d.law().proc.Order; o != nil {
		for _, t := range o.Tables {
			for _, side := range t {
				if slices.Contains(order, side) {
					return side
				}
			}
		}
	}
	return firstOf(order...)
}

// clearAway ends the former game: none of its pieces is left, no square stays closed that the array does not close, and no play waits.
func (d *decision) clearAway(clause string, b *events.Basis, a *openingArray) {
	for _, pc := range slices.Clone(d.state().pieces) {
		if !pc.gone {
			d.emit(b, events.PieceDestroyed{Piece: pc.id, Why: events.WhyEffect})
		}
	}
	for _, sq := range d.state().laid.closed {
		if !slices.Contains(a.closed, sq) {
			d.emit(b, events.SquareClosed{Square: sq, Open: true})
		}
	}
	d.unsent(clause, b)
}

// unsent forgets the plays that have been sent for the game that is over: those that were kept until all are in, unless they are being made, and those that
// wait for consent. Other things that wait are of the match, not of one of its games.
func (d *decision) unsent(clause string, b *events.Basis) {
	if len(d.state().round.sides) > 0 && !d.making && !d.tried {
		d.emit(basisOf(nil, d.law().citeTogether()), events.RoundEnded{How: RoundChanged})
	}
	for _, m := range d.state().Matters() {
		if p, err := events.DecodePayload(m.Wants, m.Input); err == nil && p.Kind() == rules.Sought[rules.OfPlay] {
			d.unseal(b, m.Matter)
			d.emit(b, events.MatterClosed{Matter: m.Matter, How: MatterLapsed})
			d.note(FactMatter, clause, "%s lapses", m.Matter)
		}
	}
}

// plays reports whether a side is in the game.
func (d *decision) plays(side string) bool {
	_, ok := d.state().Side(side)
	return ok
}

// lay creates a piece of an array; "" if none can be.
func (d *decision) lay(b *events.Basis, pc events.ArrayPiece) (id string) {
	l := d.law()
	t, ok := l.ruleset.Type(pc.Type)
	if !ok || !d.plays(pc.Side) {
		return ""
	}
	sq := movement.Off
	if pc.At != "" {
		if sq, ok = l.ruleset.Square(pc.At); !ok || d.now.pos.ClosedAt(sq) || d.now.pos.At(sq) != movement.NoPiece {
			return ""
		}
	}
	base := pc.Base
	if _, known := l.ruleset.Type(base); !known {
		base = ""
	}
	id = d.pieceLabel(l.kinds[t].glyph)
	d.emit(b, events.PieceCreated{Piece: id, Type: pc.Type, Side: pc.Side, Counters: l.kinds[t].counters, Base: base})
	switch {
	case sq == movement.Off:
	case d.hasRoom(id, pc.At):
		d.emit(b, events.PiecePlaced{Piece: id, At: pc.At, Moved: pc.Moved})
	default:
		d.emit(b, events.PieceDestroyed{Piece: id, Why: events.WhyEffect})
		return ""
	}
	return id
}

// begunAnew begins the turn of whoever plays first on an array that has been set up anew, where nothing else does, and those at the other tables.
func (d *decision) begunAnew() {
	if d.anew && d.state().started && !d.state().Over() && d.hasBoard() {
		d.settle("", true)
		d.keepTurn()
	}
	d.anew = false
	if len(d.state().benches) > 0 && d.state().started && d.hasBoard() {
		looked := d.state().bench
		d.openTables()
		d.sitAt(looked + 1)
	}
}

// arraySnapshot is an array as snapshots have it.
type arraySnapshot struct {
	First  string              `json:"first,omitempty"`
	Pieces []events.ArrayPiece `json:"pieces,omitempty"`
	Closed []string            `json:"closed,omitempty"`
	Passer string              `json:"passer,omitempty"`
	Passed []string            `json:"passed,omitempty"`
	Quiet  int                 `json:"quiet,omitempty"`
	Given  []events.Given      `json:"given,omitempty"`
}

func (a *openingArray) snapshot() *arraySnapshot {
	if a == nil {
		return nil
	}
	return &arraySnapshot{a.first, a.pieces, a.closed, a.passer, a.passed, a.quiet, a.given}
}

func (v *arraySnapshot) array() *openingArray {
	if v == nil {
		return nil
	}
	return &openingArray{v.First, v.Pieces, v.Closed, v.Passer, v.Passed, v.Quiet, v.Given}
}
