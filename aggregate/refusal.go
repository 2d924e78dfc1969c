package aggregate

import (
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// What follows of a play that is refused, where rules say so. What was tried of it is taken back first; the ruling refuses it all the same, and what follows
// are its other outcomes. It follows of the play that somebody has just made, and not of one that was accepted when it was recorded and
// that another law refuses: whoever made it has obeyed the law.

// penalise brings about what follows of the refusal of a play.
func (d *decision) penalise(in events.PlaySubmitted) {
	if d.in.Happened || d.before.compile() != nil {
		return
	}
	l := d.before.rulebook()
	if len(l.occasions[rules.OnRefused]) == 0 && !slices.ContainsFunc(l.ends, func(e endLaw) bool { return e.Asked() == rules.OnRefused }) {
		return
	}
	h := happening{on: rules.OnRefused, side: in.Side}
	for _, f := range d.ruling.Faults {
		h.faults = append(h.faults, f.Code)
	}
	tried, known := rules.Tried(h.faults)
	if !known {
		return
	}
	h.untried, h.piece = !tried, d.touched()
	side, _ := d.before.state.Side(in.Side)
	about := telling{happening: h, typ: movement.NoType, player: side.Player}
	d.undo()
	if !d.needBoard() {
		return
	}
	h.about = &about
	d.happens(h)
	if e := d.endsAt(rules.OnRefused, in.Side); e != nil && tried {
		if d.endWith(e, in.Side); d.state().Over() {
			d.nobodysTurn()
		}
	}
	if d.penalised = len(d.out) > 1 || len(d.passing)+len(d.leaving)+len(d.decreeing) > 0 || d.playsNext != ""; d.penalised {
		d.afterwards()
	}
}

// turnedDown brings about what follows of a play that was legal and that others have refused.
func (d *decision) turnedDown(m *events.MatterOpened) {
	p, err := events.DecodePayload(m.Wants, m.Input)
	in, ok := p.(events.PlaySubmitted)
	if err != nil || !ok || !d.hasBoard() || len(d.law().occasions[rules.OnRefused]) == 0 {
		return
	}
	side, _ := d.state().Side(in.Side)
	about := telling{typ: movement.NoType, player: side.Player}
	ruling := d.ruling
	d.aboutPlay(in, &about) // of one that is not legal any more there is nothing to know
	d.ruling = ruling
	about.happening = happening{on: rules.OnRefused, side: in.Side, piece: about.piece, faults: []string{rules.NotAgreed}, untried: true}
	h := about.happening
	h.about = &about
	d.happens(h)
	d.afterwards()
}

// touched is the piece that the text of a play names first, by its label or its square; "" if it names none so.
func (d *decision) touched() string {
	r := d.in.Play
	if r == nil || r.Err != nil {
		return ""
	}
	for _, item := range r.Play.Items {
		if pc, ok := d.before.state.PieceAt(strings.ToLower(item.From)); ok && item.From != "" {
			return pc.ID
		}
		if _, ok := d.before.state.findPiece(item.ID); ok {
			return item.ID
		}
	}
	return ""
}
