package movement

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"adjudicate/rules/formula"
)

// Where a way leads over: the squares that it passes, for whoever draws or tells it.

// follow returns the squares by which m leads from a.from to a target that it reaches.
func (p *Position) follow(m *mode, a *actor, to Square) []Square {
	if p.rs.wide && p.walkedOn == nil && p.rs.types[a.own].covers != nil {
		cells := p.cells
		p.cells, p.walkedOn = p.eroded(a), cells
		defer func() { p.cells, p.walkedOn = cells, nil }()
	}
	switch m.op {
	case opTour:
		return p.tourPath(m, a, to, NoPiece)
	case opBent, opPath:
		if path, ok := p.trail(m, 0, a, a.from, nil, 0, to); ok {
			return append([]Square{a.from}, path...)
		}
		return []Square{a.from, to}
	case opAnywhere:
		return []Square{a.from, to}
	}
	if m.op != opToward {
		l := &m.legs[0]
		vecs, mask := l.along(a), p.mask(l, a, 0)
		for i := range vecs {
			if n := p.rs.steps(a.from, to, &vecs[i], mostSteps); n > 0 && (l.edge || mask>>n&1 != 0) {
				return vecs[i].along(a.from, n)
			}
		}
	}
	return p.straight(a.from, to)
}

// straight lists the squares from one to another on a line, or just the two.
func (p *Position) straight(from, to Square) []Square {
	if v, n, ok := p.rs.line(from, to); ok {
		return v.along(from, n)
	}
	return []Square{from, to}
}

// trail is path for one target: the squares after from by which the legs from the i-th on
// lead to it.
func (p *Position) trail(m *mode, i int, a *actor, from Square, before *vec, d1 int, to Square) ([]Square, bool) {
	l := &m.legs[i]
	last := i == len(m.legs)-1
	mask := p.mask(l, a, d1)
	if l.edge {
		mask = 0
	}
	if mask&1 != 0 && i > 0 {
		if last && from == to {
			return nil, true
		}
		if !last && p.cells[from] == NoPiece {
			if path, ok := p.trail(m, i+1, a, from, before, d1, to); ok {
				return path, true
			}
		}
	}
	if i > 0 && p.cells[from] != NoPiece && !m.legs[i-1].any {
		return nil, false
	}
	most := highest(mask)
	if l.edge {
		most = mostSteps
	}
	vecs := p.rs.turned(l, a, before)
	for j := range vecs {
		v, sq := &vecs[j], from
		var passed []Square
		for n := 1; n <= most; n++ {
			sq = v.next[sq]
			c := p.cells[sq]
			if c == border || c == wall && !l.any {
				break
			}
			passed = append(passed, sq)
			stops := mask>>n&1 != 0
			if l.edge {
				stops = p.cells[v.next[sq]] == border
			}
			if stops && c != wall {
				first := d1
				if i == 0 {
					first = n
				}
				if last && sq == to {
					return passed, true
				}
				if !last && (c == NoPiece || l.any || p.zeroNext(m, i+1, a, first)) {
					if rest, ok := p.trail(m, i+1, a, sq, v, first, to); ok {
						return append(passed, rest...), true
					}
				}
			}
			if c != NoPiece && !l.any {
				break
			}
		}
	}
	return nil, false
}

// displacedPath returns the way by which a mode captures the target without landing on it.
func (x *trier) displacedPath(m *mode) (path []Square, ok bool) {
	p := x.p
	if m.op == opTour {
		path = p.tourPath(m, &x.who, Off, x.target)
		return path, path != nil
	}
	p.displaced(m, &x.who, func(t Taking) bool {
		if !t.Takes(x.target) {
			return true
		}
		path, ok = p.straight(x.who.from, t.To), true
		return false
	})
	return path, ok
}

// String names what a mode is for: "move, capture".
func (u use) String() string {
	var words []string
	for i, w := range [...]string{"move", "capture", "shoot", "leave the board", "swap", "capture its own"} {
		if u>>i&1 != 0 {
			words = append(words, w)
		}
	}
	return strings.Join(words, ", ")
}

// directionWords are the sets of compass directions that have a word, as bits.
var directionWords = map[uint8]string{
	0b01010101: "orthogonally", 0b10101010: "diagonally", 0b11111111: "in any direction",
	0b01000100: "along the rank", 0b00010001: "along the file",
	1: "north", 2: "northeast", 4: "east", 8: "southeast", 16: "south", 32: "southwest", 64: "west", 128: "northwest",
}

