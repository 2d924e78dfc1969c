package aggregate

import (
	"adjudicate/events"
)

// A fall is the capture of a royal piece in the play being made.
type fall struct {
	captor, loser string // sides
	piece, by     string
}

// fall brings about what the capture of royal pieces brings: the loser counts as having
// surrendered at once, pays, and receives a new royal piece; the captor's player receives
// a knife (1230.2 §8, 1230.40). Every loser is dealt with separately.
func (d *decision) fall(falls []fall) {
	for _, f := range falls {
		if terms := d.law().proc.RoyalFall; terms != nil {
			d.note(FactRoyalFell, d.law().sectionClause("royal_fall"), "%s captures %s of %s", f.by, f.piece, f.loser)
			if terms.Surrenders {
				d.withdraw(f.loser, HowRoyalFell, d.law().royalFall)
			}
			d.ransom(f)
			if terms.Recreate {
				d.recreate(f)
			}
		}
		if knives := d.law().proc.Knives; knives != nil {
			captor, _ := d.state().Side(f.captor)
			for range knives.RoyalCapture {
				d.emit(d.law().knifeTaken, events.AssetChanged{Account: captor.Player, Asset: KnifeAsset, Change: events.Whole(1), Why: WhyRoyalCapture})
			}
		}
	}
}

// ransom transfers what the loser's player owes, as far as e has it.
func (d *decision) ransom(f fall) {
	l := d.law()
	if l.fallPayment == nil {
		return
	}
	captor, _ := d.state().Side(f.captor)
	loser, _ := d.state().Side(f.loser)
	q := quantities{qMoney: fromHalf(max(0, d.state().Balance(loser.Player, MoneyAsset)))}
	paid := Payable(d.asked(l.fallPayment, &q, d.sideID(f.loser)))
	if paid > 0 {
		d.pay(l.royalFall, loser.Player, MoneyAsset, -paid, WhyRansom)
		d.pay(l.royalFall, captor.Player, MoneyAsset, paid, WhyRansom)
	}
	if l.fallOwed != nil && paid < Payable(d.asked(l.fallOwed, &q, d.sideID(f.loser))) {
		d.emit(l.royalFall, events.AssetChanged{Account: loser.Player, Asset: ShirtAsset, Change: events.Whole(1), Why: WhyRansom})
	}
}

// recreate gives the loser a new piece of the royal type, off-board.
func (d *decision) recreate(f fall) {
	fallen, ok := d.state().anyPiece(f.piece)
	if !ok {
		return
	}
	d.create(d.law().royalFall, f.loser, d.state().pieces[fallen].typ)
}

// create brings a new piece into a side's holding and returns its id.
func (d *decision) create(b *events.Basis, side, typ string) string {
	l := d.law()
	t, ok := l.ruleset.Type(typ)
	if !ok {
		return ""
	}
	id := d.pieceLabel(l.kinds[t].glyph)
	d.emit(b, events.PieceCreated{Piece: id, Type: typ, Side: side, Counters: l.kinds[t].counters})
	return id
}
