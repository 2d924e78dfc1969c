package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/rules/names"
)

// What sides own and accounts hold: free pieces, purchases and destruction by the owner, on the
// terms of `buying`, and transactions made elsewhere.

// choosePieces judges a draft. It may name fewer pieces than the right allows; then what is
// left of the right stays.
func choosePieces(d *decision, in events.PiecesChosen) {
	d.ruling.Side = in.Side
	if !d.opened() {
		return
	}
	d.manned()
	s, ok := d.known(in.Side)
	if !d.needBoard() || !ok {
		return
	}
	l := d.law()
	allotted, clause := l.allotment(s.Free.Draft)
	if !d.section(clause != "", "free pieces") {
		return
	}
	right := s.Free
	switch {
	case right.Count == 0:
		d.refuse(FaultNoFreePieces, clause, "%s has no right to free pieces", in.Side)
		return
	case right.Moved && !right.Draft:
		d.refuse(FaultFreePiecesOver, clause, "%s has made a play other than a Pass since it got the right to free pieces", in.Side)
	}
	if len(in.Types) == 0 || len(in.Types) > right.Count {
		d.refuse(FaultFreePiecesCount, clause, "%s may choose 1 to %d pieces, not %d", in.Side, right.Count, len(in.Types))
	}
	types, sum := d.chosen(in.Side, in.Types, allotted, clause)
	if sum > right.Budget {
		d.refuse(FaultFreePiecesBudget, clause, "the pieces are worth %v, and %s may choose pieces worth at most %v", sum, in.Side, right.Budget)
	}
	if d.faulty() {
		return
	}
	b := basisOf(nil, clause)
	d.rests = b
	for _, t := range types {
		d.create(b, in.Side, l.ruleset.TypeName(t))
	}
	left := events.AllotmentSet{Side: in.Side, Count: right.Count - len(types)}
	if left.Count > 0 {
		left.Budget = right.Budget - sum
	}
	d.emit(b, left)
	d.limited()
	d.beyond()
}

// chosen resolves the types of a draft and adds up what they are worth. It refuses types
// that may not be chosen and more of a type than its instance limit.
func (d *decision) chosen(side string, words []string, right *rules.Doing, clause string) (types []movement.TypeID, sum events.Half) {
	l := d.law()
	var over []movement.TypeID
	for _, word := range words {
		t, ok := d.typeNamed(word, l.citePieces())
		if !ok {
			continue
		}
		name := l.ruleset.TypeName(t)
		types = append(types, t)
		sum += d.now.pos.ValueOf(t)
		if slices.Contains(right.Except, name) {
			d.refuse(FaultTypeExcluded, clause, "%s cannot be chosen", article(name))
			continue
		}
		n := 0
		for _, c := range types {
			if c == t {
				n++
			}
		}
		if d.overLimit(side, t, n) && !slices.Contains(over, t) {
			over = append(over, t)
		}
	}
	for _, t := range over {
		d.refuseLimit(side, t)
	}
	return types, sum
}

// overLimit reports whether a side would exceed a type's instance limit with n more pieces.
func (d *decision) overLimit(side string, t movement.TypeID, n int) bool {
	limit := d.law().ruleset.Def(t).Limit
	return limit > 0 && d.countTowards(side, t)+n > limit
}

func (d *decision) refuseLimit(side string, t movement.TypeID) {
	l := d.law()
	d.refuse(FaultInstanceLimit, l.kinds[t].clause, "a side has at most %d of the type %s, and %s would have more", l.ruleset.Def(t).Limit, l.ruleset.TypeName(t), side)
}

// purchase judges the creation of a piece at a price, by `buying` and the terms of its type.
func purchase(d *decision, in events.PurchaseRequested) {
	d.ruling.Side = in.Side
	if !d.opened() {
		return
	}
	d.manned()
	s, ok := d.known(in.Side)
	if in.Buyer == "" {
		d.refuse(FaultName, d.law().citeBuying(), "the purchase names no buyer")
	}
	if !d.section(d.law().proc.Buying != nil, "purchases") || !d.needBoard() {
		return
	}
	l := d.law()
	t, typed := d.typeNamed(in.Type, l.citeBuying())
	if !ok || !typed {
		return
	}
	price := d.price(s.Name, in.Buyer, t)
	if d.overLimit(s.Name, t, 1) {
		d.refuseLimit(s.Name, t)
	}
	if has := d.state().Balance(in.Buyer, events.MoneyAsset); has < price && in.Buyer != "" {
		d.refuse(FaultFunds, l.citeBuying(), "%s costs %v and %s has %v", article(l.ruleset.TypeName(t)), price, in.Buyer, has)
	}
	if d.faulty() {
		return
	}
	b := basisOf(nil, l.citeBuying(), l.purchases[t].clause)
	d.rests = b
	if price != 0 {
		d.pay(b, in.Buyer, events.MoneyAsset, -price, events.WhyPurchase)
		if payee := l.proc.Buying.Payee; payee != "" {
			d.pay(b, payee, events.MoneyAsset, price, events.WhyPurchase)
		}
	}
	d.create(b, s.Name, l.ruleset.TypeName(t))
	d.limited()
	about := d.aboutInput(in)
	d.happens(happening{on: rules.OnBuys, side: s.Name, about: &about})
	d.beyond()
}

