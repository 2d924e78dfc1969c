package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"adjudicate/history/bisect"
	"adjudicate/history/blame"
	"adjudicate/history/condition"
	"adjudicate/internal/term"
	"adjudicate/rules/formula"
)

func bisectCommand() *cli.Command {
	return &cli.Command{
		Name: "bisect", Category: catRead,
		Usage: "find the event that made a condition true",
		Description: `The condition is asked of the game as it stood after every input, and the first event is shown that
made it true: the input, its ruling, the clauses and readings that it rests on, and the amendments
and interpretations that brought those about. The status is 1 if the condition never holds.

Then the history is ruled on again without the amendments, interpretations and adopted changes in it,
to find the least set of them without which the condition would stand otherwise at the end, or at
--at N: one alone if there is one, else two, and so on. Nothing is written. On a long ledger every
history tried takes seconds: --event leaves this out, --enough ends with the first set found.

A condition is a formula of the rule language over words about the game: "adjudicate bisect --words"
lists them. Names that are no plain words stand in quotation marks; none is the name of nothing.`,
		UsageText: "adjudicate bisect --until 'winner = Red'\n" +
			"adjudicate bisect --until 'weight(Red) > 100 and not in_check(Red)' --last\n" +
			"adjudicate bisect --until 'rule(\"1230.5\") >= 6' --json\n" +
			"adjudicate bisect --until 'turn = Blue' --all\n" +
			"adjudicate bisect --words",
		Flags: reading(append(leastFlags(),
			&cli.StringFlag{Name: "until", Usage: "the `CONDITION`"},
			&cli.BoolFlag{Name: "last", Usage: "the last event that changed whether it holds, instead of the first that made it true"},
			&cli.BoolFlag{Name: "all", Usage: "list every event that changed whether it holds"},
			&cli.BoolFlag{Name: "every", Usage: "count what holds only in the midst of a ruling's outcomes, too"},
			&cli.BoolFlag{Name: "words", Usage: "list the words of conditions"},
		)...),
		Action: do(func(s *session) error {
			if s.c.Bool("words") {
				return s.show(&wordsView{condition.Words()})
			}
			g, err := s.attach()
			if err != nil {
				return err
			}
			defer g.close()
			c, err := s.condition(g, "--until")
			if err != nil {
				return err
			}
			v, err := s.bisect(g, c)
			if err != nil {
				return err
			}
			if err := s.turnAndRules(g, c, v); err != nil {
				return err
			}
			if !v.Found {
				return errDifference
			}
			return nil
		}),
	}
}

// turnAndRules shows where the condition turned and, unless only that is wanted, on which changes of the rules
// it rests. The search for those may take long: as text, the first part is told before it.
func (s *session) turnAndRules(g *game, c *condition.Condition, v *bisectView) error {
	if s.c.Bool("event") {
		return s.show(v)
	}
	if !s.json {
		if err := s.show(v); err != nil {
			return err
		}
	}
	rules, err := s.least(g, c, v.Turn)
	if err != nil {
		return err
	}
	if !s.json {
		return s.show(rules)
	}
	v.Rules = rules
	return s.show(v)
}

// condition compiles the condition of a flag.
func (s *session) condition(g *game, flag string) (*condition.Condition, error) {
	src := s.c.String(strings.TrimLeft(flag, "-"))
	if strings.TrimSpace(src) == "" {
		return nil, usagef("for example "+flag+" 'winner = Red'; \"adjudicate bisect --words\" lists the words", "%s needs a condition", flag)
	}
	names, err := s.names(g)
	if err != nil {
		return nil, err
	}
	c, err := condition.Compile(src, names)
	var bad *formula.Error
	if errors.As(err, &bad) {
		hint := src + "\n" + strings.Repeat(" ", max(0, bad.Column-1)) + "^"
		if bad.Hint != "" {
			hint += "\n" + bad.Hint
		}
		return nil, usagef(hint, "%s column %d: %s", flag, bad.Column, bad.Message)
	}
	return c, err
}

