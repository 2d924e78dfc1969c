package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"adjudicate/rules/formula"
)

// A Duty forbids an act, or requires one. In a definition it binds the pieces of the type, in a procedure
// every side.
type Duty struct {
	Forbid   string `json:"forbid,omitempty"`   // the act forbidden: move, capture, placement, pass, surrender, the name of a declared kind of move, or any; in a procedure also an act that can need consent (buy, destroy, choose, transfer, hand-over, enter, leave, appoint, enact, amend, repeal, adopt) or the name of a power
	Oblige   string `json:"oblige,omitempty"`   // the act required while it is possible: move, capture, placement, the name of a declared kind of move, or any of these; in a procedure also the name of a power. In a definition it binds the piece that can make it, in a procedure the side
	When     Expr   `json:"when,omitempty"`     // condition on self, mover, from, to and victim, evaluated before the act; default: always
	After    Expr   `json:"after,omitempty"`    // with `forbid`: condition on the board after the act
	Unless   Expr   `json:"unless,omitempty"`   // with `forbid`: the act is allowed if the next side (mover) has a legal play after which this holds
	Answered Expr   `json:"answered,omitempty"` // with `forbid`: the act is forbidden only if the next side (mover) has a legal play after which this holds
	Disarms  bool   `json:"disarms,omitempty"`  // with `forbid` of capture or any: what it forbids to capture is not attacked, so that it gives no check; `when` is asked as if no duty disarmed anything
	Most     Expr   `json:"most,omitempty"`     // with `oblige`: a number of each such act; only those with the greatest are allowed
	Cite     string `json:"cite,omitempty"`
}

// Acts that duties name. "any" is all of them.
const (
	ActMove      = "move"
	ActCapture   = "capture"
	ActPlacement = "placement"
	ActPass      = "pass"
	ActSurrender = "surrender"
	ActAny       = "any"

	// ActBecome is a promotion where a piece stands: any is all that duties call it.
	ActBecome = "promotion"
)

var (
	forbidden = []string{ActMove, ActCapture, ActPlacement, ActPass, ActSurrender, ActAny}
	obliged   = []string{ActMove, ActCapture, ActPlacement, ActAny}
)

// Names reports whether a duty is about an act.
func (d *Duty) Names(act string) bool { return d.Forbid == act || d.Forbid == ActAny }

// DutyVocabulary is the words of duties: files, ranks, count(type), reading(entry), and what World adds.
func DutyVocabulary(r Resolver) *formula.Vocabulary {
	v := &formula.Vocabulary{Vars: []formula.Var{{Name: "files"}, {Name: "ranks"}}, Funcs: []formula.Func{r.Count()}}
	return r.reading(r.World(v))
}

// duties checks those of a definition, or of a procedure without one.
func (c *checker) duties(field string, list []Duty, p *Piece) {
	c.most(field, len(list), MostClauses, "duties")
	for i := range list {
		d, at := &list[i], fmt.Sprintf("%s[%d]", field, i)
		switch {
		case (d.Forbid == "") == (d.Oblige == ""):
			c.fault(at, "expected exactly one of forbid and oblige")
			continue
		case p == nil && c.merged.sought(d.Forbid):
			c.ban(at, d)
			continue
		case d.Forbid != "":
			var more []string
			if p == nil {
				more = c.merged.soughtWords()
			}
			c.act(at+".forbid", d.Forbid, forbidden, more...)
		default:
			var more []string
			if p == nil {
				more = c.merged.powerNames()
			}
			c.act(at+".oblige", d.Oblige, obliged, more...)
			if d.Most != "" && !slices.Contains(obliged, d.Oblige) && c.merged.Kind(d.Oblige) == nil {
				c.fault(at+".most", "allowed only for acts on the board")
			}
		}
		if d.Oblige != "" && d.After != "" {
			c.fault(at+".after", "allowed only with forbid")
		}
		for _, reply := range []struct {
			field string
			src   Expr
		}{{"unless", d.Unless}, {"answered", d.Answered}} {
			if reply.src == "" {
				continue
			}
			if d.Oblige != "" {
				c.fault(at+"."+reply.field, "allowed only with forbid")
			}
			c.formula(at+"."+reply.field, reply.src, DutyVocabulary(c.resolver(at+"."+reply.field, c.orNobody(p)).unchosen(true)), formula.Bool)
		}
		if d.Most != "" {
			if d.Oblige == "" {
				c.fault(at+".most", "allowed only with oblige")
			}
			c.formula(at+".most", d.Most, DutyVocabulary(c.resolver(at+".most", c.orNobody(p)).unchosen(true)), formula.Number)
		}
		if p != nil && (d.Forbid == ActPass || d.Forbid == ActSurrender) {
			c.fault(at+".forbid", "no piece makes a %s: allowed only in a procedure", d.Forbid)
		}
		c.disarming(at, d, p)
		always := !d.Replies()
		for _, src := range []struct {
			field string
			src   Expr
			after bool
		}{{"when", d.When, false}, {"after", d.After, true}} {
			if src.src == "" {
				continue
			}
			f := c.formula(at+"."+src.field, src.src, DutyVocabulary(c.resolver(at+"."+src.field, c.orNobody(p)).unchosen(d.Oblige != "" || d.Disarms)), formula.Bool)
			if f == nil {
				always = false
				continue
			}
			for _, name := range d.without() {
				if f.Uses(name) {
					c.fault(at+"."+src.field, "%s cannot be used here", name)
					c.hint("%s", "a "+d.act()+" has none")
				}
			}
			if d.Oblige != "" {
				c.beforeActs(at+"."+src.field, f, p)
			}
			r := f.Range(func(string, []string) formula.Range { return formula.Anything() })
			if r.Never() && !strings.Contains(string(src.src), "reading(") {
				c.doubt(at+"."+src.field, "condition is never true: the duty binds nobody")
			}
			always = always && r.Always()
		}
		if always && d.Forbid == ActAny && p == nil {
			c.doubt(at, "this forbids everything")
		}
	}
}

