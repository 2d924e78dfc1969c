package projections

import (
	"time"

	"adjudicate/events"
)

// Marks tracks who holds marks, when and why each was gained, and when all were destroyed at the end
// of a hand.
type Marks struct {
	changes []MarkChange
	holders []holder       // in the order of their first mark
	index   map[string]int // into holders; never iterated
}

// MarkChange is a change of the marks that one player holds. Why is "king-capture",
// "surrender", "hand" for the end of one, or "transaction".
type MarkChange struct {
	Sequence uint64      `json:"sequence"`
	Recorded time.Time   `json:"recorded"`
	Player   string      `json:"player"`
	Change   events.Half `json:"change"`
	Held     events.Half `json:"held"` // after it
	Why      string      `json:"why"`
}

type holder struct {
	Player string
	Marks  events.Half
}

// NewMarks returns the projection before the first act.
func NewMarks() *Marks { return &Marks{index: map[string]int{}} }

// Fold takes the next act.
func (k *Marks) Fold(a *events.Act) {
	for i := range a.Outcomes {
		k.apply(a, &a.Outcomes[i])
	}
}

func (k *Marks) apply(a *events.Act, e *events.Envelope) {
	add := func(player string, change, held events.Half, why string) {
		k.keep(MarkChange{Sequence: e.Sequence, Recorded: a.Input.Recorded.UTC(), Player: player, Change: change, Held: held, Why: why})
	}
	switch p := e.Payload.(type) {
	case events.AssetChanged:
		if p.Asset == events.Usual().Marks {
			add(p.Account, p.Change, k.held(p.Account)+p.Change, p.Why)
		}
	case events.AssetsCleared:
		for _, h := range k.holders {
			if p.Asset == events.Usual().Marks && h.Marks != 0 {
				add(h.Player, -h.Marks, 0, events.WhyHand)
			}
		}
	}
}

func (k *Marks) keep(c MarkChange) {
	k.changes = append(k.changes, c)
	i, ok := k.index[c.Player]
	if !ok {
		i = len(k.holders)
		k.index[c.Player] = i
		k.holders = append(k.holders, holder{Player: c.Player})
	}
	k.holders[i].Marks = c.Held
}

func (k *Marks) held(player string) events.Half {
	if i, ok := k.index[player]; ok {
		return k.holders[i].Marks
	}
	return 0
}

// Changes returns everything that happened to marks, oldest first.
func (k *Marks) Changes() []MarkChange { return k.changes }
