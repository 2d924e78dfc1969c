package aggregate

import (
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/rules"
)

// Offices, and the players.

// fillOffice puts a player into an office. Where that ends a suspension the turn begins anew, because
// the limit runs from an announcement that the office makes.
func fillOffice(d *decision, in events.OfficeFilled) {
	if !d.opened() {
		return
	}
	p, known := d.player(in.Player)
	o := d.office(in.Office)
	if known && p.Status != StatusActive {
		d.refuse(FaultNotActive, o.Clause(o.CiteEligible, o.Cite), "%s is not an active player and cannot be %s", in.Player, o.Called())
	}
	if known && d.state().Holder(in.Office) == in.Player {
		d.refuse(FaultNoChange, o.Clause(o.Cite), "%s is the %s already", in.Player, o.Called())
	}
	suspended := d.suspended()
	if !d.boardIfBegun() || d.faulty() {
		return
	}
	d.rests = basisOf(nil, o.Clause(o.CiteEligible, o.Cite))
	d.emit(d.rests, events.OfficeHeld(in))
	d.resume(suspended, o)
}

// appoint fills an office by an effect of a rule, or empties it. Nobody but an active player comes to hold one.
func (d *decision) appoint(office, player string, nobody bool, b *events.Basis) {
	s := d.state()
	if nobody {
		player = ""
	} else if p, ok := s.Player(player); !ok || p.Status != StatusActive {
		return
	}
	if s.Holder(office) == player {
		return
	}
	suspended := d.suspended()
	d.emit(b, events.OfficeHeld{Office: office, Player: player})
	o := d.law().proc.Office(office)
	if o == nil {
		o = &rules.Office{Name: office}
	}
	d.resume(suspended, o)
}

// resume lets the turn go on where an office has been filled without which the game was suspended.
func (d *decision) resume(suspended bool, o *rules.Office) {
	if !suspended || d.suspended() || !d.state().Started() || d.state().free() {
		return
	}
	limit, ok := d.state().Limit()
	if ok {
		d.reading("vacant-limit")
	}
	if ok && d.law().reads("vacant-limit", "runs-on") {
		d.note(FactLimitRuns, o.Clause(o.Cite), "the time limit of %s, which expires at %s, runs on", limit.Side, when(limit.Expires))
		return
	}
	if ok {
		d.note(FactLimitLapsed, o.Clause(o.Cite), "the time limit that was to expire at %s ran while nobody was %s; a new one starts with the next announcement", when(limit.Expires), o.Called())
	}
	if len(d.state().benches) == 0 {
		d.beginTurn()
	}
	for k := range d.state().benches {
		d.sitAt(k + 1)
		d.beginTurn()
	}
}

// office asks for an office that the rules have. Where they have none, whatever is recorded is one
// by the name that it has there.
func (d *decision) office(name string) *rules.Office {
	p := d.law().proc
	if o := p.Office(name); o != nil {
		return o
	}
	if len(p.Offices) > 0 {
		var names []string
		for i := range p.Offices {
			names = append(names, p.Offices[i].Name)
		}
		d.refuse(FaultNoRule, "", "no rule in force provides for an office %q%s", name, meant(name, names))
	}
	return &rules.Office{Name: name}
}

// vacateOffice leaves an office empty, which may suspend the game.
func vacateOffice(d *decision, in events.OfficeVacated) {
	if !d.opened() {
		return
	}
	o := d.office(in.Office)
	if d.faulty() {
		return
	}
	if d.state().Holder(in.Office) == "" {
		d.refuse(FaultVacant, o.Clause(o.Cite), "nobody is %s", o.Called())
		return
	}
	d.rests = basisOf(nil, o.Clause(o.Cite))
	d.emit(d.rests, events.OfficeHeld{Office: in.Office})
}

// registerPlayer makes a player known, or changes the addresses of one who is. An address
// belongs to one player, without regard to case.
func registerPlayer(d *decision, in events.PlayerRegistered) {
	if !d.opened() {
		return
	}
	if strings.TrimSpace(in.Player) == "" {
		d.refuse(FaultName, "", "a player needs a name")
	}
	for i, a := range in.Addresses {
		d.address(in, i, a)
	}
	known := Player{Name: in.Player, Status: StatusActive}
	if p, ok := d.state().Player(in.Player); ok {
		known.Status, known.Key = p.Status, p.Key
		if len(in.Addresses) == 0 && len(p.Addresses) == 0 {
			d.refuse(FaultNoChange, "", "%s is a player of the game already", in.Player)
		} else if slices.Equal(p.Addresses, in.Addresses) {
			d.refuse(FaultNoChange, "", "%s has these addresses already", in.Player)
		}
	}
	if !d.faulty() {
		d.emit(nil, events.PlayerKnown{Player: in.Player, Addresses: in.Addresses, Status: known.Status, Key: known.Key})
	}
}

func (d *decision) address(in events.PlayerRegistered, i int, a string) {
	name, host, ok := strings.Cut(a, "@")
	if !ok || name == "" || host == "" || strings.Contains(host, "@") || strings.ContainsAny(a, " \t\r\n<>,;") {
		d.refuse(FaultAddress, "", "%q is not a mail address such as name@example.org", a)
		return
	}
	same := func(b string) bool { return strings.EqualFold(a, b) }
	if slices.ContainsFunc(in.Addresses[:i], same) {
		d.refuse(FaultAddress, "", "the address %s is listed twice", a)
	}
	for _, p := range d.state().Players() {
		if p.Name != in.Player && slices.ContainsFunc(p.Addresses, same) {
			d.refuse(FaultAddress, "", "the address %s belongs to %s", a, p.Name)
		}
	}
}

// changeStatus records that a player is active or on vacation. What follows may depend on it.
func changeStatus(d *decision, in events.PlayerStatusChanged) {
	if !d.opened() {
		return
	}
	p, ok := d.player(in.Player)
	if in.Status != StatusActive && in.Status != StatusVacation {
		d.refuse(FaultStatus, "", "a player is %s or on %s, not %q", StatusActive, StatusVacation, in.Status)
	} else if ok && p.Status == in.Status && !d.in.Happened {
		d.refuse(FaultNoChange, "", "%s is recorded as %s already", in.Player, in.Status)
	}
	if !d.boardIfBegun() || d.faulty() {
		return
	}
	d.emit(nil, events.PlayerKnown{Player: p.Name, Addresses: p.Addresses, Status: in.Status, Key: p.Key})
	d.afterwards()
}

// registerKey records by which key a player signs. Whether the player signed that is for the ledger to check, which
// knows what was signed.
func registerKey(d *decision, in events.KeyRegistered) {
	if !d.opened() {
		return
	}
	p, ok := d.player(in.Player)
	if ok && p.Key == in.Key {
		d.refuse(FaultNoChange, "", "the key of %s is that one already", in.Player)
	}
	if !d.faulty() {
		d.emit(nil, events.PlayerKnown{Player: p.Name, Addresses: p.Addresses, Status: p.Status, Key: in.Key})
	}
}

// demandSignatures records which entries have to be signed.
func demandSignatures(d *decision, in events.SignaturesDemanded) {
	if !d.opened() {
		return
	}
	set := events.SignaturesSet(in)
	set.Entries = set.Entries && set.On
	if d.state().Signatures() == set {
		d.refuse(FaultNoChange, "", "that is so already")
	}
	if !d.faulty() {
		d.emit(nil, set)
	}
}
