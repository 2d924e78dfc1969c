package formula

import "math"

// A Range is what can be said of a number without evaluating it: it lies between Low and
// High, and is a whole multiple of Num/Den. With Den 0 nothing is known of its fractions;
// with Num 0 it is always zero. A condition is a number too: 1 or 0.
type Range struct {
	Low, High float64
	Num, Den  int64
}

// Anything is the range of any number.
func Anything() Range { return Range{Low: -Bound, High: Bound} }

// Between is the range of whole numbers from low to high.
func Between(low, high float64) Range { return Range{low, high, 1, 1} }

// Either is the range of a condition that may hold or not.
func Either() Range { return Range{0, 1, 1, 1} }

// Exactly is the range of one number.
func Exactly(v float64) Range {
	for den := int64(1); den <= mostDen; den++ {
		if n := v * float64(den); n == math.Trunc(n) && math.Abs(n) <= mostNum {
			return reduce(Range{Low: v, High: v, Num: int64(math.Abs(n)), Den: den})
		}
	}
	return Range{Low: v, High: v}
}

// Greatest numerators and denominators that are kept; beyond them nothing is known.
const (
	mostNum = 1 << 30 // the numerator of a value
	mostDen = 1 << 10 // the denominator of a value
)

// MultipleOf reports whether every number of the range is a whole multiple of one den-th.
func (r Range) MultipleOf(den int64) bool {
	return r.Den != 0 && (r.Num*den)%r.Den == 0
}

// Never reports that a condition cannot hold, Always that it must.
func (r Range) Never() bool { return r.Low == 0 && r.High == 0 }

// Always reports that a condition must hold.
func (r Range) Always() bool { return r.Low > 0 || r.High < 0 }

// Range works out what the result can be. known says what is known of a variable (texts
// is nil then), of a call with these texts, or of an attribute, with a point before its name, that is a truth; nil is nothing.
func (f *Formula) Range(known func(name string, texts []string) Range) Range {
	return (&bounder{known: known}).bounds(f.tree)
}

// bounder works out ranges from what is known: of variables and calls, nil is nothing; with facts also what their vocabulary says
// of variables, and what is assumed.
type bounder struct {
	known func(name string, texts []string) Range
	facts *facts
}

func (b *bounder) ask(name string, texts []string) Range {
	if b.known == nil {
		return Anything()
	}
	return b.known(name, texts)
}

func (b *bounder) bounds(x *node) Range {
	r := b.unassumed(x)
	if b.facts != nil {
		r = b.facts.narrow(b, x, r)
	}
	return r
}

func (bo *bounder) unassumed(x *node) Range {
	switch x.op {
	case opConst:
		return Exactly(x.num)
	case opVar, opCall:
		switch {
		case x.kind == Thing:
			return Anything()
		case x.span != Range{} && (x.op == opCall || bo.facts != nil):
			return x.span
		}
		return bo.ask(x.name, x.texts)
	case opLocal:
		return Anything()
	case opAttr:
		return bo.attrBounds(x)
	case opCount, opAny, opAll, opSum, opLeast, opGreatest, opFirst:
		return bo.loopBounds(x)
	}
	var kids [3]Range
	for i, k := range x.kids {
		kids[i] = bo.bounds(k)
	}
	a, b := kids[0], kids[1]
	switch x.op {
	case opNeg:
		return Range{-a.High, -a.Low, a.Num, a.Den}
	case opNot:
		return truths(a.Never(), a.Always())
	case opAdd:
		return common(bound(a.Low+b.Low), bound(a.High+b.High), a, b)
	case opSub:
		return common(bound(a.Low-b.High), bound(a.High-b.Low), a, b)
	case opMul:
		r := Range{Num: a.Num * b.Num, Den: a.Den * b.Den}
		r.Low, r.High = corners(a, b, func(x, y float64) float64 { return bound(x * y) })
		return reduce(r)
	case opDiv:
		return quotient(a, b)
	case opEq, opNe, opLt, opLe, opGt, opGe:
		return compared(x.op, a, b)
	case opFloor:
		return whole(a, math.Floor)
	case opCeil:
		return whole(a, math.Ceil)
	case opAbs:
		low := max(a.Low, -a.High, 0)
		return Range{low, max(-a.Low, a.High), a.Num, a.Den}
	case opMin:
		return common(min(a.Low, b.Low), min(a.High, b.High), a, b)
	case opMax:
		return common(max(a.Low, b.Low), max(a.High, b.High), a, b)
	case opMod:
		low, high := min(0, b.Low), max(0, b.High)
		if a.Low >= 0 && b.Low >= 0 {
			high = min(high, a.High)
		}
		if bo.facts != nil && b.Low > 0 && a.MultipleOf(1) && b.MultipleOf(1) {
			high = min(high, b.High-1)
		}
		return common(low, high, a, b)
	case opAnd:
		return truths(a.Always() && b.Always(), a.Never() || b.Never())
	case opOr:
		return truths(a.Always() || b.Always(), a.Never() && b.Never())
	case opCond:
		switch yes, no := kids[1], kids[2]; {
		case a.Always():
			return yes
		case a.Never():
			return no
		default:
			return common(min(yes.Low, no.Low), max(yes.High, no.High), yes, no)
		}
	}
	return Anything()
}

