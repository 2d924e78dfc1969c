package movement

import (
	"slices"
	"strings"
)

// Why a piece on several squares does not go to a place.

// meets are the pieces that a piece on several squares meets at a place; a single one for any other.
func (x *trier) meets() (list []PieceID) {
	if x.p.isWide(x.who.id) {
		return x.p.met(&x.who, x.to)
	}
	if x.target != NoPiece {
		list = append(list, x.target)
	}
	return list
}

// judgeWide is judge for a piece on several squares.
func (x *trier) judgeWide(m *mode, t *Try) {
	p, met := x.p, x.meets()
	to := p.rs.SquareName(x.to)
	no := func(code string, sq Square, id PieceID, text string) {
		t.Code, t.Square, t.Piece, t.Text = code, sq, id, text
	}
	wanted := forMove
	if len(met) > 0 {
		wanted = forTake
	}
	switch {
	case !m.broad():
		no(ForOther, Off, NoPiece, "not for a piece that covers several squares")
	case m.use&wanted == 0:
		no(ForOther, Off, NoPiece, "not for that: only to "+strings.ReplaceAll(t.Uses, ", ", " or "))
	case p.covers(x.who.own, x.to) == nil:
		no(OutOfReach, Off, NoPiece, "it has no room on the board with its place on "+to)
	case x.who.from == x.to || !x.reaches(m):
		no(OutOfReach, Off, NoPiece, to+" is not on such a way: it lies "+x.apart())
	case m.when != nil && !p.holds(m.when, &x.who):
		no(Condition, x.who.from, x.who.id, "open only if "+p.because(m.when, &x.who, Off, NoPiece))
	case !p.lands(m, &x.who, x.to):
		x.barWide(m, t)
	case m.land != nil && !p.landingFor(m.land, &x.who, x.to, x.lastOf(met)):
		no(Landing, x.to, NoPiece, "it may not go to "+to+": "+p.because(m.land, &x.who, x.to, x.lastOf(met)))
	default:
		t.Path = p.follow(m, &x.who, x.to)
		x.againstWide(m, wanted, met, t)
	}
}

func (x *trier) lastOf(met []PieceID) PieceID {
	if len(met) == 0 {
		return NoPiece
	}
	return met[len(met)-1]
}

// barWide says what is in the way of a piece that covers several squares: the first thing that it would meet on its way.
func (x *trier) barWide(m *mode, t *Try) {
	p := x.p
	path := x.emptied(m)
	for _, place := range path {
		if place == x.who.from || place == x.to {
			continue
		}
		if met := p.met(&x.who, place); len(met) > 0 {
			sq := x.covering(place, met[0])
			t.Code, t.Square, t.Piece = Blocked, sq, met[0]
			t.Text = x.name(met[0]) + " stands in the way, on " + p.rs.SquareName(sq)
			return
		}
	}
	for _, place := range path {
		for _, sq := range p.covers(x.who.own, place) {
			if p.cells[sq] == wall {
				t.Code, t.Square, t.Piece, t.Text = Blocked, sq, NoPiece, p.rs.SquareName(sq)+" is closed"
				return
			}
		}
	}
	t.Code, t.Text = OutOfReach, p.rs.SquareName(x.to)+" is not on such a way: it lies "+x.apart()
	if len(path) == 0 {
		t.Code, t.Text = Blocked, "it has no room on the way to "+p.rs.SquareName(x.to)
	}
}

// covering is a square of another piece that the piece would cover at a place.
func (x *trier) covering(place Square, other PieceID) Square {
	squares := x.p.covers(x.who.own, place)
	if i := slices.IndexFunc(squares, func(sq Square) bool { return x.p.cells[sq] == other }); i >= 0 {
		return squares[i]
	}
	return place
}

