package projections

import (
	"slices"
	"sort"
	"time"

	"adjudicate/events"
)

// Lots is every random determination: what was drawn, among what, and from which source.
type Lots struct {
	cursor
	lots   []Lot
	index  map[string]int // draw → place of the lot; never iterated
	unused []int          // places of results that wait for their draw
}

// Lot is a determination by lot, or a result that was supplied in advance, for which Among is
// empty: it is used by the next draw of that identity.
type Lot struct {
	Sequence uint64
	Recorded time.Time
	Draw     string   // identity, "play-list:start:1"
	Among    []string // the candidates in order
	Result   []string // what was drawn, in order
	Source   string   // "seed", or who supplied the result
}

const lotsVersion = 1

// NewLots returns the projection before the first event.
func NewLots() *Lots { return &Lots{index: map[string]int{}} }

// Name returns "lots".
func (l *Lots) Name() string { return "lots" }

// Fold takes the next envelope.
func (l *Lots) Fold(e *events.Envelope) error { return fold(l, e) }

func (l *Lots) apply(e *events.Envelope) {
	if p, ok := e.Payload.(events.LotDrawn); ok {
		l.keep(Lot{Sequence: e.Sequence, Recorded: e.Recorded.UTC(), Draw: p.Draw, Among: p.Among, Result: p.Result, Source: p.Source})
	}
}

func (l *Lots) keep(lot Lot) {
	l.lots = append(l.lots, lot)
	place := len(l.lots) - 1
	if len(lot.Among) == 0 {
		l.unused = append(l.unused, place)
		return
	}
	l.index[lot.Draw] = place
	for i, u := range l.unused {
		if l.lots[u].Draw == lot.Draw {
			l.unused = slices.Delete(l.unused, i, i+1)
			return
		}
	}
}

// All returns the lots and the results supplied in advance, oldest first.
func (l *Lots) All() []Lot { return l.lots }

// Lot returns the lot of that identity, if it has been drawn.
func (l *Lots) Lot(draw string) (Lot, bool) {
	if i, ok := l.index[draw]; ok {
		return l.lots[i], true
	}
	return Lot{}, false
}

// Waiting returns the results that were supplied in advance and have not been used.
func (l *Lots) Waiting() []Lot {
	list := make([]Lot, len(l.unused))
	for i, u := range l.unused {
		list[i] = l.lots[u]
	}
	return list
}

// At returns what All returned at a sequence.
func (l *Lots) At(sequence uint64) ([]Lot, error) {
	if err := l.known(sequence); err != nil {
		return nil, err
	}
	n := sort.Search(len(l.lots), func(i int) bool { return l.lots[i].Sequence > sequence })
	return l.lots[:n:n], nil
}

// Checkpoint writes every lot.
func (l *Lots) Checkpoint() ([]byte, error) {
	list := make([]Record, len(l.lots))
	for i, lot := range l.lots {
		list[i] = Record{lot.Sequence, lot.Recorded, events.LotDrawn{Draw: lot.Draw, Among: lot.Among, Result: lot.Result, Source: lot.Source}}
	}
	return seal(l.Name(), lotsVersion, &l.cursor, list)
}

// Restore resumes from a checkpoint.
func (l *Lots) Restore(checkpoint []byte) error {
	n := NewLots()
	if err := refold(n, &n.cursor, lotsVersion, checkpoint); err != nil {
		return err
	}
	*l = *n
	return nil
}
