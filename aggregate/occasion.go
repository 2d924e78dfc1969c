package aggregate

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// What follows at moments of sides and of the game by the consequences that procedures state: a side
// enters, passes, surrenders, buys, loses a royal piece; its turn starts or ends; a hand ends; a day or month begins.

// An occasion is a consequence at such a moment, compiled.
type occasion struct {
	*rules.Consequence
	when   *formula.Formula // nil: always
	unless *formula.Formula // nil: nothing is asked of the next side's plays
	do     []provision
	clause string
	basis  *events.Basis
}

// provision is one effect of an occasion.
type provision struct {
	*rules.Doing
	verb                                           string
	concerns, onSides                              bool // see rules.Doing
	pay, owed, allot, budget, keep, beyond, refund *formula.Formula
	takeback                                       *formula.Formula
	when, where, to, lot, first                    *formula.Formula
	payer, payee, side, other, on, holder, typeOf  *formula.Formula // nil: what the field says is no formula
}

// compileOccasions compiles what follows at moments of sides and of the game. What follows under another
// reading than the one that holds is left out.
func (l *law) compileOccasions(*formula.Vocabulary) error {
	v := rules.OccasionVocabulary(l.resolver())
	l.occasions = map[string][]*occasion{}
	for _, c := range l.book.Consequences() {
		if !c.Occasion() {
			continue
		}
		o, err := l.compileOccasion(&c, v)
		if err != nil {
			return err
		}
		if o != nil {
			l.occasions[c.On] = append(l.occasions[c.On], o)
		}
	}
	return nil
}

// compileOccasion compiles one consequence at a moment of a side or of the game; it is nil if it follows under
// another reading alone.
func (l *law) compileOccasion(c *rules.SourcedConsequence, v *formula.Vocabulary) (*occasion, error) {
	o := &occasion{Consequence: c.Consequence, clause: c.Clauses[0]}
	var readings []string
	for _, r := range c.Readings {
		entry, reading, decides := strings.Cut(r, "=")
		if decides && !l.reads(entry, reading) {
			return nil, nil
		}
		readings = append(readings, l.usedOf(entry)...)
	}
	o.basis = basisOf(readings, c.Clauses...)
	compile := func(into **formula.Formula, field string, src rules.Expr, want formula.Kind, words *formula.Vocabulary) (err error) {
		if src != "" {
			if *into, err = formula.Compile(string(src), words, want); err != nil {
				return fmt.Errorf("rule %s, %s: %w", o.clause, field, err)
			}
		}
		return nil
	}
	if err := compile(&o.when, "when", c.When, formula.Bool, v); err != nil {
		return nil, err
	}
	if c.Unless != "" {
		var err error
		if o.unless, err = formula.Compile(string(c.Unless), rules.DutyVocabulary(l.resolver()), formula.Bool); err != nil {
			return nil, fmt.Errorf("rule %s, unless: %w", o.clause, err)
		}
	}
	for i := range c.Do {
		p := provision{Doing: &c.Do[i]}
		p.verb, _ = p.Effect()
		p.concerns, p.onSides = p.Concerns(), p.OnSidesAlone()
		for _, f := range []struct {
			into  **formula.Formula
			field string
			src   rules.Expr
			want  formula.Kind
		}{
			{&p.pay, "pay", p.Pay, formula.Number}, {&p.owed, "owed", p.Owed, formula.Number},
			{&p.takeback, "takeback", p.Takeback, formula.Number}, {&p.allot, "allot", p.Allot, formula.Number}, {&p.budget, "budget", p.Budget, formula.Number}, {&p.keep, "keep", p.Keep, formula.Bool},
			{&p.beyond, "beyond", p.Beyond, formula.Number}, {&p.refund, "refund", p.Refund, formula.Number}, {&p.when, "when", p.When, formula.Bool}, {&p.where, "where", p.Where, formula.Bool}, {&p.to, "to", p.To, formula.Number}, {&p.lot, "lot", p.Lot, formula.Number}, {&p.first, "first", p.First, formula.Number},
			{&p.side, "side", rules.Called(p.Side, rules.SortSide), formula.Thing}, {&p.other, "other", rules.Called(p.Other, rules.SortSide), formula.Thing}, {&p.payer, "payer", reckoned(p.Payer), formula.Thing}, {&p.payee, "payee", reckoned(p.Payee), formula.Thing},
			{&p.on, "on", l.squareAsked(p.Doing), formula.Thing}, {&p.holder, "holder", p.Holder, formula.Thing},
		} {
			words := v
			if p.verb == "play" && (f.field == "where" || f.field == "first") {
				words = rules.DutyVocabulary(l.resolver())
			}
			if err := compile(f.into, fmt.Sprintf("do[%d].%s", i, f.field), f.src, f.want, words); err != nil {
				return nil, err
			}
		}
		if word := firstOf(p.Create, p.Type); word != "" {
			p.typeOf = rules.TypeAsked(word, func(name string) bool { _, ok := l.ruleset.Type(name); return ok }, v)
		}
		o.do = append(o.do, p)
	}
	return o, nil
}

