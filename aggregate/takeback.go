package aggregate

import (
	"fmt"
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
)

// Plays that are taken back. Where rules let somebody do that, a state keeps the moments at which the last plays began: as many of them as an effect in
// force takes back at most, eight at the most. A game without such rules keeps none. What is kept is what plays change, and not the law,
// who plays, what waits, or which labels have been given.
//
//	play begins ─► moment kept ─► play ends
//	                   ▲
//	take back ─────────┘  pieces, squares, accounts and sides by outcomes of their own; then PlayTakenBack, which brings back all else that plays leave behind
//
// A play of which no moment was kept, and whatever makes another game of it or changes who takes part, lets the moments before be forgotten.

// takenBack is how many plays the rules in force can take back at once.
func (l *law) takenBack() (most int) {
	for i := range l.powers {
		for k := range l.powers[i].do {
			f := l.powers[i].do[k].takeback
			if f == nil {
				continue
			}
			n := rules.MostTakebacks
			if fixed, known := f.Const(); known {
				n = min(n, int(fixed))
			}
			most = max(most, n)
		}
	}
	return most
}

// keepMoment keeps the moment at which a play begins, if the rules let it be taken back.
func (d *decision) keepMoment() {
	if most := d.law().takebacks; most > 0 && d.state().started && len(d.state().round.sides) == 0 {
		d.emit(nil, events.MomentKept{Most: most})
	}
}

// moment is what plays may change of a state.
func (s *State) moment() *State {
	return &State{balances: slices.Clone(s.balances), sides: slices.Clone(s.sides), pieces: slices.Clone(s.pieces),
		order: s.order, toPlay: s.toPlay, skipped: s.skipped, promised: s.promised, laid: s.laid, lapsed: s.lapsed,
		bonds: s.bonds, marks: s.marks, spurred: s.spurred, turns: s.turns, captor: s.captor, remembers: s.remembers, hand: s.hand,
		benches: s.seated(), bench: s.bench}
}

// keepMoment folds that the present moment is kept.
func (s *State) keepMoment(p events.MomentKept) {
	first := max(0, len(s.moments)+1-max(p.Most, 1))
	s.moments = append(slices.Clone(s.moments[first:]), s.moment())
	s.playing = true
}

// endMoment folds the end of a play: of one that cannot be taken back no earlier one can be, either.
func (s *State) endMoment(how string) {
	if how != HowAutomatic && !s.playing {
		s.moments = nil
	}
	s.playing = false
}

// forgetMoments folds what makes another game of it, or changes who takes part.
func (s *State) forgetMoments() { s.moments, s.playing = nil, false }

// inMoments reports whether a piece exists at a moment that is kept.
func (s *State) inMoments(id string) bool {
	return slices.ContainsFunc(s.moments, func(m *State) bool {
		return slices.ContainsFunc(m.pieces, func(pc piece) bool { return pc.id == id && !pc.gone })
	})
}

// takeBack folds that plays are taken back. Pieces keep their places in the list, which whoever decides on an input holds on to.
func (s *State) takeBack(p events.PlayTakenBack) {
	first := len(s.moments) - p.Plays
	if first < 0 || p.Plays < 1 {
		return
	}
	m := s.moments[first]
	s.unequal.forget()
	was := m.places()
	s.gone = 0
	for i := range s.pieces {
		pc := &s.pieces[i]
		k, there := was[pc.id]
		if owner, ok := 0, false; there {
			if owner, ok = s.findSide(m.sides[m.pieces[k].side].name); !ok {
				owner = int(pc.side)
			}
			*pc = m.pieces[k]
			pc.side = int32(owner)
		} else {
			pc.gone, pc.at = true, ""
		}
		if pc.gone {
			s.gone++
		}
	}
	for i := range s.sides {
		sd := &s.sides[i]
		if k, ok := m.findSide(sd.name); ok && !sd.gone {
			now := *sd
			*sd = m.sides[k]
			sd.player, sd.entered = now.player, now.entered
		}
	}
	kept := s.laid.kept
	s.laid, s.lapsed, s.bonds, s.marks, s.spurred, s.turns, s.captor = m.laid, m.lapsed, m.bonds, m.marks, m.spurred, m.turns, m.captor
	s.laid.kept = kept
	s.tablesBack(m)
	s.moments = slices.Clone(s.moments[:first])
}

// tablesBack folds what is remembered of the plays at each table, which were as many at the moment.
func (s *State) tablesBack(m *State) {
	list := s.seated()
	for k, was := range m.seated() {
		list[k].lapsed, list[k].spurred, list[k].passer, list[k].passed = was.lapsed, was.spurred, was.passer, was.passed
	}
	if list != nil {
		s.benches = list
		s.look(list[s.bench])
	}
}

