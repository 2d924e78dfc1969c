package explain

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
)

// consequences appends what followed from an input once it was ruled on, outcome by
// outcome, with what each rests on.
func (e *explainer) consequences(root *Node) {
	e.told = e.executed()
	var list []*Node
	for i := e.told; i < len(e.outcomes); i++ {
		if n := e.outcome(i); n.Text != "" {
			list = append(list, n)
		} else {
			root.rests(e.outcomes[i].Basis)
		}
	}
	if len(list) > 0 {
		root.add(fact("what follows", list...))
	}
}

// executed is how many of the outcomes have been told with the stages of the play.
func (e *explainer) executed() int {
	if len(e.attempt.Stages) == 0 || e.kept || e.ruled.Verdict == aggregate.Replaced || e.ruled.Verdict == aggregate.Rejected {
		return 0
	}
	for i, o := range e.outcomes {
		if _, ended := o.Payload.(events.PlayEnded); ended {
			return i
		}
	}
	return 0
}

// outcome tells one outcome and, where there is more to say, why it is so; a node without
// text where there is nothing to say.
func (e *explainer) outcome(i int) *Node {
	o := e.outcomes[i]
	n := fact("").rests(o.Basis)
	switch p := o.Payload.(type) {
	case events.WeightsPosted:
		e.posted(n, i, p)
	case events.ChecksChanged:
		e.checked(n, i, p)
	case events.OrderChanged:
		e.listed(n, i, p)
	case events.TurnBegan:
		n.Text = p.Side + " is to play"
		if p.Side == "" {
			n.Text = "nobody is to play"
		}
		if began, ok := e.nextOutcome(i).(events.RoundBegan); ok {
			n.Text = enumerated(began.Sides) + " are to play at once"
			break
		}
		if len(p.Skipped) > 0 {
			n.Text += "; passed over: " + strings.Join(p.Skipped, ", ")
		} else {
			n.add(fact("it is first in the order of play").detail())
		}
	case events.PlayEnded:
		n.Text = fmt.Sprintf("the play of %s is over", p.Side)
		if p.Play != "" {
			n.Text = fmt.Sprintf("so a rule has played for %s: %s", p.Side, p.Play)
		}
		if p.Early {
			n.Text += ": a check to another side ended the turn"
		}
		if p.Defaults > 0 {
			n.Text += fmt.Sprintf("; %s in a row", counted(p.Defaults, "default play"))
		}
	case events.EndDeclared:
		n.Text = e.words(p, typesOf(e.state))
		e.contenders(n, i)
	default:
		n.Children = e.because(o)
		n.Text = e.words(p, typesOf(e.beforeOutcome(i)))
		switch played, ok := p.(events.AtomicPlayed); {
		case !ok:
		case e.Words == nil:
			n.Text = ""
		case e.ruled.Verdict == aggregate.Rejected && played.Play == aggregate.PlayPass:
			n.Text = played.Side + " loses its turn"
		}
	}
	concerns(n, o.Payload)
	return n
}

// nextOutcome is what follows the i-th outcome, nil if nothing does.
func (e *explainer) nextOutcome(i int) events.Payload {
	if i+1 >= len(e.outcomes) {
		return nil
	}
	return e.outcomes[i+1].Payload
}

// contenders tells what the condition for winning says of everybody.
func (e *explainer) contenders(n *Node, i int) {
	for k, c := range e.Judge.After(e.outcomes[:i]).Contenders() {
		if k == 0 {
			who := fact("the condition for winning: " + c.Wins.Text).by(c.Clause)
			for _, r := range c.Rests {
				who = who.read(r)
			}
			n.add(who)
		}
		word := "false"
		if c.Wins.Holds() {
			word = "true"
		}
		n.add(fact(fmt.Sprintf("%s has %d %s (%s): %s", c.Name, c.Held, c.Counts, c.Wins.Numbers(), word)))
	}
}

// concerns notes the pieces and squares that an outcome is about.
func concerns(n *Node, p events.Payload) {
	if events.About(p)&events.PartPieces != 0 {
		n.of(events.Named(p, events.RolePiece)...).at(events.Named(p, events.RoleSquare)...)
	}
}

// beforeOutcome is the state before the i-th outcome.
func (e *explainer) beforeOutcome(i int) *aggregate.State {
	s := e.state.Clone()
	for _, o := range e.outcomes[:i] {
		s.Apply(o.Payload)
	}
	return s
}

// posted tells Weights with what has changed, and piece by piece what the sides weigh that
// now weigh something else.
func (e *explainer) posted(n *Node, i int, p events.WeightsPosted) {
	after := e.Judge.After(e.outcomes[:i])
	var parts []string
	for _, w := range p.Weights {
		was := e.state.Weight(w.Side)
		text := fmt.Sprintf("%s %v", w.Side, w.Weight)
		if w.Weight != was {
			text += fmt.Sprintf(" (was %v)", was)
		}
		parts = append(parts, text)
	}
	n.Text = "Weights: " + strings.Join(parts, ", ")
	if after.Law().Err() != nil {
		return
	}
	for _, a := range Weights(after) {
		node := weighed(a).detail()
		if a.Weight != e.state.Weight(a.Side) {
			node.Text += fmt.Sprintf("; before the input it weighed %v", e.state.Weight(a.Side))
		}
		n.add(node)
	}
}

// checked tells who is in check, with the paths of the attacks.
func (e *explainer) checked(n *Node, i int, p events.ChecksChanged) {
	n.Text = "nobody is in check any more"
	var names []string
	b := boardOf(e.Judge.After(e.outcomes[:i]))
	for _, c := range p.Checks {
		names = append(names, c.Side)
		if id, ok := b.j.SideID(c.Side); ok && b.pos != nil {
			n.add(b.check(id))
		}
	}
	if len(names) > 0 {
		n.Text = "in check now: " + enumerated(names)
	}
}

// listed tells an order of play and why it is so.
func (e *explainer) listed(n *Node, i int, p events.OrderChanged) {
	s := e.beforeOutcome(i)
	n.Text = "order of play: " + strings.Join(p.Order, ", ")
	was := s.Order()
	var up []string
	for _, c := range s.Checks() {
		if slices.Contains(p.Order, c.Side) {
			up = append(up, c.Side)
		}
	}
	mover := e.mover(i)
	switch {
	case len(was) == 0:
		return
	case mover != "" && e.law.Reads("list-rotation", "literal"):
		n.add(fact(fmt.Sprintf("it was %s; a side that comes into check moves above those that are not, and when the turn is over whoever is on top goes to the bottom", strings.Join(was, ", "))))
	case mover != "":
		n.add(fact(fmt.Sprintf("it was %s; the turn of %s is over, so it goes to the bottom", strings.Join(was, ", "), mover)))
	default:
		n.add(fact("it was " + strings.Join(was, ", ")))
	}
	if list := e.law.Procedure().Order; list != nil && list.Up == rules.UpInCheck && len(up) > 0 {
		n.add(fact(enumerated(up) + " in check: sides in check stand above all others, their order kept").by(e.law.Turn()))
	}
}

// mover is the side whose turn ended before the i-th outcome.
func (e *explainer) mover(i int) string {
	for k := i - 1; k >= 0; k-- {
		p := e.outcomes[k].Payload
		if ended, ok := p.(events.PlayEnded); ok {
			return ended.Side
		}
		if events.About(p)&(events.PartTurn|events.PartOrder) != 0 {
			return ""
		}
	}
	return ""
}
