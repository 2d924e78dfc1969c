package aggregate

import (
	"fmt"
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// Winning a hand and what follows (1230.40).

// contender is a Swinger with the knives e holds.
type contender struct {
	player string
	held   int
}

// handWon asks whether somebody has won, which knives and sides decide, and if so ends the
// hand. The board must be laid.
func (d *decision) handWon() {
	l := d.law()
	terms := l.proc.Winning
	if terms == nil || !d.state().Started() {
		return
	}
	winners := d.winners()
	if len(winners) == 0 {
		return
	}
	b := basisOf(l.usedOf("win-majority", "bracketed-text"), l.citeWinning())
	hand := d.state().HandsWon() + 1
	decisive := l.used("win-majority")
	if len(winners) > 1 {
		decisive = l.used("tied-winners")
		b = basisOf(append(slices.Clone(b.Readings), decisive), b.Clauses...)
	}
	var players []string
	for _, w := range winners {
		d.emit(b, events.EndDeclared{Player: w.player, Hand: hand, Title: terms.Title})
		d.fact(events.Fact{Code: FactHandWon, Clause: l.citeWinning(), Interpretation: decisive, Message: w.player + " wins the hand"})
		players = append(players, w.player)
	}
	d.reward(players)
	d.emit(basisOf(nil, l.citeHand(func(w *rules.Winning) string { return w.CiteKnives })), events.AssetsCleared{Asset: KnifeAsset})
	d.clearBoard()
	for _, name := range d.sideNames() {
		d.reduce(name)
	}
	for _, name := range d.sideNames() {
		d.replenish(name)
	}
}

// winners returns the Swinger who meets the condition. Of several e is the one with strictly
// the most knives; if they hold alike, nobody has won, or each of them has.
func (d *decision) winners() []contender {
	l := d.law()
	if l.winning == nil {
		return nil
	}
	swingers, total := d.swingers()
	var meet []contender
	for _, c := range swingers {
		q := quantities{
			qHeld: float64(c.held), qKnives: float64(c.held), qTotal: float64(total),
			qSides: float64(d.state().SideCount()),
		}
		q[qMost] = flag(strictlyMost(c, swingers))
		q[qLeader] = q[qMost]
		if d.asked(l.winning, &q, -1) != 0 {
			meet = append(meet, c)
		}
	}
	most := 0
	for _, c := range meet {
		most = max(most, c.held)
	}
	meet = slices.DeleteFunc(meet, func(c contender) bool { return c.held < most })
	if len(meet) > 1 && !l.reads("tied-winners", "each") {
		d.fact(events.Fact{Code: FactNoWinner, Clause: l.citeWinning(), Interpretation: l.used("tied-winners"),
			Message: fmt.Sprintf("%d Swingers would have won with %d knives each: none is single", len(meet), most)})
		return nil
	}
	return meet
}

// swingers returns the players who hold a swingership, each once, in the order of the
// sides' creation, and the number of knives that the active ones hold.
func (d *decision) swingers() (list []contender, total int) {
	for s := range d.state().Sides() {
		if slices.ContainsFunc(list, func(c contender) bool { return c.player == s.Player }) {
			continue
		}
		c := contender{s.Player, d.state().Held(s.Player, KnifeAsset)}
		list = append(list, c)
		if p, ok := d.state().Player(s.Player); !ok || p.Status == StatusActive {
			total += c.held
		}
	}
	return list, total
}

func strictlyMost(c contender, list []contender) bool {
	for _, o := range list {
		if o.player != c.player && o.held >= c.held {
			return false
		}
	}
	return true
}

// reward gives the ChessChamp the award, or turns one e has into what comes after it, and
// Swingpoints (1230.40 a).
func (d *decision) reward(winners []string) {
	l := d.law()
	terms := l.proc.Winning
	b := basisOf(l.usedOf("chess-champ"), l.citeAward())
	champs := winners
	if l.reads("chess-champ", "office") {
		champ, ok := d.titled()
		champs = []string{champ}
		if !ok {
			d.fact(events.Fact{Code: FactNoChamp, Clause: l.citeAward(), Interpretation: l.used("chess-champ"),
				Message: "no single player holds the title, so nobody is rewarded"})
			return
		}
	}
	for _, champ := range champs {
		if terms.Award != "" {
			given := events.AssetChanged{Account: champ, Asset: terms.Award, Change: events.Whole(1), Why: WhyHand}
			if terms.AwardAgain != "" && d.state().Balance(champ, terms.Award) > 0 {
				given.Asset, given.Replaces = terms.AwardAgain, terms.Award
			}
			d.emit(b, given)
		}
		if terms.Points != 0 {
			d.pay(b, champ, PointsAsset, events.Whole(terms.Points), WhyHand)
		}
	}
}

// titled returns the only account that holds a title by a recorded transaction.
func (d *decision) titled() (player string, ok bool) {
	for at, amount := range d.state().Balances() {
		if at.Asset == TitleAsset && amount > 0 {
			if ok {
				return "", false
			}
			player, ok = at.Account, true
		}
	}
	return player, ok
}

// clearBoard takes every piece off the board (1230.40 c).
func (d *decision) clearBoard() {
	b := basisOf(nil, d.law().citeHand(func(w *rules.Winning) string { return w.CiteBoard }))
	for i := range d.state().pieces {
		if pc := &d.state().pieces[i]; pc.at != "" && !pc.gone {
			d.emit(b, events.PieceLifted{Piece: pc.id, From: pc.at, Why: LiftHand})
		}
	}
}

// reduce destroys, by lot, what a side holds off-board beyond the number it may keep, royal
// pieces excepted, and compensates its player (1230.40 d).
func (d *decision) reduce(side string) {
	l := d.law()
	s, _ := d.state().Side(side)
	_, off := d.state().CountPieces(side)
	over := off - l.proc.Winning.KeepPieces
	if over <= 0 {
		return
	}
	var among []string
	for pc := range d.state().PiecesOf(side) {
		if t, ok := l.ruleset.Type(pc.Type); pc.At == "" && !(ok && l.ruleset.Royal(t)) {
			among = append(among, pc.ID)
		}
	}
	b := basisOf(nil, l.citeHand(func(w *rules.Winning) string { return w.CiteExcess }))
	for _, id := range d.draw(b, LotHand+":"+side, among, min(over, len(among))) {
		q := quantities{qValue: fromHalf(d.valueOf(id))}
		d.emit(b, events.PieceDestroyed{Piece: id, Why: WhyHand})
		if sum := Payable(d.worth(l.handCompensation, &q, -1)); sum > 0 {
			d.pay(b, s.Player, MoneyAsset, sum, WhyHand)
		}
	}
}

// replenish grants free pieces to a side that holds few (1230.40 e). A right to more that
// it has not used stays; whether that is so of its first draft is a reading.
func (d *decision) replenish(side string) {
	l := d.law()
	s, _ := d.state().Side(side)
	_, off := d.state().CountPieces(side)
	q := quantities{qOwned: float64(off)}
	count, budget := int(d.worth(l.freePieces, &q, -1)), max(0, toHalf(d.worth(l.freeBudget, &q, -1)))
	b := basisOf(nil, l.citeFreePieces())
	kept := s.Free.Count > 0 && (s.Free.Draft || !s.Free.Moved)
	if s.Free.Count > 0 && s.Free.Draft {
		b.Readings = l.usedOf("unused-draft")
		kept = !l.reads("unused-draft", "replaced")
	}
	switch {
	case kept && s.Free.Count >= count && s.Free.Budget >= budget:
	case count > 0:
		d.emit(b, events.AllotmentSet{Side: side, Count: count, Budget: budget})
	case s.Free.Count > 0 && !kept:
		d.emit(b, events.AllotmentSet{Side: side})
	}
}

// typesLimited returns the types that have an instance limit.
func (l *law) typesLimited() []movement.TypeID {
	var list []movement.TypeID
	for i := range l.kinds {
		if t := movement.TypeID(i); l.ruleset.Def(t).Limit > 0 {
			list = append(list, t)
		}
	}
	return list
}
