package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
)

// Several tables: sides that take turns among themselves, each table at its own pace (order.tables). A state holds for each table its order, whose turn
// it is, and that side's limit. One of them is looked at: its order and turn are those of the state, which all that asks for the
// turn finds there, and the others are put aside. Whatever is done by a side turns to its table first.
//
//	state   order, turn, limit, … of the table that is looked at
//	benches the same of each table; of that one as it was put aside last
//
// A game without tables has none, and nothing is put aside.

// bench is what a table has of its own.
type bench struct {
	order    []string
	toPlay   string
	skipped  []string
	promised string
	limit    events.LimitSet
	hasLimit bool
	lapsed   lapse
	spurred  bool
	passer   string
	passed   []string
}

// aside is what is put aside of the table that is looked at.
func (s *State) aside() bench {
	return bench{s.order, s.toPlay, s.skipped, s.promised, s.limit, s.hasLimit, s.lapsed, s.spurred, s.laid.passer, s.laid.passed}
}

// look looks at a table.
func (s *State) look(b bench) {
	s.order, s.toPlay, s.skipped, s.promised, s.limit, s.hasLimit = b.order, b.toPlay, b.skipped, b.promised, b.limit, b.hasLimit
	s.lapsed, s.spurred, s.laid.passer, s.laid.passed = b.lapsed, b.spurred, b.passer, b.passed
}

// seated are the tables as they stand; nil: there are none.
func (s *State) seated() []bench {
	if len(s.benches) == 0 {
		return nil
	}
	list := slices.Clone(s.benches)
	list[s.bench] = s.aside()
	return list
}

// turnTo folds that another table is looked at.
func (s *State) turnTo(p events.TableTurned) {
	if k := p.Table - 1; k >= 0 && k < len(s.benches) && k != s.bench {
		s.benches = s.seated()
		s.bench = k
		s.look(s.benches[k])
	}
}

// setTables folds who sits where. A side that was to play still is, if nobody of an earlier table at its table is; with a single table there are none.
func (s *State) setTables(p events.TablesSet) {
	before := s.seated()
	if before == nil {
		before = []bench{s.aside()}
	}
	var list []bench
	for _, t := range p.Tables {
		b := bench{}
		if o := staysAt(t.Order, before); o != nil {
			b = *o
		}
		b.order = t.Order
		list = append(list, b)
	}
	s.forgetMoments()
	s.benches, s.bench = nil, 0
	if len(list) > 0 {
		s.look(list[0])
	}
	if len(list) > 1 {
		s.benches = list
	}
}

// TableOf returns at which table a side sits, from 1; 0 if there are no tables, or it sits at none.
func (s *State) TableOf(side string) int {
	return 1 + slices.IndexFunc(s.seated(), func(b bench) bool { return slices.Contains(b.order, side) })
}

// Tables returns the order at each table, whoever is next first; nil if there are none.
func (s *State) Tables() (orders [][]string) {
	for _, b := range s.seated() {
		orders = append(orders, slices.Clone(b.order))
	}
	return orders
}

// ToPlayWith returns whose turn it is where a side sits; "" if it is nobody's.
func (s *State) ToPlayWith(side string) string {
	if k := s.TableOf(side); k > 0 {
		return s.seated()[k-1].toPlay
	}
	return s.toPlay
}

// IsToPlay reports whether it is the turn of a side.
func (s *State) IsToPlay(side string) bool { return side != "" && s.ToPlayWith(side) == side }

// AllToPlay returns the sides whose turn it is: one at each table, of a game without tables at most one.
func (s *State) AllToPlay() []string { return s.appendToPlay(nil) }

func (s *State) appendToPlay(sides []string) []string {
	if len(s.benches) == 0 {
		if s.toPlay != "" {
			sides = append(sides, s.toPlay)
		}
		return sides
	}
	for _, b := range s.seated() {
		if b.toPlay != "" {
			sides = append(sides, b.toPlay)
		}
	}
	return sides
}

// Facing is the state as it is where a side sits: its order, turn and limit are those of that table. It is read only, and s itself where there are no tables.
func (s *State) Facing(side string) *State {
	k := s.TableOf(side)
	if k == 0 || k == s.bench+1 {
		return s
	}
	t := s.Clone()
	t.turnTo(events.TableTurned{Table: k})
	return t
}

