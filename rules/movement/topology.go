package movement

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync/atomic"

	"adjudicate/rules"
)

// The compass directions, clockwise from north, as files and ranks.
var compass = [8][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// A ground is what a board is made of: its size, the squares that there are not, and which
// edges lead around.
type ground struct {
	files, ranks             int
	aroundFiles, aroundRanks bool     // after the last file comes the first, after the last rank
	closed, walls            [][2]int // squares that there are not, and squares occupied for ever
}

func (g *ground) equal(h *ground) bool {
	return g.files == h.files && g.ranks == h.ranks && g.aroundFiles == h.aroundFiles && g.aroundRanks == h.aroundRanks &&
		slices.Equal(g.closed, h.closed) && slices.Equal(g.walls, h.walls)
}

// A topology is the board as a graph: for every direction a table of next squares. Whatever
// moves asks the tables; that a board is flat is known here alone.
type topology struct {
	ground
	flat       bool      // nothing leads around
	whole      bool      // nor is any square missing
	stride     int       // Square distance of neighbouring files
	squares    []Square  // all squares, by file then rank
	file, rank []int16   // by Square
	isEdge     []bool    // by Square: it has no next square north, east, south or west
	isCorner   []bool    // by Square: it has none in two of these that are at right angles
	empty      []PieceID // the cells of an empty board
	names      []string  // by Square
	bias       int       // index of offset 0 in a reach table
	offsets    int       // length of a reach table

	next  [8][]Square         // by compass direction, by Square: the next square, or Off
	leaps map[[2]int][]Square // the same for other steps

	king  [8]vec           // one step in each compass direction
	rings []ring           // the first is of these
	rung  map[[2]int]int16 // by the sizes of a leap
	far   []uint8          // by offset, from bias: the distance of two squares, where nothing leads around
}

// vec is a direction of a leg.
type vec struct {
	next   []Square // by Square: where a step leads, or Off
	df, dr int16    // files and ranks of a step
	dir    int16    // 0–7 clockwise from north, or -1 for a leap
	ring   int16    // of the directions that a turn leads to,
	place  int16    // and its place among them
}

// A ring is directions of the same kind, clockwise: eight at 45° or four at 90°.
type ring struct {
	vecs   []vec
	turned [turns][][]vec // by turn, by place of the direction before
}

// round makes a ring of directions that stand clockwise.
func (t *topology) round(vecs []vec) int16 {
	n := len(vecs)
	r := ring{vecs: vecs}
	for i := range vecs {
		vecs[i].ring, vecs[i].place = int16(len(t.rings)), int16(i)
	}
	quarter := n / 4
	half := 0 // steps of 45°
	if n == 8 {
		half = 1
	}
	// What a turn leads to, in steps around the ring; one alone where both are the same.
	around := [turns][2]int{turn45: {half, -half}, turn90: {quarter, -quarter}, turn135: {quarter + half, -quarter - half},
		turn180: {2 * quarter, 2 * quarter}, right45: {half, half}, right90: {quarter, quarter}, left45: {-half, -half}, left90: {-quarter, -quarter}}
	lists, all := make([][]vec, int(turns)*n), make([]vec, 0, 2*int(turns)*n)
	for w := range r.turned {
		r.turned[w] = lists[w*n : (w+1)*n]
		if turn(w) == absolute {
			continue
		}
		for i := range vecs {
			first := len(all)
			all = append(all, vecs[modulo(i+around[w][0], n)])
			if both := turn(w) >= turn45 && turn(w) <= turn135; both {
				all = append(all, vecs[modulo(i+around[w][1], n)])
			}
			r.turned[w][i] = all[first:len(all):len(all)]
		}
	}
	t.rings = append(t.rings, r)
	return int16(len(t.rings) - 1)
}

// images returns the mirror images of a leap, clockwise.
func (t *topology) images(a, b int) []vec {
	size := [2]int{min(a, b), max(a, b)}
	if i, ok := t.rung[size]; ok {
		return t.rings[i].vecs
	}
	var steps [][2]int
	for _, p := range [][2]int{{a, b}, {b, a}} {
		for _, s := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			if d := [2]int{p[0] * s[0], p[1] * s[1]}; !slices.Contains(steps, d) {
				steps = append(steps, d)
			}
		}
	}
	angle := func(d [2]int) float64 { return math.Mod(math.Atan2(float64(d[0]), float64(d[1]))+2*math.Pi, 2*math.Pi) }
	slices.SortFunc(steps, func(x, y [2]int) int { return cmp.Compare(angle(x), angle(y)) })
	vecs := make([]vec, len(steps))
	for i, d := range steps {
		vecs[i] = t.vec(d[0], d[1], -1)
	}
	t.rung[size] = t.round(vecs)
	return vecs
}

