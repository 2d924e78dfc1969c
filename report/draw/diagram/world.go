package diagram

import (
	"fmt"
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/rules/names"
)

// A world is a rulebook compiled for pictures of one of its types: with a type of
// bystanders that no rule knows anything about.
type world struct {
	name   string // of the type
	book   *rules.Rulebook
	proc   *rules.Procedure
	read   map[string]string
	rs     *movement.Ruleset
	typ    movement.TypeID
	def    *rules.Piece // nil: the rulebook does not define the type
	clause string
	other  movement.TypeID // bystanders
}

// bystanderRule is the number of the rule that the package adds. It is higher than any
// that a rulebook is likely to have, so that it takes away nobody's glyph.
const bystanderRule = "999999999"

// newWorld compiles a rulebook with bystanders. A type that no rule defines is no error:
// its pictures are empty.
func newWorld(book *rules.Rulebook, readings map[string]string, name string) (*world, error) {
	w := &world{name: name, read: readings, typ: movement.NoType}
	var claimed []string
	other := "bystander"
	for _, d := range book.Pieces() {
		claimed = append(claimed, names.Fold(d.Piece.Glyph))
		for d.Piece.Name == other {
			other += "-"
		}
	}
	glyph := '!'
	for slices.Contains(claimed, names.Fold(string(glyph))) {
		glyph++
	}
	w.book = book.With(rules.Rule{Number: bystanderRule, Title: other,
		Piece: &rules.Piece{Name: other, Glyph: string(glyph), Value: "1", Immovable: true}})
	if w.proc = w.book.Procedure(); w.proc.Board == nil {
		return nil, ErrBoard
	}
	var err error
	if w.rs, err = movement.Compile(w.book, readings); err != nil {
		return nil, fmt.Errorf("compile the rulebook: %w", err)
	}
	w.other, _ = w.rs.Type(other)
	if t, ok := w.rs.Type(name); ok {
		w.typ, w.def, w.clause = t, w.rs.Def(t), w.rs.Rule(t).Clause("")
	}
	return w, nil
}

// known returns the error of a world whose type is not defined.
func (w *world) known() error {
	if w.def != nil {
		return nil
	}
	for _, bad := range w.book.Invalid() {
		if bad.Rule.Piece.Name == w.name {
			return &TypeError{w.name, bad.Why}
		}
	}
	return &TypeError{Type: w.name}
}

// A setting is what stands around the piece, and what it is.
type setting struct {
	title    string
	at       point          // of the piece
	counters map[string]int // other than the initial ones
	stones   []stone
	last     string // the type that its side moved last
	victim   string // the type of what is put on each square in turn; "" is a bystander
	lent     bool   // the picture is that of the first stone
}

// point is a square by file and rank from 0; it may be off the board.
type point struct{ file, rank int }

func (p point) plus(df, dr int) point { return point{p.file + df, p.rank + dr} }

func (p point) String() string { return rules.SquareName(p.file, p.rank) }

// stone is another piece of a setting.
type stone struct {
	at    point
	typ   string // "" is a bystander
	enemy bool
	far   bool // it need not be in the window
}

// picture is what the piece can do in a setting.
type picture map[point]Kinds

// centre is the square in the middle, the lower left one of four, or the nearest to it that is part of the board.
func (w *world) centre() point {
	middle := point{(w.rs.Files() - 1) / 2, (w.rs.Ranks() - 1) / 2}
	if w.on(middle) {
		return middle
	}
	best, found := middle, false
	for _, p := range w.points() {
		if !found || distance(p, middle) < distance(best, middle) {
			best, found = p, true
		}
	}
	return best
}

// on reports whether a square is part of the board: within its bounds, and not closed.
func (w *world) on(p point) bool {
	return p.file >= 0 && p.file < w.rs.Files() && p.rank >= 0 && p.rank < w.rs.Ranks() && !slices.Contains(w.rs.Closed(), p.String())
}