// reckoned is a word of payer or payee that is a formula, else empty.
func reckoned(word string) rules.Expr {
	if rules.Reckoned(word) {
		return rules.Expr(word)
	}
	return ""
}

// squareAsked is the formula of the square on which a piece is created or put, to which it goes, or that is closed; empty if
// that is the first one of a region, or the square with which a power is used.
func (l *law) squareAsked(d *rules.Doing) rules.Expr {
	switch {
	case d.Shuts() != "" && d.Shuts() != rules.EverySquare:
		return rules.Called(rules.Expr(d.Shuts()), rules.SortSquare)
	case d.Place != "" || d.Move+d.Swap+d.Mark+d.Unmark != "" && d.On != "" && d.On != "to":
		return rules.Called(d.On, rules.SortSquare)
	case d.Create == "" || d.On == "" || d.On == rules.EverySquare:
		return ""
	}
	if _, err := l.ruleset.Region(string(d.On)); err == nil {
		return ""
	}
	return rules.Called(d.On, rules.SortSquare)
}

// answers reports whether anything follows at a moment, under whatever readings.
func (l *law) answers(on string) bool { return len(l.book.Answers(on)) > 0 }

// citeMoment names the first clause on what follows at a moment.
func (l *law) citeMoment(on string) string {
	for _, c := range l.book.Answers(on) {
		return c.Clauses[0]
	}
	return ""
}

// allots returns the first right to choose pieces that is given at a moment.
func (l *law) allots(on string) (right *rules.Doing, clause string) {
	for _, c := range l.book.Answers(on) {
		for i := range c.Do {
			if c.Do[i].Allot != "" {
				return &c.Do[i], c.Clauses[0]
			}
		}
	}
	return nil, ""
}

// allotment is what the rules say of the right to choose pieces that a side has: with which it came into the game, or which it has got since.
func (l *law) allotment(entered bool) (right *rules.Doing, clause string) {
	moments := []string{rules.OnHandEnds, rules.OnEnters}
	if entered {
		slices.Reverse(moments)
	}
	for _, on := range moments {
		if right, clause = l.allots(on); right != nil {
			return right, clause
		}
	}
	in := func(list []rules.Doing) bool {
		i := slices.IndexFunc(list, func(d rules.Doing) bool { return d.Allot != "" })
		if i >= 0 {
			right = &list[i]
		}
		return i >= 0
	}
	for _, c := range l.book.Consequences() {
		if in(c.Do) {
			return right, c.Clauses[0]
		}
	}
	for _, p := range l.book.Powers() {
		if in(p.Do) {
			return right, p.Clause
		}
	}
	return nil, ""
}

// A happening is what consequences at moments of sides and of the game answer: whose moment it is, and
// who and what has to do with it.
type happening struct {
	on, side string
	others   []string       // the sides that brought it about; at the end of a hand who won
	other    string         // the first side that brought it about
	piece    string         // that it is about
	how      string         // the play was made
	faults   []string       // codes of those for which the play was refused
	untried  bool           // for others than that the rules forbid it, too
	refused  events.Payload // what was refused; nil: nothing
	about    *telling       // the input that it comes of, at moments of what is done beside playing; nil: none
}

// occasion brings about what follows at a moment of a side.
func (d *decision) occasion(on, side string) { d.happens(happening{on: on, side: side}) }

// happens brings about what follows at a moment. Entries that are of somebody are made for each, one after
// the other, before the next entry.
func (d *decision) happens(h happening) {
	if d.law().ruleset == nil {
		return
	}
	if _, ok := d.state().findSide(h.side); !ok && h.side != "" {
		return
	}
	for _, o := range d.law().occasions[h.on] {
		d.answerOccasion(o, h)
	}
}

