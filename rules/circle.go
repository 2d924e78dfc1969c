package rules

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/rules/formula"
)

// This file finds conditions that depend on themselves.
//
// Whether a piece attacks another can depend on conditions, and conditions can ask who
// attacks whom. The questions form a graph:
//
//	"does an X, acting as an A, attack a P?"
//	   ← conditions of the capturing modes of X (or of A, where X acts as A), of loans
//	   ← conditions of denials that can keep an X from capturing
//	   ← conditions of protections that cover X or A: of P itself, then of pieces beside it
//	a condition about an S ← attacked(): does any Z, acting as anything, attack an S?
//	                       ← attacks(): does an S attack any P?
//	                       ← defends(): the same, inside the question of defence
//	                       ← x.attacked, x.attacks(y), x.defended, …: the same, of every type
//
// Two things cut it short. Inside the question of defence, modes that ask what
// pieces defend are left out, so that such a mode does not ask itself. And a P that is immune
// from X without condition asks nobody else about it: a protection against F that holds
// while its giver is not attacked is sound if the giver itself is immune from all of F.
//
// A type that captures as what its side moved last moves can capture with any mode of
// moves. Such a mode that asks attacked() is let pass with a doubt: it does what it says
// for its own type, and for a copy of it the engine does not ask the same piece again.
//
// A rulebook is sound if the graph has no circle and no chain with too many
// questions of one kind, under every choice of readings.

// asks is what a condition asks of attacks.
type asks struct {
	attacked, attacks, defends bool
	of                         asksOfAny
	field                      string // where it stands
	rule                       string // number of the rule
	words                      string // "immunity by Guard"
}

// asksOfAny is what a condition asks of pieces of its choice, which may be of any type.
type asksOfAny struct{ attacked, attacks, defends bool }

func (a *asks) any() bool {
	return a.attacked || a.attacks || a.defends || a.of != asksOfAny{}
}

// add notes what a formula asks.
func (a *asks) add(f *formula.Formula) {
	a.attacked = a.attacked || f.Uses("attacked")
	a.attacks = a.attacks || f.Uses("attacks")
	a.defends = a.defends || f.Uses("defends")
	a.of.attacked = a.of.attacked || f.Uses(".attacked") || f.Uses(".in_check")
	a.of.attacks = a.of.attacks || f.Uses(".attacks")
	a.of.defends = a.of.defends || f.Uses(".defends") || f.Uses(".defended")
}

// question is a node of the graph. Types are numbers; none stands for no type to act as,
// and for a P that protects itself from nothing.
type question struct {
	defence bool
	x, a, p int
}

const none = -1

type edge struct {
	to    question
	kind  int    // attackedAsked, attacksAsked or defendsAsked
	asked string // "attacked(Guard)"
	by    *asks
}

const (
	attackedAsked = iota
	attacksAsked
	defendsAsked
)

// nesting is how many questions of a kind may be inside each other: the engine ends others
// with "no". That of defence needs no bound.
var nesting = []struct {
	kind, most int
	word       string
}{{attackedAsked, MostAttacked, "attacked()"}, {attacksAsked, MostAttacks, "attacks()"}}

// shield is a protection as the graph sees it.
type shield struct {
	self, acting bool
	from         []string
	when         *asks // nil: without condition
}

// member is a type as the graph sees it.
type member struct {
	name    string
	takes   [][]*asks // by capturing mode: its conditions that ask
	moves   [][]*asks // by moving mode
	copies  []*asks   // conditions of copying modes that ask
	victim  bool      // it captures as its victim would
	last    bool      // it acts as what its side moved last
	piece   bool      // it acts as a piece that a formula yields
	shields []shield
	denies  []denial
	lends   [][]*asks // by lent capturing mode
}

type denial struct {
	types []string
	when  *asks
}

// graph is the questions under one choice of readings.
type graph struct {
	types   []member
	lasting bool // some type without a protection of its own copies what its side moved last
	copies  bool // follow moves that ask attacked() where they are copied
	edges   int  // how many have been looked at
	index   map[question]int
	low     map[question]int
	group   map[question]int    // strongly connected questions share a number
	depth   map[question][2]int // by kind: questions inside each other below one, without circles
	stack   []question
	all     []question // in the order in which they were met
	round   bool       // there is a circle
}

