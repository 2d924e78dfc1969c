package explain

import (
	"fmt"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// A board is a judge's position with the names that things have in the ledger.
type board struct {
	j   *aggregate.Judge
	pos *movement.Position
	rs  *movement.Ruleset
	law aggregate.Law
}

func boardOf(j *aggregate.Judge) *board {
	b := &board{j: j, pos: j.Position(), law: j.Law()}
	if b.pos != nil {
		b.rs = b.pos.Ruleset()
	}
	return b
}

// typ is the name of a piece's type, id the piece's own.
func (b *board) typ(id movement.PieceID) string { return b.rs.TypeName(b.pos.TypeOf(id)) }
func (b *board) id(id movement.PieceID) string  { return b.j.PieceName(id) }
func (b *board) side(id movement.PieceID) string {
	return b.j.SideName(b.pos.Owner(id))
}
func (b *board) at(id movement.PieceID) string { return b.rs.SquareName(b.pos.Where(id)) }

// find returns the piece of an id, if a rule in force defines its type.
func (b *board) find(id string) (movement.PieceID, bool) {
	p, ok := b.j.State().Piece(id)
	if !ok {
		return movement.NoPiece, false
	}
	if _, defined := b.rs.Type(p.Type); !defined {
		return movement.NoPiece, false
	}
	return b.j.PieceID(id)
}

// piece is "Rook R1 on a1", or "Rook R1" off-board.
func (b *board) piece(id movement.PieceID) string {
	if at := b.at(id); at != "" {
		return fmt.Sprintf("%s %s on %s", b.typ(id), b.id(id), at)
	}
	return b.typ(id) + " " + b.id(id)
}

func (b *board) squares(list []movement.Square) []string {
	out := make([]string, len(list))
	for i, sq := range list {
		out[i] = b.rs.SquareName(sq)
	}
	return out
}

func (b *board) ids(list []movement.PieceID) []string {
	out := make([]string, len(list))
	for i, id := range list {
		out[i] = b.id(id)
	}
	return out
}

// on marks a node with a piece and its square.
func (b *board) on(n *Node, ids ...movement.PieceID) *Node {
	for _, id := range ids {
		if id != movement.NoPiece {
			n.of(b.id(id)).at(b.at(id))
		}
	}
	return n
}

// path writes a way: "q14 – q8" for a straight line, with its bends else.
func (b *board) path(list []movement.Square) string {
	if len(list) == 0 {
		return ""
	}
	names := []string{b.rs.SquareName(list[0])}
	for i := 1; i < len(list); i++ {
		if i == len(list)-1 || !b.straight(list[i-1], list[i], list[i+1]) {
			names = append(names, b.rs.SquareName(list[i]))
		}
	}
	return strings.Join(names, "–")
}

// straight reports whether three squares follow each other in one direction.
func (b *board) straight(x, y, z movement.Square) bool {
	fx, rx, _ := rules.ParseSquare(b.rs.SquareName(x))
	fy, ry, _ := rules.ParseSquare(b.rs.SquareName(y))
	fz, rz, _ := rules.ParseSquare(b.rs.SquareName(z))
	return fy-fx == fz-fy && ry-rx == rz-ry
}

// enumerated joins words: "a, b and c".
func enumerated(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// counted is "1 piece", "2 pieces"; of entry, "2 entries".
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if stem, ok := strings.CutSuffix(what, "fe"); ok {
		what = stem + "ve"
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// article puts "a" or "an" before a name.
func article(name string) string {
	if name != "" && strings.ContainsAny(name[:1], "AEIOUaeiou") {
		return "an " + name
	}
	return "a " + name
}
