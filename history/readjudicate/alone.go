package readjudicate

import (
	"runtime"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// LawAlone is the board of one history under the law of another: what the law alone would make of an input. It is made when somebody
// asks, and follows the first history from then on until a law changes.
type LawAlone struct {
	judge *aggregate.Judge
	ahead bool   // it stands after the input that is looked at
	delta *delta // between the two laws

	coming chan foreseen // what it makes of the input that is looked at, if somebody is likely to ask
	often  int           // how often somebody did lately: up to foreseeMost
	asked  bool          // about the input that is looked at
}

// Where most inputs are asked about, the law alone rules on the next one while the second history does, on another goroutine.
const (
	foreseeMost = 16
	foreseeFrom = 8 // of foreseeMost
)

// foreseen is a decision, or what became of it.
type foreseen struct {
	aggregate.Decision
	fault any
}

// foresee begins to rule on an input that somebody is likely to ask about. Until Fold nobody else uses the judge, and the labels of the ledger
// are read only.
func (l *LawAlone) foresee(s *Step) {
	if l.judge == nil || l.often < foreseeFrom || runtime.GOMAXPROCS(0) == 1 {
		return
	}
	judge, in, coming := l.judge, s.Asked(), make(chan foreseen, 1)
	l.coming = coming
	go func() {
		var f foreseen
		defer func() {
			f.fault = recover()
			coming <- f
		}()
		f.Decision = judge.Decide(in)
	}()
}

// foreseen waits for what foresee has begun.
func (l *LawAlone) foreseen() aggregate.Decision {
	f := <-l.coming
	if l.coming = nil; f.fault != nil {
		panic(f.fault)
	}
	return f.Decision
}

// under returns a judge of the board of a step's first history under the law of its second one.
func (l *LawAlone) under(s *Step) (*aggregate.Judge, error) {
	if l.judge != nil {
		return l.judge, nil
	}
	state := s.StateBefore.Clone()
	if s.Judge != nil {
		l.judge = s.Judge.On(state)
		return l.judge, nil
	}
	state.TakeLaw(s.StateAfter)
	judge, err := aggregate.NewJudge(state, "")
	if err == nil {
		judge.Know(s.Labels)
		l.judge = judge
	}
	return l.judge, err
}

// Decides is what the law alone makes of the input.
func (l *LawAlone) Decides(s *Step) (aggregate.Decision, error) {
	l.asked = true
	if l.coming != nil {
		return l.foreseen(), nil
	}
	judge, err := l.under(s)
	if err != nil {
		return aggregate.Decision{}, err
	}
	return judge.Decide(s.Asked()), nil
}

// Weighs is what the sides weigh after what the input has come to in the first history.
func (l *LawAlone) Weighs(s *Step) ([]events.Weight, error) {
	if l.coming != nil {
		l.foreseen()
	}
	judge, err := l.under(s)
	if err != nil {
		return nil, err
	}
	judge.Commit(aggregate.Decision{Outcomes: s.Before})
	l.ahead = true
	return judge.Weights(), nil
}

// Touches reports whether the first history's ruling may rest on what differs between the two laws.
func (l *LawAlone) Touches(s *Step) bool {
	return l.between(s).touches(s.StateBefore, s)
}

// Renames reports whether there are types in one of the two laws alone.
func (l *LawAlone) Renames(s *Step) bool { return l.between(s).catalogue }

func (l *LawAlone) between(s *Step) *delta {
	if l.delta == nil {
		d, err := measure(s.StateBefore, s.StateAfter, new(characters))
		if err != nil {
			d.all = true
		}
		l.delta = &d
	}
	return l.delta
}

// Fold goes on with what an input has come to in the two histories.
func (l *LawAlone) Fold(before, after []events.Outcome) {
	if l.coming != nil {
		l.foreseen()
	}
	if l.often = max(l.often-1, 0); l.asked {
		l.often = min(l.often+2, foreseeMost)
	}
	l.asked = false
	switch {
	case legislates(before) || legislates(after):
		*l = LawAlone{often: l.often}
	case l.judge != nil && !l.ahead:
		l.judge.Commit(aggregate.Decision{Outcomes: before})
	}
	l.ahead = false
}

func legislates(list []events.Outcome) bool {
	for i := range list {
		if events.About(list[i].Payload)&events.PartLaw != 0 {
			return true
		}
	}
	return false
}