// mostEdges is how many uses of one rule by another are followed in search of a circle. A rulebook that exceeds it is not found out.
const mostEdges = 3_000_000

// circles refuses a rule with which conditions depend on themselves.
func (c *checker) circles(r *Rule, before, after *Rulebook) {
	if leaf(r, before, after) {
		return
	}
	entries := c.asking(func() { c.graph(after, false) })
	if !c.circlesWith(r, before, after, entries, false) {
		c.circlesWith(r, before, after, entries, true)
	}
}

// leaf reports whether a rule can be no part of a circle: it names no condition and no quantity that definitions use, and is no
// piece, or a new one of which nothing that it
// says asks about attacks or acts on others, and no protection asks who it is. Opening a game
// brings in one such rule after another.
func leaf(r *Rule, before, after *Rulebook) bool {
	have, amends := before.Rule(r.Number)
	names := func(p *Procedure) bool { return p != nil && len(p.Conditions)+len(p.Quantities) > 0 }
	if r.Piece == nil && have.Piece == nil {
		return !names(r.Procedure) && !names(have.Procedure)
	}
	if amends || r.Piece == nil || r.Procedure != nil {
		return false
	}
	p := r.Piece
	if len(p.Grants)+len(p.Immune)+len(p.Denies)+len(p.ByKind()) > 0 {
		return false
	}
	asking := func(src Expr) bool {
		return asksAttacks(string(src))
	}
	for i := range p.Modes {
		m := &p.Modes[i]
		if m.As != nil || asking(m.When) || asking(m.Land) || asking(m.Victims) || asking(m.After) || slices.ContainsFunc(m.Legs, func(l Leg) bool { return asking(l.N) || asking(l.When) }) {
			return false
		}
	}
	if proc := after.Procedure(); proc != nil {
		for _, n := range proc.Conditions {
			if asking(n.When) {
				return false
			}
		}
	}
	if proc := after.Procedure(); slices.ContainsFunc(proc.Quantities, func(q Quantity) bool { return asking(q.Is) }) {
		return false
	}
	for _, other := range after.Pieces() {
		for _, im := range other.Piece.Immune {
			if len(im.From) == 0 || slices.Contains(im.From, p.Name) {
				return false
			}
		}
	}
	return true
}

// asksAttacks reports whether a text may hold one of attackWords.
func asksAttacks(text string) bool {
	return strings.Contains(text, "attack") || strings.Contains(text, "defend") || strings.Contains(text, "in_check")
}

// circlesWith looks for circles, those through copies of moves included or not; the former
// are doubts. It reports whether it has found one.
func (c *checker) circlesWith(r *Rule, before, after *Rulebook, entries map[string]bool, copies bool) (found bool) {
	look := func() bool {
		g := c.graph(after, copies)
		if g == nil {
			return false
		}
		g.search()
		if g.edges > mostEdges {
			c.doubt("", "too many conditions in the rulebook to check them for cycles")
			return true
		}
		own := func(e edge) bool { return e.by.rule == r.Number }
		circle := g.circle(own)
		deep, kind := g.deep()
		if circle == nil && (g.round || deep != nil) {
			if old := c.graph(before, copies); old != nil {
				old.search()
				if was, _ := old.deep(); old.round || was != nil {
					return false // it was there before
				}
			}
			circle = g.circle(func(edge) bool { return true })
		}
		if circle != nil && copies {
			c.doubt(g.at(r, circle), "circular condition where it is copied: %s", g.spell(circle))
			return true
		}
		if circle != nil {
			c.fault(g.at(r, circle), "circular condition: %s", g.spell(circle))
			found = true
			return true
		}
		if deep != nil && !copies {
			found = true
			c.fault(g.at(r, deep), "more than %d questions %s nested: %s", nesting[kind].most, nesting[kind].word, g.spell(deep))
			return true
		}
		return false
	}
	if !c.readings(entries, look) {
		look()
	}
	return found
}