// beforeActs doubts words for an act in the condition of an obligation, which is asked before there is one.
func (c *checker) beforeActs(field string, f *formula.Formula, p *Piece) {
	words := []string{"from", "to", "victim"}
	if p == nil {
		words = append(words, "self")
	}
	for _, word := range words {
		if f.Uses(word) {
			c.doubt(field, "%s is none here: an obligation is asked before an act is made", word)
			c.hint("forbid the other acts: {forbid: any, when: …}, or ask of any(pieces, …)")
			return
		}
	}
}

// later lists the fields of a duty that ask of the board after the act.
func (d *Duty) later() (fields []string) {
	if d.After != "" {
		fields = append(fields, "after")
	}
	if d.Unless != "" {
		fields = append(fields, "unless")
	}
	if d.Answered != "" {
		fields = append(fields, "answered")
	}
	return fields
}

// Replies reports whether it depends on what the next side could play. Such duties do not bind the replies.
func (d *Duty) Replies() bool { return d.Unless != "" || d.Answered != "" }

// disarming checks what a duty that disarms needs besides: a condition on an attack can only ask what conditions of modes can.
func (c *checker) disarming(at string, d *Duty, p *Piece) {
	if !d.Disarms {
		return
	}
	if d.Forbid != ActCapture && d.Forbid != ActAny {
		c.fault(at+".disarms", "allowed only with forbid: capture or any")
	}
	for _, field := range d.later() {
		c.fault(at+"."+field, "not allowed with disarms: what a piece attacks is known before it captures")
		c.hint("write when, or a second duty")
	}
	if d.When == "" {
		return
	}
	r := c.resolver(at+".when", c.orNobody(p))
	if _, err := formula.Compile(string(d.When), DutyVocabulary(r), formula.Bool); err == nil { // else that is said
		_, err = formula.Compile(string(d.When), ConditionVocabulary(nil, nil, r), formula.Bool)
		c.refused(at+".when", err)
	}
}

// ban checks a duty about what is done beside playing.
func (c *checker) ban(at string, d *Duty) {
	if d.Disarms {
		c.fault(at+".disarms", "allowed only with forbid: capture or any")
	}
	for _, field := range d.later() {
		c.fault(at+"."+field, "allowed only for acts on the board")
	}
	if d.When == "" {
		return
	}
	f := c.formula(at+".when", d.When, OccasionVocabulary(c.resolver(at+".when", new(Piece))), formula.Bool)
	if f == nil {
		return
	}
	for _, name := range []string{"who", "it", "place"} {
		if f.Uses(name) {
			c.fault(at+".when", "%s cannot be used here", name)
		}
	}
	if r := f.Range(func(string, []string) formula.Range { return formula.Anything() }); r.Never() && !strings.Contains(string(d.When), "reading(") {
		c.doubt(at+".when", "condition is never true: the duty binds nobody")
	}
}

// soughtWords are what is done beside playing, by the words under which consent is asked for it.
func (p *Procedure) soughtWords() []string {
	words := slices.DeleteFunc(slices.Sorted(maps.Keys(Sought)), func(word string) bool { return word == OfPlay })
	return append(words, p.powerNames()...)
}

func (p *Procedure) powerNames() []string {
	var names []string
	for i := range p.Powers {
		names = append(names, p.Powers[i].Name)
	}
	return names
}

// sought reports whether a word names what is done beside playing.
func (p *Procedure) sought(word string) bool {
	return !slices.Contains(forbidden, word) && slices.Contains(p.soughtWords(), word)
}

func (c *checker) orNobody(p *Piece) *Piece {
	if p == nil {
		return new(Piece)
	}
	return p
}

func (d *Duty) act() string {
	if d.Forbid != "" {
		return d.Forbid
	}
	return d.Oblige
}

// without returns the things that the act of a duty does not have, so that conditions cannot ask for them.
func (d *Duty) without() []string {
	switch d.Forbid {
	case ActPass, ActSurrender:
		return []string{"self", "from", "to", "victim"}
	case ActPlacement:
		return []string{"from", "victim"}
	case ActMove:
		return []string{"victim"}
	}
	return nil
}

// A SourcedDuty is a duty with the clause that states it.
type SourcedDuty struct {
	*Duty
	Clause string // "12.90/0 §1"
}

// Duties returns the duties about acts on the board that the procedures of a rulebook state, in the order of their rules.
func (b *Rulebook) Duties() []SourcedDuty { return b.duties(false) }

// Bans returns those about what is done beside playing.
func (b *Rulebook) Bans() []SourcedDuty { return b.duties(true) }

func (b *Rulebook) duties(bans bool) []SourcedDuty {
	proc := b.Procedure()
	var list []SourcedDuty
	for _, r := range b.rules {
		if r.Procedure == nil {
			continue
		}
		for i := range r.Procedure.Duties {
			d := &r.Procedure.Duties[i]
			if (d.Forbid != "" && proc.sought(d.Forbid)) != bans {
				continue
			}
			list = append(list, SourcedDuty{d, r.Clause(d.Cite)})
		}
	}
	return list
}
