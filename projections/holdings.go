package projections

import (
	"iter"
	"sort"

	"adjudicate/events"
)

// Holdings is which pieces there are, where they stand or in whose holding they lie, and
// what every piece has been through. At answers with the whole position of any sequence, for
// a replay of the game.
type Holdings struct {
	cursor
	records pages[Record] // what concerns pieces, sides and the board
	before  pages[int32]  // the record about the same piece before each, -1 for none
	now     *Position
	frames  []frame
}

// A frame is the position after a number of records, so that a replay need not begin with
// the first.
type frame struct {
	records int
	pieces  []positionPiece // those that exist
	sides   []positionSide
	files   int
	ranks   int
}

// frameEvery is how many records lie between two frames. It is a matter of speed alone.
const frameEvery = 1024

const holdingsVersion = 1

// NewHoldings returns the projection before the first event.
func NewHoldings() *Holdings { return &Holdings{now: newPosition()} }

// Name returns "holdings".
func (h *Holdings) Name() string { return "holdings" }

// Fold takes the next envelope.
func (h *Holdings) Fold(e *events.Envelope) error { return fold(h, e) }

func (h *Holdings) apply(e *events.Envelope) {
	switch e.Payload.(type) {
	case events.PieceMoved, events.PiecePlaced, events.PieceCaptured, events.PieceLifted,
		events.PieceCreated, events.PieceDestroyed, events.PiecePromoted, events.CounterChanged,
		events.SideEntered, events.SideLeft, events.LedgerOpened:
		h.keep(e)
	}
}

func (h *Holdings) keep(e *events.Envelope) {
	h.records.add(recordOf(e))
	i := h.now.apply(e.Payload)
	if i < 0 {
		h.before.add(-1)
	} else {
		pc := &h.now.pieces[i]
		h.before.add(pc.last)
		pc.last = int32(h.records.len() - 1)
	}
	if h.records.len()%frameEvery == 0 {
		h.frames = append(h.frames, h.now.frame(h.records.len()))
	}
}

func (p *Position) frame(records int) frame {
	f := frame{records: records, files: p.files, ranks: p.ranks, sides: append([]positionSide(nil), p.sides...)}
	for i := range p.pieces {
		if !p.pieces[i].gone {
			f.pieces = append(f.pieces, p.pieces[i])
		}
	}
	return f
}

// Now returns the position as it stands. It follows what is folded; At returns one that
// does not.
func (h *Holdings) Now() *Position {
	h.now.sequence = h.sequence
	return h.now
}

// At returns the position at a sequence.
func (h *Holdings) At(sequence uint64) (*Position, error) {
	if err := h.known(sequence); err != nil {
		return nil, err
	}
	n := h.records.count(func(r *Record) bool { return r.Sequence > sequence })
	p := newPosition()
	from := 0
	if k := sort.Search(len(h.frames), func(i int) bool { return h.frames[i].records > n }); k > 0 {
		f := &h.frames[k-1]
		from = f.records
		p.files, p.ranks = f.files, f.ranks
		p.sides = append(p.sides, f.sides...)
		p.pieces = append(p.pieces, f.pieces...)
		for i := range p.pieces {
			p.index[p.pieces[i].id] = int32(i)
		}
	}
	for i := from; i < n; i++ {
		p.apply(h.records.at(i).Payload)
	}
	p.sequence = sequence
	return p, nil
}

// History yields every outcome about pieces, sides and the board, oldest first.
func (h *Holdings) History() iter.Seq[Record] { return h.records.all() }

// Checkpoint writes the history.
func (h *Holdings) Checkpoint() ([]byte, error) {
	return seal(h.Name(), holdingsVersion, &h.cursor, append([]Record{}, h.records.part(0, h.records.len())...))
}

// Restore resumes from a checkpoint.
func (h *Holdings) Restore(checkpoint []byte) error {
	n := NewHoldings()
	if err := refold(n, &n.cursor, holdingsVersion, checkpoint); err != nil {
		return err
	}
	*h = *n
	return nil
}