// answerOccasion lets one entry answer a moment.
func (d *decision) answerOccasion(o *occasion, h happening) {
	switch {
	case h.untried && o.Of != "all", h.refused != nil && !o.refusalOf(h.refused):
	case o.Of == "side":
		for _, side := range d.sideNames() {
			h := h
			h.side = side
			d.follows(o, h)
		}
	case o.Of == "other":
		for _, other := range h.others {
			h := h
			h.others, h.other = []string{other}, d.sideCalled(other, h.on == rules.OnHandEnds)
			d.follows(o, h)
		}
	default:
		d.follows(o, h)
	}
}

// sideCalled is the side of a name, or the first one that a player of that name holds; "" if there is none.
func (d *decision) sideCalled(name string, player bool) string {
	if !player || d.plays(name) {
		return name
	}
	for i := range d.state().sides {
		if sd := &d.state().sides[i]; !sd.gone && sd.player == name && name != "" {
			return sd.name
		}
	}
	return ""
}

// follows makes the effects of one entry.
func (d *decision) follows(o *occasion, h happening) {
	env := d.occasionEnv(h)
	if h.about != nil {
		t := *h.about
		t.happening = h
		env = d.tellingOf(t)
	}
	if o.when != nil && !o.when.Holds(env) {
		return
	}
	if o.unless != nil && d.escapes(o, h.side) {
		return
	}
	for i := range o.do {
		d.provide(o, &o.do[i], h, env)
	}
}

// sideOf is the side that a formula yields, or without one a side that is known; ok is false if it yields none.
func (d *decision) sideOf(f *formula.Formula, known string, env *occasionEnv) (side string, ok bool) {
	if f == nil {
		return known, true
	}
	i := f.Eval(env)
	if i < 0 || int(i) >= len(d.state().sides) {
		return "", false
	}
	return d.state().sides[int(i)].name, true
}

// provide makes one effect.
func (d *decision) provide(o *occasion, p *provision, h happening, env *occasionEnv) {
	if p.when != nil && !p.when.Holds(env) {
		return
	}
	whose, ok := d.sideOf(p.side, h.side, env)
	if !ok || whose == "" && p.concerns {
		return
	}
	if p.onSides {
		d.concern(o, p, h, whose, env)
		return
	}
	switch p.verb {
	case "pay":
		d.transfer(o, p, h, env)
	case "create":
		if p.On == rules.EverySquare {
			d.createAll(o, p, whose, env)
			return
		}
		id := d.create(o.basis, whose, d.typeOf(p, p.Create, env))
		if sq, ok := d.roomFor(p, id, whose, env); ok && id != "" {
			d.emit(o.basis, events.PiecePlaced{Piece: id, At: sq})
		}
	case "allot":
		d.allot(o, p, whose, env)
	case "set":
		d.setAll(o, p, env)
	case "lift":
		d.liftAll(o, p, h, env)
	case "place":
		d.placeAll(o, p, whose, env)
	case "destroy", "convert", "become", "crown", "uncrown", "move", "swap":
		if p.Destroy == "holdings" {
			d.reduce(o, p, h.side, env)
			return
		}
		d.transform(o, p, h, whose, env)
	case "mark", "unmark":
		d.mark(o, p, whose, env)
	case "close", "open":
		d.closeAll(o, p, env)
	case "lay":
		d.layAnew(o.clause, o.basis, p.Lay == rules.LayBare)
	case "takeback":
		d.takeBack(o.clause, o.basis, int(p.takeback.Eval(env)))
	case "draw":
		env.drawn = append(env.drawn, d.draw(o.basis, LotRule+":"+h.side, p.Draw, 1)...)
		d.note(FactLot, o.clause, "%s draws %s", h.side, env.drawn[len(env.drawn)-1])
	}
}

// typeOf is the name of the type that an effect names, or that its formula yields; empty if it yields none.
func (d *decision) typeOf(p *provision, name string, env *occasionEnv) string {
	if p.typeOf == nil {
		return name
	}
	if t := p.typeOf.Eval(env); t >= 0 {
		return d.law().ruleset.TypeName(movement.TypeID(t))
	}
	return ""
}

