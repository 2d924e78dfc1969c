package projections

import (
	"iter"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// PlayList is the Swinger Play List, whose turn it is, who was passed over and when the turn
// ends by default (1230.2 §3, §4), with the history of it all.
type PlayList struct {
	cursor
	records pages[Record] // PlayListChanged, TurnBegan, LimitSet, FreeForAllSet
	free    pages[bool]   // whether a Free For All was running after each of them
	now     Turn
}

// Turn is the order of play at one moment. In a Free For All there are no turns: the order
// and the side are those from before, and there is no limit.
type Turn struct {
	Order      []string        // sides, the one to play first
	Side       string          // whose turn it is, "" before the first
	Skipped    []string        // the sides passed over when the turn began
	Limit      events.LimitSet // when the turn ends by default
	Limited    bool            // Limit holds something
	FreeForAll bool            // one is running
}

const playListVersion = 1

// NewPlayList returns the projection before the first event.
func NewPlayList() *PlayList { return &PlayList{} }

// Name returns "play-list".
func (l *PlayList) Name() string { return "play-list" }

// Fold takes the next envelope.
func (l *PlayList) Fold(e *events.Envelope) error { return fold(l, e) }

func (l *PlayList) apply(e *events.Envelope) {
	switch e.Payload.(type) {
	case events.PlayListChanged, events.TurnBegan, events.LimitSet, events.FreeForAllSet:
		l.keep(recordOf(e))
	}
}

func (l *PlayList) keep(r Record) {
	l.records.add(r)
	l.now.apply(r.Payload)
	l.free.add(l.now.FreeForAll)
}

func (t *Turn) apply(payload events.Payload) {
	switch p := payload.(type) {
	case events.PlayListChanged:
		t.Order = p.Order
	case events.TurnBegan:
		t.Side, t.Skipped = p.Side, p.Skipped
		t.Limit, t.Limited = events.LimitSet{}, false
	case events.LimitSet:
		// In a Free For All it notes when a side last played, not when a turn ends.
		if !t.FreeForAll {
			t.Limit, t.Limited = p, true
		}
	case events.FreeForAllSet:
		t.FreeForAll = p.State == aggregate.FreeForAllRunning
	}
}

// Now returns the order of play as it stands.
func (l *PlayList) Now() Turn { return l.now }

// At returns the order of play at a sequence.
func (l *PlayList) At(sequence uint64) (Turn, error) {
	if err := l.known(sequence); err != nil {
		return Turn{}, err
	}
	n := l.records.count(func(r *Record) bool { return r.Sequence > sequence })
	// What matters lies after the last turn and the last order, whichever is older.
	from := n
	for order, turn := false, false; from > 0 && !(order && turn); {
		from--
		switch l.records.at(from).Payload.(type) {
		case events.PlayListChanged:
			order = true
		case events.TurnBegan:
			turn = true
		}
	}
	var t Turn
	if from > 0 {
		t.FreeForAll = *l.free.at(from - 1)
	}
	for i := from; i < n; i++ {
		t.apply(l.records.at(i).Payload)
	}
	return t, nil
}

// History yields everything that happened to the order of play, oldest first:
// PlayListChanged, TurnBegan, LimitSet and FreeForAllSet.
func (l *PlayList) History() iter.Seq[Record] { return l.records.all() }

// Checkpoint writes the history.
func (l *PlayList) Checkpoint() ([]byte, error) {
	return seal(l.Name(), playListVersion, &l.cursor, append([]Record{}, l.records.part(0, l.records.len())...))
}

// Restore resumes from a checkpoint.
func (l *PlayList) Restore(checkpoint []byte) error {
	n := NewPlayList()
	if err := refold(n, &n.cursor, playListVersion, checkpoint); err != nil {
		return err
	}
	*l = *n
	return nil
}