// graph gathers what the definitions of a rulebook ask; nil if nothing asks anything.
func (c *checker) graph(book *Rulebook, copies bool) *graph {
	g := &graph{copies: copies, index: map[question]int{}, low: map[question]int{}, group: map[question]int{}, depth: map[question][2]int{}}
	merged := c.merged
	c.merged = book.Procedure()
	defer func() { c.merged = merged }()
	something := false
	c.capturing = map[string]bool{}
	for _, d := range book.Pieces() {
		for _, of := range d.Piece.ByKind() {
			c.capturing[of.Kind] = c.capturing[of.Kind] || d.Piece.CapturesInKind(of.Kind)
		}
	}
	for _, d := range book.Pieces() {
		m := c.member(d)
		g.types = append(g.types, m)
		something = something || m.asksAnything()
		g.lasting = g.lasting || m.last && !m.shielded()
	}
	if !something {
		return nil
	}
	return g
}

func (m *member) asksAnything() bool {
	for _, list := range [][][]*asks{m.takes, m.moves, m.lends, {m.copies}} {
		if slices.ContainsFunc(list, func(a []*asks) bool { return len(a) > 0 }) {
			return true
		}
	}
	return slices.ContainsFunc(m.shields, func(s shield) bool { return s.when != nil && s.when.any() }) ||
		slices.ContainsFunc(m.denies, func(s denial) bool { return s.when.any() })
}

func (c *checker) member(d Definition) member {
	p := d.Piece
	m := member{name: p.Name}
	var instead []*asks // what decides whether modes of its own apply
	source := func(field, words string) asks { return asks{field: field, rule: d.Rule.Number, words: words} }
	for i := range p.Modes {
		as := p.Modes[i].As
		if as == nil || as.Piece == "" {
			continue
		}
		if f, err := formula.Compile(string(as.Piece), c.words(p), formula.Thing); err == nil {
			at := source(fmtIndex("piece.modes", i, "as.piece"), "copy by "+p.Name)
			if c.note(f, &at); at.any() {
				m.copies = append(m.copies, &at)
				if as.Instead {
					instead = append(instead, &at)
				}
			}
		}
	}
	for i := range p.Modes {
		mode := &p.Modes[i]
		at := source(fmtIndex("piece.modes", i, "when"), "condition of "+p.Name)
		list, holds := c.asksOf(mode, p, at)
		if !holds {
			continue
		}
		if mode.As != nil {
			m.victim = m.victim || mode.As.Who == "victim"
			m.last = m.last || mode.As.Who == "last"
			m.piece = m.piece || mode.As.Piece != ""
			m.copies = append(m.copies, list...)
			continue
		}
		list = append(list, instead...)
		if captures(mode) {
			m.takes = append(m.takes, list)
		}
		if len(mode.For) == 0 || slices.Contains(mode.For, "move") {
			m.moves = append(m.moves, list)
		}
	}
	for i, of := range p.ByKind() {
		for j := range of.Modes {
			mode, ok := of.Modes[j].InKind(of.Kind)
			if list, holds := c.asksOf(&mode, p, source(fmtIndex(p.kindField(i), j, "when"), "condition of "+p.Name)); ok && holds && mode.As == nil && captures(&mode) {
				m.takes = append(m.takes, list)
			} else if ok && holds {
				m.copies = append(m.copies, list...)
			}
		}
	}
	for i := range p.Grants {
		for j := range p.Grants[i].Modes {
			mode := &p.Grants[i].Modes[j]
			at := source(fmt.Sprintf("piece.grants[%d].modes[%d].when", i, j), "loan by "+p.Name)
			if list, holds := c.asksOf(mode, p, at); holds && captures(mode) {
				m.lends = append(m.lends, list)
			}
		}
	}
	for i := range p.Immune {
		im := &p.Immune[i]
		at := source(fmtIndex("piece.immune", i, "when"), "immunity by "+p.Name)
		asked, holds, always := c.asks(im.When, p, at)
		if !holds {
			continue
		}
		s := shield{self: im.Who == "self", acting: im.Acting, from: im.From}
		if !always {
			s.when = &asked
		}
		m.shields = append(m.shields, s)
	}
	for i := range p.Denies {
		if !slices.ContainsFunc(p.Denies[i].Deny, func(act string) bool { return act == "capture" || c.capturing[act] }) {
			continue // it makes no difference to an attack
		}
		at := source(fmtIndex("piece.denies", i, "when"), "denial by "+p.Name)
		if asked, holds, _ := c.asks(p.Denies[i].When, p, at); holds {
			m.denies = append(m.denies, denial{p.Denies[i].Types, &asked})
		}
	}
	return m
}