// lay numbers the squares of a ground and joins them. Squares of one file follow each
// other, with so many unused numbers between two files that every offset of two squares has a
// number of its own. Square 0, which is Off, is beyond the board.
func lay(g ground) *topology {
	t := &topology{ground: g, flat: !g.aroundFiles && !g.aroundRanks, leaps: map[[2]int][]Square{}, rung: map[[2]int]int16{}}
	t.whole = t.flat && len(g.closed) == 0
	t.stride = 2*g.ranks - 1
	n := 1 + g.files*t.stride
	t.empty = make([]PieceID, n)
	t.file, t.rank = make([]int16, n), make([]int16, n)
	t.isEdge, t.isCorner = make([]bool, n), make([]bool, n)
	for i := range t.empty {
		t.empty[i] = border
	}
	for f := range g.files {
		for r := range g.ranks {
			sq := Square(1 + f*t.stride + r)
			t.empty[sq] = NoPiece
			t.file[sq], t.rank[sq] = int16(f), int16(r)
		}
	}
	for _, c := range g.closed {
		t.empty[1+c[0]*t.stride+c[1]] = border
	}
	t.names = make([]string, n)
	for sq, c := range t.empty {
		if c == NoPiece {
			t.squares = append(t.squares, Square(sq))
			t.names[sq] = rules.SquareName(int(t.file[sq]), int(t.rank[sq]))
		}
	}
	for _, w := range g.walls {
		if sq, ok := t.at(w[0], w[1]); ok {
			t.empty[sq] = wall
		}
	}
	t.bias = (g.files-1)*t.stride + g.ranks - 1
	t.offsets = 2*t.bias + 1
	t.far = make([]uint8, t.offsets)
	for df := range g.files {
		for dr := 1 - g.ranks; dr < g.ranks; dr++ {
			by := df*t.stride + dr
			t.far[t.bias+by], t.far[t.bias-by] = uint8(max(df, abs(dr))), uint8(max(df, abs(dr)))
		}
	}
	for dir, c := range compass {
		t.next[dir] = t.join(c[0], c[1])
	}
	for dir := range compass {
		t.king[dir] = t.vec(compass[dir][0], compass[dir][1], dir)
	}
	t.round(t.king[:])
	for _, sq := range t.squares {
		for dir := 0; dir < 8; dir += 2 {
			ends := t.next[dir][sq] == Off
			t.isEdge[sq] = t.isEdge[sq] || ends
			t.isCorner[sq] = t.isCorner[sq] || ends && t.next[(dir+2)&7][sq] == Off
		}
	}
	return t
}

// lastLaid is the board of the Ruleset compiled last. Rulebooks that are compiled one after the other nearly
// always have the same.
var lastLaid atomic.Pointer[topology]

// layAgain is lay, unless the board is the last one.
func layAgain(g ground) *topology {
	if t := lastLaid.Load(); t != nil && t.ground.equal(&g) {
		return t.more()
	}
	return lay(g)
}

// mostKept bounds the directions of a board that is kept for rulebooks to come.
const mostKept = 12

// laid keeps a board, to which nothing is added any longer.
func laid(t *topology) {
	if len(t.rings) <= mostKept {
		lastLaid.Store(t)
	}
}

