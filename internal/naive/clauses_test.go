package naive

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// set builds a position from words like "K1=King/Red@c3", "H=HarfyBlob:3/Blue@d4" (Hn 3), and
// "P=Pawn/Red" (off-board); sides appear as they are named, and lasts and readings as "Red:Rook",
// "Red:Echo:Pawn" and "echo-kind=yes".
func set(t *testing.T, pieces, lasts, adopted string) Position {
	t.Helper()
	p := Position{System: "partychess", Interpretations: map[string]string{}}
	for word := range strings.FieldsSeq(pieces) {
		id, rest, _ := strings.Cut(word, "=")
		what, where, _ := strings.Cut(rest, "@")
		typ, owner, ok := strings.Cut(what, "/")
		if !ok {
			t.Fatalf("no side in %q", word)
		}
		x := Piece{ID: id, Type: typ, Side: owner, At: where}
		if name, hn, ok := strings.Cut(typ, ":"); ok {
			n, err := strconv.Atoi(hn)
			if err != nil {
				t.Fatal(err)
			}
			x.Type, x.Counters = name, map[string]int{"Hn": n}
		}
		p.Pieces = append(p.Pieces, x)
		if !slices.ContainsFunc(p.Sides, func(s Side) bool { return s.Name == owner }) {
			p.Sides = append(p.Sides, Side{Name: owner})
		}
	}
	for word := range strings.FieldsSeq(lasts) {
		parts := strings.Split(word, ":")
		for i := range p.Sides {
			if p.Sides[i].Name == parts[0] {
				p.Sides[i].Last = &Last{Play: "move", Type: parts[1]}
				if len(parts) == 3 {
					p.Sides[i].Last.As = parts[2]
				}
			}
		}
	}
	for word := range strings.FieldsSeq(adopted) {
		id, reading, _ := strings.Cut(word, "=")
		p.Interpretations[id] = reading
	}
	if err := wellFormed(p); err != nil {
		t.Fatal(err)
	}
	return p
}

// plays writes what a list of the piece holds: squares, ids, or captures as "id>to".
func plays(x AnalysedPiece, list string) []string {
	captures := func(cs []Capture) []string {
		texts := []string{}
		for _, c := range cs {
			texts = append(texts, c.Piece+">"+c.To)
		}
		return texts
	}
	switch list {
	case "moves":
		return x.Moves
	case "captures":
		return captures(x.Captures)
	case "specials":
		return x.Specials
	case "defends":
		return x.Defends
	case "legal_moves":
		return x.LegalMoves
	case "legal_captures":
		return captures(x.LegalCaptures)
	case "placements":
		return *x.Placements
	case "mobility":
		return []string{x.Mobility.String()}
	}
	panic("no such list: " + list)
}

