package readjudicate

import (
	"cmp"
	"fmt"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
)

// A Tree remembers what inputs have come to in the histories of one ledger that were ruled on one after the other: histories that
// branch off, and may come together again where a change is withdrawn. A node is a state, and a branch what an input has
// come to there. A ruling rests on the state, the input and the order under which it is made, and on nothing else; so an input that meets a state of the
// tree once more is not ruled on again.
//
// It is for whoever makes each edition of a ledger again in turn, from a catalogue that advances, and finds each as it was recorded: what the base of
// a run says of its entries is taken to be what they come to. Where that was not so the tree must not be used any longer.
type Tree struct {
	stands   map[stand]*node
	size     int              // branches
	last     *aggregate.Judge // that was made, nil if none was
	recalled memories         // of whole runs
}

// judge returns a judge of a state with which a run begins.
func (t *Tree) judge(s *aggregate.State, engine string) (*aggregate.Judge, error) {
	if t == nil {
		return aggregate.NewJudge(s, engine)
	}
	judge, err := aggregate.NewJudgeAfter(t.last, s, engine)
	if err == nil {
		t.last = judge
	}
	return judge, err
}

// A stand is a point of an edition that was the last to restate anything up to there.
type stand struct {
	holder int
	point  uint64
}

// A node is a state.
type node struct {
	rulings map[question]*branch // by what was asked
	after   []*branch
}

// A branch leads on from a state.
type branch struct {
	outcomes []events.Outcome
	to       *node
}

// mostBranches is how many branches a tree has before it is begun anew: at two KiB each it takes 32 MiB.
const mostBranches = 1 << 14

// at returns the node of a stand; known is what whoever asks takes it to be, nil if that is not known.
func (t *Tree) at(s stand, known *node) *node {
	if n := t.stands[s]; n != nil {
		return n
	}
	if known == nil {
		known = new(node)
	}
	if t.stands == nil || t.size >= mostBranches {
		t.stands, t.size, t.recalled.list = map[stand]*node{}, 0, nil // what is remembered begins at nodes that are gone
	}
	t.stands[s] = known
	return known
}

// leads returns the branch by which outcomes lead on. Outcomes that change the state alike lead to one node, however they were ruled: an engine of another version
// gives its name to its rulings.
func (t *Tree) leads(from *node, outcomes []events.Outcome) *branch {
	var to *node
	for _, b := range from.after {
		same, effects := alike(b.outcomes, outcomes)
		if same {
			return b
		}
		if effects {
			to = b.to
		}
	}
	if to == nil {
		to = new(node)
	}
	b := &branch{outcomes, to}
	from.after = append(from.after, b)
	t.size++
	return b
}

// alike reports whether two lists of outcomes are the same, and whether they change a state alike: a state knows nothing of rulings.
func alike(a, b []events.Outcome) (same, effects bool) {
	if len(a) != len(b) {
		return false, false
	}
	if len(a) > 0 && &a[0] == &b[0] {
		return true, true
	}
	same = true
	for i := range a {
		letters := events.Alike(a[i].Payload, b[i].Payload)
		if !letters && !rulings(a[i].Payload, b[i].Payload) {
			return false, false
		}
		same = same && letters && sameBasis(a[i].Basis, b[i].Basis)
	}
	return same, true
}

func rulings(p, q events.Payload) bool {
	return events.About(p) == events.PartRuling && events.About(q) == events.PartRuling
}

// leadsTo has what leads from a node to another lead to a third one.
func (n *node) leadsTo(to, instead *node) {
	for _, b := range n.after {
		if b.to == to {
			b.to = instead
		}
	}
}

// grown is where a run stands in a tree.
type grown struct {
	*Tree
	base, here *node
	via        *node                            // from which the base was reached; nil: from none
	point      uint64                           // up to which inputs have been passed
	asked      map[history.Place]*events.Change // of the base
}

