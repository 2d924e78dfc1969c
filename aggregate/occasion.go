package aggregate

import (
	"slices"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// What follows at moments of sides and of the game by the consequences that procedures state: a side passes,
// surrenders, buys, its turn starts or ends; a day or month begins.

// occasion brings about what follows at a moment of a side.
func (d *decision) occasion(on, side string) {
	if d.law().ruleset == nil || len(d.law().ruleset.Occasions()) == 0 {
		return
	}
	i, ok := d.state().findSide(side)
	if !ok {
		return
	}
	list := d.law().ruleset.Occasions()
	for k := range list {
		o := &list[k]
		env := &occasionEnv{d: d, side: movement.SideID(i)}
		if o.On != on || o.When != nil && !o.When.Holds(env) {
			continue
		}
		b := basisOf(nil, o.Clause)
		for j := range o.Do {
			d.provide(b, o.Clause, side, &o.Do[j], env)
		}
	}
}

// provide makes one effect.
func (d *decision) provide(b *events.Basis, clause, side string, p *movement.Provision, env *occasionEnv) {
	switch {
	case p.Amount != nil:
		d.transfer(b, side, p, Payable(p.Amount.Eval(env)))
	case p.Draw != nil:
		env.drawn = append(env.drawn, d.draw(b, LotRule+":"+side, p.Draw, 1)...)
		d.note(FactLot, clause, "%s draws %s", side, env.drawn[len(env.drawn)-1])
	case p.Next != "":
		d.playsNext = side
		d.note(FactPlaysNext, clause, "%s is to play next", side)
	}
}

// transfer pays an amount, as far as a player who pays has it.
func (d *decision) transfer(b *events.Basis, side string, p *movement.Provision, amount events.Half) {
	asset := firstOf(p.Asset, MoneyAsset)
	s, _ := d.state().Side(side)
	account := func(word string) string {
		if word == "side" {
			return s.Player
		}
		return word
	}
	payer, payee := account(p.Payer), account(p.Payee)
	if p.Payer == "side" {
		amount = min(amount, max(0, d.state().Balance(payer, asset)))
	}
	if amount == 0 {
		return
	}
	if payer != "" {
		d.pay(b, payer, asset, -amount, WhyRule)
	}
	if payee != "" {
		d.pay(b, payee, asset, amount, WhyRule)
	}
}

// dated reports whether something follows at the beginning of days, or of months alone.
func (l *law) dated() (days, months bool) {
	if l.ruleset == nil {
		return false, false
	}
	list := l.ruleset.Occasions()
	has := func(on string) bool {
		return slices.ContainsFunc(list, func(o movement.Occasion) bool { return o.On == on })
	}
	return has(rules.OnDay), has(rules.OnMonth)
}

// beginCalendar lets the days count from now on if a rule asks for them and none did before.
func (d *decision) beginCalendar() {
	if !d.state().Started() || d.now.compile() != nil {
		return
	}
	days, months := d.law().dated()
	before := false
	if d.before.state.Started() && d.before.compile() == nil {
		was, were := d.before.rulebook().dated()
		before = was || were
	}
	if (days || months) && !before {
		d.emit(d.rests, events.CalendarReached{At: d.in.At})
	}
}

// nextDate is the moment of the next day or month that a rule asks for.
func (t *table) nextDate() (time.Time, bool) {
	at := t.state.calendar.UTC()
	if at.IsZero() || t.compile() != nil {
		return time.Time{}, false
	}
	days, months := t.rulebook().dated()
	switch {
	case days:
		return time.Date(at.Year(), at.Month(), at.Day()+1, 0, 0, 0, 0, time.UTC), true
	case months:
		return time.Date(at.Year(), at.Month()+1, 1, 0, 0, 0, 0, time.UTC), true
	}
	return time.Time{}, false
}

// dateComes brings about what follows at the beginning of a day, and of a month, of each side in the
// order of their creation.
func (d *decision) dateComes() {
	at, _ := d.now.nextDate()
	d.emit(d.rests, events.CalendarReached{At: at})
	for _, side := range d.sideNames() {
		d.occasion(rules.OnDay, side)
		if at.Day() == 1 {
			d.occasion(rules.OnMonth, side)
		}
	}
	d.afterwards()
}

// occasionEnv answers the formulas of occasions, in the order of rules.OccasionVocabulary.
type occasionEnv struct {
	d     *decision
	side  movement.SideID
	drawn []string
}

// Var implements formula.Env.
func (e *occasionEnv) Var(i int) float64 {
	at := e.d.in.At
	if c := e.d.state().calendar; !c.IsZero() && e.d.in.unnoticed() {
		at = c
	}
	at = at.UTC()
	switch i {
	case rules.OccasionYear:
		return float64(at.Year())
	case rules.OccasionMonth:
		return float64(at.Month())
	case rules.OccasionDay:
		return float64(at.Day())
	}
	return float64(e.side)
}

// Call implements formula.Env.
func (e *occasionEnv) Call(f int, args []float64) float64 {
	s, rs := e.d.state(), e.d.law().ruleset
	switch f {
	case rules.FuncAssets:
		if args[0] < 0 {
			return 0
		}
		return fromHalf(s.Balance(s.sides[int(args[0])].player, rs.Text(int(args[1]))))
	case rules.FuncPlays:
		name := rs.Text(int(args[0]))
		return flag(slices.ContainsFunc(s.sides, func(sd side) bool { return !sd.gone && sd.player == name }))
	case rules.FuncDrawn:
		return flag(slices.Contains(e.drawn, rs.Text(int(args[0]))))
	case rules.FuncCount:
		n := 0
		for _, id := range e.d.now.pos.OnBoard() {
			if e.d.now.pos.TypeOf(id) == movement.TypeID(args[0]) {
				n++
			}
		}
		return float64(n)
	}
	return e.d.now.pos.ThingFunc(f-rules.OccasionFuncs, args)
}

// Attr implements formula.Things.
func (e *occasionEnv) Attr(i int, of float64, args []float64) float64 {
	return e.d.now.pos.ThingAttr(i, of, args)
}

// Next implements formula.Things.
func (e *occasionEnv) Next(set int, of, arg, after float64) float64 {
	return e.d.now.pos.NextThing(set, of, arg, after)
}