// bisect scans the history for turns.
func (s *session) bisect(g *game, c *condition.Condition) (*bisectView, error) {
	v := &bisectView{Condition: c.String(), all: s.c.Bool("all")}
	last, all := s.c.Bool("last"), s.c.Bool("all")
	p, err := s.point(g)
	if err != nil {
		return nil, err
	}
	res, err := bisect.Scan(p.events(1), c, bisect.Options{Every: s.c.Bool("every"), Changed: p.changed}, func(t *bisect.Turn) bool {
		v.Found = v.Found || t.Holds
		if all {
			v.Turns = append(v.Turns, turnOf(t, true))
		}
		if last || v.Turn == nil {
			v.Turn = turnOf(t, false)
		}
		return last || all
	})
	if err != nil {
		return nil, err
	}
	if last || all || !v.Found {
		v.Ended = &endView{At: p.upTo, Holds: res.Holds, Values: res.Values}
	}
	return v, nil
}

// bisectView is where a condition turned.
type bisectView struct {
	Condition string      `json:"condition"`
	Found     bool        `json:"found"` // it holds somewhere
	Turn      *turnView   `json:"turn,omitempty"`
	Turns     []*turnView `json:"turns,omitempty"` // with --all
	Ended     *endView    `json:"end,omitempty"`   // if the history was read to its end
	Rules     *leastView  `json:"rules,omitempty"` // unless --event
	all       bool
}

// endView is how a condition stands at the end of a history.
type endView struct {
	At     uint64            `json:"at"` // the last event
	Holds  bool              `json:"holds"`
	Values []condition.Value `json:"values"` // what it asks for there
}

// turnView is an event that changed whether a condition holds. Sequence 0 is the beginning.
type turnView struct {
	Sequence uint64            `json:"sequence"`
	Recorded *time.Time        `json:"recorded,omitempty"`
	Actor    string            `json:"actor,omitempty"`
	Holds    bool              `json:"holds"` // what it became
	Text     string            `json:"text"`
	Event    *payloadView      `json:"event,omitempty"`
	Input    *inputView        `json:"input,omitempty"`
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

func turnOf(t *bisect.Turn, brief bool) *turnView {
	v := &turnView{Holds: t.Holds, Was: append([]condition.Value{}, t.Was...), Is: append([]condition.Value{}, t.Is...),
		Clauses: []string{}, Readings: []string{}, Because: []*blame.Origin{}, Text: "it holds before the first event"}
	if t.Event.Payload == nil {
		return v
	}
	when := t.Event.Recorded
	v.Sequence, v.Recorded, v.Actor = t.Event.Sequence, &when, t.Event.Actor
	v.Text = causeWords(&blame.Cause{Event: t.Event, Types: t.Types})
	v.Clauses, v.Readings, v.Because = t.Grounds.Clauses, t.Grounds.Readings, t.Grounds.Because
	if t.Input != nil {
		when, v.Actor = t.Input.Recorded, t.Input.Actor
		v.Input = &inputView{Sequence: t.Input.Sequence, Type: t.Input.Type, Text: inputWords(t.Input.Payload), Change: t.Change}
	}
	if t.Ruling != nil {
		v.Verdict, v.Play = t.Ruling.Verdict, t.Ruling.Play
	}
	if brief {
		return v
	}
	v.Event = &payloadView{Sequence: t.Event.Sequence, Type: t.Event.Type, Payload: t.Event.Payload}
	v.Ruling = &t.Ruled
	for _, e := range t.Outcomes {
		if text := outcomeWords(e.Payload, t.Types); text != "" {
			v.Outcomes = append(v.Outcomes, text)
		}
	}
	return v
}

func (v *bisectView) text(p *term.Page) {
	switch {
	case !v.Found:
		p.Item("", fmt.Sprintf("%s never holds, up to #%d.", p.Style(term.Bold, v.Condition), v.Ended.At))
		p.Field("There", valueWords(v.Ended.Values, nil))
	case v.all:
		v.list(p)
	default:
		v.Turn.write(p, v.Condition)
	}
}

// list writes a line for every turn.
func (v *bisectView) list(p *term.Page) {
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
func (t *turnView) changes() string {
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

func (t *turnView) write(p *term.Page, condition string) {
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
		outcomes = append([]string{fmt.Sprintf("… and %d before", n-mostOutcomes)}, outcomes[n-mostOutcomes:]...)
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

// wordsView lists the words of conditions.
type wordsView struct {
	Words []condition.Word `json:"words"`
}

func (v *wordsView) text(p *term.Page) {
	rows := [][]string{{"word", "is", ""}}
	for _, w := range v.Words {
		rows = append(rows, []string{w.Name, w.Kind, w.Says})
	}
	p.Table(rows)
}
