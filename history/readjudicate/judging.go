package readjudicate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
)

// judgeStep finds out what an input has become, tells of it and goes on.
func (x *execution) judgeStep(s *Step, c *events.Change) error {
	x.out.Inputs++
	x.missing(s.Place)
	if !x.concerns(s, c) {
		x.judge.Commit(aggregate.Decision{Outcomes: s.Before})
		x.apart(s.Place, s.Before, s.Before)
		x.fold(s.Before)
		x.alone.Fold(s.Before, s.Before)
		return nil
	}
	d, known := x.asThere(s)
	if !known {
		d, known = x.known(s, c)
	}
	if !known {
		x.out.Judged++
		x.alone.foresee(s)
		var err error
		if d, err = x.decide(s, c); err != nil {
			return err
		}
	}
	s.After = d.Outcomes
	x.turned(s, c)
	same := s.Before != nil && Same(s.Before, s.After)
	if !same {
		x.part(s)
	}
	if err := x.tell(s, !same); err != nil {
		return err
	}
	x.judge.Commit(d)
	x.went(s, c)
	x.apart(s.Place, s.Before, s.After)
	x.fold(s.Before)
	x.alone.Fold(s.Before, s.After)
	return nil
}

// decide judges an input under the change that concerns it, or else under the policy.
func (x *execution) decide(s *Step, c *events.Change) (aggregate.Decision, error) {
	in := s.Asked()
	if x.clock.gone(s.Place) {
		return x.judge.DecideUnder(in, &aggregate.Order{Remedy: aggregate.RemedyVoid, Reason: "nothing was due by then"}), nil
	}
	var o *aggregate.Order
	if c != nil {
		o = history.Ordered(c, x.Policy)
	}
	if o == nil {
		o = x.unheeded(s)
	}
	if o != nil {
		if o.Remedy == aggregate.RemedyStands && s.First == aggregate.Accepted {
			if err := x.effects(s, o); err != nil {
				return aggregate.Decision{}, err
			}
		}
		d := x.judge.DecideUnder(in, o)
		return d, x.standsInVain(s, o, d.Ruling)
	}
	d := x.judge.Decide(in)
	if d.Ruling.Verdict != aggregate.Rejected {
		return d, nil
	}
	if err := x.refused(s, d.Ruling); err != nil {
		return d, err
	}
	// What was legal when it was recorded, not what was in the base: so it makes no difference
	// by which editions a history is come to.
	if s.First != aggregate.Accepted {
		return d, nil
	}
	if x.Policy == Halt {
		return d, &HaltError{Input: s.Place.Input, Kind: in.Payload.Kind(), Faults: d.Ruling.Faults}
	}
	_, play := in.Payload.(events.PlaySubmitted)
	switch {
	case x.Policy == Stands && !inapplicable(s, d.Ruling):
		o := &aggregate.Order{Remedy: aggregate.RemedyStands}
		if err := x.effects(s, o); err != nil {
			return d, err
		}
		return x.judge.DecideUnder(in, o), nil
	case play && x.Policy == DefaultPlay:
		return x.judge.DecideUnder(in, &aggregate.Order{Remedy: aggregate.RemedyDefault}), nil
	case play && reopens(x.Policy):
		return x.judge.DecideUnder(in, &aggregate.Order{Remedy: aggregate.RemedyReopen}), nil
	}
	return d, nil
}

// refused makes an error of a refusal that the plan itself brought about: of an insertion or
// correction that is no play, and of what was accepted under rules that no longer work. A change of the law that cannot stand beside
// the rules of this history is none: it is refused here as any other entry, and they go on without it.
func (x *execution) refused(s *Step, r events.Ruled) error {
	_, play := s.Input.Payload.(events.PlaySubmitted)
	label := "change " + s.Change
	if l, ok := x.plays[s.Change]; ok {
		label = l
	}
	switch {
	case s.Change != "" && s.Standing != history.Recorded && (!play || x.strict && x.planned(s.Change)):
		return &ChangeError{Change: label, ID: s.Change, At: s.Place.Input, Text: "it is refused there", Faults: r.Faults}
	case ruled(s.Before).Verdict == aggregate.Accepted && unusable(r.Faults) && !inapplicable(s, r):
		return &ChangeError{Change: "the plan", At: s.Place.Input, Text: "the rules in force there could not be applied", Faults: r.Faults}
	}
	return nil
}

// standsInVain refuses an order of the plan that something stands of which nothing can: of a rejected play, whose side has no such piece, for which the board
// has no room, or which in a game whose plays are whole turns no piece could make; and of a change of the law with which the rules could not be applied.
// Editions that were adopted with such an order are made again as they are.
func (x *execution) standsInVain(s *Step, o *aggregate.Order, r events.Ruled) error {
	vain := s.First != aggregate.Accepted && r.Verdict == aggregate.Rejected || r.Verdict == aggregate.Stands && inapplicable(s, r)
	if o.Remedy != aggregate.RemedyStands || !vain || !x.strict || !x.planned(s.Change) {
		return nil
	}
	return &ChangeError{Change: cmp.Or(x.plays[s.Change], "change "+s.Change), ID: s.Change, At: s.Place.Input, Text: "nothing of it can stand", Faults: r.Faults}
}

// planned reports whether the plan itself has brought a change, and not an edition before it.
func (x *execution) planned(change string) bool {
	edition, _, _ := strings.Cut(change, ".")
	return edition == strconv.Itoa(x.Number)
}

// unusable reports whether faults say that the rulebook cannot be applied.
func unusable(faults []events.Fault) bool {
	return slices.ContainsFunc(faults, func(f events.Fault) bool { return f.Code == aggregate.FaultRulebook })
}

// inapplicable reports whether a step changes the law to what cannot be applied, or cannot stand beside the other rules: nothing of it can stand.
func inapplicable(s *Step, r events.Ruled) bool {
	_, law := events.Law(s.Input.Payload)
	bad := func(code string) bool { return code == aggregate.FaultRulebook || code == aggregate.FaultRuleText }
	return law && (slices.ContainsFunc(r.Faults, func(f events.Fault) bool { return bad(f.Code) }) ||
		r.Verdict == aggregate.Stands && slices.ContainsFunc(r.Facts, func(f events.Fact) bool { return bad(f.Code) }))
}

// tell counts a step and shows it to the watcher.
func (x *execution) tell(s *Step, differs bool) error {
	if differs {
		x.out.Restated++
		if x.out.From == 0 {
			x.out.From = s.Place.Input
		}
		if s.Flipped() {
			x.out.Flipped++
		}
		if s.Place.Change != "" && s.Before == nil {
			x.out.Inserted++
		}
	}
	if x.o.Watch == nil || !differs && !x.o.All {
		return nil
	}
	s.StateBefore, s.StateAfter, s.Judge, s.Labels, s.Alone = x.base, x.judge.State(), x.judge, x.labels, &x.alone
	return x.o.Watch(s)
}
