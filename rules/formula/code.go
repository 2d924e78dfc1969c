package formula

import "math"

// op is an operation of the tree and, for the most part, of the flat code.
type op uint8

const (
	opConst op = iota
	opVar
	opCall      // with its arguments on the stack
	opCallConst // with arguments that are known: a slice of the formula's constants
	opNeg
	opNot
	opAdd
	opSub
	opMul
	opDiv
	opEq
	opNe
	opLt
	opLe
	opGt
	opGe
	opFloor
	opCeil
	opAbs
	opMin
	opMax
	opMod
	opAnd // flat: keeps a false top and jumps, else drops it
	opOr  // flat: keeps a true top and jumps, else drops it
	opCond
	opUnless // flat only: drops the top and jumps if it was false
	opJump   // flat only

	opLocal     // the member of a quantifier's set
	opAttr      // of a thing, with its arguments on the stack
	opAttrConst // flat only: with arguments that are known
	opReach     // what is connected with the owner of a set: see reach.go
	opStep      // flat only
	opTest      // flat only
	opBegin     // flat only: see loop.go
	opNext      // flat only
	opEnd       // flat only
	opCount
	opAny
	opAll
	opSum
	opLeast
	opGreatest
	opFirst
)

// instruction is one step of the flat code, in postfix order.
type instruction struct {
	op  op
	n   uint8 // arguments of a call; of an opLocal where its loop begins
	idx int32 // variable, function, attribute or jump target
	at  int32 // of an opCallConst: where its arguments begin in consts; of an opNext: the set
	num float64
}

// fold replaces an operation on constants by its result. Functions of a vocabulary have
// no effects, so that "x and false" is false without asking x.
func fold(x *node) *node {
	known := 0
	for _, k := range x.kids {
		if k.op == opConst {
			known++
		}
	}
	switch x.op {
	case opCond:
		if c := x.kids[0]; c.op == opConst {
			if c.num != 0 {
				return x.kids[1]
			}
			return x.kids[2]
		}
		return x
	case opAnd, opOr:
		for i, k := range x.kids {
			if k.op != opConst {
				continue
			}
			if (k.num != 0) == (x.op == opOr) {
				return k
			}
			return x.kids[1-i]
		}
		return x
	}
	if known < len(x.kids) || len(x.kids) == 0 {
		return x
	}
	a, b := x.kids[0].num, 0.0
	if len(x.kids) > 1 {
		b = x.kids[1].num
	}
	return constant(x.kind, apply(x.op, a, b))
}

// apply computes a unary or binary operation. It is total: see the package comment.
func apply(o op, a, b float64) float64 {
	switch o {
	case opNeg:
		return -a + 0
	case opNot:
		return truth(a == 0)
	case opAdd:
		return bound(a + b)
	case opSub:
		return bound(a - b)
	case opMul:
		return bound(float64(a*b) + 0)
	case opDiv:
		if b == 0 {
			return 0
		}
		return bound(float64(a/b) + 0)
	case opEq:
		return truth(a == b)
	case opNe:
		return truth(a != b)
	case opLt:
		return truth(a < b)
	case opLe:
		return truth(a <= b)
	case opGt:
		return truth(a > b)
	case opGe:
		return truth(a >= b)
	case opFloor:
		return math.Floor(a)
	case opCeil:
		return math.Ceil(a) + 0
	case opAbs:
		return math.Abs(a)
	case opMin:
		return min(a, b)
	case opMax:
		return max(a, b)
	default: // opMod
		return mod(a, b)
	}
}

// mod is what remains of a divided by b, of the sign of b: a - b*floor(a/b), exactly. By zero it is 0, as division is.
func mod(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	rest := math.Mod(a, b)
	if rest != 0 && (rest < 0) != (b < 0) {
		rest += b
	}
	return rest + 0
}

func bound(v float64) float64 { return max(-Bound, min(v, Bound)) }

// emitter writes the flat code of a tree and measures its stack.
type emitter struct {
	f             *Formula
	depth, most   int
	loops         map[*node]int // where they begin on the stack
	open, reaches int           // sets of what is connected, that are open at once
}

func (e *emitter) push(in instruction) int {
	e.f.code = append(e.f.code, in)
	return len(e.f.code) - 1
}

func (e *emitter) grow(by int) {
	e.depth += by
	e.most = max(e.most, e.depth)
}

// land lets the jump at i go to what comes next.
func (e *emitter) land(i int) { e.f.code[i].idx = int32(len(e.f.code)) }

func (e *emitter) emit(x *node) {
	switch x.op {
	case opConst:
		e.push(instruction{op: opConst, num: x.num})
		e.grow(1)
	case opVar:
		e.push(instruction{op: opVar, idx: int32(x.idx)})
		e.grow(1)
	case opCall:
		e.call(x)
	case opLocal:
		e.push(instruction{op: opLocal, n: uint8(e.loops[x.loop])})
		e.grow(1)
	case opAttr:
		e.attr(x)
	case opReach:
		e.reach(x)
	case opCount, opAny, opAll, opSum, opLeast, opGreatest, opFirst:
		e.loop(x)
	case opAnd, opOr:
		e.emit(x.kids[0])
		jump := e.push(instruction{op: x.op})
		e.grow(-1)
		e.emit(x.kids[1])
		e.land(jump)
	case opCond:
		e.emit(x.kids[0])
		unless := e.push(instruction{op: opUnless})
		e.grow(-1)
		e.emit(x.kids[1])
		jump := e.push(instruction{op: opJump})
		e.land(unless)
		e.grow(-1)
		e.emit(x.kids[2])
		e.land(jump)
	default:
		for _, k := range x.kids {
			e.emit(k)
		}
		e.push(instruction{op: x.op})
		e.grow(1 - len(x.kids))
	}
}

func (e *emitter) call(x *node) {
	known := true
	for _, k := range x.kids {
		known = known && k.op == opConst
	}
	in := instruction{op: opCall, n: uint8(len(x.kids)), idx: int32(x.idx)}
	if known {
		in.op, in.at = opCallConst, int32(len(e.f.consts))
		for _, k := range x.kids {
			e.f.consts = append(e.f.consts, k.num)
		}
		e.grow(1)
	} else {
		for _, k := range x.kids {
			e.emit(k)
		}
		e.grow(1 - len(x.kids))
	}
	e.push(in)
}
