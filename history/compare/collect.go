package compare

import (
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
)

// mostAlgebraic is how many inputs of one comparison have their plays in algebraic notation, the first ones: each costs the legal turns of two positions.
const mostAlgebraic = 10000

// mostOpen is how many inputs of a packed comparison are kept as they are, the first ones: packing is for comparisons that become long.
const mostOpen = 1000

// A Collector is shown the inputs that differ and makes a Report of them.
type Collector struct {
	// Boards is of how many inputs with another verdict, the first ones, the two states just
	// before them are kept.
	Boards int
	// Packed is set before the first input to keep little of each, but for the first ones, Open of them: the inputs of the report then have neither payloads nor
	// more of their rulings than the verdicts nor chains, until they are opened.
	Packed bool
	Open   int
	// Weighs is set where what the sides weigh is asked for as well (Report.Weighed).
	Weighs bool

	packer  *packer
	report  Report
	course  *readjudicate.Course // nil: there is nothing to leave out
	boards  int                  // how many have been kept
	touched touched
	law     lawCache
	lawBy   map[string][]string // changes, by the rule or entry that they concern
}

// NewCollector returns a collector for a second history that holds under changes.
func NewCollector(changes []events.Change) *Collector {
	c := &Collector{Open: mostOpen, Weighs: true, touched: newTouched(), lawBy: map[string][]string{},
		report: Report{Inputs: []*Input{}, Weights: []Weigh{}, Changes: changes}}
	if len(changes) > 1 {
		c.course = readjudicate.NewCourse(changes)
	}
	return c
}

// Watch takes an input that differs. It is a readjudication.Watch.
func (c *Collector) Watch(s *readjudicate.Step) error {
	how := readjudicate.Compare(s.Before, s.After)
	in := &Input{Point: s.Place.Input, Address: s.Place.Address(), Change: s.Change, Standing: s.Standing, Recorded: s.Input.Recorded, Actor: s.Input.Actor,
		Differs: how.String(), Payload: s.Input.Payload, place: len(c.report.Inputs), seen: sightOf(s.Input.Payload), brief: c.Packed && len(c.report.Inputs) >= c.Open}
	in.Before, in.After = rulingOf(s.Before), rulingOf(s.After)
	in.Before.Only, in.After.Only = only(s.Before, s.After), only(s.After, s.Before)
	if len(c.report.Inputs) < mostAlgebraic {
		in.Before.Algebraic, in.After.Algebraic = s.Algebraic()
	}
	c.count(s, how, in)
	if err := c.cause(s, in); err != nil {
		return err
	}
	if c.boards < c.Boards && how == readjudicate.Verdict {
		c.boards++
		in.StateA, in.StateB = s.StateBefore.Clone(), s.StateAfter.Clone()
	}
	c.touched.by(in)
	c.course.Watch(s)
	c.report.Inputs = append(c.report.Inputs, in)
	w := c.weigh(s)
	if !in.brief {
		if w != nil {
			c.report.Weights = append(c.report.Weights, *w)
		}
		return nil
	}
	if c.packer == nil {
		c.packer = newPacker()
	}
	c.packer.take(in, w)
	return nil
}

func (c *Collector) count(s *readjudicate.Step, how readjudicate.Difference, in *Input) {
	r := &c.report
	if r.First == 0 {
		r.First = in.Point
	}
	switch {
	case s.Standing == history.Withdrawn:
		r.Withdrawn++
	case s.Place.Change != "" && s.Before == nil:
		r.Inserted++
	case how == readjudicate.Verdict:
		r.Flipped++
	case how == readjudicate.Effects:
		r.Effects++
	case how == readjudicate.Citations:
		r.Citations++
	}
}

// weigh is what the sides weigh after an input in both histories, nil if it is the same, or is not asked for.
func (c *Collector) weigh(s *readjudicate.Step) *Weigh {
	if !c.Weighs || posted(s.Before) == nil && posted(s.After) == nil {
		return nil
	}
	before, after := weighed(s.Before, s.StateBefore), weighed(s.After, s.StateAfter)
	if slices.Equal(before, after) {
		return nil
	}
	return &Weigh{s.Place.Input, before, after}
}

// weighed is what the sides weigh by what was posted last, after outcomes of an input before which there was a state.
func weighed(list []events.Outcome, before *aggregate.State) []events.Weight {
	if w := posted(list); w != nil {
		return w
	}
	return before.Weights()
}

func posted(list []events.Outcome) []events.Weight {
	for i := range slices.Backward(list) {
		if w, ok := list[i].Payload.(events.WeightsPosted); ok {
			return w.Weights
		}
	}
	return nil
}

func rulingOf(list []events.Outcome) *Ruling {
	r := &Ruling{}
	if len(list) == 0 {
		return r
	}
	if p, ok := list[0].Payload.(events.Ruled); ok {
		r.Verdict, r.Play, r.Faults, r.Facts = p.Verdict, p.Play, p.Faults, p.Facts
	}
	if list[0].Basis != nil {
		r.Basis = *list[0].Basis
	}
	return r
}

// only lists the outcomes of one that the other has not, without what rulings are.
func only(one, other []events.Outcome) []events.Payload {
	var out []events.Payload
	left := slices.Clone(other)
	for i := range one {
		if _, ruled := one[i].Payload.(events.Ruled); ruled {
			continue
		}
		k := slices.IndexFunc(left, func(o events.Outcome) bool { return samePayload(o.Payload, one[i].Payload) })
		if k >= 0 {
			left = slices.Delete(left, k, k+1)
			continue
		}
		out = append(out, one[i].Payload)
	}
	return out
}

func samePayload(a, b events.Payload) bool {
	return a.Kind() == b.Kind() && readjudicate.Same([]events.Outcome{{Payload: a}}, []events.Outcome{{Payload: b}})
}

// Report closes the collection with the two ends.
func (c *Collector) Report(before, after *aggregate.State) (*Report, error) {
	if c.packer != nil {
		c.packer.wait()
	}
	r := c.report
	var err error
	r.Before, r.After, r.Course = before, after, c.course
	r.End, err = States(before, after)
	r.rely()
	return &r, err
}
