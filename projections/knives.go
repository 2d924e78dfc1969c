package projections

import (
	"slices"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// Knives is who holds Stabber's Knives, when and why each came, and when all were destroyed
// at the end of a hand (1230.40).
type Knives struct {
	cursor
	changes []KnifeChange
	holders []Holder       // in the order of their first knife
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

// Holder is a player with the knives e holds.
type Holder struct {
	Player string
	Knives events.Half
}

const knivesVersion = 1

// NewKnives returns the projection before the first event.
func NewKnives() *Knives { return &Knives{index: map[string]int{}} }

// Name returns "knives".
func (k *Knives) Name() string { return "knives" }

// Fold takes the next envelope.
func (k *Knives) Fold(e *events.Envelope) error { return fold(k, e) }

func (k *Knives) apply(e *events.Envelope) {
	switch p := e.Payload.(type) {
	case events.KnifeAwarded:
		one := events.Whole(1)
		k.add(e, p.Player, one, k.held(p.Player)+one, p.Why)
	case events.KnivesDestroyed:
		for _, h := range k.holders {
			if h.Knives != 0 {
				k.add(e, h.Player, -h.Knives, 0, aggregate.WhyHand)
			}
		}
	case events.AccountChanged:
		if p.Asset == aggregate.KnifeAsset {
			k.add(e, p.Account, p.Change, p.Balance, p.Why)
		}
	}
}

func (k *Knives) add(e *events.Envelope, player string, change, held events.Half, why string) {
	k.keep(KnifeChange{Sequence: e.Sequence, Recorded: e.Recorded.UTC(), Player: player, Change: change, Held: held, Why: why})
}

func (k *Knives) keep(c KnifeChange) {
	k.changes = append(k.changes, c)
	i, ok := k.index[c.Player]
	if !ok {
		i = len(k.holders)
		k.index[c.Player] = i
		k.holders = append(k.holders, Holder{Player: c.Player})
	}
	k.holders[i].Knives = c.Held
}

func (k *Knives) held(player string) events.Half {
	if i, ok := k.index[player]; ok {
		return k.holders[i].Knives
	}
	return 0
}

// Held returns how many knives a player holds.
func (k *Knives) Held(player string) int { return int(k.held(player) / 2) }

// Total returns how many knives there are.
func (k *Knives) Total() int {
	var n events.Half
	for _, h := range k.holders {
		n += h.Knives
	}
	return int(n / 2)
}

// Holders returns every player who ever had a knife, in the order of the first one, with
// the knives e holds now.
func (k *Knives) Holders() []Holder { return slices.Clone(k.holders) }

// Changes returns everything that happened to knives, oldest first.
func (k *Knives) Changes() []KnifeChange { return k.changes }

// Of returns what happened to a player's knives, oldest first.
func (k *Knives) Of(player string) []KnifeChange {
	var list []KnifeChange
	for _, c := range k.changes {
		if c.Player == player {
			list = append(list, c)
		}
	}
	return list
}

// At returns the holders, as Holders does, at a sequence.
func (k *Knives) At(sequence uint64) ([]Holder, error) {
	if err := k.known(sequence); err != nil {
		return nil, err
	}
	past := NewKnives()
	for _, c := range k.changes {
		if c.Sequence > sequence {
			break
		}
		past.keep(c)
	}
	return past.holders, nil
}

// Checkpoint writes every change.
func (k *Knives) Checkpoint() ([]byte, error) {
	return seal(k.Name(), knivesVersion, &k.cursor, append([]KnifeChange{}, k.changes...))
}

// Restore resumes from a checkpoint.
func (k *Knives) Restore(checkpoint []byte) error {
	var list []KnifeChange
	c, err := unseal(checkpoint, k.Name(), knivesVersion, &list)
	if err != nil {
		return err
	}
	if err := ordered(k.Name(), c, list, func(c *KnifeChange) uint64 { return c.Sequence }); err != nil {
		return err
	}
	n := NewKnives()
	n.cursor = c
	for _, change := range list {
		n.keep(change)
	}
	if err := confirm(n, checkpoint); err != nil {
		return err
	}
	*k = *n
	return nil
}
