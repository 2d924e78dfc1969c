package aggregate

import (
	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules/movement"
)

// mostTogether is how many combinations of plays are tried before it is taken that some go together.
const mostTogether = 20000

// findsNone reports whether no legal plays of some sides, one of each, go together. Plays of several atomic plays and what is announced
// with one are not tried; without any others a Pass or nothing is left.
func (d *decision) findsNone(sides []string) bool {
	for _, placements := range []bool{false, true} { // there are many Placements, and moves mostly do
		lists := make([][]roundPlay, len(sides))
		for i, side := range sides {
			lists[i] = d.playsAlone(side, placements)
		}
		tries := 0
		if d.someTogether(lists, nil, &tries) {
			return false
		}
		if tries >= mostTogether {
			d.note(FactConflict, d.law().citeClash(), "search limit reached: it is not known whether any legal plays of %s are compatible", listed(sides))
			return false
		}
	}
	return true
}

// someTogether tries plays of one side after the other.
func (d *decision) someTogether(lists [][]roundPlay, chosen []roundPlay, tries *int) bool {
	if len(lists) == 0 {
		*tries++
		clash, _ := d.conflicts(chosen)
		for _, c := range clash {
			if c {
				return false
			}
		}
		return true
	}
next:
	for _, p := range lists[0] {
		if *tries >= mostTogether {
			return false
		}
		for i := range chosen {
			if p.idle == "" && chosen[i].idle == "" && p.collides(&chosen[i]) {
				continue next
			}
		}
		if d.someTogether(lists[1:], append(chosen[:len(chosen):len(chosen)], p), tries) {
			return true
		}
	}
	return false
}

// playsAlone returns the legal plays of a side of one atomic play each. A Surrender, which is always possible, is none of them.
func (d *decision) playsAlone(side string, placements bool) (list []roundPlay) {
	s := d.sideID(side)
	pos, rs := d.now.pos, d.law().ruleset
	try := func(text string) {
		d.now.completing(text, func(text string) (*decision, bool) {
			p := roundPlay{kept: events.PlayKept{Side: side, Play: text}, how: HowSubmitted}
			if p.made = d.trial(d.now, p.kept, false); p.made.faulty() {
				return p.made, false
			}
			p.look(d.now)
			list = append(list, p)
			return p.made, true
		})
	}
	add := func(item notation.Item) { try((notation.Play{Items: []notation.Item{item}}).String()) }
	add(notation.Item{Kind: notation.Pass})
	if d.law().whole {
		for _, one := range d.now.plays(s) {
			if one.Items[0].Kind != notation.Placement || placements {
				try(one.Text)
			}
		}
		return list
	}
	for i := range d.state().pieces {
		id := movement.PieceID(i)
		if !d.now.stands(i) || pos.Owner(id) != s {
			continue
		}
		if pos.Where(id) == movement.Off {
			for _, sq := range rs.Squares() {
				if placements && pos.At(sq) == movement.NoPiece && (!rs.Wide() || pos.Fits(id, sq)) && pos.PlaceableAt(id, sq) {
					add(notation.Item{Kind: notation.Placement, ID: d.now.pieceName(id), To: rs.SquareName(sq)})
				}
			}
			continue
		}
		d.now.doables(id, func(can *doable) bool {
			if d.now.safe(can) {
				add(can.item)
			}
			return true
		})
	}
	return list
}
