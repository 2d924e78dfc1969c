package aggregate

import (
	"adjudicate/events"
	"adjudicate/rules"
)

// Who gets an office or a side by an effect at a moment of a side.

// holderOf is the player who gets an office or a side; ok is false if there is none.
func (d *decision) holderOf(p *provision, env *occasionEnv) (player string, ok bool) {
	if p.holder == nil {
		return d.now.sidePlayer(env.side), true
	}
	switch id := int(p.holder.Eval(env)); {
	case id < 0:
		return "", false
	case p.holder.Sort() == rules.SortPlayer:
		return d.state().players[id].Name, true
	default:
		return d.now.sidePlayer(id), true
	}
}

// entrust gives a side to another player.
func (d *decision) entrust(b *events.Basis, side, player string) {
	if s, ok := d.state().Side(side); ok && player != "" && s.Player != player {
		d.emit(b, events.SideHeld{Side: side, Player: player})
	}
}

// exchange gives each of two sides the player of the other.
func (d *decision) exchange(b *events.Basis, side, other string) {
	one, ok := d.state().Side(side)
	two, there := d.state().Side(other)
	if !ok || !there || one.Player == two.Player {
		return
	}
	d.emit(b, events.SideHeld{Side: one.Name, Player: two.Player})
	d.emit(b, events.SideHeld{Side: two.Name, Player: one.Player})
}
