package aggregate

import (
	"slices"
	"strings"

	"adjudicate/events"
)

// The umpire's office, and the players (1230.2 §1).

// appointUmpire fills the office. It ends a suspension: the turn then begins anew, because
// the limit runs from an announcement that the office makes.
func appointUmpire(d *decision, in events.UmpireAppointed) {
	if !d.opened() {
		return
	}
	p, known := d.player(in.Player)
	if known && p.Status != StatusActive {
		d.refuse(FaultNotActive, d.law().citeEligible(), "%s is not an active player and cannot be umpire", in.Player)
	}
	if known && d.state().Umpire() == in.Player {
		d.refuse(FaultNoChange, d.law().citeOffice(), "%s is the umpire already", in.Player)
	}
	suspended := d.suspended()
	if !d.boardIfBegun() || d.faulty() {
		return
	}
	d.rests = basisOf(nil, d.law().citeEligible())
	d.emit(d.rests, events.Resumed{Umpire: in.Player})
	if !suspended || !d.state().Started() || d.state().ffa.State == FreeForAllRunning {
		return
	}
	limit, ok := d.state().Limit()
	if ok {
		d.reading("vacant-limit")
	}
	if ok && d.law().reads("vacant-limit", "runs-on") {
		d.note(FactLimitRuns, d.law().citeOffice(), "the time limit of %s, which expires at %s, runs on", limit.Side, when(limit.Expires))
		return
	}
	if ok {
		d.note(FactLimitLapsed, d.law().citeOffice(), "the time limit that was to expire at %s ran while nobody was umpire; it runs anew from the next announcement", when(limit.Expires))
	}
	d.beginTurn()
}

// vacateOffice leaves the game without an umpire, which suspends it (1230.2 §1.A).
func vacateOffice(d *decision, _ events.UmpireVacated) {
	if !d.opened() {
		return
	}
	if d.state().Umpire() == "" {
		d.refuse(FaultNoUmpire, d.law().citeOffice(), "nobody holds the umpire's office")
		return
	}
	d.rests = basisOf(nil, d.law().citeOffice())
	d.emit(d.rests, events.Suspended{})
}

// registerPlayer makes a player known, or changes the addresses of one who is. An address
// belongs to one player, without regard to case.
func registerPlayer(d *decision, in events.PlayerRegistered) {
	if !d.opened() {
		return
	}
	if strings.TrimSpace(in.Player) == "" {
		d.refuse(FaultName, "", "a player has a name")
	}
	for i, a := range in.Addresses {
		d.address(in, i, a)
	}
	known := Player{Name: in.Player, Status: StatusActive}
	if p, ok := d.state().Player(in.Player); ok {
		known.Status = p.Status
		if slices.Equal(p.Addresses, in.Addresses) {
			d.refuse(FaultNoChange, "", "%s is known with these addresses already", in.Player)
		}
	}
	if !d.faulty() {
		d.emit(nil, events.PlayerKnown{Player: in.Player, Addresses: in.Addresses, Status: known.Status})
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
		d.refuse(FaultAddress, "", "the address %s stands there twice", a)
	}
	for _, p := range d.state().Players() {
		if p.Name != in.Player && slices.ContainsFunc(p.Addresses, same) {
			d.refuse(FaultAddress, "", "the address %s belongs to %s", a, p.Name)
		}
	}
}

// changeStatus records that a player is active or on vacation. Whose knives count towards
// the total depends on it (1230.40).
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
	d.emit(nil, events.PlayerKnown{Player: p.Name, Addresses: p.Addresses, Status: in.Status})
	d.afterwards()
}
