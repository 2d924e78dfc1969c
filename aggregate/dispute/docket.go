package dispute

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"adjudicate/events"
)

// A Docket is every dispute of one ledger, and the precedents that came of them. The zero
// Docket is that of an empty ledger. It is not safe for use by several goroutines while one
// of them applies events.
type Docket struct {
	disputes   []Dispute
	precedents []Precedent
	editions   int             // the newest that was adopted
	adopting   []events.Change // of the edition being adopted
	held       []events.Change // those of the newest edition
	inputs     inputs
	source     Source // that is asked for entries; nil: inputs know them
}

// A Source knows the entries of a ledger as it stands, and is asked for them instead of the docket itself.
type Source interface {
	// Entry returns what Docket.Entry does.
	Entry(sequence uint64, address string) (Subject, bool)
}

// AskOf has a docket that nothing has been applied to ask a source for entries. It need only be shown what Disputes of a history.Catalogue
// yields, and remembers no inputs.
func (d *Docket) AskOf(source Source) { d.source = source }

// A Dispute is one entry of the docket.
type Dispute struct {
	ID        string     `json:"dispute"` // "D1"
	About     string     `json:"about"`   // AboutRuling, AboutReading or AboutClause
	By        string     `json:"by"`
	Judge     string     `json:"judge,omitempty"` // assigned
	Grounds   string     `json:"grounds"`
	Input     uint64     `json:"input,omitempty"`   // whose ruling is doubted, or from which on the reading is to hold
	Address   string     `json:"address,omitempty"` // of an entry that an edition has put in just before that input
	Subject   string     `json:"subject,omitempty"` // the kind of that input
	Ruling    string     `json:"ruling,omitempty"`  // the verdict on it when the dispute was opened
	Entry     string     `json:"entry,omitempty"`
	Reading   string     `json:"reading,omitempty"`
	Clause    string     `json:"clause,omitempty"`
	Opened    Point      `json:"opened"`
	Arguments []Argument `json:"arguments"`
	Status    string     `json:"status"` // Open, Ruled or Withdrawn
	Verdict   *Verdict   `json:"verdict,omitempty"`
	Retracted []Verdict  `json:"retracted,omitempty"` // verdicts that were taken back, oldest first
	Reopened  []Leave    `json:"reopened,omitempty"`  // by whom, why and when, in the same order
	Withdrawn *Leave     `json:"withdrawn,omitempty"`
	Hearing   *time.Time `json:"hearing,omitempty"` // until when arguments are heard
	Recused   []string   `json:"recused,omitempty"` // players who have left it as judges of their own will
	Appeals   []Appeal   `json:"appeals,omitempty"` // oldest first
	Editions  []int      `json:"editions"`          // those that hold its changes

	Since int `json:"-"` // the newest edition that was there before the verdict, if it does not hold what that brought
	Holds int `json:"-"` // the current edition, if it holds what a verdict here has brought

	Left []string `json:"-"` // players who were to judge it, until they stepped back, were removed or were replaced
}

// Point is a place in the ledger: the sequence of an outcome, and its moment.
type Point struct {
	Sequence uint64    `json:"sequence"`
	At       time.Time `json:"at"`
}

// Argument is what somebody has said in a dispute.
type Argument struct {
	By   string `json:"by"`
	Text string `json:"text"`
	Point
}

// Verdict is what a judge has ruled.
type Verdict struct {
	Judge      string          `json:"judge"`
	Verdict    string          `json:"verdict"`
	Effect     string          `json:"effect"`
	Reasons    string          `json:"reasons"`
	Precedents []string        `json:"precedents"`          // that it rests on
	Precedent  string          `json:"precedent,omitempty"` // that it has set
	Changes    []events.Change `json:"changes"`             // for an edition to take up
	Point
}

// Leave is how a dispute was withdrawn, or a verdict taken back.
type Leave struct {
	By     string `json:"by"`
	Reason string `json:"reason,omitempty"`
	Point
}

