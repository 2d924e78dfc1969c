package projections

import (
	"sort"

	"adjudicate/events"
)

// Holdings is which pieces there are, where they stand or in whose holding they lie, and
// what every piece has been through. At answers with the whole position of any sequence, for
// a replay of the game.
type Holdings struct {
	cursor
	records []Record // what concerns pieces, sides and the board
	before  []int32  // the record about the same piece before each, -1 for none
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
	h.records = append(h.records, recordOf(e))
	i := h.now.apply(e.Payload)
	if i < 0 {
		h.before = append(h.before, -1)
	} else {
		pc := &h.now.pieces[i]
		h.before = append(h.before, pc.last)
		pc.last = int32(len(h.records) - 1)
	}
	if len(h.records)%frameEvery == 0 {
		h.frames = append(h.frames, h.now.frame(len(h.records)))
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
	n := sort.Search(len(h.records), func(i int) bool { return h.records[i].Sequence > sequence })
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
	for i := range h.records[from:n] {
		p.apply(h.records[from+i].Payload)
	}
	p.sequence = sequence
	return p, nil
}

// History returns every outcome about pieces, sides and the board, oldest first.
func (h *Holdings) History() []Record { return h.records }

// Checkpoint writes the history.
func (h *Holdings) Checkpoint() ([]byte, error) {
	return seal(h.Name(), holdingsVersion, &h.cursor, append([]Record{}, h.records...))
}

// Restore resumes from a checkpoint.
func (h *Holdings) Restore(checkpoint []byte) error {
	var list []Record
	c, err := unseal(checkpoint, h.Name(), holdingsVersion, &list)
	if err != nil {
		return err
	}
	if err := ordered(h.Name(), c, list, (*Record).sequence); err != nil {
		return err
	}
	n := NewHoldings()
	n.cursor = c
	for i := range list {
		n.apply(list[i].envelope())
	}
	if err := confirm(n, checkpoint); err != nil {
		return err
	}
	*h = *n
	return nil
}