// againstWide asks what stands against a way of a piece on several squares that leads to a place.
func (x *trier) againstWide(m *mode, wanted use, met []PieceID, t *Try) {
	p := x.p
	bar := func(code string, id PieceID, cite, text string) {
		t.Code, t.Square, t.Piece, t.Cite, t.Text = code, x.covering(x.to, id), id, cite, text
	}
	if m.use&wanted&^x.denied == 0 {
		word := "move"
		if wanted == forTake {
			word = "capture"
		}
		id, cite := p.Denier(x.who.id, word)
		t.Code, t.Square, t.Piece, t.Cite, t.Text = Denied, p.Where(id), id, cite, x.name(id)+" denies it to "+word
		return
	}
	for _, id := range met {
		v := &p.pieces[id]
		switch {
		case v.side == x.who.side:
			bar(Friendly, id, p.rs.citeFriendly, x.name(id)+", a friendly piece, stands on "+p.rs.SquareName(x.covering(x.to, id)))
			return
		case !m.captures(v.typ):
			bar(NotCapturing, id, "", "it does not capture "+x.name(id)+" that way")
			return
		case p.rs.types[v.typ].royal && !p.mayTakeRoyal(x.who.side):
			bar(RoyalRule, id, p.rs.citeRoyal, "only a side whose own royal piece is on-board captures one")
			return
		case p.immune(id, x.who.own, x.who.acting):
			target := x.target
			x.target = id
			guard, cite := x.protector()
			x.target = target
			bar(Immunity, guard, cite, x.name(id)+" is protected from it by "+x.name(guard))
			t.Square = p.pieces[guard].at
			return
		}
	}
	if len(met) > 0 {
		if clause, text, ok := p.disarmed(&x.who, x.to, p.onto(&x.who, met, x.to).Victim); ok {
			bar(Disarmed, met[len(met)-1], clause, text)
			return
		}
	}
	if len(met) > 0 && p.rs.readings.respectPins && !p.ignorePins && p.exposesAt(&x.who, p.onto(&x.who, met, x.to)) {
		t.Code, t.Square, t.Piece, t.Text = Pinned, x.who.from, x.who.id, "the capture would leave its own side in check"
		return
	}
	t.OK = true
}

// explainWide is Explain for a piece on several squares.
func (p *Position) explainWide(id PieceID, to Square) []Obstacle {
	a := p.findings(id)
	if slices.Contains(a.Moves(id), to) || slices.ContainsFunc(a.Takings(id), func(t Taking) bool { return t.At == to || t.To == to }) {
		return nil
	}
	x := explainer{p: p, who: p.actor(id), to: to}
	k := &p.rs.types[x.who.own]
	places := []Square{to}
	if c := p.At(to); c != NoPiece && c != id { // a capture may end beside its victim's square
		for _, place := range p.rs.squares {
			if place != to && slices.Contains(p.covers(x.who.own, place), to) {
				places = append(places, place)
			}
		}
	}
	for _, place := range places {
		for _, t := range p.Tries(id, place) {
			cite := t.Cite
			if cite == "" {
				cite = t.Clause
			}
			if !t.OK && t.Code != ForOther && t.Code != OutOfReach {
				x.add(Obstacle{Code: t.Code, Cite: cite, Square: t.Square, Piece: t.Piece, Text: t.Text})
			}
		}
	}
	if len(x.out) == 0 {
		text := "does not reach"
		if p.covers(x.who.own, to) == nil {
			text = "has no room on the board with its place on"
		}
		x.add(x.obstacle(OutOfReach, k, "", Off, NoPiece, "a %s on %s %s %s", k.name, p.rs.SquareName(x.who.from), text, p.rs.SquareName(to)))
	}
	return x.out
}

// endings are the squares on which a capture of a piece by another may end, where one of the two covers several.
func (p *Position) endings(id, x PieceID) (list []Square) {
	if !p.isWide(id) {
		return p.SquaresOf(x)
	}
	squares := p.SquaresOf(x)
	for _, place := range p.rs.squares {
		if slices.ContainsFunc(p.covers(p.pieces[id].typ, place), func(sq Square) bool { return slices.Contains(squares, sq) }) {
			list = append(list, place)
		}
	}
	return list
}

// TriesOn is Tries for what a play names by a square: a move with its end there, or a capture of what stands there, wherever the piece ends.
func (p *Position) TriesOn(id PieceID, sq Square) []Try {
	if x := p.At(sq); x != NoPiece && x != id && p.isWide(id) {
		return p.triesAt(id, x)
	}
	return p.Tries(id, sq)
}

// TriesAgainst is Tries for a capture of a piece, on whichever of its squares.
func (p *Position) TriesAgainst(id, x PieceID) []Try { return p.triesAt(id, x) }

// triesAt are the tries of a capture of a piece by another, over all squares on which it may end.
func (p *Position) triesAt(id, x PieceID) (list []Try) {
	if !p.isWide(id) && !p.isWide(x) {
		return p.Tries(id, p.pieces[x].at)
	}
	for _, to := range p.endings(id, x) {
		list = append(list, p.Tries(id, to)...)
	}
	return list
}