// Appeal is a verdict that has been taken to another judge.
type Appeal struct {
	By      string  `json:"by"`
	Grounds string  `json:"grounds"`
	Verdict Verdict `json:"verdict"`          // that it is against
	Result  string  `json:"result,omitempty"` // "affirmed" or "reversed", once ruled on
	Point
}

// Precedent is a verdict that others may rest on.
type Precedent struct {
	ID      string   `json:"precedent"` // "P1"
	Dispute string   `json:"dispute"`   // in which it was set
	Verdict string   `json:"verdict"`
	Clauses []string `json:"clauses"`
	CitedBy []string `json:"cited_by"` // disputes whose verdicts rest on it
	// Retracted: the verdict that set it has been taken back.
	Retracted bool `json:"retracted,omitempty"`
	Point
}

// Cite is how a ruling names the precedent that it rests on: "P1 (12.2 §6.C)".
func (p *Precedent) Cite() string { return fmt.Sprintf("%s (%s)", p.ID, strings.Join(p.Clauses, ", ")) }

// Needs reports whether Apply looks at events of a kind, with or without a version. Whoever
// reads a ledger for its docket alone may leave out the others.
func Needs(kind string) bool {
	name, _, _ := strings.Cut(kind, ".")
	return events.IsInput(name) || slices.Contains(needed, name)
}

var needed = func() []string {
	var list []string
	for _, p := range []events.Payload{events.Ruled{}, events.InputRestated{}, events.InputsRestated{}, events.StateRestated{}, events.EditionBegun{}, events.DisputeEntered{},
		events.ArgumentEntered{}, events.VerdictEntered{}, events.PrecedentSet{}, events.DisputeClosed{}, events.DisputeReopened{},
		events.JudgeSeated{}, events.HearingOpened{}, events.AppealEntered{}} {
		list = append(list, p.Kind())
	}
	return list
}()

// Apply folds the next event of the ledger: it writes down what outcomes say, and of inputs
// when they came, and never judges. Events that are none of the docket's business are passed
// over.
func (d *Docket) Apply(e *events.Envelope) {
	if d.source == nil {
		d.inputs.apply(e)
	}
	at := Point{e.Sequence, e.Recorded}
	switch p := e.Payload.(type) {
	case events.DisputeEntered:
		d.disputes = append(d.disputes, Dispute{ID: p.Dispute, About: p.About, By: p.By, Judge: p.Judge, Grounds: p.Grounds, Input: p.Input, Address: p.Address,
			Subject: p.Subject, Ruling: p.Ruling, Entry: p.Entry, Reading: p.Reading, Clause: p.Clause, Opened: at, Status: Open,
			Arguments: []Argument{}, Editions: []int{}})
	case events.ArgumentEntered:
		if c := d.find(p.Dispute); c != nil {
			c.Arguments = append(c.Arguments, Argument{By: p.By, Text: p.Text, Point: at})
		}
	case events.VerdictEntered:
		d.verdict(p, at)
	case events.PrecedentSet:
		c := d.find(p.Dispute)
		if c == nil || c.Verdict == nil {
			return
		}
		c.Verdict.Precedent = p.Precedent
		d.precedents = append(d.precedents, Precedent{ID: p.Precedent, Dispute: p.Dispute, Verdict: c.Verdict.Verdict,
			Clauses: p.Clauses, CitedBy: []string{}, Point: at})
	case events.DisputeReopened:
		d.reopen(p, at)
	case events.JudgeSeated:
		if c := d.find(p.Dispute); c != nil {
			if c.Judge = p.Judge; p.Left != "" {
				c.Left = append(c.Left, p.Left)
			}
			if p.How == Recused {
				c.Recused = append(c.Recused, p.Left)
			}
		}
	case events.HearingOpened:
		if c := d.find(p.Dispute); c != nil {
			c.Hearing = &p.Until
		}
	case events.AppealEntered:
		d.appeal(p, at)
	case events.DisputeClosed:
		if c := d.find(p.Dispute); c != nil {
			c.Status = p.How
			if p.How == Withdrawn {
				c.Withdrawn = &Leave{By: p.By, Reason: p.Reason, Point: at}
			}
		}
	case events.EditionAdopted:
		d.adopting = p.Changes
	case events.EditionBegun:
		d.adopted(p.Edition)
	}
}

