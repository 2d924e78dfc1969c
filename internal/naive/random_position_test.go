package naive

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Options narrow what Random draws. The zero value draws everything.
type Options struct {
	Sides    int  // how many sides; 0 draws 1 to 9
	Pieces   int  // about how many pieces; 0 draws 0 to 140
	Defaults bool // leave every entry of the register at its default
}

// Random draws a well-formed position, always the same one for the same seed and options. It
// leans towards boards on which pieces bear on one another: clusters, crowded corners, Guards
// between Kings and Archers, CopyCats and Cantors, Echoes with a history, pinned pieces, Pawns
// about to be promoted, Kings missing or exposed.
func Random(seed uint64, o Options) Position {
	d := &draw{Rand: rand.New(rand.NewPCG(seed, 0x1230)), used: map[square]bool{}, owns: map[string]bool{}}
	d.position.System = "partychess"
	d.sides(o)
	d.palette()
	if !o.Defaults {
		d.readings()
	}
	target := o.Pieces
	if target == 0 {
		target = d.size()
	}
	if d.chance(5) && o.Pieces == 0 {
		d.siege()
		d.kings()
	} else {
		if kingsFirst := d.chance(40); kingsFirst {
			d.kings()
			d.motifs(target)
		} else {
			d.motifs(target) // these may bring Kings with them
			d.kings()
		}
		d.fill(target)
	}
	d.holdings()
	d.Shuffle(len(d.position.Pieces), func(i, j int) {
		d.position.Pieces[i], d.position.Pieces[j] = d.position.Pieces[j], d.position.Pieces[i]
	})
	return d.position
}

// types are all the types there are.
var types = append([]string{"King", "Pawn"}, promotable...)

// registered are the readings of the entries that can matter to an analysis, the default first.
var registered = [][]string{
	{"king-step", "adjacent", "literal"},
	{"section-6-piece", "counts", "counts-and-attacks"},
	{"attack-pins", "ignore-pins", "respect-pins"},
	{"mobility-range", "current", "type"},
	{"echo-captures", "as-moves", "as-piece"},
	{"echo-of-echo", "resolved", "none"},
	{"copycat-reads", "victim-counter", "no-counter"},
	{"copycat-aura", "base-only", "with-grants"},
	{"gess-adjacent", "yes", "no"},
	{"rook-special-tail", "one-to-five", "zero-to-five"},
	{"placement-check", "newly", "any"},
	{"special-check", "moved-piece", "any-new-check"},
	{"scratch-counts", "no", "yes"},
	{"defends-as", "turncoat", "target-only"},
	{"own-king-defended", "yes", "no"},
	{"copycat-own-loan", "yes", "no"},
	{"echo-kind", "no", "yes"},
	{"history-after-play", "updated", "before"},
	{"king-capture-sweep", "before-own-check", "after"},
	{"announced-promotion", "considered", "ignored"},
	{"mobility-check", "definition", "legal"},
	{"harfyblob-locust", "instead", "in-addition"},
	{"promoted-counter", "initial", "victim"},
}

// draw is a position being drawn.
type draw struct {
	*rand.Rand
	position Position
	used     map[square]bool
	owns     map[string]bool              // sides that have their King already
	favoured []string                     // types that this position is made of
	kingsAt  []square                     // on-board Kings
	centre   square                       // where most of the motifs are
	focus    func(square, string, string) // a motif that the one adopted reading is about
}

// chance is true n times in a hundred.
func (d *draw) chance(n int) bool { return d.IntN(100) < n }

func pick[T any](d *draw, list []T) T { return list[d.IntN(len(list))] }

func (d *draw) sides(o Options) {
	all := []string{"Red", "Blue", "Green", "Gold", "Black", "White", "Violet", "Grey", "Amber"}
	n := o.Sides
	if n == 0 {
		n = pick(d, []int{1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 6, 7, 8, 9})
	}
	for i := range n {
		name := fmt.Sprintf("Side%d", i)
		if i < len(all) {
			name = all[i]
		}
		s := Side{Name: name, Last: d.last()}
		if d.chance(40) {
			s.Benefyts = 1 + d.IntN(3)
		}
		d.position.Sides = append(d.position.Sides, s)
	}
	d.Shuffle(n, func(i, j int) {
		s := d.position.Sides
		s[i], s[j] = s[j], s[i]
	})
}

// last draws a side's most recent play; mostly one that an Echo can copy.
func (d *draw) last() *Last {
	switch n := d.IntN(100); {
	case n < 10:
		return nil
	case n < 14:
		return &Last{Play: "pass"}
	case n < 17:
		return &Last{Play: "surrender"}
	case n < 24:
		l := &Last{Play: "placement", Type: pick(d, types)}
		l.Counters = d.counters(l.Type)
		return l
	case n < 30:
		return &Last{Play: "special", Type: pick(d, []string{"Rook", "Pawn", "Jester"})}
	}
	l := &Last{Play: pick(d, []string{"move", "capture"}), Type: d.copied()}
	moved := l.Type
	if d.chance(20) {
		l.Type = "Echo"
		moved = ""
		if d.chance(75) {
			l.As = d.copied()
			moved = l.As
		}
	}
	l.Counters = d.counters(moved)
	return l
}

