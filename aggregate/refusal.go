package aggregate

import (
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// What follows of what is refused, where rules say so: a play, or what is done beside playing. What was tried of it is taken back first; the ruling refuses it all the same,
// and what follows are its other outcomes. It follows of what somebody has just entered, and not of what was accepted when it was recorded and
// another law refuses: whoever entered it has obeyed the law. It also follows where others do not agree to what needs their consent.

// penalise brings about what follows of the refusal of an input.
func (d *decision) penalise() {
	in, isPlay := d.in.Payload.(events.PlaySubmitted)
	if d.in.Happened || d.in.Payload == nil || !isPlay && !d.before.state.goesOn() || d.before.compile() != nil {
		return
	}
	l := d.before.rulebook()
	if !isPlay && suspendedUnder(l, d.before.state) {
		return
	}
	if !l.answersRefusal(d.in.Payload) && (!isPlay || !slices.ContainsFunc(l.ends, func(e endLaw) bool { return e.Asked() == rules.OnRefused })) {
		return
	}
	var codes []string
	for _, f := range d.ruling.Faults {
		codes = append(codes, f.Code)
	}
	tried, known := rules.Tried(codes)
	if !isPlay {
		tried, known = rules.Barred(codes), true
	}
	if !known {
		return
	}
	d.undo()
	if !d.needBoard() {
		return
	}
	about := telling{typ: movement.NoType}
	if isPlay {
		side, _ := d.before.state.Side(in.Side)
		about.side, about.piece, about.player = in.Side, d.touched(), side.Player
	} else {
		about = d.aboutInput(d.in.Payload)
	}
	d.refused(about, d.in.Payload, codes, !tried)
	if e := d.endsAt(rules.OnRefused, in.Side); isPlay && e != nil && tried {
		if d.endWith(e, in.Side); d.state().Over() {
			d.nobodysTurn()
		}
	}
	if d.penalised = len(d.out) > 1 || len(d.passing)+len(d.leaving)+len(d.decreeing) > 0 || d.playsNext != ""; d.penalised {
		d.afterwards()
	}
}

// goesOn reports whether a game has begun and is not over.
func (s *State) goesOn() bool { return s.started && !s.over }

// answersRefusal reports whether an entry is about the refusal of an input like this.
func (l *law) answersRefusal(p events.Payload) bool {
	return slices.ContainsFunc(l.occasions[rules.OnRefused], func(o *occasion) bool { return o.refusalOf(p) })
}

// refusalOf reports whether an entry is about the refusal of an input: of a play, unless it says of what.
func (o *occasion) refusalOf(p events.Payload) bool {
	if len(o.To) == 0 {
		return p.Kind() == rules.Sought[rules.OfPlay]
	}
	return namedBy(o.To, p)
}

// refused lets entries answer a refusal.
func (d *decision) refused(about telling, p events.Payload, codes []string, untried bool) {
	about.on, about.refused, about.faults, about.untried = rules.OnRefused, p, codes, untried
	h := about.happening
	h.about = &about
	d.happens(h)
}

// turnedDown brings about what follows of what was legal and others have refused.
func (d *decision) turnedDown(m *events.MatterOpened) {
	p, err := events.DecodePayload(m.Wants, m.Input)
	if err != nil || !d.hasBoard() || !d.law().answersRefusal(p) {
		return
	}
	about := telling{typ: movement.NoType}
	if in, isPlay := p.(events.PlaySubmitted); isPlay {
		side, _ := d.state().Side(in.Side)
		about.player = side.Player
		ruling := d.ruling
		d.aboutPlay(in, &about) // of one that is not legal any more there is nothing to know
		d.ruling = ruling
		about.happening = happening{side: in.Side, piece: about.piece}
	} else {
		proposer := d.proposer
		d.proposer = m.Player
		about = d.aboutInput(p)
		d.proposer = proposer
	}
	d.refused(about, p, []string{rules.NotAgreed}, true)
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