// Each case is worked out by hand from the clause it names. want is what x's list must hold
// ("+d4" and "d4" alike), "-d4" what it must not, "=" that nothing else may be there.
func TestClauses(t *testing.T) {
	for _, c := range []struct{ name, pieces, lasts, adopted, x, list, want string }{
		{"a Demon steps one square on f6, the corner of its region (1230.18 §2)", "D=Demon/Red@f6", "", "", "D", "moves", "= e5 e6 e7 f5 f7 g5 g6 g7"},
		{"a Demon steps two squares on e6, outside its region", "D=Demon/Red@e6", "", "", "D", "moves", "= c4 c6 c8 e4 e8 g4 g6 g8"},
		{"a Demon steps one square on o15", "D=Demon/Red@o15", "", "", "D", "moves", "= n14 n15 n16 o14 o16 p14 p15 p16"},
		{"a Demon on rank 16 does not pass over a piece on SQ1", "D=Demon/Red@o16 p=Pawn/Blue@o17", "", "", "D", "moves", "m16 -o18 -o17"},
		{"an il-Nabi hops over SQ1 to SQ2, and over SQ3 to SQ4 if SQ2 is empty (1230.12 §2)", "M=il-Nabi/Red@d4 a=Pawn/Blue@d5 b=Pawn/Blue@g4 c=Pawn/Blue@b2 d=Pawn/Blue@a1", "", "", "M", "moves", "d6 h4 -e4 -f4 -a1 -b2"},
		{"an il-Nabi does not hop to SQ4 if SQ2 is occupied", "M=il-Nabi/Red@d4 a=Pawn/Blue@f4 b=Pawn/Blue@g4", "", "", "M", "moves", "-h4"},
		{"an il-Nabi captures by its bend and not by a hop (1230.12 §3)", "M=il-Nabi/Red@d4 a=Pawn/Blue@d5 b=Pawn/Blue@d6 c=Pawn/Blue@g8", "", "", "M", "captures", "= c>g8"},
		{"an Echo that moves as an il-Nabi captures by its hops, as it moves", "E=Echo/Red@d4 a=Pawn/Blue@d5 b=Pawn/Blue@d6 c=Pawn/Blue@g8", "Red:il-Nabi", "", "E", "captures", "= b>d6 c>g8"},
		{"an Echo captures as the il-Nabi does under as-piece", "E=Echo/Red@d4 a=Pawn/Blue@d5 b=Pawn/Blue@d6 c=Pawn/Blue@g8", "Red:il-Nabi", "echo-captures=as-piece", "E", "captures", "= c>g8"},
		{"an Archer near its King shoots and stays, up to 4 straight and 3 diagonally (1230.15 §3.a)", "K=King/Red@h8 A=Archer/Red@h5 a=Rook/Blue@d5 b=Rook/Blue@e2 c=Rook/Blue@l9 d=Rook/Blue@i8", "", "", "A", "captures", "= a>h5 b>h5"},
		{"an Archer away from its King captures by its move (1230.15 §3.b)", "K=King/Red@h10 A=Archer/Red@h5 a=Rook/Blue@d5 b=Rook/Blue@e2 c=Rook/Blue@i8", "", "", "A", "captures", "= a>d5 c>i8"},
		{"an Archer needs an empty corner to bend", "A=Archer/Red@h5 a=Rook/Blue@i8 b=Pawn/Blue@i5 c=Pawn/Blue@h8", "", "", "A", "captures", "="},
		{"an Archer with a loan has two captures of one target", "K=King/Red@h4 A=Archer/Red@h5 C=Cantor/Red@g5 a=Rook/Blue@j7", "", "", "A", "captures", "= a>h5 a>j7"},
		{"a Guard is not captured by an Archer, loans included (1230.25)", "K=King/Red@h4 A=Archer/Red@h5 C=Cantor/Red@g5 a=Guard/Blue@j7", "", "", "A", "captures", "="},
		{"a Guard keeps an Archer off its orthogonal neighbour", "K=King/Red@h4 A=Archer/Red@h5 a=Rook/Blue@h8 G=Guard/Blue@i8", "", "", "A", "captures", "="},
		{"a Guard does nothing for its diagonal neighbour", "K=King/Red@h4 A=Archer/Red@h5 a=Rook/Blue@h8 G=Guard/Blue@i9", "", "", "A", "captures", "= a>h5"},
		{"a Guard does nothing for another side's piece", "K=King/Red@h4 A=Archer/Red@h5 a=Rook/Blue@h8 G=Guard/Green@i8", "", "", "A", "captures", "= a>h5"},
		{"a Guard under attack protects nothing", "K=King/Red@h4 A=Archer/Red@h5 a=Rook/Blue@h8 G=Guard/Blue@i8 R=Rook/Green@n8", "", "", "A", "captures", "= a>h5"},
		{"a Guard under attack is immune itself all the same", "K=King/Red@h4 A=Archer/Red@h5 G=Guard/Blue@h8 R=Rook/Green@n8", "", "", "A", "captures", "="},
		{"a Kamikaze does not capture beside a Guard", "Z=Kamikaze/Red@c3 a=Rook/Blue@f5 G=Guard/Blue@g5", "", "", "Z", "captures", "="},
		{"an Echo that moves as a Kamikaze is an Echo to a Guard", "Z=Echo/Red@c3 a=Rook/Blue@f5 G=Guard/Blue@g5", "Red:Kamikaze", "", "Z", "captures", "= a>f5 G>g5"},
		{"an Echo that moves as a Kamikaze is one to a Guard under echo-kind = yes", "Z=Echo/Red@c3 a=Rook/Blue@f5 G=Guard/Blue@g5", "Red:Kamikaze", "echo-kind=yes", "Z", "captures", "="},
		{"a CopyCat that captures as a Kamikaze is one to a Guard under echo-kind = yes", "Z=CopyCat/Red@c3 a=Kamikaze/Blue@f5 G=Guard/Blue@g5", "", "echo-kind=yes", "Z", "captures", "="},
		{"a CopyCat that captures a Kamikaze by a loan is none", "Z=CopyCat/Red@c3 C=Cantor/Red@b3 a=Kamikaze/Blue@f6 G=Guard/Blue@g6", "", "echo-kind=yes", "Z", "captures", "= a>f6"},
		{"a CopyCat captures a Rook as a Rook, not by its own move", "O=CopyCat/Red@c3 a=Rook/Blue@c10 b=Bishop/Blue@f3 c=Bishop/Blue@f6", "", "", "O", "captures", "= a>c10 c>f6"},
		{"a CopyCat captures a CopyCat by its own move", "O=CopyCat/Red@c3 a=CopyCat/Blue@c6 b=CopyCat/Blue@g3 c=CopyCat/Blue@h8", "", "", "O", "captures", "= a>c6 c>h8"},
		{"a CopyCat captures a HarfyBlob with the victim's Hn", "O=CopyCat/Red@c3 a=HarfyBlob:3/Blue@c6 b=HarfyBlob:2/Blue@f3", "", "", "O", "captures", "= a>c6"},
		{"a CopyCat captures a HarfyBlob with Hn 1 under no-counter", "O=CopyCat/Red@c3 a=HarfyBlob:3/Blue@c6 b=HarfyBlob:2/Blue@d3", "", "copycat-reads=no-counter", "O", "captures", "= b>d3"},
		{"a CopyCat captures an Echo by the history of its own side", "O=CopyCat/Red@c3 a=Echo/Blue@c8 b=Echo/Blue@f6", "Red:Rook Blue:Bishop", "", "O", "captures", "= a>c8"},
		{"a CopyCat near its King shoots an Archer", "K=King/Red@b3 O=CopyCat/Red@c3 a=Archer/Blue@c6", "", "", "O", "captures", "= a>c3"},
		{"a CopyCat captures a Loyalist on the line to its own King", "K=King/Red@c9 O=CopyCat/Red@c3 a=Loyalist/Blue@c7 b=Loyalist/Blue@g3", "", "", "O", "captures", "= a>c7"},
		{"a CopyCat beside its Cantor captures by the loan", "O=CopyCat/Red@c3 C=Cantor/Red@b3 a=Rook/Blue@g7", "", "", "O", "captures", "= a>g7"},
		{"a CopyCat does not under copycat-own-loan = no", "O=CopyCat/Red@c3 C=Cantor/Red@b3 a=Rook/Blue@g7", "", "copycat-own-loan=no", "O", "captures", "="},
		{"a CopyCat uses no loan of the victim's by default", "O=CopyCat/Red@c3 C=Cantor/Blue@h7 a=Rook/Blue@g7", "", "", "O", "captures", "="},
		{"a CopyCat uses the victim's loan under with-grants", "O=CopyCat/Red@c3 C=Cantor/Blue@h7 a=Rook/Blue@g7", "", "copycat-aura=with-grants", "O", "captures", "= a>g7"},
		{"an Echo without a play to copy moves by a loan only", "E=Echo/Red@c3 C=Cantor/Red@b3", "", "", "E", "moves", "= a1 a5 b2 b4 d2 d4 e1 e5 f6 g7"},
		{"an Echo of an Echo moves as that one moved", "E=Echo/Red@a1", "Red:Echo:Camel", "", "E", "moves", "= b4 d2"},
		{"an Echo of an Echo does not move under echo-of-echo = none", "E=Echo/Red@a1", "Red:Echo:Camel", "echo-of-echo=none", "E", "moves", "="},
		{"a Pawn moves two squares if it defends a friend (1230.8 §2)", "P=Pawn/Red@e5 a=Rook/Red@f6", "", "", "P", "moves", "= d5 c5 e4 e3 e6 e7 f5 g5"},
		{"a Pawn does not pass over a piece on SQ1", "P=Pawn/Red@e5 a=Rook/Red@f6 b=Pawn/Blue@e6", "", "", "P", "moves", "= d5 c5 e4 e3 f5 g5"},
		{"a Pawn that defends by a loan moves two squares", "P=Pawn/Red@e5 a=Rook/Red@h8 C=Cantor/Red@e6", "", "", "P", "moves", "c5 e3 g5 -e7"},
		{"a Pawn captures one square diagonally only", "P=Pawn/Red@e5 a=Rook/Blue@f6 b=Rook/Blue@e6", "", "", "P", "captures", "= a>f6"},
		{"an Echo that moves as a Pawn captures straight, two squares if it defends a friend", "E=Echo/Red@e5 a=Rook/Red@e6 b=Rook/Blue@g5 c=Rook/Blue@d6", "Red:Pawn", "", "E", "captures", "= b>g5"},
		{"an Echo that moves as a Pawn and defends nobody captures one square straight", "E=Echo/Red@e5 b=Rook/Blue@g5 c=Rook/Blue@e4", "Red:Pawn", "", "E", "captures", "= c>e4"},
		{"a Jester goes two squares over anything", "J=Jester/Red@a1 a=Rook/Blue@a2 b=Rook/Blue@c3", "", "", "J", "captures", "= b>c3"},
		{"a Qball from an edge square goes to another edge square", "Q=Qball/Red@a5 b=Rook/Blue@m1", "", "", "Q", "moves", "f2 g3 -a5 -o16"},
		{"a Locust alone cannot move", "L=Locust/Red@e5", "", "", "L", "moves", "="},
		{"one of two Locusts bends one and one", "L=Locust/Red@e5 M=Locust/Blue@t20", "", "", "L", "moves", "= c5 d4 d6 e3 e7 f4 f6 g5"},
		{"a Bouncy!Ball jumps to SQ2n with nothing else between", "B=Bouncy!Ball/Red@a1 a=Pawn/Blue@c3 b=Pawn/Blue@a4 c=Pawn/Blue@a5", "", "", "B", "moves", "= e5"},
		{"a Gess goes over an occupied neighbour and to empty ones", "G=Gess/Red@a1 a=Pawn/Blue@a2", "", "", "G", "moves", "= a3 a4 a5 a6 a7 a8 a9 a10 a11 b1 b2"},
		{"a Gess captures an adjacent piece unless gess-adjacent = no", "G=Gess/Red@a1 a=Pawn/Blue@a2 b=Pawn/Blue@a11", "", "gess-adjacent=no", "G", "captures", "= b>a11"},
		{"a Loyalist stops before its King and takes one enemy on the way", "K=King/Red@a8 L=Loyalist/Red@a1 a=Pawn/Blue@a5", "", "", "L", "moves", "= a2 a3 a4 b1 b2"},
		{"a friend anywhere between closes a Loyalist's line", "K=King/Red@a8 L=Loyalist/Red@a1 a=Pawn/Red@a7", "", "", "L", "moves", "= a2 b1 b2"},
		{"a Loyalist more than 8 from its King has no line", "K=King/Red@a10 L=Loyalist/Red@a1", "", "", "L", "moves", "= a2 b1 b2"},
		{"a piece without a King on-board attacks no King (1230.2 §8)", "R=Rook/Red@a1 k=King/Blue@a5", "", "", "R", "captures", "="},
		{"a King that was a turncoat is no friend to a Loyalist", "K=King/Red@a5 L=Loyalist/Red@a1 R=Rook/Red@b5", "", "", "L", "defends", "="},
		{"a Rook defends its own King", "K=King/Red@a5 R=Rook/Red@b5", "", "", "R", "defends", "= K"},
		{"a Rook does not under own-king-defended = no", "K=King/Red@a5 R=Rook/Red@b5", "", "own-king-defended=no", "R", "defends", "="},
		{"an Archer loses its Defensive Position to a King that turned its coat", "K=King/Red@a5 A=Archer/Red@a7", "", "", "A", "defends", "="},
		{"an Archer shoots for its King under target-only", "K=King/Red@a5 A=Archer/Red@a7", "", "defends-as=target-only", "A", "defends", "= K"},
		{"a Cantor does not lend for its own defence as a turncoat", "C=Cantor/Red@d4 P=Camel/Red@e5", "", "", "P", "defends", "="},
		{"a Cantor lends for its own defence under target-only", "C=Cantor/Red@d4 P=Camel/Red@e5", "", "defends-as=target-only", "P", "defends", "= C"},
		{"a pinned piece attacks under ignore-pins", "K=King/Red@a1 R=Rook/Red@a3 x=Rook/Blue@a9 k=King/Blue@t20 v=Pawn/Blue@d3", "", "", "R", "captures", "= x>a9 v>d3"},
		{"a pinned piece attacks only along the pin under respect-pins", "K=King/Red@a1 R=Rook/Red@a3 x=Rook/Blue@a9 k=King/Blue@t20 v=Pawn/Blue@d3", "", "attack-pins=respect-pins", "R", "captures", "= x>a9"},
		{"a pinned piece has no legal capture off the pin", "K=King/Red@a1 R=Rook/Red@a3 x=Rook/Blue@a9 k=King/Blue@t20 v=Pawn/Blue@d3", "", "", "R", "legal_captures", "= x>a9"},
		{"a Pawn that can be promoted to the Guard its King needs may go", "K=King/Red@j12 P=Pawn/Red@j10 A=Archer/Blue@j15 k=King/Blue@j18", "", "", "P", "legal_moves", "= j11"},
		{"a Pawn cannot under announced-promotion = ignored", "K=King/Red@j12 P=Pawn/Red@j10 A=Archer/Blue@j15 k=King/Blue@j18", "", "announced-promotion=ignored", "P", "legal_moves", "="},
		{"a Kamikaze destroyed by its capture does not stand in for the shield it took", "K=King/Red@a1 Z=Kamikaze/Red@c4 v=Pawn/Blue@a5 R=Rook/Blue@a9 k=King/Blue@t20", "", "", "Z", "legal_captures", "= R>a9 -v>a5"},
		{"a Pawn that captures its way to a promotion may become the Guard its King needs", "K=King/Red@j12 P=Pawn/Red@i10 v=Pawn/Blue@j11 A=Archer/Blue@j15 k=King/Blue@j18", "", "", "P", "legal_captures", "= v>j11"},
		{"a Zombie may become the Guard it took beside its King (1230.21)", "K=King/Red@e5 Z=Zombie/Red@g6 G=Guard/Blue@e6 A=Archer/Blue@i5 k=King/Blue@i8", "", "", "Z", "legal_captures", "= G>e6"},
		{"a Zombie's promotion does not help under announced-promotion = ignored", "K=King/Red@e5 Z=Zombie/Red@g6 G=Guard/Blue@e6 A=Archer/Blue@i5 k=King/Blue@i8", "", "announced-promotion=ignored", "Z", "legal_captures", "="},
		{"with-grants does not help against a CopyCat", "O=CopyCat/Red@c3 C=Cantor/Blue@h7 a=CopyCat/Blue@g7", "", "copycat-aura=with-grants", "O", "captures", "="},
		{"a CopyCat that would capture an Echo as a CopyCat captures nothing", "O=CopyCat/Red@c3 a=Echo/Blue@c6", "Red:CopyCat", "echo-captures=as-piece", "O", "captures", "="},
		{"an Echo that counts as an Archer counts as one by a loan too", "E=Echo/Red@c3 C=Cantor/Red@b3 G=Guard/Blue@f6", "Red:Archer", "echo-kind=yes", "E", "captures", "="},
		{"an Echo takes a Guard by a loan, being an Echo", "E=Echo/Red@c3 C=Cantor/Red@b3 G=Guard/Blue@f6", "Red:Archer", "", "E", "captures", "= G>f6"},
		{"a Loyalist exactly 8 from its King has the line", "K=King/Red@a9 L=Loyalist/Red@a1", "", "", "L", "moves", "= a2 a3 a4 a5 a6 a7 a8 b1 b2"},
		{"a side with little on-board may place what attacks from every square (1230.2 §6.C.a)", "K=King/Red b=Pawn/Blue@b1 c=Pawn/Blue@c1 f=Pawn/Blue@f1 g=Pawn/Blue@g1 j=Pawn/Blue@j1 k=Pawn/Blue@k1 n=Pawn/Blue@n1 o=Pawn/Blue@o1 r=Pawn/Blue@r1 s=Pawn/Blue@s1", "", "king-step=literal", "K", "placements", "a1 d5 t20 -b1"},
		{"a side with five pieces on-board may not", "K=King/Red b=Pawn/Blue@b1 c=Pawn/Blue@c1 f=Pawn/Blue@f1 g=Pawn/Blue@g1 j=Pawn/Blue@j1 k=Pawn/Blue@k1 n=Pawn/Blue@n1 o=Pawn/Blue@o1 r=Pawn/Blue@r1 s=Pawn/Blue@s1 v=Camel/Red@a9 w=Camel/Red@b9 x=Camel/Red@c9 y=Camel/Red@d9 z=Camel/Red@e9", "", "king-step=literal", "K", "placements", "="},
		{"a King gone, its side's other pieces give no check (1230.2 §8)", "K=King/Red@a1 R=Rook/Red@t1 r=Rook/Blue@a9 k=King/Blue@t5", "", "king-capture-sweep=after", "R", "legal_captures", "= k>t5"},
		{"the loser's pieces leave before the captor's own check is judged, and open lines", "K=King/Red@a1 R=Rook/Red@t1 p=Pawn/Blue@a5 k=King/Blue@t5 g=Rook/Green@a9 h=King/Green@t20", "", "", "R", "legal_captures", "="},
		{"the loser's pieces still close lines under king-capture-sweep = after", "K=King/Red@a1 R=Rook/Red@t1 p=Pawn/Blue@a5 k=King/Blue@t5 g=Rook/Green@a9 h=King/Green@t20", "", "king-capture-sweep=after", "R", "legal_captures", "= k>t5"},
		{"a Pawn's special is not to a promotion square and not next to a King it would attack", "K=King/Red@a1 P=Pawn/Red@j3 k=King/Blue@k13", "", "", "P", "specials", "j9 j13 -j10 -j11 -j12 -j14"},
		{"a Rook's special bends by 45 degrees", "R=Rook/Red@a1", "", "", "R", "specials", "= b3 b4 b5 b6 b7 c2 d2 e2 f2 g2"},
		{"a placed Echo attacks nothing", "E=Echo/Red a=Pawn/Blue@d4", "Red:Rook", "", "E", "placements", "d5 d10 a4"},
		{"a placed Echo attacks by its old history under before", "E=Echo/Red a=Pawn/Blue@d4", "Red:Rook", "history-after-play=before", "E", "placements", "-d5 -d10 -a4 e5"},
		{"a placed piece attacks a Pawn", "E=Camel/Red a=Pawn/Blue@d4", "", "", "E", "placements", "-e7 e8"},
		{"a Pawn is no target of a placement under counts-and-attacks", "E=Camel/Red a=Pawn/Blue@d4 b=Rook/Blue@p4", "", "section-6-piece=counts-and-attacks", "E", "placements", "e7 -q7"},
		{"a King is not placed where it would be in check", "E=King/Red r=Rook/Blue@d4 k=King/Blue@t20", "", "", "E", "placements", "-d9 -a4 e9 -e5"},
		{"a King's arrival may not let its side's pieces give check", "E=King/Red r=Rook/Red@t4 k=King/Blue@t9", "", "", "E", "placements", "= t5 t6 t7"},
		{"a Camel's mobility is half its moves (1230.3)", "C=Camel/Red@a1", "", "", "C", "mobility", "= 1"},
		{"half of an odd number of moves is a half", "C=Camel/Red@b1", "", "", "C", "mobility", "= 1.5"},
		{"the scratch of a lone Qball on the long diagonal is a move under scratch-counts", "Q=Qball/Red@b2 x=Bishop/Red@c1 y=Bishop/Red@a3 z=Bishop/Red@c3", "", "scratch-counts=yes", "Q", "mobility", "= 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := set(t, c.pieces, c.lasts, c.adopted)
			a := Analyse(p)
			i := slices.IndexFunc(a.Pieces, func(x AnalysedPiece) bool { return x.ID == c.x })
			got := plays(a.Pieces[i], c.list)
			words := strings.Fields(c.want)
			if len(words) > 0 && words[0] == "=" {
				words = words[1:]
				if n := len(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w[0] == '-' })); len(got) != n {
					t.Errorf("%d entries, want %d: got %v, want %v", len(got), n, got, words)
				}
			}
			for _, w := range words {
				if absent, no := strings.CutPrefix(w, "-"); no == slices.Contains(got, strings.TrimPrefix(w, "-")) {
					t.Errorf("%s: unwanted %v; got %v", absent, no, got)
				}
			}
		})
	}
}
