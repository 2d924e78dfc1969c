package movement

// This file finds the pieces whose shares rest on something that has changed. They are few among many, so that what is asked of all of them
// lies side by side: of each question one list, by PieceID, in place of a list of questions for each piece.

// restIndex is on what the shares of all pieces rest: copies of what their rests say.
type restIndex struct {
	facts   []fact
	was     []piece // as they were when the position was followed last, with their places among those on the board
	stale   []PieceID
	places  int      // for pieces in each of these rows
	squares []uint64 // by word of a set of squares, then by PieceID
	types   []uint64 // by word of a set of types
	counts  []uint64
	hit     []uint64 // by PieceID: what of that has changed
	words   [2]int   // of a set of squares, and of types
}

// fact is what is asked of every piece each time.
type fact struct {
	side SideID
	lent uint16 // when it was weighed
	has  uint8
}

const (
	onBoard     = 1 << iota // it stands somewhere
	onScale                 // its share is on the scale
	isStale                 // it is not what it was
	restsBeyond             // its rests.beyond
	restsOnLast             // its rests.last
	asksVictims             // its rests.victims
)

// begin makes the index empty, for sets of so many words.
func (x *restIndex) begin(squares, types int) {
	clear(x.facts[:cap(x.facts)])
	clear(x.was[:cap(x.was)])
	x.facts, x.was, x.stale = x.facts[:0], x.was[:0], x.stale[:0]
	x.places, x.words = 0, [2]int{squares, types}
}

// room makes room for so many pieces.
func (x *restIndex) room(pieces int) {
	x.facts, x.was, x.hit = grow(x.facts, pieces), grow(x.was, pieces), grow(x.hit, pieces)
	if pieces <= x.places {
		return
	}
	before := x.places
	x.places = pieces + pieces/4 + 8
	widen := func(rows []uint64, n int) []uint64 {
		if before == 0 && cap(rows) >= n*x.places {
			clear(rows[:n*x.places])
			return rows[:n*x.places]
		}
		wide := make([]uint64, n*x.places)
		for i := range n {
			copy(wide[i*x.places:], rows[i*before:(i+1)*before])
		}
		return wide
	}
	x.squares, x.types, x.counts = widen(x.squares, x.words[0]), widen(x.types, x.words[1]), widen(x.counts, x.words[1])
}

// changes notes which pieces are not what they were.
func (s *Scales) changes(p *Position) {
	x := &s.index
	for _, id := range x.stale {
		x.facts[id].has &^= isStale
	}
	x.stale = x.stale[:0]
	x.room(len(s.pieces))
	const block = 8 // pieces that are compared at once: most are as they were
	for from := 0; from < len(s.pieces); from += block {
		to := from + block
		if to <= len(p.pieces) && *(*[block]piece)(x.was[from:to]) == *(*[block]piece)(p.pieces[from:to]) {
			continue
		}
		for id := from; id < min(to, len(s.pieces)); id++ {
			w, now := &s.pieces[id], piece{}
			if id < len(p.pieces) {
				now = p.pieces[id]
			}
			x.was[id] = now
			if now.slot = 0; w.piece == now {
				continue
			}
			s.differs(&w.piece)
			s.differs(&now)
			w.piece = now
			f := &x.facts[id]
			f.side = now.side
			f.has &^= onBoard
			if now.at != Off {
				f.has |= onBoard
			}
			f.has |= isStale
			x.stale = append(x.stale, PieceID(id))
		}
	}
}

// enter copies on what a piece's share rests to where it is asked for.
func (s *Scales) enter(id PieceID) {
	x, w := &s.index, &s.pieces[id]
	r, f := &w.rests, &x.facts[id]
	for i, set := range r.squares {
		x.squares[i*x.places+int(id)] = set
	}
	for i := range x.words[1] {
		x.types[i*x.places+int(id)], x.counts[i*x.places+int(id)] = r.types[i], r.counts[i]
	}
	f.has &^= onScale | restsBeyond | restsOnLast | asksVictims
	if w.on {
		f.has |= onScale
	}
	if r.beyond {
		f.has |= restsBeyond
	}
	if r.last {
		f.has |= restsOnLast
	}
	if r.victims {
		f.has |= asksVictims
	}
}

// find notes of every piece what has changed of that on which its share rests.
func (s *Scales) find() {
	if s.all {
		return
	}
	x := &s.index
	hit := x.hit[:len(s.pieces)]
	clear(hit)
	row := func(rows []uint64, i int, set uint64) {
		list := rows[i*x.places:][:len(hit)]
		for id := range hit {
			hit[id] |= list[id] & set
		}
	}
	for _, i := range s.words {
		row(x.squares, i, s.squares[i])
	}
	for i := range x.words[1] {
		if s.types[i] != 0 {
			row(x.types, i, s.types[i])
		}
		if s.counted[i] != 0 {
			row(x.counts, i, s.counted[i])
		}
	}
}

// concerns reports whether something has changed on which a piece's share rests, apart from what has come to where it might capture.
func (s *Scales) concerns(id PieceID) bool {
	f := &s.index.facts[id]
	c := &s.sides[f.side]
	return s.all || s.index.hit[id] != 0 || f.has&restsBeyond != 0 || c.turned || f.has&restsOnLast != 0 && c.played || f.lent != s.an.lent[id]
}
