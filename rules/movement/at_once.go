package movement

import "slices"

// atOnce moves pieces that go all at once.
func (x *follower) atOnce(d *doing, ch Change, list []PieceID, env *followEnv) {
	p := x.p
	var going []Going
	for _, id := range list {
		env.it = id
		going = append(going, Going{id, p.pieces[id].at, x.square(d, env)})
	}
	env.it = NoPiece
	going = p.AtOnce(going)
	for _, g := range going {
		p.Lift(g.Piece)
	}
	for _, g := range going {
		p.Put(g.Piece, g.To)
		p.came(g.Piece, g.From)
		ch.Kind, ch.Piece, ch.From, ch.To = Moved, g.Piece, g.From, g.To
		x.out = append(x.out, ch)
	}
	for _, g := range going {
		x.queue = append(x.queue, moment{on: "landed", actor: g.Piece, at: g.To, side: p.pieces[g.Piece].side, captor: NoPiece, victim: NoPiece, left: g.From})
	}
}

// Going is a piece with the square on which it stands and that to which it goes.
type Going struct {
	Piece    PieceID
	From, To Square
}

// AtOnce returns those of some pieces that can go all at once: each to squares that are open, that nothing keeps, and to none of which another one goes.
func (p *Position) AtOnce(list []Going) []Going {
	for {
		to, leaves := map[Square]int{}, map[PieceID]bool{}
		for _, g := range list {
			leaves[g.Piece] = true
			for _, sq := range p.goesTo(g) {
				to[sq]++
			}
		}
		var buf [8]PieceID
		kept := slices.DeleteFunc(slices.Clone(list), func(g Going) bool {
			squares := p.goesTo(g)
			return len(squares) == 0 || slices.ContainsFunc(squares, func(sq Square) bool {
				return p.ClosedAt(sq) || to[sq] > 1 || slices.ContainsFunc(p.AllAt(sq, buf[:0]), func(x PieceID) bool { return !leaves[x] })
			})
		})
		if len(kept) == len(list) {
			return kept
		}
		list = kept
	}
}

// goesTo returns the squares that a piece would cover where it goes; none if it stays, or has no room on the board there.
func (p *Position) goesTo(g Going) []Square {
	if g.To == Off || g.To == g.From {
		return nil
	}
	return p.Covered(g.Piece, g.To)
}
