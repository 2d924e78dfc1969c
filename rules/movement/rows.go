package movement

import (
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// This file holds the ways in which rows of pieces move as one (rules.Carry.Row): all of a row take the same step. A row is an unbroken
// line of pieces, of either side, that begins with the piece played:
//
//	ahead    it lies in the direction of the step, up to the first empty square, and each piece but the last goes where the next one stood
//	behind   it lies in the opposite direction, as far as the player says, and goes several steps if the way before the piece is empty
//	beside   it lies in another direction, as far as the player says, and each piece goes to an empty square
//
// An act is written with the last piece of the row, by which the others are known. The last piece of a row ahead may leave the board, and
// is captured then; so may be what stands where a row behind the piece comes.

// rowing is the compiled form of such a way.
type rowing struct {
	step   heads
	beside heads            // directions of the row; none: it lies ahead
	when   *formula.Formula // about the row; nil: any
	off    *formula.Formula // about its last piece, which leaves the board; nil: any
	leaves bool             // it may do that
	behind bool             // it lies behind
	meets  *formula.Formula // about what stands where the piece comes; nil: any
	takes  bool             // it may take that
}

// heads are directions of the board, and of those that count from a side's heading.
type heads struct{ absolute, headed []int }

// each calls yield with the directions for a heading, each once, until it says no.
func (h *heads) each(heading uint8, yield func(dir uint8) bool) {
	var seen [8]bool
	try := func(d int) bool {
		if d %= 8; seen[d] {
			return true
		}
		seen[d] = true
		return yield(uint8(d))
	}
	for _, d := range h.absolute {
		if !try(d) {
			return
		}
	}
	if heading >= noHeading {
		return
	}
	for _, d := range h.headed {
		if !try(int(heading) + d) {
			return
		}
	}
}

func (h *heads) none() bool { return len(h.absolute)+len(h.headed) == 0 }

// rows compiles such a mode.
func (c *compiler) rows(field string, src *rules.Mode, v *formula.Vocabulary) (out *carrying, keep bool, err error) {
	r := &rowing{}
	out = &carrying{ahead: true, row: r}
	path, _, err := c.mode(field, &rules.Mode{For: []string{"move"}, Legs: src.Legs}, v, forMove)
	if err != nil {
		return nil, false, err
	}
	out.path = &path
	r.step.absolute, r.step.headed, _ = rules.Directions(src.Legs[0].Dir)
	if r.behind = src.Carries.Row == rules.RowBehind; r.behind {
		out.ahead = false
	} else if src.Carries.Row != rules.RowAhead {
		out.ahead = false
		r.beside.absolute, r.beside.headed, _ = rules.Directions(src.Carries.Row)
	}
	if r.when, keep, err = c.condition(field, "carries.when", src.Carries.When, rules.RowWords(v, c.rs.files, c.rs.ranks, c.rs.around())); err != nil || !keep {
		return nil, false, err
	}
	r.leaves = src.Carries.Off != ""
	if r.off, keep, err = c.condition(field, "carries.off", src.Carries.Off, v); err != nil {
		return nil, false, err
	}
	r.leaves = r.leaves && keep
	if r.meets, keep, err = c.condition(field, "carries.meets", src.Carries.Meets, rules.RowWords(v, c.rs.files, c.rs.ranks, c.rs.around())); err != nil {
		return nil, false, err
	}
	r.takes = src.Carries.Meets != "" && keep
	return out, true, nil
}

// beyond is the next square in a direction; Off if the board ends there.
func (p *Position) beyond(sq Square, dir uint8) Square {
	if next := p.rs.king[dir].next[sq]; next != Off && p.rs.empty[next] != border {
		return next
	}
	return Off
}

// marches calls yield with each way in which a row moves with a's piece, until it says no.
func (p *Position) marches(m *mode, a *actor, yield func(carriage) bool) {
	if !p.alone(a.from) {
		return
	}
	row, goOn := m.carry.row, true
	row.step.each(a.heading, func(dir uint8) bool {
		to := p.beyond(a.from, dir)
		if to == Off {
			return true
		}
		if row.behind {
			goOn = p.columns(m, a, dir, yield)
			return goOn
		}
		if row.beside.none() {
			if c, ok := p.ahead(m, a, to, dir); ok {
				goOn = yield(c)
			}
			return goOn
		}
		if p.cells[to] != NoPiece || m.land != nil && !p.landing(m.land, a, to) {
			return true
		}
		row.beside.each(a.heading, func(line uint8) bool {
			if line != dir && line != (dir+4)%8 {
				goOn = p.abreast(m, a, to, dir, line, yield)
			}
			return goOn
		})
		return goOn
	})
}

// joins reports whether what stands on a square can be of a row.
func (p *Position) joins(sq Square) (PieceID, bool) {
	id := p.cells[sq]
	return id, id >= 0 && !p.isWide(id) && p.alone(sq)
}

// ahead returns how the row before a's piece moves in a direction, if it does.
func (p *Position) ahead(m *mode, a *actor, to Square, dir uint8) (carriage, bool) {
	row := append(p.row[:0], a.id)
	sq, last := to, Off
	for sq != Off && p.cells[sq] != NoPiece {
		id, ok := p.joins(sq)
		if !ok || id == a.id {
			return carriage{}, false // a row all around the board has no room
		}
		row, last = append(row, id), sq
		sq = p.beyond(sq, dir)
	}
	p.row = row
	if last == Off || m.land != nil && !p.landing(m.land, a, to) {
		return carriage{}, false
	}
	other := row[len(row)-1]
	if sq == Off && (!m.carry.row.leaves || p.rs.types[p.pieces[other].typ].royal || m.carry.row.off != nil && !p.landingFor(m.carry.row.off, a, last, other)) {
		return carriage{}, false
	}
	return carriage{other: other, to: to, onto: sq, step: dir + 1, line: dir, steps: 1}, p.row.allowed(p, m, a, to)
}

// abreast calls yield with each row beside a's piece in a direction that can take its step; it reports whether to go on.
func (p *Position) abreast(m *mode, a *actor, to Square, dir, line uint8, yield func(carriage) bool) bool {
	p.row = append(p.row[:0], a.id)
	n := 1
	for sq := p.beyond(a.from, line); sq != Off; sq = p.beyond(sq, line) {
		id, ok := p.joins(sq)
		onto := p.beyond(sq, dir)
		if !ok || id == a.id || onto == Off || p.cells[onto] != NoPiece {
			return true
		}
		p.row = append(p.row[:n], id)
		n++
		if p.row.allowed(p, m, a, to) && !yield(carriage{other: id, to: to, onto: onto, step: dir + 1, line: line, steps: 1}) {
			return false
		}
	}
	return true
}

// columns calls yield with each row behind a's piece and each number of steps that it can take in a direction; it reports whether to go on.
func (p *Position) columns(m *mode, a *actor, dir uint8, yield func(carriage) bool) bool {
	mask := p.mask(&m.carry.path.legs[0], a, 0)
	to := a.from
	for n := 1; mask>>n != 0; n++ {
		to = p.beyond(to, dir)
		if to == Off || to == a.from || p.cells[to] < 0 && p.cells[to] != NoPiece {
			return true
		}
		if mask>>n&1 == 1 && (m.land == nil || p.landing(m.land, a, to)) && !p.column(m, a, to, dir, n, yield) {
			return false
		}
		if p.cells[to] != NoPiece {
			return true
		}
	}
	return true
}

// column calls yield with each row behind a's piece that goes so many steps; it reports whether to go on.
func (p *Position) column(m *mode, a *actor, to Square, dir uint8, steps int, yield func(carriage) bool) bool {
	line := (dir + 4) % 8
	p.row = append(p.row[:0], a.id)
	n := 1
	for sq := p.beyond(a.from, line); sq != Off; sq = p.beyond(sq, line) {
		id, ok := p.joins(sq)
		if !ok || id == a.id || sq == to {
			return true
		}
		p.row = append(p.row[:n], id)
		n++
		if p.row.allowed(p, m, a, to) && p.meets(m, a, to) && !yield(carriage{other: id, to: to, onto: p.shift(sq, dir, steps), step: dir + 1, line: line, steps: uint8(steps)}) {
			return false
		}
	}
	return true
}

// meets reports whether a row can come to a square: it is empty, or what stands there is captured.
func (p *Position) meets(m *mode, a *actor, to Square) bool {
	if p.cells[to] == NoPiece {
		return true
	}
	id, ok := p.joins(to)
	row := m.carry.row
	return ok && row.takes && !p.rs.types[p.pieces[id].typ].royal && (row.meets == nil || p.landingFor(row.meets, a, to, id))
}

// shift is the square so many steps away in a direction; Off if the board ends before.
func (p *Position) shift(sq Square, dir uint8, steps int) Square {
	for ; steps > 0 && sq != Off; steps-- {
		sq = p.beyond(sq, dir)
	}
	return sq
}

// A row is the pieces that move as one, the one played first.
type row []PieceID

// allowed asks the condition of a way about the row.
func (r row) allowed(p *Position, m *mode, a *actor, to Square) bool {
	return m.carry.row.when == nil || p.landingFor(m.carry.row.when, a, to, NoPiece)
}

// next is the member of the row after one, as formulas go through sets.
func (r row) next(after float64) float64 {
	found := float64(absent)
	for _, id := range r {
		if x := float64(id); x > after && (found == absent || x < found) {
			found = x
		}
	}
	return found
}

// A Shift is how one piece of a row goes: from a square to another, or off the board, which is Off.
type Shift struct {
	Piece    PieceID
	From, To Square
}

// Row returns how the pieces go that an act moves as one, in an order in which each finds its square empty: the piece played comes last, or first
// where the row lies behind it, after what it captures.
// It is nil of any other act.
func (p *Position) Row(ply *Ply) (list []Shift) {
	if ply.step == 0 {
		return nil
	}
	dir := ply.step - 1
	behind := ply.line == (dir+4)%8
	if met := p.cells[ply.To]; behind && met >= 0 {
		list = append(list, Shift{met, ply.To, Off})
	}
	for sq := ply.From; sq != Off && p.cells[sq] >= 0; sq = p.beyond(sq, ply.line) {
		if list = append(list, Shift{p.cells[sq], sq, p.shift(sq, dir, int(ply.steps))}); p.cells[sq] == ply.Other {
			break
		}
	}
	if !behind {
		slices.Reverse(list)
	}
	return list
}

// march moves a row.
func (p *Position) march(ply *Ply, act *Act) {
	act.Other = ply.Other
	for _, s := range p.Row(ply) {
		if s.To == Off {
			off := *ply
			off.Take = Taking{Victim: s.Piece, At: s.From, To: ply.To, Also: NoPiece}
			p.capture(&off, act)
			if s.Piece == ply.Other {
				act.Other = NoPiece
			}
			continue
		}
		if s.Piece == ply.Other {
			act.Left = s.From
		}
		p.tellMoved(s.Piece, s.From, s.To)
		p.Lift(s.Piece)
		p.Put(s.Piece, s.To)
		p.came(s.Piece, s.From)
		p.pieces[s.Piece].moved = p.pieces[s.Piece].moved || s.Piece == ply.Other || s.Piece == ply.Piece
	}
}

// unmarched adds why a row does not move to each square to which the piece's step leads, if none does.
func (p *Position) unmarched(m *mode, a *actor, list []Hindrance) []Hindrance {
	m.carry.row.step.each(a.heading, func(dir uint8) bool {
		to := p.beyond(a.from, dir)
		if to == Off {
			return true
		}
		possible := false
		p.marches(m, a, func(c carriage) bool { possible = c.to == to; return !possible })
		ahead := m.carry.ahead
		h := Hindrance{To: to, Cite: m.clause, Goes: ahead}
		switch {
		case possible, ahead && p.cells[to] < 0, !ahead && p.cells[to] != NoPiece:
			return true
		case m.when != nil && !p.holds(m.when, a):
			h.Text = m.when.String() + " does not hold"
		case ahead:
			if _, ok := p.ahead(m, a, to, dir); !ok && m.carry.row.when != nil && len(p.row) > 1 && !p.row.allowed(p, m, a, to) {
				h.Text = "the row ahead of it cannot move: " + p.because(m.carry.row.when, a, to, NoPiece)
			} else {
				h.Text = "the row ahead of it has nowhere to go"
			}
			h.By = append(h.By, p.row[1:]...)
		case m.carry.row.behind:
			h.Text = "no row behind it can go along"
		default:
			h.Text = "no row beside it can go along"
		}
		list = append(list, h)
		return true
	})
	return list
}