// copied draws a type to have been moved, not an Echo.
func (d *draw) copied() string {
	if d.chance(60) {
		return pick(d, []string{"CopyCat", "CopyCat", "Pawn", "Pawn", "Archer", "Archer", "Kamikaze", "HarfyBlob",
			"Loyalist", "il-Nabi", "Gess", "Demon", "Qball", "Locust", "King", "Guard", "Cantor", "Zombie"})
	}
	for {
		if t := pick(d, types); t != "Echo" {
			return t
		}
	}
}

// counters draws an Hn, sometimes left to its default, and nothing for any other type.
func (d *draw) counters(typ string) map[string]int {
	if typ != "HarfyBlob" || d.chance(20) {
		return nil
	}
	n := 1 + d.IntN(6)
	if d.chance(15) {
		n = 1 + d.IntN(20)
	}
	return map[string]int{"Hn": n}
}

// palette draws the types that this position favours.
func (d *draw) palette() {
	if d.chance(40) {
		d.favoured = slices.Clone(types[1:])
		return
	}
	themes := [][]string{
		{"Guard", "Archer", "Kamikaze"}, {"Guard", "Archer", "CopyCat", "Echo"}, {"CopyCat", "Cantor"},
		{"Echo", "CopyCat"}, {"Locust", "HarfyBlob"}, {"Pawn", "Echo", "Cantor"}, {"Zombie", "Guard", "Kamikaze"},
		{"Bouncy!Ball", "il-Nabi", "Gess", "Jester"}, {"Loyalist", "Demon"}, {"Qball", "Bishop"}, {"Rook", "Camel", "Jester"},
	}
	for range 1 + d.IntN(3) {
		d.favoured = append(d.favoured, pick(d, themes)...)
	}
	for range d.IntN(4) {
		d.favoured = append(d.favoured, pick(d, types[1:]))
	}
}

func (d *draw) typ() string { return pick(d, d.favoured) }

func (d *draw) side() string { return pick(d, d.position.Sides).Name }

// other draws a side that is not s, if there is one.
func (d *draw) other(s string) string {
	for range 20 {
		if t := d.side(); t != s {
			return t
		}
	}
	return s
}

// add puts a piece on a square if that is possible, or off-board.
func (d *draw) add(typ, side string, at square) bool {
	if at != off && (!at.onBoard() || d.used[at]) || typ == "King" && d.owns[side] {
		return false
	}
	if typ == "King" {
		d.owns[side] = true
		if at != off {
			d.kingsAt = append(d.kingsAt, at)
		}
	}
	if at != off {
		d.used[at] = true
	}
	d.position.Pieces = append(d.position.Pieces, Piece{
		ID: fmt.Sprintf("%.2s%d", typ, len(d.position.Pieces)+1), Type: typ, Side: side, At: at.String(), Counters: d.counters(typ),
	})
	return true
}

func (d *draw) anywhere() square { return square{d.IntN(20), d.IntN(20)} }

// near draws a square at most r from s, perhaps off the board.
func (d *draw) near(s square, r int) square {
	return square{s.col - r + d.IntN(2*r+1), s.row - r + d.IntN(2*r+1)}
}

// about draws a square of the board at most r from s.
func (d *draw) about(s square, r int) square {
	for {
		if at := d.near(s, r); at.onBoard() {
			return at
		}
	}
}

// size draws how many pieces a position has; small ones are the most frequent.
func (d *draw) size() int {
	switch n := d.IntN(100); {
	case n < 5:
		return d.IntN(4)
	case n < 50:
		return 4 + d.IntN(12)
	case n < 80:
		return 12 + d.IntN(24)
	case n < 95:
		return 30 + d.IntN(40)
	}
	return 60 + d.IntN(81)
}

// kings gives most sides a King; some keep it off-board, some lack it. On one board in three
// they stand close together.
func (d *draw) kings() {
	together := d.chance(35)
	centre := d.anywhere()
	for _, s := range d.position.Sides {
		if d.owns[s.Name] {
			continue
		}
		if d.chance(10) {
			d.owns[s.Name] = true // and it is nowhere: this side has none at all
			continue
		}
		if d.chance(10) {
			d.add("King", s.Name, off)
			continue
		}
		for range 30 {
			at := d.anywhere()
			if together {
				at = d.near(centre, 5)
			}
			if d.add("King", s.Name, at) {
				break
			}
		}
	}
}
