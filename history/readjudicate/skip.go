package readjudicate

import (
	"bytes"

	"adjudicate/aggregate"
	"adjudicate/history"
)

// skip passes over stretches of which the ledger has noted what their rulings rested on, if
// an entry begins one and nothing in them is concerned. It returns the last event passed.
func (x *execution) skip(e *history.Entry) (to uint64, ok bool) {
	if x.parted || x.thorough || e.Place.Change != "" || e.Input.Recorded.Before(x.last) || !x.stretchesKnown() {
		return 0, false
	}
	at, asked, alike := e.Place.Input-1, false, false
	for {
		s, found := x.stretches[at]
		if found && !asked {
			asked, alike = true, x.base.SameLaw(x.judge.State())
		}
		// A law that changes in a stretch changes there as it did in the base only where it is the same to the letter before.
		if !found || s.Law && !alike || x.out.At == nil && x.o.Point != 0 && s.To > x.o.Point || !x.untouched(s) {
			break
		}
		at = s.To
	}
	if at < e.Place.Input || at > x.Head {
		return 0, false
	}
	base, found := history.KeptStateAt(x.ctx, x.st, x.cat.Name(), at)
	if !found {
		return 0, false
	}
	last, err := x.lastInput(x.ctx, at)
	if err != nil || last == nil {
		return 0, false
	}
	if !x.lawAlone() {
		return 0, false
	}
	after := base.Clone()
	if !alike {
		after.TakeLaw(x.judge.State())
	}
	judge, err := aggregate.NewJudge(after, x.engine)
	if err != nil {
		return 0, false
	}
	judge.Know(x.labels)
	x.labels.Reserve(base)
	x.base, x.judge, x.beside, x.alone, x.last = base, judge, nil, LawAlone{}, last.Recorded
	x.out.Passed += int(at - e.Place.Input + 1)
	if x.o.Progress != nil {
		x.o.Progress(at)
	}
	return at, true
}

// stretchesKnown reads what was noted of the part of the base that was recorded as it is.
func (x *execution) stretchesKnown() bool {
	if x.stretches == nil {
		x.stretches = map[uint64]history.Stretch{}
		if x.Base.Ended == 0 && (x.Base.Adopted == 0 || x.From > x.Base.Adopted) {
			for _, s := range history.Stretches(x.ctx, x.st, x.cat.Name(), x.From) {
				x.stretches[s.From-1] = s
			}
		}
	}
	return len(x.stretches) > 0
}

// untouched reports whether no change falls into a stretch and nothing that its rulings
// rested on differs.
func (x *execution) untouched(s history.Stretch) bool {
	if len(x.inserts) > 0 && x.inserts[0].Input <= s.To {
		return false
	}
	for i := range x.Changes {
		if c := &x.Changes[i]; c.What != history.Insert && c.Input >= s.From && c.Input <= s.To {
			return false
		}
	}
	for place := range x.reopened {
		if place.Input >= s.From && place.Input <= s.To {
			return false
		}
	}
	if x.delta.stale {
		d, err := measure(x.base, x.judge.State(), &x.characters)
		if err != nil {
			return false
		}
		x.delta = d
	}
	return !x.delta.concerns(&s.Rested)
}

// lawAlone reports whether the two histories differ in nothing but the law, to the letter: what is passed over could not bring about anything else.
func (x *execution) lawAlone() bool {
	taken := x.base.Clone()
	taken.TakeLaw(x.judge.State())
	was, err := taken.Snapshot(nil)
	if err != nil {
		return false
	}
	is, err := x.judge.State().Snapshot(nil)
	return err == nil && bytes.Equal(was, is)
}
