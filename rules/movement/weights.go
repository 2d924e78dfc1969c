package movement

import (
	"adjudicate/events"
	"adjudicate/rules/formula"
)

// values is the environment of the formulas of Weights: their variables by place.
type values [4]float64

// Var implements formula.Env.
func (v *values) Var(i int) float64 { return v[i] }

// Call implements formula.Env; these formulas call nothing.
func (v *values) Call(int, []float64) float64 { return 0 }

// A memo remembers the results of a formula of values: the same few combinations come back
// for every piece of every position.
type memo struct {
	known [256]memoEntry
	env   values // the formula's environment, here so that asking allocates nothing
}

// memoEntry is what a formula has come to for some values, told by whole numbers that stand for them.
type memoEntry struct {
	key    memoKey
	result events.Half
}

// memoKey is three numbers, the last of them doubled and 1 added, by which a key is told from none.
type memoKey [3]int64

func (m *memo) forget() {
	if m != nil {
		clear(m.known[:])
	}
}

// of is a memo; there is none before it is asked for, since who analyses a piece to know its moves alone needs none.
func (a *Analysis) of(m **memo) *memo {
	if *m == nil {
		*m = new(memo)
	}
	return *m
}

// at returns where the result for whole numbers is kept, and whether it is there. If not it is to be worked out and put there.
func (m *memo) at(a, b, c int64) (result *events.Half, known bool) {
	key := memoKey{a, b, 2*c + 1}
	hash := (uint64(a)*3 + uint64(b)*0x9e3779b97f4a7c15 + uint64(c)*0xc2b2ae3d27d4eb4f) * 0x9e3779b97f4a7c15
	e := &m.known[hash>>(64-8)]
	if e.key == key {
		return &e.result, true
	}
	e.key = key
	return &e.result, false
}

// eval asks a formula about values.
func (m *memo) eval(f *formula.Formula, v values) events.Half {
	m.env = v
	return halves(f.Eval(&m.env))
}

// Value returns a piece's material value. A value that depends on the board is asked of
// the board as it stands, for pieces off-board too.
func (p *Position) Value(id PieceID) events.Half {
	k := &p.rs.types[p.pieces[id].typ]
	if k.isConst {
		return k.constValue
	}
	a := p.actor(id)
	return halves(p.ask(k.value, &a, Off, 0))
}

// ValueOf returns the material value of a type that no piece stands for yet.
func (p *Position) ValueOf(t TypeID) events.Half {
	k := &p.rs.types[t]
	if k.isConst {
		return k.constValue
	}
	return halves(p.ask(k.value, &actor{id: NoPiece, own: t, acting: NoType, stand: NoType, counters: k.initial}, Off, 0))
}

// weigh computes the value and the Mobility of every piece, how many count, and the Weight of every side:
// the sum of what `weights` has each piece add, 0 for a side of which its condition does not hold.
func (a *Analysis) weigh() {
	p := a.p
	w := &p.rs.weigh
	for i := range p.rs.types {
		a.typeValue[i] = valueUnknown
	}
	for _, id := range p.onBoard {
		pc := &p.pieces[id]
		f := &a.pieces[id]
		f.value = a.valueOf(id, pc.typ)
		if w.mobility != nil {
			f.mobility = a.mobility(id)
		}
		side := &a.sides[pc.side]
		if a.countsType(pc.typ, f.value) {
			side.counting++
		}
		side.weight += a.share(f)
	}
	if w.when == nil {
		return
	}
	for s := range p.sides {
		a.vals = values{float64(p.sides[s].royals)}
		if w.when.Eval(&a.vals) == 0 {
			a.sides[s].weight = 0
		}
	}
}

// share is what a piece brings in to the Weight of its side, by what was found of it.
func (a *Analysis) share(f *findings) events.Half {
	formula := a.p.rs.weigh.piece
	if formula == nil {
		return 0
	}
	takes, defends := f.takings.from != f.takings.to, f.defends.from != f.defends.to
	m := a.of(&a.weighed)
	result, known := m.at(int64(f.value), int64(f.mobility), int64(2*boolInt(takes)+boolInt(defends)))
	if !known {
		*result = m.eval(formula, values{float64(f.value) / 2, float64(f.mobility) / 2, truth(takes), truth(defends)})
	}
	return *result
}

