package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/notation"
)

// mostEscapes is how many plays of the next side are tried before it is taken that one of them is a way out.
const mostEscapes = 20000

// escapes reports whether the side that plays after another has a legal play after which the condition of an entry holds: a single act, or
// one of several that a shape allows. Moves of a pack are tried one piece at a time.
func (d *decision) escapes(o *occasion, side string) bool {
	order := slices.DeleteFunc(slices.Clone(d.state().order), func(s string) bool { return s == side })
	if len(order) == 0 || d.state().toPlay != side {
		return true // nobody is next, or it was no turn that ended
	}
	if d.law().whole {
		s := d.sideID(side)
		if d.now.turns().Spared(s, o.unless, nil) {
			return true
		}
		if next, ok := d.now.nextAfter(s); ok {
			d.note(FactNoEscape, o.clause, "no play of %s changes that", d.now.sideName(next))
		}
		return false
	}
	next := order[0]
	single := d.playsAlone(next, true)
	tries := 0
	out := func(t *decision) bool {
		tries++
		return !t.faulty() && o.unless.Holds(&dutyScene{t.sceneOf(t.sideID(next))})
	}
	if slices.ContainsFunc(single, func(p roundPlay) bool { return out(p.made) }) {
		return true
	}
	for i := range d.law().shapes {
		for _, kinds := range d.law().shapes[i].plays {
			if d.escapesBy(d, next, kinds, "", &tries, out) {
				return true
			}
		}
	}
	d.note(FactNoEscape, o.clause, "no play of %s changes that (%d tried)", next, tries)
	return false
}

// escapesBy tries plays that are put together of acts of kinds, in order. On is the board after those before them.
func (d *decision) escapesBy(on *decision, side string, kinds []notation.Kind, before string, tries *int, out func(*decision) bool) bool {
	for _, p := range on.playsAlone(side, false) {
		if shapeKind(p.made.in.Reading().Play.Items[0].Kind) != kinds[0] {
			continue
		}
		text := before + p.kept.Play
		if len(kinds) > 1 {
			if d.escapesBy(p.made, side, kinds[1:], text+"; ", tries, out) {
				return true
			}
			continue
		}
		if *tries >= mostEscapes || out(d.trial(d.now, events.PlayKept{Side: side, Play: text}, false)) {
			return true
		}
	}
	return false
}