func (w *world) square(p point) movement.Square {
	sq, _ := w.rs.Square(p.String())
	return sq
}

// points returns all squares of the board.
func (w *world) points() []point {
	var all []point
	for f := range w.rs.Files() {
		for r := range w.rs.Ranks() {
			if p := (point{f, r}); w.on(p) {
				all = append(all, p)
			}
		}
	}
	return all
}

// scene is a setting laid out.
type scene struct {
	w       *world
	pos     *movement.Position
	subject movement.PieceID
	at      point // of the subject
	victim  movement.TypeID
}

const (
	own movement.SideID = iota
	opposing
)

// lay lays out a setting; ok is false if the rulebook lacks one of its types.
func (w *world) lay(s *setting) (*scene, bool) {
	if w.def == nil {
		return nil, false
	}
	sc := &scene{w: w, pos: w.rs.NewPosition(), at: s.at, victim: w.other}
	for _, name := range w.rs.HeadedSides(2) {
		sc.pos.AddSide(name)
	}
	self := sc.pos.AddPiece(w.typ, own)
	sc.subject = self
	for i, name := range w.rs.CounterNames(w.typ) {
		if v, ok := s.counters[name]; ok {
			sc.pos.SetCounter(self, i, v)
		}
	}
	sc.pos.Put(self, w.square(s.at))
	for i, st := range s.stones {
		t, ok := w.other, true
		if st.typ != "" {
			t, ok = w.rs.Type(st.typ)
		}
		if !ok || !w.on(st.at) {
			return nil, false
		}
		if sc.pos.At(w.square(st.at)) != movement.NoPiece {
			continue
		}
		side := own
		if st.enemy {
			side = opposing
		}
		id := sc.pos.AddPiece(t, side)
		if w.rs.Wide() && !sc.pos.HasRoom(id, w.square(st.at)) {
			continue
		}
		sc.pos.Put(id, w.square(st.at))
		if i == 0 && s.lent {
			sc.subject, sc.at = id, st.at
		}
	}
	if s.last != "" {
		t, ok := w.rs.Type(s.last)
		if !ok {
			return nil, false
		}
		last := movement.Last{Play: movement.Move, Type: t, As: movement.NoType}
		for i, c := range w.rs.Def(t).Counters {
			last.Counters[i] = int16(c.Initial)
		}
		sc.pos.SetLast(own, last)
	}
	if s.victim != "" {
		t, ok := w.rs.Type(s.victim)
		if !ok {
			return nil, false
		}
		sc.victim = t
	}
	return sc, true
}

// picture finds what the piece can do in a setting; nil if the setting cannot be laid out.
func (w *world) picture(s *setting) picture {
	sc, ok := w.lay(s)
	if !ok {
		return nil
	}
	out := picture{}
	sc.alone(out)
	sc.probed(out)
	if !s.lent {
		w.near(s.at, out)
	}
	return out
}

// alone marks what the setting itself allows.
func (sc *scene) alone(out picture) {
	pos := sc.pos
	for _, sq := range pos.MovesOf(sc.subject, nil) {
		out[sc.point(sq)] |= Move
	}
	for _, sq := range pos.ExitsOf(sc.subject, nil) {
		out[sc.point(sq)] |= Exit
	}
	for _, sq := range pos.MovesOfKinds(sc.subject, nil) {
		out[sc.point(sq)] |= Declared
	}
	for _, sq := range pos.SwapsOf(sc.subject, nil) {
		out[sc.point(sq)] |= Swap
	}
	for _, t := range pos.OwnTakingsOf(sc.subject, pos.TakingsOf(sc.subject, nil)) {
		sc.taking(t, out)
	}
	for i := range sc.w.rs.Def(pos.TypeOf(sc.subject)).Actions {
		for _, x := range pos.ActionTargets(sc.subject, i, nil) {
			out[sc.point(pos.Where(x))] |= Act
		}
	}
}

