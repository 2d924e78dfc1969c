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
	if x.prey != NoPiece || m.displaces() || m.use&forShot != 0 || !m.glides() {
		x.judgePassages(m, t)
		return
	}
	switch {
	case x.serves(m)&wanted == 0:
		no(ForOther, Off, NoPiece, "not for that: only to "+strings.ReplaceAll(t.Uses, ", ", " or "))
	case p.footing(&x.who, x.to) == nil:
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
		x.againstWide(m, wanted, &passage{to: x.to, takes: met, from: x.who.from}, t)
	}
}

// serves is what a mode is for: as trier.wanted, of whatever the piece meets.
func (x *trier) serves(m *mode) use {
	_, uses := x.wanted(m)
	if x.loan && x.p.rs.types[x.who.own].noLoan {
		uses &^= forTake | forShot
	}
	return uses
}

// judgePassages is judgeWide for modes whose captures need not stand where the piece lands: it looks for a way that takes what is asked
// for, or that ends where it is.
func (x *trier) judgePassages(m *mode, t *Try) {
	p := x.p
	no := func(code string, sq Square, id PieceID, text string) {
		t.Code, t.Square, t.Piece, t.Text = code, sq, id, text
	}
	uses := x.serves(m)
	fits := func(w *passage) bool {
		switch {
		case x.prey != NoPiece:
			return slices.Contains(w.takes, x.prey)
		case w.shot:
			return slices.Contains(w.takes, x.target)
		}
		return w.to == x.to
	}
	if m.when != nil && !p.holds(m.when, &x.who) {
		no(Condition, x.who.from, x.who.id, "open only if "+p.because(m.when, &x.who, Off, NoPiece))
		return
	}
	what := p.rs.SquareName(x.to)
	if x.prey != NoPiece {
		what = x.name(x.prey)
	}
	no(OutOfReach, Off, NoPiece, "as the pieces stand such a way does not lead to "+what)
	best := 0 // how far a way that is barred has come
	p.passages(m, &x.who, func(w *passage) bool {
		if !fits(w) {
			return true
		}
		wanted := w.needs()
		next := *t
		switch {
		case uses&wanted == 0:
			if best < 1 {
				best = 1
				no(ForOther, Off, NoPiece, "not for that: only to "+strings.ReplaceAll(t.Uses, ", ", " or "))
			}
			return true
		case !p.ends(m, &x.who, w):
			if best < 2 {
				best = 2
				no(Landing, w.to, NoPiece, "it may not go to "+p.rs.SquareName(w.to)+": "+p.because(m.land, &x.who, w.to, x.lastOf(w.takes)))
			}
			return true
		}
		next.Code, next.Text, next.Square, next.Piece = "", "", Off, NoPiece
		if x.againstWide(m, wanted, w, &next); next.OK || best < 3 {
			best = 3
			*t = next
			t.Path = x.wayOf(m, w)
		}
		return !t.OK
	})
	if !t.OK {
		t.Path = nil
	}
}

// wayOf are the squares of a passage: of its place, or of the line of a shot.
func (x *trier) wayOf(m *mode, w *passage) []Square {
	p := x.p
	switch {
	case m.takes == takesBranches:
		return p.branchTo(m, &x.who, w.from, x.target)
	case w.shot:
		return p.straight(w.from, w.at)
	case m.glides() && !m.displaces():
		return p.follow(m, &x.who, w.to)
	}
	way := []Square{x.who.from}
	for _, sq := range append(slices.Clone(w.ends), w.to) {
		way = append(way, p.straight(way[len(way)-1], sq)[1:]...)
	}
	return way
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
		for _, sq := range p.footing(&x.who, place) {
			if p.cells[sq] == wall {
				t.Code, t.Square, t.Piece = Blocked, sq, NoPiece
				t.Text, t.Cite, _ = p.Shut(sq)
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
	squares := x.p.footing(&x.who, place)
	if i := slices.IndexFunc(squares, func(sq Square) bool { return x.p.cells[sq] == other }); i >= 0 {
		return squares[i]
	}
	return place
}

// againstWide asks what stands against a way of a piece on several squares that leads to a place.
func (x *trier) againstWide(m *mode, wanted use, w *passage, t *Try) {
	p, met := x.p, w.takes
	bar := func(code string, id PieceID, cite, text string) {
		t.Code, t.Square, t.Piece, t.Cite, t.Text = code, x.covering(x.to, id), id, cite, text
	}
	if denied := m.bars(x.denied); x.serves(m)&wanted&^denied == 0 && !(wanted&(forShot|forOwn) != 0 && denied&forTake == 0) {
		word := "move"
		if wanted != forMove {
			word = "capture"
		}
		if m.in > 0 && x.serves(m)&wanted&^x.denied != 0 {
			word = p.rs.kindNames[m.in-1]
		}
		id, cite := p.Denier(x.who.id, word)
		t.Code, t.Square, t.Piece, t.Cite, t.Text = Denied, p.Where(id), id, cite, x.name(id)+" denies it to "+word
		return
	}
	for _, id := range met {
		v := &p.pieces[id]
		switch {
		case v.side == x.who.side && m.takes == takesBranches: // a branch has asked about it
		case v.side == x.who.side:
			bar(Friendly, id, p.rs.citeFriendly, x.name(id)+", a friendly piece, stands on "+p.rs.SquareName(x.covering(x.to, id)))
			return
		case !m.captures(v.typ):
			bar(NotCapturing, id, "", "it does not capture "+x.name(id)+" that way")
			return
		case x.who.stand != NoType && v.typ != x.who.stand:
			bar(NotCapturing, id, "", "as a "+p.rs.types[x.who.stand].name+" it does not capture "+x.name(id)+" as well")
			return
		case p.rs.types[v.typ].royal && !p.mayTakeRoyal(x.who.side):
			bar(RoyalRule, id, p.rs.citeRoyal, "only a side whose own royal piece is on-board captures one")
			return
		case m.takes != takesWhere && p.immune(id, x.who.own, x.who.acting):
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
		if clause, text, ok := p.disarmed(&x.who, w.to, p.takingBy(&x.who, w).Victim); ok {
			bar(Disarmed, met[len(met)-1], clause, text)
			return
		}
	}
	if len(met) > 0 && p.rs.readings.respectPins && !p.ignorePins && p.exposesAt(&x.who, p.takingBy(&x.who, w)) {
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
			if place != to && slices.Contains(p.footing(&x.who, place), to) {
				places = append(places, place)
			}
		}
	}
	tries := []Try{}
	for _, place := range places {
		tries = append(tries, p.Tries(id, place)...)
	}
	if c := p.At(to); c != NoPiece && c != id {
		tries = append(tries, p.triesOf(id, c)...)
	}
	for _, t := range tries {
		cite := t.Cite
		if cite == "" {
			cite = t.Clause
		}
		if !t.OK && t.Code != ForOther && t.Code != OutOfReach {
			x.add(Obstacle{Code: t.Code, Cite: cite, Square: t.Square, Piece: t.Piece, Text: t.Text})
		}
	}
	if len(x.out) == 0 {
		text := "does not reach"
		if p.footing(&x.who, to) == nil {
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
		if slices.ContainsFunc(p.covers(&p.pieces[id], place), func(sq Square) bool { return slices.Contains(squares, sq) }) {
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
	if p.isWide(id) {
		list = append(list, p.triesOf(id, x)...)
	}
	return list
}
