package formula

// A quantifier keeps its state on the stack of its evaluation: the owner of the set and its argument,
// the member at hand, the result so far, and a mark that there is one (for first: the least
// number).
//
//	owner argument BEGIN
//	next: NEXT end
//	      condition: if it does not hold go to next
//	      number
//	      step: go to next, or on
//	end:  END
const (
	loopMember = 2
	loopResult = 3
	loopMark   = 4
	loopSize   = 5
)

// loop writes the code of a quantifier.
func (e *emitter) loop(x *node) {
	base := e.depth
	e.begins(x, base)
	e.emit(x.kids[0])
	e.emit(x.kids[1])
	begin := instruction{op: opBegin}
	switch x.op {
	case opAll:
		begin.num = 1
	case opFirst:
		begin.num = Absent
	}
	if x.kids[0].kind == Thing {
		begin.n = 1
	}
	first := e.push(begin)
	e.grow(loopSize - 2)
	reached := truth(x.kids[1].op == opReach)
	next := e.push(instruction{op: opNext, at: int32(x.idx), num: reached})
	condition, amount := x.asked()
	if condition != nil {
		e.emit(condition)
		if x.op == opAll {
			e.push(instruction{op: opNot})
		}
		e.push(instruction{op: opUnless, idx: int32(next)})
		e.grow(-1)
	}
	step := instruction{op: x.op, idx: int32(next)}
	if amount != nil {
		e.emit(amount)
		step.n = 1
		e.grow(-1)
	}
	e.push(step)
	e.land(next)
	e.land(first)
	e.push(instruction{op: opEnd, num: reached})
	e.grow(1 - loopSize)
	e.open -= int(reached)
}

// begins notes where on the stack a loop begins.
func (e *emitter) begins(x *node, base int) {
	if e.loops == nil {
		e.loops = map[*node]int{}
	}
	e.loops[x] = base
}

// asked returns what a quantifier asks of its members, nil for what it does not.
func (x *node) asked() (condition, amount *node) {
	for _, k := range x.kids[2:] {
		if k.kind == Bool {
			condition = k
		} else {
			amount = k
		}
	}
	return condition, amount
}

// step takes a member into the result of a loop, whose number, if it asks for one, is on top; it
// reports whether the result is final.
func step(o op, n uint8, s *[stack]float64, top int) (final bool) {
	switch o {
	case opCount:
		s[top+1-loopSize+loopResult]++
		return false
	case opAny:
		s[top+1-loopSize+loopResult] = 1
		return true
	case opAll:
		s[top+1-loopSize+loopResult] = 0
		return true
	}
	if n == 0 { // the first that comes
		s[top+1-loopSize+loopResult] = s[top+1-loopSize+loopMember]
		return true
	}
	v := s[top]
	base := top - loopSize
	result, mark := &s[base+loopResult], &s[base+loopMark]
	switch o {
	case opSum:
		*result = bound(*result + v)
	case opLeast:
		if *mark == 0 || v < *result {
			*result, *mark = v, 1
		}
	case opGreatest:
		if *mark == 0 || v > *result {
			*result, *mark = v, 1
		}
	case opFirst:
		if *result == Absent || v < *mark {
			*result, *mark = s[base+loopMember], v
		}
	}
	return false
}

// attr writes the code of an attribute.
func (e *emitter) attr(x *node) {
	args := x.kids[1:]
	known := len(args) > 0
	for _, k := range args {
		known = known && k.op == opConst
	}
	in := instruction{op: opAttr, n: uint8(len(args)), idx: int32(x.idx), num: x.num}
	e.emit(x.kids[0])
	if known {
		in.op, in.at = opAttrConst, int32(len(e.f.consts))
		for _, k := range args {
			e.f.consts = append(e.f.consts, k.num)
		}
	} else {
		for _, k := range args {
			e.emit(k)
		}
		e.grow(-len(args))
	}
	e.push(in)
}

// endless is a cost beyond which nobody counts.
const endless = 1e15

// cost is how many questions a node asks at most.
func (x *node) cost() int64 {
	sum := x.costs
	switch x.op {
	case opCount, opAny, opAll, opSum, opLeast, opGreatest, opFirst:
		for _, k := range x.kids[2:] {
			sum += k.cost()
		}
		if x.most > 0 && sum > endless/int64(x.most) {
			return endless
		}
		return min(endless, sum*int64(x.most)+x.kids[0].cost()+x.kids[1].cost())
	}
	for _, k := range x.kids {
		sum += k.cost()
	}
	if x.op == opReach {
		return min(endless, (sum+steps)*int64(x.most))
	}
	return min(sum, endless)
}

// attrBounds is what is known of an attribute: that of a thing that is there, or nothing. Of a truth it is asked whether it is never so.
func (b *bounder) attrBounds(x *node) Range {
	r := x.span
	switch {
	case x.kind == Thing:
		return Anything()
	case r != Range{} && b.facts != nil && b.there(x.kids[0]):
		return r
	case r != Range{}:
		return common(min(r.Low, 0), max(r.High, 0), r, r)
	case x.kind == Bool && b.ask(x.name, x.texts).Never():
		return Exactly(0)
	case x.kind == Bool:
		return Either()
	}
	return Anything()
}

// there reports whether a thing is known to be there: as a member of a set is, and a variable of which that is known. Of a piece that stands for
// its square it must be known that it is on the board, as those are of which a set is known to be there.
func (b *bounder) there(x *node) bool {
	known := func(name string) bool { return b.ask(name, nil) == Exactly(1) }
	switch {
	case x.op == opLocal:
		return true
	case x.op == opVar:
		return known(x.name)
	case x.op == opAttr && x.column == 0 && x.kind == Thing && x.kids[0].op == opLocal:
		return known(x.kids[0].loop.name)
	case x.op == opAttr && x.column == 0 && x.kind == Thing:
		return b.there(x.kids[0])
	}
	return false
}

// loopBounds is what is known of the result of a quantifier.
func (b *bounder) loopBounds(x *node) Range {
	condition, amount := x.asked()
	most := float64(x.most)
	holds := Either()
	if condition != nil {
		holds = b.bounds(condition)
	}
	if condition != nil && holds.Never() && x.op != opAll && x.op != opFirst {
		return Exactly(0)
	}
	switch x.op {
	case opCount:
		return Between(0, most)
	case opAny:
		return Either()
	case opAll:
		return truths(holds.Always(), false)
	case opFirst:
		return Anything()
	}
	r := b.bounds(amount)
	if x.op == opSum {
		return Range{bound(min(0, r.Low*most)), bound(max(0, r.High*most)), r.Num, r.Den}
	}
	return Range{min(0, r.Low), max(0, r.High), r.Num, r.Den}
}
