package projections

import (
	"time"

	"adjudicate/events"
)

// Winners lists the hands that were won.
type Winners struct{ hands []Hand }

// Hand is a hand that was won. The ruling says what ended it.
type Hand struct {
	Number   int       `json:"hand"`
	Player   string    `json:"player"`
	Title    string    `json:"title"`
	Sequence uint64    `json:"sequence"` // of the outcome that declares the winner
	Recorded time.Time `json:"recorded"` // when the input was that ended the hand
}

// NewWinners returns the projection before the first act.
func NewWinners() *Winners { return &Winners{} }

// Fold takes the next act.
func (w *Winners) Fold(a *events.Act) {
	for i := range a.Outcomes {
		if p, ok := a.Outcomes[i].Payload.(events.EndDeclared); ok {
			w.hands = append(w.hands, Hand{Number: p.Hand, Player: p.Player, Title: p.Title,
				Sequence: a.Outcomes[i].Sequence, Recorded: a.Input.Recorded.UTC()})
		}
	}
}

// Hands returns the hands won, oldest first.
func (w *Winners) Hands() []Hand { return w.hands }
