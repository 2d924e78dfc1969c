package projections

import (
	"sort"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// Winners is the hands that were won, and what the end of each brought about (1230.40).
type Winners struct {
	cursor
	hands []Hand
	open  bool // the last hand's end is still being told
}

// Hand is a hand that was won. Aftermath is what its end brought: awards, sums and points,
// knives and pieces destroyed, free pieces granted. The pieces that left the board are left
// out, since all do.
type Hand struct {
	Number    int       `json:"number"`
	Player    string    `json:"player"`
	Title     string    `json:"title"`
	Sequence  uint64    `json:"sequence"`
	Recorded  time.Time `json:"recorded"`
	Aftermath []Record  `json:"aftermath"`
}

// Awards returns what was given at the end of the hand.
func (h *Hand) Awards() []events.AwardGiven { return pick[events.AwardGiven](h.Aftermath) }

// Sums returns the changes of accounts at the end of the hand: Swingpoints for the winner,
// compensation for destroyed pieces.
func (h *Hand) Sums() []events.AccountChanged { return pick[events.AccountChanged](h.Aftermath) }

// Destroyed returns the pieces that were destroyed at the end of the hand.
func (h *Hand) Destroyed() []events.PieceDestroyed { return pick[events.PieceDestroyed](h.Aftermath) }

// FreePieces returns the rights to free pieces that the end of the hand brought.
func (h *Hand) FreePieces() []events.FreePiecesGranted {
	return pick[events.FreePiecesGranted](h.Aftermath)
}

// pick returns the payloads of one kind.
func pick[T events.Payload](list []Record) []T {
	var some []T
	for _, r := range list {
		if p, ok := r.Payload.(T); ok {
			some = append(some, p)
		}
	}
	return some
}

const winnersVersion = 1

// NewWinners returns the projection before the first event.
func NewWinners() *Winners { return &Winners{} }

// Name returns "winners".
func (w *Winners) Name() string { return "winners" }

// Fold takes the next envelope.
func (w *Winners) Fold(e *events.Envelope) error { return fold(w, e) }

func (w *Winners) apply(e *events.Envelope) {
	switch p := e.Payload.(type) {
	case events.WinnerDeclared:
		w.hands = append(w.hands, Hand{Number: p.Hand, Player: p.Player, Title: p.Title,
			Sequence: e.Sequence, Recorded: e.Recorded.UTC(), Aftermath: []Record{}})
		w.open = true
	case events.Ruled:
		w.open = false // another input begins
	case events.AwardGiven, events.KnivesDestroyed, events.FreePiecesGranted:
		w.after(e, true)
	case events.AccountChanged:
		w.after(e, p.Why == aggregate.WhyHand)
	case events.PieceDestroyed:
		w.after(e, p.Why == aggregate.WhyHand)
	}
}

// after adds an outcome to the aftermath of the hand that is ending, if one is.
func (w *Winners) after(e *events.Envelope, belongs bool) {
	if w.open && belongs {
		h := &w.hands[len(w.hands)-1]
		h.Aftermath = append(h.Aftermath, recordOf(e))
	}
}

// Hands returns the hands won, oldest first.
func (w *Winners) Hands() []Hand { return w.hands }

// Of returns the hands that a player won, oldest first.
func (w *Winners) Of(player string) []Hand {
	var list []Hand
	for i := range w.hands {
		if w.hands[i].Player == player {
			list = append(list, w.hands[i])
		}
	}
	return list
}

// At returns the hands won at a sequence, the last one with the part of its aftermath that
// had come about by then.
func (w *Winners) At(sequence uint64) ([]Hand, error) {
	if err := w.known(sequence); err != nil {
		return nil, err
	}
	n := sort.Search(len(w.hands), func(i int) bool { return w.hands[i].Sequence > sequence })
	past := append([]Hand(nil), w.hands[:n]...)
	if n > 0 {
		h := &past[n-1]
		k := sort.Search(len(h.Aftermath), func(i int) bool { return h.Aftermath[i].Sequence > sequence })
		h.Aftermath = h.Aftermath[:k:k]
	}
	return past, nil
}

type winnersData struct {
	Hands []Hand `json:"hands"`
	Open  bool   `json:"open"`
}

// Checkpoint writes every hand with its aftermath.
func (w *Winners) Checkpoint() ([]byte, error) {
	return seal(w.Name(), winnersVersion, &w.cursor, winnersData{append([]Hand{}, w.hands...), w.open})
}

// Restore resumes from a checkpoint.
func (w *Winners) Restore(checkpoint []byte) error {
	var d winnersData
	c, err := unseal(checkpoint, w.Name(), winnersVersion, &d)
	if err != nil {
		return err
	}
	var all []Record
	for _, h := range d.Hands {
		all = append(all, Record{Sequence: h.Sequence, Payload: events.WinnerDeclared{}})
		all = append(all, h.Aftermath...)
	}
	if err := ordered(w.Name(), c, all, (*Record).sequence); err != nil {
		return err
	}
	if d.Open && len(d.Hands) == 0 {
		return &CheckpointError{Projection: w.Name(), Why: "the end of no hand is being told"}
	}
	n := &Winners{cursor: c, hands: d.Hands, open: d.Open}
	if err := confirm(n, checkpoint); err != nil {
		return err
	}
	*w = *n
	return nil
}
