package formula

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// An assumption is a condition that holds, or does not.
type assumption struct {
	of    *node
	holds bool
}

// facts is what follows from assumptions, by the term that it is about: a part of a formula has one value in an evaluation, wherever
// it stands.
type facts struct {
	of map[string]*fact
}

// fact is what is known of a term: between which bounds a number lies and what it is not; what a thing is called, and what not.
type fact struct {
	low, high float64
	not       []float64
	called    string
	isNot     []string
}

// suppose works out what follows from assumptions.
func suppose(known func(string, []string) Range, list []assumption) *bounder {
	b := &bounder{known: known, facts: &facts{of: map[string]*fact{}}}
	for _, a := range list {
		b.assume(a.of, a.holds)
	}
	return b
}

func (f *facts) about(key string) *fact {
	a := f.of[key]
	if a == nil {
		a = &fact{low: math.Inf(-1), high: math.Inf(1)}
		f.of[key] = a
	}
	return a
}

// narrow is a range of a term under what is known of it. A range that nothing is left of is one number, which the term is not.
func (f *facts) narrow(b *bounder, x *node, r Range) Range {
	if compares(x) {
		return b.decided(x)
	}
	if len(f.of) == 0 || x.op == opConst {
		return r
	}
	a := f.of[key(x)]
	if a == nil {
		return r
	}
	return a.within(r)
}

// within cuts a range to what is known.
func (a *fact) within(r Range) Range {
	r.Low, r.High = max(r.Low, a.low), min(r.High, a.high)
	for slices.Contains(a.not, r.Low) && r.Low <= r.High {
		r.Low = above(r, r.Low)
	}
	for slices.Contains(a.not, r.High) && r.Low <= r.High {
		r.High = below(r, r.High)
	}
	return r
}

// compares reports whether a node compares two values.
func compares(x *node) bool { return x.op >= opEq && x.op <= opGe }

// opposite is the comparison that holds if another does not.
var opposite = map[op]op{opEq: opNe, opNe: opEq, opLt: opGe, opGe: opLt, opGt: opLe, opLe: opGt}

// turned is the comparison with its sides exchanged.
var turned = map[op]op{opEq: opEq, opNe: opNe, opLt: opGt, opGt: opLt, opLe: opGe, opGe: opLe}

// assume takes a condition for one that holds, or does not.
func (b *bounder) assume(x *node, holds bool) {
	switch {
	case x.op == opNot:
		b.assume(x.kids[0], !holds)
	case x.op == opAnd && holds, x.op == opOr && !holds:
		b.assume(x.kids[0], holds)
		b.assume(x.kids[1], holds)
	case compares(x):
		o := x.op
		if !holds {
			o = opposite[o]
		}
		b.assumeCompared(o, x.kids[0], x.kids[1])
	case x.kind == Bool && x.op != opConst:
		a := b.facts.about(key(x))
		a.low, a.high = truth(holds), truth(holds)
	}
}

func (b *bounder) assumeCompared(o op, left, right *node) {
	if left.kind == Thing {
		b.assumeThings(o == opEq, left, right)
		return
	}
	l, r := b.bounds(left), b.bounds(right)
	b.cut(o, left, l, r)
	b.cut(turned[o], right, r, l)
	if left.op != opConst && right.op != opConst {
		k, swapped := difference(left, right)
		if swapped {
			o = turned[o]
		}
		b.facts.about(k).cut(o, Anything(), Exactly(0))
	}
}

func (b *bounder) cut(o op, x *node, r, by Range) {
	if x.op != opConst {
		b.facts.about(key(x)).cut(o, r, by)
	}
}

// cut takes a comparison of a term, of a range, with a value of another.
func (a *fact) cut(o op, r, by Range) {
	switch o {
	case opEq:
		a.low, a.high = max(a.low, by.Low), min(a.high, by.High)
	case opNe:
		if by.Low == by.High {
			a.not = append(a.not, by.Low)
		}
	case opLt:
		a.high = min(a.high, below(r, by.High))
	case opLe:
		a.high = min(a.high, by.High)
	case opGt:
		a.low = max(a.low, above(r, by.Low))
	case opGe:
		a.low = max(a.low, by.Low)
	}
}

// above is the least number of a range's kind that is greater than v.
func above(r Range, v float64) float64 {
	if r.Den != 0 && r.Num > 0 {
		unit := float64(r.Num) / float64(r.Den)
		return (math.Floor(v/unit) + 1) * unit
	}
	return math.Nextafter(v, math.Inf(1))
}

// below is the greatest number of a range's kind that is less than v.
func below(r Range, v float64) float64 {
	if r.Den != 0 && r.Num > 0 {
		unit := float64(r.Num) / float64(r.Den)
		return (math.Ceil(v/unit) - 1) * unit
	}
	return math.Nextafter(v, math.Inf(-1))
}