const valueUnknown events.Half = -1 << 40

// valueOf is Position.Value, asked once a type unless the piece's own state matters.
func (a *Analysis) valueOf(id PieceID, t TypeID) events.Half {
	k := &a.p.rs.types[t]
	if k.isConst {
		return k.constValue
	}
	if k.ownValue {
		return a.p.Value(id)
	}
	if a.typeValue[t] == valueUnknown {
		a.typeValue[t] = a.p.Value(id)
	}
	return a.typeValue[t]
}

// countsType reports whether a piece counts towards n: never a royal piece.
func (a *Analysis) countsType(t TypeID, value events.Half) bool {
	rs := a.p.rs
	if rs.counting == nil || rs.types[t].royal {
		return false
	}
	m := a.of(&a.counted)
	result, known := m.at(int64(value), 0, 0)
	if !known {
		*result = m.eval(rs.counting, values{float64(value) / 2})
	}
	return *result != 0
}

// mobility is what `weights` makes of the number of a piece's moves, and of how far the nearest and the
// farthest of them lead. A piece that cannot move has none.
func (a *Analysis) mobility(id PieceID) events.Half {
	p := a.p
	rs := p.rs
	at, s := p.pieces[id].at, a.pieces[id].moves
	var span ranging
	moves, exits, legal := a.moves[s.from:s.to], a.Exits(id), rs.readings.legalMobility
	if !legal {
		rs.widen(&span, at, moves)
	} else {
		for i, sq := range moves {
			if p.LegalMove(id, sq) {
				rs.widen(&span, at, moves[i:i+1])
			}
		}
	}
	if rs.readings.exitCounts && len(exits) > 0 && (!legal || p.legalExit(id)) {
		rs.widen(&span, at, exits)
	}
	if span.count == 0 {
		return 0
	}
	least, greatest := span.least, span.greatest
	if rs.readings.typeRange {
		least, greatest = p.declared(id, least, greatest)
	}
	m := a.of(&a.measured)
	result, known := m.at(int64(span.count), int64(least), int64(greatest))
	if !known {
		*result = m.eval(rs.weigh.mobility, values{float64(span.count), float64(least), float64(greatest)})
	}
	return *result
}

// asksWhether reports whether of a piece's moves its share asks no more than whether there is one: where its span is declared, and with that the
// formula of mobility comes to the same for any number of them.
func (a *Analysis) asksWhether(id PieceID) bool {
	p := a.p
	rs := p.rs
	if rs.weigh.mobility == nil {
		return true
	}
	if rs.weigh.piece == nil || !rs.readings.typeRange || rs.readings.legalMobility {
		return false
	}
	least, greatest := p.declared(id, -1, -1)
	if least < 0 || greatest < 0 {
		return false
	}
	for i := range a.spans {
		if s := &a.spans[i]; s.least == least && s.greatest == greatest {
			return s.whether
		}
	}
	known := func(name string, _ []string) formula.Range {
		switch name {
		case "moves":
			return formula.Between(1, float64(len(rs.squares)))
		case "least":
			return formula.Exactly(float64(least))
		case "greatest":
			return formula.Exactly(float64(greatest))
		}
		return formula.Anything()
	}
	r := rs.weigh.mobility.Range(known)
	s := declaredSpan{least, greatest, r.Low == r.High}
	if len(a.spans) < mostSpans {
		a.spans = append(a.spans, s)
	}
	return s.whether
}

// mostSpans is how many spans that types declare are remembered while positions are weighed.
const mostSpans = 64

// declaredSpan is a span that a type declares, and whether with it no more matters than whether there is a move.
type declaredSpan struct {
	least, greatest int
	whether         bool
}

// declared returns the span that a piece's type declares, or that of the type it copies, no
// farther than the board goes; least and greatest if nothing is declared.
func (p *Position) declared(id PieceID, least, greatest int) (int, int) {
	rs := p.rs
	who := p.actor(id)
	t := who.own
	if as, counters := p.movedAs(&who); as != NoType {
		t, who.counters = as, counters
	}
	k := &rs.types[t]
	if k.greatest == nil {
		return least, greatest
	}
	return k.least, min(int(p.ask(k.greatest, &who, Off, 0)), max(rs.files, rs.ranks)-1)
}
