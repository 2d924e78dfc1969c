package aggregate

import (
	"fmt"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
)

// What time makes due by itself. A limit that ends, a stage that begins or ends: each
// happens at its moment, whether or not anybody looks. So whoever puts an
// input to a judge asks Due first, and has the time-passed inputs that it names judged, kept
// and recorded before the input.

// MostDue is how many things may fall due before one input. A rule that gives a side time whenever it has used it up, a second each, would
// make an input for every second of a year in which nobody plays.
const MostDue = 10_000

// A DueError says that more falls due before an input than is judged at once.
type DueError struct {
	Reached time.Time // when the last of MostDue falls due
}

func (e *DueError) Error() string {
	return fmt.Sprintf("%d limits, dates or stages fall due by %s, and there are more before this entry", MostDue, e.Reached.UTC().Format(time.RFC3339))
}

// Due returns the moment of the earliest thing that time has made due by the moment of an
// input, and reports whether there is one that comes before the input. It is to be judged
// as a TimePassed of that moment that nobody recorded (see Unnoticed); then Due is asked again.
//
// Three inputs come before what is due. A side that plays automatically surrenders at any time and
// with immediate effect. A late play that late-play=accept lets pass comes before the default
// play that it stands for. And the result of a lot is one that what is due may itself draw.
func (j *Judge) Due(in Input) (time.Time, bool) {
	_, tick := in.Payload.(events.TimePassed)
	_, lot := in.Payload.(events.LotSupplied)
	if tick || lot || !Judges(in.Payload) {
		return time.Time{}, false
	}
	what, at := j.overdue(in.moment())
	if what == dueNothing {
		return time.Time{}, false
	}
	if j.base.comesFirst(&in, what) {
		return time.Time{}, false
	}
	return at, true
}

// DueBy returns the moment of the earliest thing that time has made due by a moment, and
// reports whether there is one.
func (j *Judge) DueBy(by time.Time) (time.Time, bool) {
	what, at := j.overdue(by)
	return at, what != dueNothing
}

// overdue is due of a game that runs: before it starts, while it is suspended and where its
// rules cannot be applied nothing becomes due.
func (j *Judge) overdue(by time.Time) (dueKind, time.Time) {
	if !j.base.state.started || j.base.state.Format() < 2 {
		return dueNothing, time.Time{}
	}
	what, at := j.base.due(by)
	if what == dueNothing || suspendedUnder(j.base.rulebook(), j.base.state) || j.base.compile() != nil {
		return dueNothing, time.Time{}
	}
	return what, at
}

// Unnoticed is the input that records what time has made due and nobody has noticed. Last is
// the moment of the entry before it: no entry is dated before another.
func Unnoticed(due, last time.Time) Input {
	if due.Before(last) {
		due = last
	}
	return Input{Payload: events.TimePassed{}, At: due}
}

// BringAbout has what comes before an input judged and committed, and shows each to told, which
// may be nil. Last is the moment of the entry before the input. It stops after MostDue.
func (j *Judge) BringAbout(in Input, last time.Time, told func(Input, Decision)) {
	n := 0
	for due, ok := j.Due(in); ok && n < MostDue; due, ok = j.Due(in) {
		n++
		own := Unnoticed(due, last)
		d := j.Decide(own)
		if told != nil {
			told(own, d)
		}
		j.Commit(d)
		last = own.At
	}
}

// unnoticed reports whether an input is one of Unnoticed.
func (in *Input) unnoticed() bool {
	_, ok := in.Payload.(events.TimePassed)
	return ok && in.Actor == ""
}

// moment is when somebody did what an input tells: when a play was sent, if that is known.
func (in *Input) moment() time.Time {
	if p, ok := in.Payload.(events.PlaySubmitted); ok && p.Sent != nil && p.Sent.Before(in.At) {
		return *p.Sent
	}
	return in.At
}

// What can be due.
type dueKind int

const (
	dueNothing dueKind = iota
	dueLimit
	dueStage
	dueStageEnd
	dueLapse
	dueCalendar
	dueMatter
)

// due returns the earliest thing that is due by a moment, with the moment at which it became
// so. Of several at one moment the limit comes first, and a rule that lapses last. Without
// rules that set limits and give turns no limit ends; in a stage without turns there is none.
func (t *table) due(by time.Time) (what dueKind, at time.Time) {
	s := t.state
	add := func(kind dueKind, when time.Time) {
		if !by.Before(when) && (what == dueNothing || when.Before(at)) {
			what, at = kind, when
		}
	}
	if limit, running := s.firstLimit(); running && !s.free() && !s.over && t.rulebook().proc.Clock != nil && t.rulebook().citeTurn() != "" {
		if _, waits := s.PendingPlay(limit.Side); !waits {
			add(dueLimit, limit.Expires)
		}
	}
	if st := s.pending(); st != nil && st.State == StageRunning {
		if !st.Ends.IsZero() {
			add(dueStageEnd, st.Ends)
		}
	} else if st != nil {
		add(dueStage, st.Starts)
	}
	if i := s.lapsing(); i >= 0 {
		add(dueLapse, s.rules[i].Until)
	}
	if next, ok := t.nextDate(); ok {
		add(dueCalendar, next)
	}
	if i, when := s.nextMatter(); i >= 0 {
		add(dueMatter, when)
	}
	return what, at
}

// comesFirst reports whether a play comes before the earliest thing that is due.
func (t *table) comesFirst(in *Input, what dueKind) bool {
	p, ok := in.Payload.(events.PlaySubmitted)
	if !ok {
		return false
	}
	s, by := t.state, in.moment()
	i, ok := s.findSide(p.Side)
	if !ok {
		return false
	}
	if t.rulebook().automates(&s.sides[i]) && in.Reading().Surrenders() {
		return true
	}
	st := s.pending()
	begun := st != nil && st.State == StageAnnounced && !by.Before(st.Starts)
	limit, _ := s.firstLimit()
	return what == dueLimit && !begun && limit.Side == p.Side && t.rulebook().reads("late-play", "accept")
}

// suspendedUnder reports whether a game is suspended under a law: see decision.suspended.
func suspendedUnder(l *law, s *State) bool { return l.vacant(s) != nil }

// vacant returns the first office without whose holder the game is suspended, nil if there is none.
func (l *law) vacant(s *State) *rules.Office {
	for i := range l.proc.Offices {
		if o := &l.proc.Offices[i]; o.Suspends && s.Holder(o.Name) == "" {
			return o
		}
	}
	return nil
}