func (b *bounder) assumeThings(same bool, left, right *node) {
	if name(left) != "" {
		left, right = right, left
	}
	called := name(right)
	if called == "" || name(left) != "" {
		a := b.facts.about(pair(left, right))
		a.low, a.high = truth(same), truth(same)
		return
	}
	switch a := b.facts.about(key(left)); {
	case !same:
		a.isNot = append(a.isNot, called)
	case a.called == "":
		a.called = called
	}
}

// decided is what a comparison comes to under what is assumed.
func (b *bounder) decided(x *node) Range {
	left, right := x.kids[0], x.kids[1]
	if left.kind == Thing {
		return b.decidedThings(x.op == opEq, left, right)
	}
	l, r := b.bounds(left), b.bounds(right)
	if l.Low > l.High || r.Low > r.High { // nothing is left, whatever is compared: it is told where that came about
		return Either()
	}
	found := compared(x.op, l, r)
	if found.Always() || found.Never() {
		return found
	}
	if (x.op == opEq || x.op == opNe) && (l.misses(r) || r.misses(l)) {
		return truths(x.op == opNe, x.op == opEq)
	}
	if left.op != opConst && right.op != opConst {
		k, swapped := difference(left, right)
		o := x.op
		if swapped {
			o = turned[o]
		}
		if a := b.facts.of[k]; a != nil {
			return compared(o, a.within(Anything()), Exactly(0))
		}
		return found
	}
	term, value := left, r
	if left.op == opConst {
		term, value = right, l
	}
	if a := b.facts.of[key(term)]; a != nil && (x.op == opEq || x.op == opNe) && slices.Contains(a.not, value.Low) {
		return truths(x.op == opNe, x.op == opEq)
	}
	return found
}

func (b *bounder) decidedThings(same bool, left, right *node) Range {
	if name(left) != "" {
		left, right = right, left
	}
	called := name(right)
	if called == "" || name(left) != "" {
		if a := b.facts.of[pair(left, right)]; a != nil {
			return truths((a.low == 1) == same, (a.low == 1) != same)
		}
		return Either()
	}
	a := b.facts.of[key(left)]
	equal := func(o string) bool { return strings.EqualFold(o, called) }
	switch {
	case a == nil:
	case a.called != "":
		return truths(equal(a.called) == same, equal(a.called) != same)
	case slices.ContainsFunc(a.isNot, equal):
		return truths(!same, same)
	}
	return Either()
}

// misses reports whether another range is one number that is no multiple of what the numbers of this one are multiples of.
func (r Range) misses(one Range) bool {
	if r.Den == 0 || r.Num == 0 || one.Low != one.High {
		return false
	}
	units := one.Low * float64(r.Den) / float64(r.Num)
	return units != math.Trunc(units)
}

// absent is what nothing is called.
const absent = "\x00none"

// name is what a thing is called by which a node speaks of it, "" if it does not speak of it by its name.
func name(x *node) string {
	if x.op == opCall && len(x.kids) == 1 && x.kind == Thing {
		x = x.kids[0] // what the name is the name of
	}
	switch {
	case x.op != opConst || x.kind != Thing:
		return ""
	case x.sort == anySort:
		return absent
	}
	return x.text
}

// difference is the key of what two numbers differ by, and whether it is the second less the first.
func difference(a, b *node) (k string, swapped bool) {
	x, y := key(a), key(b)
	if x > y {
		return y + "-" + x, true
	}
	return x + "-" + y, false
}

// pair is the key of whether two things are the same.
func pair(a, b *node) string {
	x, y := key(a), key(b)
	if x > y {
		x, y = y, x
	}
	return x + "=" + y
}

// key spells a node out, so that two that ask the same are spelt the same.
func key(x *node) string {
	var b strings.Builder
	spell(&b, x, nil)
	return b.String()
}

func spell(b *strings.Builder, x *node, loops []*node) {
	b.WriteString(strconv.Itoa(int(x.op)))
	switch x.op {
	case opConst:
		b.WriteString("'" + strconv.FormatFloat(x.num, 'g', -1, 64) + "'" + strconv.Quote(x.text))
		return
	case opLocal:
		if i := slices.Index(loops, x.loop); i >= 0 { // of a quantifier within what is spelt
			b.WriteString("@" + strconv.Itoa(i))
		} else {
			fmt.Fprintf(b, "#%p", x.loop)
		}
		return
	case opVar, opCall, opAttr, opCount, opAny, opAll, opSum, opLeast, opGreatest, opFirst, opReach:
		b.WriteString(":" + strconv.Itoa(x.idx))
	}
	if looping(x) {
		loops = append(slices.Clip(loops), x)
	}
	b.WriteByte('(')
	for _, k := range x.kids {
		spell(b, k, loops)
		b.WriteByte(',')
	}
	b.WriteByte(')')
}

// looping reports whether a node goes through the members of a set.
func looping(x *node) bool { return x.op >= opCount && x.op <= opFirst || x.op == opReach }
