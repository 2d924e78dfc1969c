package explain

import (
	"fmt"
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// A Case is an input with what was ruled on it.
type Case struct {
	Judge    *aggregate.Judge // stands just before the input
	Input    aggregate.Input
	Order    *aggregate.Order // what somebody has decided of the input, nil if nobody has
	Ruled    *events.Ruled    // the ruling as recorded, nil if there is none: the judge's then
	Outcomes []events.Outcome // what was recorded after the ruling, nil as for Ruled
	Unjudged bool             // the input is none that the rules of the game judge: an adoption, a dispute

	Title string // the input in words; its kind if empty

	// Words tells an outcome in a few words, "" if it is told elsewhere, given the types of
	// pieces by id. If it is nil the outcome's kind stands for it.
	Words func(p events.Payload, types map[string]string) string
}

// Ruling explains the ruling on an input.
func Ruling(c Case) *Tree {
	e := newExplainer(c)
	t := &Tree{Verdict: e.ruled.Verdict, Input: e.ruled.Subject, Side: e.ruled.Side}
	if now := e.attempt.Decision.Ruling; now.Verdict != e.ruled.Verdict || !sameFaults(now.Faults, e.ruled.Faults) {
		t.Differs = now.Verdict
	}
	play, isPlay := c.Input.Payload.(events.PlaySubmitted)
	switch {
	case c.Unjudged:
		t.Differs = ""
		t.Root = fact("the rules of the game say nothing about such an input: it is recorded as it was decided")
		e.remaining(t.Root)
		t.Root.settle()
		return t
	case c.Order != nil && c.Order.Remedy == aggregate.RemedyVoid:
		t.Root = fact("the input counts as never having happened")
	case c.Order != nil && c.Order.Remedy == aggregate.RemedyIllegal && isPlay:
		t.Root = all("the play is legal", test(false, reason(c.Order.Reason, "it is held to be illegal")).by(c.Order.Clause).stands(aggregate.FaultHeldIllegal))
		t.Root.accuse(e.ruled.Faults)
	case isPlay:
		t.Play = play.Text
		t.Root = e.play(play)
	default:
		t.Root = e.input()
	}
	t.Root.rests(e.attempt.Rests)
	e.consequences(t.Root)
	e.remaining(t.Root)
	t.Root.settle()
	return t
}

// WhyNot explains what would be ruled on a play that nobody has made.
func WhyNot(j *aggregate.Judge, in aggregate.Input, words func(events.Payload, map[string]string) string) *Tree {
	return Ruling(Case{Judge: j, Input: in, Words: words})
}

// Outcome explains one outcome of an input: what it is, what it rests on, and the ruling
// that brought it about. The i-th of the outcomes after the ruling is meant.
func Outcome(c Case, i int) *Tree {
	t := Ruling(c)
	e := newExplainer(c)
	if i < 0 || i >= len(e.outcomes) {
		return t
	}
	n := e.outcome(i)
	if p, ok := e.outcomes[i].Payload.(events.AtomicPlayed); ok && n.Text == "" {
		n.Text = fmt.Sprintf("from here on the most recent atomic play of %s is a %s", p.Side, p.Play)
		if p.Piece != "" {
			n.Text += fmt.Sprintf(" with the %s %s", p.Type, p.Piece)
		}
		if p.As != "" {
			n.Text += " as " + article(p.As)
		}
		n.of(p.Piece)
	}
	if n.Text == "" {
		n.Text = e.outcomes[i].Payload.Kind()
	}
	for _, c := range n.Children {
		c.Detail = false // it is what was asked about
	}
	t.Root = n.add(fact("it follows from this ruling: "+t.Verdict, t.Root))
	t.Root.settle()
	return t
}

func reason(given, text string) string {
	if given == "" {
		return text
	}
	return text + ": " + given
}

func sameFaults(a, b []events.Fault) bool {
	return slices.EqualFunc(a, b, func(x, y events.Fault) bool { return x.Code == y.Code && x.Clause == y.Clause })
}

// An explainer is one case being explained.
type explainer struct {
	Case
	law      aggregate.Law
	state    *aggregate.State
	attempt  aggregate.Attempt
	ruled    *events.Ruled
	outcomes []events.Outcome
	several  bool                // atomic plays
	moved    []string            // ids of the pieces that have moved in the play
	single   *aggregate.StageLaw // the stage that allows only single atomic plays
	noRoyals string              // the clause by which no royal piece is captured now, "" if there is none
	kept     bool                // the play is not made yet: it is when those of all sides at once have come, or others have agreed to it
	told     int                 // outcomes told with the play
	noted    []events.Fact
}

func newExplainer(c Case) *explainer {
	e := &explainer{Case: c, law: c.Judge.Law(), state: c.Judge.State(), ruled: c.Ruled, outcomes: c.Outcomes}
	if !c.Unjudged {
		e.attempt = c.Judge.Attempt(c.Input, c.Order)
	}
	if e.ruled == nil {
		e.ruled = &e.attempt.Decision.Ruling
		e.outcomes = e.attempt.Decision.Outcomes[1:]
	}
	return e
}

// title is the input in words.
func (e *explainer) title() string {
	if e.Title != "" {
		return e.Title
	}
	return e.Input.Payload.Kind()
}

// input explains an input that is no play.
func (e *explainer) input() *Node {
	n := all(e.title() + ": it is in order")
	e.terms(n)
	n.accuse(e.ruled.Faults)
	if slices.ContainsFunc(e.outcomes, func(o events.Outcome) bool { return o.Payload.Kind() == events.AtomicPlayed{}.Kind() }) {
		n.add(fact("a play that waited is made").rests(e.attempt.Decision.Outcomes[0].Basis))
	}
	return n
}

// remaining appends the facts of the ruling that nothing else has told, so that nothing the
// ruling rests on is missing.
func (e *explainer) remaining(root *Node) {
	var list []*Node
	for _, f := range e.ruled.Facts {
		if slices.ContainsFunc(e.noted, func(o events.Fact) bool { return o.Code == f.Code && o.Message == f.Message }) {
			continue
		}
		list = append(list, noted(f))
	}
	if len(list) == 0 {
		return
	}
	notes := fact("the ruling notes", list...)
	notes.Detail = !slices.ContainsFunc(list, func(n *Node) bool { return !n.Detail })
	root.add(notes)
}

// noted is a fact of the ruling; what the tree tells in other words is a detail.
func noted(f events.Fact) *Node {
	n := fact(f.Message).by(f.Clause).read(f.Interpretation).at(f.Squares...).of(f.Pieces...)
	switch f.Code {
	case aggregate.FactToPlay, aggregate.FactInCheck, aggregate.FactWeights, aggregate.FactShape:
		n.detail()
	}
	return n
}

// facts appends facts of the ruling to a node.
func (e *explainer) facts(n *Node, list []events.Fact) {
	for _, f := range list {
		switch f.Code {
		case aggregate.FactToPlay, aggregate.FactInCheck, aggregate.FactWeights, aggregate.FactShape:
			continue
		}
		e.noted = append(e.noted, f)
		n.add(noted(f))
	}
}
