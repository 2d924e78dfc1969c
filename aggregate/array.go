package aggregate

import (
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// setArray sets an array up: who plays, where the pieces stand, what a position holds besides. The game has started then.
func setArray(d *decision, in events.ArraySet) {
	if !d.mayStart() { // also without those for want of whom the game is suspended: they are appointed in it
		return
	}
	l := d.law()
	if d.state().SideCount() > 0 {
		d.refuse(FaultStarted, "", "the game has sides already: an array brings its own")
	}
	if !d.needBoard() || !d.arrayFits(in) {
		return
	}
	d.rests = basisOf(nil, l.cite("board", ""))
	b := d.rests
	laid := events.ArrayLaid{Quiet: in.Quiet}
	for _, s := range in.Sides {
		if _, known := d.state().Player(s.Player); !known {
			d.emit(b, events.PlayerKnown{Player: s.Player, Status: StatusActive})
		}
		d.emit(b, events.SideEntered{Side: s.Side, Player: s.Player})
		if s.Checks > 0 {
			laid.Given = append(laid.Given, events.Given{Side: s.Side, Checks: s.Checks})
		}
	}
	passer, passed := d.arrayPieces(b, in)
	for _, sq := range in.Closed {
		d.emit(b, events.SquareClosed{Square: sq})
	}
	laid.Passer, laid.Passed = passer, passed
	d.emit(b, laid)
	if !d.needBoard() { // the law is compiled anew: it has sides now
		return
	}
	if d.arrayWithin(); d.faulty() {
		return
	}
	for _, s := range in.Sides {
		d.occasion(rules.OnEnters, s.Side)
	}
	d.startFrom(in)
}

// arrayFits notes what is wrong with an array.
func (d *decision) arrayFits(in events.ArraySet) bool {
	rs := d.law().ruleset
	board := d.law().cite("board", "")
	square := func(name string) {
		if _, ok := rs.Square(name); !ok {
			d.refuse(FaultUnknownSquare, board, "the board has no square %q", name)
		}
	}
	var sides []string
	for _, s := range in.Sides {
		switch {
		case strings.TrimSpace(s.Side) == "" || strings.TrimSpace(s.Player) == "":
			d.refuse(FaultName, "", "a side needs a name and a player")
		case slices.Contains(sides, s.Side):
			d.refuse(FaultSideExists, "", "side %q already exists", s.Side)
		}
		sides = append(sides, s.Side)
	}
	if len(sides) == 0 {
		d.refuse(FaultNoSides, d.law().citeTurn(), "there is no side to play")
	}
	known := func(side string) {
		if !slices.Contains(sides, side) {
			d.refuse(FaultUnknownSide, "", "no such side: %q%s", side, meant(side, sides))
		}
	}
	if in.First != "" {
		known(in.First)
	}
	taken, on := slices.Clone(in.Closed), map[string][]movement.TypeID{}
	for _, sq := range in.Closed {
		square(sq)
	}
	for _, pc := range in.Pieces {
		known(pc.Side)
		for _, typ := range []string{pc.Type, pc.Base} {
			if _, ok := rs.Type(typ); !ok && (typ != "" || typ == pc.Type) {
				d.refuse(FaultUnknownType, d.law().citePieces(), "%s", d.law().undefined(typ))
			}
		}
		if pc.At == "" {
			continue
		}
		square(pc.At)
		covered := []string{pc.At}
		if typ, ok := rs.Type(pc.Type); ok && rs.Wide() {
			covered = covered[:0]
			at, _ := rs.Square(pc.At)
			for _, sq := range rs.CoveredAtFirst(typ, pc.Side, at) {
				covered = append(covered, rs.SquareName(sq))
			}
			if len(covered) == 0 {
				d.refuse(FaultOccupied, board, "%s has no room on the board with its place on %s", article(pc.Type), pc.At)
			}
		}
		typ, _ := rs.Type(pc.Type)
		for _, sq := range covered {
			if slices.Contains(taken, sq) && (len(on[sq]) == 0 || !rs.Shares() || !rs.MayStand(typ, on[sq])) {
				d.refuse(FaultOccupied, board, "%s is occupied already", sq)
			}
			on[sq] = append(on[sq], typ)
		}
		taken = append(taken, covered...)
	}
	for _, sq := range in.Passed {
		square(sq)
	}
	if len(in.Passed) > 0 && !slices.ContainsFunc(in.Pieces, func(pc events.ArrayPiece) bool { return pc.At != "" && pc.At == in.Passer }) {
		d.refuse(FaultNoPiece, board, "no piece on %q has passed %s", in.Passer, listed(in.Passed))
	}
	return !d.faulty()
}

// arrayPieces creates the pieces of an array, and returns the one that can be captured in passing.
func (d *decision) arrayPieces(b *events.Basis, in events.ArraySet) (passer string, passed []string) {
	l := d.law()
	below := map[string]int{}
	for _, pc := range in.Pieces {
		t, _ := l.ruleset.Type(pc.Type)
		id, counters := d.pieceLabel(l.kinds[t].glyph), l.kinds[t].counters
		if n := below[pc.At]; n > 0 && pc.At != "" && l.ruleset.Ordered() {
			name, level := l.ruleset.Level(t, n)
			counters = withCounter(counters, name, level)
		}
		below[pc.At]++
		d.emit(b, events.PieceCreated{Piece: id, Type: pc.Type, Side: pc.Side, Counters: counters, Base: pc.Base})
		if pc.At == "" {
			continue
		}
		d.emit(b, events.PiecePlaced{Piece: id, At: pc.At, Moved: pc.Moved})
		if pc.At == in.Passer && len(in.Passed) > 0 {
			passer, passed = id, in.Passed
		}
	}
	return passer, passed
}

// startFrom starts the game with the sides of an array: those first that the rules put first, the others in the order that the array
// has, from the one on that it says is to play.
func (d *decision) startFrom(in events.ArraySet) {
	l := d.law()
	order, others := l.firstOrder(d.state())
	order = append(order, others...)
	if i := slices.Index(order, in.First); i > 0 {
		order = slices.Concat(order[i:], order[:i])
	}
	b := basisOf(nil, firstOf(l.citeOrder(func(p *rules.Order) string { return p.CiteStart }), l.citeTurn()))
	d.emit(b, events.OrderChanged{Order: order})
	d.emit(b, events.StartDone{})
	d.openFirst()
	d.beginCalendar()
	d.settle("", true)
	d.firstTurn()
}