// more returns a topology to which tables of leaps can be added while others read t.
func (t *topology) more() *topology {
	u := *t
	u.leaps, u.rung, u.rings = maps.Clone(t.leaps), maps.Clone(t.rung), slices.Clip(t.rings)
	return &u
}

// join makes the table of a step.
func (t *topology) join(df, dr int) []Square {
	table := make([]Square, len(t.empty))
	if t.flat {
		for file := max(0, -df); file < min(t.files, t.files-df); file++ {
			for rank := max(0, -dr); rank < min(t.ranks, t.ranks-dr); rank++ {
				sq := 1 + file*t.stride + rank
				if to := sq + df*t.stride + dr; t.empty[sq] != border && t.empty[to] != border {
					table[sq] = Square(to)
				}
			}
		}
		return table
	}
	for _, sq := range t.squares {
		if to, ok := t.offset(sq, df, dr); ok {
			table[sq] = to
		}
	}
	return table
}

// vec returns a direction of steps; dir is its compass direction or -1.
func (t *topology) vec(df, dr, dir int) vec {
	v := vec{df: int16(df), dr: int16(dr), dir: int16(dir)}
	if dir >= 0 {
		v.next = t.next[dir]
		return v
	}
	step := [2]int{df, dr}
	if t.leaps[step] == nil {
		t.leaps[step] = t.join(df, dr)
	}
	v.next = t.leaps[step]
	return v
}

// at returns the square of a file and rank counted from 0.
func (t *topology) at(file, rank int) (Square, bool) {
	if file < 0 || file >= t.files || rank < 0 || rank >= t.ranks {
		return Off, false
	}
	sq := Square(1 + file*t.stride + rank)
	return sq, t.empty[sq] != border
}

// offset returns the square so many files and ranks from another.
func (t *topology) offset(sq Square, df, dr int) (Square, bool) {
	file, rank := int(t.file[sq])+df, int(t.rank[sq])+dr
	if t.aroundFiles {
		file = modulo(file, t.files)
	}
	if t.aroundRanks {
		rank = modulo(rank, t.ranks)
	}
	return t.at(file, rank)
}

func modulo(n, m int) int { return (n%m + m) % m }

// mark sets a bit in a reach table for an offset of files and ranks, and for whatever other
// offsets two squares may have that are so far apart.
func (t *topology) mark(table []uint16, df, dr int, bit uint16) {
	if !t.aroundFiles && !t.aroundRanks {
		if abs(df) < t.files && abs(dr) < t.ranks && (df != 0 || dr != 0) {
			table[df*t.stride+dr+t.bias] |= bit
		}
		return
	}
	fs, rs := [2]int{df, df}, [2]int{dr, dr}
	if t.aroundFiles {
		fs[0] = modulo(df, t.files)
		fs[1] = fs[0] - t.files
	}
	if t.aroundRanks {
		rs[0] = modulo(dr, t.ranks)
		rs[1] = rs[0] - t.ranks
	}
	for _, f := range fs {
		for _, r := range rs {
			if abs(f) < t.files && abs(r) < t.ranks && (f != 0 || r != 0) {
				table[f*t.stride+r+t.bias] |= bit
			}
		}
	}
}

// apart returns how many files and how many ranks lie between two squares, the shorter way
// around.
func (t *topology) apart(a, b Square) (files, ranks int) {
	files, ranks = abs(int(t.file[a])-int(t.file[b])), abs(int(t.rank[a])-int(t.rank[b]))
	if t.aroundFiles {
		files = min(files, t.files-files)
	}
	if t.aroundRanks {
		ranks = min(ranks, t.ranks-ranks)
	}
	return files, ranks
}

// Distance returns the greater of the file and rank distances.
func (t *topology) Distance(a, b Square) int { return max(t.apart(a, b)) }

// ranging is how many squares were looked at, and how far the nearest and the farthest are.
type ranging struct{ count, least, greatest int }

