package formula

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// This file finds comparisons that are decided before anything is asked: by what a number can be, or by the conditions beside them.

// A Decision is a part of a formula that always or never holds, where it stands, and why.
type Decision struct {
	Column  int // from 1
	Always  bool
	Whole   bool // it is the whole formula
	Message string
	Hint    string
}

// mostAssumed bounds how many conditions are held together.
const mostAssumed = 24

// Decisions finds the comparisons that always or never hold: known says what is known of variables and calls, as for Range, beside what
// their vocabulary says. What is said of a quantity stands where its name does.
func (f *Formula) Decisions(known func(name string, texts []string) Range) []Decision {
	e := &examiner{known: known, whole: f.tree}
	e.walk(f.tree, nil, nil)
	return e.found
}

type examiner struct {
	known func(name string, texts []string) Range
	whole *node
	found []Decision
}

// walk looks at a node that is asked where some conditions hold. A comparison that never holds beside those in and, or always beside those in or,
// decides what they are joined to.
func (e *examiner) walk(x *node, and, or []assumption) {
	and, or = latest(and), latest(or)
	if x.kind == Bool && x.op != opConst && x.op != opAnd && x.op != opOr && x.column > 0 && e.decides(x, and, or) {
		return
	}
	switch {
	case x.op == opNot:
		e.walk(x.kids[0], nil, nil)
		return
	case x.op == opAnd, x.op == opOr:
		e.joined(x, and, or)
		return
	case x.op == opCond:
		e.walk(x.kids[0], and, nil)
		if x.column == 0 || x.kids[0].column > 0 { // not the test of a quantity whether its thing is there
			e.walk(x.kids[1], with(and, x.kids[0], true), nil)
			e.walk(x.kids[2], with(and, x.kids[0], false), nil)
		}
		return
	case looping(x) && x.op != opReach:
		condition, _ := x.asked()
		for _, k := range x.kids {
			if k != condition && condition != nil && k.kind == Number {
				e.walk(k, with(and, condition, true), nil)
			} else {
				e.walk(k, and, nil)
			}
		}
		return
	}
	for _, k := range x.kids {
		e.walk(k, and, nil)
	}
}

// joined looks at the conditions that one operator joins, each beside those before it.
func (e *examiner) joined(x *node, and, or []assumption) {
	list := joinedBy(x.op, x, nil)
	for i, k := range list {
		if x.op == opAnd {
			e.walk(k, and, nil)
		} else {
			e.walk(k, and, or)
		}
		if i == len(list)-1 {
			return
		}
		if x.op == opAnd {
			and = with(and, k, true)
		} else {
			or = with(or, k, false)
		}
	}
}

// joinedBy appends the conditions that one operator joins.
func joinedBy(o op, x *node, list []*node) []*node {
	if x.op != o {
		return append(list, x)
	}
	return joinedBy(o, x.kids[1], joinedBy(o, x.kids[0], list))
}

func with(list []assumption, x *node, holds bool) []assumption {
	return append(slices.Clip(list), assumption{x, holds})
}

func latest(list []assumption) []assumption { return list[max(0, len(list)-mostAssumed):] }

// decides notes a condition that is decided, and reports whether it is.
func (e *examiner) decides(x *node, and, or []assumption) bool {
	if r := suppose(e.known, nil).bounds(x); compares(x) && (r.Always() || r.Never()) {
		why := e.why(x)
		if why == "" {
			return false
		}
		if r.Always() {
			e.note(x, true, "", "this always holds: %s", why)
		} else {
			e.note(x, false, "", "this never holds: %s", why)
		}
		return true
	}
	if beside, found := e.beside(x, and, Range.Never); found {
		switch hint := e.meant(x, beside, opEq, "or"); {
		case beside == nil:
			e.note(x, false, hint, "this never holds together with what stands before it")
		case beside.holds:
			e.note(x, false, hint, "this never holds together with %s", say(beside.of))
		default:
			e.note(x, false, hint, "this never holds where %s does not", say(beside.of))
		}
		return true
	}
	if beside, found := e.beside(x, or, Range.Always); found {
		if beside == nil {
			e.note(x, true, "", "one of these conditions always holds")
		} else {
			e.note(x, true, e.meant(x, beside, opNe, "and"), "either this or %s always holds", say(beside.of))
		}
		return true
	}
	return false
}

