package draw

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/rules"
)

// Crop leaves of the board the part between two opposite corners, written as "c3-h9", and what stands, is marked or leads from square to
// square there. Squares keep their names. A piece on several squares is not cut: the part grows to hold it. The board is as it was
// after an error, which is [ErrPart].
func (b *Board) Crop(part string) error {
	first, last, ok := strings.Cut(strings.ToLower(strings.Join(strings.Fields(part), "")), "-")
	f1, r1, is1 := rules.ParseSquare(first)
	f2, r2, is2 := rules.ParseSquare(last)
	if !ok || !is1 || !is2 || !b.on(first) || !b.on(last) {
		return fmt.Errorf("%w: %q: expected two opposite corners on a board of %d files and %d ranks, such as %s-%s", ErrPart, part, b.Files, b.Ranks, b.file(0)+b.rank(0), b.file(b.Files/2)+b.rank(b.Ranks/2))
	}
	was := *b
	low, high := [2]int{min(f1, f2), min(r1, r2)}, [2]int{max(f1, f2), max(r1, r2)}
	for grown := true; grown; {
		b.First, b.Files, b.Ranks = low, high[0]-low[0]+1, high[1]-low[1]+1
		for _, p := range b.Pieces {
			squares := append([]string{p.Square}, b.Covers[p.Square]...)
			if !slices.ContainsFunc(squares, b.on) {
				continue
			}
			for _, sq := range squares {
				file, rank, _ := rules.ParseSquare(sq)
				low, high = [2]int{min(low[0], file), min(low[1], rank)}, [2]int{max(high[0], file), max(high[1], rank)}
			}
		}
		grown = low != b.First || high != [2]int{low[0] + b.Files - 1, low[1] + b.Ranks - 1}
	}
	b.cropped = b.Files < was.Files || b.Ranks < was.Ranks
	b.AroundFiles, b.AroundRanks = b.AroundFiles && b.Files == was.Files, b.AroundRanks && b.Ranks == was.Ranks
	b.Pieces = kept(b.Pieces, func(p Piece) bool { return b.on(p.Square) })
	b.Marks = kept(b.Marks, func(m Mark) bool { return b.on(m.Square) })
	b.Arrows = kept(b.Arrows, func(a Arrow) bool { return b.on(a.From) && b.on(a.To) })
	b.Walls, b.Closed = kept(b.Walls, b.on), kept(b.Closed, b.on)
	b.Tints, b.States = slices.Clone(b.Tints), slices.Clone(b.States)
	for i := range b.Tints {
		b.Tints[i].Squares = kept(b.Tints[i].Squares, b.on)
	}
	for i := range b.States {
		b.States[i].Squares = kept(b.States[i].Squares, b.on)
	}
	return nil
}

// kept is what a list has that is wanted; the list stays as it is.
func kept[T any](list []T, wanted func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(x T) bool { return !wanted(x) })
}

// whole returns what is said of a board, or else of a part of one.
func (b *Board) whole(board, part string) string {
	if b.cropped {
		return part
	}
	return board
}