func (sc *scene) taking(t movement.Taking, out picture) {
	switch t.To {
	case sc.pos.Where(sc.subject):
		out[sc.point(t.At)] |= Shot
	case t.At:
		out[sc.point(t.At)] |= Capture
	default:
		out[sc.point(t.At)] |= Capture
		out[sc.point(t.To)] |= Lands
	}
}

// probed puts an opposing piece, and where it matters a friend, on each empty square in
// turn and marks what can be done to it.
func (sc *scene) probed(out picture) {
	pos := sc.pos
	actions := sc.w.rs.Def(pos.TypeOf(sc.subject)).Actions
	enemy, friend := pos.AddPiece(sc.victim, opposing), pos.AddPiece(sc.victim, own)
	friends := len(actions) > 0 || sc.swaps()
	for _, at := range sc.w.points() {
		sq := sc.w.square(at)
		if pos.At(sq) != movement.NoPiece {
			continue
		}
		pos.Put(enemy, sq)
		for _, t := range pos.TakingsOf(sc.subject, nil) {
			if t.Takes(enemy) {
				if t.Victim != enemy {
					t.At = sq
				}
				sc.taking(t, out)
			}
		}
		sc.acted(len(actions), enemy, at, out)
		pos.Lift(enemy)
		if !friends {
			continue
		}
		pos.Put(friend, sq)
		if slices.Contains(pos.SwapsOf(sc.subject, nil), sq) {
			out[at] |= Swap
		}
		for _, t := range pos.OwnTakingsOf(sc.subject, nil) {
			switch {
			case !t.Takes(friend):
			case t.To == pos.Where(sc.subject):
				out[at] |= Shot
			default:
				out[at] |= Capture
			}
		}
		sc.acted(len(actions), friend, at, out)
		pos.Lift(friend)
	}
}

func (sc *scene) acted(actions int, target movement.PieceID, at point, out picture) {
	for i := range actions {
		if slices.Contains(sc.pos.ActionTargets(sc.subject, i, nil), target) {
			out[at] |= Act
		}
	}
}

// swaps reports whether something lets the subject change places with friends, or take them.
func (sc *scene) swaps() bool {
	for _, d := range sc.w.book.Pieces() {
		for _, m := range slices.Concat(d.Piece.Modes, grantedModes(d.Piece)) {
			if slices.Contains(m.For, "swap") || slices.Contains(m.For, "own") {
				return true
			}
		}
	}
	return false
}

func grantedModes(p *rules.Piece) []rules.Mode {
	var all []rules.Mode
	for i := range p.Grants {
		all = append(all, p.Grants[i].Modes...)
	}
	return all
}

func (sc *scene) point(sq movement.Square) point {
	file, rank, _ := rules.ParseSquare(sc.w.rs.SquareName(sq))
	return point{file, rank}
}

// near marks the squares about the piece on which it protects friends or denies something.
// Whether a condition holds is not asked: the notes name it.
func (w *world) near(at point, out picture) {
	mark := func(within int, kind Kinds, fits func(df, dr int) bool) {
		for df := -within; df <= within; df++ {
			for dr := -within; dr <= within; dr++ {
				if p := at.plus(df, dr); (df != 0 || dr != 0) && w.on(p) && fits(df, dr) {
					out[p] |= kind
				}
			}
		}
	}
	for i := range w.def.Immune {
		im := &w.def.Immune[i]
		if im.Who != "friend" || w.never(im.When) {
			continue
		}
		mark(1, Guarded, func(df, dr int) bool {
			straight := df == 0 || dr == 0
			return im.Beside != "orthogonal" && im.Beside != "diagonal" || straight == (im.Beside == "orthogonal")
		})
	}
	for i := range w.def.Denies {
		if d := &w.def.Denies[i]; !w.never(d.When) {
			mark(max(1, d.Within), Denied, func(int, int) bool { return true })
		}
	}
}