// Limits returns the limits that run, one at each table, the first to expire first.
func (s *State) Limits() (list []events.LimitSet) {
	if len(s.benches) == 0 {
		if s.hasLimit {
			list = append(list, s.limit)
		}
		return list
	}
	for _, b := range s.seated() {
		if b.hasLimit {
			list = append(list, b.limit)
		}
	}
	slices.SortStableFunc(list, func(a, b events.LimitSet) int { return a.Expires.Compare(b.Expires) })
	return list
}

// firstLimit is the limit that expires first.
func (s *State) firstLimit() (events.LimitSet, bool) {
	if len(s.benches) == 0 {
		return s.limit, s.hasLimit
	}
	if list := s.Limits(); len(list) > 0 {
		return list[0], true
	}
	return events.LimitSet{}, false
}

// sit turns to the table of a side.
func (d *decision) sit(side string) {
	if d.seat() {
		d.openTables()
	}
	if len(d.state().benches) > 0 {
		d.sitAt(d.state().TableOf(side))
	}
}

// sitAt turns to a table. Who has been called to play next where others sit is promised there.
func (d *decision) sitAt(table int) {
	if table > 0 && table != d.state().bench+1 {
		d.promise()
		d.playsNext, d.nextBy = "", nil
		d.emit(nil, events.TableTurned{Table: table})
	}
}

// calls lets a side play next where it sits, once the turn that runs there has ended.
func (d *decision) calls(side string, by *events.Basis) {
	looked, table := d.state().bench+1, d.state().TableOf(side)
	d.sitAt(table)
	d.playsNext, d.nextBy = side, by
	if table > 0 {
		d.sitAt(looked)
	}
}

// tables are the orders that the rules give the sides as they are; nil if they all sit at one table.
func (d *decision) tables() (list []events.TableOrder) {
	o, s := d.law().proc.Order, d.state()
	if o == nil || len(o.Tables) == 0 {
		return nil
	}
	var now []string
	if s.benches == nil {
		now = s.order
	} else {
		for _, b := range s.seated() {
			now = append(now, b.order...)
		}
	}
	for _, name := range d.sideNames() {
		if !slices.Contains(now, name) {
			now = append(now, name)
		}
	}
	now = slices.DeleteFunc(slices.Clone(now), func(name string) bool { return !d.plays(name) })
	add := func(order []string) {
		if len(order) > 0 {
			list = append(list, events.TableOrder{Order: order})
		}
	}
	for _, t := range o.Tables {
		var order []string
		if s.benches == nil {
			order = slices.DeleteFunc(slices.Clone(t), func(name string) bool { return !d.plays(name) })
		} else {
			order = slices.DeleteFunc(slices.Clone(now), func(name string) bool { return !slices.Contains(t, name) })
		}
		add(order)
	}
	add(slices.DeleteFunc(now, func(name string) bool {
		return slices.ContainsFunc(o.Tables, func(t []string) bool { return slices.Contains(t, name) })
	}))
	if len(list) < 2 {
		return nil
	}
	return list
}

// seat seats the sides as the rules say, where that is otherwise than they sit, and reports whether it is.
func (d *decision) seat() bool {
	s := d.state()
	if o := d.law().proc.Order; !s.started || s.benches == nil && (o == nil || len(o.Tables) == 0) {
		return false
	}
	list := d.tables()
	same := len(list) == len(s.benches)
	if same {
		for k, b := range s.seated() {
			same = same && sameNames(b.order, list[k].Order)
		}
	}
	if same {
		return false
	}
	if list == nil {
		var order []string
		for _, b := range s.seated() {
			order = append(order, b.order...)
		}
		order = slices.DeleteFunc(order, func(name string) bool { return !d.plays(name) })
		list = []events.TableOrder{{Order: order}}
	}
	for k := range list {
		list[k].Order = d.ahead(list[k].Order)
	}
	d.unseated(list)
	d.emit(d.law().orderly, events.TablesSet{Tables: list})
	return true
}

// unseated lets sides whose turn ends since they are seated with others that stay to play pay for it.
func (d *decision) unseated(list []events.TableOrder) {
	c := d.law().budget()
	if c == nil || !d.hasBoard() {
		return
	}
	before := d.state().seated()
	var stay []string
	for _, t := range list {
		if b := staysAt(t.Order, before); b != nil {
			stay = append(stay, b.toPlay)
		}
	}
	for _, b := range before {
		if !b.hasLimit || slices.Contains(stay, b.toPlay) || !d.plays(b.toPlay) {
			continue
		}
		if account, costs := d.owes(b.limit); costs >= 1 {
			d.pay(d.clockBasis(), account, c.Of, -events.Whole(int(costs)), events.WhyRule)
		}
	}
}

