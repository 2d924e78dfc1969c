package aggregate

import (
	"cmp"
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// Plays that rules make for sides: the effects pass and play. They end a turn, and so come once all else has been done; what a limit brings comes at
// once, in the place of the default play.
//
//	effect play ─► the acts of the side ─► where ─► first: the least number ─► those that are legal ─► lot, or the first of them ─► as a play that was sent
//
// A play is tried as if its player had sent it, duties and check included, and what it did is then the side's.

// passes ends turns with a Pass or a play where an effect says so: of each side once after an entry, if it is its turn by then.
func (d *decision) passes() {
	for i := 0; i < len(d.passing); i++ { // more may come to be by one
		e := d.passing[i]
		if !d.endsTurnOf(e.side) {
			continue
		}
		d.sit(e.side)
		if e.verb == "play" {
			d.makePlay(&e, HowAutomatic)
			continue
		}
		d.automated = append(d.automated, e.side)
		d.emit(e.basis, events.AtomicPlayed{Side: e.side, Play: PlayPass, How: HowAutomatic})
		d.happens(happening{on: "passes", side: e.side, how: HowAutomatic})
		d.endPlay(e.side, HowAutomatic, false)
	}
	d.passing = nil
}

// endsTurnOf reports whether rules can end the turn of a side now.
func (d *decision) endsTurnOf(side string) bool {
	s := d.state()
	return s.IsToPlay(side) && s.started && !s.Over() && !s.free() && len(s.round.sides) == 0 && !slices.Contains(d.automated, side) && d.hasBoard()
}

// playsFor makes the play that rules make for a side whose limit has expired, and reports whether there is one.
func (d *decision) playsFor(side string) bool {
	for i := 0; i < len(d.passing); i++ {
		if e := d.passing[i]; e.verb == "play" && e.side == side && d.endsTurnOf(side) {
			d.passing = slices.Delete(d.passing, i, i+1)
			if d.makePlay(&e, HowDefault) {
				return true
			}
			i--
		}
	}
	return false
}

// makePlay makes the play that an effect chooses of those of a side, and reports whether there is one. A rule that is in force no longer makes none.
func (d *decision) makePlay(e *sideEffect, how string) bool {
	p := d.law().provisionOf(e.Doing)
	if p == nil {
		return false
	}
	t := d.chosenPlay(e, p)
	if t == nil {
		d.note(FactAutomatic, e.clause, "%s has no play that the rule makes", e.side)
		return false
	}
	d.automated = append(d.automated, e.side)
	text := t.ruling.Play
	if d.casts() {
		t = d.castFor(e.side, text)
	}
	d.note(FactAutomatic, e.clause, "%s is played by the rules: %s", e.side, text)
	if how == HowDefault {
		d.ruling.Play = text
	}
	for _, o := range t.out[1:] {
		if a, ok := o.Payload.(events.AtomicPlayed); ok && a.Side == e.side && a.How == HowSubmitted {
			a.How = how
			o.Payload, o.Basis = a, basisOf(o.Basis.Readings, append([]string{e.clause}, o.Basis.Clauses...)...)
		}
		d.emit(o.Basis, o.Payload)
	}
	d.ruling.Facts = append(d.ruling.Facts, t.ruling.Facts...)
	d.created, d.passing = t.created, append(d.passing, t.passing...)
	if t.playsNext != "" {
		d.playsNext, d.nextBy = t.playsNext, t.nextBy
	}
	if w := t.waiting; w != nil {
		faults := d.ruling.Faults // of a play that was refused, of which this one follows
		d.ruling.Faults = nil
		(&play{d: d, side: w.side, name: w.name, player: w.player, how: w.how, late: w.late}).fates()
		d.ruling.Faults = faults
	}
	d.made = text
	d.endPlay(e.side, how, false)
	return true
}

// provisionOf is an effect of the law as it is now, nil if no rule in force has it.
func (l *law) provisionOf(d *rules.Doing) *provision {
	in := func(o *occasion) *provision {
		if i := slices.IndexFunc(o.do, func(p provision) bool {
			return p.Doing == d || p.Play != "" && p.Where == d.Where && p.First == d.First && p.Lot == d.Lot
		}); i >= 0 {
			return &o.do[i]
		}
		return nil
	}
	for _, list := range l.occasions {
		for _, o := range list {
			if p := in(o); p != nil {
				return p
			}
		}
	}
	for i := range l.powers {
		if p := in(&l.powers[i].occasion); p != nil {
			return p
		}
	}
	return nil
}

// A candidate is a play that a rule may make, with the number that the rule gives it.
type candidate struct {
	Proposal
	number float64
}

// chosenPlay is the play that an effect chooses for a side, as it has been tried; nil if there is none.
func (d *decision) chosenPlay(e *sideEffect, p *provision) *decision {
	side := d.sideID(e.side)
	judged := &play{d: d, side: side, name: e.side}
	var list []candidate
	for _, one := range d.now.plays(side) {
		c := candidate{Proposal: one}
		s := judged.scene(&c.act)
		if p.where != nil && !p.where.Holds(s) {
			continue
		}
		if p.first != nil {
			c.number = p.first.Eval(s)
		}
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.number, b.number) })
	var legal []*decision
	tried := 0
	for i := range list {
		if i > 0 && len(legal) > 0 && list[i].number != list[i-1].number {
			break
		}
		d.now.completing(list[i].Text, func(text string) (*decision, bool) {
			made := d.trialStaged(e.side, text)
			if tried++; !made.faulty() && !slices.ContainsFunc(legal, func(t *decision) bool { return t.ruling.Play == made.ruling.Play }) {
				legal = append(legal, made)
			}
			return made, tried >= mostTried || p.lot == nil && len(legal) > 0
		})
		if tried >= mostTried || p.lot == nil && len(legal) > 0 {
			break
		}
	}
	if len(legal) == 0 {
		return nil
	}
	return d.drawnPlay(e, legal)
}

// drawnPlay draws one of some plays by lot.
func (d *decision) drawnPlay(e *sideEffect, list []*decision) *decision {
	if len(list) == 1 {
		return list[0]
	}
	var among []string
	for _, t := range list {
		among = append(among, t.ruling.Play)
	}
	drawn := d.draw(e.basis, LotRule+":"+e.side, among, 1)[0]
	d.note(FactLot, e.clause, "%s draws %s", e.side, drawn)
	return list[slices.Index(among, drawn)]
}

// trialStaged judges a play of a side by itself, the stage that runs included.
func (d *decision) trialStaged(side, text string) *decision {
	k := events.PlayKept{Side: side, Play: text}
	return d.trialOf(&Judge{engine: d.judge.engine, base: d.now, work: d.now.beside(), labels: d.judge.labels, staged: true}, k, false)
}

// actOfPly is an act as formulas about plays know it.
func actOfPly(ply *movement.Ply, pos *movement.Position) act {
	a := act{id: ply.Piece, typ: movement.NoType, from: ply.From, to: ply.To, victim: movement.NoPiece}
	if ply.Piece != movement.NoPiece {
		a.typ = pos.TypeOf(ply.Piece)
	}
	if ply.Play == movement.Capture {
		take := ply.Take
		a.take, a.victim = &take, take.Victim
	}
	return a
}
