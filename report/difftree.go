package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/term"
)

// What differs is told as a tree: an input that a change or the law turned, under it what followed from that, under each of
// these what followed in turn. Where much hangs on one input or on one change it is a line that opens.

// mostShown is how many inputs are listed that followed from one, or that one change turned, before they are one line.
const mostShown = 6

// mostDeep is how many steps are indented.
const mostDeep = 5

// node is an input that is listed, with those that followed from it.
type node struct {
	in       *compare.Input
	at       int // its place in the history
	followed []*node
}

// all lists whatever followed, in the order of the history.
func (n *node) all() []*node {
	list := slices.Clone(n.followed)
	for i := 0; i < len(list); i++ {
		list = append(list, list[i].followed...)
	}
	slices.SortFunc(list, func(a, b *node) int { return cmp.Compare(a.at, b.at) })
	return list
}

// tree puts the inputs that are listed under those that they followed from.
func (v *Diff) tree() (roots []*node) {
	at := map[*compare.Input]*node{}
	for i, in := range v.Inputs {
		if !slices.Contains(v.Kinds, in.Differs) {
			continue
		}
		n := &node{in: in, at: i}
		var over *node
		for from := in.From; from != nil && over == nil; from = from.From {
			over = at[from]
		}
		if over != nil {
			over.followed = append(over.followed, n)
		} else {
			roots = append(roots, n)
		}
		at[in] = n
	}
	return roots
}

// list tells what differs.
func (v *Diff) list(p *term.Page) {
	roots := v.tree()
	alike := map[string][]*node{} // turned by the same, by that
	for _, n := range roots {
		by := v.turnedBy(n.in)
		alike[by] = append(alike[by], n)
	}
	for _, n := range roots {
		by := v.turnedBy(n.in)
		same := alike[by]
		if by == "" || !v.folds(same, n.in.Cause.Changes...) {
			v.branch(p, n, 0)
			continue
		}
		if n != same[0] {
			continue
		}
		v.branch(p, n, 0)
		rest := same[1:]
		var below []*node
		for _, one := range rest {
			below = append(below, one.all()...)
		}
		text := fmt.Sprintf("%s turned by the same, %s", others(len(rest)), span(rest))
		if len(below) > 0 {
			text += fmt.Sprintf("; %s followed", Counted(len(below), "input"))
		}
		v.fold(p, 0, text, append(rest, below...), strings.Join(n.in.Cause.Changes, ","))
	}
}

// folds reports whether inputs are too many to be listed, and nobody has opened them by an address.
func (v *Diff) folds(list []*node, by ...string) bool {
	return v.Brief && len(list) > mostShown && !slices.ContainsFunc(by, v.opened) && !v.opened(strings.Join(by, ","))
}

func (v *Diff) opened(address string) bool { return slices.Contains(v.Open, address) }

// turnedBy names what turned an input that nothing else did: "" of one that follows from another, or that a change puts in or
// is about.
func (v *Diff) turnedBy(in *compare.Input) string {
	if in.Cause.Kind != compare.ByLaw {
		return ""
	}
	return v.because(in) + " " + in.Before.Verdict + " " + in.After.Verdict
}

// branch tells an input and what followed from it.
func (v *Diff) branch(p *term.Page, n *node, deep int) {
	v.brief(p, n.in, strings.Repeat("  ", deep))
	deep = min(deep+1, mostDeep)
	if below := n.all(); v.folds(below, n.in.Address) {
		v.fold(p, deep, fmt.Sprintf("%s followed from this, %s", Counted(len(below), "input"), span(below)), below, n.in.Address)
		return
	}
	for _, one := range n.followed {
		v.branch(p, one, deep)
	}
}

// fold tells inputs as one line that opens.
func (v *Diff) fold(p *term.Page, deep int, text string, list []*node, open string) {
	var parts []string
	count := map[string]int{}
	for _, n := range list {
		if n.in.Differs != readjudicate.Verdict.String() {
			continue
		}
		turn := verdictWord(p, n.in.Before.Verdict) + " → " + verdictWord(p, n.in.After.Verdict)
		if count[turn]++; count[turn] == 1 {
			parts = append(parts, turn)
		}
	}
	for i, turn := range parts {
		parts[i] = fmt.Sprintf("%d %s", count[turn], turn)
	}
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	if !v.Paged {
		text += " (--open " + open + ", or --all)"
	}
	p.Item(strings.Repeat("  ", deep)+"  … ", p.Style(term.Dim, text))
}

func others(n int) string {
	if n == 1 {
		return "1 other was"
	}
	return fmt.Sprintf("%d others were", n)
}

// span names the first and the last of some inputs.
func span(list []*node) string {
	first, last := list[0].in.Address, list[len(list)-1].in.Address
	if first == last {
		return "#" + first
	}
	return "#" + first + " to #" + last
}