// compared is what a comparison of two numbers comes to.
func compared(o op, a, b Range) Range {
	same := a.Low == a.High && b.Low == b.High && a.Low == b.Low
	apart := a.High < b.Low || b.High < a.Low
	switch o {
	case opEq:
		return truths(same, apart)
	case opNe:
		return truths(apart, same)
	case opLt:
		return truths(a.High < b.Low, a.Low >= b.High)
	case opLe:
		return truths(a.High <= b.Low, a.Low > b.High)
	case opGt:
		return truths(a.Low > b.High, a.High <= b.Low)
	default: // opGe
		return truths(a.Low >= b.High, a.High < b.Low)
	}
}

func truths(always, never bool) Range {
	switch {
	case always:
		return Range{1, 1, 1, 1}
	case never:
		return Range{0, 0, 0, 1}
	default:
		return Either()
	}
}

// common is a range of numbers that are sums and differences of those of a and b.
func common(low, high float64, a, b Range) Range {
	r := Range{Low: low, High: high, Num: divisor(a.Num*b.Den, b.Num*a.Den), Den: a.Den * b.Den}
	return reduce(r)
}

func corners(a, b Range, f func(x, y float64) float64) (low, high float64) {
	v := [4]float64{f(a.Low, b.Low), f(a.Low, b.High), f(a.High, b.Low), f(a.High, b.High)}
	return min(v[0], v[1], v[2], v[3]), max(v[0], v[1], v[2], v[3])
}

// quotient keeps a multiple only where the divisor is one number.
func quotient(a, b Range) Range {
	if b.Low <= 0 && b.High >= 0 { // division by zero gives 0
		if b.Low == b.High {
			return Exactly(0)
		}
		return Anything()
	}
	r := Range{}
	r.Low, r.High = corners(a, b, func(x, y float64) float64 { return bound(x / y) })
	if b.Low == b.High {
		if b = Exactly(b.Low); b.Den != 0 { // it may be known as one of many multiples
			r.Num, r.Den = a.Num*b.Den, a.Den*b.Num
		}
	}
	return reduce(r)
}

func whole(a Range, f func(float64) float64) Range {
	r := Range{f(a.Low), f(a.High), a.Num, a.Den}
	if !a.MultipleOf(1) {
		r.Num, r.Den = 1, 1
	}
	return r
}

func reduce(r Range) Range {
	if r.Den == 0 {
		r.Num = 0
		return r
	}
	if d := divisor(r.Num, r.Den); d > 1 {
		r.Num, r.Den = r.Num/d, r.Den/d
	}
	if r.Num > mostNum || r.Den > mostDen {
		r.Num, r.Den = 0, 0
	}
	return r
}

// divisor is the greatest common divisor; that of 0 and n is n.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
