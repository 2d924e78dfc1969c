package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// Some sides play by themselves, and some are passed over: the rules say which.

// automates reports whether a side plays by itself.
func (l *law) automates(sd *side) bool {
	a := l.proc.Automatic
	return a != nil && a.Who != "" && sd.has(a.Who)
}

// playsItself reports whether a side plays by itself, for whatever reason.
func (d *decision) playsItself(s *State, i int) bool {
	l := d.law()
	if l.automates(&s.sides[i]) {
		return true
	}
	return l.byItself != nil && d.now.compile() == nil && d.asked(l.byItself, new(quantities), movement.SideID(i)) != 0
}

// yieldsAtWill reports whether the play is a Surrender that takes effect at any time.
func (p *play) yieldsAtWill() bool {
	return p.isSurrender() && p.d.law().lets(&p.d.state().sides[p.side])
}

// lets reports whether a side may surrender at any time: it plays by itself, or the game ends by that at any time.
func (l *law) lets(sd *side) bool {
	return l.automates(sd) || slices.ContainsFunc(l.ends, func(e endLaw) bool { return e.Asked() == rules.EndsOnSurrender && e.Anytime })
}

// automatic makes the play of a side whose turn has begun, if it plays by itself: nothing while it
// is in check, else what the procedure says of its pieces and its last play. Its end begins the
// next turn, so that several may follow one another.
func (d *decision) automatic() {
	s := d.state()
	l := d.law()
	i, ok := s.findSide(s.ToPlay())
	if !ok || !d.playsItself(s, i) || d.suspended() || l.passWhen == nil {
		return
	}
	side := s.sides[i].view()
	name, who := side.Name, l.word(l.proc.Automatic.Who)
	if !l.automates(&s.sides[i]) {
		who = "to play by itself"
	}
	if s.InCheck(name) {
		d.note(FactAutomaticInCheck, l.citeAutomatic(), "%s is %s and in check: its turn is not played automatically", name, who)
		return
	}
	if slices.Contains(d.automated, name) || d.says(l.halts) && d.allAutomatic(s) {
		f := events.Fact{Code: FactWaiting, Clause: l.citeAutomatic(),
			Message: "every side plays automatically: the game waits with the turn of " + name}
		if used := l.readingsIn(l.proc.Automatic.Halts); len(used) > 0 {
			f.Interpretation = used[0]
		}
		d.fact(f)
		return
	}
	d.automated = append(d.automated, name)
	onBoard, _ := s.CountPieces(name)
	q := quantities{qPieces: float64(onBoard), qLastPass: flag(side.LastPass)}
	if d.asked(l.passWhen, &q, d.sideID(name)) != 0 {
		d.note(FactAutomatic, l.citeAutomatic(), "%s is %s and not in check, with %d pieces on-board: it passes automatically", name, who, onBoard)
		d.pass(name, HowAutomatic)
	} else {
		d.note(FactAutomatic, l.citeAutomatic(), "%s is %s and not in check, its last play was a Pass: it surrenders automatically", name, who)
		d.yield(name, HowAutomatic)
	}
	d.endPlay(name, HowAutomatic, false)
}

// says asks a condition of the procedure that is about nobody; one that is left out does not hold.
func (d *decision) says(f *formula.Formula) bool {
	return f != nil && d.asked(f, new(quantities), -1) != 0
}

// wake lets a game go on that waits while every side plays automatically: whatever is entered does
// so, or only what begins a turn or changes who plays by themselves.
func (d *decision) wake() {
	before := d.before.state
	i, playing := before.findSide(before.ToPlay())
	if d.settled || d.faulty() || len(d.automated) > 0 || !before.Started() || before.ToPlay() != d.state().ToPlay() ||
		!playing || !d.playsItself(before, i) || d.law().compile() != nil {
		return
	}
	if d.says(d.law().wakes) && d.allAutomatic(before) && d.allAutomatic(d.state()) {
		d.readings(d.law().readingsIn(d.law().proc.Automatic.Wakes))
		d.automatic()
	}
}

// skip moves the sides that are passed over from the top of the order to its bottom
// and returns them.
func (d *decision) skip() []string {
	list := d.state().Order()
	var skipped []string
	for len(skipped) < len(list) && d.skips(d.state(), list[len(skipped)]) {
		skipped = append(skipped, list[len(skipped)])
	}
	if len(skipped) == 0 || len(skipped) == len(list) {
		return nil
	}
	order := append(slices.Clone(list[len(skipped):]), skipped...)
	d.emit(basisOf(nil, d.law().citeSkip()), events.OrderChanged{Order: order})
	return skipped
}

// skips reports whether the turn of a side would be passed over.
func (d *decision) skips(s *State, side string) bool {
	f := d.law().skipWhen
	if f == nil {
		return false
	}
	active, on := s.activeSides(side)
	d.sums = quantities{qPieces: float64(on), qActive: float64(active)}
	return d.asked(f, &d.sums, d.sideID(side)) != 0
}

// allAutomatic reports whether every side whose turn comes would play automatically.
func (d *decision) allAutomatic(s *State) bool {
	waits := false
	for _, name := range s.order {
		i, ok := s.findSide(name)
		if !ok || d.skips(s, name) {
			continue
		}
		if !d.playsItself(s, i) || s.InCheck(name) {
			return false
		}
		waits = true
	}
	return waits
}
