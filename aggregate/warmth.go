package aggregate

import (
	"slices"

	"adjudicate/events"
)

// Warm sides play automatically, and in a crowded game sides without pieces on-board are
// skipped (1230.2 §4.B).

// automatic makes the play of a Warm side whose turn has begun: nothing while it is in
// check, else what the procedure says of its pieces and its last play. Its end begins the
// next turn, so that several may follow one another.
func (d *decision) automatic() {
	s := d.state()
	l := d.law()
	side, ok := s.Side(s.ToPlay())
	if !ok || !side.Warm || d.suspended() || l.passWhen == nil {
		return
	}
	name := side.Name
	if s.InCheck(name) {
		d.note(FactWarmChecked, l.citeWarmth(), "%s is Warm and in check: its turn is not played automatically", name)
		return
	}
	if slices.Contains(d.automated, name) || l.reads("all-warm", "halt") && d.allAutomatic(s) {
		d.fact(events.Fact{Code: FactWaiting, Clause: l.citeWarmth(), Interpretation: l.used("all-warm"),
			Message: "every side plays automatically: the game waits with the turn of " + name})
		return
	}
	d.automated = append(d.automated, name)
	onBoard, _ := s.CountPieces(name)
	q := quantities{qPieces: float64(onBoard), qLastPass: flag(side.LastPass)}
	if d.asked(l.passWhen, &q, d.sideID(name)) != 0 {
		d.note(FactAutomatic, l.citeWarmth(), "%s is Warm and not in check, with %d pieces on-board: it passes automatically", name, onBoard)
		d.pass(name, HowAutomatic)
	} else {
		d.note(FactAutomatic, l.citeWarmth(), "%s is Warm and not in check, its last play was a Pass: it surrenders automatically", name)
		d.surrender(name, HowAutomatic)
	}
	d.endPlay(name, HowAutomatic, false)
}

// wake lets a game go on that waits while every side plays automatically: whether whatever is
// entered does so, or only what begins a turn or makes a side no longer Warm, is a reading.
func (d *decision) wake() {
	before := d.before.state
	if d.faulty() || len(d.automated) > 0 || !before.Started() || !d.law().reads("warm-wakes", "any") || before.ToPlay() != d.state().ToPlay() {
		return
	}
	if d.needBoard() && d.allAutomatic(before) && d.allAutomatic(d.state()) {
		d.reading("warm-wakes")
		d.automatic()
	}
}

// skip moves the sides that are passed over from the top of the play list to its bottom
// and returns them.
func (d *decision) skip() []string {
	list := d.state().PlayList()
	var skipped []string
	for len(skipped) < len(list) && d.skips(d.state(), list[len(skipped)]) {
		skipped = append(skipped, list[len(skipped)])
	}
	if len(skipped) == 0 || len(skipped) == len(list) {
		return nil
	}
	order := append(slices.Clone(list[len(skipped):]), skipped...)
	d.emit(basisOf(nil, d.law().citeSkip()), events.PlayListChanged{Order: order})
	return skipped
}

// skips reports whether the turn of a side would be passed over.
func (d *decision) skips(s *State, side string) bool {
	f := d.law().skipWhen
	if f == nil {
		return false
	}
	active := 0
	for o := range s.Sides() {
		if on, _ := s.CountPieces(o.Name); on > 0 {
			active++
		}
	}
	on, _ := s.CountPieces(side)
	return d.asked(f, &quantities{qPieces: float64(on), qActive: float64(active)}, d.sideID(side)) != 0
}

// allAutomatic reports whether every side whose turn comes would play automatically.
func (d *decision) allAutomatic(s *State) bool {
	waits := false
	for _, name := range s.playList {
		side, ok := s.Side(name)
		if !ok || d.skips(s, name) {
			continue
		}
		if !side.Warm || s.InCheck(name) {
			return false
		}
		waits = true
	}
	return waits
}
