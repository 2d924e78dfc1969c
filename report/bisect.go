package report

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/bisect"
	"adjudicate/history/blame"
	"adjudicate/history/condition"
	"adjudicate/internal/term"
	"adjudicate/ledger/advice"
	"adjudicate/rules/formula"
)

// Bisection is where a condition changed.
type Bisection struct {
	Condition string  `json:"condition"`
	Found     bool    `json:"found"` // it holds somewhere
	Turn      *Turn   `json:"turn,omitempty"`
	Turns     []*Turn `json:"turns,omitempty"` // with --all
	Ended     *End    `json:"end,omitempty"`   // if the history was read to its end
	Rules     *Least  `json:"rules,omitempty"` // unless --event
	List      bool    `json:"-"`
}

// End is how a condition stands at the end of a history.
type End struct {
	At     uint64            `json:"at"` // the last event
	Holds  bool              `json:"holds"`
	Values []condition.Value `json:"values"` // what it asks for there
}

// Turn is an event that changed whether a condition holds. Sequence 0 is the beginning.
type Turn struct {
	Sequence uint64            `json:"sequence"`
	Recorded *time.Time        `json:"recorded,omitempty"`
	Actor    string            `json:"actor,omitempty"`
	Holds    bool              `json:"holds"` // what it became
	Text     string            `json:"text"`
	Event    *Event            `json:"event,omitempty"`
	Input    *Input            `json:"input,omitempty"`
	Verdict  string            `json:"verdict,omitempty"`
	Play     string            `json:"play,omitempty"`
	Was      []condition.Value `json:"was"` // what the condition asks for, before the input
	Is       []condition.Value `json:"is"`
	Clauses  []string          `json:"clauses"` // that the event rests on
	Readings []string          `json:"readings"`
	Because  []*blame.Origin   `json:"because"` // amendments and interpretations behind those
	Ruling   *blame.Grounds    `json:"ruling,omitempty"`
	Outcomes []string          `json:"outcomes,omitempty"` // of the input, up to the event
}

// ConditionOf compiles the condition of a flag. An error shows where it is.
func ConditionOf(flag, src string, names *condition.Catalogue) (*condition.Condition, error) {
	c, err := condition.Compile(src, names)
	var bad *formula.Error
	if !errors.As(err, &bad) {
		return c, err
	}
	hint := src + "\n" + strings.Repeat(" ", max(0, bad.Column-1)) + "^"
	if bad.Hint != "" {
		hint += "\n" + bad.Hint
	}
	return nil, advice.Errorf(hint, "%s column %d: %s", flag, bad.Column, bad.Message)
}

// BisectOptions say which changes of a condition are wanted; without Last or All, the first.
type BisectOptions struct {
	Every bool // also states within the outcomes of a ruling
	Last  bool // the last turn
	All   bool // all of them
}

// Bisect finds where a condition changed in a history.
func Bisect(list iter.Seq2[events.Envelope, error], h *history.View, c *condition.Condition, o BisectOptions) (*Bisection, error) {
	v := &Bisection{Condition: c.String(), List: o.All}
	names := NamesBy(c.Speaker())
	res, err := bisect.Scan(list, c, bisect.Options{Every: o.Every, Changed: h.Changed}, func(t *bisect.Turn) bool {
		v.Found = v.Found || t.Holds
		if o.All {
			v.Turns = append(v.Turns, newTurn(t, names, true))
		}
		if o.Last || v.Turn == nil {
			v.Turn = newTurn(t, names, false)
		}
		return o.Last || o.All
	})
	if err != nil {
		return nil, err
	}
	if o.Last || o.All || !v.Found {
		v.Ended = &End{At: h.UpTo, Holds: res.Holds, Values: res.Values}
	}
	return v, nil
}

// newTurn makes the view of a turn; brief leaves out the ruling and the outcomes before.
func newTurn(t *bisect.Turn, n *Names, brief bool) *Turn {
	v := &Turn{Holds: t.Holds, Was: append([]condition.Value{}, t.Was...), Is: append([]condition.Value{}, t.Is...),
		Clauses: []string{}, Readings: []string{}, Because: []*blame.Origin{}, Text: "it holds before the first event"}
	if t.Event.Payload == nil {
		return v
	}
	when := t.Event.Recorded
	v.Sequence, v.Recorded, v.Actor = t.Event.Sequence, &when, t.Event.Actor
	v.Text = causeWords(&blame.Cause{Event: t.Event, Types: t.Types}, n)
	v.Clauses, v.Readings, v.Because = t.Grounds.Clauses, t.Grounds.Readings, t.Grounds.Because
	if t.Input.Payload != nil {
		when, v.Actor = t.Input.Recorded, t.Input.Actor
		v.Input = &Input{Sequence: t.Input.Sequence, Type: t.Input.Type, Text: InputWords(t.Input.Payload), Change: t.Change}
	}
	ruling := t.Ruled()
	v.Verdict, v.Play = ruling.Verdict, ruling.Play
	if brief {
		return v
	}
	v.Event = &Event{Sequence: t.Event.Sequence, Type: t.Event.Type, Payload: t.Event.Payload}
	v.Ruling = &t.Whole
	for _, e := range t.Outcomes {
		if text := n.Tell(e.Payload, t.Types); text != "" {
			v.Outcomes = append(v.Outcomes, text)
		}
	}
	return v
}