// roomFor is the square on which an effect puts a piece, if there is room for it: the one that a formula yields, or the first empty one of a region.
func (d *decision) roomFor(p *provision, id, side string, env *occasionEnv) (string, bool) {
	if p.on == nil {
		sq, ok := d.vacant(string(p.On), side)
		return sq, ok && d.hasRoom(id, sq)
	}
	sq := d.squareOf(p, env)
	if sq == movement.Off || d.now.pos.ClosedAt(sq) {
		return "", false
	}
	name := d.law().ruleset.SquareName(sq)
	if d.now.pos.At(sq) == movement.NoPiece {
		return name, d.hasRoom(id, name)
	}
	i, ok := d.now.found(id)
	return name, ok && p.Join && d.now.pos.Joins(movement.PieceID(i), sq)
}

// squareOf is the square that the formula of an effect yields, or that on which the piece stands that it yields.
func (d *decision) squareOf(p *provision, env *occasionEnv) movement.Square {
	sq := movement.Off
	if v := p.on.Eval(env); v >= 0 && d.now.laid != nil {
		if sq = movement.Square(v); p.on.Sort() == rules.SortPiece {
			sq = d.now.pos.Where(movement.PieceID(v))
		}
	}
	return sq
}

// account is who is meant by a word of a payment: the player of the side, whoever brought it about, the player who did it, the only
// holder of an asset, else the account of that name.
func (d *decision) account(o *occasion, word string, by *formula.Formula, asset string, h happening, env *occasionEnv) (account string, ok bool) {
	if by != nil {
		return d.accountOf(by.Eval(env), by.Sort(), asset)
	}
	held, holder := strings.CutPrefix(word, "holder of ")
	switch {
	case word == "side":
		return d.holder(h.side, asset), h.side != ""
	case word == "player" && h.about != nil:
		return h.about.player, h.about.player != ""
	case word == "other":
		if len(h.others) == 0 {
			return "", false
		}
		if h.on == rules.OnHandEnds {
			return h.others[0], true
		}
		return d.holder(h.others[0], asset), true
	case holder:
		if account, ok = d.only(held); !ok && !d.noted(FactNoChamp) {
			d.fact(events.Fact{Code: FactNoChamp, Clause: o.clause, Interpretation: firstOf(o.basis.Readings...),
				Message: "no single player holds the title, so nobody is rewarded"})
		}
		return account, ok
	}
	return word, true
}

// accountOf is the account of a side or a player that a formula has yielded; ok is false if it has yielded nobody.
func (d *decision) accountOf(who float64, sort formula.Sort, asset string) (account string, ok bool) {
	s := d.state()
	switch {
	case who < 0:
		return "", false
	case sort == rules.SortPlayer && int(who) < len(s.Players()):
		return s.Players()[int(who)].Name, true
	case sort == rules.SortSide && int(who) < len(s.sides):
		return d.holder(s.sides[int(who)].name, asset), true
	}
	return "", false
}

// holder is whose account an asset of a side is: the side's own, if sides have it, else its player's.
func (d *decision) holder(side, asset string) string {
	i, ok := d.state().findSide(side)
	if !ok {
		return ""
	}
	return d.law().holder(&d.state().sides[i], asset)
}

// noted reports whether the ruling has a fact already.
func (d *decision) noted(code string) bool {
	return slices.ContainsFunc(d.ruling.Facts, func(f events.Fact) bool { return f.Code == code })
}

// only returns the only account that has any of an asset.
func (d *decision) only(asset string) (account string, ok bool) {
	for at, amount := range d.state().Balances() {
		if at.Asset == asset && amount > 0 {
			if ok {
				return "", false
			}
			account, ok = at.Account, true
		}
	}
	return account, ok
}

// transfer pays an amount: as far as a player who pays has it, unless the rule allows a debt.
func (d *decision) transfer(o *occasion, p *provision, h happening, env *occasionEnv) {
	asset := firstOf(p.Asset, rules.Money)
	payer, known := d.account(o, p.Payer, p.payer, asset, h, env)
	payee, found := d.account(o, p.Payee, p.payee, asset, h, env)
	if !known || !found {
		return
	}
	owed := events.Half(0)
	if p.owed != nil {
		owed = Payable(p.owed.Eval(env))
	}
	d.moveAsset(o.basis, p.Doing, transferred{payer, payee, asset, Payable(p.pay.Eval(env)), owed, p.payer != nil || p.Payer == "side" || p.Payer == "other" || p.Payer == "player" && h.about != nil})
}

