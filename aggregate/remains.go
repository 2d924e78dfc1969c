package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/rules/movement"
)

// What remains of the effects of an input that is no play and stands though illegal. They were recorded on another board: what they are about may be gone,
// and where they brought pieces others may stand. So they are folded first, since pieces may have passed each other on the way (a ring), and then looked at:
// where pieces have come to stand that cannot stand there together, or on squares that are closed, the effect that came last of those concerned is
// left out, and all is folded anew, until there is no such square. Where nothing of this was brought by the input, as on a board whose rules were
// amended, it stays as it was.

// keep folds the effects that an input had when it was recorded: of what still exists, nothing that exists already, and what the board has room for. What
// they leave on the board is posted anew.
func (d *decision) keep(effects []events.Outcome) {
	d.stood = true
	facts := len(d.ruling.Facts)
	for left := effects; ; {
		d.ruling.Facts = d.ruling.Facts[:facts]
		d.fold(left)
		if d.now.compile() != nil {
			return
		}
		if d.now.laid == nil {
			d.now.copyBoard(d.before)
		}
		without := d.roomlessOf(left)
		if len(without) == 0 {
			break
		}
		fewer := make([]events.Outcome, 0, len(left))
		for i := range left {
			if !without[i] {
				fewer = append(fewer, left[i])
			}
		}
		left = fewer
	}
	if d.state().Started() && d.law().citeTurn() != "" {
		d.settle("", false)
	}
}

// fold does effects to the board as it was before the input. An array that was set up anew finds no piece there.
func (d *decision) fold(effects []events.Outcome) {
	d.undo()
	if i := slices.IndexFunc(effects, laysArray); i >= 0 && d.state().started && d.hasBoard() {
		a := d.state().array
		if a == nil {
			a = new(openingArray)
		}
		b := effects[i].Basis
		clause := ""
		if b != nil {
			clause = firstOf(b.Clauses...)
		}
		d.clearAway(clause, b, a)
	}
	for _, o := range effects {
		p := o.Payload
		if events.About(p)&(events.PartRuling|events.PartWeights|events.PartChecks) == 0 && d.fits(p) {
			d.emit(o.Basis, p)
		}
	}
}

func laysArray(o events.Outcome) bool {
	_, ok := o.Payload.(events.ArrayLaid)
	return ok
}

// fits reports whether what an effect is about is there, and what it brings is not.
func (d *decision) fits(p events.Payload) bool {
	for n := range events.Names(p) {
		there := !n.New
		switch n.Role {
		case events.RoleSide:
			_, there = d.state().findSide(n.Value)
		case events.RolePiece:
			_, there = d.state().findPiece(n.Value)
		}
		if there == n.New {
			return false
		}
	}
	if p, ok := p.(events.PieceMoved); ok { // nor does what has left the board meanwhile move there
		pc, _ := d.state().Piece(p.Piece)
		return pc.At != ""
	}
	if p, ok := p.(events.PiecePlaced); ok {
		pc, _ := d.state().Piece(p.Piece)
		return pc.At == ""
	}
	return true
}

// placing are the kinds of outcomes by which a piece comes to cover other squares.
var placing = []string{events.PieceMoved{}.Kind(), events.PiecePlaced{}.Kind(), events.PieceConverted{}.Kind(), events.PiecePromoted{}.Kind(), events.CounterChanged{}.Kind()}

// roomlessOf returns which of the effects that have been folded are to be left out, since the board has no room for what they brought.
func (d *decision) roomlessOf(effects []events.Outcome) map[int]bool {
	came, made, shut := map[string]int{}, map[string]int{}, map[string]int{} // by pieces and squares: the last that concerns where it stands, made it, closed it; from 1
	again := slices.ContainsFunc(effects, laysArray)
	for i, o := range effects {
		if p, ok := o.Payload.(events.SquareClosed); ok && !p.Open {
			shut[p.Square] = i + 1
		}
		for n := range events.Names(o.Payload) {
			switch {
			case n.Role != events.RolePiece:
			case n.New:
				made[n.Value] = i + 1
			case slices.Contains(placing, o.Payload.Kind()):
				came[n.Value] = i + 1
			}
		}
	}
	if len(came)+len(shut) == 0 {
		return nil
	}
	without := map[int]bool{}
	drop := func(last int, piece string) {
		if last == 0 {
			return
		}
		without[last-1] = true
		if again && last == came[piece] && made[piece] != 0 { // of an array it does not come at all
			without[made[piece]-1] = true
		}
	}
	rs, s := d.law().ruleset, d.state()
	on := map[movement.Square][]movement.PieceID{}
	for i := range s.pieces {
		pc := &s.pieces[i]
		if pc.at == "" || !d.now.stands(i) {
			continue
		}
		var squares []movement.Square
		if at, ok := rs.Square(pc.at); ok {
			squares = d.now.pos.Covered(movement.PieceID(i), at)
		}
		if len(squares) == 0 {
			drop(came[pc.id], pc.id)
		}
		for _, sq := range squares {
			name := rs.SquareName(sq)
			if slices.Contains(s.laid.closed, name) {
				drop(max(came[pc.id], shut[name]), pc.id)
			}
			on[sq] = append(on[sq], movement.PieceID(i))
		}
	}
	for _, ids := range on {
		if len(ids) == 1 || d.mayShare(ids) {
			continue
		}
		last, piece := 0, ""
		for _, id := range ids {
			if name := s.pieces[id].id; came[name] > last {
				last, piece = came[name], name
			}
		}
		drop(last, piece)
	}
	return without
}

// mayShare reports whether several pieces may stand on a square.
func (d *decision) mayShare(ids []movement.PieceID) bool {
	types := make([]movement.TypeID, len(ids))
	for i, id := range ids {
		types[i] = d.now.pos.TypeOf(id)
	}
	return d.law().ruleset.MayStand(types[0], types[1:])
}
