package projections

import (
	"time"

	"adjudicate/events"
)

// Knives tracks who holds Stabber's Knives, when and why each was gained, and when all were destroyed at the end
// of a hand. Implements 1230.40.
type Knives struct {
	changes []KnifeChange
	holders []holder       // in the order of their first knife
	index   map[string]int // into holders; never iterated
}

// KnifeChange is a change of the knives that one player holds. Why is "king-capture",
// "surrender", "hand" for the end of one, or "transaction".
type KnifeChange struct {
	Sequence uint64      `json:"sequence"`
	Recorded time.Time   `json:"recorded"`
	Player   string      `json:"player"`
	Change   events.Half `json:"change"`
	Held     events.Half `json:"held"` // after it
	Why      string      `json:"why"`
}

type holder struct {
	Player string
	Knives events.Half
}

// NewKnives returns the projection before the first act.
func NewKnives() *Knives { return &Knives{index: map[string]int{}} }

// Fold takes the next act.
func (k *Knives) Fold(a *events.Act) {
	for i := range a.Outcomes {
		k.apply(a, &a.Outcomes[i])
	}
}

func (k *Knives) apply(a *events.Act, e *events.Envelope) {
	add := func(player string, change, held events.Half, why string) {
		k.keep(KnifeChange{Sequence: e.Sequence, Recorded: a.Input.Recorded.UTC(), Player: player, Change: change, Held: held, Why: why})
	}
	switch p := e.Payload.(type) {
	case events.AssetChanged:
		if p.Asset == events.KnifeAsset {
			add(p.Account, p.Change, k.held(p.Account)+p.Change, p.Why)
		}
	case events.AssetsCleared:
		for _, h := range k.holders {
			if p.Asset == events.KnifeAsset && h.Knives != 0 {
				add(h.Player, -h.Knives, 0, events.WhyHand)
			}
		}
	}
}

func (k *Knives) keep(c KnifeChange) {
	k.changes = append(k.changes, c)
	i, ok := k.index[c.Player]
	if !ok {
		i = len(k.holders)
		k.index[c.Player] = i
		k.holders = append(k.holders, holder{Player: c.Player})
	}
	k.holders[i].Knives = c.Held
}

func (k *Knives) held(player string) events.Half {
	if i, ok := k.index[player]; ok {
		return k.holders[i].Knives
	}
	return 0
}

// Changes returns everything that happened to knives, oldest first.
func (k *Knives) Changes() []KnifeChange { return k.changes }