func (e *examiner) note(x *node, always bool, hint, format string, args ...any) {
	e.found = append(e.found, Decision{Column: x.column, Always: always, Whole: x == e.whole, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// beside reports whether a condition is decided beside others, and returns the one that does so alone, nil if none does.
func (e *examiner) beside(x *node, list []assumption, decided func(Range) bool) (alone *assumption, found bool) {
	if len(list) == 0 || !decided(suppose(e.known, list).bounds(x)) {
		return nil, false
	}
	for i := len(list) - 1; i >= 0; i-- {
		if say(list[i].of) != "" && decided(suppose(e.known, list[i:i+1]).bounds(x)) {
			return &list[i], true
		}
	}
	return nil, true
}

// meant suggests the other operator for two comparisons of one term with things that differ.
func (e *examiner) meant(x *node, beside *assumption, o op, word string) string {
	if beside == nil || x.op != o || beside.of.op != o || key(x.kids[0]) != key(beside.of.kids[0]) {
		return ""
	}
	return fmt.Sprintf("did you mean %s?", word)
}

// why says of the sides of a comparison what they can be: "" if there is nothing to say.
func (e *examiner) why(x *node) string {
	if x.kids[0].kind != Number {
		return ""
	}
	var parts []string
	for i, k := range x.kids {
		if k.op == opConst {
			continue
		}
		what := say(k)
		if what == "" {
			what = []string{"the left side", "the right side"}[i]
		}
		r := suppose(e.known, nil).bounds(k)
		if r.Low == -Bound && r.High == Bound {
			continue
		}
		absent := false
		if k.op == opAttr && k.span != (Range{}) && (k.span.Low > 0 || k.span.High < 0) && r.Low <= 0 && r.High >= 0 {
			r, absent = k.span, true
		}
		part := what + " is " + r.say()
		if absent {
			part += ", or 0 where there is none"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// say spells out what numbers a range has.
func (r Range) say() string {
	kind := "a number"
	if r.MultipleOf(1) {
		kind = "a whole number"
	}
	low, high := r.Low > -Bound, r.High < Bound
	switch {
	case r.Low == r.High:
		return "always " + figure(r.Low)
	case low && high:
		return fmt.Sprintf("%s from %s to %s", kind, figure(r.Low), figure(r.High))
	case low:
		return fmt.Sprintf("%s of at least %s", kind, figure(r.Low))
	case high:
		return fmt.Sprintf("%s of at most %s", kind, figure(r.High))
	}
	return kind
}

func figure(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// saidOps are the operators that say spells out.
var saidOps = map[op]string{opAdd: "+", opSub: "-", opMul: "*", opDiv: "/", opEq: "==", opNe: "!=", opLt: "<", opLe: "<=", opGt: ">", opGe: ">="}

// say spells a part of a formula out: "" if it is none that can be said in a few words.
func say(x *node) string {
	text := spoken(x)
	if len(text) > 60 {
		return ""
	}
	return text
}

func spoken(x *node) string {
	kids := make([]string, len(x.kids))
	if x.op != opCount && x.op != opAny && x.op != opAll {
		for i, k := range x.kids {
			if kids[i] = spoken(k); kids[i] == "" {
				return ""
			}
		}
	}
	switch {
	case name(x) == absent:
		return "none"
	case name(x) != "":
		return strconv.Quote(name(x))
	case x.op == opConst && x.kind == Bool:
		return strconv.FormatBool(x.num != 0)
	case x.op == opConst && x.text != "":
		return strconv.Quote(x.text)
	case x.op == opConst && x.kind == Number:
		return figure(x.num)
	case x.op == opVar, x.op == opLocal:
		return x.name
	case x.op == opCall:
		return x.name + "(" + strings.Join(kids, ", ") + ")"
	case x.op == opAttr && x.column == 0 && x.kind == Thing && len(kids) == 1: // what a thing stands for, which nobody has written
		return kids[0]
	case x.op == opAttr && len(kids) == 1:
		return kids[0] + x.name
	case x.op == opAttr:
		return kids[0] + x.name + "(" + strings.Join(kids[1:], ", ") + ")"
	case x.op == opNot:
		return "not " + kids[0]
	case compares(x):
		return kids[0] + " " + saidOps[x.op] + " " + kids[1]
	case saidOps[x.op] != "" && len(x.kids) == 2 && x.kids[0].column > 0:
		return kids[0] + " " + saidOps[x.op] + " " + kids[1]
	}
	return ""
}