// widen adds the distances of a list of squares.
func (t *topology) widen(s *ranging, from Square, list []Square) {
	if len(list) == 0 {
		return
	}
	if s.count == 0 {
		s.least = mostSteps
	}
	s.count += len(list)
	if t.around() {
		for _, sq := range list {
			d := t.Distance(from, sq)
			s.least, s.greatest = min(s.least, d), max(s.greatest, d)
		}
		return
	}
	base := t.bias - int(from)
	for _, sq := range list {
		d := int(t.far[base+int(sq)])
		s.least, s.greatest = min(s.least, d), max(s.greatest, d)
	}
}

// line returns a direction and the number of steps by which it leads from one square to
// another, if they share a file, rank or diagonal. Where edges lead around there may be others.
func (t *topology) line(from, to Square) (*vec, int, bool) {
	if t.around() {
		for n := 1; from != to && n < 2*max(t.files, t.ranks); n++ {
			for dir := range t.king {
				if t.leads(from, to, dir, n) == n {
					return &t.king[dir], n, true
				}
			}
		}
		return nil, 0, false
	}
	df, dr := int(t.file[to])-int(t.file[from]), int(t.rank[to])-int(t.rank[from])
	n := max(abs(df), abs(dr))
	if n == 0 || df != 0 && dr != 0 && abs(df) != abs(dr) {
		return nil, 0, false
	}
	return &t.king[directionOf[sign(df)+1][sign(dr)+1]], n, true
}

// shifted is the square that lies from one as b lies from a; Off if there is none.
func (t *topology) shifted(sq, a, b Square) Square {
	to, ok := t.offset(sq, int(t.file[b])-int(t.file[a]), int(t.rank[b])-int(t.rank[a]))
	if !ok {
		return Off
	}
	return to
}

// over lists the squares of the board between two that are on a line, from the first on: what a leap goes over may be no square.
func (t *topology) over(from, to Square) (list []Square) {
	v, n, ok := t.line(from, to)
	for i := 1; ok && i < n; i++ {
		if sq, on := t.offset(from, i*int(v.df), i*int(v.dr)); on {
			list = append(list, sq)
		}
	}
	return list
}

// around reports whether some edge leads around.
func (t *topology) around() bool { return t.aroundFiles || t.aroundRanks }

// leads returns how many steps in a direction lead from one square to another, over whatever squares there are and are not,
// at most so many; 0 if none do.
func (t *topology) leads(from, to Square, dir, most int) int {
	f, r := int(t.file[from]), int(t.rank[from])
	for n := 1; n <= most; n++ {
		f, r = f+compass[dir][0], r+compass[dir][1]
		if t.aroundFiles {
			f = (f + t.files) % t.files
		}
		if t.aroundRanks {
			r = (r + t.ranks) % t.ranks
		}
		if f == int(t.file[to]) && r == int(t.rank[to]) {
			return n
		}
		if f < 0 || f >= t.files || r < 0 || r >= t.ranks || f == int(t.file[from]) && r == int(t.rank[from]) {
			return 0
		}
	}
	return 0
}

// between reports whether a straight line from a to b leads over x.
func (t *topology) between(x, a, b Square) bool {
	if !t.around() {
		whole, n, ok := t.line(a, b)
		part, m, also := t.line(a, x)
		return ok && also && whole == part && m < n
	}
	for dir := range t.king {
		n := 0
		if a != b {
			n = t.leads(a, b, dir, mostSteps)
		}
		if m := t.leads(a, x, dir, n); m > 0 && m < n {
			return true
		}
	}
	return false
}

// clearLine reports whether nothing stands between two squares on a straight line from one to the other.
func (p *Position) clearLine(a, b Square) bool {
	t := p.rs.topology
	if !t.around() {
		v, n, ok := t.line(a, b)
		return ok && p.clear(a, v, n)
	}
	for dir := range t.king {
		if n := t.leads(a, b, dir, mostSteps); a != b && n > 0 && p.clear(a, &t.king[dir], n) {
			return true
		}
	}
	return false
}

