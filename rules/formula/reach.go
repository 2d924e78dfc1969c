package formula

import (
	"math/bits"
	"sync"
)

// A set of what is connected with a thing is found when its quantifier begins, and then gone through like any other. Its argument is an
// opReach, whose only kid is the condition; the code of the two is
//
//	owner REACH
//	step: STEP end
//	      condition about the thing stepped to: test it, go to step
//	end:  BEGIN …
//
// While it is being found the thing stepped to lies where the loop will have its member. What is found is kept beside the stack; at most mostReaches such sets are open at once, the innermost last.

// mostReaches is how many sets of connected things can be inside each other.
const mostReaches = 4

// steps is what one thing costs beside its condition: the things one step from it.
const steps = 9

// reach is what is connected with a thing.
type reach struct {
	tested, found []uint64 // by id, as bits
	queue         []int32
	at            int     // in the queue: the thing whose next ones are looked at
	next          float64 // the last of those
}

var reaches = sync.Pool{New: func() any { return new(reach) }}

// reachFrom begins with the thing itself; with nothing if it is absent.
func reachFrom(owner float64) *reach {
	r := reaches.Get().(*reach)
	clear(r.tested)
	clear(r.found)
	r.queue, r.at, r.next = r.queue[:0], 0, Absent
	if owner >= 0 {
		mark(&r.tested, owner)
		r.take(owner)
	}
	return r
}

func (r *reach) close() { reaches.Put(r) }

// step returns the next thing that has not been tested, or Absent when all are known.
func (r *reach) step(things Things, set int) float64 {
	for r.at < len(r.queue) {
		r.next = things.Next(set, float64(r.queue[r.at]), 0, r.next)
		if r.next < 0 {
			r.at++
		} else if mark(&r.tested, r.next) {
			return r.next
		}
	}
	return Absent
}

// take lets a thing be one of the set.
func (r *reach) take(id float64) {
	mark(&r.found, id)
	r.queue = append(r.queue, int32(id))
}

// after returns the first member above an id, or Absent.
func (r *reach) after(id float64) float64 {
	from := int(id) + 1
	for w := from / 64; w < len(r.found); w++ {
		word := r.found[w]
		if w == from/64 {
			word &= ^uint64(0) << (from % 64)
		}
		if word != 0 {
			return float64(w*64 + bits.TrailingZeros64(word))
		}
	}
	return Absent
}

// mark sets the bit of an id; it reports whether it was not set before.
func mark(set *[]uint64, id float64) bool {
	w, bit := int(id)/64, uint64(1)<<(int(id)%64)
	for w >= len(*set) {
		*set = append(*set, 0)
	}
	if (*set)[w]&bit != 0 {
		return false
	}
	(*set)[w] |= bit
	return true
}

// reach writes the code that finds what is connected with the owner on top of the stack.
func (e *emitter) reach(x *node) {
	e.begins(x, e.depth-1)
	e.open++
	e.reaches = max(e.reaches, e.open)
	e.push(instruction{op: opReach})
	e.grow(loopMember)
	step := e.push(instruction{op: opStep, at: int32(x.idx)})
	e.emit(x.kids[0])
	e.push(instruction{op: opTest, idx: int32(step)})
	e.grow(-1)
	e.land(step)
	e.grow(-1)
}

// connected translates the condition of a set of what is connected.
func (t *translator) connected(s *Set, i int, n *syntax, depth int) (*node, error) {
	x := &node{op: opReach, kind: Number, idx: i, sort: s.Member, most: s.Most}
	t.locals = append(t.locals, local{name: "it", loop: x, sort: s.Member, used: true})
	condition, err := t.value(n, Bool, "as argument of "+s.Name, depth+1)
	t.locals = t.locals[:len(t.locals)-1]
	x.kids = []*node{condition}
	return x, err
}