func (d *Docket) verdict(p events.VerdictEntered, at Point) {
	c := d.find(p.Dispute)
	if c == nil {
		return
	}
	if c.Since = d.editions; sameChanges(d.Held(c.ID), p.Changes) {
		c.Since = 0
	}
	c.Verdict = &Verdict{Judge: p.Judge, Verdict: p.Verdict, Effect: p.Effect, Reasons: p.Reasons,
		Precedents: append([]string{}, p.Precedents...), Changes: append([]events.Change{}, p.Changes...), Point: at}
	if n := len(c.Appeals); n > 0 && c.Appeals[n-1].Result == "" {
		c.Appeals[n-1].Result = Affirmed
		if before := &c.Appeals[n-1].Verdict; before.Verdict != p.Verdict || !sameChanges(before.Changes, p.Changes) {
			c.Appeals[n-1].Result = Reversed
		}
	}
	for _, id := range p.Precedents {
		for i := range d.precedents {
			if d.precedents[i].ID == id {
				d.precedents[i].CitedBy = append(d.precedents[i].CitedBy, p.Dispute)
			}
		}
	}
}

// reopen takes a verdict off a dispute, with the precedent that it set.
func (d *Docket) reopen(p events.DisputeReopened, at Point) {
	c := d.find(p.Dispute)
	if c == nil || c.Verdict == nil {
		return
	}
	c.Retracted = append(c.Retracted, *c.Verdict)
	c.Reopened = append(c.Reopened, Leave{By: p.By, Reason: p.Reason, Point: at})
	d.unrule(c)
}

// appeal puts a dispute before another judge.
func (d *Docket) appeal(p events.AppealEntered, at Point) {
	c := d.find(p.Dispute)
	if c == nil || c.Verdict == nil {
		return
	}
	c.Appeals = append(c.Appeals, Appeal{By: p.By, Grounds: p.Grounds, Verdict: *c.Verdict, Point: at})
	c.Judge, c.Hearing = p.Judge, nil
	d.unrule(c)
}

// unrule takes the verdict and its precedent off an entry of the docket, which is open again.
func (d *Docket) unrule(c *Dispute) {
	id := c.ID
	for i := range d.precedents {
		p := &d.precedents[i]
		p.Retracted = p.Retracted || p.ID == c.Verdict.Precedent
		if slices.Contains(c.Verdict.Precedents, p.ID) {
			p.CitedBy = slices.DeleteFunc(p.CitedBy, func(by string) bool { return by == id })
		}
	}
	c.Verdict, c.Status = nil, Open
}

// adopted notes which disputes an edition has taken up.
func (d *Docket) adopted(edition int) {
	d.editions = edition
	for i := range d.adopting {
		c := d.find(d.adopting[i].Dispute)
		if c != nil && !slices.Contains(c.Editions, edition) {
			c.Editions = append(c.Editions, edition)
		}
	}
	d.held, d.adopting = d.adopting, nil
	for i := range d.disputes {
		c := &d.disputes[i]
		if c.Holds = 0; slices.Contains(c.Editions, edition) {
			c.Holds = edition
		}
	}
}

// Standing says where the verdict stands: in is the newest edition that holds what it brought, 0 if none does; holds is the current edition
// if it holds what this verdict or one before it in the same dispute has brought.
func (c *Dispute) Standing() (in, holds int) {
	if c.Verdict == nil || len(c.Verdict.Changes) == 0 {
		return 0, c.Holds
	}
	if n := len(c.Editions); n > 0 && c.Editions[n-1] > c.Since {
		in = c.Editions[n-1]
	}
	return in, c.Holds
}

// called is how messages name an entry: "event 194", "entry 2.1".
func called(input uint64, address string) string {
	if address != "" {
		return "entry " + address
	}
	return fmt.Sprintf("event %d", input)
}

func (d *Docket) find(id string) *Dispute {
	for i := range d.disputes {
		if d.disputes[i].ID == id {
			return &d.disputes[i]
		}
	}
	return nil
}