func captures(m *Mode) bool {
	if m.Onto == "empty" {
		return false
	}
	return len(m.For) == 0 || slices.Contains(m.For, "capture") || slices.Contains(m.For, "shot")
}

// asksOf returns the conditions of a mode that ask, its when first and, if it does not
// ask, nil in its place; holds is false if the mode never applies.
func (c *checker) asksOf(m *Mode, p *Piece, at asks) (list []*asks, holds bool) {
	if c.asked != nil && !c.mayAsk(m) {
		return nil, true
	}
	when, holds, _ := c.asks(m.When, p, at)
	if !holds {
		return nil, false
	}
	if when.any() {
		list = append(list, &when)
	}
	at.field = strings.TrimSuffix(at.field, ".when") + ".land"
	if land, holds, _ := c.asks(m.Land, p, at); holds && land.any() {
		list = append(list, &land)
	}
	whom := at
	whom.field = strings.TrimSuffix(at.field, ".land") + ".victims"
	if victims, holds, _ := c.asks(m.Victims, p, whom); holds && victims.any() {
		list = append(list, &victims)
	}
	for i := range m.Legs {
		turn := at
		turn.field = fmt.Sprintf("%s.legs[%d].when", strings.TrimSuffix(at.field, ".land"), i)
		if turns, holds, _ := c.asks(m.Legs[i].When, p, turn); holds && turns.any() {
			list = append(list, &turns)
		}
		s := c.stepsOf(&m.Legs[i], p)
		if s == nil {
			continue
		}
		n := at
		n.field = fmt.Sprintf("%s.legs[%d].n", strings.TrimSuffix(at.field, ".land"), i)
		for _, f := range s.Formulas() {
			c.note(f, &n)
		}
		if n.any() {
			list = append(list, &n)
		}
	}
	return list, true
}

// mayAsk reports whether the text of a mode's conditions holds a word that asks, so that
// readings matter to it.
func (c *checker) mayAsk(m *Mode) bool {
	list := []Expr{m.When, m.Land, m.Victims}
	if m.As != nil {
		list = append(list, m.As.Piece)
	}
	for i := range m.Legs {
		list = append(list, m.Legs[i].N, m.Legs[i].When)
	}
	for _, src := range list {
		text := string(src)
		if asksAttacks(text) {
			return true
		}
		for _, n := range c.merged.Conditions {
			if strings.Contains(text, n.Name) {
				return true
			}
		}
		for _, q := range c.merged.Quantities {
			if strings.Contains(text, q.Name) {
				return true
			}
		}
	}
	return false
}

// asks compiles a condition and says what it asks; whether it can hold, and always does.
func (c *checker) asks(src Expr, p *Piece, at asks) (out asks, holds, always bool) {
	f := c.compiled(src, p)
	if f == nil {
		return at, true, src == ""
	}
	r := f.Range(c.known(p))
	if r.Never() {
		return at, false, false
	}
	c.note(f, &at)
	if r.Always() {
		at.attacked, at.attacks, at.defends, at.of = false, false, false, asksOfAny{}
	}
	return at, true, r.Always()
}

// note adds what a formula asks, named conditions looked into.
func (c *checker) note(f *formula.Formula, at *asks) {
	at.add(f)
	for _, name := range f.Vars() {
		for _, n := range c.merged.Conditions {
			if n.Name == name {
				if inner := c.compiledNamed(n.When); inner != nil {
					at.add(inner)
				}
			}
		}
	}
}

func (c *checker) compiledNamed(src Expr) *formula.Formula {
	return c.compiled(src, &Piece{})
}
