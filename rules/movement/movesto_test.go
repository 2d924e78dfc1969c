package movement_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"adjudicate/rules/movement"
	"adjudicate/systems"
)

// What MovesTo affirms MovesOf lists, and of the first game it affirms most of that.
func TestMovesToAffirmsWhatMovesOfLists(t *testing.T) {
	for i, name := range slices.Concat(systems.Systems(), systems.Variants()) {
		rng := rand.New(rand.NewPCG(11, uint64(i)))
		said, listed := 0, 0
		for game := range 20 {
			rs, _ := lawAtRandom(t, rng, name, game%8 == 0)
			if rs.Types() == 0 {
				continue
			}
			p := rs.NewPosition()
			for _, side := range []string{"white", "black", "red"} {
				p.AddSide(side)
			}
			for range 5 + rng.IntN(60) {
				id := p.AddPiece(movement.TypeID(rng.IntN(rs.Types())), movement.SideID(rng.IntN(3)))
				if sq := rs.Squares()[rng.IntN(len(rs.Squares()))]; p.At(sq) == movement.NoPiece && !p.ClosedAt(sq) && p.Fits(id, sq) {
					p.Put(id, sq)
				}
			}
			for id := range movement.PieceID(p.Pieces()) {
				moves := p.MovesOf(id, nil)
				for _, sq := range rs.Squares() {
					is := p.MovesTo(id, sq)
					if is && !slices.Contains(moves, sq) {
						t.Fatalf("%s: MovesTo has a move of the %s on %s to %s, MovesOf has not", name, rs.TypeName(p.TypeOf(id)), rs.SquareName(p.Where(id)), rs.SquareName(sq))
					}
					if is {
						said++
					}
				}
				listed += len(moves)
			}
		}
		if name == "partychess" && said*2 < listed {
			t.Errorf("%s: MovesTo affirms %d of %d moves", name, said, listed)
		}
	}
}