// Print writes the view for people.
func (v *Bisection) Print(p *term.Page) {
	switch {
	case !v.Found:
		p.Item("", fmt.Sprintf("%s never holds up to #%d.", p.Style(term.Bold, v.Condition), v.Ended.At))
		p.Field("There", valueWords(v.Ended.Values, nil))
	case v.List:
		v.list(p)
	default:
		v.Turn.write(p, v.Condition)
	}
}

// list writes a line for every turn.
func (v *Bisection) list(p *term.Page) {
	for _, t := range v.Turns {
		word := p.Style(term.Green, "holds ")
		if !t.Holds {
			word = p.Style(term.Red, "ends  ")
		}
		of := ""
		if t.Input != nil {
			of = p.Style(term.Dim, "  of "+t.Input.words())
		}
		if t.Recorded == nil {
			p.Line("%6s  %-16s  %s %s", "", "", word, t.Text)
			continue
		}
		p.Line("%6s  %s  %s %s%s", fmt.Sprintf("#%d", t.Sequence), moment(*t.Recorded), word, t.Text+t.changes(), of)
	}
}

// changes lists what the condition asked for and what that became.
func (t *Turn) changes() string {
	var list []string
	for i, v := range t.Is {
		if i < len(t.Was) && t.Was[i].Is != v.Is {
			list = append(list, fmt.Sprintf("%s %s → %s", v.Of, t.Was[i].Is, v.Is))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return " (" + strings.Join(list, ", ") + ")"
}

// mostOutcomes is how many outcomes before the one that turned a condition are written out.
const mostOutcomes = 15

func (t *Turn) write(p *term.Page, condition string) {
	became := "holds"
	if !t.Holds {
		became = "no longer holds"
	}
	if t.Recorded == nil {
		p.Item("", fmt.Sprintf("%s %s from the beginning.", p.Style(term.Bold, condition), became))
		return
	}
	p.Item("", fmt.Sprintf("%s %s from #%d on:", p.Style(term.Bold, condition), became, t.Sequence))
	p.Item(fmt.Sprintf("%6s  %s  ", fmt.Sprintf("#%d", t.Sequence), moment(*t.Recorded)), t.Text)
	p.Field("So", valueWords(t.Is, t.Was))
	if t.Input != nil {
		text := t.Input.words()
		if t.Actor != "" {
			text += ", by " + t.Actor
		}
		if t.Verdict != "" {
			text += ": " + t.Verdict
		}
		p.Field("Input", text)
	}
	outcomes := t.Outcomes
	if n := len(outcomes); n > mostOutcomes {
		outcomes = append([]string{fmt.Sprintf("… and %d earlier", n-mostOutcomes)}, outcomes[n-mostOutcomes:]...)
	}
	p.Field("Outcomes", strings.Join(outcomes, "\n"))
	p.Field("Rests on", strings.Join(append(append([]string{}, t.Clauses...), t.Readings...), ", "))
	if t.Ruling == nil {
		return
	}
	var further []string
	for _, x := range append(append([]string{}, t.Ruling.Clauses...), t.Ruling.Readings...) {
		if !slices.Contains(t.Clauses, x) && !slices.Contains(t.Readings, x) {
			further = append(further, x)
		}
	}
	p.Field("Ruling", strings.Join(further, ", "))
	var because []string
	for _, o := range t.Ruling.Because {
		because = append(because, originWords(o))
	}
	p.Field("Because", p.Style(term.Yellow, strings.Join(because, "\n")))
}

// valueWords writes what a condition asked for, with what it was before where that differs.
func valueWords(is, was []condition.Value) string {
	var list []string
	for i, v := range is {
		text := v.Of + " is " + v.Is
		if i < len(was) && was[i].Is != v.Is {
			text += ", was " + was[i].Is
		}
		list = append(list, text)
	}
	return strings.Join(list, "\n")
}

// Words lists the words of conditions.
type Words struct {
	Words []condition.Word `json:"words"`
}

// Print writes the view for people.
func (v *Words) Print(p *term.Page) {
	rows := [][]string{{"word", "is", ""}}
	for _, w := range v.Words {
		rows = append(rows, []string{w.Name, w.Kind, w.Says})
	}
	p.Table(rows)
}