// staysAt is the first table of those before whose side to play sits at a table now, nil if there is none: it is to play there.
func staysAt(order []string, before []bench) *bench {
	for k := range before {
		if b := &before[k]; b.toPlay != "" && slices.Contains(order, b.toPlay) {
			return b
		}
	}
	return nil
}

// ahead puts whoever stays to play at a new table first there; setTables lets the first one be.
func (d *decision) ahead(order []string) []string {
	before := d.state().seated()
	if before == nil {
		before = []bench{d.state().aside()}
	}
	for _, b := range before {
		i := slices.Index(order, b.toPlay)
		switch o := d.law().proc.Order; {
		case i < 0:
			continue
		case i == 0 || d.hasBoard() && d.up(b.toPlay) && d.reverts(b.toPlay): // it plays before its turn in the order
			return order
		case o != nil && o.By == rules.OrderFixed:
			return slices.Concat(order[i:], order[:i])
		}
		return toTop(order, i)
	}
	return order
}

// sameNames reports whether two lists have the same names.
func sameNames(a, b []string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(name string) bool { return !slices.Contains(b, name) })
}

// openTables begins the turn at every table where it is nobody's.
func (d *decision) openTables() {
	for k := range d.state().benches {
		if d.state().Over() || k >= len(d.state().benches) {
			return
		}
		if d.state().seated()[k].toPlay == "" {
			d.sitAt(k + 1)
			d.beginTurn()
		}
	}
}

// closeTables leaves nobody to play at any table.
func (d *decision) closeTables() {
	for k := range d.state().benches {
		if d.state().seated()[k].toPlay != "" {
			d.sitAt(k + 1)
			d.nobodysTurn()
		}
	}
}

// keepTables keeps the time at the tables that are not looked at.
func (d *decision) keepTables(c *rules.Clock) {
	looked := d.state().bench
	for k := range d.state().benches {
		b := d.state().seated()[k]
		if k == looked || b.toPlay == "" {
			continue
		}
		account, has := d.thinks(b.toPlay, c.Of)
		runs := d.clockRuns(b.toPlay)
		f := d.law().thinking
		if b.hasLimit && (!runs || has != d.ground(account, c.Of)) || !b.hasLimit && runs && (has > 0 || f.free != nil || f.costs != nil) {
			d.sitAt(k + 1)
			d.timed = false
			d.keepTimeHere(c)
		}
	}
}

// benchSnapshot is a table as snapshots have it.
type benchSnapshot struct {
	Order    []string         `json:"order"`
	ToPlay   string           `json:"to_play,omitempty"`
	Skipped  []string         `json:"skipped,omitempty"`
	Promised string           `json:"promised,omitempty"`
	Limit    *events.LimitSet `json:"limit,omitempty"`
	Lapsed   *lapseSnapshot   `json:"lapsed,omitempty"`
	Spurred  bool             `json:"spurred,omitempty"`
	Passer   string           `json:"passer,omitempty"`
	Passed   []string         `json:"passed,omitempty"`
}

func (s *State) writtenTables() (list []benchSnapshot) {
	for _, b := range s.seated() {
		v := benchSnapshot{Order: b.order, ToPlay: b.toPlay, Skipped: b.skipped, Promised: b.promised, Spurred: b.spurred, Passer: b.passer, Passed: b.passed}
		if b.hasLimit {
			v.Limit = &b.limit
		}
		if b.lapsed.side != "" {
			v.Lapsed = &lapseSnapshot{b.lapsed.side, b.lapsed.expired}
		}
		list = append(list, v)
	}
	return list
}

func benchesOf(list []benchSnapshot) (benches []bench) {
	for _, v := range list {
		b := bench{order: v.Order, toPlay: v.ToPlay, skipped: v.Skipped, promised: v.Promised, spurred: v.Spurred, passer: v.Passer, passed: v.Passed}
		if v.Limit != nil {
			b.limit, b.hasLimit = *v.Limit, true
		}
		if v.Lapsed != nil {
			b.lapsed = lapse{v.Lapsed.Side, v.Lapsed.Expired}
		}
		benches = append(benches, b)
	}
	return benches
}