// revive folds that a destroyed piece is there again.
func (s *State) revive(p events.PieceRestored) {
	i, known := s.anyPiece(p.Piece)
	owner, ok := s.findSide(p.Side)
	if !known || !ok || !s.pieces[i].gone {
		return
	}
	pc := s.pieceToWrite(i)
	*pc = piece{id: pc.id, typ: p.Type, side: int32(owner), counters: p.Counters, marks: marks{base: p.Base}, past: pc.past}
	s.gone--
	s.writesTo(listPieces)
}

// places says where each piece stands in the list.
func (s *State) places() map[string]int {
	at := make(map[string]int, len(s.pieces))
	for i := range s.pieces {
		at[s.pieces[i].id] = i
	}
	return at
}

// takeBack takes back the last plays by an effect.
func (d *decision) takeBack(clause string, b *events.Basis, plays int) {
	s := d.state()
	if plays < 1 || !s.started || s.over {
		return
	}
	if n := len(s.moments); n < plays {
		d.note(FactNoTakeback, clause, "%d of the last plays cannot be taken back, only %d can: none is", plays, n)
		return
	}
	m := s.moments[len(s.moments)-plays]
	var played []int // at which tables
	for _, o := range s.moments[len(s.moments)-plays:] {
		played = append(played, o.bench)
	}
	d.unsent(clause, b)
	d.piecesBack(m, b)
	d.squaresBack(m, b)
	d.accountsBack(m, b)
	d.sidesBack(m, b)
	d.emit(b, events.PlayTakenBack{Plays: plays})
	if !d.needBoard() {
		return
	}
	d.liftUndefined()
	d.turnsBack(m, b, played)
}

// turnsBack gives the turn at each table where plays were made to whoever had it, and where one has ended since by what followed of them, or by a power.
func (d *decision) turnsBack(m *State, b *events.Basis, played []int) {
	s, looked := d.state(), d.state().bench
	if len(s.benches) == 0 {
		d.turnBack(m, b)
		return
	}
	for k, was := range m.seated() {
		now := s.seated()[k]
		ended := slices.Contains(played, k) || turned(was, now)
		if !ended {
			d.standsOn(&now)
		}
		if !ended && now.promised == was.promised {
			continue
		}
		d.sitAt(k + 1)
		if !ended {
			d.emit(b, events.TurnPromised{Side: was.promised})
			continue
		}
		at := *m
		at.look(was)
		d.turnBack(&at, b)
		if d.playsNext != "" {
			d.emit(b, events.TurnPromised{Side: d.playsNext})
		}
		d.playsNext, d.nextBy = "", nil
	}
	d.sitAt(looked + 1)
}

// turned reports whether a turn has ended at a table between two moments.
func turned(was, now bench) bool {
	return was.toPlay != now.toPlay || !slices.Equal(was.order, now.order)
}

// turnBack gives the turn to whoever had it at a moment.
func (d *decision) turnBack(m *State, b *events.Basis) {
	s := d.state()
	if !slices.Equal(s.order, m.order) {
		d.emit(b, events.OrderChanged{Order: m.order})
	}
	d.post(false)
	if m.toPlay != "" || s.toPlay != "" {
		d.emit(d.law().turn, events.TurnBegan{Side: m.toPlay, Skipped: m.skipped})
	}
	if d.playsNext, d.nextBy = m.promised, b; m.promised == "" {
		d.nextBy = nil
	}
}

// piecesBack says what pieces are again. What leaves its square does so before another one comes.
func (d *decision) piecesBack(m *State, b *events.Basis) {
	was := m.places()
	for _, pc := range slices.Clone(d.state().pieces) {
		k, there := was[pc.id]
		switch {
		case pc.gone:
		case !there || m.pieces[k].gone:
			d.emit(b, events.PieceDestroyed{Piece: pc.id, Why: events.WhyEffect})
		case pc.at != "" && m.pieces[k].at == "":
			d.emit(b, events.PieceLifted{Piece: pc.id, From: pc.at, Why: LiftEffect})
		}
	}
	for _, pc := range slices.Clone(d.state().pieces) {
		k, there := was[pc.id]
		if !there || m.pieces[k].gone {
			continue
		}
		old, side := &m.pieces[k], m.sides[m.pieces[k].side].name
		switch {
		case pc.gone:
			d.emit(b, events.PieceRestored{Piece: pc.id, Type: old.typ, Side: side, Counters: old.counters, Base: old.base})
		case pc.typ != old.typ:
			d.emit(b, events.PiecePromoted{Piece: pc.id, Type: old.typ, Counters: old.counters, Base: old.base})
		default:
			for _, c := range old.counters {
				if valueOf(pc.counters, c.Name) != c.Value {
					d.emit(b, events.CounterChanged{Piece: pc.id, Name: c.Name, Value: c.Value})
				}
			}
			for _, c := range pc.counters {
				if c.Value != 0 && !slices.ContainsFunc(old.counters, func(o events.Counter) bool { return o.Name == c.Name }) {
					d.emit(b, events.CounterChanged{Piece: pc.id, Name: c.Name}) // a counter of 0 is not kept
				}
			}
		}
		if !pc.gone && d.state().sides[pc.side].name != side {
			d.emit(b, events.PieceConverted{Piece: pc.id, Side: side})
		}
	}
	for _, pc := range slices.Clone(d.state().pieces) {
		k, there := was[pc.id]
		switch {
		case pc.gone || !there || m.pieces[k].at == pc.at || m.pieces[k].at == "":
		case pc.at == "":
			d.emit(b, events.PiecePlaced{Piece: pc.id, At: m.pieces[k].at})
		default:
			d.emit(b, events.PieceMoved{Piece: pc.id, From: pc.at, To: m.pieces[k].at})
		}
	}
}