// Disputes returns all disputes, oldest first. The slice is read only.
func (d *Docket) Disputes() []Dispute { return d.disputes }

// Dispute returns the dispute of that number.
func (d *Docket) Dispute(id string) (Dispute, bool) {
	if c := d.find(id); c != nil {
		return *c, true
	}
	return Dispute{}, false
}

// IDs returns the numbers of all disputes, oldest first.
func (d *Docket) IDs() []string {
	list := make([]string, len(d.disputes))
	for i := range d.disputes {
		list[i] = d.disputes[i].ID
	}
	return list
}

// Precedents returns all precedents, oldest first. The slice is read only.
func (d *Docket) Precedents() []Precedent { return d.precedents }

// Precedent returns the precedent of that number.
func (d *Docket) Precedent(id string) (Precedent, bool) {
	for _, p := range d.precedents {
		if p.ID == id {
			return p, true
		}
	}
	return Precedent{}, false
}

// SetBy returns the verdict that set a precedent, also one that has been appealed against or retracted since.
func (d *Docket) SetBy(p *Precedent) Verdict {
	c := d.find(p.Dispute)
	if c == nil {
		return Verdict{Verdict: p.Verdict}
	}
	list := slices.Clone(c.Retracted)
	for i := range c.Appeals {
		list = append(list, c.Appeals[i].Verdict)
	}
	if c.Verdict != nil {
		list = append(list, *c.Verdict)
	}
	for _, v := range list {
		if v.Precedent == p.ID {
			return v
		}
	}
	return Verdict{Verdict: p.Verdict}
}

// DisputedAt returns the disputes about the ruling on an input, oldest first, or on the entry with the
// given address that an edition inserted just before it.
func (d *Docket) DisputedAt(input uint64, address string) []Dispute {
	var list []Dispute
	for _, c := range d.disputes {
		if c.About == AboutRuling && c.Input == input && c.Address == address {
			list = append(list, c)
		}
	}
	return list
}

// MarkedAt returns the dispute by whose verdict an entry, named as in DisputedAt, stands though illegal:
// the last one about it that was ruled on, if that is how it ended.
func (d *Docket) MarkedAt(input uint64, address string) (Dispute, bool) {
	var last Dispute
	for _, c := range d.DisputedAt(input, address) {
		if c.Verdict != nil && c.Verdict.Verdict != Undecided && (last.Verdict == nil || last.Verdict.Sequence < c.Verdict.Sequence) {
			last = c
		}
	}
	return last, last.Verdict != nil && last.Verdict.Verdict == Stands
}

// Held are the changes of the newest edition that a dispute has brought.
func (d *Docket) Held(id string) (list []events.Change) {
	for _, c := range d.held {
		if c.Dispute == id {
			list = append(list, c)
		}
	}
	return list
}

// TakenUp reports whether the newest edition holds what a verdict has brought, and of a dispute without one
// whether it holds what an earlier verdict has.
func (d *Docket) TakenUp(c *Dispute) bool {
	held := d.Held(c.ID)
	return len(held) > 0 && (c.Verdict == nil || sameChanges(held, c.Verdict.Changes))
}

// Settled reports whether a dispute has been ruled on and the newest edition holds what the verdict has brought. One that has been reopened
// is not settled: the edition holds the verdict before, which may be reversed.
func (d *Docket) Settled(c *Dispute) bool { return c.Verdict != nil && d.TakenUp(c) }

// sameChanges reports whether two lists of changes bring the same, whatever they rest on.
func sameChanges(a, b []events.Change) bool {
	return slices.EqualFunc(a, b, func(x, y events.Change) bool {
		return x.What == y.What && x.Input == y.Input && x.Address == y.Address && x.Remedy == y.Remedy && x.Type == y.Type && (x.Type == "" || reads(&x) == reads(&y))
	})
}

// reads is the reading that a change adopts, "echo-captures=as-moves".
func reads(c *events.Change) string {
	p, err := events.DecodePayload(c.Type, c.Payload)
	if a, ok := p.(events.InterpretationAdopted); err == nil && ok {
		return a.Entry + "=" + a.Reading
	}
	return string(c.Payload)
}