// grows reports whether a run grows a tree. A run whose rulings rest on more than a state does not: one in which a turn may be open again, which keeps
// the effects that the base has, or whose base goes on with what was recorded in other editions.
func (r *Run) grows() bool {
	if !r.thorough || reopens(r.Policy) || r.Policy == Stands || r.Base.Ended != 0 {
		return false
	}
	for _, list := range [][]events.Change{r.Base.Changes, r.Changes} {
		for i := range list {
			if reopening(&list[i]) {
				return false
			}
		}
	}
	return true
}

// grow lets a run grow a tree.
func (x *execution) grow(t *Tree) {
	if t == nil || !x.grows() {
		return
	}
	g := &grown{Tree: t, point: x.From - 1, asked: map[history.Place]*events.Change{}}
	for i := range x.Base.Changes {
		if c := &x.Base.Changes[i]; c.What != history.Insert {
			g.asked[history.PlaceOf(c)] = c
		}
	}
	g.base = t.at(stand{x.cat.Holder(x.Base, g.point), g.point}, nil)
	g.here = g.base
	x.grown = g
}

// reach notes that all before an input has been passed.
func (x *execution) reach(input uint64) {
	g := x.grown
	if g == nil || input <= g.point+1 {
		return
	}
	g.point = input - 1
	one := g.here == g.base
	reached := g.base
	g.base = g.at(stand{x.cat.Holder(x.Base, g.point), g.point}, reached)
	if g.via != nil && g.base != reached { // whoever comes this way again comes to the same node
		g.via.leadsTo(reached, g.base)
	}
	switch {
	case one:
		g.here = g.base
	case x.out.From != 0:
		g.here = g.at(stand{x.Number, g.point}, g.here)
	}
}

// A question is what is asked of an input in a history. The zero question is one to which the answer rests on more than that and the state.
type question struct {
	place  history.Place
	at     int64
	policy string
	change string // that concerns it
}

// asks returns the question that a change, nil for none, and a policy make of an input.
func (s *Step) asks(c *events.Change, policy string) question {
	q := question{place: s.Place, at: s.Input.Recorded.UnixNano(), policy: policy}
	switch {
	case s.Place.Change == "" && history.Unnoticed(&s.Input):
		return question{} // whether it was due hangs on the moments of other inputs
	case c == nil:
		return q
	case c.Remedy == aggregate.RemedyStands:
		return question{} // its effects are those that it has in the base
	}
	q.change = fmt.Sprintf("%s %s %q %q %q %q", c.What, c.Type, c.Payload, c.Remedy, c.Clause, c.Reason)
	return q
}

// known returns what an input has come to in the same state before.
func (x *execution) known(s *Step, c *events.Change) (d aggregate.Decision, ok bool) {
	g := x.grown
	if g == nil {
		return d, false
	}
	if s.Standing == history.Recorded && ruled(s.Before).Engine == x.engine { // what the base has is what its input has come to there
		if asked := g.asked[s.Place]; asked == nil || asked.What != history.Correct {
			g.learn(g.base, s.asks(asked, cmp.Or(x.Base.Policy, DefaultPlay)), s.Before)
		}
	}
	b := g.here.rulings[s.asks(c, x.Policy)]
	if b == nil {
		return d, false
	}
	return aggregate.Decision{Ruling: ruled(b.outcomes), Outcomes: b.outcomes}, true
}

// learn remembers what something that is asked in a state has come to.
func (g *grown) learn(at *node, asked question, outcomes []events.Outcome) {
	if asked == (question{}) || at.rulings[asked] != nil {
		return
	}
	if at.rulings == nil {
		at.rulings = map[question]*branch{}
	}
	at.rulings[asked] = g.leads(at, outcomes)
}

// went goes on with what an entry has come to.
func (x *execution) went(s *Step, c *events.Change) {
	g := x.grown
	if g == nil {
		return
	}
	if s.After != nil {
		g.learn(g.here, s.asks(c, x.Policy), s.After)
	}
	if s.Before != nil {
		g.via, g.base = g.base, g.leads(g.base, s.Before).to
	}
	if s.After != nil {
		g.here = g.leads(g.here, s.After).to
	}
}