// squaresBack says which squares are closed again, and in which states.
func (d *decision) squaresBack(m *State, b *events.Basis) {
	for _, pair := range [][2][]string{{d.state().laid.closed, m.laid.closed}, {m.laid.closed, d.state().laid.closed}} {
		for _, sq := range pair[0] {
			if open := slices.Contains(m.laid.closed, sq); !slices.Contains(pair[1], sq) {
				d.emit(b, events.SquareClosed{Square: sq, Open: !open})
			}
		}
	}
	for _, k := range d.state().marks {
		if !slices.ContainsFunc(m.marks, func(o events.SquareMarked) bool { return o.Square == k.Square && o.Mark == k.Mark }) {
			d.emit(b, events.SquareMarked{Square: k.Square, Mark: k.Mark})
		}
	}
	for _, k := range m.marks {
		if !slices.Contains(d.state().marks, k) {
			d.emit(b, k)
		}
	}
}

// accountsBack says what everybody has again of each asset.
func (d *decision) accountsBack(m *State, b *events.Basis) {
	type entry struct{ account, asset string }
	was := map[entry]events.Half{}
	for _, x := range m.balances {
		was[entry{x.account, x.asset}] = x.amount
	}
	for _, x := range slices.Clone(d.state().balances) {
		if change := was[entry{x.account, x.asset}] - x.amount; change != 0 {
			d.emit(b, events.AssetChanged{Account: x.account, Asset: x.asset, Change: change, Why: events.WhyRule})
		}
	}
}

// sidesBack says which attributes and bonds sides have again.
func (d *decision) sidesBack(m *State, b *events.Basis) {
	for _, now := range slices.Clone(d.state().sides) {
		k, ok := m.findSide(now.name)
		if !ok || now.gone {
			continue
		}
		for _, name := range now.attributes {
			if !m.sides[k].has(name) {
				d.emit(b, events.SideAttributeSet{Side: now.name, Attribute: name})
			}
		}
		for _, name := range m.sides[k].attributes {
			if !now.has(name) {
				d.emit(b, events.SideAttributeSet{Side: now.name, Attribute: name, On: true})
			}
		}
	}
	for _, x := range d.state().bonds {
		if !m.Bound(x.Bond, x.Side, x.With) {
			d.emit(b, events.BondSet{Bond: x.Bond, Side: x.Side, With: x.With})
		}
	}
	for _, x := range m.bonds {
		if !d.state().Bound(x.Bond, x.Side, x.With) {
			d.emit(b, x)
		}
	}
}

// mostMoments is how many moments a state that is read may have.
const mostMoments = rules.MostTakebacks

// writtenMoments are the moments that are kept, each as it is behind the state as it is written.
func (s *State) writtenMoments() (list []*snapshot) {
	for _, m := range s.moments {
		v := m.writtenAlone(m)
		v.Version = behindVersion
		v.leaveOut(s.writtenAlone(s))
		list = append(list, v)
	}
	return list
}

// readMoments reads them back.
func (s *State) readMoments(list []*snapshot) error {
	if len(list) > mostMoments {
		return fmt.Errorf("%w: it keeps %d moments, expected at most %d", ErrSnapshot, len(list), mostMoments)
	}
	for _, v := range list {
		if v == nil || v.Version != behindVersion || len(v.Moments) > 0 {
			return fmt.Errorf("%w: expected moments of version %d without others", ErrSnapshot, behindVersion)
		}
		m := s.Clone()
		m.moments = nil
		if err := m.restore(v); err != nil {
			return err
		}
		s.moments = append(s.moments, m.moment())
	}
	return nil
}
