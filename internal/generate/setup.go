package generate

import (
	"encoding/hex"
	"fmt"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/systems"
)

// names are the sides of a game; more sides are numbered.
var names = []string{"Amber", "Brick", "Coral", "Denim", "Ebony", "Fern", "Grape", "Hazel", "Ivory"}

func sideName(i int) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("Side%d", i+1)
}

func playerName(i int) string { return fmt.Sprintf("Player %d", i+1) }

// players is how many people there are: some hold no side at first.
func (g *Generator) players() int { return g.o.Sides + 2 }

// prepare queues what comes before the first play: the rules, the people, the office, the
// sides with something to spend, and the start. Drafts follow from the state.
func (g *Generator) prepare() {
	seed := make([]byte, 32)
	for i := range seed {
		seed[i] = byte(g.rng.Uint32())
	}
	add := func(p events.Payload) { g.queue = append(g.queue, p) }
	opening, err := systems.Opening("A generated game", System, hex.EncodeToString(seed), "")
	if err != nil {
		panic(fmt.Sprintf("generate: the built-in rules of %s: %v", System, err)) // they are part of the program
	}
	add(opening)
	for _, r := range g.base.Rules() {
		add(events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	for i := range g.players() {
		add(events.PlayerRegistered{Player: playerName(i), Addresses: []string{fmt.Sprintf("player%d@example.org", i+1)}})
	}
	add(events.OfficeFilled{Office: events.KnownOffice, Player: playerName(0)})
	for i := range g.o.Sides {
		add(events.SideCreated{Side: sideName(i), Player: playerName(i), Attributes: g.kind(i == 0)})
		add(events.TransactionRecorded{Account: playerName(i), Asset: events.MoneyAsset, Amount: events.Half(100 + g.rng.IntN(300))})
		for _, k := range g.base.Procedure().Kinds {
			add(events.TransactionRecorded{Account: playerName(i), Asset: k.Asset, Amount: events.Whole(1 + g.rng.IntN(3))})
		}
	}
	if g.o.Sides > 2 && g.often(500) {
		var others []string
		for i := 1; i < g.o.Sides; i++ {
			others = append(others, sideName(i))
		}
		g.rng.Shuffle(len(others), func(i, k int) { others[i], others[k] = others[k], others[i] })
		add(events.LotSupplied{Draw: g.orderLot(aggregate.LotStart), Result: others, Source: "dice"})
	}
	add(events.GameStarted{})
}

// anyone returns an active player, of whom there is one.
func (g *Generator) anyone(s *aggregate.State) string {
	var active []string
	for _, p := range s.Players() {
		if p.Status == aggregate.StatusActive {
			active = append(active, p.Name)
		}
	}
	return pick(g, active)
}

// back brings somebody back where everybody is away: nobody else can hold the office without which a game stands still. Of a million plays it happens.
func (g *Generator) back(s *aggregate.State) events.Payload {
	for _, p := range s.Players() {
		if p.Status == aggregate.StatusActive {
			return nil
		}
	}
	return events.PlayerStatusChanged{Player: s.Players()[0].Name, Status: aggregate.StatusActive}
}
