package aggregate

import (
	"adjudicate/events"
	"adjudicate/rules"
)

// What rules bring about of sides and players alone, at moments of pieces and of sides alike: attributes, offices, bonds, whose a
// side is, who plays next, who surrenders, what waits. Whoever asks has worked out whom it concerns.

// sideEffect is one such effect.
type sideEffect struct {
	*rules.Doing
	verb        string
	side, other string // that it concerns, and the other one; empty: none
	holder      string // the player of appoint and entrust; empty: nobody
	clause      string
	basis       *events.Basis
}

// concern makes such an effect at a moment of a side or of the game.
func (d *decision) concern(o *occasion, p *provision, h happening, whose string, env *occasionEnv) {
	other := ""
	if len(h.others) > 0 {
		other = h.others[0]
	}
	other, ok := d.sideOf(p.other, other, env)
	if !ok {
		return
	}
	e := sideEffect{Doing: p.Doing, verb: p.verb, side: whose, other: other, clause: o.clause, basis: o.basis}
	if p.verb == "appoint" || p.verb == "entrust" || p.verb == "enter" {
		if e.holder, ok = d.holderOf(p, env); !ok {
			return
		}
	}
	d.ofSides(e)
}

// ofSides makes one.
func (d *decision) ofSides(e sideEffect) {
	switch e.verb {
	case "attribute":
		d.dub(e.basis, e.side, e.Attribute)
	case "strip":
		if sd, ok := d.state().Side(e.side); ok && sd.Has(e.Strip) {
			d.emit(e.basis, events.SideAttributeSet{Side: e.side, Attribute: e.Strip})
		}
	case "appoint", "dismiss":
		d.appoint(e.Appoint+e.Dismiss, e.holder, e.verb == "dismiss", e.basis)
	case "bind", "release":
		d.bind(e)
	case "exchange":
		d.exchange(e.basis, e.side, e.other)
	case "entrust":
		d.entrust(e.basis, e.side, e.holder)
	case "clear":
		d.emit(e.basis, events.AssetsCleared{Asset: e.Clear})
	case "surrender":
		d.withdraw(e.side, HowRoyalFell, e.basis)
	case "unseal":
		d.unseal(e.basis, e.Unseal)
	case "lapse":
		d.lapse(e)
	case "enforce", "suspend", "repeal":
		d.decreeing = append(d.decreeing, e)
	case "enter":
		d.enters(e)
	case "leave":
		d.leaving = append(d.leaving, e)
	case "pass", "play":
		d.passing = append(d.passing, e)
	case "next":
		d.calls(e.side, e.basis)
		d.note(FactPlaysNext, e.clause, "%s is to play next", e.side)
	}
}

// bind makes or ends a bond between two sides; nothing comes of one that is so already.
func (d *decision) bind(e sideEffect) {
	name, on := firstOf(e.Bind, e.Release), e.Bind != ""
	if e.other == "" || e.side == "" || e.side == e.other || d.state().Bound(name, e.side, e.other) == on {
		return
	}
	d.emit(e.basis, events.BondSet{Bond: name, Side: e.side, With: e.other, On: on})
}