// words tells a mode: "orthogonally 1–10, then at a right angle 1–5".
func (p *Position) words(m *mode, a *actor) string {
	if m.op == opAnywhere {
		return "to any square"
	}
	if m.op == opCarry && m.carry.chosen() {
		return p.words(m.carry.path, a) + ", " + m.carry.words()
	}
	if m.op == opCarry {
		return "with another piece, as in castling"
	}
	parts := make([]string, len(m.legs))
	for i := range m.legs {
		parts[i] = p.legWords(&m.legs[i], a, m.op == opToward)
	}
	text := strings.Join(parts, ", then ")
	l := &m.legs[0]
	switch {
	case m.op == opHalf:
		text += ", over the one piece midway"
	case m.op == opHop && l.next:
		text += ", landing right behind the first piece"
	case m.op == opHop:
		text += ", over exactly one piece"
	case l.any && l.vecs != nil && l.vecs[0].dir >= 0:
		text += ", over anything"
	}
	if l.occ != 0 {
		text += ", square " + stepWords(l.occ) + " occupied"
	}
	if l.emp != 0 {
		text += ", square " + stepWords(l.emp) + " empty"
	}
	switch m.takes {
	case takesBehind:
		text += ", taking what stands behind"
	case takesHopped:
		text += ", taking what it hops over"
	case takesWhere:
		text += ", taking each opposing piece of which this holds: " + m.where.String()
	}
	if m.op == opTour {
		if slices.ContainsFunc(m.legs, func(l leg) bool { return l.takes }) {
			text += ", taking on the way too"
		}
		if m.repeats > 1 {
			text += ", up to " + strconv.Itoa(m.repeats) + " times"
		}
	}
	if m.onto {
		text += ", to an empty square"
	}
	return text
}

func (p *Position) legWords(l *leg, a *actor, toward bool) string {
	if toward {
		return fmt.Sprintf("along the line towards a friendly %s at most %d away", p.rs.TypeName(l.toward), l.within)
	}
	steps := stepWords(l.mask)
	switch {
	case l.edge:
		steps = "to the edge"
	case l.steps != nil && l.byD1 != nil:
		steps = stepText(l.steps) + " (d1: the first leg's squares)"
	case l.steps != nil:
		steps = stepWords(p.evalSteps(l, a, 0)) + " (" + stepText(l.steps) + ")"
	}
	if len(l.vecs) > 0 && l.vecs[0].dir < 0 {
		v := l.vecs[0]
		word := fmt.Sprintf("a leap of (%d,%d)", max(abs(int(v.df)), abs(int(v.dr))), min(abs(int(v.df)), abs(int(v.dr))))
		if steps != "1" {
			word += " " + steps + " times"
		}
		return word
	}
	word := ""
	if l.turn == absolute {
		var set uint8
		for i := range l.vecs {
			set |= 1 << l.vecs[i].dir
		}
		if word = directionWords[set]; word == "" {
			word = fmt.Sprintf("in %d directions", bits.OnesCount8(set))
		}
	} else {
		word = l.turn.words()
		for _, w := range l.also {
			word += " or " + w.words()
		}
	}
	if l.zero {
		steps += " or none"
	}
	if l.onto {
		steps += ", up to the first piece"
	}
	if l.splits {
		steps += ", splitting"
	}
	if l.when != nil {
		steps += ", where " + l.when.String()
	}
	return word + " " + steps
}

// words tell a turn.
func (w turn) words() string {
	return [turns]string{straightOn: "straight on", turn45: "at 45° off", turn90: "at a right angle", turn135: "at 135° off", turn180: "back",
		right45: "to the right by 45°", right90: "to the right by 90°", left45: "to the left by 45°", left90: "to the left by 90°"}[w]
}

// stepText is numbers of steps as their formulas say them.
func stepText(s *formula.Steps) string {
	if s.Low != nil {
		return s.Low.String() // the text of both
	}
	parts := make([]string, len(s.List))
	for i, f := range s.List {
		parts[i] = f.String()
	}
	return strings.Join(parts, " or ")
}

// stepWords tells numbers of steps: "1–10", "3 or 5", "none".
func stepWords(mask uint64) string {
	var parts []string
	for n := 0; n <= mostSteps; n++ {
		if mask>>n&1 == 0 || n == 0 {
			continue
		}
		from := n
		for n < mostSteps && mask>>(n+1)&1 != 0 {
			n++
		}
		switch {
		case n == from:
			parts = append(parts, strconv.Itoa(n))
		case n == from+1:
			parts = append(parts, strconv.Itoa(from), strconv.Itoa(n))
		default:
			parts = append(parts, fmt.Sprintf("%d–%d", from, n))
		}
	}
	switch len(parts) {
	case 0:
		return "none"
	case 1:
		return parts[0]
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " or " + parts[len(parts)-1]
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