// price returns what a piece of a type costs now, its own fees included. It notes what
// keeps a side from getting it by purchase.
func (d *decision) price(side, buyer string, t movement.TypeID) events.Half {
	l := d.law()
	own := &l.purchases[t]
	name := l.ruleset.TypeName(t)
	i, _ := d.state().findSide(side)
	weights := d.now.weights()
	on, off := d.state().CountPieces(side)
	value := fromHalf(d.now.pos.ValueOf(t))
	weight, n := fromHalf(weights.Weight(movement.SideID(i))), float64(weights.Counting(movement.SideID(i)))
	q := quantities{qValue: value, qWeight: weight, qCounting: n, qPieces: float64(on), qOwned: float64(on + off),
		qOwnedOfType: float64(d.state().countOfType(side, name)), qSpan: flag(d.state().free()), qMarks: float64(d.state().Held(buyer, events.Usual().Marks))}
	if own.forbidden {
		d.refuse(FaultTypeExcluded, firstOf(own.clause, l.citeBuying()), "%s cannot be bought", article(name))
	}
	if slices.Contains(l.proc.Buying.Except, name) {
		d.refuse(FaultTypeExcluded, l.citeBuying(), "%s cannot be bought", article(name))
	}
	if l.mayBuy != nil && d.asked(l.mayBuy, &q, movement.SideID(i)) == 0 {
		d.refuse(FaultHoldingFull, l.citeBuying(), "%s owns %d pieces; a piece may be bought only where %s", side, on+off, l.mayBuy)
	}
	if own.when != nil && d.asked(own.when, &q, movement.SideID(i)) == 0 {
		d.refuse(FaultPurchaseTerms, own.clause, "%s may be bought only where %s", article(name), own.when)
	}
	if own.fee != nil {
		return Payable(d.worth(l.price, &q, movement.SideID(i)), d.asked(own.fee, &q, movement.SideID(i)))
	}
	return Payable(d.worth(l.price, &q, movement.SideID(i)))
}

// destroyPiece judges the destruction of a piece by its owner, who is compensated as `buying` says.
func destroyPiece(d *decision, in events.DestructionRequested) {
	d.ruling.Side = in.Side
	if !d.opened() {
		return
	}
	d.manned()
	s, ok := d.known(in.Side)
	if !d.section(d.law().proc.Buying != nil, "the destruction of pieces by their owners") || !d.needBoard() {
		return
	}
	l := d.law()
	pc, there := d.state().Piece(in.Piece)
	switch {
	case !there && ok:
		d.refuse(FaultUnknownPiece, l.citeDestroying(), "no such piece: %q%s", in.Piece, meant(in.Piece, d.idsOf(in.Side)))
	case ok && pc.Side != in.Side:
		d.refuse(FaultNotYours, l.citeDestroying(), "%s belongs to %s", in.Piece, pc.Side)
	case ok && l.reads("royal-destruction", "no"):
		if t, defined := l.ruleset.Type(pc.Type); defined && l.ruleset.Royal(t) {
			d.fault(events.Fault{Code: FaultTypeExcluded, Clause: l.citeDestroying(), Interpretation: l.used("royal-destruction"),
				Message: "a " + pc.Type + " may not be destroyed by its owner", Pieces: []string{in.Piece}})
		}
	}
	if d.faulty() {
		return
	}
	q := quantities{qValue: fromHalf(d.valueOf(in.Piece))}
	b := basisOf(nil, l.citeDestroying())
	d.rests = b
	d.emit(b, events.PieceDestroyed{Piece: in.Piece, Why: events.WhyOwner})
	if sum := Payable(d.worth(l.compensation, &q, d.sideID(in.Side))); sum > 0 {
		d.pay(b, s.Player, events.MoneyAsset, sum, events.WhyDestruction)
	}
	if pc.At != "" {
		d.afterwards()
	}
}

// valueOf returns a piece's material value now; one that no rule defines has none.
func (d *decision) valueOf(id string) events.Half {
	if i, ok := d.now.found(id); ok {
		return d.now.pos.Value(movement.PieceID(i))
	}
	return 0
}

// recordTransaction records a change of an account that was made elsewhere.
func recordTransaction(d *decision, in events.TransactionRecorded) {
	if !d.opened() {
		return
	}
	if in.Account == "" {
		d.refuse(FaultName, "", "the transaction names no account")
	}
	divisible, ok := d.asset(in.Asset)
	switch {
	case in.Amount == 0:
		d.refuse(FaultAmount, "", "a transaction of 0 changes nothing")
	case ok && !divisible && in.Amount%2 != 0:
		d.refuse(FaultAmount, "", "%s cannot be divided: invalid amount %v", in.Asset, in.Amount)
	}
	has := d.state().Balance(in.Account, in.Asset)
	owes := ok && in.Amount < 0 && has+in.Amount < 0
	if owes && !d.in.Happened {
		d.refuse(FaultFunds, "", "%s has %v %s and cannot give %v", in.Account, has, in.Asset, -in.Amount)
	}
	if !d.boardIfBegun() || d.faulty() {
		return
	}
	if owes {
		d.note(FactDebt, "", "%s had %v %s and gave %v: the shortfall is a debt of %v", in.Account, has, in.Asset, -in.Amount, -(has + in.Amount))
	}
	d.pay(nil, in.Account, in.Asset, in.Amount, events.WhyTransaction)
	counts := slices.ContainsFunc(d.law().book.Ends(), func(e rules.SourcedEnd) bool { return e.Counts == in.Asset })
	if counts || d.now.laid != nil && d.law().ruleset.Asks() {
		d.afterwards()
	}
}

// asset asks for an asset that the rules speak of, and says whether halves of it exist.
func (d *decision) asset(name string) (divisible, ok bool) {
	var known []string
	for _, a := range d.law().book.Assets() {
		if a.Name == name && name != "" {
			return a.Halves, true
		}
		known = append(known, a.Name)
	}
	hint := meant(name, known)
	if near := names.Near(name, known); near == "" {
		hint = "; there are " + listed(known)
	}
	d.refuse(FaultAsset, "", "no such asset: %q%s", name, hint)
	return false, false
}