// transferred is what is to go from one account to another, either of which may be nobody.
type transferred struct {
	payer, payee, asset string
	amount, owed        events.Half
	player              bool // a player pays, and no more than they have
}

// moveAsset makes a transfer, as far as it can be made. Whoever pays less than is owed gets one of what the rule says.
func (d *decision) moveAsset(b *events.Basis, p *rules.Doing, t transferred) {
	amount, why := t.amount, firstOf(p.Why, events.WhyRule)
	if t.player && !p.Debt {
		amount = min(amount, max(0, d.state().Balance(t.payer, t.asset)))
	}
	if t.payee != "" {
		amount = min(amount, d.room(t.payee, t.asset, amount))
	}
	if amount != 0 && t.payer != "" {
		d.pay(b, t.payer, t.asset, -amount, why)
	}
	if amount != 0 && t.payee != "" {
		given := events.AssetChanged{Account: t.payee, Asset: t.asset, Change: amount, Why: why}
		if p.Again != "" && d.state().Balance(t.payee, t.asset) >= amount {
			given.Asset, given.Replaces = p.Again, t.asset
		}
		d.emit(b, given)
	}
	if amount < t.owed && t.payer != "" {
		d.pay(b, t.payer, p.Short, events.Whole(1), why)
	}
}

// room is how much of an amount somebody may be given of an asset of which nobody has more than so many.
func (d *decision) room(account, asset string, amount events.Half) events.Half {
	for _, a := range d.law().assets {
		if a.Name == asset && a.Most > 0 {
			return max(0, min(amount, events.Whole(a.Most)-d.state().Balance(account, asset)))
		}
	}
	return amount
}

// allot gives a side the right to choose pieces. A right to more that it has not used stays; of the right
// that it entered with the rule may say otherwise.
func (d *decision) allot(o *occasion, p *provision, side string, env *occasionEnv) {
	s, ok := d.state().Side(side)
	if !ok {
		return
	}
	count, budget := int(p.allot.Eval(env)), max(0, toHalf(p.budget.Eval(env)))
	b := o.basis
	kept := s.Free.Count > 0 && (s.Free.Draft || !s.Free.Moved)
	if s.Free.Count > 0 && s.Free.Draft && p.keep != nil {
		b = basisOf(append(slices.Clone(b.Readings), d.law().usedOf(p.Rests...)...), b.Clauses...)
		kept = p.keep.Holds(env)
	}
	switch {
	case kept && s.Free.Count >= count && s.Free.Budget >= budget:
	case count > 0 || o.On == rules.OnEnters:
		d.emit(b, events.AllotmentSet{Side: side, Count: count, Budget: budget})
	case s.Free.Count > 0 && !kept:
		d.emit(b, events.AllotmentSet{Side: side})
	}
}

// liftAll takes pieces off the board, each into its own side's holding.
func (d *decision) liftAll(o *occasion, p *provision, h happening, env *occasionEnv) {
	for _, i := range d.members(p.Lift, o, p, h, env) {
		d.emit(o.basis, events.PieceLifted{Piece: d.state().pieces[i].id, From: d.state().pieces[i].at, Why: firstOf(p.Why, LiftEffect)})
	}
}

// reduce destroys, by lot, what a side holds off-board beyond the number that it keeps, royal pieces
// excepted, and its player is paid for it.
func (d *decision) reduce(o *occasion, p *provision, side string, env *occasionEnv) {
	l := d.law()
	s, ok := d.state().Side(side)
	if !ok {
		return
	}
	_, off := d.state().CountPieces(side)
	over := off - int(p.beyond.Eval(env))
	if over <= 0 {
		return
	}
	var among []string
	for pc := range d.state().PiecesOf(side) {
		if t, ok := l.ruleset.Type(pc.Type); pc.At == "" && !(ok && l.ruleset.Royal(t)) {
			among = append(among, pc.ID)
		}
	}
	why := firstOf(p.Why, events.WhyRule)
	for _, id := range d.draw(o.basis, why+":"+side, among, min(over, len(among))) {
		refund := events.Half(0)
		if i, ok := d.now.found(id); ok && p.refund != nil {
			env.it = movement.PieceID(i)
			refund = Payable(p.refund.Eval(env))
		}
		d.emit(o.basis, events.PieceDestroyed{Piece: id, Why: why})
		if refund > 0 {
			d.pay(o.basis, s.Player, rules.Money, refund, why)
		}
	}
}
