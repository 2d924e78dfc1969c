package movement

import "adjudicate/events"

// Weight is a number in halves: what a side weighs, what a piece or a square that it reaches is worth.
type Weight = events.Half

// An Account is what one on-board piece adds to its side's Weight, and why.
type Account struct {
	Piece           PieceID
	Value, Mobility events.Half
	Moves           []Counted // what Mobility counts, by file then rank
	Exits           []Counted // those of its exits that Mobility counts
	Least, Greatest int       // of their distances, or as the type declares them; 0 without moves
	Declared        bool      // Least and Greatest are the type's own
	Legal           bool      // only moves that leave its own side out of check are counted
	Attacks         []Taking  // its captures
	Defends         []PieceID // the friends that it defends
	Adds            events.Half
	ForAttacks      events.Half // what Adds would lack if the piece attacked nothing
	ForDefends      events.Half // what it would lack if it defended nothing
}

// Counted is a move that Mobility counts, with its distance.
type Counted struct {
	To       Square
	Distance int
}

// Account tells what an on-board piece of the analysed position weighs. Where no formula
// says what a piece adds it adds nothing.
func (a *Analysis) Account(id PieceID) Account {
	p := a.p
	rs := p.rs
	out := Account{Piece: id, Value: a.Value(id), Mobility: a.Mobility(id), Legal: rs.readings.legalMobility}
	out.Attacks = append(out.Attacks, a.Takings(id)...)
	out.Defends = append(out.Defends, a.Defends(id)...)
	from := p.pieces[id].at
	count := func(list []Counted, sq Square) []Counted {
		d := rs.Distance(from, sq)
		if len(out.Moves)+len(out.Exits) == 0 || d < out.Least {
			out.Least = d
		}
		out.Greatest = max(out.Greatest, d)
		return append(list, Counted{sq, d})
	}
	for _, sq := range a.Moves(id) {
		if !out.Legal || p.LegalMove(id, sq) {
			out.Moves = count(out.Moves, sq)
		}
	}
	if rs.readings.exitCounts {
		for _, sq := range a.Exits(id) {
			if !out.Legal || p.legalExit(id) {
				out.Exits = count(out.Exits, sq)
			}
		}
	}
	if rs.readings.typeRange && len(out.Moves)+len(out.Exits) > 0 {
		least, greatest := p.declared(id, out.Least, out.Greatest)
		out.Declared = rs.types[p.pieces[id].typ].greatest != nil || least != out.Least || greatest != out.Greatest
		out.Least, out.Greatest = least, greatest
	}
	if rs.weigh.piece != nil {
		adds := func(attacks, defends bool) events.Half {
			v := values{float64(out.Value) / 2, float64(out.Mobility) / 2, truth(attacks), truth(defends)}
			return halves(rs.weigh.piece.Eval(&v))
		}
		attacks, defends := len(out.Attacks) > 0, len(out.Defends) > 0
		out.Adds = adds(attacks, defends)
		out.ForAttacks, out.ForDefends = out.Adds-adds(false, defends), out.Adds-adds(attacks, false)
	}
	return out
}

// Weighs reports whether a side weighs anything: whether the condition of the rules for
// Weights holds, without which its pieces count for nothing.
func (a *Analysis) Weighs(s SideID) bool {
	if a.p.rs.weigh.when == nil {
		return true
	}
	v := values{float64(a.p.sides[s].royals)}
	return a.p.rs.weigh.when.Eval(&v) != 0
}

// Counts reports whether an on-board piece is among those that play shapes count.
func (a *Analysis) Counts(id PieceID) bool { return a.countsType(a.p.pieces[id].typ, a.Value(id)) }