// directionOf is compass the other way about: by files and ranks of a step, plus 1.
var directionOf = func() (table [3][3]int) {
	for dir, c := range compass {
		table[c[0]+1][c[1]+1] = dir
	}
	return table
}()

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// steps returns how many steps along v lead from one square to another on a board without
// pieces, at most so many; 0 if none do.
func (t *topology) steps(from, to Square, v *vec, most int) int {
	for n, sq := 1, from; n <= most; n++ {
		if sq = v.next[sq]; sq == to {
			return n
		}
		if sq == Off || sq == from {
			return 0
		}
	}
	return 0
}

// along lists a square and the n next ones along v.
func (v *vec) along(from Square, n int) []Square {
	path := []Square{from}
	for range n {
		from = v.next[from]
		path = append(path, from)
	}
	return path
}

// turned returns the directions of a leg after one that went along v. The slice is only read.
func (t *topology) turned(l *leg, a *actor, v *vec) []vec {
	switch {
	case l.turn == absolute:
		return l.along(a)
	case l.mixed != nil:
		return l.mixed[v.ring][v.place]
	}
	return t.rings[v.ring].turned[l.turn][v.place]
}

// angle is by how many eighths of a circle to the right a direction lies of another one: as those of one ring count, else the nearest number.
func (t *topology) angle(before, v *vec) int16 {
	if before.ring == v.ring && t.ringed(before) && t.ringed(v) {
		n := int16(len(t.rings[v.ring].vecs))
		return ((v.place-before.place)*(8/n)+11)%8 - 3
	}
	turn := math.Atan2(float64(v.df), float64(v.dr)) - math.Atan2(float64(before.df), float64(before.dr))
	return (int16(math.Round(turn*4/math.Pi))+19)%8 - 3
}

// ringed reports whether a direction is one of a ring, and not a leap that is listed alone.
func (t *topology) ringed(v *vec) bool {
	r := &t.rings[v.ring].vecs[v.place]
	return r.df == v.df && r.dr == v.dr
}

// mixed lists the directions that any of several turns leads to, by ring and place of the
// direction before. The rings of the legs before this one are known already.
func (t *topology) mixed(list []turn) [][][]vec {
	byRing := make([][][]vec, len(t.rings))
	for i := range t.rings {
		r := &t.rings[i]
		byRing[i] = make([][]vec, len(r.vecs))
		for place := range r.vecs {
			var all []vec
			for _, w := range list {
				for _, next := range r.turned[w][place] {
					if !slices.ContainsFunc(all, func(have vec) bool { return have.place == next.place }) { // turn90 has right90 too
						all = append(all, next)
					}
				}
			}
			byRing[i][place] = all
		}
	}
	return byRing
}

// along returns the directions of a leg for whoever walks it.
func (l *leg) along(a *actor) []vec {
	if l.headed == nil {
		return l.vecs
	}
	return l.headed[a.heading]
}

// vecBack is the table of the steps opposite to those of v.
func (t *topology) vecBack(v *vec) []Square {
	if v.dir >= 0 {
		return t.next[(v.dir+4)&7]
	}
	return t.leaps[[2]int{-int(v.df), -int(v.dr)}]
}

// Closed returns the names of the squares that the board lacks.
func (rs *Ruleset) Closed() []string {
	var names []string
	for _, at := range rs.closed {
		names = append(names, rules.SquareName(at[0], at[1]))
	}
	return names
}

// Around reports whether files, and ranks, lead around the board.
func (rs *Ruleset) Around() (files, ranks bool) { return rs.aroundFiles, rs.aroundRanks }

// HeadedSides returns so many names of sides of which the board says where forward is; with too
// few of them, names that mean any other side.
func (rs *Ruleset) HeadedSides(n int) []string {
	names := slices.Sorted(maps.Keys(rs.headings))
	for len(names) < n {
		names = append(names, "")
	}
	return names[:n]
}

// longest is the greatest number of steps that a leg can have. Around a board it may come back to where it began, and go on.
func (t *topology) longest() int {
	if t.aroundFiles || t.aroundRanks {
		return mostSteps
	}
	return min(max(t.files, t.ranks)-1, mostSteps)
}

// String names a ground in errors.
func (g *ground) String() string { return fmt.Sprintf("%d by %d", g.files, g.ranks) }
